//! [`Tensors`]: what is learnt from.

use tch::Tensor;

/// A rollout as tensors, a row a decision.
#[derive(Debug)]
pub struct Tensors {
    /// What the deciding seat saw.
    pub obs: Tensor,
    /// True where an action was not legal.
    pub illegal: Tensor,
    /// The action's number.
    pub action: Tensor,
    /// Its log-probability then.
    pub log_prob: Tensor,
    /// How much better it turned out than expected.
    pub advantage: Tensor,
    /// What was expected.
    pub value: Tensor,
    /// What the value should have been.
    pub target: Tensor,
}

impl Tensors {
    /// Other handles on the same numbers.
    #[must_use]
    pub fn share(&self) -> Tensors {
        Tensors {
            obs: self.obs.shallow_clone(),
            illegal: self.illegal.shallow_clone(),
            action: self.action.shallow_clone(),
            log_prob: self.log_prob.shallow_clone(),
            advantage: self.advantage.shallow_clone(),
            value: self.value.shallow_clone(),
            target: self.target.shallow_clone(),
        }
    }

    /// The rows with these numbers.
    #[must_use]
    pub fn select(&self, rows: &[i64]) -> Tensors {
        let rows = Tensor::from_slice(rows);
        let pick = |x: &Tensor| x.index_select(0, &rows);
        Tensors {
            obs: pick(&self.obs),
            illegal: pick(&self.illegal),
            action: pick(&self.action),
            log_prob: pick(&self.log_prob),
            advantage: pick(&self.advantage),
            value: pick(&self.value),
            target: pick(&self.target),
        }
    }
}
