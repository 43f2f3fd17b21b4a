//! [`run`]: lets agents play the same seeded games and compares them with confidence intervals.
//!
//! Where all seats win together, game `i` of a tournament seeded `s` is the first episode of seed `s + i`, whoever plays
//! it, so agents meet the same decks and dice. Where teams compete, each seed is played in every seating of an agent
//! against each other agent in turn; a game counts for each of the two whose turn it is, so it is played once.
//! Results are sums that do not depend on their order, nor on the threads.

mod bench;
mod draw;

use std::sync::Arc;

use holotable_store::error::Error;
use holotable_store::stop::{self, Stop};

use crate::agent_factory::AgentFactory;
use crate::shard::Shard;
use holotable_env::Replay;
use holotable_erased::{AnyGame, AnyState, Ending, Limits, Players};

pub(crate) use self::bench::Bench;
pub(crate) use self::draw::Draw;
pub use crate::report::{AgentReport, Rate, Report, TeamReport};

/// The most games that one thread plays before it asks for more.
const CHUNK: u64 = 8;

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

    /// The same with its replay and the position in which it ended. A game that somebody loses by having no answer is none.
    pub(crate) fn record(
        &self,
        game: &Arc<dyn AnyGame>,
        seats: &[usize],
        names: &[String],
        players: &mut Players,
        number: u64,
    ) -> Result<(Replay, Box<dyn AnyState>, Ending), Error> {
        if self.stop.is_asked() {
            return Err(broken_off());
        }
        let seed = self.seed.wrapping_add(number);
        let (replay, last, end) =
            stop::heeding(self.stop, || Arc::clone(game).record(seats, names, players, seed));
        let end = end.ok_or_else(broken_off)?;
        match &end.forfeit {
            Some((seat, why)) => Err(Error::new(format!("{} forfeits: {why}", names[*seat]))),
            None => Ok((replay, last, end)),
        }
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

/// Plays the tournament. Where all seats win together, every agent has all seats of its own games; where teams compete,
/// it meets the others in turn, as every team. All agents play on the same seeds.
///
/// A [`Policy`](holotable_players::policy::Policy) must answer alike whatever games it has seen before; each thread keeps
/// one and reuses it.
///
/// # Errors
/// As [`AgentFactory::player`], before the first game; when the threads cannot be started; with
/// [`Plan::check`], the first broken invariant with the seed of its game; when it was stopped.
pub fn run<E: AgentFactory>(game: &dyn AnyGame, agents: &[E], plan: &Plan<'_>) -> Result<Report, Error> {
    report(game, &Draw::all(game, agents, plan.games), plan)
}

/// Plays all games at one table: each seat has the agent that `seats` names. An agent in several seats is reported once, by
/// the first of them.
///
/// # Errors
/// As [`run`], and when there are not as many agents as seats.
pub fn run_seated<E: AgentFactory>(
    game: &dyn AnyGame,
    seats: &[E],
    plan: &Plan<'_>,
) -> Result<Report, Error> {
    report(game, &Draw::seated(game, seats, plan.games)?, plan)
}

fn report(game: &dyn AnyGame, draw: &Draw<'_>, plan: &Plan<'_>) -> Result<Report, Error> {
    let mut accumulators = draw.accumulators(game);
    draw.play(game, plan, Shard::ALL, (&mut 0, &mut accumulators), |_, _| Ok(()))?;
    Ok(draw.report(game, plan.seed, &accumulators))
}
