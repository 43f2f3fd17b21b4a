//! [`Season::play`]: plays what a season has not played yet.

use std::sync::Arc;
use std::thread::sleep;

use holotable_erased::{AnyGame, Clock, Limits, Players};
use holotable_store::error::Error;
use holotable_store::folder::{self, Lock};
use holotable_store::in_order::in_order;
use holotable_store::stop::heeding;
use holotable_store::{files, threads};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::judge::{Errors, judge_game};
use super::matches::{Match, seeds};
use super::results::{Block, Forfeit, MatchResults};
use super::{Season, WAIT, Work};
use crate::exec::Reported;

/// So many matches a thread are taken at a time; the rest is left to other processes.
const TAKEN: usize = 2;

/// How long the entrants of a match thought, which differs from machine to machine, and what they say of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Times {
    /// Decisions of each entrant.
    pub decisions: Vec<u64>,
    /// Seconds of each entrant for them.
    pub seconds: Vec<f64>,
    /// Answers of a model that each says it has asked again; none where nobody says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retries: Vec<u64>,
    /// Tokens that each says its model wrote; none where nobody says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<u64>,
}

/// What is measured of a player, and what it says of itself.
#[derive(Default)]
struct Watch {
    clock: Arc<Clock>,
    reported: Arc<Reported>,
}

impl Times {
    fn of(watches: &[Watch]) -> Self {
        let said = |of: fn(&Reported) -> u64| {
            let sums: Vec<u64> = watches.iter().map(|watch| of(&watch.reported)).collect();
            if sums.iter().all(|sum| *sum == 0) { Vec::new() } else { sums }
        };
        Self {
            decisions: watches.iter().map(|watch| watch.clock.decisions()).collect(),
            seconds: watches.iter().map(|watch| watch.clock.time().as_secs_f64()).collect(),
            retries: said(Reported::retries),
            tokens: said(Reported::tokens),
        }
    }

    fn fits(&self, entrants: usize) -> bool {
        let none_or_all = |n: usize| n == 0 || n == entrants;
        self.decisions.len() == entrants
            && self.seconds.len() == entrants
            && none_or_all(self.retries.len())
            && none_or_all(self.tokens.len())
    }

    fn add(&mut self, other: &Self) {
        sum(&mut self.decisions, &other.decisions);
        sum(&mut self.seconds, &other.seconds);
        sum(&mut self.retries, &other.retries);
        sum(&mut self.tokens, &other.tokens);
    }
}

/// Adds numbers place by place; what is not there is nothing.
fn sum<T: Copy + Default + std::ops::AddAssign>(to: &mut Vec<T>, numbers: &[T]) {
    to.resize(to.len().max(numbers.len()), T::default());
    for (sum, number) in to.iter_mut().zip(numbers) {
        *sum += *number;
    }
}

/// A match that this process plays.
struct Taken {
    key: String,
    of: Match,
    results: MatchResults,
    times: Times,
    /// How many blocks it is to have.
    upto: u64,
    _lock: Lock,
}

/// A block as it was played.
#[derive(Default)]
struct Played {
    block: Block,
    times: Times,
    /// The replays that are kept, by the numbers of their games from 1.
    replays: Vec<(u64, String)>,
}

impl Season {
    /// Plays until the plan says that it is enough. What is there already is not played again, and other processes
    /// may play in the same folder.
    ///
    /// # Errors
    /// One line with the entrant, the game and the seed; when it was stopped. What was played is kept. One line where something
    /// [changed](Self::changed) since the season began.
    pub fn play(&self, work: &Work<'_>) -> Result<(), Error> {
        self.must_be_as_it_began()?;
        let pool = threads::pool(work.threads)?;
        for name in self.plan.games.keys() {
            self.play_game(name, work, &pool)?;
        }
        Ok(())
    }

    fn play_game(&self, name: &str, work: &Work<'_>, pool: &ThreadPool) -> Result<(), Error> {
        let plan = &self.plan.games[name];
        let matches = self.matches(name);
        let Some((_, any)) = matches.first() else { return Ok(()) };
        let seatings = any.seatings(self.games[name].teams()).len();
        let keys: Vec<(String, &Match)> = matches.iter().map(|(key, of)| (key.clone(), of)).collect();
        loop {
            let mut schedule = self.schedule(name)?;
            while !self.play_missing(name, &matches, &schedule, work, pool)? {
                sleep(WAIT);
            }
            let ratings = self.ratings(name, &schedule)?;
            let Some(next) = schedule.next(&keys, plan, seatings, &ratings) else { return Ok(()) };
            let blocks: u64 = next.iter().map(|(key, upto)| upto - schedule.blocks(key)).sum();
            if blocks > 0 {
                let games = blocks * plan.block * seatings as u64;
                (work.say)(&format!(
                    "{name}, round {}: {games} games in {} match{}",
                    schedule.rounds.len() + 1,
                    next.len(),
                    if next.len() == 1 { "" } else { "es" }
                ));
            }
            schedule.rounds.push(next);
            schedule.write(&self.schedule_file(name))?;
        }
    }

    /// Plays what of the rounds so far nobody plays or has played; says whether all is there now.
    fn play_missing(
        &self,
        name: &str,
        matches: &[(String, Match)],
        schedule: &super::Schedule,
        work: &Work<'_>,
        pool: &ThreadPool,
    ) -> Result<bool, Error> {
        let game = &self.games[name];
        let mut whole = true;
        let mut left = matches.iter();
        loop {
            let mut taken: Vec<Taken> = Vec::new();
            for (key, of) in left.by_ref() {
                let upto = schedule.blocks(key);
                if self.results(name, key, of)?.blocks.len() as u64 >= upto {
                    continue;
                }
                let place = self.place(name, key);
                folder::create(&place)?;
                let Some(lock) = folder::try_lock(&place)? else {
                    whole = false;
                    continue;
                };
                // Another process may have played it meanwhile.
                let results = self.results(name, key, of)?;
                let times = self.times(name, key, of);
                taken.push(Taken { key: key.clone(), of: of.clone(), results, times, upto, _lock: lock });
                if taken.len() >= TAKEN * pool.current_num_threads() {
                    break;
                }
            }
            if taken.is_empty() {
                break;
            }
            self.play_taken(name, game, &mut taken, work, pool)?;
        }
        if work.stop.is_asked() { Err(broken_off()) } else { Ok(whole) }
    }

    fn play_taken(
        &self,
        name: &str,
        game: &Arc<dyn AnyGame>,
        taken: &mut [Taken],
        work: &Work<'_>,
        pool: &ThreadPool,
    ) -> Result<(), Error> {
        let blocks = |(i, one): (usize, &Taken)| {
            (one.results.blocks.len() as u64..one.upto).map(move |block| (i, block)).collect::<Vec<_>>()
        };
        let units: Vec<(usize, u64)> = taken.iter().enumerate().flat_map(blocks).collect();
        let tables: Vec<(String, Match)> =
            taken.iter().map(|one| (one.key.clone(), one.of.clone())).collect();
        let play = |number: u64| {
            let (i, block) = units[number as usize];
            let played = self.play_block(name, game, &tables[i].1, block, work)?;
            Ok((i, played))
        };
        in_order(pool, 0..units.len() as u64, play, |(i, played)| {
            let one = &mut taken[i];
            let place = self.place(name, &one.key);
            for (number, replay) in played.replays {
                files::write(&place.join(format!("{number}.jsonl")), &replay)?;
            }
            one.times.add(&played.times);
            one.results.blocks.push(played.block);
            one.results.write(&place.join("results.json"))?;
            files::write(
                &place.join("times.json"),
                &serde_json::to_string(&one.times).expect("plain data is JSON"),
            )
        })
    }

    pub(super) fn times(&self, name: &str, key: &str, of: &Match) -> Times {
        let path = self.place(name, key).join("times.json");
        // They are told, and nothing depends on them.
        let found = files::read(&path).ok().and_then(|text| serde_json::from_str::<Times>(&text).ok());
        found.filter(|times| times.fits(of.0.len())).unwrap_or_default()
    }

    /// Plays a block by players of its own, so that it is the same whatever was played before.
    fn play_block(
        &self,
        name: &str,
        game: &Arc<dyn AnyGame>,
        of: &Match,
        block: u64,
        work: &Work<'_>,
    ) -> Result<Played, Error> {
        let (plan, entrants) = (&self.plan.games[name], &self.frozen.entrants);
        let (seatings, first) = (of.seatings(game.teams()), seeds(block, plan.block).start);
        let watches: Vec<Watch> = of.0.iter().map(|_| Watch::default()).collect();
        let mut players = Players::new();
        for (place, &one) in of.0.iter().enumerate() {
            let Watch { clock, reported } = &watches[place];
            let player = entrants[one].player(&self.folder, game, Arc::clone(reported))?;
            players.insert(place, game.clocked(player, Arc::clone(clock)));
        }
        let judged = first * (seatings.len() as u64) < plan.judged;
        let judge = |judge: String| game.player(&judge).map_err(|e| e.within(format!("games.{name}.judge")));
        let mut judge = self.judge(name).filter(|_| judged).map(judge).transpose()?;
        let within = |seed: u64| format!("{}: {name}, seed {seed}", self.key(of));
        let mut played = Played::default();
        let turns =
            seeds(block, plan.block).flat_map(|seed| seatings.iter().map(move |seating| (seed, seating)));
        for (number, (seed, seating)) in (first * seatings.len() as u64..).zip(turns) {
            let seats: Vec<usize> = game.teams().of_seats().iter().map(|&team| seating[team]).collect();
            let seed = self.plan.seed + seed;
            let (replay, end) = if number < plan.judged.max(plan.shown) {
                let names: Vec<String> =
                    seats.iter().map(|&place| entrants[of.0[place]].entry.name.clone()).collect();
                let record = || Arc::clone(game).record(&seats, &names, &mut players, seed);
                let (replay, _, end) = heeding(work.stop, record);
                (Some(replay), end)
            } else {
                let limits = Limits { check: false, decisions: u64::MAX, stop: work.stop };
                let end = game.play(&seats, &mut players, seed, limits);
                (None, end.map_err(|why| Error::new(why).within(within(seed)))?)
            };
            let end = end.ok_or_else(broken_off)?;
            let mut scores = vec![0.0; of.0.len()];
            for (team, &lead) in game.teams().leads().iter().enumerate() {
                scores[seating[team]] = end.scores[lead];
            }
            played.block.scores.push(scores);
            if let Some((seat, why)) = end.forfeit {
                played.block.forfeits.push(Forfeit { entrant: seats[seat], seed, seat, why });
                // The rest of the game is nobody's.
                continue;
            }
            let Some(replay) = replay else { continue };
            if let Some(judge) = judge.as_deref_mut().filter(|_| number < plan.judged) {
                let errors = &mut played.block.errors;
                errors.resize(of.0.len(), Errors::new());
                let found =
                    heeding(work.stop, || judge_game(judge, game, (number, &replay), seating, errors));
                played.block.judged.push(found.map_err(|e| e.within(within(seed)))?);
            }
            if work.stop.is_asked() {
                return Err(broken_off());
            }
            if number < plan.shown {
                played.replays.push((number + 1, replay.to_text()));
            }
        }
        (work.progress)(played.block.scores.len() as u64);
        played.times = Times::of(&watches);
        played.block.decisions.clone_from(&played.times.decisions);
        Ok(played)
    }
}

fn broken_off() -> Error {
    Error::new("the season was broken off")
}
