//! [`Checkpoint`]: a trained network in a folder, with all that is needed to go on training exactly.
//!
//! `model.safetensors` holds the weights (and Adam's moments), `state.json` what they belong to and where the
//! run stands, `layout.json` what the numbers mean, `config.toml` the recipe. A folder is complete or absent:
//! it is written beside its place and renamed, and `SHA256SUMS` tells if it was changed since.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use holotable_env::{Layout, Tabletop};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::folder::{check, replace};
use crate::foreign::check_layout;
use crate::net::shape::NetShape;

/// The version of the folder's form.
const FORMAT: u32 = 2;
const MODEL: &str = "model.safetensors";
const STATE: &str = "state.json";
const LAYOUT: &str = "layout.json";
const CONFIG: &str = "config.toml";

/// The folder of the checkpoint that did best in an evaluation, in that of a run; it plays, but holds nothing to
/// train on from.
pub const BEST: &str = "best";

/// Numbers with a shape, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The length of each axis.
    pub shape: Vec<usize>,
    /// The numbers, the last axis varying fastest.
    pub values: Vec<f32>,
}

/// Arrays by name.
pub type Arrays = BTreeMap<String, Array>;

/// The game that a network was trained on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameMark {
    /// [`Tabletop::NAME`].
    pub name: String,
    /// [`Tabletop::RULES_VERSION`].
    pub rules_version: u32,
    /// [`Tabletop::data_hash`].
    pub data_hash: String,
    /// [`Tabletop::options`].
    pub options: Value,
}

impl GameMark {
    /// The mark of this game.
    pub fn of<G: Tabletop>(game: &G) -> Self {
        Self {
            name: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION,
            data_hash: game.data_hash().to_owned(),
            options: plain(game.options()),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Updates made.
    pub update: u64,
    /// Decisions played.
    pub steps: u64,
    /// Seconds spent, over all sessions.
    pub seconds: f64,
    /// Gradient steps made.
    pub gradient_steps: u64,
    /// The level of the curriculum, from 0.
    #[serde(default)]
    pub level: usize,
    /// The running mean of the win rate at this level.
    #[serde(default)]
    pub level_win_rate: f64,
    /// The score of the latest evaluation.
    pub score: Option<f64>,
    /// The best score of any evaluation.
    pub best_score: Option<f64>,
    /// The lower end of its 95 % interval.
    #[serde(default)]
    pub best_low: Option<f64>,
    /// Evaluations since then.
    #[serde(default)]
    pub evals_since_best: u64,
}

/// Where a generator stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamState {
    /// Its seed.
    pub seed: u64,
    /// Its stream.
    pub stream: u64,
    /// How far it has been read, in 32-bit words; a string, since JSON numbers end at 2^53.
    pub word: String,
}

/// Where a slot of the batch stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotRecord {
    /// The generator of its episode.
    pub chance: StreamState,
    /// Decisions taken in the episode.
    pub decisions: u32,
    /// The position in the rulebook's words.
    pub state: Value,
}

/// What only training needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The generator that shuffles minibatches, then those that draw actions.
    pub generators: Vec<StreamState>,
    /// The games under way.
    pub slots: Vec<SlotRecord>,
    /// How many past selves there are to play against.
    #[serde(default)]
    pub past: usize,
}

/// What `state.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// The version of the folder's form.
    pub format: u32,
    /// What the network plays.
    pub game: GameMark,
    /// The network's widths.
    pub network: NetShape,
    /// How far the run has come.
    pub progress: Progress,
    /// Absent in a checkpoint that only plays.
    pub training: Option<Training>,
}

/// A checkpoint in memory.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What the weights belong to and where the run stands.
    pub state: RunState,
    /// What the numbers mean.
    pub layout: Layout,
    /// Weights by the names of [`NetShape::arrays`]; with training, also `adam.m.…`, `adam.v.…` and
    /// `past.0.…`, `past.1.…`.
    pub arrays: Arrays,
}

impl Checkpoint {
    /// A checkpoint in the present form.
    pub fn new(
        game: GameMark,
        network: NetShape,
        progress: Progress,
        layout: Layout,
        arrays: Arrays,
    ) -> Self {
        Self { state: RunState { format: FORMAT, game, network, progress, training: None }, layout, arrays }
    }

    /// Writes the folder beside its place and renames it, so that a kill at any moment leaves an old or a new
    /// one ([`recover`](crate::folder::recover) tells which). The old one moves to `shelf`, if there is one.
    ///
    /// # Errors
    /// One line with the path.
    pub fn save(&self, folder: &Path, config: &str, shelf: Option<&Path>) -> Result<(), Error> {
        let files = [
            (MODEL, self.model()),
            (STATE, format!("{}\n", plain(&self.state)).into_bytes()),
            (LAYOUT, format!("{:#}\n", plain(&self.layout)).into_bytes()),
            (CONFIG, config.as_bytes().to_vec()),
        ];
        replace(folder, &files, shelf)
    }

    /// The update after which the checkpoint in a folder was made, as far as it can be read.
    pub fn update_of(folder: &Path) -> Option<u64> {
        Self::progress_of(folder).map(|progress| progress.update)
    }

    /// How far the run of the checkpoint in a folder had come, as far as it can be read.
    pub fn progress_of(folder: &Path) -> Option<Progress> {
        let mut state: Value = serde_json::from_slice(&fs::read(folder.join(STATE)).ok()?).ok()?;
        serde_json::from_value(state["progress"].take()).ok()
    }

    fn model(&self) -> Vec<u8> {
        let bytes = |a: &Array| a.values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        let all: Vec<_> = self.arrays.iter().map(|(name, a)| (name, &a.shape, bytes(a))).collect();
        let views = all.iter().map(|(name, shape, data)| {
            (name.as_str(), TensorView::new(Dtype::F32, (*shape).clone(), data).expect("four bytes a number"))
        });
        safetensors::serialize(views, None).expect("names and shapes are plain")
    }

    /// Reads a folder and checks that it fits `game`.
    ///
    /// # Errors
    /// One line: what cannot be read, is damaged, or was made for another game, data set, version or layout.
    pub fn load<G: Tabletop>(folder: &Path, game: &G) -> Result<Self, Error> {
        Self::read(folder, game).map_err(|e| e.within(format!("checkpoint {}", folder.display())))
    }

    fn read<G: Tabletop>(folder: &Path, game: &G) -> Result<Self, Error> {
        check(folder)?;
        let bytes = |name: &str| {
            fs::read(folder.join(name)).map_err(|e| Error::new(format!("cannot read {name}: {e}")))
        };
        let parse = |name: &str| -> Result<Value, Error> {
            serde_json::from_slice(&bytes(name)?).map_err(|e| Error::new(format!("{name} is damaged: {e}")))
        };
        let state = parse(STATE)?;
        // Before all else: another form may well have other fields.
        match state.get("format").and_then(Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => {
                return Err(Error::new(format!("it has form {format}, this program reads {FORMAT}")));
            }
            None => return Err(Error::new(format!("{STATE} has no format number"))),
        }
        let state =
            RunState::deserialize(state).map_err(|e| Error::new(format!("{STATE} is damaged: {e}")))?;
        check_game(&state.game, &GameMark::of(game))?;
        let layout = Layout::of(game);
        check_layout(&parse(LAYOUT)?, &layout).map_err(|e| e.within(LAYOUT))?;
        let arrays = read_model(&bytes(MODEL)?, &state, &layout).map_err(|e| e.within(MODEL))?;
        Ok(Self { state, layout, arrays })
    }
}

/// The checkpoint to play with in the folder of a run, or that folder itself.
pub fn playing(folder: &Path) -> PathBuf {
    let best = folder.join(BEST);
    if best.is_dir() { best } else { folder.to_owned() }
}

/// The names of the observation's blocks in the layout of the checkpoint `folder`, if it can be read.
pub(crate) fn stored_blocks(folder: &Path) -> Option<Vec<String>> {
    let layout: Value = serde_json::from_slice(&fs::read(folder.join(LAYOUT)).ok()?).ok()?;
    let name = |block: &Value| Some(block.get("name")?.as_str()?.to_owned());
    layout.get("observation_blocks")?.as_array()?.iter().map(name).collect()
}

fn check_game(theirs: &GameMark, ours: &GameMark) -> Result<(), Error> {
    let version = (theirs.rules_version.to_string(), ours.rules_version.to_string());
    let facts = [
        ("game", &theirs.name, &ours.name),
        ("rules version", &version.0, &version.1),
        ("data set", &theirs.data_hash, &ours.data_hash),
    ];
    match facts.into_iter().find(|(_, theirs, ours)| theirs != ours) {
        Some((what, theirs, ours)) => {
            Err(Error::new(format!("it was trained on {what} {theirs}, but the {what} here is {ours}")))
        }
        None => Ok(()),
    }
}

/// What the names of a past self's weights begin with.
pub fn past(number: usize) -> String {
    format!("past.{number}.")
}

/// Every array that the state promises, with the shape it promises, and nothing that is not a number.
fn read_model(bytes: &[u8], state: &RunState, layout: &Layout) -> Result<Arrays, Error> {
    let file = SafeTensors::deserialize(bytes).map_err(|e| Error::new(format!("damaged: {e}")))?;
    let mut wanted = state.network.arrays(layout);
    if let Some(training) = &state.training {
        let weights = wanted.clone();
        let moments = ["adam.m.", "adam.v."].map(str::to_owned);
        for prefix in moments.into_iter().chain((0..training.past).map(past)) {
            wanted.extend(weights.iter().map(|(name, shape)| (format!("{prefix}{name}"), shape.clone())));
        }
    }
    let mut arrays = Arrays::new();
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
        arrays.insert(name, Array { shape, values });
    }
    Ok(arrays)
}

fn plain(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data is JSON")
}
