//! A batch equals single games, on one thread and on several, saved and restored, in each auto-reset mode.

use crate::batch::{AutoReset, Batch, BatchConfig, SlotAction};
use crate::buffers::Arrays;
use crate::error::ensure;
use crate::tabletop::Tabletop;

/// Plays the same games in batches of many, of one, on several threads, and in batches to which their slots move.
pub fn equal_single_games<G: Tabletop>(game: &G) -> Result<(), String> {
    // Enough slots that all threads get some.
    const SLOTS: usize = 70;
    const STEPS: usize = 200;
    // How many steps slots stay in a batch when they move.
    const STAY: usize = 23;
    for auto_reset in [AutoReset::NextStep, AutoReset::SameStep] {
        let run = |first: u64, n: usize, threads: usize, moves: bool| {
            let config = BatchConfig { seed: first, auto_reset, ..BatchConfig::default() };
            let mut batch = Batch::new(game.clone(), n, config);
            batch.set_threads(threads).expect("threads can be started");
            let mut arrays = Arrays::new(n, batch.layout(), game.players());
            batch.write(&mut arrays.buffers());
            let mut rows = vec![Vec::new(); n];
            for t in 0..STEPS {
                if moves && t % STAY == STAY - 1 {
                    let mut next = Batch::new(game.clone(), n, BatchConfig { seed: !first, ..config });
                    (0..n).for_each(|i| next.restore(i, &batch.save(i)));
                    batch = next;
                    batch.write(&mut arrays.buffers());
                }
                let legal = (0..n).map(|i| nth_true(&arrays, i, t * 7 + i + first as usize));
                let actions: Vec<_> = legal.map(SlotAction::Play).collect();
                batch.step(&actions, &mut arrays.buffers()).expect("actions come from the mask");
                for (i, row) in rows.iter_mut().enumerate() {
                    row.push((digest(&arrays, i), *batch.state(i)));
                }
            }
            rows
        };
        let together = run(5, SLOTS, 1, false);
        ensure(together == run(5, SLOTS, 3, false), || format!("{auto_reset:?}: threads change a batch"))?;
        ensure(together == run(5, SLOTS, 1, true), || format!("{auto_reset:?}: slots change when restored"))?;
        for i in [0, SLOTS - 1] {
            let alone = run(5 + i as u64, 1, 1, false);
            ensure(alone[0] == together[i], || {
                format!("{auto_reset:?}: slot {i} differs from a single game")
            })?;
        }
    }
    Ok(())
}

/// A number for what slot `i` was told in a step: almost surely another one where anything differs.
fn digest(arrays: &Arrays, i: usize) -> u64 {
    let numbers = [arrays.obs.row(i), arrays.reward.row(i)];
    let bits =
        numbers.iter().flat_map(|row| row.to_slice().expect("rows lie in a piece")).map(|x| x.to_bits());
    let flags = arrays.terminated.row(i);
    let flags = flags.iter().chain([&arrays.over[i]]).map(|&flag| u32::from(flag));
    bits.chain(flags).fold(0, |sum: u64, bits| sum.rotate_left(5).wrapping_add(bits.into()))
}

/// The number of some true entry of mask row `i`, chosen by `k`.
fn nth_true(arrays: &Arrays, i: usize, k: usize) -> usize {
    let row = arrays.mask.row(i);
    let row = row.to_slice().expect("rows lie in a piece");
    let count = row.iter().filter(|&&m| m).count();
    row.iter().enumerate().filter(|(_, m)| **m).nth(k % count).expect("a mask is never empty").0
}
