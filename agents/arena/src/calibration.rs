//! [`run`]: how well the chances to win that an agent expects match its results.
//!
//! The agent plays all seats. Of each game one decision is looked at, drawn by lot: decisions of the same game share its result,
//! and many of them would pass for more evidence than there is.

use std::ops::Range;
use std::sync::Arc;

use holotable_env::{Options, Sample, generator, streams};
use holotable_store::checkpoint::PlattCalibration;
use holotable_store::error::Error;
use holotable_store::threads;
use rayon::prelude::*;
use serde::Serialize;

use crate::calibration_table::CalibrationTable;
use crate::luck::value;
use crate::stats::{logistic_slope, wilson_share};
use crate::tournament::{Plan, chunk};
use holotable_erased::{AnyGame, Players};

/// The chances that an agent expected beside its results.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// The name of the game.
    pub game: &'static str,
    /// Every option in force.
    pub options: Options,
    /// The agent as it was asked for.
    pub agent: String,
    /// The seed of the first game.
    pub seed: u64,
    /// Games that had a decision.
    pub games: u64,
    /// For each tenth of the expected chances in which there are any: what was expected, and what came.
    pub bins: Vec<Bin>,
    /// The mean squared error (Brier, 1950).
    pub brier: f64,
    /// By what the log-odds of the expected chances would have to be multiplied to fit the results best: 1 if they need not, less
    /// if they are too bold. `None` where nothing fits best, as when all is won.
    pub slope: Option<PlattCalibration>,
}

/// Decisions at which about the same was expected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// How many they are.
    pub games: u64,
    /// The mean of the expected chances.
    pub expected: f64,
    /// The mean score of these games.
    pub had: f64,
    /// The lower end of its 95 % interval (Wilson).
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
}

/// Plays [`Plan::games`] games; the result does not depend on the threads.
///
/// # Errors
/// As [`AnyGame::player`]; one line where the agent gives no evaluation of how a game stands, or no game has a decision.
pub fn run(game: &Arc<dyn AnyGame>, agent: &str, plan: &Plan<'_>) -> Result<Calibration, Error> {
    let chunk = chunk(plan.games);
    let chunks = (0..plan.games.div_ceil(chunk) as usize).into_par_iter().with_max_len(1);
    let points: Vec<Vec<(f64, f64)>> = threads::pool(plan.threads)?.install(|| {
        chunks
            .map(|k| {
                let first = k as u64 * chunk;
                look(game, agent, plan, first..plan.games.min(first + chunk))
            })
            .collect::<Result<_, Error>>()
    })?;
    // In the order of the seeds: sums of fractions depend on it.
    let points: Vec<(f64, f64)> = points.into_iter().flatten().collect();
    let mut all = CalibrationTable::default();
    for &(expected, had) in &points {
        all.count(expected, had);
    }
    let bin = |(games, expected, had)| {
        let (ci_low, ci_high) = wilson_share(had, games);
        Bin { games, expected, had, ci_low, ci_high }
    };
    let (games, seed) = (points.len() as u64, plan.seed);
    let fit = |(slope, ci_low, ci_high)| PlattCalibration { slope, ci_low, ci_high, games, seed };
    Ok(Calibration {
        game: game.facts().name,
        options: game.options().clone(),
        agent: agent.to_owned(),
        seed,
        games,
        bins: all.table().into_iter().map(bin).collect(),
        brier: all.brier().ok_or_else(|| Error::new("these games have no decisions"))?,
        slope: logistic_slope(&points).map(fit),
    })
}

/// What was expected at a decision of each of these games, and the score that came.
fn look(
    game: &Arc<dyn AnyGame>,
    agent: &str,
    plan: &Plan<'_>,
    numbers: Range<u64>,
) -> Result<Vec<(f64, f64)>, Error> {
    let mut players = Players::from([(0, game.player(agent)?)]);
    let mut evaluator = game.player(agent)?;
    let seats = game.teams().players();
    let names = vec![agent.to_owned(); seats];
    let mut points = Vec::new();
    for number in numbers.clone() {
        let (replay, last, _) = plan.record(game, &vec![0; seats], &names, &mut players, number)?;
        let states = Arc::clone(game).frames(&replay)?;
        let decisions: Vec<usize> = (0..replay.moves.len()).filter(|&i| !states[i].is_forced()).collect();
        if decisions.is_empty() {
            continue;
        }
        let mut lot = Sample(generator(plan.seed.wrapping_add(number), streams::SAMPLES));
        let at = decisions[holotable_env::Chance::below(&mut lot, decisions.len())];
        let seat = replay.moves[at].seat;
        let expected = value(evaluator.as_mut(), states[at].as_ref(), game.teams().of_seats()[seat]);
        let expected = expected.ok_or_else(|| {
            Error::new(format!(
                "'{agent}' gives no evaluation of the position; take a network or a search of all decisions"
            ))
        })?;
        points.push((expected, last.scores().expect("the game is over")[seat]));
    }
    (plan.progress)(numbers.end - numbers.start);
    Ok(points)
}
