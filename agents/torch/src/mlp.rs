//! [`Mlp`]: layers over all inputs, and logits by the rows that actions name: the network of the fast learner.

use holotable_env::Layout;
use tch::Tensor;
use tch::nn::{Init, Path};

use super::inputs::Inputs;
use holotable_net::rows::{RowBlock, RowKind, Rows};
use holotable_net::shape::{Activation, NetShape};

/// The network. Its variables have the names and shapes of [`NetShape::arrays`], which are not all those of `nn::Linear`.
#[derive(Debug)]
pub struct Mlp {
    /// The weight and bias of each hidden layer.
    trunk: Vec<[Tensor; 2]>,
    policy: [Tensor; 2],
    value: [Tensor; 2],
    gain: Option<Tensor>,
    activation: Activation,
    rows: Rows,
    /// The weight and bias of the layer of each block of rows.
    blocks: Vec<[Tensor; 2]>,
    kinds: Vec<Named>,
}

/// The layers of a kind of actions that name rows.
#[derive(Debug)]
struct Named {
    context: [Tensor; 2],
    score: Tensor,
    /// For each block that they name rows of: the layer through which they see it (`[width, width]`), and a 1 where an action names a
    /// row (`[actions, rows]`).
    views: Vec<[Tensor; 2]>,
}

impl Mlp {
    /// The network with its variables in `root`.
    pub fn new(root: &Path<'_>, shape: &NetShape, layout: &Layout) -> Self {
        let sizes = shape.arrays(layout);
        let variable = |name: &str| {
            let (_, size) = sizes.iter().find(|(known, _)| known == name)?;
            let size: Vec<i64> = size.iter().map(|&n| n as i64).collect();
            let (path, last) = name.rsplit_once('.').expect("a part of the network and what it is");
            let path = path.split('.').fold(root.clone(), |path, part| path.sub(part));
            Some(path.var(last, &size, Init::Const(0.0)))
        };
        let pair = |name: &str| {
            ["weight", "bias"].map(|what| variable(&format!("{name}.{what}")).expect("a layer has both"))
        };
        let rows = Rows::new(layout, shape.row_width);
        let named = |kind: &RowKind| {
            let at = |name: &str| format!("named.{}.{name}", kind.name);
            let view = |&block: &usize| {
                let RowBlock { name, rows: count, .. } = &rows.blocks[block];
                let mut pairs = vec![0.0f32; kind.actions.len() * count];
                rows.pairs(kind, block).for_each(|(action, row)| pairs[action * count + row] += 1.0);
                let pairs = Tensor::from_slice(&pairs).view([-1, *count as i64]).to_device(root.device());
                [variable(&at(&format!("{name}.weight"))).expect("each block has one"), pairs]
            };
            Named {
                context: pair(&at("context")),
                score: variable(&at("score")).expect("each kind has one"),
                views: kind.blocks.iter().map(view).collect(),
            }
        };
        Self {
            blocks: rows.blocks.iter().map(|block| pair(&format!("rows.{}", block.name))).collect(),
            kinds: rows.kinds.iter().map(named).collect(),
            trunk: (0..shape.hidden_sizes.len()).map(|i| pair(&format!("trunk.{i}"))).collect(),
            policy: pair("policy"),
            value: pair("value"),
            gain: variable("prior.gain"),
            activation: shape.activation,
            rows,
        }
    }

    /// Logits of all actions, legal or not (`[n, actions]`), and logits of the chances to win (`[n]`).
    pub fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor) {
        let mut x = inputs.all.shallow_clone();
        for [weight, bias] in &self.trunk {
            x = activate(self.activation, &(x.matmul(weight) + bias));
        }
        let mut logits = x.linear(&self.policy[0], Some(&self.policy[1]));
        if !self.kinds.is_empty() {
            logits += self.by_rows(&inputs.observation, &x);
        }
        if let Some(gain) = &self.gain {
            logits += &inputs.prior * gain;
        }
        (logits, x.matmul(&self.value[0]) + &self.value[1])
    }

    /// The logits that actions get by the rows that they name (`[n, actions]`).
    fn by_rows(&self, observation: &Tensor, hidden: &Tensor) -> Tensor {
        let n = hidden.size()[0];
        let encoded = |(block, [weight, bias]): (&RowBlock, &[Tensor; 2])| {
            let (rows, fields) = (block.rows as i64, block.fields as i64);
            let rows = observation.narrow(1, block.column as i64, rows * fields).reshape([n, rows, fields]);
            (rows.matmul(weight) + bias).relu()
        };
        let encoded: Vec<Tensor> = self.rows.blocks.iter().zip(&self.blocks).map(encoded).collect();
        let (mut pieces, mut end) = (Vec::new(), 0);
        let none = |count: usize| Tensor::zeros([n, count as i64], (hidden.kind(), hidden.device()));
        for (kind, layers) in self.rows.kinds.iter().zip(&self.kinds) {
            let [weight, bias] = &layers.context;
            let mut sum = (hidden.matmul(weight) + bias).unsqueeze(1);
            for (&block, [weight, pairs]) in kind.blocks.iter().zip(&layers.views) {
                sum = pairs.matmul(&encoded[block].matmul(weight)) + sum;
            }
            pieces.extend([none(kind.actions.start - end), sum.relu().matmul(&layers.score)]);
            end = kind.actions.end;
        }
        pieces.push(none(self.rows.actions() - end));
        Tensor::cat(&pieces, 1)
    }
}

/// What follows each hidden layer.
fn activate(activation: Activation, x: &Tensor) -> Tensor {
    match activation {
        Activation::Tanh => x.tanh(),
        Activation::Relu => x.relu(),
    }
}
