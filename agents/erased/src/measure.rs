//! [`measure`]: how fast a game plays, as a learner and as a search see it.

use std::hint::black_box;
use std::time::Instant;

use holotable_env::{Arrays, AutoReset, Batch, BatchConfig, Game, Observe, Sample, SlotAction, generator};
use holotable_store::error::Error;

use crate::any_legal::{Xorshift, any_legal};

/// Games stepped together on one thread.
pub const SLOTS: usize = 64;
/// Games stepped together where threads are compared.
pub const MANY_SLOTS: usize = 1024;
/// How often each quantity is measured.
pub const REPEATS: usize = 5;

/// A quantity measured several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle one, or the mean of the two middle ones.
    pub median: f64,
    /// The least measurement.
    pub min: f64,
    /// The greatest measurement.
    pub max: f64,
}

impl Spread {
    /// The median and range of `values`.
    ///
    /// # Panics
    /// If `values` is empty.
    pub fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        let median = f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2]);
        Self { median, min: sorted[0], max: sorted[n - 1] }
    }
}

/// How fast a game plays random legal moves.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Decisions a second on one thread: rules, masks and observations of [`SLOTS`] games in one batch.
    pub one_thread: Spread,
    /// The same with [`MANY_SLOTS`] games.
    pub many: Spread,
    /// The same on all threads.
    pub all_threads: Spread,
    /// How many threads that was.
    pub threads: usize,
    /// Whole games a second on one thread, without masks and observations.
    pub games: Spread,
    /// Decisions a game, moves without alternative not counted.
    pub decisions_per_game: Spread,
    /// Copies of a position a second.
    pub clones: Spread,
    /// The size of a position.
    pub state_bytes: usize,
    /// Nanoseconds to copy 256 bytes on this machine, for comparison.
    pub copy_256_ns: Spread,
}

/// Measures each quantity [`REPEATS`] times, for about `seconds` in all each.
///
/// # Errors
/// When the threads cannot be started.
pub fn measure<G: Observe>(game: &G, seconds: f64, threads: usize) -> Result<Figures, Error> {
    let slice = seconds / REPEATS as f64;
    let (one_thread, _) = decisions(game, slice, SLOTS, 1)?;
    let (many, _) = decisions(game, slice, MANY_SLOTS, 1)?;
    let (all_threads, threads) = decisions(game, slice, MANY_SLOTS, threads)?;
    let (games, decisions_per_game) = games(game, slice);
    let state = game.start(&mut Sample(generator(1, 0)));
    Ok(Figures {
        one_thread,
        many,
        all_threads,
        threads,
        games,
        decisions_per_game,
        clones: copies(&state, slice),
        state_bytes: size_of::<G::State>(),
        copy_256_ns: per_copy(copies(&[7u8; 256], slice)),
    })
}

/// How many times a second `work` does what it counts, `slice` seconds long, again and again.
fn rate(slice: f64, mut work: impl FnMut() -> u64) -> Spread {
    work();
    let rates: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let (start, mut done) = (Instant::now(), 0);
            loop {
                done += work();
                let elapsed = start.elapsed().as_secs_f64();
                if elapsed >= slice {
                    return done as f64 / elapsed;
                }
            }
        })
        .collect();
    Spread::of(&rates)
}

/// Decisions a second of a batch, and on how many threads.
fn decisions<G: Observe>(
    game: &G,
    slice: f64,
    slots: usize,
    threads: usize,
) -> Result<(Spread, usize), Error> {
    let config = BatchConfig { seed: 1, auto_reset: AutoReset::SameStep, ..BatchConfig::default() };
    let mut batch = Batch::new(game.clone(), slots, config);
    batch.set_threads(threads)?;
    let mut arrays = Arrays::new(slots, batch.layout(), game.players());
    batch.write(&mut arrays.buffers());
    let mut actions = vec![SlotAction::Stay; slots];
    let mut rng: Vec<Xorshift> = (0..slots as u64).map(Xorshift::new).collect();
    let speed = rate(slice, || {
        for (i, (rng, action)) in rng.iter_mut().zip(&mut actions).enumerate() {
            *action = SlotAction::Play(any_legal(batch.legal(i), rng));
        }
        batch.step(&actions, &mut arrays.buffers()).expect("chosen from the legal actions");
        slots as u64
    });
    Ok((speed, batch.threads()))
}

/// Random games to their end: games a second and decisions a game.
fn games<G: Game>(game: &G, slice: f64) -> (Spread, Spread) {
    let mut rng = Xorshift::new(1);
    let mut seed = 0;
    let mut legal = Vec::new();
    let mut lengths = Vec::new();
    let speed = rate(slice, || {
        let mut chance = Sample(generator(seed, 0));
        let mut s = game.start(&mut chance);
        let mut decisions = 0u64;
        while game.actor(&s).is_some() {
            legal.clear();
            game.legal(&s, |a| legal.push(a));
            decisions += u64::from(legal.len() > 1);
            game.step(&mut s, legal[rng.below(legal.len())], &mut chance);
        }
        seed += 1;
        lengths.push(decisions as f64);
        1
    });
    let parts = lengths.chunks(lengths.len().div_ceil(REPEATS));
    let means: Vec<f64> = parts.map(|part| part.iter().sum::<f64>() / part.len() as f64).collect();
    (speed, Spread::of(&means))
}

/// Copies of a value a second.
fn copies<T: Copy>(value: &T, slice: f64) -> Spread {
    rate(slice, || {
        for _ in 0..1_000 {
            black_box(*black_box(value));
        }
        1_000
    })
}

/// Nanoseconds a copy for copies a second.
fn per_copy(rate: Spread) -> Spread {
    Spread { median: 1e9 / rate.median, min: 1e9 / rate.max, max: 1e9 / rate.min }
}
