//! The terms of the PPO loss as pure functions (Schulman et al., arXiv:1707.06347), a row a decision.

use tch::{Kind, Tensor};

/// The logit of what may not be played: its probability and its gradient are exactly 0.
const NEVER: f64 = -1e9;

/// The log-probability of every action; `illegal` is true where it may not be played.
pub fn log_probs(logits: &Tensor, illegal: &Tensor) -> Tensor {
    logits.masked_fill(illegal, NEVER).log_softmax(-1, Kind::Float)
}

/// The entropy of each row over its legal actions.
pub fn entropy(log_probs: &Tensor) -> Tensor {
    // Illegal actions add 0 x -1e9 = 0.
    -(log_probs.exp() * log_probs).sum_dim_intlist(-1, false, Kind::Float)
}

/// The policy's part of the loss and what it says about the step.
#[derive(Debug)]
pub struct PolicyTerm {
    /// The clipped surrogate, to be made small.
    pub loss: Tensor,
    /// An estimate of the divergence from the old policy: mean of (ratio - 1) - ln ratio.
    pub approx_kl: Tensor,
    /// The share of decisions whose ratio left the range.
    pub clip_fraction: Tensor,
}

/// The clipped surrogate: the mean of -min(ratio · advantage, clip(ratio) · advantage).
pub fn policy(log_prob: &Tensor, old_log_prob: &Tensor, advantage: &Tensor, clip_range: f64) -> PolicyTerm {
    let log_ratio = log_prob - old_log_prob;
    let ratio = log_ratio.exp();
    let clipped = ratio.clamp(1.0 - clip_range, 1.0 + clip_range);
    let loss = -(&ratio * advantage).minimum(&(clipped * advantage)).mean(Kind::Float);
    let (ratio, log_ratio) = (ratio.detach(), log_ratio.detach());
    let departure: Tensor = &ratio - 1.0;
    let clip_fraction = departure.abs().gt(clip_range).to_kind(Kind::Float).mean(Kind::Float);
    let approx_kl = (departure - log_ratio).mean(Kind::Float);
    PolicyTerm { loss, approx_kl, clip_fraction }
}

/// Half the mean squared error of the values; with a clip, the greater of the error and the error of the
/// value kept within `clip` of the old one.
pub fn value(value: &Tensor, old_value: &Tensor, target: &Tensor, clip: Option<f64>) -> Tensor {
    let error = (value - target).square();
    let error = match clip {
        Some(clip) => {
            let near: Tensor = old_value + (value - old_value).clamp(-clip, clip);
            error.maximum(&(near - target).square())
        }
        None => error,
    };
    error.mean(Kind::Float) * 0.5
}

/// Shifted and scaled to mean 0 and standard deviation 1; a single number is left as it is.
pub fn normalised(x: &Tensor) -> Tensor {
    if x.numel() < 2 {
        return x.shallow_clone();
    }
    (x - x.mean(Kind::Float)) / (x.std(true) + 1e-8)
}

/// The share of the targets' variance that the values explain; 0 if there is none to explain.
pub fn explained_variance(values: &[f32], targets: &[f32]) -> f64 {
    let errors: Vec<f64> = targets.iter().zip(values).map(|(t, v)| f64::from(t - v)).collect();
    let targets: Vec<f64> = targets.iter().map(|&t| f64::from(t)).collect();
    let all = variance(&targets);
    if all == 0.0 { 0.0 } else { 1.0 - variance(&errors) / all }
}

fn variance(x: &[f64]) -> f64 {
    let n = x.len().max(1) as f64;
    let mean = x.iter().sum::<f64>() / n;
    x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n
}
