//! A batch equals single games, on one thread and on several, saved and restored, in each auto-reset mode.

use crate::batch::{AutoReset, Batch, BatchConfig};
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
                let actions: Vec<usize> =
                    (0..n).map(|i| nth_true(&arrays, i, t * 7 + i + first as usize)).collect();
                batch.step(&actions, &mut arrays.buffers()).expect("actions come from the mask");
                for (i, row) in rows.iter_mut().enumerate() {
                    let obs: f32 =
                        arrays.obs.row(i).iter().enumerate().map(|(k, v)| v * (k % 31) as f32).sum();
                    let reward = arrays.reward.row(i).to_vec();
                    row.push((
                        obs.to_bits(),
                        format!("{reward:?}{:?}{}", arrays.terminated.row(i), arrays.over[i]),
                        *batch.state(i),
                    ));
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

/// The number of some true entry of mask row `i`, chosen by `k`.
fn nth_true(arrays: &Arrays, i: usize, k: usize) -> usize {
    let row = arrays.mask.row(i);
    let count = row.iter().filter(|&&m| m).count();
    row.iter().enumerate().filter(|(_, m)| **m).nth(k % count).expect("a mask is never empty").0
}
