//! [`Draw`]: who meets whom in a tournament, and in which seats.

use std::ops::Range;
use std::time::Instant;

use holotable_store::error::Error;
use holotable_store::in_order::in_order;
use holotable_store::threads;

use super::{Bench, Plan, chunk};
use crate::accumulator::Accumulator;
use crate::agent_factory::{AgentFactory, any_factories};
use crate::elo::{Meeting, ratings};
use crate::report::{AgentReport, Report};
use crate::seating::SeatingGroup;
use crate::shard::Shard;
use holotable_erased::AnyGame;

/// Who meets whom, and in which seats.
pub(crate) struct Draw<'a> {
    agents: Vec<&'a dyn AgentFactory>,
    groups: Vec<SeatingGroup>,
}

impl<'a> Draw<'a> {
    /// Each agent in `games` games: in all seats, or from all sides against the others.
    pub fn all<E: AgentFactory>(game: &dyn AnyGame, agents: &'a [E], games: u64) -> Self {
        Self { agents: any_factories(agents), groups: SeatingGroup::all(game.teams(), agents.len(), games) }
    }

    /// One table: each seat has the agent that `seats` names. An agent in several seats is reported once, by the first of them.
    ///
    /// # Errors
    /// When there are not as many agents as seats.
    pub fn seated<E: AgentFactory>(game: &dyn AnyGame, seats: &'a [E], games: u64) -> Result<Self, Error> {
        let (named, players) = (seats.len(), game.teams().players());
        if named != players {
            return Err(Error::new(format!(
                "the game has {players} seats, but agents are named for {named}"
            )));
        }
        let mut agents: Vec<&dyn AgentFactory> = Vec::new();
        let mut numbers = Vec::with_capacity(players);
        for seat in seats {
            let known = agents.iter().position(|agent| agent.name() == seat.name());
            numbers.push(known.unwrap_or(agents.len()));
            if known.is_none() {
                agents.push(seat);
            }
        }
        Ok(Self { agents, groups: vec![SeatingGroup::fixed(&numbers, games)] })
    }

    /// How many agents are reported.
    pub fn agents(&self) -> usize {
        self.agents.len()
    }

    /// How many games there are in a shard, each on its seed and in its seating.
    pub fn whole(&self, shard: Shard) -> u64 {
        self.ranges(shard, 0).map(|(_, range)| range.end - range.start).sum()
    }

    /// How many of the games of an agent are among the first `done` ones of a shard.
    pub fn games(&self, agent: usize, shard: Shard, done: u64) -> u64 {
        let all = self.ranges(shard, 0).map(|(_, range)| range);
        let counted = self.ranges(shard, done).zip(all).map(|((group, left), all)| {
            let own = group.counted.iter().filter(|one| one.seating.agent() == agent);
            own.map(|one| left.start.min(one.seeds).saturating_sub(all.start)).sum::<u64>()
        });
        counted.sum()
    }

    /// The numbers of the seeds of each seating that are in a shard and not among its first `done` games.
    fn ranges(&self, shard: Shard, done: u64) -> impl Iterator<Item = (&SeatingGroup, Range<u64>)> {
        let mut done = done;
        self.groups.iter().map(move |group| {
            let Range { start, end } = shard.range(group.seeds());
            let skipped = done.min(end - start);
            done -= skipped;
            (group, start + skipped..end)
        })
    }

    /// An empty accumulator for each agent.
    pub fn accumulators(&self, game: &dyn AnyGame) -> Vec<Accumulator> {
        self.agents.iter().map(|_| Accumulator::new(game)).collect()
    }

    /// Plays the games of a shard after the first `done`, and adds them one after the other to these and to the accumulator of each
    /// agent; each time `heard` is called.
    ///
    /// # Errors
    /// As [`run`](super::run), and what `heard` says; what was played up to there is added.
    pub fn play(
        &self,
        game: &dyn AnyGame,
        plan: &Plan<'_>,
        shard: Shard,
        (done, accumulators): (&mut u64, &mut [Accumulator]),
        mut heard: impl FnMut(u64, &[Accumulator]) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let bench = Bench::new(game, &self.agents)?;
        let pool = threads::pool(plan.threads)?;
        for (group, Range { start, end }) in self.ranges(shard, *done) {
            let chunk = chunk(end - start);
            let some = |number: u64| {
                let first = start + number * chunk;
                let numbers = first..end.min(first + chunk);
                let games = numbers.end - numbers.start;
                let part = play_some(game, &bench, group, plan, numbers)?;
                (plan.progress)(part.iter().map(Accumulator::games).sum());
                Ok((games, part))
            };
            in_order(&pool, 0..(end - start).div_ceil(chunk), some, |(games, part)| {
                for (one, result) in group.counted.iter().zip(&part) {
                    accumulators[one.seating.agent()].add(result);
                }
                *done += games;
                heard(*done, accumulators)
            })?;
        }
        for accumulator in accumulators {
            accumulator.on_threads(pool.current_num_threads());
        }
        Ok(())
    }

    /// What the accumulators of all games, from this seed on, say of the agents.
    pub fn report(&self, game: &dyn AnyGame, seed: u64, accumulators: &[Accumulator]) -> Report {
        let named = self.agents.iter().zip(accumulators);
        let mut reports: Vec<AgentReport> =
            named.map(|(agent, accumulator)| accumulator.report(game, agent.name())).collect();
        let meetings = accumulators.iter().enumerate().flat_map(|(a, accumulator)| {
            accumulator.meetings().map(move |(b, games, score)| Meeting { a, b, games, score })
        });
        let meetings: Vec<Meeting> = meetings.collect();
        if !meetings.is_empty() {
            let ratings = ratings(reports.len(), &meetings);
            reports.iter_mut().zip(ratings).for_each(|(report, rating)| report.elo = Some(rating));
        }
        Report { game: game.facts().name, options: game.options().clone(), seed, agents: reports }
    }
}

/// The games of one seating on the seeds with these numbers, one after the other.
fn play_some(
    game: &dyn AnyGame,
    bench: &Bench<'_>,
    group: &SeatingGroup,
    plan: &Plan<'_>,
    numbers: Range<u64>,
) -> Result<Vec<Accumulator>, Error> {
    let mut players = bench.take(group.seats())?;
    let mut accumulators = empty_accumulators(game, group);
    for i in numbers {
        let start = Instant::now();
        let end = plan.play(game, group.seats(), &mut players, i)?;
        let seconds = start.elapsed().as_secs_f64();
        bench.tell(group.seats(), plan.seed.wrapping_add(i), &end);
        for (one, accumulator) in group.counted.iter().zip(&mut accumulators).filter(|(one, _)| i < one.seeds)
        {
            accumulator.count(game, &end, &one.seating, seconds);
        }
    }
    bench.give_back(players);
    Ok(accumulators)
}

/// An empty accumulator for each seating of the group.
fn empty_accumulators(game: &dyn AnyGame, group: &SeatingGroup) -> Vec<Accumulator> {
    group.counted.iter().map(|_| Accumulator::new(game)).collect()
}
