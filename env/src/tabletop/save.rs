//! [`Save`]: states that are written and read back with every invariant checked.

use serde_json::Value;

use crate::game::Game;
use crate::json::Misfit;
use crate::pack::Pack;
use crate::viewer::Viewer;

/// A game whose states are kept: as JSON in the rulebook's words, and as bytes by [`Pack`].
pub trait Save: Game<State: Pack> {
    /// Says which invariant a state breaks, if any. Whatever reads a state asks this.
    ///
    /// # Errors
    /// One line.
    fn check(&self, s: &Self::State) -> Result<(), String>;

    /// The state in the rulebook's words, as far as `viewer` may know it; only what [`Viewer::All`] sees is read back.
    fn to_json(&self, s: &Self::State, viewer: Viewer) -> Value;

    /// A state from its words, not yet checked: see [`read_state`](crate::read_state).
    ///
    /// # Errors
    /// [`Misfit`] with the place and the reason.
    #[expect(clippy::wrong_self_convention, reason = "the rules read their own states")]
    fn from_json(&self, json: &Value) -> Result<Self::State, Misfit>;
}
