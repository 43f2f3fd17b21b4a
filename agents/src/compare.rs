//! [`run`]: finds which of two agents is better, from games that both play with the same random numbers.
//!
//! Each seed is played twice, once by each agent. In a game of several teams the agent has one of them, the next one
//! with each seed, and the other agent has the rest, so that each game of a pair is the other with the agents exchanged.

use holotable_env::Options;
use rayon::prelude::*;
use serde::Serialize;

use crate::any::AnyGame;
use crate::entrant::{Entrant, any_entrants};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::report::Rate;
use crate::stats::Pairs;
use crate::threads;
use crate::tournament::{Bench, Plan, chunk};

/// The result of a comparison; rates and differences are fractions of games, not per cent.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The name of the game.
    pub game: &'static str,
    /// Every option in force.
    pub options: Options,
    /// The seed of the first pair.
    pub seed: u64,
    /// Pairs of games.
    pub games: u64,
    /// The first agent.
    pub a: Contestant,
    /// The second agent.
    pub b: Contestant,
    /// Seeds on which both won.
    pub both: u64,
    /// Seeds on which only the first won.
    pub only_a: u64,
    /// Seeds on which only the second won.
    pub only_b: u64,
    /// Seeds on which neither won.
    pub neither: u64,
    /// The win rate of the first less that of the second.
    pub difference: f64,
    /// The lower end of the 95 % interval of the difference ([`Pairs::interval`]).
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
    /// McNemar's exact two-sided p ([`Pairs::mcnemar`]).
    pub p_value: f64,
    /// Pairs to play for a power of 80 % ([`Pairs::games_for_power`]); `None` without a difference.
    pub games_for_power_80: Option<u64>,
}

/// The results of one of the two agents.
#[derive(Clone, Debug, Serialize)]
pub struct Contestant {
    /// The agent as it was asked for.
    pub name: String,
    /// Its wins.
    #[serde(flatten)]
    pub won: Rate,
}

impl Contestant {
    fn new(name: &str, wins: u64, games: u64) -> Self {
        Self { name: name.to_owned(), won: Rate::of(wins, games) }
    }
}

/// Plays [`Plan::games`] pairs; the result does not depend on the threads.
///
/// # Errors
/// As [`tournament::run`](crate::tournament::run).
pub fn run<E: Entrant>(game: &dyn AnyGame, agents: &[E; 2], plan: &Plan<'_>) -> Result<Comparison, Error> {
    let bench = Bench::new(game, &any_entrants(agents))?;
    let chunk = chunk(plan.games);
    let chunks = (0..plan.games.div_ceil(chunk) as usize).into_par_iter().with_max_len(1);
    let pairs = threads::pool(plan.threads)?.install(|| {
        chunks
            .map(|k| {
                let first = k as u64 * chunk;
                play_some(game, &bench, plan, first..plan.games.min(first + chunk))
            })
            .try_reduce(Pairs::default, |a, b| Ok(a.plus(b)))
    })?;
    let (ci_low, ci_high) = pairs.interval();
    Ok(Comparison {
        game: game.facts().name,
        options: game.options().clone(),
        seed: plan.seed,
        games: pairs.games(),
        a: Contestant::new(agents[0].name(), pairs.both + pairs.only_a, pairs.games()),
        b: Contestant::new(agents[1].name(), pairs.both + pairs.only_b, pairs.games()),
        both: pairs.both,
        only_a: pairs.only_a,
        only_b: pairs.only_b,
        neither: pairs.neither,
        difference: pairs.difference(),
        ci_low,
        ci_high,
        p_value: pairs.mcnemar(),
        games_for_power_80: pairs.games_for_power(),
    })
}

/// Plays the pairs with these numbers.
fn play_some(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    plan: &Plan<'_>,
    numbers: std::ops::Range<u64>,
) -> Result<Pairs, Error> {
    let mut players = bench.take(&[0, 1])?;
    let (teams, leads) = (game.teams(), game.teams().leads());
    let alone = |agent: usize, lead: usize| {
        let mut seated = vec![1 - agent; leads.len()];
        seated[teams.of_seats()[lead]] = agent;
        Lineup::of_teams(teams, &seated, lead)
    };
    let sides: Vec<[Lineup; 2]> = leads.iter().map(|&lead| [0, 1].map(|agent| alone(agent, lead))).collect();
    let mut pairs = Pairs::default();
    let begun = numbers.start;
    for i in numbers.clone() {
        let mut wins = [false; 2];
        for (win, lineup) in wins.iter_mut().zip(&sides[i as usize % sides.len()]) {
            let end = plan.play(game, &lineup.seats, &mut players, i)?;
            *win = end.scores[lineup.counts] >= 1.0;
        }
        pairs.count(wins[0], wins[1]);
    }
    (plan.progress)(numbers.end - begun);
    bench.give_back(players);
    Ok(pairs)
}
