//! The file format of [`NamedArrays`], the weights of a network by name.

use holotable_env::{Layout, plain};
use holotable_net::arrays::{Array, NamedArrays};
use holotable_net::learner::MOMENTS;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use super::state::RunState;
use crate::error::Error;
use crate::limits::{PAST_SELVES, WEIGHT};

/// The prefix of the names of a past self's weights.
pub fn opponent_prefix(number: usize) -> String {
    format!("past.{number}.")
}

/// The contents of the file with these arrays.
pub(super) fn written(arrays: &NamedArrays) -> Vec<u8> {
    let bytes = |a: &Array| a.values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let all: Vec<_> = arrays.iter().map(|(name, a)| (name, &a.shape, bytes(a))).collect();
    let views = all.iter().map(|(name, shape, data)| {
        (name.as_str(), TensorView::new(Dtype::F32, (*shape).clone(), data).expect("four bytes a number"))
    });
    safetensors::serialize(views, None).expect("names and shapes are plain")
}

/// Reads every array that the state calls for, and checks its shape and that its values are finite.
pub(super) fn read(bytes: &[u8], state: &RunState, layout: &Layout) -> Result<NamedArrays, Error> {
    let file = SafeTensors::deserialize(bytes).map_err(|e| Error::new(format!("damaged: {}", plain(&e))))?;
    let mut wanted = state.network.arrays(layout);
    if state.training.as_ref().is_some_and(|training| training.past > PAST_SELVES) {
        return Err(Error::new(format!("a run keeps at most {PAST_SELVES} past selves")));
    }
    if let Some(training) = &state.training {
        let weights = wanted.clone();
        let moments = MOMENTS.map(str::to_owned);
        for prefix in moments.into_iter().chain((0..training.past).map(opponent_prefix)) {
            wanted.extend(weights.iter().map(|(name, shape)| (format!("{prefix}{name}"), shape.clone())));
        }
    }
    if let Some(name) = file.names().into_iter().find(|name| !wanted.iter().any(|(known, _)| known == name)) {
        return Err(Error::new(format!("the network has no array '{name}'")));
    }
    let mut arrays = NamedArrays::new();
    for (name, shape) in wanted {
        let view = file.tensor(&name).map_err(|_| Error::new(format!("there is no array '{name}'")))?;
        if view.shape() != shape || view.dtype() != Dtype::F32 {
            let found = format!("{:?} {:?}", view.dtype(), view.shape());
            return Err(Error::new(format!("'{name}' is {found} but must be F32 {shape:?}")));
        }
        let number = |b: &[u8]| f32::from_le_bytes(b.try_into().expect("chunks of four"));
        let values: Vec<f32> = view.data().chunks_exact(4).map(number).collect();
        if values.iter().any(|v| !v.is_finite()) {
            return Err(Error::new(format!("'{name}' holds values that are not numbers")));
        }
        if let Some(value) = values.iter().find(|v| v.abs() > WEIGHT) {
            return Err(Error::new(format!("'{name}' holds {value}, but weights are at most {WEIGHT}")));
        }
        if name.starts_with(MOMENTS[1]) && values.iter().any(|&v| v < 0.0) {
            return Err(Error::new(format!("'{name}' holds mean squares below 0")));
        }
        arrays.insert(name, Array { shape, values });
    }
    Ok(arrays)
}
