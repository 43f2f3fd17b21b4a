//! [`loss`]: the PPO loss in tensors (Schulman et al., arXiv:1707.06347).

use tch::{Kind, Reduction, Tensor};

use super::minibatch::{Imitation, Minibatch};
use holotable_net::loss::{LossStats, LossWeights};

/// A logit of this much makes a probability 0.
const NEVER: f64 = -1e9;

/// The sum of the losses of decisions, given the logits (`[n, actions]`) of a network and those of its chances to win
/// (`[n]`), and the sums of its [statistics](stats): `[5]`.
pub fn loss(logits: &Tensor, values: &Tensor, batch: &Minibatch, weights: &LossWeights) -> (Tensor, Tensor) {
    let log_probs = logits.masked_fill(&batch.illegal, NEVER).log_softmax(-1, Kind::Float);
    let log_prob = log_probs.gather(1, &batch.chosen, false).squeeze_dim(1);

    let log_ratio = log_prob - &batch.log_prob;
    let (ratio, advantage) = (log_ratio.exp(), &batch.advantage);
    let clip = f64::from(weights.clip_range);
    let clipped = ratio.clamp(1.0 - clip, 1.0 + clip);
    let mut terms = PolicyTerms {
        loss: -(&ratio * advantage).minimum(&(clipped * advantage)),
        // Schulman's third estimator.
        approx_kl: &ratio - 1.0 - &log_ratio,
        clipped: (&ratio - 1.0).abs().gt(clip),
    };
    if let Some(imitation) = &batch.imitation {
        terms = terms.or_imitate(imitation, &log_probs);
    }
    let policy = terms.loss.sum(Kind::Float);
    let entropies = -per_decision(&(log_probs.exp() * &log_probs));
    let value = values.binary_cross_entropy_with_logits(
        &batch.target,
        None::<Tensor>,
        None::<Tensor>,
        Reduction::Sum,
    );

    let sums = [&terms.approx_kl, &terms.clipped].map(|each| each.sum(Kind::Float));
    let [approx_kl, clipped] = &sums;
    let sums = [&policy, &value, &entropies.sum(Kind::Float), approx_kl, clipped];
    let sums = Tensor::stack(&sums.map(Tensor::detach), 0).to_kind(Kind::Double);
    let mut loss = value * f64::from(weights.value);
    if weights.policy > 0.0 {
        loss += policy * f64::from(weights.policy) - (entropies * &batch.entropy).sum(Kind::Float);
    }
    (loss, sums)
}

/// The statistics of a loss in the order of its sums.
pub fn stats(sums: &[f64]) -> LossStats {
    let &[policy_loss, value_loss, entropy, approx_kl, clipped] = sums else {
        unreachable!("a loss has five sums");
    };
    LossStats { policy_loss, value_loss, entropy, approx_kl, clipped }
}

/// The policy's part of the losses, and its diagnostics: `[n]` each.
struct PolicyTerms {
    loss: Tensor,
    approx_kl: Tensor,
    clipped: Tensor,
}

impl PolicyTerms {
    /// Where a decision imitates, the cross-entropy to its targets counts instead, and the divergence itself, in which q ln q is 0
    /// where q is.
    fn or_imitate(self, Imitation { imitates, targets }: &Imitation, log_probs: &Tensor) -> Self {
        let cross_entropy = -per_decision(&(log_probs * targets));
        let certainty = per_decision(&(targets * targets.clamp_min(1e-30).log()));
        Self {
            loss: cross_entropy.where_self(imitates, &self.loss),
            approx_kl: (certainty + cross_entropy).where_self(imitates, &self.approx_kl),
            clipped: self.clipped.logical_and(&imitates.logical_not()),
        }
    }
}

/// The sum over all actions (`[n]`).
fn per_decision(terms: &Tensor) -> Tensor {
    terms.sum_dim_intlist(-1, false, Kind::Float)
}
