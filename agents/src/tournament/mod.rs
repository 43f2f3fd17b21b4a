//! [`run`]: lets agents play the same seeded games and compares them with confidence intervals.
//!
//! Where all seats win together, game `i` of a tournament seeded `s` is the first episode of seed `s + i`, whoever plays
//! it, so agents meet the same decks and dice. Where teams are rivals, each seed is played in every seating of an agent
//! against each other agent in turn; a game counts for each of the two whose turn it is, so it is played once.
//! Results are added up in the order of the games: they do not depend on the threads.

mod bench;

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use holotable_env::Replay;
use rayon::prelude::*;

use crate::any::{AnyGame, AnyState, Ending, Limits, Players};
use crate::elo::{Meeting, ratings};
use crate::entrant::{Entrant, any_entrants};
use crate::error::Error;
use crate::lineup::Seating;
pub use crate::report::{AgentReport, Rate, Report, TeamReport};
use crate::stop::Stop;
use crate::tally::Tally;
use crate::threads;

pub(crate) use self::bench::Bench;

/// The most games that one thread plays before it asks for more.
const CHUNK: u64 = 8;
/// Games whose results are held before they are added up.
const ROUND: u64 = 1 << 16;

/// How many games to play and how.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// Games for each agent.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// Threads to play on; 0 is one for each core.
    pub threads: usize,
    /// Check every invariant of the game in every state.
    pub check: bool,
    /// Called with the number of games just finished.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Asked before each move, and in the middle of one if it has a [token](Stop::token); once it says so, the games under way are broken off.
    pub stop: &'a dyn Stop,
}

/// How many of `games` one thread plays before it asks for more: few where there are few, as they may be slow.
pub(crate) fn chunk(games: u64) -> u64 {
    (games / 64).clamp(1, CHUNK)
}

impl Plan<'_> {
    /// Plays the game with this number.
    pub(crate) fn play(
        &self,
        game: &dyn AnyGame,
        seats: &[usize],
        players: &mut Players,
        number: u64,
    ) -> Result<Ending, Error> {
        let seed = self.seed.wrapping_add(number);
        let limits = Limits { check: self.check, decisions: u64::MAX, stop: self.stop };
        let played = game.play(seats, players, seed, limits);
        let played = played.map_err(|why| Error::new(format!("seed {seed}: {why}")))?;
        played.ok_or_else(broken_off)
    }

    /// The same with its replay, and the position in which it ended. A game that somebody loses by having no answer is none.
    pub(crate) fn record(
        &self,
        game: &Arc<dyn AnyGame>,
        seats: &[usize],
        names: &[String],
        players: &mut Players,
        number: u64,
    ) -> Result<(Replay, Box<dyn AnyState>), Error> {
        if self.stop.is_asked() {
            return Err(broken_off());
        }
        let mut play = || Arc::clone(game).record(seats, names, players, self.seed.wrapping_add(number));
        let (replay, last) = match self.stop.token() {
            Some(token) => token.heed(play),
            None => play(),
        };
        for (agent, name) in seats.iter().zip(names) {
            if let Some(why) = players.get_mut(agent).and_then(|player| player.forfeit()) {
                return Err(Error::new(format!("{name} forfeits: {why}")));
            }
        }
        if last.actor().is_some() { Err(broken_off()) } else { Ok((replay, last)) }
    }
}

fn broken_off() -> Error {
    Error::new("the games were broken off")
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, seed, threads, check, progress: _, stop: _ } = self;
        write!(f, "Plan {{ games: {games}, seed: {seed}, threads: {threads}, check: {check} }}")
    }
}

/// Plays the tournament. Where all seats win together, every agent has all seats of its own games; where teams are rivals,
/// it meets the others in turn, as every team. All agents play on the same seeds.
///
/// A [`Policy`](crate::policy::Policy) must answer alike whatever games it has seen before; each thread keeps
/// one and reuses it.
///
/// # Errors
/// As [`Entrant::player`], before the first game; when the threads cannot be started; with
/// [`Plan::check`], the first broken invariant with the seed of its game; when it was stopped.
pub fn run<E: Entrant>(game: &dyn AnyGame, agents: &[E], plan: &Plan<'_>) -> Result<Report, Error> {
    play_seatings(game, &any_entrants(agents), &Seating::all(game.teams(), agents.len(), plan.games), plan)
}

/// Plays all games at one table: each seat has the agent that `seats` names. An agent in several seats is reported once, by
/// the first of them.
///
/// # Errors
/// As [`run`], and when there are not as many agents as seats.
pub fn run_seated<E: Entrant>(game: &dyn AnyGame, seats: &[E], plan: &Plan<'_>) -> Result<Report, Error> {
    let (named, players) = (seats.len(), game.teams().players());
    if named != players {
        return Err(Error::new(format!("the game has {players} seats, but agents are named for {named}")));
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
    play_seatings(game, &agents, &[Seating::fixed(&numbers, plan.games)], plan)
}

fn play_seatings(
    game: &dyn AnyGame,
    agents: &[&dyn Entrant],
    seatings: &[Seating],
    plan: &Plan<'_>,
) -> Result<Report, Error> {
    let bench = Bench::new(game, agents)?;
    let pool = threads::pool(plan.threads)?;
    let mut tallies: Vec<Tally> = agents.iter().map(|_| Tally::new(game)).collect();
    for seating in seatings {
        let results = pool.install(|| play_all(game, &bench, seating, plan))?;
        for (view, result) in seating.views.iter().zip(&results) {
            tallies[view.lineup.agent()].add(result);
        }
    }
    let workers = pool.current_num_threads() as f64;
    let mut reports: Vec<AgentReport> =
        agents.iter().zip(&tallies).map(|(agent, tally)| tally.report(game, agent.name(), workers)).collect();
    let meetings = tallies
        .iter()
        .enumerate()
        .flat_map(|(a, tally)| tally.meetings().map(move |(b, games, score)| Meeting { a, b, games, score }));
    let meetings: Vec<Meeting> = meetings.collect();
    if !meetings.is_empty() {
        let ratings = ratings(reports.len(), &meetings);
        reports.iter_mut().zip(ratings).for_each(|(report, rating)| report.elo = Some(rating));
    }
    Ok(Report { game: game.facts().name, options: game.options().clone(), seed: plan.seed, agents: reports })
}

/// All games of one seating as each of its [views](Seating::views) sees them, added up in their order.
fn play_all(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    seating: &Seating,
    plan: &Plan<'_>,
) -> Result<Vec<Tally>, Error> {
    let mut total = empty_tallies(game, seating);
    let (seeds, chunk) = (seating.seeds(), chunk(seating.seeds()));
    for round in (0..seeds).step_by(ROUND as usize) {
        let end = seeds.min(round + ROUND);
        let chunks: Vec<u64> = (round..end).step_by(chunk as usize).collect();
        let parts: Result<Vec<Vec<Tally>>, Error> = chunks
            .into_par_iter()
            .with_max_len(1)
            .map(|first| {
                let part = play_some(game, bench, seating, plan, first..end.min(first + chunk))?;
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
