//! Work on rows shared out among the threads of the pool, each with a torch of one thread.
//!
//! Torch's own threads wait in busy loops, which on a machine that does anything else made training up to
//! sixteen times slower. Pieces are cut by the number of threads alone and joined in order, so results repeat.

use std::ops::Range;

use rayon::prelude::*;
use tch::{Tensor, no_grad};

use super::net::TrainedNet;

/// A pool in whose threads torch keeps to itself.
///
/// # Errors
/// What the system says.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).start_handler(|_| tch::set_num_threads(1)).build()
}

/// `rows` cut into as many even pieces as there are threads, none of them empty.
pub fn pieces(rows: usize) -> Vec<Range<usize>> {
    let parts = rayon::current_num_threads().min(rows);
    (0..parts).map(|k| k * rows / parts..(k + 1) * rows / parts).collect()
}

/// The results of `work` on each piece with a handle on the network, in order.
pub fn on_pieces<T: Send, R: Send>(
    net: &TrainedNet,
    pieces: Vec<T>,
    work: impl Fn(&TrainedNet, T) -> R + Sync,
) -> Vec<R> {
    // A tensor may go to another thread but not be seen by two: each piece takes handles of its own.
    let with_nets: Vec<(TrainedNet, T)> = pieces.into_iter().map(|piece| (net.share(), piece)).collect();
    with_nets.into_par_iter().map(|(net, piece)| work(&net, piece)).collect()
}

/// The values of observations, and their logits if wanted.
pub fn evaluate(net: &TrainedNet, obs: &[f32], width: usize, logits: Option<&mut Vec<f32>>) -> Vec<f32> {
    let rows = pieces(obs.len() / width);
    let wanted = logits.is_some();
    let found = on_pieces(net, rows, |net, rows| {
        no_grad(|| {
            let seen = Tensor::from_slice(&obs[rows.start * width..rows.end * width]);
            let (logits, value) = net.forward(&seen.view([rows.len() as i64, width as i64]));
            (wanted.then(|| numbers(&logits)), numbers(&value))
        })
    });
    if let Some(all) = logits {
        all.clear();
        all.extend(found.iter().flat_map(|(logits, _)| logits).flatten());
    }
    found.into_iter().flat_map(|(_, values)| values).collect()
}

fn numbers(x: &Tensor) -> Vec<f32> {
    let mut values = vec![0.0; x.numel()];
    x.contiguous().copy_data(&mut values, x.numel());
    values
}
