//! Tensors as plain numbers: [`array`] with their shape, [`numbers`] without.

use tch::{Device, Tensor};

use holotable_net::arrays::Array;

/// The numbers of a tensor.
pub(super) fn array(tensor: &Tensor) -> Array {
    let shape = tensor.size().into_iter().map(|n| n as usize).collect();
    Array { shape, values: numbers(tensor) }
}

/// The numbers of a tensor, the last axis varying fastest.
pub(super) fn numbers(tensor: &Tensor) -> Vec<f32> {
    let mut values = vec![0.0; tensor.numel()];
    tensor.detach().to_device(Device::Cpu).contiguous().copy_data(&mut values, tensor.numel());
    values
}
