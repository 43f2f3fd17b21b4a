//! The arrays of a network of any kind: [`NetShape::arrays`].

use holotable_env::Layout;

use crate::plan::Plan;
use crate::shape::{NetKind, NetShape};

impl NetShape {
    /// Every array of the network by name with its shape, in the order of the layers. In an `mlp`, rows are inputs in
    /// the trunk and actions in the policy head; those of the others are in their plan.
    pub fn arrays(&self, layout: &Layout) -> Vec<(String, Vec<usize>)> {
        if self.network != NetKind::Mlp {
            return Plan::new(layout).arrays(self);
        }
        let mut arrays = Vec::new();
        let mut inputs = layout.observation + self.prior_len(layout);
        for (i, &width) in self.hidden_sizes.iter().enumerate() {
            arrays.push((format!("trunk.{i}.weight"), vec![inputs, width]));
            arrays.push((format!("trunk.{i}.bias"), vec![width]));
            inputs = width;
        }
        arrays.push(("policy.weight".into(), vec![layout.actions, inputs]));
        arrays.push(("policy.bias".into(), vec![layout.actions]));
        arrays.push(("value.weight".into(), vec![inputs]));
        arrays.push(("value.bias".into(), vec![1]));
        if self.prior {
            arrays.push(("prior.gain".into(), vec![1]));
        }
        arrays
    }
}
