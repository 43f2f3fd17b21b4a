//! The file format of [`NamedArrays`], the weights of a network by name.

use half::f16;
use holotable_env::{Layout, plain};
use holotable_net::arrays::{Array, NamedArrays};
use holotable_net::learner::MOMENTS;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use super::state::RunState;
use crate::error::Error;
use crate::limits::{PAST_SELVES, WEIGHT};

const PAST: &str = "past.";

/// The prefix of the names of a past self's weights.
pub fn opponent_prefix(number: usize) -> String {
    format!("{PAST}{number}.")
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

/// The file with the weights alone, in half precision but for arrays with numbers beyond its range: it takes half the room, and a
/// network plays and evaluates alike. Moments and past selves serve training, which half precision would change.
pub(super) fn halved(model: &[u8]) -> Result<Vec<u8>, Error> {
    let file = SafeTensors::deserialize(model).map_err(|e| Error::new(format!("damaged: {}", plain(&e))))?;
    let mut all = Vec::new();
    let trains = |name: &str| name.starts_with(PAST) || MOMENTS.iter().any(|moment| name.starts_with(moment));
    for (name, view) in file.iter().filter(|(name, _)| !trains(name)) {
        let rounded = numbers(&view).map(|values| values.into_iter().map(f16::from_f32).collect::<Vec<_>>());
        let bytes =
            |values: Vec<f16>| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        all.push(match rounded.filter(|values| values.iter().all(|value| value.is_finite())) {
            Some(values) => (name, Dtype::F16, view.shape().to_vec(), bytes(values)),
            None => (name, view.dtype(), view.shape().to_vec(), view.data().to_vec()),
        });
    }
    let views = all.iter().map(|(name, dtype, shape, data)| {
        (*name, TensorView::new(*dtype, shape.clone(), data).expect("as many bytes as it takes"))
    });
    Ok(safetensors::serialize(views, None).expect("names and shapes are plain"))
}

/// The numbers of an array in single or half precision; `None` for another one.
fn numbers(view: &TensorView<'_>) -> Option<Vec<f32>> {
    let single = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("chunks of four"));
    let half = |bytes: &[u8]| f16::from_le_bytes(bytes.try_into().expect("chunks of two")).to_f32();
    if view.dtype() == Dtype::F16 {
        return Some(view.data().chunks_exact(2).map(half).collect());
    }
    (view.dtype() == Dtype::F32).then(|| view.data().chunks_exact(4).map(single).collect())
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
        let Some(values) = numbers(&view).filter(|_| view.shape() == shape) else {
            let found = format!("{:?} {:?}", view.dtype(), view.shape());
            return Err(Error::new(format!("'{name}' is {found} but must be F32 or F16 {shape:?}")));
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Half precision has eleven bits, and its greatest number is 65,504.
    #[test]
    fn halved_weights_are_the_nearest_in_half_the_room() {
        let array = |values: Vec<f32>| Array { shape: vec![values.len()], values };
        let small: Vec<f32> = (0..1_000).map(|i| (i as f32 - 500.0) / 700.0).collect();
        let arrays = NamedArrays::from([
            ("small".to_owned(), array(small.clone())),
            ("large".to_owned(), array(vec![1e5])),
            ("adam.m.small".to_owned(), array(small.clone())),
            (format!("{}small", opponent_prefix(3)), array(small.clone())),
        ]);
        let (whole, half) = (written(&arrays), halved(&written(&arrays)).unwrap());
        assert!(half.len() < whole.len() * 6 / 10, "{} of {} bytes", half.len(), whole.len());
        let file = SafeTensors::deserialize(&half).unwrap();
        let read = |name| numbers(&file.tensor(name).unwrap()).unwrap();
        assert_eq!(read("large"), [1e5]);
        assert_eq!(file.len(), 2, "what serves training alone is left out");
        for (found, exact) in read("small").into_iter().zip(small) {
            assert!((found - exact).abs() <= exact.abs() / 2048.0, "{found} for {exact}");
        }
        assert_eq!(halved(&half).unwrap(), half, "nothing is lost twice");
    }
}
