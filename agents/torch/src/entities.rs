//! [`Entities`]: rows of the observation as tokens, and attention over them (Vaswani et al., arXiv:1706.03762).

use tch::nn::{LayerNorm, Linear, Module, Path};
use tch::{Kind, Tensor};

use super::inputs::Inputs;
use super::policy_value::{PolicyValue, activate};
use super::tokens::{Embed, Heads, layer, norm};
use holotable_net::plan::Plan;
use holotable_net::shape::{Activation, NetShape};

/// The network.
#[derive(Debug)]
pub struct Entities {
    embed: Embed,
    layers: Vec<Attention>,
    heads: Heads,
}

impl Entities {
    /// The network with its variables in `root`.
    pub fn new(root: &Path<'_>, shape: &NetShape, plan: &Plan) -> Self {
        Self {
            embed: Embed::new(root, shape, plan),
            layers: (0..shape.tokens.layers).map(|i| Attention::new(root, shape, i)).collect(),
            heads: Heads::new(root, shape, plan),
        }
    }
}

impl PolicyValue for Entities {
    fn forward(&self, inputs: &Inputs) -> (Tensor, Tensor) {
        let tokens = self.embed.forward(&inputs.observation);
        let tokens = self.layers.iter().fold(tokens, |tokens, layer| layer.forward(&tokens));
        self.heads.forward(&tokens, inputs)
    }
}

/// A layer in which every token looks at all, with the norms before its parts.
#[derive(Debug)]
struct Attention {
    norms: [LayerNorm; 2],
    /// Query, key, value and output.
    parts: [Linear; 4],
    wide: Linear,
    narrow: Linear,
    heads: i64,
    activation: Activation,
}

impl Attention {
    fn new(root: &Path<'_>, shape: &NetShape, number: usize) -> Self {
        let (d, number) = (shape.tokens.width as i64, number.to_string());
        let at = |name| ["attention", &number, name];
        Self {
            norms: ["norm_1", "norm_2"].map(|name| norm(root, &at(name), d)),
            parts: ["query", "key", "value", "out"].map(|name| layer(root, &at(name), d, d)),
            wide: layer(root, &at("wide"), d, 2 * d),
            narrow: layer(root, &at("narrow"), 2 * d, d),
            heads: shape.tokens.heads as i64,
            activation: shape.activation,
        }
    }

    /// The tokens (`[n, tokens, width]`) with what each finds in the others, and what it makes of that.
    fn forward(&self, tokens: &Tensor) -> Tensor {
        let [query, key, value, out] = &self.parts;
        let (n, t, d) = tokens.size3().expect("tokens have three axes");
        let seen = self.norms[0].forward(tokens);
        // [n, heads, tokens, width of a head]
        let by_head = |x: Tensor| x.view([n, t, self.heads, d / self.heads]).transpose(1, 2);
        let [query, key, value] = [query, key, value].map(|part| by_head(part.forward(&seen)));
        let scores = query.matmul(&key.transpose(-2, -1)) / ((d / self.heads) as f64).sqrt();
        let found = scores.softmax(-1, Kind::Float).matmul(&value);
        let tokens = tokens + out.forward(&found.transpose(1, 2).reshape([n, t, d]));
        let wide = activate(self.activation, &self.wide.forward(&self.norms[1].forward(&tokens)));
        tokens + self.narrow.forward(&wide)
    }
}
