//! The terms of the PPO loss and their gradients (Schulman et al., arXiv:1707.06347), one decision at a time.

use crate::logits::chance;
use crate::transition::Transition;

/// The weights of the terms of the loss, and the clip ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossWeights {
    /// The weight of the surrogate: 0 while only the value head learns.
    pub policy: f32,
    /// How far the probability ratio may leave 1 and still count.
    pub clip_range: f32,
    /// The weight of the value's error.
    pub value: f32,
}

/// Sums of losses and diagnostics over decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossStats {
    /// The clipped surrogate.
    pub policy_loss: f64,
    /// The cross-entropy of the values.
    pub value_loss: f64,
    /// The entropy over legal actions.
    pub entropy: f64,
    /// The estimate of the divergence from the old policy.
    pub approx_kl: f64,
    /// The number of ratios outside the clip range.
    pub clipped: f64,
}

impl LossStats {
    /// Adds the sums over other decisions.
    pub fn add(&mut self, other: &LossStats) {
        self.policy_loss += other.policy_loss;
        self.value_loss += other.value_loss;
        self.entropy += other.entropy;
        self.approx_kl += other.approx_kl;
        self.clipped += other.clipped;
    }
}

/// The policy's part of the loss of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PolicyTerm {
    /// The clipped surrogate as a loss: -min(ratio · advantage, clip(ratio) · advantage).
    pub loss: f32,
    /// Its derivative with respect to the log-probability of the action that was played.
    pub gradient: f32,
    /// An estimate of the divergence from the old policy: (ratio - 1) - ln ratio.
    pub approx_kl: f32,
    /// Whether the ratio left the range.
    pub clipped: bool,
}

/// The clipped surrogate.
pub(crate) fn policy(log_prob: f32, old_log_prob: f32, advantage: f32, clip_range: f32) -> PolicyTerm {
    let log_ratio = log_prob - old_log_prob;
    let ratio = log_ratio.exp();
    let (free, kept) = (ratio * advantage, ratio.clamp(1.0 - clip_range, 1.0 + clip_range) * advantage);
    PolicyTerm {
        loss: -free.min(kept),
        gradient: if free <= kept { -free } else { 0.0 },
        approx_kl: (ratio - 1.0) - log_ratio,
        clipped: (ratio - 1.0).abs() > clip_range,
    }
}

/// The policy's part of the loss of a decision, given the log-probabilities of its legal actions: of what was played, or of what it
/// is to imitate.
pub(crate) fn of_policy(transition: &Transition<'_>, log_probs: &[f32], clip_range: f32) -> PolicyTerm {
    match transition.imitate {
        Some(target) => imitation(log_probs, target),
        None => policy(log_probs[transition.chosen], transition.log_prob, transition.advantage, clip_range),
    }
}

/// The cross-entropy of a policy to the probabilities `target`. Its derivative with respect to a logit is the probability less
/// its target.
pub(crate) fn imitation(log_probs: &[f32], target: &[f32]) -> PolicyTerm {
    let (mut loss, mut divergence) = (0.0, 0.0);
    for (log_prob, &q) in log_probs.iter().zip(target) {
        loss -= q * log_prob;
        divergence += if q > 0.0 { q * (q.ln() - log_prob) } else { 0.0 };
    }
    PolicyTerm { loss, gradient: 0.0, approx_kl: divergence, clipped: false }
}

/// The cross-entropy of a value, the logit of a chance to win, to the chance `target`, and its derivative.
///
/// Unlike a squared error it does not flatten near 0 and 1: a game that is as good as lost is told apart from a lost one.
pub(crate) fn value(logit: f32, target: f32) -> (f32, f32) {
    // ln(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    (softplus - target * logit, chance(logit) - target)
}

/// Turns logits into log-probabilities, and writes the probabilities.
#[inline(always)]
pub(crate) fn log_softmax(logits: &mut [f32], probs: &mut Vec<f32>) {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    probs.clear();
    probs.extend(logits.iter().map(|x| (x - top).exp()));
    let total: f32 = probs.iter().sum();
    let shift = top + total.ln();
    for (x, p) in logits.iter_mut().zip(probs) {
        *x -= shift;
        *p /= total;
    }
}

/// The entropy of probabilities, given with their logarithms. Its derivative with respect to logit `i` is `-p[i] · (ln p[i] + entropy)`.
#[inline(always)]
pub(crate) fn entropy(log_probs: &[f32], probs: &[f32]) -> f32 {
    -log_probs.iter().zip(probs).map(|(l, p)| p * l).sum::<f32>()
}

/// Shifts and scales to mean 0 and standard deviation 1; a single number is left as it is.
pub fn normalise(x: &mut [f32]) {
    if x.len() < 2 {
        return;
    }
    let n = x.len() as f64;
    let mean = x.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
    let square = x.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>();
    let deviation = (square / (n - 1.0)).sqrt() + 1e-8;
    for x in x.iter_mut() {
        *x = ((f64::from(*x) - mean) / deviation) as f32;
    }
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
