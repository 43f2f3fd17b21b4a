//! [`survey`]: the exploitability of agents over many first positions.

use std::ops::Range;
use std::sync::Arc;

use holotable_env::{Sample, generator};
use holotable_store::error::Error;
use holotable_store::threads;
use rayon::prelude::*;

use super::{Bounds, Limits, Solution, solve};
use crate::agent_factory::AgentFactory;
use crate::stats::t_interval;
use holotable_erased::AnyGame;

/// What was found in the first positions of many games.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Survey {
    /// The seeds of the games.
    pub seeds: Range<u64>,
    /// The score of each team in the mean if all play best.
    pub best: Vec<Bounds>,
    /// Each agent against best replies.
    pub agents: Vec<Surveyed>,
    /// The mean number of positions that were followed.
    pub positions: f64,
}

/// An agent against best replies in many games.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Surveyed {
    /// What it is called.
    pub name: String,
    /// Its score as each team in the mean.
    pub scores: Vec<Bounds>,
    /// What best replies gain against it in the mean.
    pub exploitability: Bounds,
    /// The 95 % interval of that over first positions, by Student's t, and as wide as the bounds beyond; none for one game.
    pub interval: Option<(f64, f64)>,
    /// In how many games best replies gain at least a thousandth.
    pub exploited: usize,
    /// The seed with the greatest exploitability, and how much it is.
    pub worst: (u64, Bounds),
}

/// Solves the first position of the game of each seed, on all threads.
///
/// # Errors
/// As [`solve`], with the seed in front.
pub fn survey<E: AgentFactory>(
    game: &Arc<dyn AnyGame>,
    agents: &[E],
    seeds: Range<u64>,
    limits: Limits<'_>,
) -> Result<Survey, Error> {
    let one = |seed: u64| {
        let start = Arc::clone(game).start(Sample(generator(seed, 0)));
        solve(start.as_ref(), agents, limits).map_err(|e| e.within(format!("seed {seed}")))
    };
    let all = || seeds.clone().into_par_iter().map(one).collect::<Result<Vec<Solution>, Error>>();
    let solved = threads::pool(0)?.install(all)?;
    let of_teams = |scores: &dyn Fn(&Solution) -> Vec<Bounds>| {
        let all: Vec<_> = solved.iter().map(scores).collect();
        (0..all[0].len())
            .map(|team| mean(&all.iter().map(|scores| scores[team]).collect::<Vec<_>>()))
            .collect()
    };
    let surveyed = |agent: usize| {
        let gains: Vec<_> = solved.iter().map(|solution| solution.exploitability(agent)).collect();
        let (low, high): (Vec<_>, Vec<_>) = gains.iter().map(|gain| (gain.low, gain.high)).unzip();
        let worst =
            gains.iter().zip(seeds.clone()).max_by(|(a, _), (b, _)| a.middle().total_cmp(&b.middle()));
        let (&gain, seed) = worst.expect("at least one seed");
        Surveyed {
            name: agents[agent].name().to_owned(),
            scores: of_teams(&|solution| solution.agents[agent].scores.clone()),
            exploitability: mean(&gains),
            interval: t_interval(&low).zip(t_interval(&high)).map(|(low, high)| (low.1, high.2)),
            exploited: gains.iter().filter(|gain| gain.middle() >= 1e-3).count(),
            worst: (seed, gain),
        }
    };
    Ok(Survey {
        best: of_teams(&|solution| solution.best.clone()),
        agents: (0..agents.len()).map(surveyed).collect(),
        positions: solved.iter().map(|solution| solution.positions as f64).sum::<f64>() / solved.len() as f64,
        seeds,
    })
}

fn mean(all: &[Bounds]) -> Bounds {
    let mean = |end: fn(&Bounds) -> f64| all.iter().map(end).sum::<f64>() / all.len() as f64;
    Bounds { low: mean(|bounds| bounds.low), high: mean(|bounds| bounds.high) }
}
