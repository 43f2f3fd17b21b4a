//! [`conforms`]: the suite that every game passes.

use std::fmt::Write as _;

use crate::batch::{AutoReset, Batch, BatchConfig};
use crate::buffers::Arrays;
use crate::chance::{Chance, Record, Sample, Tape, generator};
use crate::finite::Finite;
use crate::game::{Tabletop, legal_actions};
use crate::layout::Layout;
use crate::observe::Explain;
use crate::replay::Replay;
use crate::walk::outcomes;

/// What a conformance run saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: usize,
    /// States looked at.
    pub states: usize,
    /// Actions whose outcomes were all listed.
    pub enumerated: usize,
    /// Actions with more outcomes than the limit.
    pub too_many: usize,
}

/// The most outcomes that conformance lists for one action.
const LIMIT: usize = 2_000;

/// Plays `n` random games and checks at every state what the core promises of every game.
///
/// Enumerating outcomes is slow, so it is done at a sample of the states; everything else at each.
///
/// # Errors
/// The first broken promise, with the seed and the number of decisions that lead to it.
pub fn conforms<G: Tabletop>(game: &G, n: usize) -> Result<Report, String> {
    let mut report = Report::default();
    let layout = Layout::of(game);
    for seed in 0..n as u64 {
        play(game, seed, &layout, &mut report).map_err(|why| format!("seed {seed}: {why}"))?;
        report.games += 1;
    }
    batches(game)?;
    Ok(report)
}

/// Plays the game that a byte string spells: each byte picks `legal[byte % len]`, and zeros follow.
/// Chance comes from `seed`. Calls `visit` at every state from the first to the last.
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
    visit(&s)?;
    while game.actor(&s).is_some() {
        let legal = legal_actions(game, &s);
        let byte = usize::from(*bytes.next().unwrap_or(&0));
        game.step(&mut s, legal[byte % legal.len()], &mut chance);
        visit(&s)?;
    }
    Ok(s)
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn play<G: Tabletop>(game: &G, seed: u64, layout: &Layout, report: &mut Report) -> Result<(), String> {
    let mut chance = Sample(generator(seed, 0));
    let mut choose = Sample(generator(!seed, 1));
    let (mut replay, mut s) = Replay::begin(game, seed, Vec::new(), &mut chance);
    for decision in 0.. {
        let place = |why: String| format!("decision {decision}: {why}");
        position(game, &s, layout, &mut choose).map_err(place)?;
        report.states += 1;
        let legal = legal_actions(game, &s);
        if legal.is_empty() {
            break;
        }
        ensure(decision < G::MAX_DECISIONS, || format!("no end after {decision} decisions"))?;
        let a = legal[choose.below(legal.len().min(64))];
        if decision % 16 == seed as usize % 16 {
            enumerate(game, &s, a, report).map_err(place)?;
        }
        replay.step(game, &mut s, a, &mut chance);
    }
    let text = replay.to_text();
    let read = Replay::from_text(&text).map_err(|e| e.to_string())?;
    ensure(read == replay, || "a replay changes when written and read".into())?;
    let frames = read.frames(game).map_err(|e| e.to_string())?;
    ensure(frames.last() == Some(&s), || "a replay ends elsewhere".into())?;
    for p in 0..game.players() {
        let score = game.score(&s, p);
        ensure((0.0..=1.0).contains(&score), || format!("seat {p} scores {score}"))?;
        let mates = (0..game.players()).filter(|&q| game.team(q) == game.team(p));
        for q in mates {
            ensure(game.score(&s, q).to_bits() == score.to_bits(), || format!("seats {p} and {q} differ"))?;
        }
    }
    Ok(())
}

/// What holds in every single state.
fn position<G: Tabletop>(
    game: &G,
    s: &G::State,
    layout: &Layout,
    chance: &mut impl Chance,
) -> Result<(), String> {
    game.check(s)?;
    let legal: Vec<usize> = legal_actions(game, s).iter().map(|a| a.index()).collect();
    ensure(legal.is_empty() == game.actor(s).is_none(), || "legal actions and the end disagree".into())?;
    ensure(legal.windows(2).all(|w| w[0] < w[1]), || format!("legal actions out of order: {legal:?}"))?;
    ensure(legal.iter().all(|&i| G::Action::at(i).index() == i), || "numbers of actions disagree".into())?;
    for p in 0..game.players() {
        ensure(Layout::at(game, s, p) == *layout, || "the observation changes its layout".into())?;
        let seen = observe(game, s, p);
        for v in &seen.values {
            let (lo, hi) = v.range;
            ensure((lo..=hi).contains(&v.value), || format!("{} is {}, not {lo}..{hi}", v.name, v.value))?;
        }
        let mut other = *s;
        game.redeal(&mut other, p, chance);
        game.check(&other).map_err(|why| format!("after a redeal for seat {p}: {why}"))?;
        ensure(observe(game, &other, p).values == seen.values, || {
            format!("a redeal changes what seat {p} sees")
        })?;
        let may: Vec<usize> = legal_actions(game, &other).iter().map(|a| a.index()).collect();
        ensure(game.actor(s) != Some(p) || may == legal, || {
            format!("a redeal changes what seat {p} may do")
        })?;
    }
    let back = game.from_json(&game.to_json(s)).map_err(|e| format!("its own JSON is refused: {e}"))?;
    ensure(back == *s, || "a state changes when written as JSON and read".into())?;
    let mut words = game.text(s);
    for &i in &legal {
        let _ = write!(words, "{}", game.tell(s, G::Action::at(i)));
    }
    ensure(!words.contains('\u{FFFD}'), || "text with broken characters".into())
}

fn observe<G: Tabletop>(game: &G, s: &G::State, p: usize) -> Explain {
    let mut seen = Explain::default();
    game.observe(s, p, &mut seen);
    seen
}

/// Every outcome of one action: probabilities, invariants, and agreement of sampling, walking and tape.
fn enumerate<G: Tabletop>(game: &G, s: &G::State, a: G::Action, report: &mut Report) -> Result<(), String> {
    let Ok(all) = outcomes(game, s, a, LIMIT) else {
        report.too_many += 1;
        return Ok(());
    };
    report.enumerated += 1;
    let mass: f64 = all.iter().map(|o| o.probability).sum();
    ensure((mass - 1.0).abs() < 1e-9, || format!("{} has outcomes of mass {mass}", a.label()))?;
    for o in &all {
        game.check(&o.state).map_err(|why| format!("an outcome of {}: {why}", a.label()))?;
    }
    let mut sample = Sample(generator(report.enumerated as u64, 2));
    let mut record = Record::new(&mut sample);
    let mut next = *s;
    game.step(&mut next, a, &mut record);
    let picks = record.into_picks();
    let found = all.iter().find(|o| o.picks == picks);
    ensure(found.is_some_and(|o| o.state == next), || {
        format!("a sample of {} is not enumerated", a.label())
    })?;
    let mut tape = Tape::new(&picks);
    let mut again = *s;
    game.step(&mut again, a, &mut tape);
    tape.finish()?;
    ensure(again == next, || format!("a tape of {} ends elsewhere", a.label()))
}

/// A batch equals single games, on one thread and on several, in each auto-reset mode.
fn batches<G: Tabletop>(game: &G) -> Result<(), String> {
    const SLOTS: usize = 40;
    const STEPS: usize = 200;
    for auto_reset in [AutoReset::NextStep, AutoReset::SameStep] {
        let run = |first: u64, n: usize, parallel: bool| {
            let config = BatchConfig { seed: first, auto_reset, parallel, ..BatchConfig::default() };
            let mut batch = Batch::new(game.clone(), n, config);
            let mut arrays = Arrays::new(n, batch.layout(), game.players());
            batch.write(&mut arrays.buffers());
            let mut rows = vec![Vec::new(); n];
            for t in 0..STEPS {
                let actions: Vec<usize> =
                    (0..n).map(|i| nth_true(&arrays, i, t * 7 + i + first as usize)).collect();
                batch.step(&actions, &mut arrays.buffers()).expect("actions come from the mask");
                for (i, row) in rows.iter_mut().enumerate() {
                    let obs: f32 =
                        arrays.obs.row(i).iter().enumerate().map(|(k, v)| v * (k % 31) as f32).sum();
                    let reward = arrays.reward.row(i).to_vec();
                    row.push((obs.to_bits(), format!("{reward:?}{}", arrays.terminated[i]), *batch.state(i)));
                }
            }
            rows
        };
        let together = run(5, SLOTS, false);
        ensure(together == run(5, SLOTS, true), || format!("{auto_reset:?}: threads change a batch"))?;
        for i in [0, SLOTS - 1] {
            let alone = run(5 + i as u64, 1, false);
            ensure(alone[0] == together[i], || {
                format!("{auto_reset:?}: slot {i} differs from a single game")
            })?;
        }
    }
    Ok(())
}

/// The number of some true entry of mask row `i`, chosen by `k`.
fn nth_true(arrays: &Arrays, i: usize, k: usize) -> usize {
    let row = arrays.mask.row(i);
    let count = row.iter().filter(|&&m| m).count();
    row.iter().enumerate().filter(|(_, m)| **m).nth(k % count).expect("a mask is never empty").0
}
