//! Tensors as plain numbers: [`array`] with their shape, [`numbers`] without; and the other way: [`send`].

use tch::kind::Element;
use tch::{Device, Kind, Tensor};

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

/// Plain numbers in a row on a device. To a GPU they travel from pages that stay where they are, which is several times as fast.
pub(super) fn send<T: Element>(numbers: &[T], device: Device) -> Tensor {
    let row = Tensor::from_slice(numbers);
    if device.is_cuda() { row.pin_memory(device).to_device_(device, T::KIND, true, false) } else { row }
}

/// Places in a row on a device as torch counts them; they travel at half the size.
pub(super) fn send_places(places: &[i32], device: Device) -> Tensor {
    send(places, device).to_kind(Kind::Int64)
}
