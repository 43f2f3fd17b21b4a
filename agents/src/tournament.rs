//! [`run`]: agents play the same seeded games and are compared with intervals.
//!
//! Where all seats win together, game `i` of a tournament seeded `s` is the first episode of seed `s + i`, whoever plays
//! it, so agents meet the same decks and dice. Where teams are rivals, each seed is played in every seating of an agent
//! against each other agent in turn. Results are added up in the order of the games: they do not depend on the threads.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use holotable_env::{Game, Tabletop};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bots::Bots;
use crate::elo::{Meeting, ratings};
use crate::error::Error;
use crate::play::{Table, teams};
use crate::policy::Policy;
pub use crate::report::{Report, Row, SideRow};
use crate::roster::load;
use crate::tally::Tally;

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
}

impl Plan<'_> {
    /// How many games one thread plays before it asks for more: few where there are few, as they may be slow.
    pub(crate) fn chunk(&self) -> u64 {
        (self.games / 64).clamp(1, CHUNK)
    }

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
    /// The seat whose result counts.
    pub counts: usize,
}

impl Lineup {
    /// One agent in every seat, as in a game that is won or lost together.
    pub fn everyone(agent: usize, players: usize) -> Self {
        Self { seats: vec![agent; players], counts: 0 }
    }

    /// An agent with the team of the seat `lead`, whose result counts, and one rival with all other teams.
    pub fn against<G: Game>(game: &G, agent: usize, rival: usize, lead: usize) -> Self {
        let seat = |p| if game.team(p) == game.team(lead) { agent } else { rival };
        Self { seats: (0..game.players()).map(seat).collect(), counts: lead }
    }

    /// The other agent at the table, if there is one.
    fn rival(&self) -> Option<usize> {
        let agent = self.seats[self.counts];
        self.seats.iter().copied().find(|&other| other != agent)
    }

    /// Every seating of an agent against each of the others: it has one team, and one rival has all other teams. With
    /// nobody to play against it has every seat.
    pub fn all<G: Game>(game: &G, agent: usize, agents: usize) -> Vec<Self> {
        let players = game.players();
        let teams = teams(game);
        if teams.len() == 1 || agents == 1 {
            return vec![Self::everyone(agent, players)];
        }
        let rivals = (0..agents).filter(|&rival| rival != agent);
        rivals
            .flat_map(|rival| teams.iter().map(move |&lead| Self::against(game, agent, rival, lead)))
            .collect()
    }
}

/// Plays the tournament. Where all seats win together, every agent has all seats of its own games; where teams are rivals,
/// it meets the others in turn, from every side of the table. All agents play on the same seeds.
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
        let lineups = Lineup::all(game, i, agents.len());
        let tally = threads.install(|| play_all(game, &benches, &lineups, plan, stop))?;
        let meetings: Vec<Meeting> =
            tally.meetings().map(|(b, games, score)| Meeting { a: i, b, games, score }).collect();
        Ok((tally.row(game, name, start.elapsed().as_secs_f64()), meetings))
    });
    let (mut rows, meetings): (Vec<Row>, Vec<_>) =
        rows.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
    if meetings.iter().any(|meetings| !meetings.is_empty()) {
        let ratings = ratings(rows.len(), &meetings.concat());
        rows.iter_mut().zip(ratings).for_each(|(row, rating)| row.elo = Some(rating));
    }
    Ok(Report { game: G::NAME, options: game.options().clone(), seed: plan.seed, agents: rows })
}

/// All games of one agent, added up in their order.
fn play_all<G: Bots>(
    game: &G,
    benches: &[Bench<'_, G>],
    lineups: &[Lineup],
    plan: &Plan<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Tally, Error> {
    let mut total = Tally::new::<G>();
    for round in (0..plan.games).step_by(ROUND as usize) {
        let end = plan.games.min(round + ROUND);
        let chunks: Vec<u64> = (round..end).step_by(plan.chunk() as usize).collect();
        let parts: Result<Vec<Tally>, Error> = chunks
            .into_par_iter()
            .with_max_len(1)
            .map(|first| {
                if stop() {
                    return Err(Error::new("the tournament was stopped"));
                }
                let last = end.min(first + plan.chunk());
                let tally = play_some(game, benches, lineups, plan, first..last)?;
                (plan.progress)(last - first);
                Ok(tally)
            })
            .collect();
        parts?.iter().for_each(|part| total.add(part));
    }
    Ok(total)
}

/// The games `games` of one agent, one after the other: the lineups take turns on each seed.
fn play_some<G: Bots>(
    game: &G,
    benches: &[Bench<'_, G>],
    lineups: &[Lineup],
    plan: &Plan<'_>,
    games: std::ops::Range<u64>,
) -> Result<Tally, Error> {
    let mut players = BTreeMap::new();
    for &agent in lineups.iter().flat_map(|lineup| &lineup.seats) {
        if let Entry::Vacant(free) = players.entry(agent) {
            free.insert(benches[agent].take(game)?);
        }
    }
    let mut tally = Tally::new::<G>();
    let turns = lineups.len() as u64;
    for i in games {
        let (seed, lineup) = (plan.seed.wrapping_add(i / turns), &lineups[(i % turns) as usize]);
        let played = play_one(game, lineup, &mut players, seed, plan.check);
        let (end, decisions) = played.map_err(|why| Error::new(format!("seed {seed}: {why}")))?;
        tally.count(game, &end, (lineup.counts, lineup.rival()), decisions);
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
