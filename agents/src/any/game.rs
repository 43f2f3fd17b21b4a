//! [`AnyGame`]: a game with its options.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use holotable_env::catalogue::Entry;
use holotable_env::{BatchConfig, Error, GameRng, Layout, Options, Replay};
use serde_json::Value;

use super::batch::AnyBatch;
use super::kind::Kind;
use super::play::{Ending, Limits, Players};
use super::player::AnyPlayer;
use super::state::AnyState;
use crate::bench::Figures;
use crate::checkpoint::GameMark;
use crate::error::Error as AgentError;
use crate::net::Net;
use crate::teams::Teams;

/// What is shown of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What the game itself shows, as environments do.
    Plain,
    /// That, and what the game's bots work out.
    Features,
}

/// A game with its options and data set.
pub trait AnyGame: Any + Debug + Send + Sync {
    /// What is the same under all options.
    fn kind(&self) -> &Kind;

    /// The options in force.
    fn options(&self) -> &Options;

    /// The folder of the data set, if it is not the built-in one.
    fn data(&self) -> Option<&Path>;

    /// A hash of the data set in force.
    fn data_hash(&self) -> &str;

    /// Every printed value of the data set with its provenance.
    fn catalogue(&self) -> Vec<Entry>;

    /// Differs between games, versions, options and data sets.
    fn fingerprint(&self) -> u64;

    /// What a network trained on it belongs to.
    fn mark(&self) -> GameMark;

    /// The seats and their teams.
    fn teams(&self) -> &Teams;

    /// What a team is called.
    fn team_name(&self, team: usize) -> String;

    /// What numbers mean in this view.
    fn layout(&self, view: View) -> &Layout;

    /// The name of an action.
    fn label(&self, action: usize) -> String;

    /// The same game under other options.
    ///
    /// # Errors
    /// As [`Tabletop::under`](holotable_env::Tabletop::under).
    fn under(&self, options: &Options) -> Result<Arc<dyn AnyGame>, Error>;

    /// A fresh game, whose chance is that of `rng`.
    fn start(self: Arc<Self>, rng: GameRng) -> Box<dyn AnyState>;

    /// The position of another variant of this game as one of this, without a generator.
    fn adopt(self: Arc<Self>, state: &dyn AnyState) -> Box<dyn AnyState>;

    /// A position from its words, without a generator.
    ///
    /// # Errors
    /// As [`read_state`](holotable_env::read_state).
    fn read_json(self: Arc<Self>, json: &Value) -> Result<Box<dyn AnyState>, Error>;

    /// A position, and its generator if it had one, from the bytes of [`AnyState::bytes`].
    ///
    /// # Errors
    /// As [`Codec::read`](holotable_env::Codec::read).
    fn read_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyState>, Error>;

    /// Several games stepped together.
    fn batch(self: Arc<Self>, view: View, n: usize, config: BatchConfig) -> Box<dyn AnyBatch>;

    /// The agent of that name, as [`load`](crate::roster::load) finds it.
    ///
    /// # Errors
    /// As [`load`](crate::roster::load).
    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, AgentError>;

    /// The player that follows a network that was trained on this view.
    fn network(&self, net: Net, view: View) -> Box<dyn AnyPlayer>;

    /// Plays one game: in each seat the player with the number that `seats` gives. `None` if the limits cut it.
    ///
    /// # Errors
    /// The invariant that the game broke, if these are checked.
    fn play(
        &self,
        seats: &[usize],
        players: &mut Players,
        seed: u64,
        limits: Limits,
    ) -> Result<Option<Ending>, String>;

    /// One game of an agent against itself, and the position in which it ended.
    ///
    /// # Errors
    /// As [`load`](crate::roster::load).
    fn record(self: Arc<Self>, spec: &str, seed: u64) -> Result<(Replay, Box<dyn AnyState>), AgentError>;

    /// The position before each move of a replay, and the last.
    ///
    /// # Errors
    /// As [`Replay::frames`].
    fn frames(self: Arc<Self>, replay: &Replay) -> Result<Vec<Box<dyn AnyState>>, Error>;

    /// How fast it plays; see [`measure`](crate::bench::measure).
    ///
    /// # Errors
    /// As [`measure`](crate::bench::measure).
    fn measure(&self, seconds: f64, threads: usize) -> Result<Figures, AgentError>;
}
