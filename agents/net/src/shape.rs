//! [`NetShape`]: the architecture of a network, and the arrays of its weights.

use holotable_env::Layout;
use serde::{Deserialize, Serialize};

/// The kinds of networks, as recipes name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetKind {
    /// Layers over all inputs.
    #[default]
    Mlp,
    /// Rows of the observation as tokens, and attention over them (Vaswani et al., arXiv:1706.03762).
    Entities,
    /// Rows of the observation as tokens, and messages along the edges of a map (Gilmer et al., arXiv:1704.01212).
    Graph,
}

impl NetKind {
    /// The word in recipes and checkpoints.
    pub const fn word(self) -> &'static str {
        match self {
            NetKind::Mlp => "mlp",
            NetKind::Entities => "entities",
            NetKind::Graph => "graph",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [NetKind::Mlp, NetKind::Entities, NetKind::Graph].into_iter().find(|kind| kind.word() == word)
    }

    fn is_mlp(&self) -> bool {
        *self == NetKind::Mlp
    }
}

/// The sizes of what is below the pooled layers of `entities` and `graph`; all 0 in an `mlp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenShape {
    /// The width of a token.
    pub width: usize,
    /// Layers of attention, or rounds of messages.
    pub layers: usize,
    /// The heads of each layer of attention; 0 where there is none.
    pub heads: usize,
}

impl TokenShape {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The activation function of the hidden layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// The hyperbolic tangent.
    #[default]
    Tanh,
    /// Negative values become 0.
    Relu,
}

impl Activation {
    /// The word in recipes and checkpoints.
    pub const fn word(self) -> &'static str {
        match self {
            Activation::Tanh => "tanh",
            Activation::Relu => "relu",
        }
    }

    /// The value with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Activation::Tanh, Activation::Relu].into_iter().find(|a| a.word() == word)
    }

    /// Applies the function to every number.
    #[inline(always)]
    pub(crate) fn apply(self, x: &mut [f32]) {
        match self {
            Activation::Tanh => x.iter_mut().for_each(|x| *x = x.tanh()),
            Activation::Relu => x.iter_mut().for_each(|x| *x = x.max(0.0)),
        }
    }

    /// Replaces gradients with respect to the results `output` of [`Activation::apply`] by those with respect to its arguments.
    #[inline(always)]
    pub(crate) fn backward(self, output: &[f32], gradients: &mut [f32]) {
        for (gradient, &y) in gradients.iter_mut().zip(output) {
            match self {
                Activation::Tanh => *gradient *= 1.0 - y * y,
                Activation::Relu => *gradient = if y > 0.0 { *gradient } else { 0.0 },
            }
        }
    }
}

/// The architecture of a network between observation and heads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetShape {
    /// Its kind.
    #[serde(default, skip_serializing_if = "NetKind::is_mlp")]
    pub network: NetKind,
    /// The hidden layers that policy and value share.
    pub hidden_sizes: Vec<usize>,
    /// The activation function after each of them.
    pub activation: Activation,
    /// Whether it takes a prior, a number for each action: inputs behind the observation that are added to the logits,
    /// times a learnt gain; an `mlp` has them as inputs of its first layer too.
    pub prior: bool,
    /// Whether its actions are subgoals, and what is played is a step towards the one that it chooses.
    #[serde(default, skip_serializing_if = "is_false")]
    pub subgoals: bool,
    /// The sizes of a network of tokens.
    #[serde(default, skip_serializing_if = "TokenShape::is_none")]
    pub tokens: TokenShape,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl NetShape {
    /// Whether there can be such a network for a layout.
    ///
    /// # Errors
    /// One line with what does not fit.
    pub fn check(&self, layout: &Layout) -> Result<(), String> {
        let (TokenShape { width, layers, heads }, word) = (self.tokens, self.network.word());
        let fits = match self.network {
            NetKind::Mlp => self.tokens.is_none(),
            NetKind::Entities => width > 0 && layers > 0 && heads > 0 && width.is_multiple_of(heads),
            NetKind::Graph => width > 0 && layers > 0 && heads == 0,
        };
        if !fits || self.hidden_sizes.contains(&0) || self.hidden_sizes.is_empty() {
            return Err(format!("network '{word}' cannot have the sizes {self:?}"));
        }
        if self.network == NetKind::Graph && layout.relations.edges.is_empty() {
            let others = "use network = \"entities\" or \"mlp\"";
            return Err(format!("network is \"graph\", but this game has no map: {others}"));
        }
        Ok(())
    }

    /// The number of values of the prior: one for each action, or none.
    pub fn prior_len(&self, layout: &Layout) -> usize {
        if self.prior { layout.actions } else { 0 }
    }
}
