//! Softmax, argmax and sampling over logits.

/// The probability of each logit.
pub(crate) fn softmax(logits: &[f32]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> = logits.iter().map(|&x| f64::from(x - top).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / total).collect()
}

/// The index of the greatest logit, the first of equals.
pub(crate) fn likeliest(logits: &[f32]) -> usize {
    let better = |best: usize, i: usize| if logits[i] > logits[best] { i } else { best };
    (0..logits.len()).reduce(better).expect("a legal set is never empty")
}

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
        assert_eq!(likeliest(&logits), 2);
    }
}
