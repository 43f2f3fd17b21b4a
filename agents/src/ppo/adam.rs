//! [`Adam`]: the optimiser (Kingma and Ba, arXiv:1412.6980), ours so that its moments can be saved.

use tch::{Tensor, no_grad};

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
/// PPO's customary value; torch's default is 1e-8.
const EPSILON: f64 = 1e-5;

/// Running means of the gradients and of their squares.
#[derive(Debug)]
pub struct Adam {
    /// The mean gradient of each parameter.
    pub mean: Vec<Tensor>,
    /// The mean square of the gradient of each parameter.
    pub square: Vec<Tensor>,
    /// Steps taken.
    pub steps: u64,
}

impl Adam {
    /// An optimiser at rest.
    pub fn new(parameters: &[Tensor]) -> Self {
        let zeros =
            || parameters.iter().map(Tensor::zeros_like).map(|t| t.set_requires_grad(false)).collect();
        Self { mean: zeros(), square: zeros(), steps: 0 }
    }

    /// Moves the parameters one step against their gradients.
    pub fn step(&mut self, parameters: &mut [Tensor], gradients: &[Tensor], learning_rate: f64) {
        self.steps += 1;
        let power = self.steps as f64;
        let (fix_mean, fix_square) = (1.0 - BETA_1.powf(power), 1.0 - BETA_2.powf(power));
        no_grad(|| {
            for (i, (parameter, gradient)) in parameters.iter_mut().zip(gradients).enumerate() {
                let (mean, square) = (&mut self.mean[i], &mut self.square[i]);
                *mean *= BETA_1;
                *mean += gradient * (1.0 - BETA_1);
                *square *= BETA_2;
                *square += gradient.square() * (1.0 - BETA_2);
                let scale: Tensor = (&*square / fix_square).sqrt() + EPSILON;
                *parameter -= (&*mean / scale) * (learning_rate / fix_mean);
            }
        });
    }
}

/// Scales the gradients down together to the norm `most` if theirs is greater; gives the norm they had.
pub fn clip_norm(gradients: &mut [Tensor], most: f64) -> f64 {
    let norm = gradients.iter().map(|g| g.square().sum(g.kind()).double_value(&[])).sum::<f64>().sqrt();
    if norm > most {
        for gradient in gradients {
            *gradient *= most / (norm + 1e-6);
        }
    }
    norm
}
