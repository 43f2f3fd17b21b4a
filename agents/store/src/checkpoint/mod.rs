//! [`Checkpoint`]: a trained network in a folder, with everything needed to resume training exactly.
//!
//! `model.safetensors` holds the weights (and Adam's moments), `state.json` what they belong to and where the
//! run stands, `layout.json` what the numbers mean, `config.toml` the recipe. A folder is complete or absent:
//! it is written beside its place and renamed, and `SHA256SUMS` tells if it was changed since.

mod arrays;
mod source;
mod state;

use std::path::{Path, PathBuf};

use holotable_env::json::{MOST_VALUES, must_have_at_most, parse_up_to};
use holotable_env::{Layout, brief};
use holotable_net::arrays::NamedArrays;
use holotable_net::shape::NetShape;
use serde::Deserialize;
use serde_json::Value;

use self::state::plain;
use crate::error::Error;
use crate::files;
use crate::folder::{self, replace};
use crate::json::object;
use crate::limits::{CONFIG_BYTES, LAYOUT_BYTES, MODEL_BYTES, STATE_BYTES, STATE_VALUES};

pub use self::arrays::opponent_prefix;
pub use self::source::{Inside, Source};
pub use self::state::{
    GameMark, KeptRecord, PendingRecord, PlattCalibration, Progress, RunState, SlotRecord, StreamState,
    Training,
};

/// The version of the folder's format.
const FORMAT: u32 = 5;
const MODEL: &str = "model.safetensors";
const STATE: &str = "state.json";
const LAYOUT: &str = "layout.json";
const CONFIG: &str = "config.toml";
/// The files, and the most bytes that each may hold.
const FILES: [(&str, u64); 4] =
    [(MODEL, MODEL_BYTES), (STATE, STATE_BYTES), (LAYOUT, LAYOUT_BYTES), (CONFIG, CONFIG_BYTES)];

/// The folder of the checkpoint that did best in an evaluation, in that of a run; it plays, but holds nothing to
/// train on from.
pub const BEST: &str = "best";

/// A checkpoint in memory.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What the weights belong to and where the run stands.
    pub state: RunState,
    /// What the numbers mean.
    pub layout: Layout,
    /// Weights by the names of [`NetShape::arrays`]; with training, also `adam.m.…`, `adam.v.…` and
    /// `past.0.…`, `past.1.…`.
    pub arrays: NamedArrays,
}

impl Checkpoint {
    /// A checkpoint in the present form.
    pub fn new(
        game: GameMark,
        network: NetShape,
        progress: Progress,
        layout: Layout,
        arrays: NamedArrays,
    ) -> Self {
        let state = RunState { format: FORMAT, game, network, progress, training: None, calibration: None };
        Self { state, layout, arrays }
    }

    /// Writes the folder beside its place and renames it, so that a kill at any moment leaves an old or a new
    /// one ([`recover`](crate::folder::recover) tells which). The old one moves to `archive`, if there is one.
    ///
    /// # Errors
    /// One line with the path.
    pub fn save(&self, folder: &Path, config: &str, archive: Option<&Path>) -> Result<(), Error> {
        let files = [
            (MODEL, arrays::written(&self.arrays)),
            (STATE, format!("{}\n", plain(&self.state)).into_bytes()),
            (LAYOUT, format!("{:#}\n", plain(&self.layout)).into_bytes()),
            (CONFIG, config.as_bytes().to_vec()),
        ];
        replace(folder, &files, archive)
    }

    /// The same network with other weights, which plays but holds nothing to train on from.
    ///
    /// # Errors
    /// One line with the first array that is missing, unknown, of another shape or not finite.
    pub fn with_weights(&self, arrays: NamedArrays) -> Result<Self, Error> {
        let wanted = self.state.network.arrays(&self.layout);
        for (name, shape) in &wanted {
            let array = arrays.get(name).ok_or_else(|| Error::new(format!("there is no array '{name}'")))?;
            if array.shape != *shape {
                let found = &array.shape;
                return Err(Error::new(format!("'{name}' has shape {found:?} but must have {shape:?}")));
            }
            if array.values.iter().any(|v| !v.is_finite()) {
                return Err(Error::new(format!("'{name}' holds values that are not finite")));
            }
        }
        if let Some(name) = arrays.keys().find(|name| !wanted.iter().any(|(known, _)| known == *name)) {
            return Err(Error::new(format!("the network has no array '{name}'")));
        }
        let state = RunState { training: None, calibration: None, ..self.state.clone() };
        Ok(Self { state, layout: self.layout.clone(), arrays })
    }

    /// Writes it to `out` with the recipe of the checkpoint in `folder`.
    ///
    /// # Errors
    /// One line with the path.
    pub fn copy(&self, folder: &Path, out: &Path) -> Result<(), Error> {
        self.save(out, &folder::text(&folder.join(CONFIG))?, None)
    }

    /// Reads the files of `source`.
    ///
    /// # Errors
    /// One line with the path: one of them is missing, too long or damaged.
    pub fn check(source: &Source) -> Result<(), Error> {
        folder::read(|name, most| source.bytes(name, most), FILES).map(drop)
    }

    /// Writes the checkpoint of `source` to `out` with this calibration, or, where it keeps one already, with the product of both:
    /// it was measured on top of that. The weights are written in half precision, and nothing that only training needs.
    ///
    /// # Errors
    /// One line with the path, or why the calibration cannot be kept.
    pub fn calibrate(source: &Source, mut calibration: PlattCalibration, out: &Path) -> Result<(), Error> {
        let [model, state, layout, config] = folder::read(|name, most| source.bytes(name, most), FILES)?;
        let mut state = stored_state(&state)?;
        let before = state.calibration.take().map_or(1.0, |kept| kept.slope);
        for part in [&mut calibration.slope, &mut calibration.ci_low, &mut calibration.ci_high] {
            *part *= before;
        }
        calibration.check()?;
        (state.calibration, state.training) = (Some(calibration), None);
        let state = format!("{}\n", plain(&state)).into_bytes();
        let model = arrays::halved(&model)?;
        replace(out, &[(MODEL, model), (STATE, state), (LAYOUT, layout), (CONFIG, config)], None)
    }

    /// The update after which the checkpoint in a folder was made, as far as it can be read.
    pub fn update_of(folder: &Path) -> Option<u64> {
        Self::progress_of(folder).map(|progress| progress.update)
    }

    /// How far the run of the checkpoint in a folder had come, as far as it can be read.
    pub fn progress_of(folder: &Path) -> Option<Progress> {
        /// The rest of the state may be large, and is passed over.
        #[derive(Deserialize)]
        struct Stored {
            progress: Progress,
        }
        let state = files::bytes(&folder.join(STATE), STATE_BYTES).ok()?;
        serde_json::from_slice::<Stored>(&state).ok().map(|stored| stored.progress)
    }

    /// Reads a checkpoint and checks that it fits `game`, of which this is shown.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or was made for another game, data set, version or layout.
    pub fn load(source: &Source, game: &GameMark, layout: &Layout) -> Result<Self, Error> {
        Self::read(source, game, layout).map_err(|e| e.within(source.to_string()))
    }

    fn read(source: &Source, game: &GameMark, layout: &Layout) -> Result<Self, Error> {
        let [model, state, theirs, _] = folder::read(|name, most| source.bytes(name, most), FILES)?;
        let state = stored_state(&state)?;
        state.game.must_be(game)?;
        let theirs: Layout = object(format!("{LAYOUT} is damaged: not a layout"), parsed(LAYOUT, &theirs)?)?;
        let option = state.game.other_option(game);
        layout.ensure_compatible(&theirs).map_err(|why| Error::new(format!("{LAYOUT}: {why}{option}")))?;
        let network = &state.network;
        network.check().map_err(|why| Error::new(format!("{STATE} is damaged: {why}")))?;
        // Without a row width nothing reads the relations; checkpoints from before there were any play on.
        if network.row_width > 0 && theirs.relations != layout.relations {
            return Err(Error::new(format!("{LAYOUT}: actions name other rows than here")));
        }
        let arrays = arrays::read(&model, &state, layout).map_err(|e| e.within(MODEL))?;
        Ok(Self { state, layout: layout.clone(), arrays })
    }
}

fn parsed(name: &str, bytes: &[u8]) -> Result<Value, Error> {
    let damaged = |e: serde_json::Error| Error::new(format!("{name} is damaged: {}", brief(&e.to_string())));
    parse_up_to(bytes, STATE_VALUES).map_err(damaged)
}

/// The contents of `state.json`, in this form.
fn stored_state(bytes: &[u8]) -> Result<RunState, Error> {
    let state = parsed(STATE, bytes)?;
    // Before all else: another form may well have other fields.
    match state.get("format").and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(Error::new(format!("it has form {format}, this program reads {FORMAT}")));
        }
        None => return Err(Error::new(format!("{STATE} has no format number"))),
    }
    let state: RunState = object(format!("{STATE} is damaged"), state)?;
    if let Some(calibration) = &state.calibration {
        calibration.check().map_err(|e| e.within(format!("{STATE} is damaged")))?;
    }
    Ok(state)
}

/// The checkpoint to play with in the folder of a run, or that folder itself.
pub fn playing(folder: &Path) -> PathBuf {
    let best = folder.join(BEST);
    if best.is_dir() { best } else { folder.to_owned() }
}

/// The names of the observation's blocks in the layout of a checkpoint, if it can be read.
pub fn stored_blocks(source: &Source) -> Option<Vec<String>> {
    let layout = source.bytes(LAYOUT, LAYOUT_BYTES).ok()?;
    must_have_at_most(&layout, MOST_VALUES).ok()?;
    let layout: Value = serde_json::from_slice(&layout).ok()?;
    let name = |block: &Value| Some(block.get("name")?.as_str()?.to_owned());
    layout.get("observation_blocks")?.as_array()?.iter().map(name).collect()
}
