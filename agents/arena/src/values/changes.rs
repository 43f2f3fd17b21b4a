//! How much the values change by themselves in a game, and how much by chance: [`ValueChanges`].
//!
//! With fixed play a true value changes by chance alone. A decision in `s` that led to the decision in `s'` changes the value by
//! `V(s') - V(s)`. Let `M` be the mean of `V` over all outcomes of the action that was chosen. `M - V(s)` is the value's **own**
//! change, which is 0 for a true value, and `V(s') - M` is **luck**. In a game with hidden cards an own change also contains the
//! information that a move reveals.

use holotable_store::error::Error;
use serde::Serialize;

use super::{Games, Kinds, Played, draws};
use holotable_erased::AnyState;

/// The most outcomes that are evaluated one by one.
const MOST_OUTCOMES: usize = 512;
/// How many outcomes are drawn where there are more.
const DRAWN: u64 = 48;

/// How the values change in the games of an agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueChanges {
    /// The number of games that the agent played.
    pub games: u64,
    /// The mean squared difference of the result and the first value of a game: what luck and skill can explain together.
    pub result_squares: f64,
    /// The changes at all decisions, then at those of each kind.
    pub kinds: Vec<Changes>,
}

/// How the values change at the decisions of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// The kind of decision, `all` for all together.
    pub kind: String,
    /// The mean number of decisions of a game.
    pub decisions: f64,
    /// The standard deviation of the own changes, as a chance to win.
    pub own: f64,
    /// The sum of their squares a game.
    pub own_squares: f64,
    /// The standard deviation of luck.
    pub luck: f64,
    /// The sum of its squares a game.
    pub luck_squares: f64,
    /// Decisions a game that were left out, since the agent speaks for one of several other teams afterwards.
    pub left_out: f64,
}

/// The changes of one game.
#[derive(Debug)]
pub(crate) struct Changed {
    /// The result less the first value.
    pub result_change: f64,
    /// For each decision the number of its action, and the squares of the own change and of luck, if they are known.
    squares: Vec<(usize, Option<[f64; 2]>)>,
}

/// The changes in a game that was played.
///
/// # Errors
/// One line where the agent gives no evaluation.
pub(crate) fn of_game(games: &mut Games<'_>, played: &Played) -> Result<Changed, Error> {
    let first = played.states[0].as_ref();
    let last = played.states.last().expect("a game has an end");
    let Some(seat) = first.actor() else { return Ok(Changed { result_change: 0.0, squares: Vec::new() }) };
    games.must_evaluate(first)?;
    let team = games.game.teams().of_seats()[seat];
    let begun = games.value(first, team).expect("the agent has just evaluated it");
    let ended = games.value(last.as_ref(), team).expect("the game is over");
    let pairs = played.states.windows(2).zip(&played.actions);
    let squares = pairs.map(|(pair, &action)| {
        let team = games.game.teams().of_seats()[pair[0].actor().expect("a decision is due")];
        (action, of_decision(games, [pair[0].as_ref(), pair[1].as_ref()], action, team))
    });
    Ok(Changed { squares: squares.collect(), result_change: ended - begun })
}

/// The squares of the own change and of luck at a decision, without bias where outcomes were drawn.
fn of_decision(
    games: &mut Games<'_>,
    [before, after]: [&dyn AnyState; 2],
    action: usize,
    team: usize,
) -> Option<[f64; 2]> {
    let (then, now) = (games.value(before, team)?, games.value(after, team)?);
    let (mut mean, mut noise) = (0.0, 0.0);
    if let Some(all) = before.decisions_after(action, MOST_OUTCOMES) {
        for (probability, state) in all {
            mean += probability * games.value(state.as_ref(), team)?;
        }
    } else {
        let mut values = Vec::with_capacity(DRAWN as usize);
        for i in 0..DRAWN {
            let state = drawn_decision(before, action, before.hash_code().wrapping_add(i));
            values.push(games.value(state.as_ref(), team)?);
        }
        mean = values.iter().sum::<f64>() / DRAWN as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        noise = squares / (DRAWN * (DRAWN - 1)) as f64;
    }
    Some([(mean - then).powi(2) - noise, (now - mean).powi(2) - noise])
}

/// A position in which the next decision is due after an action, or the game is over, drawn.
fn drawn_decision(state: &dyn AnyState, action: usize, seed: u64) -> Box<dyn AnyState> {
    let mut state = state.copy(false);
    state.set_rng(Some(draws(seed)));
    state.apply(action).expect("the action was chosen here");
    state.play_forced();
    state
}

impl ValueChanges {
    /// The changes of all games by kind of decision, those with the greatest own changes first.
    pub(super) fn of(kinds: &Kinds, games: &[Changed]) -> Self {
        let row = |kind: Option<usize>| {
            let meant = |action: usize| kind.is_none_or(|kind| kinds.of(action) == kind);
            let name = kind.map_or("all", |kind| &kinds.names[kind]);
            Changes::of(name, games, meant)
        };
        let mut each: Vec<Changes> = (0..kinds.names.len()).map(|kind| row(Some(kind))).collect();
        each.retain(|row| row.decisions + row.left_out > 0.0);
        each.sort_by(|a, b| b.own_squares.total_cmp(&a.own_squares));
        each.insert(0, row(None));
        let squares = games.iter().map(|game| game.result_change.powi(2));
        let result_squares = squares.sum::<f64>() / games.len().max(1) as f64;
        Self { games: games.len() as u64, result_squares, kinds: each }
    }
}

impl Changes {
    fn of(name: &str, games: &[Changed], is_meant: impl Fn(usize) -> bool) -> Self {
        let per_game = |n: f64| n / games.len().max(1) as f64;
        let all = games.iter().flat_map(|game| &game.squares);
        let meant: Vec<_> = all.filter(|(action, _)| is_meant(*action)).map(|(_, squares)| squares).collect();
        let known: Vec<[f64; 2]> = meant.iter().filter_map(|squares| **squares).collect();
        let sum = |i: usize| known.iter().map(|squares| squares[i]).sum::<f64>();
        let deviation = |i: usize| (sum(i) / known.len().max(1) as f64).max(0.0).sqrt();
        Self {
            kind: name.to_owned(),
            decisions: per_game(known.len() as f64),
            own: deviation(0),
            own_squares: per_game(sum(0)),
            luck: deviation(1),
            luck_squares: per_game(sum(1)),
            left_out: per_game((meant.len() - known.len()) as f64),
        }
    }
}
