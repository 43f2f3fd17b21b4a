//! [`Adam`]: the optimiser (Kingma and Ba, arXiv:1412.6980), ours so that its moments can be saved.

use rayon::prelude::*;

use crate::kernel::{dot, fast};
use crate::net::Net;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
/// PPO's customary value; torch's default is 1e-8.
const EPSILON: f32 = 1e-5;

/// The number of weights that a thread updates at a time.
const PIECE: usize = 1 << 14;

/// Running means of the gradients and of their squares.
#[derive(Clone, Debug)]
pub struct Adam {
    /// The mean gradient of each weight.
    pub mean: Net,
    /// The mean square of the gradient of each weight.
    pub square: Net,
    /// Steps taken.
    pub steps: u64,
}

impl Adam {
    /// The optimiser before its first step.
    pub fn new(net: &Net) -> Self {
        Self { mean: net.zeros_like(), square: net.zeros_like(), steps: 0 }
    }

    /// Updates the weights by one step of gradient descent.
    pub fn step(&mut self, net: &mut Net, gradient: &Net, learning_rate: f64) {
        self.steps += 1;
        let power = self.steps as f64;
        let fix = |beta: f32| 1.0 - f64::from(beta).powf(power);
        let (rate, fix_square) = ((learning_rate / fix(BETA_1)) as f32, (1.0 / fix(BETA_2)) as f32);
        let moments = self.mean.weights.iter_mut().zip(&mut self.square.weights);
        for ((weights, gradient), (mean, square)) in
            net.weights.iter_mut().zip(&gradient.weights).zip(moments)
        {
            let pieces = weights.par_chunks_mut(PIECE).zip(gradient.par_chunks(PIECE));
            let moments = mean.par_chunks_mut(PIECE).zip(square.par_chunks_mut(PIECE));
            pieces.zip(moments).for_each(|((weights, gradient), (mean, square))| {
                fast(
                    #[inline(always)]
                    || {
                        for (((w, g), m), s) in weights.iter_mut().zip(gradient).zip(mean).zip(square) {
                            *m = BETA_1 * *m + (1.0 - BETA_1) * g;
                            *s = BETA_2 * *s + (1.0 - BETA_2) * g * g;
                            *w -= rate * *m / ((*s * fix_square).sqrt() + EPSILON);
                        }
                    },
                );
            });
        }
    }
}

/// Scales a gradient down to the norm `most` if its own is greater; gives the norm it had.
pub fn clip_norm(gradient: &mut Net, most: f64) -> f64 {
    let piece = |x: &[f32]| {
        f64::from(fast(
            #[inline(always)]
            || dot(x, x),
        ))
    };
    let pieces = gradient.weights.par_iter().flat_map_iter(|w| w.chunks(1024)).map(piece);
    let square: f64 = pieces.collect::<Vec<f64>>().into_iter().sum();
    let norm = square.sqrt();
    if norm > most {
        let scale = (most / (norm + 1e-6)) as f32;
        for array in &mut gradient.weights {
            array.par_chunks_mut(PIECE).for_each(|piece| piece.iter_mut().for_each(|w| *w *= scale));
        }
    }
    norm
}
