//! Samples from a policy, and those of decisions that are learnt from.

use holotable_net::random::uniform;
use rand::Rng;

/// An index sampled from the softmax of the logits, and its log-probability; `ticket` is uniform in [0, 1).
pub(crate) fn sample(logits: &[f32], ticket: f64) -> (usize, f32) {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |i: usize| f64::from(logits[i] - top).exp();
    let total: f64 = (0..logits.len()).map(weight).sum();
    let mut left = ticket * total;
    let drawn = (0..logits.len()).find(|&i| {
        left -= weight(i);
        left < 0.0
    });
    // Rounding may leave a small remainder, which goes to the last logit.
    let choice = drawn.unwrap_or(logits.len() - 1);
    (choice, (weight(choice) / total).ln() as f32)
}

/// Shuffles in place (Fisher and Yates).
pub(crate) fn shuffle<T>(x: &mut [T], rng: &mut impl Rng) {
    for i in (1..x.len()).rev() {
        let j = (uniform(rng) * (i + 1) as f64) as usize;
        x.swap(i, j);
    }
}

/// Shares `order` out evenly into minibatches of about `size`, one at least.
pub(crate) fn minibatches<T>(order: &[T], size: usize) -> impl ExactSizeIterator<Item = &[T]> {
    let count = (order.len() as f64 / size as f64).round().max(1.0) as usize;
    (0..count).map(move |k| &order[k * order.len() / count..(k + 1) * order.len() / count])
}

/// The entropy of the softmax of the logits, in nats.
pub(crate) fn entropy(logits: &[f32]) -> f64 {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (mut total, mut mean) = (0.0, 0.0);
    for logit in logits.iter().map(|x| f64::from(x - top)) {
        let weight = logit.exp();
        (total, mean) = (total + weight, mean + weight * logit);
    }
    total.ln() - mean / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_follows_the_softmax() {
        let logits = [0.0, 1.0, 2.0f32];
        let total: f32 = logits.iter().map(|x| x.exp()).sum();
        let n = 10_000;
        for (i, logit) in logits.iter().enumerate() {
            let ticket = |k: i32| (f64::from(k) + 0.5) / f64::from(n);
            let drawn = (0..n).filter(|&k| sample(&logits, ticket(k)).0 == i).count();
            let p = logit.exp() / total;
            assert!((drawn as f32 / n as f32 - p).abs() < 2e-4, "{i}: {drawn} of {n}, expected {p}");
        }
        assert_eq!(sample(&logits, 1.0 - 1e-16).0, 2);
        assert!((sample(&logits, 0.0).1 - (1.0 / total).ln()).abs() < 1e-6);
    }
    #[test]
    fn entropy_is_that_of_the_softmax() {
        assert!((entropy(&[0.5; 4]) - 4f64.ln()).abs() < 1e-12);
        assert!(entropy(&[3.0]).abs() < 1e-12);
        let (p, q) = (0.2f64, 0.8f64);
        let found = entropy(&[p.ln() as f32 + 7.0, q.ln() as f32 + 7.0]);
        assert!((found + p * p.ln() + q * q.ln()).abs() < 1e-6, "{found}");
    }

    #[test]
    fn minibatches_are_shared_out_evenly() {
        let order: Vec<usize> = (0..10).collect();
        let sizes = |size| minibatches(&order, size).map(<[usize]>::len).collect::<Vec<_>>();
        assert_eq!((sizes(4), sizes(3), sizes(100)), (vec![3, 3, 4], vec![3, 3, 4], vec![10]));
        assert_eq!(minibatches(&order, 4).collect::<Vec<_>>().concat(), order);
    }
}
