//! `save_weights`: a network that was changed in Python as a checkpoint of its own.

use std::path::PathBuf;

use holotable_net::arrays::{Array, NamedArrays};
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::checkpoint::{Checkpoint, Source};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::classes::Game;
use crate::errors::Fault;

/// Writes the checkpoint in `folder` once more with other weights; `ValueError` for arrays that do not fit it.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
pub fn save_weights(
    game: &Game,
    folder: PathBuf,
    out: PathBuf,
    arrays: Vec<(String, PyReadonlyArrayDyn<'_, f32>)>,
) -> Result<(), Fault> {
    let mut named = NamedArrays::new();
    for (name, array) in &arrays {
        let values = array.as_slice().map_err(|e| Fault::Value(format!("'{name}': {e}")))?.to_vec();
        named.insert(name.clone(), Array { shape: array.shape().to_vec(), values });
    }
    let (rules, mark) = (&game.rules, game.rules.mark());
    // A checkpoint fits what its network is shown.
    let source = Source::Folder(folder.clone());
    let fits = |features| Checkpoint::load(&source, &mark, rules.layout(features));
    let [first, more @ ..] = FeatureSet::all();
    let checkpoint =
        more.into_iter().fold(fits(first), |found, features| found.or_else(|_| fits(features)))?;
    Ok(checkpoint.with_weights(named)?.copy(&folder, &out)?)
}
