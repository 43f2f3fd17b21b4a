//! What of a game was luck, and what was skill.
//!
//! Let `V` be the chance to win that a judge sees, at the end the result. A move `a` in `s` that led to `s'` changes it by
//! `V(s') - V(s)`, which is split in two: **luck** is `V(s')` less its mean over all results of `a`, **skill** is that mean less
//! `V(s)`. Start, luck and skill add up to the result, exactly, whatever the judge is worth; that the mean is exact, too, needs
//! every result, and where there are too many some are drawn and the move is marked. GNU Backgammon splits games alike.
//!
//! The luck of a game is nothing in the mean, so that its result less its luck has the mean of its result and less variance
//! (AIVAT: Burch et al., [arXiv:1612.06915](https://arxiv.org/abs/1612.06915)).

use std::sync::Arc;

use holotable_env::{Replay, Sample, generator, streams};

use crate::any::{AnyGame, AnyPlayer, AnyState};
use crate::error::Error;
use crate::policy::Weighed;
use crate::stop;

/// The most results that are judged one by one.
pub const MOST_RESULTS: usize = 5_000;
/// How many are drawn where there are more.
const DRAWN: u64 = 48;

/// What a judge makes of a position that is not over: the same of the same position, however it is come to. `None` if it has no
/// opinion.
pub fn opinion(judge: &mut dyn AnyPlayer, state: &dyn AnyState) -> Option<Weighed<usize>> {
    judge.weigh(state, &mut Sample(generator(state.hash_code(), streams::AGENT)))
}

/// The chance to win of a team, as a judge sees it; at the end the result. `None` if the judge has no opinion, or if it only
/// speaks for another of several teams.
pub fn value(judge: &mut dyn AnyPlayer, state: &dyn AnyState, team: usize) -> Option<f64> {
    let game = state.rules();
    let teams = game.teams();
    let Some(actor) = state.actor() else {
        return state.scores().map(|scores| scores[teams.leads()[team]]);
    };
    let score = opinion(judge, state)?.score;
    match (teams.of_seats()[actor] == team, teams.leads().len()) {
        (true, _) => Some(score),
        (false, 2) => Some(1.0 - score),
        (false, _) => None,
    }
}

/// The mean of [`value`] over the results of an action, and whether these were all. `None` as for [`value`], and once a
/// [token](stop::Token) that is heeded asks for the end.
pub(crate) fn mean(
    judge: &mut dyn AnyPlayer,
    state: &dyn AnyState,
    action: usize,
    team: usize,
) -> Option<(f64, bool)> {
    if let Ok(results) = state.outcomes(action, MOST_RESULTS) {
        let mut sum = 0.0;
        for result in &results {
            if stop::asked() {
                return None;
            }
            sum += result.probability * value(judge, result.state.as_ref(), team)?;
        }
        return Some((sum, true));
    }
    let mut sum = 0.0;
    let mut state = state.copy(false);
    // Draws of its own for each position, so that what they miss is missed in no direction.
    let first = state.hash_code();
    for i in 0..DRAWN {
        if stop::asked() {
            return None;
        }
        state.set_rng(Some(Sample(generator(first.wrapping_add(i), streams::SAMPLES))));
        sum += value(judge, state.sample(action).ok()?.as_ref(), team)?;
    }
    Some((sum / DRAWN as f64, false))
}

/// What chance added to the chance to win of a team when an action led from one position to the next, and whether all results of
/// the action were judged. `None` as for [`value`].
pub fn of_move(
    judge: &mut dyn AnyPlayer,
    (before, action, after): (&dyn AnyState, usize, &dyn AnyState),
    team: usize,
) -> Option<(f64, bool)> {
    // Without chance there is no luck, and nobody need be asked.
    if before.outcomes(action, 1).is_ok() {
        return Some((0.0, true));
    }
    let (mean, exact) = mean(judge, before, action, team)?;
    Some((value(judge, after, team)? - mean, exact))
}

/// The luck of a team in a whole game after the set-up: of its moves and of the others'.
///
/// # Errors
/// One line: the replay is of no such game, or the judge has no opinion of a position.
pub fn of_game(
    judge: &mut dyn AnyPlayer,
    game: &Arc<dyn AnyGame>,
    replay: &Replay,
    team: usize,
) -> Result<f64, Error> {
    let states = Arc::clone(game).frames(replay)?;
    let mut sum = 0.0;
    for (pair, step) in states.windows(2).zip(&replay.moves) {
        let action = game.actions().number(&step.action).expect("the replay has just played back");
        let moved = (pair[0].as_ref(), action, pair[1].as_ref());
        let luck = of_move(judge, moved, team);
        let why = || {
            if stop::asked() { "the games were broken off" } else { "the judge has no opinion of a position" }
        };
        sum += luck.ok_or_else(|| Error::new(why()))?.0;
    }
    Ok(sum)
}
