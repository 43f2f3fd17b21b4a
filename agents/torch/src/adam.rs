//! [`Adam`]: the optimiser (Kingma and Ba, arXiv:1412.6980) in tensors.
//!
//! `nn::Optimizer` neither gives its moments away nor takes them back, and a run must go on exactly where it stopped. All
//! parameters are one row of numbers here: a GPU takes as long for a call on few numbers as on many.

use tch::{Device, Kind, Tensor};

use holotable_net::learner::StepSize;

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
/// PPO's customary value; torch's default is 1e-8.
const EPSILON: f64 = 1e-5;

/// Running means of the gradient and of its square.
#[derive(Debug)]
pub struct Adam {
    /// The mean gradient of each parameter.
    pub mean: Tensor,
    /// The mean square.
    pub square: Tensor,
    /// Steps taken.
    pub steps: u64,
}

impl Adam {
    /// The optimiser of so many parameters before its first step.
    pub fn new(parameters: i64, device: Device) -> Self {
        let zeros = || Tensor::zeros([parameters], (Kind::Float, device));
        Self { mean: zeros(), square: zeros(), steps: 0 }
    }

    /// What to subtract from the parameters for one step of gradient descent, and the norm (`[1]`) that the gradient had before
    /// it was clipped.
    pub fn step(&mut self, gradient: &Tensor, size: StepSize) -> (Tensor, Tensor) {
        let norm = gradient.square().sum(Kind::Double).sqrt();
        let scale = (size.max_grad_norm / (&norm + 1e-6)).clamp_max(1.0);
        let gradient = gradient * scale;

        self.steps += 1;
        let power = self.steps as f64;
        let rate = size.learning_rate / (1.0 - BETA_1.powf(power));
        let fix_square = 1.0 / (1.0 - BETA_2.powf(power));
        self.mean = &self.mean * BETA_1 + &gradient * (1.0 - BETA_1);
        self.square = &self.square * BETA_2 + gradient.square() * (1.0 - BETA_2);
        let step = &self.mean * rate / ((&self.square * fix_square).sqrt() + EPSILON);
        (step, norm.view([1]))
    }
}
