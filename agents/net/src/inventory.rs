//! The arrays of a network: [`NetShape::arrays`].

use holotable_env::Layout;

use crate::rows::Rows;
use crate::shape::NetShape;

impl NetShape {
    /// Every array of the network by name with its shape, in the order of the layers. Rows are inputs in the trunk and in the
    /// layers of [rows](crate::rows), and actions in the policy head.
    pub fn arrays(&self, layout: &Layout) -> Vec<(String, Vec<usize>)> {
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
        arrays.extend(Rows::new(layout, self.row_width).arrays(inputs));
        arrays
    }
}
