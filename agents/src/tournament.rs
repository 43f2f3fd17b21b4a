//! [`run`]: agents play the same seeded games and are compared with intervals.
//!
//! Game `i` of a tournament seeded `s` is the first episode of seed `s + i`, whoever plays it, so agents meet
//! the same decks and dice. Results are added up in the order of the seeds: they do not depend on the threads.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use holotable_env::{Options, Tabletop};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Serialize, Serializer};

use crate::bots::{Bots, load};
use crate::error::Error;
use crate::play::Table;
use crate::policy::Policy;
use crate::stats::{mean, wilson};

/// Games that one thread plays before it asks for more.
pub(crate) const CHUNK: u64 = 8;
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
}

impl Plan<'_> {
    /// The threads to play on.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Error> {
        ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|e| Error::new(format!("cannot start {} threads: {e}", self.threads)))
    }
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, seed, threads, check, progress: _ } = self;
        write!(f, "Plan {{ games: {games}, seed: {seed}, threads: {threads}, check: {check} }}")
    }
}

/// Which agent sits in which seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// For each seat the number of its agent in the list.
    pub seats: Vec<usize>,
}

impl Lineup {
    /// One agent in every seat, as in a game that is won or lost together.
    pub fn everyone(agent: usize, players: usize) -> Self {
        Self { seats: vec![agent; players] }
    }
}

/// How the agents did.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// Every option in force.
    pub options: Options,
    /// The seed of the first game.
    pub seed: u64,
    /// One row an agent, in the order given.
    pub agents: Vec<Row>,
}

/// How one agent did.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The agent as it was asked for.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games in which the team of seat 0 scored 1.
    pub wins: u64,
    /// Wins a game.
    pub win_rate: f64,
    /// The lower end of Wilson's 95 % interval for the win rate.
    pub ci_low: f64,
    /// The upper end of it.
    pub ci_high: f64,
    /// The mean of the count `turns` in the game's summary; `None` for a game that counts no turns.
    pub mean_turns: Option<f64>,
    /// Decisions a game, not counting moves without alternative.
    pub decisions_per_game: f64,
    /// How often each of the game's reasons ended it, in the game's order.
    #[serde(serialize_with = "as_map")]
    pub reasons: Vec<(&'static str, u64)>,
    /// The greatest value of each count of the game's summary over all games, in the game's order.
    #[serde(skip)]
    pub greatest: Vec<(&'static str, f64)>,
    /// Speed on this machine; not in the JSON, which is equal for equal seeds.
    #[serde(skip)]
    pub games_per_s: f64,
}

fn as_map<S: Serializer>(pairs: &[(&'static str, u64)], s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(pairs.iter().copied())
}

/// Plays the tournament: every agent in all seats of its own games, all agents on the same seeds.
///
/// A [`Policy`] must answer alike whatever games it has seen before; each thread keeps one and reuses it.
///
/// # Errors
/// As [`load`], before the first game; when the threads cannot be started; with [`Plan::check`], the first
/// broken invariant with the seed of its game.
pub fn run<G: Bots>(game: &G, agents: &[String], plan: &Plan<'_>) -> Result<Report, Error> {
    run_until(game, agents, plan, &|| false)
}

/// [`run`], but no further games begin once `stop` says so.
///
/// # Errors
/// As [`run`], and when it was stopped.
pub fn run_until<G: Bots>(
    game: &G,
    agents: &[String],
    plan: &Plan<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Report, Error> {
    let benches = agents.iter().map(|spec| Bench::new(game, spec)).collect::<Result<Vec<_>, _>>()?;
    let threads = plan.pool()?;
    let rows = agents.iter().enumerate().map(|(i, name)| {
        let start = Instant::now();
        let lineup = Lineup::everyone(i, game.players());
        let tally = threads.install(|| play_all(game, &benches, &lineup, plan, stop))?;
        Ok(tally.row::<G>(name, start.elapsed().as_secs_f64()))
    });
    Ok(Report {
        game: G::NAME,
        options: game.options().clone(),
        seed: plan.seed,
        agents: rows.collect::<Result<_, Error>>()?,
    })
}

/// All games of one lineup, added up in the order of their seeds.
fn play_all<G: Bots>(
    game: &G,
    benches: &[Bench<'_, G>],
    lineup: &Lineup,
    plan: &Plan<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Tally, Error> {
    let mut total = Tally::new::<G>();
    for round in (0..plan.games).step_by(ROUND as usize) {
        let end = plan.games.min(round + ROUND);
        let chunks: Vec<u64> = (round..end).step_by(CHUNK as usize).collect();
        let parts: Result<Vec<Tally>, Error> = chunks
            .into_par_iter()
            .with_max_len(1)
            .map(|first| {
                if stop() {
                    return Err(Error::new("the tournament was stopped"));
                }
                let last = end.min(first + CHUNK);
                let tally = play_some(game, benches, lineup, plan, first..last)?;
                (plan.progress)(last - first);
                Ok(tally)
            })
            .collect();
        parts?.iter().for_each(|part| total.add(part));
    }
    Ok(total)
}

/// The games `games` of one lineup, one after the other.
fn play_some<G: Bots>(
    game: &G,
    benches: &[Bench<'_, G>],
    lineup: &Lineup,
    plan: &Plan<'_>,
    games: std::ops::Range<u64>,
) -> Result<Tally, Error> {
    let mut players = BTreeMap::new();
    for &agent in &lineup.seats {
        if let Entry::Vacant(free) = players.entry(agent) {
            free.insert(benches[agent].take(game)?);
        }
    }
    let mut tally = Tally::new::<G>();
    for i in games {
        let seed = plan.seed.wrapping_add(i);
        let played = play_one(game, lineup, &mut players, seed, plan.check);
        let (end, decisions) = played.map_err(|why| Error::new(format!("seed {seed}: {why}")))?;
        tally.count(game, &end, decisions);
    }
    for (agent, player) in players {
        benches[agent].give_back(player);
    }
    Ok(tally)
}

/// One game to its end, and how many decisions it took; or the invariant that it broke, if checked.
pub(crate) fn play_one<G: Tabletop>(
    game: &G,
    lineup: &Lineup,
    players: &mut Players<G>,
    seed: u64,
    check: bool,
) -> Result<(G::State, u64), String> {
    let mut table = Table::new(seed, game.players());
    let mut s = game.start(&mut table.chance);
    let mut decisions = 0;
    while let Some(seat) = game.actor(&s) {
        let player = players.get_mut(&lineup.seats[seat]).expect("every agent of the lineup has a player");
        let decision = table.decide(game, &s, seat, player.as_mut());
        decisions += u64::from(!decision.forced);
        game.step(&mut s, decision.action, &mut table.chance);
        if check {
            game.check(&s)?;
        }
    }
    Ok((s, decisions))
}

/// The players at a table by the numbers of their agents.
pub(crate) type Players<G> = BTreeMap<usize, Box<dyn Policy<G>>>;

/// Players of one agent that wait for a table.
pub(crate) struct Bench<'a, G> {
    spec: &'a str,
    waiting: Mutex<Vec<Box<dyn Policy<G>>>>,
}

impl<'a, G: Bots> Bench<'a, G> {
    pub fn new(game: &G, spec: &'a str) -> Result<Self, Error> {
        Ok(Self { spec, waiting: Mutex::new(vec![load(game, spec)?]) })
    }

    pub fn take(&self, game: &G) -> Result<Box<dyn Policy<G>>, Error> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        waiting.map_or_else(|| load(game, self.spec), Ok)
    }

    pub fn give_back(&self, player: Box<dyn Policy<G>>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(player);
    }
}

/// Sums over games.
struct Tally {
    games: u64,
    wins: u64,
    turns: Option<f64>,
    decisions: u64,
    reasons: Vec<u64>,
    greatest: Vec<(&'static str, f64)>,
}

impl Tally {
    fn new<G: Tabletop>() -> Self {
        let reasons = vec![0; G::REASONS.len()];
        Self { games: 0, wins: 0, turns: Some(0.0), decisions: 0, reasons, greatest: Vec::new() }
    }

    fn count<G: Tabletop>(&mut self, game: &G, end: &G::State, decisions: u64) {
        let summary = game.summary(end);
        let turns = summary.counts.iter().find(|(name, _)| *name == "turns").map(|(_, n)| n);
        let reason = G::REASONS.iter().position(|r| *r == summary.reason);
        self.games += 1;
        self.wins += u64::from(game.score(end, 0) >= 1.0);
        self.turns = self.turns.zip(turns).map(|(sum, n)| sum + n);
        self.decisions += decisions;
        self.reasons[reason.expect("a game ends for one of its reasons")] += 1;
        greater(&mut self.greatest, &summary.counts);
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.turns = self.turns.zip(other.turns).map(|(a, b)| a + b);
        self.decisions += other.decisions;
        self.reasons.iter_mut().zip(&other.reasons).for_each(|(a, b)| *a += b);
        greater(&mut self.greatest, &other.greatest);
    }

    fn row<G: Tabletop>(&self, name: &str, seconds: f64) -> Row {
        let (ci_low, ci_high) = wilson(self.wins, self.games);
        Row {
            name: name.to_owned(),
            games: self.games,
            wins: self.wins,
            win_rate: mean(self.wins as f64, self.games),
            ci_low,
            ci_high,
            mean_turns: self.turns.map(|sum| mean(sum, self.games)),
            decisions_per_game: mean(self.decisions as f64, self.games),
            reasons: G::REASONS.iter().copied().zip(self.reasons.iter().copied()).collect(),
            greatest: self.greatest.clone(),
            games_per_s: self.games as f64 / seconds,
        }
    }
}

/// Raises each count of `most` to that of `counts`, which has the same names in the same order.
fn greater(most: &mut Vec<(&'static str, f64)>, counts: &[(&'static str, f64)]) {
    if most.is_empty() {
        most.extend(counts);
    }
    most.iter_mut().zip(counts).for_each(|((_, a), (_, b))| *a = a.max(*b));
}
