//! [`Adam`]: the optimiser (Kingma and Ba, arXiv:1412.6980) in tensors.
//!
//! `nn::Optimizer` neither gives its moments away nor takes them back, and a run must go on exactly where it stopped.

use std::collections::BTreeMap;

use tch::{Kind, Tensor};

use holotable_net::learner::StepSize;

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
/// PPO's customary value; torch's default is 1e-8.
const EPSILON: f64 = 1e-5;

/// Running means of the gradients and of their squares, by the names of the parameters.
#[derive(Debug)]
pub struct Adam {
    /// The mean gradients.
    pub mean: BTreeMap<String, Tensor>,
    /// The mean squares.
    pub square: BTreeMap<String, Tensor>,
    /// Steps taken.
    pub steps: u64,
}

impl Adam {
    /// The optimiser before its first step.
    pub fn new(parameters: &BTreeMap<String, Tensor>) -> Self {
        let zeros = || parameters.iter().map(|(name, p)| (name.clone(), p.zeros_like())).collect();
        Self { mean: zeros(), square: zeros(), steps: 0 }
    }

    /// Updates the parameters by one step of gradient descent; gives the norm that the gradient had before it was clipped.
    pub fn step(
        &mut self,
        parameters: &BTreeMap<String, Tensor>,
        gradients: &BTreeMap<String, Tensor>,
        size: StepSize,
    ) -> f64 {
        let _no_grad = tch::no_grad_guard();
        let squares: Vec<Tensor> = gradients.values().map(|g| g.square().sum(Kind::Double)).collect();
        let norm = Tensor::stack(&squares, 0).sum(Kind::Double).double_value(&[]).sqrt();
        let scale = if norm > size.max_grad_norm { size.max_grad_norm / (norm + 1e-6) } else { 1.0 };

        self.steps += 1;
        let power = self.steps as f64;
        let rate = size.learning_rate / (1.0 - BETA_1.powf(power));
        let fix_square = 1.0 / (1.0 - BETA_2.powf(power));
        for (name, gradient) in gradients {
            let gradient = gradient * scale;
            let mean = self.mean.get_mut(name).expect("a moment for each parameter");
            let square = self.square.get_mut(name).expect("a moment for each parameter");
            *mean = &*mean * BETA_1 + &gradient * (1.0 - BETA_1);
            *square = &*square * BETA_2 + gradient.square() * (1.0 - BETA_2);
            let step = &*mean * rate / ((&*square * fix_square).sqrt() + EPSILON);
            let _ = parameters[name].shallow_clone().g_sub_(&step);
        }
        norm
    }
}
