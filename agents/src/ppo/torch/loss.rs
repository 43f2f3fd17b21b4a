//! [`loss`]: the PPO loss in tensors (Schulman et al., arXiv:1707.06347).

use tch::{Kind, Tensor};

use super::minibatch::Minibatch;
use crate::ppo::loss::{LossStats, LossWeights};

/// A logit of this much makes a probability 0.
const NEVER: f64 = -1e9;

/// The sum of the losses of decisions, given the logits (`[n, actions]`) and values (`[n]`) of a network, and their statistics.
pub fn loss(
    logits: &Tensor,
    values: &Tensor,
    batch: &Minibatch,
    weights: &LossWeights,
) -> (Tensor, LossStats) {
    let log_probs = logits.masked_fill(&batch.illegal, NEVER).log_softmax(-1, Kind::Float);
    let log_prob = log_probs.gather(1, &batch.chosen, false).squeeze_dim(1);

    let log_ratio = log_prob - &batch.log_prob;
    let (ratio, advantage) = (log_ratio.exp(), &batch.advantage);
    let clip = f64::from(weights.clip_range);
    let clipped = ratio.clamp(1.0 - clip, 1.0 + clip);
    let surrogate = -(&ratio * advantage).minimum(&(clipped * advantage)).sum(Kind::Float);
    let entropy = -(log_probs.exp() * &log_probs).sum(Kind::Float);

    let mut error = (values - &batch.target).square();
    if let Some(clip) = weights.clip_value.map(f64::from) {
        let near = &batch.value + (values - &batch.value).clamp(-clip, clip);
        error = error.maximum(&(near - &batch.target).square());
    }
    let value = error.sum(Kind::Float) * 0.5;

    let stats = LossStats {
        policy_loss: surrogate.double_value(&[]),
        value_loss: value.double_value(&[]),
        entropy: entropy.double_value(&[]),
        approx_kl: (&ratio - 1.0 - &log_ratio).sum(Kind::Float).double_value(&[]),
        clipped: (&ratio - 1.0).abs().gt(clip).sum(Kind::Float).double_value(&[]),
    };
    let mut loss = value * f64::from(weights.value);
    if weights.policy > 0.0 {
        loss += surrogate * f64::from(weights.policy) - entropy * f64::from(weights.entropy);
    }
    (loss, stats)
}
