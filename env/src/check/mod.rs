//! [`conforms`]: the suite that every game passes.

mod batches;
mod enumerate;
mod moves;
mod position;
mod twins;

use std::ops::Range;

pub use self::position::check as position;
pub use self::twins::{Twins, tells_apart};
use crate::chance::{Chance, Sample, generator};
use crate::error::ensure;
use crate::game::legal_actions;
use crate::observe::Layout;
use crate::replay::Replay;
use crate::tabletop::Tabletop;

/// What a conformance run saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: usize,
    /// States looked at.
    pub states: usize,
    /// Seats that were out before the end of their game.
    pub eliminated: usize,
    /// Actions whose outcomes were all listed.
    pub enumerated: usize,
    /// Actions with more outcomes than the limit.
    pub too_many: usize,
}

/// How many positions are searched for twins: see [`tells_apart`], which can be asked for more.
const SEARCHED: usize = 2_000;

/// What takes long is done at one in so many states.
const SELDOM: usize = 16;

/// Plays `n` random games and checks at every state what the core promises of every game.
///
/// Enumerating outcomes and drawing pictures is slow, so it is done at a sample of the states; everything else at each.
///
/// # Errors
/// The first broken promise, with the seed and the number of decisions that lead to it.
pub fn conforms<G: Tabletop>(game: &G, n: usize) -> Result<Report, String> {
    conforms_on(game, 0..n as u64)
}

/// The same on games of these seeds.
///
/// # Errors
/// As [`conforms`].
pub fn conforms_on<G: Tabletop>(game: &G, seeds: Range<u64>) -> Result<Report, String> {
    let mut report = Report::default();
    let layout = Layout::of(game);
    names(&layout)?;
    layout.check_relations()?;
    teams(game)?;
    let last = seeds.end;
    for seed in seeds {
        play(game, seed, &layout, &mut report).map_err(|why| format!("seed {seed}: {why}"))?;
        report.games += 1;
    }
    let mut choose = Sample(generator(last, 6));
    tells_apart(game, SEARCHED, last, |_, legal| legal[choose.below(legal.len())])?;
    batches::equal_single_games(game)?;
    Ok(report)
}

/// Plays the game that a byte string spells: each byte picks `legal[byte % len]` (two bytes where there are more than
/// 256 actions), and zeros follow. Chance comes from `seed`. Calls `visit` at every state from the first to the last.
///
/// # Errors
/// What `visit` says.
pub fn play_bytes<G: Tabletop>(
    game: &G,
    seed: u64,
    bytes: &[u8],
    mut visit: impl FnMut(&G::State) -> Result<(), String>,
) -> Result<G::State, String> {
    let mut chance = Sample(generator(seed, 0));
    let mut s = game.start(&mut chance);
    let mut bytes = bytes.iter();
    let mut byte = || usize::from(*bytes.next().unwrap_or(&0));
    visit(&s)?;
    while game.actor(&s).is_some() {
        let legal = legal_actions(game, &s);
        let number = if legal.len() > 256 { byte() << 8 | byte() } else { byte() };
        game.step(&mut s, legal[number % legal.len()], &mut chance);
        visit(&s)?;
    }
    Ok(s)
}

/// Teams are the numbers from 0 on: who lines them up takes them for places in a list.
fn teams<G: Tabletop>(game: &G) -> Result<(), String> {
    let mut teams: Vec<_> = (0..game.players()).map(|p| game.team(p)).collect();
    teams.sort_unstable();
    teams.dedup();
    ensure(teams.iter().copied().eq(0..teams.len()), || format!("the teams are {teams:?}"))
}

/// Blocks, and fields within a block, have names of their own.
fn names(layout: &Layout) -> Result<(), String> {
    let blocks = layout.observation_blocks.iter().map(|b| b.name.as_str());
    distinct(blocks.collect(), "blocks of the observation")?;
    distinct(layout.action_blocks.iter().map(|b| b.name.as_str()).collect(), "blocks of actions")?;
    for b in &layout.observation_blocks {
        distinct(b.fields.iter().map(|f| f.name.as_str()).collect(), &format!("fields of '{}'", b.name))?;
    }
    Ok(())
}

fn distinct(mut names: Vec<&str>, of: &str) -> Result<(), String> {
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two {of} are called '{}'", pair[0])),
        None => Ok(()),
    }
}

fn play<G: Tabletop>(game: &G, seed: u64, layout: &Layout, report: &mut Report) -> Result<(), String> {
    let mut chance = Sample(generator(seed, 0));
    let mut choose = Sample(generator(!seed, 1));
    let (mut replay, mut s) = Replay::begin(game, seed, Vec::new(), &mut chance);
    let mut finals = vec![None; game.players()];
    for decision in 0.. {
        let place = |why: String| format!("decision {decision}: {why}");
        let thorough = decision % SELDOM == seed as usize % SELDOM;
        position::check(game, &s, layout, thorough, &mut choose).map_err(place)?;
        results(game, &s, &mut finals).map_err(place)?;
        report.states += 1;
        let legal = legal_actions(game, &s);
        if legal.is_empty() {
            break;
        }
        ensure(decision < G::MAX_DECISIONS, || format!("no end after {decision} decisions"))?;
        let a = legal[choose.below(legal.len())];
        if thorough {
            enumerate::check(game, &s, a, report).map_err(place)?;
            moves::check(game, &s).map_err(place)?;
        }
        let turn = game.turn(&s);
        report.eliminated += replay_step(game, &mut replay, &mut s, a, &mut chance);
        ensure(game.turn(&s) >= turn, || format!("turn {} follows turn {turn}", game.turn(&s)))
            .map_err(place)?;
    }
    let text = replay.to_text();
    let read = Replay::from_text(&text).map_err(|e| e.to_string())?;
    ensure(read == replay, || "a replay changes when written and read".into())?;
    let frames = read.frames(game).map_err(|e| e.to_string())?;
    ensure(frames.last() == Some(&s), || "a replay ends elsewhere".into())
}

/// Plays a step, and counts the seats that it put out of a game that goes on.
fn replay_step<G: Tabletop>(
    game: &G,
    replay: &mut Replay,
    s: &mut G::State,
    a: G::Action,
    chance: &mut dyn Chance,
) -> usize {
    let out = |s: &G::State| (0..game.players()).filter(|&p| game.ended(s, p)).count();
    let before = out(s);
    replay.step(game, s, a, chance);
    if game.actor(s).is_some() { out(s) - before } else { 0 }
}

/// A result is final once a seat has ended, it is the same for a whole team, and all seats end with the game.
fn results<G: Tabletop>(game: &G, s: &G::State, finals: &mut [Option<f32>]) -> Result<(), String> {
    for (p, before) in finals.iter_mut().enumerate() {
        let ended = game.ended(s, p);
        ensure(ended || game.actor(s).is_some(), || format!("the game is over, but seat {p} has not ended"))?;
        ensure(!ended || game.actor(s) != Some(p), || format!("seat {p} has ended, but decides"))?;
        ensure(ended || before.is_none(), || format!("seat {p} had ended, and is back"))?;
        if !ended {
            continue;
        }
        let score = game.score(s, p);
        ensure((0.0..=1.0).contains(&score), || format!("seat {p} scores {score}"))?;
        let before = *before.get_or_insert(score);
        ensure(before.to_bits() == score.to_bits(), || {
            format!("seat {p} had {before} and now scores {score}")
        })?;
        for q in (0..game.players()).filter(|&q| game.team(q) == game.team(p)) {
            let same = game.ended(s, q) && game.score(s, q).to_bits() == score.to_bits();
            ensure(same, || format!("seats {p} and {q} of a team end apart"))?;
        }
    }
    Ok(())
}
