//! [`Draw`]: who meets whom in a tournament, and in which seats.

use std::ops::Range;
use std::time::Instant;

use rayon::prelude::*;

use super::{Bench, Plan, chunk};
use crate::any::AnyGame;
use crate::elo::{Meeting, ratings};
use crate::entrant::{Entrant, any_entrants};
use crate::error::Error;
use crate::lineup::Seating;
use crate::report::{AgentReport, Report};
use crate::share::Share;
use crate::tally::Tally;
use crate::threads;

/// Games whose results are held before they are added up.
const ROUND: u64 = 1 << 16;

/// Who meets whom, and in which seats.
pub(crate) struct Draw<'a> {
    agents: Vec<&'a dyn Entrant>,
    seatings: Vec<Seating>,
}

impl<'a> Draw<'a> {
    /// Each agent in `games` games: in all seats, or from all sides against the others.
    pub fn all<E: Entrant>(game: &dyn AnyGame, agents: &'a [E], games: u64) -> Self {
        Self { agents: any_entrants(agents), seatings: Seating::all(game.teams(), agents.len(), games) }
    }

    /// One table: each seat has the agent that `seats` names. An agent in several seats is reported once, by the first of them.
    ///
    /// # Errors
    /// When there are not as many agents as seats.
    pub fn seated<E: Entrant>(game: &dyn AnyGame, seats: &'a [E], games: u64) -> Result<Self, Error> {
        let (named, players) = (seats.len(), game.teams().players());
        if named != players {
            return Err(Error::new(format!(
                "the game has {players} seats, but agents are named for {named}"
            )));
        }
        let mut agents: Vec<&dyn Entrant> = Vec::new();
        let mut numbers = Vec::with_capacity(players);
        for seat in seats {
            let known = agents.iter().position(|agent| agent.name() == seat.name());
            numbers.push(known.unwrap_or(agents.len()));
            if known.is_none() {
                agents.push(seat);
            }
        }
        Ok(Self { agents, seatings: vec![Seating::fixed(&numbers, games)] })
    }

    /// How many agents are reported.
    pub fn agents(&self) -> usize {
        self.agents.len()
    }

    /// How many games of an agent are in a share.
    pub fn games(&self, agent: usize, share: Share) -> u64 {
        let counted = |seating: &Seating| {
            let Range { start, end } = share.range(seating.seeds());
            let own = seating.views.iter().filter(|view| view.lineup.agent() == agent);
            own.map(|view| end.min(view.seeds).saturating_sub(start)).sum::<u64>()
        };
        self.seatings.iter().map(counted).sum()
    }

    /// Plays the games of a share; a tally for each agent.
    ///
    /// # Errors
    /// As [`run`](super::run).
    pub fn play(&self, game: &dyn AnyGame, plan: &Plan<'_>, share: Share) -> Result<Vec<Tally>, Error> {
        let bench = Bench::new(game, &self.agents)?;
        let pool = threads::pool(plan.threads)?;
        let mut tallies: Vec<Tally> = self.agents.iter().map(|_| Tally::new(game)).collect();
        for seating in &self.seatings {
            let results = pool.install(|| play_all(game, &bench, seating, plan, share))?;
            for (view, result) in seating.views.iter().zip(&results) {
                tallies[view.lineup.agent()].add(result);
            }
        }
        for tally in &mut tallies {
            tally.on_threads(pool.current_num_threads());
        }
        Ok(tallies)
    }

    /// What the tallies of all games, from this seed on, say of the agents.
    pub fn report(&self, game: &dyn AnyGame, seed: u64, tallies: &[Tally]) -> Report {
        let named = self.agents.iter().zip(tallies);
        let mut reports: Vec<AgentReport> =
            named.map(|(agent, tally)| tally.report(game, agent.name())).collect();
        let meetings = tallies.iter().enumerate().flat_map(|(a, tally)| {
            tally.meetings().map(move |(b, games, score)| Meeting { a, b, games, score })
        });
        let meetings: Vec<Meeting> = meetings.collect();
        if !meetings.is_empty() {
            let ratings = ratings(reports.len(), &meetings);
            reports.iter_mut().zip(ratings).for_each(|(report, rating)| report.elo = Some(rating));
        }
        Report { game: game.facts().name, options: game.options().clone(), seed, agents: reports }
    }
}

/// The games of one seating in a share as each of its [views](Seating::views) sees them, added up.
fn play_all(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    seating: &Seating,
    plan: &Plan<'_>,
    share: Share,
) -> Result<Vec<Tally>, Error> {
    let mut total = empty_tallies(game, seating);
    let Range { start, end } = share.range(seating.seeds());
    let chunk = chunk(end - start);
    for round in (start..end).step_by(ROUND as usize) {
        let last = end.min(round + ROUND);
        let chunks: Vec<u64> = (round..last).step_by(chunk as usize).collect();
        let parts: Result<Vec<Vec<Tally>>, Error> = chunks
            .into_par_iter()
            .with_max_len(1)
            .map(|first| {
                let part = play_some(game, bench, seating, plan, first..last.min(first + chunk))?;
                (plan.progress)(part.iter().map(Tally::games).sum());
                Ok(part)
            })
            .collect();
        for part in parts? {
            total.iter_mut().zip(&part).for_each(|(sum, more)| sum.add(more));
        }
    }
    Ok(total)
}

/// The games of one seating on the seeds with these numbers, one after the other.
fn play_some(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    seating: &Seating,
    plan: &Plan<'_>,
    numbers: Range<u64>,
) -> Result<Vec<Tally>, Error> {
    let mut players = bench.take(seating.seats())?;
    let mut tallies = empty_tallies(game, seating);
    for i in numbers {
        let start = Instant::now();
        let end = plan.play(game, seating.seats(), &mut players, i)?;
        let seconds = start.elapsed().as_secs_f64();
        bench.tell(seating.seats(), plan.seed.wrapping_add(i), &end);
        for (view, tally) in seating.views.iter().zip(&mut tallies).filter(|(view, _)| i < view.seeds) {
            tally.count(game, &end, &view.lineup, seconds);
        }
    }
    bench.give_back(players);
    Ok(tallies)
}

/// An empty tally for each view.
fn empty_tallies(game: &dyn AnyGame, seating: &Seating) -> Vec<Tally> {
    seating.views.iter().map(|_| Tally::new(game)).collect()
}
