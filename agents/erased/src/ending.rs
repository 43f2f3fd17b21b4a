//! [`Limits`] of one whole game, and its [`Ending`].

use holotable_env::Summary;
use holotable_players::policy::StoodIn;
use holotable_store::stop::Stop;

/// The reason for which a game ends whose player has no answer, in no game among its own.
pub const FORFEIT: &str = "forfeit";

/// What is watched while a game is played.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "functions have none")]
pub struct Limits<'a> {
    /// Check every invariant of the game in every state.
    pub check: bool,
    /// Cut the game after this many decisions; forced moves do not count.
    pub decisions: u64,
    /// Cut the game once this says so.
    pub stop: &'a dyn Stop,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// The reason, and the counts of the game.
    pub summary: Summary,
    /// Its decisions; forced moves do not count.
    pub decisions: u64,
    /// The seat that had no answer and so lost the game, and why it had none.
    pub forfeit: Option<(usize, String)>,
    /// The seats that had no answer, once for each decision that another took in their place.
    pub stood_in: Vec<(usize, StoodIn)>,
}
