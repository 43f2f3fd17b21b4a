//! What networks of tokens have in common: [`Embed`], rows of the observation as tokens, and [`Heads`], which point at them.

use tch::nn::{Init, LayerNorm, LayerNormConfig, Linear, LinearConfig, Module, Path, layer_norm, linear};
use tch::{Device, Kind, Tensor};

use super::inputs::Inputs;
use super::policy_value::{activate, sub};
use holotable_net::plan::{Plan, Pointer};
use holotable_net::shape::{Activation, NetShape};

/// A layer of this many inputs and outputs at a path such as `attention.0.query`.
pub(super) fn layer(root: &Path<'_>, at: &[&str], inputs: i64, outputs: i64) -> Linear {
    linear(sub(root, at), inputs, outputs, LinearConfig::default())
}

/// A normalisation at a path.
pub(super) fn norm(root: &Path<'_>, at: &[&str], width: i64) -> LayerNorm {
    layer_norm(sub(root, at), vec![width], LayerNormConfig::default())
}

/// Rows of the observation as tokens.
#[derive(Debug)]
pub struct Embed {
    blocks: Vec<Block>,
    activation: Activation,
}

/// A block of the observation.
#[derive(Debug)]
struct Block {
    rows: i64,
    fields: i64,
    column: i64,
    /// What all its rows go through.
    shared: Linear,
    /// What tells its rows apart, if there are several: `[rows, width]`.
    place: Option<Tensor>,
}

impl Embed {
    pub(super) fn new(root: &Path<'_>, shape: &NetShape, plan: &Plan) -> Self {
        let width = shape.tokens.width as i64;
        let blocks = plan.blocks.iter().map(|block| {
            let (rows, fields, at) = (block.tokens.len() as i64, block.fields as i64, ["embed", &block.name]);
            let place = || sub(root, &at).var("place", &[rows, width], Init::Const(0.0));
            Block {
                rows,
                fields,
                column: block.column as i64,
                shared: layer(root, &at, fields, width),
                place: (rows > 1).then(place),
            }
        });
        Self { blocks: blocks.collect(), activation: shape.activation }
    }

    /// A token for each row: `[n, tokens, width]`.
    pub fn forward(&self, observation: &Tensor) -> Tensor {
        let tokens = |block: &Block| {
            let rows = observation.narrow(1, block.column, block.rows * block.fields);
            let rows = block.shared.forward(&rows.reshape([-1, block.rows, block.fields]));
            let rows = activate(self.activation, &rows);
            block.place.as_ref().map_or(rows.shallow_clone(), |place| rows + place)
        };
        Tensor::cat(&self.blocks.iter().map(tokens).collect::<Vec<Tensor>>(), 1)
    }
}

/// The heads above the tokens. The mean and the greatest of all tokens go through hidden layers; these give the value, a logit for
/// each action that names no row, and one for each kind of actions that do. To the latter comes what the action points at
/// (Vinyals et al., arXiv:1506.03134): the product of the kind's query and the rows that the action names.
#[derive(Debug)]
pub struct Heads {
    norm: LayerNorm,
    trunk: Vec<Linear>,
    policy: Linear,
    value: Linear,
    /// For each action its row of the policy.
    head_of: Tensor,
    pointers: Vec<PointerHead>,
    gain: Option<Tensor>,
    activation: Activation,
}

/// The head of a kind of actions that name rows.
#[derive(Debug)]
struct PointerHead {
    /// The first action and how many there are.
    actions: (i64, i64),
    query: Linear,
    references: Vec<Reference>,
}

/// The rows of a block that the actions of a kind name.
#[derive(Debug)]
struct Reference {
    /// The first token of the block and how many there are.
    tokens: (i64, i64),
    key: Linear,
    /// For each action the row, or the number of rows if it names none.
    rows: Tensor,
}

impl Heads {
    pub(super) fn new(root: &Path<'_>, shape: &NetShape, plan: &Plan) -> Self {
        let (width, device) = (shape.tokens.width as i64, root.device());
        let mut inputs = 2 * width;
        let mut trunk = Vec::new();
        for (i, &outputs) in shape.hidden_sizes.iter().enumerate() {
            trunk.push(layer(root, &["trunk", &i.to_string()], inputs, outputs as i64));
            inputs = outputs as i64;
        }
        let pointer = |pointer: &Pointer| PointerHead::new(root, pointer, plan, (inputs, width));
        Self {
            norm: norm(root, &["norm"], width),
            trunk,
            policy: layer(root, &["policy"], inputs, plan.heads() as i64),
            value: layer(root, &["value"], inputs, 1),
            head_of: numbers(plan.head_of.iter().copied(), device),
            pointers: plan.pointers.iter().map(pointer).collect(),
            gain: shape.prior.then(|| sub(root, &["prior"]).var("gain", &[1], Init::Const(0.0))),
            activation: shape.activation,
        }
    }

    /// Logits of all actions (`[n, actions]`) and values (`[n]`), for tokens (`[n, tokens, width]`).
    pub fn forward(&self, tokens: &Tensor, inputs: &Inputs) -> (Tensor, Tensor) {
        let tokens = self.norm.forward(tokens);
        let mean = tokens.mean_dim(&[1i64][..], false, Kind::Float);
        let mut x = Tensor::cat(&[mean, tokens.amax(1, false)], 1);
        for layer in &self.trunk {
            x = activate(self.activation, &layer.forward(&x));
        }
        let logits = self.policy.forward(&x).index_select(1, &self.head_of);
        let mut pieces = Vec::new();
        let mut at = 0;
        for pointer in &self.pointers {
            let (first, count) = pointer.actions;
            pieces.push(logits.narrow(1, at, first - at));
            pieces.push(logits.narrow(1, first, count) + pointer.forward(&tokens, &x, self.activation));
            at = first + count;
        }
        pieces.push(logits.narrow(1, at, logits.size()[1] - at));
        let mut logits = Tensor::cat(&pieces, 1);
        if let Some(gain) = &self.gain {
            logits += &inputs.prior * gain;
        }
        (logits, self.value.forward(&x).squeeze_dim(1))
    }
}

impl PointerHead {
    fn new(root: &Path<'_>, pointer: &Pointer, plan: &Plan, (inputs, width): (i64, i64)) -> Self {
        let references = pointer.references.iter().map(|reference| {
            let block = &plan.blocks[reference.block];
            let none = block.tokens.len();
            let rows = reference.rows.iter().map(|row| row.unwrap_or(none));
            Reference {
                tokens: (block.tokens.start as i64, none as i64),
                key: layer(root, &["pointer", &pointer.name, &block.name], width, width),
                rows: numbers(rows, root.device()),
            }
        });
        Self {
            actions: (pointer.actions.start as i64, pointer.actions.len() as i64),
            query: layer(root, &["pointer", &pointer.name, "query"], inputs, width),
            references: references.collect(),
        }
    }

    /// What to add to the logit of each action of the kind: `[n, actions]`.
    fn forward(&self, tokens: &Tensor, hidden: &Tensor, activation: Activation) -> Tensor {
        let keys = self.references.iter().map(|reference| {
            let (first, count) = reference.tokens;
            let keys = reference.key.forward(&tokens.narrow(1, first, count));
            // A row of zeros for the actions that name none.
            keys.constant_pad_nd([0, 0, 0, 1]).index_select(1, &reference.rows)
        });
        // Summed before the activation, so that what two rows mean together can be learnt.
        let named = activate(activation, &keys.reduce(|a, b| a + b).expect("a pointer names rows"));
        let query = self.query.forward(hidden) / (tokens.size()[2] as f64).sqrt();
        named.matmul(&query.unsqueeze(2)).squeeze_dim(2)
    }
}

fn numbers(numbers: impl Iterator<Item = usize>, device: Device) -> Tensor {
    Tensor::from_slice(&numbers.map(|n| n as i64).collect::<Vec<i64>>()).to_device(device)
}
