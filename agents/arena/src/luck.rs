//! What of a game was luck, what was error, and what the evaluator itself corrected.
//!
//! Let `V` be the chance to win that an evaluator sees, at the end the result, and `M(a)` the mean of `V` over all results of an
//! action `a`. A move `a` in `s` that led to `s'` changes the chance by `V(s') - V(s)`, which is split in three:
//!
//! - **luck**, `V(s') - M(a)`: what chance added;
//! - **error**, `M(a) - max M(b)` over the legal actions `b`: what another action would have been worth more, never above 0;
//! - the evaluator's **correction**, `max M(b) - V(s)`: what the evaluator sees only once somebody has moved. It is nobody's doing;
//!   an evaluator that knew the truth about the best play would have none. The greatest of several uncertain values is too high on
//!   average, so errors come out too large, and corrections make up for that.
//!
//! Start, luck, errors and corrections add up to the result, exactly, whatever the evaluator is worth; that `M` is exact, too,
//! needs every result, and where there are too many some are drawn and the move is marked. GNU Backgammon splits games alike.
//!
//! The luck of a game is nothing in the mean, so that its result less its luck has the mean of its result and less variance
//! (AIVAT: Burch et al., [arXiv:1612.06915](https://arxiv.org/abs/1612.06915)).

use std::sync::Arc;

use holotable_env::{Replay, Sample, generator, streams};
use holotable_players::policy::Analysis;
use holotable_store::error::Error;
use holotable_store::stop;

use holotable_erased::{AnyGame, AnyPlayer, AnyState};

/// The most results that are evaluated one by one.
pub const MOST_RESULTS: usize = 5_000;
/// How many are drawn where there are more.
const DRAWN: usize = 48;

/// What an evaluator makes of a position that is not over: the same of the same position, however it is come to. `None` if it has
/// no evaluation.
pub fn analysis(evaluator: &mut dyn AnyPlayer, state: &dyn AnyState) -> Option<Analysis<usize>> {
    evaluator.analyse(state, &mut Sample(generator(state.hash_code(), streams::AGENT)))
}

/// The chance to win of a team, as an evaluator sees it; at the end the result. `None` if the evaluator gives no evaluation, or if
/// it only speaks for another of several teams.
pub fn value(evaluator: &mut dyn AnyPlayer, state: &dyn AnyState, team: usize) -> Option<f64> {
    let game = state.rules();
    let teams = game.teams();
    let Some(actor) = state.actor() else {
        return state.scores().map(|scores| scores[teams.leads()[team]]);
    };
    let score = analysis(evaluator, state)?.score;
    match (teams.of_seats()[actor] == team, teams.leads().len()) {
        (true, _) => Some(score),
        (false, 2) => Some(1.0 - score),
        (false, _) => None,
    }
}

/// What an evaluator expects of an action.
struct Expected {
    /// The mean of [`value`] over its results.
    mean: f64,
    /// The values that were drawn; none where all results were evaluated.
    drawn: Vec<f64>,
}

/// What an evaluator expects of an action, from all its results if these are at most `most`. `None` as for [`value`], and once a
/// [token](stop::Token) that is heeded asks for the end.
fn expected(
    evaluator: &mut dyn AnyPlayer,
    state: &dyn AnyState,
    action: usize,
    team: usize,
    most: usize,
) -> Option<Expected> {
    if let Ok(results) = state.outcomes(action, most) {
        let mut mean = 0.0;
        for result in &results {
            if stop::asked() {
                return None;
            }
            mean += result.probability * value(evaluator, result.state.as_ref(), team)?;
        }
        return Some(Expected { mean, drawn: Vec::new() });
    }
    let mut drawn = Vec::with_capacity(DRAWN);
    let mut state = state.copy(false);
    // Draws of its own for each position, so that what they miss is missed in no direction; the same for each of its actions, so that
    // these differ by less.
    let first = state.hash_code();
    for i in 0..DRAWN as u64 {
        if stop::asked() {
            return None;
        }
        state.set_rng(Some(Sample(generator(first.wrapping_add(i), streams::SAMPLES))));
        drawn.push(value(evaluator, state.sample(action).ok()?.as_ref(), team)?);
    }
    Some(Expected { mean: drawn.iter().sum::<f64>() / DRAWN as f64, drawn })
}

/// What one move did to the chance to win of a team: the three parts add up to what it is after the move less what it was before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// What chance added.
    pub luck: f64,
    /// What the move was worth less than the best one: never above 0 where the team moved, never below 0 where its opponents did.
    pub error: f64,
    /// The standard error of `error`: 0 where all results were evaluated.
    pub unsure: f64,
    /// What the evaluator noticed only now.
    pub correction: f64,
    /// Whether all results of all moves were evaluated.
    pub exact: bool,
    /// The best action, where that is another.
    pub best: Option<usize>,
}

/// Splits what a move did to the chance to win of a team. `None` as for [`value`]; another action of whose results the evaluator
/// has no evaluation is not compared.
pub fn split(
    evaluator: &mut dyn AnyPlayer,
    (before, action, after): (&dyn AnyState, usize, &dyn AnyState),
    team: usize,
) -> Option<Split> {
    let then = value(evaluator, before, team)?;
    let now = value(evaluator, after, team)?;
    let played = expected(evaluator, before, action, team, MOST_RESULTS)?;
    let ours = before.actor().is_some_and(|seat| before.rules().teams().of_seats()[seat] == team);
    let sign = if ours { 1.0 } else { -1.0 };
    let others: Vec<usize> = before.legal().into_iter().filter(|&other| other != action).collect();
    // All others together take about as long as a move can.
    let most = (MOST_RESULTS / others.len().max(1)).max(DRAWN);
    let (mut best, mut exact) = (None::<(usize, Expected)>, played.drawn.is_empty());
    for other in others {
        let found = expected(evaluator, before, other, team, most);
        if stop::asked() {
            return None;
        }
        let Some(found) = found else { continue };
        exact &= found.drawn.is_empty();
        let most_so_far = best.as_ref().map_or(played.mean, |(_, best)| best.mean);
        if sign * (found.mean - most_so_far) > 0.0 {
            best = Some((other, found));
        }
    }
    let (most, unsure) =
        best.as_ref().map_or((played.mean, 0.0), |(_, best)| (best.mean, unsure(&played, best)));
    Some(Split {
        luck: now - played.mean,
        error: played.mean - most,
        unsure,
        correction: most - then,
        exact,
        best: best.map(|(action, _)| action),
    })
}

/// The standard error of the difference of two means, draw by draw where both are drawn.
fn unsure(one: &Expected, other: &Expected) -> f64 {
    let at = |of: &Expected, i: usize| of.drawn.get(i).copied().unwrap_or(of.mean);
    let draws = one.drawn.len().max(other.drawn.len());
    let difference = one.mean - other.mean;
    let squares: f64 = (0..draws).map(|i| (at(one, i) - at(other, i) - difference).powi(2)).sum();
    if draws == 0 { 0.0 } else { (squares / (draws * (draws - 1)) as f64).sqrt() }
}

/// What chance added to the chance to win of a team when an action led from one position to the next, and whether all results of
/// the action were evaluated. `None` as for [`value`].
pub fn of_move(
    evaluator: &mut dyn AnyPlayer,
    (before, action, after): (&dyn AnyState, usize, &dyn AnyState),
    team: usize,
) -> Option<(f64, bool)> {
    // Without chance there is no luck, and nobody need be asked.
    if before.outcomes(action, 1).is_ok() {
        return Some((0.0, true));
    }
    let expected = expected(evaluator, before, action, team, MOST_RESULTS)?;
    Some((value(evaluator, after, team)? - expected.mean, expected.drawn.is_empty()))
}

/// The luck of a team in a whole game after the set-up: of its moves and of the others'.
///
/// # Errors
/// One line: the replay is of no such game, or the evaluator gives no evaluation of a position.
pub fn of_game(
    evaluator: &mut dyn AnyPlayer,
    game: &Arc<dyn AnyGame>,
    replay: &Replay,
    team: usize,
) -> Result<f64, Error> {
    let states = Arc::clone(game).frames(replay)?;
    let mut sum = 0.0;
    for (pair, step) in states.windows(2).zip(&replay.moves) {
        let action = game.actions().number(&step.action).expect("the replay has just played back");
        let moved = (pair[0].as_ref(), action, pair[1].as_ref());
        let luck = of_move(evaluator, moved, team);
        let why = || {
            if stop::asked() {
                "the games were broken off"
            } else {
                "the evaluator gives no evaluation of a position"
            }
        };
        sum += luck.ok_or_else(|| Error::new(why()))?.0;
    }
    Ok(sum)
}
