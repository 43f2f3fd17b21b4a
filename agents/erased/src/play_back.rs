//! [`Decision`]: what was seen when a game that is known by numbers is played back.

use holotable_env::{Error, ErrorKind, Finite, Write, each_legal, is_forced, play_back};
use holotable_players::bots::Bots;

/// Seat, number of the action and answers of chance of a move.
pub type Numbers<'a> = (u32, u32, &'a [u32]);

/// A decision that had an alternative, of a game that is played back.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Decision<'a> {
    /// The seat that acted.
    pub seat: usize,
    /// The number of what it did.
    pub action: usize,
    look: &'a dyn Fn(&mut [f32], &mut [bool]),
}

impl Decision<'_> {
    /// Writes what the seat was shown, the game's observation, and sets what was legal in a mask of false.
    pub fn look(&self, obs: &mut [f32], mask: &mut [bool]) {
        (self.look)(obs, mask);
    }
}

/// Plays back a game of this type, as [`AnyGame::play_back`](super::AnyGame::play_back) does for any.
pub(crate) fn numbers<'a, G: Bots>(
    game: &G,
    start: &[u32],
    moves: &mut dyn Iterator<Item = Numbers<'a>>,
    seen: &mut dyn FnMut(&Decision<'_>) -> Result<(), String>,
) -> Result<Vec<f32>, Error> {
    let moves = moves.map(|(seat, number, picks)| {
        let action = Some(number as usize).filter(|&n| n < G::Action::N).map(G::Action::at);
        let none = || format!("there is no action {number}: the actions are 0 to {}", G::Action::N - 1);
        (seat as usize, action.ok_or_else(none), picks)
    });
    let last = play_back(game, start, moves, |s, action| {
        let Some(seat) = game.actor(s).filter(|_| !is_forced(game, s)) else { return Ok(()) };
        let look = |obs: &mut [f32], mask: &mut [bool]| {
            game.observe(s, seat, &mut Write::new(obs));
            each_legal(game, s, &mut |a| mask[a.index()] = true);
        };
        seen(&Decision { seat, action: action.index(), look: &look })
    })?;
    if game.actor(&last).is_some() {
        return Err(Error::new(ErrorKind::Replay, "result: the moves lead to another one"));
    }
    Ok((0..game.players()).map(|seat| game.score(&last, seat)).collect())
}
