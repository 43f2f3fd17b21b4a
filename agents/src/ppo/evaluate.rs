//! Evaluation: whole games on fixed seeds, the same for every run, so that scores compare.

use holotable_env::{Arrays, AutoReset, Batch, BatchConfig, Tabletop, generator};

use super::net::TrainedNet;
use super::parallel::evaluate;
use super::rollout::teams;
use crate::net::{likeliest, sample, uniform};

/// Far from the seeds of training runs.
const SEED: u64 = 1 << 60;

/// The mean score of the network's likeliest actions over `games` games. The network leads team 0 in the first
/// game, team 1 in the second and so on; other teams play at random. A cut game scores 0.
pub fn score<G: Tabletop>(game: &G, net: &TrainedNet, games: usize, max_decisions: u32) -> f64 {
    let seats = teams(game);
    let config = BatchConfig {
        seed: SEED,
        auto_reset: AutoReset::SameStep,
        max_decisions,
        parallel: true,
        ..BatchConfig::default()
    };
    let mut batch = Batch::new(game.clone(), games, config);
    let mut rows = Arrays::new(games, batch.layout(), game.players());
    batch.write(&mut rows.buffers());
    let (obs, actions) = (batch.layout().observation, batch.layout().actions);
    let mut logits = vec![0.0; games * actions];
    let mut scores: Vec<Option<f32>> = vec![None; games];
    let mut luck = generator(SEED, u64::MAX);
    while scores.iter().any(Option::is_none) {
        evaluate(net, rows.obs.as_slice().expect("owned arrays are contiguous"), obs, Some(&mut logits));
        let choose = |i: usize| {
            let legal: Vec<usize> = (0..actions).filter(|&a| rows.mask[[i, a]]).collect();
            if game.team(usize::from(rows.actor[i])) == i % seats.len() {
                likeliest(&legal, |a| logits[i * actions + a])
            } else {
                sample(&legal, |_| 0.0, uniform(&mut luck)).0
            }
        };
        let chosen: Vec<usize> = (0..games).map(choose).collect();
        batch.step(&chosen, &mut rows.buffers()).expect("actions come from the mask");
        // A slot goes on with other games until all are done; only its first counts.
        for (i, first) in scores.iter_mut().enumerate().filter(|(_, s)| s.is_none()) {
            if rows.terminated[i] {
                *first = Some(game.score(batch.final_state(i), seats[i % seats.len()]));
            } else if rows.truncated[i] {
                *first = Some(0.0);
            }
        }
    }
    scores.into_iter().flatten().map(f64::from).sum::<f64>() / games as f64
}
