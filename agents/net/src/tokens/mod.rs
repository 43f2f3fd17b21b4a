//! [`TokenNet`]: a network whose inputs are the rows of the observation, embedded: `entities` and `graph`, without torch.
//!
//! The crate `holotable-torch` has the same networks to learn with. Tests hold the two to each other.

mod entities;
mod graph;
mod layers;

use std::ops::Range;
use std::sync::Arc;

use holotable_env::Layout;
use ndarray::{Array1, Array2, ArrayView2, Axis, Slice, concatenate};

use self::entities::Attention;
use self::graph::Messages;
use self::layers::{Linear, Norm, Weights};
use crate::arrays::{Array, NamedArrays};
use crate::forward::Forward;
use crate::net::packed::Activations;
use crate::plan::{Plan, Pointer};
use crate::shape::{NetKind, NetShape};
use crate::sparse::{Entries, Sparse};

/// A network of tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenNet {
    shape: NetShape,
    plan: Plan,
    arrays: Arc<NamedArrays>,
    /// Of each block its layer, and what tells its rows apart, if there are several.
    embed: Vec<(Linear, Option<Array2<f32>>)>,
    mixers: Vec<Mixer>,
    norm: Norm,
    trunk: Vec<Linear>,
    policy: Linear,
    value: Linear,
    /// Of each kind of actions that names rows its query, and the layer for each block that it names rows of.
    pointers: Vec<(Linear, Vec<Linear>)>,
    /// The gain of the prior, if the network takes one.
    gain: Option<f32>,
}

/// A layer in which tokens learn of each other.
#[derive(Clone, Debug, PartialEq)]
enum Mixer {
    Attention(Box<Attention>),
    Messages(Messages),
}

impl TokenNet {
    /// The network with these arrays.
    ///
    /// # Panics
    /// If one is missing, or the shape is one of another kind.
    pub(crate) fn new(shape: &NetShape, layout: &Layout, arrays: &NamedArrays) -> Self {
        let (plan, weights, activation) = (Plan::new(layout), Weights(arrays), shape.activation);
        let names = plan.arrays(shape).into_iter().map(|(name, _)| name);
        let arrays: NamedArrays = names.map(|name| (name.clone(), arrays[&name].clone())).collect();
        let place =
            |name: &str, rows: usize| (rows > 1).then(|| weights.matrix(&format!("embed.{name}.place")));
        let embed = plan.blocks.iter().map(|block| {
            let name = &block.name;
            (weights.linear(&format!("embed.{name}")), place(name, block.tokens.len()))
        });
        let mixer = |i: usize| match shape.network {
            NetKind::Mlp => unreachable!("an mlp has no tokens"),
            NetKind::Entities => {
                Mixer::Attention(Box::new(Attention::new(weights, i, shape.tokens.heads, activation)))
            }
            NetKind::Graph => Mixer::Messages(Messages::new(weights, &plan, i, activation)),
        };
        let pointer = |pointer: &Pointer| {
            let layer = |name: &str| weights.linear(&format!("pointer.{}.{name}", pointer.name));
            let blocks = pointer.references.iter().map(|r| layer(&plan.blocks[r.block].name));
            (layer("query"), blocks.collect())
        };
        Self {
            embed: embed.collect(),
            mixers: (0..shape.tokens.layers).map(mixer).collect(),
            norm: weights.norm("norm"),
            trunk: (0..shape.hidden_sizes.len()).map(|i| weights.linear(&format!("trunk.{i}"))).collect(),
            policy: weights.linear("policy"),
            value: weights.linear("value"),
            pointers: plan.pointers.iter().map(pointer).collect(),
            gain: shape.prior.then(|| weights.vector("prior.gain")[0]),
            shape: shape.clone(),
            arrays: Arc::new(arrays),
            plan,
        }
    }

    /// Its architecture.
    pub fn shape(&self) -> &NetShape {
        &self.shape
    }

    /// The number of values of an observation.
    pub(crate) fn observation(&self) -> usize {
        self.plan.observation
    }

    /// The number of actions.
    pub(crate) fn actions(&self) -> usize {
        self.plan.head_of.len()
    }

    /// Puts its arrays under their names, with `prefix` before, into `arrays`.
    pub(crate) fn store(&self, prefix: &str, arrays: &mut NamedArrays) {
        let own = self.arrays.iter().map(|(name, array)| (format!("{prefix}{name}"), array.clone()));
        arrays.extend(own.collect::<Vec<(String, Array)>>());
    }

    /// The logits of all actions, legal or not, and the value, for a row of inputs.
    pub(crate) fn evaluate(&self, inputs: Entries<'_>) -> (Vec<f32>, f32) {
        let mut row = vec![0.0; self.plan.observation + if self.gain.is_some() { self.actions() } else { 0 }];
        inputs.write(&mut row);
        let (observation, prior) = row.split_at(self.plan.observation);
        let mut tokens = self.embed(observation);
        for mixer in &self.mixers {
            match mixer {
                Mixer::Attention(attention) => attention.apply(&mut tokens),
                Mixer::Messages(messages) => messages.apply(&mut tokens),
            }
        }
        let tokens = self.norm.apply(&tokens.view());
        let hidden = self.hidden(&tokens);
        let pooled = self.policy.of(&hidden);
        let mut logits: Vec<f32> = self.plan.head_of.iter().map(|&head| pooled[head]).collect();
        for (pointer, layers) in self.plan.pointers.iter().zip(&self.pointers) {
            self.point(pointer, layers, &tokens, &hidden, &mut logits[pointer.actions.clone()]);
        }
        if let Some(gain) = self.gain {
            logits.iter_mut().zip(prior).for_each(|(logit, prior)| *logit += gain * prior);
        }
        (logits, self.value.of(&hidden)[0])
    }

    fn embed(&self, observation: &[f32]) -> Array2<f32> {
        let mut tokens = Array2::zeros((self.plan.tokens, self.shape.tokens.width));
        for (block, (layer, place)) in self.plan.blocks.iter().zip(&self.embed) {
            let form = (block.tokens.len(), block.fields);
            let rows = &observation[block.column..][..form.0 * form.1];
            let mut rows = layer.apply(&ArrayView2::from_shape(form, rows).expect("whole rows"));
            self.activate(&mut rows);
            if let Some(place) = place {
                rows += place;
            }
            tokens.slice_axis_mut(Axis(0), Slice::from(block.tokens.clone())).assign(&rows);
        }
        tokens
    }

    /// The last hidden layer above the mean and the greatest of all tokens.
    fn hidden(&self, tokens: &Array2<f32>) -> Array1<f32> {
        let mean = tokens.mean_axis(Axis(0)).expect("there are tokens");
        let greatest = tokens.fold_axis(Axis(0), f32::NEG_INFINITY, |a, b| a.max(*b));
        let pooled = concatenate(Axis(0), &[mean.view(), greatest.view()]).expect("two vectors");
        self.trunk.iter().fold(pooled, |x, layer| {
            let mut x = layer.of(&x);
            self.shape.activation.apply(x.as_slice_mut().expect("a fresh vector"));
            x
        })
    }

    /// Adds to each logit the product of the kind's query and what the action names.
    fn point(
        &self,
        pointer: &Pointer,
        (query, blocks): &(Linear, Vec<Linear>),
        tokens: &Array2<f32>,
        hidden: &Array1<f32>,
        logits: &mut [f32],
    ) {
        let width = tokens.ncols();
        let query = query.of(hidden) / (width as f32).sqrt();
        let mut named = Array2::zeros((logits.len(), width));
        for (reference, layer) in pointer.references.iter().zip(blocks) {
            let rows = Slice::from(self.plan.blocks[reference.block].tokens.clone());
            let rows = layer.apply(&tokens.slice_axis(Axis(0), rows));
            for (mut sum, row) in named.axis_iter_mut(Axis(0)).zip(&reference.rows) {
                if let Some(row) = *row {
                    sum += &rows.row(row);
                }
            }
        }
        self.activate(&mut named);
        logits.iter_mut().zip(named.dot(&query)).for_each(|(logit, more)| *logit += more);
    }

    fn activate(&self, x: &mut Array2<f32>) {
        self.shape.activation.apply(x.as_slice_mut().expect("a fresh matrix"));
    }
}

impl Forward for TokenNet {
    fn answer(&self, inputs: &Sparse, rows: Range<usize>, answers: &mut Activations) {
        answers.full.clear();
        for row in rows {
            let (logits, value) = self.evaluate(inputs.row(row));
            answers.full.push(&logits, value);
        }
    }

    fn value(&self, answers: &Activations, row: usize) -> f32 {
        answers.full.value(row)
    }

    fn logit(&self, answers: &Activations, row: usize, _: Entries<'_>, action: usize) -> f32 {
        answers.full.logit(row, action)
    }
}
