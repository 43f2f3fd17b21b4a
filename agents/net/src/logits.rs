//! Softmax and argmax of logits.

/// The chance to win that has this logit.
#[inline(always)]
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logit of either of two exclusive choices.
pub fn either(a: f32, b: f32) -> f32 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high + (low - high).exp().ln_1p()
}

/// The probability of each logit.
pub fn softmax(logits: &[f32]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> = logits.iter().map(|&x| f64::from(x - top).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / total).collect()
}

/// The index of the greatest logit, the first of equals.
pub fn likeliest(logits: &[f32]) -> usize {
    let better = |best: usize, i: usize| if logits[i] > logits[best] { i } else { best };
    (0..logits.len()).reduce(better).expect("a legal set is never empty")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softmax_and_argmax_agree_with_exponentials() {
        let logits = [0.0, 1.0, 2.0f32];
        let total: f64 = logits.iter().map(|&x| f64::from(x).exp()).sum();
        for (p, logit) in softmax(&logits).into_iter().zip(logits) {
            assert!((p - f64::from(logit).exp() / total).abs() < 1e-12);
        }
        let [none, one] = [either(f32::NEG_INFINITY, 1.0), either(1.0, 2.0)];
        assert!((none - 1.0).abs() < 1e-9 && (one - (1f32.exp() + 2f32.exp()).ln()).abs() < 1e-6);
        assert_eq!(likeliest(&logits), 2);
        assert_eq!(likeliest(&[1.0, 3.0, 3.0]), 1);
    }
}
