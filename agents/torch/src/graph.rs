//! [`Graph`]: rows of the observation as tokens, and messages along the edges of a map (Gilmer et al., arXiv:1704.01212).

use tch::nn::{LayerNorm, Linear, Module, Path};
use tch::{Kind, Tensor};

use super::inputs::Inputs;
use super::policy_value::{PolicyValue, activate};
use super::tokens::{Embed, Heads, layer, norm};
use holotable_net::plan::{Map, Plan};
use holotable_net::shape::{Activation, NetShape};

/// The network.
#[derive(Debug)]
pub struct Graph {
    embed: Embed,
    rounds: Vec<Vec<Messages>>,
    heads: Heads,
}

impl Graph {
    /// The network with its variables in `root`.
    pub fn new(root: &Path<'_>, shape: &NetShape, plan: &Plan) -> Self {
        let round =
            |round: usize| plan.maps.iter().map(|map| Messages::new(root, shape, plan, map, round)).collect();
        Self {
            embed: Embed::new(root, shape, plan),
            rounds: (0..shape.tokens.layers).map(round).collect(),
            heads: Heads::new(root, shape, plan),
        }
    }
}

impl PolicyValue for Graph {
    fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor) {
        let mut tokens = self.embed.forward(&inputs.observation);
        for round in &self.rounds {
            let context = tokens.mean_dim(&[1i64][..], true, Kind::Float);
            tokens = round.iter().fold(tokens, |tokens, map| map.forward(&tokens, &context));
        }
        self.heads.forward(&tokens, inputs)
    }
}

/// A round of messages on a map.
#[derive(Debug)]
struct Messages {
    /// The first token of the map and how many there are.
    rows: (i64, i64),
    /// The share of each row (across) in what a row (down) hears.
    shares: Tensor,
    norm: LayerNorm,
    own: Linear,
    heard: Linear,
    context: Linear,
    activation: Activation,
}

impl Messages {
    fn new(root: &Path<'_>, shape: &NetShape, plan: &Plan, map: &Map, round: usize) -> Self {
        let (block, d, round) = (&plan.blocks[map.block], shape.tokens.width as i64, round.to_string());
        let at = |name| ["messages", &round, &block.name, name];
        let rows = map.heard.len();
        let mut shares = vec![0.0f32; rows * rows];
        for (row, heard) in shares.chunks_exact_mut(rows).zip(&map.heard) {
            for &from in heard {
                row[from] += 1.0 / heard.len() as f32;
            }
        }
        let shares = Tensor::from_slice(&shares).view([rows as i64, rows as i64]).to_device(root.device());
        let [own, heard, context] = ["own", "heard", "context"].map(|name| layer(root, &at(name), d, d));
        Self {
            rows: (block.tokens.start as i64, rows as i64),
            shares,
            norm: norm(root, &at("norm"), d),
            own,
            heard,
            context,
            activation: shape.activation,
        }
    }

    /// The tokens (`[n, tokens, width]`), in which each row of the map has heard of its neighbours and of all (`context`).
    fn forward(&self, tokens: &Tensor, context: &Tensor) -> Tensor {
        let (first, count) = self.rows;
        let rows = tokens.narrow(1, first, count);
        let seen = self.norm.forward(&rows);
        let heard = self.heard.forward(&self.shares.matmul(&seen));
        let next = rows
            + activate(self.activation, &(self.own.forward(&seen) + heard + self.context.forward(context)));
        let after = first + count;
        let rest = tokens.size()[1] - after;
        Tensor::cat(&[tokens.narrow(1, 0, first), next, tokens.narrow(1, after, rest)], 1)
    }
}
