//! [`EntropyWeights`]: how much the entropy of each kind of decision counts in the loss.

use holotable_env::{Layout, suggest};
use holotable_store::error::Error;

use super::config::Config;

/// By how much a weight changes from one update to the next, at most: this share of it.
const PACE: f64 = 0.05;
/// Where weights stay.
const RANGE: (f64, f64) = (1e-6, 1.0);

/// The weights, by the number of the kind: that of the block of actions.
///
/// One weight for all leaves some kinds without any exploration and others with too much: three sectors and forty dice are
/// not alike. A kind with a target gets the weight that holds the mean entropy of its decisions there, as soft actor-critic
/// does (Haarnoja et al., arXiv:1812.05905).
#[derive(Clone, Debug, PartialEq)]
pub struct EntropyWeights {
    weights: Vec<f64>,
    targets: Vec<Option<f64>>,
}

impl EntropyWeights {
    /// The weights of a recipe at its start.
    ///
    /// # Errors
    /// One line if it names a kind that the game does not have.
    pub fn new(config: &Config, layout: &Layout) -> Result<Self, Error> {
        let known = || layout.action_blocks.iter().map(|block| block.name.as_str());
        if let Some(name) = config.entropy_targets.keys().find(|name| known().all(|k| k != name.as_str())) {
            let (hint, all) = (suggest(name, known()), known().collect::<Vec<_>>().join(", "));
            return Err(Error::new(format!(
                "entropy_targets has an unknown kind of decision '{name}'{hint} (the kinds are {all})"
            )));
        }
        let targets: Vec<_> = known().map(|name| config.entropy_targets.get(name).copied()).collect();
        Ok(Self { weights: vec![config.ent_coef; targets.len()], targets })
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Sets the weights, as a run left them.
    ///
    /// # Errors
    /// One line if they are not as many.
    pub fn restore(&mut self, weights: &[f64]) -> Result<(), Error> {
        if weights.len() != self.weights.len() {
            let (found, needed) = (weights.len(), self.weights.len());
            return Err(Error::new(format!("it holds {found} weights of entropy but must hold {needed}")));
        }
        self.weights = weights.to_vec();
        Ok(())
    }

    /// Moves the weight of each kind with a target, given the mean entropy of its decisions if there were any.
    pub fn adapt(&mut self, entropies: &[Option<f64>]) {
        for ((weight, target), entropy) in self.weights.iter_mut().zip(&self.targets).zip(entropies) {
            let (Some(target), Some(entropy)) = (target, entropy) else { continue };
            let lack = ((target - entropy) / target).clamp(-1.0, 1.0);
            *weight = (*weight * (PACE * lack).exp()).clamp(RANGE.0, RANGE.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_grows_until_the_entropy_is_what_it_should_be() {
        let mut one = EntropyWeights { weights: vec![0.01; 3], targets: vec![Some(0.5), None, Some(0.5)] };
        one.adapt(&[Some(0.25), Some(0.1), None]);
        assert!((one.weights[0] / 0.01 - (0.05f64 * 0.5).exp()).abs() < 1e-12);
        assert_eq!(one.weights[1..], [0.01; 2], "no target, or nothing measured");
        one.adapt(&[Some(0.5), None, None]);
        assert!((one.weights[0] / 0.01 - (0.05f64 * 0.5).exp()).abs() < 1e-12, "it is met");
        one.adapt(&[Some(9.0), None, None]);
        assert!(
            (one.weights[0] / 0.01 - (0.05f64 * -0.5).exp()).abs() < 1e-12,
            "it falls no faster than the pace"
        );
    }
}
