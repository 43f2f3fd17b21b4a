//! [`loss`]: the PPO loss in tensors (Schulman et al., arXiv:1707.06347).

use tch::{Kind, Reduction, Tensor};

use super::minibatch::Minibatch;
use holotable_net::loss::{LossStats, LossWeights};

/// A logit of this much makes a probability 0.
const NEVER: f64 = -1e9;

/// The sum of the losses of decisions, given the logits (`[n, actions]`) of a network and those of its chances to win
/// (`[n]`), and their statistics.
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
    let played = -(&ratio * advantage).minimum(&(clipped * advantage));
    // Where a decision imitates, the cross-entropy to its targets counts instead.
    let cross_entropy = -per_decision(&(&log_probs * &batch.targets));
    let policy = cross_entropy.where_self(&batch.imitates, &played).sum(Kind::Float);
    let entropies = -per_decision(&(log_probs.exp() * &log_probs));
    let value = values.binary_cross_entropy_with_logits(
        &batch.target,
        None::<Tensor>,
        None::<Tensor>,
        Reduction::Sum,
    );

    // Schulman's third estimator; where a decision imitates, the divergence itself, in which q ln q is 0 where q is.
    let certainty = per_decision(&(&batch.targets * batch.targets.clamp_min(1e-30).log()));
    let divergence = (certainty + cross_entropy).where_self(&batch.imitates, &(&ratio - 1.0 - &log_ratio));
    let left = (&ratio - 1.0).abs().gt(clip).logical_and(&batch.imitates.logical_not());
    let stats = LossStats {
        policy_loss: policy.double_value(&[]),
        value_loss: value.double_value(&[]),
        entropy: entropies.sum(Kind::Float).double_value(&[]),
        approx_kl: divergence.sum(Kind::Float).double_value(&[]),
        clipped: left.sum(Kind::Float).double_value(&[]),
    };
    let mut loss = value * f64::from(weights.value);
    if weights.policy > 0.0 {
        loss += policy * f64::from(weights.policy) - (entropies * &batch.entropy).sum(Kind::Float);
    }
    (loss, stats)
}

/// The sum over all actions (`[n]`).
fn per_decision(terms: &Tensor) -> Tensor {
    terms.sum_dim_intlist(-1, false, Kind::Float)
}
