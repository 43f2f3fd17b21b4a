//! [`Messages`]: a round in which every row of a map hears of its neighbours; `graph` has several (Gilmer et al.,
//! arXiv:1704.01212).

use ndarray::{Array2, Axis, Slice};

use super::layers::{Linear, Norm, Weights};
use crate::plan::{Map, Plan};
use crate::shape::Activation;

/// A round of messages along the edges of each map.
#[derive(Clone, Debug, PartialEq)]
pub struct Messages {
    maps: Vec<OnMap>,
    activation: Activation,
}

/// The layers of a map in one round.
#[derive(Clone, Debug, PartialEq)]
struct OnMap {
    map: Map,
    first: usize,
    norm: Norm,
    own: Linear,
    heard: Linear,
    context: Linear,
}

impl Messages {
    /// The round with this number.
    pub fn new(weights: Weights<'_>, plan: &Plan, round: usize, activation: Activation) -> Self {
        let on = |map: &Map| {
            let block = &plan.blocks[map.block];
            let at = |name: &str| format!("messages.{round}.{}.{name}", block.name);
            let [own, heard, context] = ["own", "heard", "context"].map(|name| weights.linear(&at(name)));
            let norm = weights.norm(&at("norm"));
            OnMap { map: map.clone(), first: block.tokens.start, norm, own, heard, context }
        };
        Self { maps: plan.maps.iter().map(on).collect(), activation }
    }

    /// Adds to each row of a map what it makes of itself, of the mean of its neighbours, and of the mean of all tokens.
    pub fn apply(&self, tokens: &mut Array2<f32>) {
        let context = tokens.mean_axis(Axis(0)).expect("there are tokens");
        for on in &self.maps {
            let rows = Slice::from(on.first..on.first + on.map.heard.len());
            let seen = on.norm.apply(&tokens.slice_axis(Axis(0), rows));
            let mut heard = Array2::<f32>::zeros(seen.dim());
            for (mut sum, from) in heard.axis_iter_mut(Axis(0)).zip(&on.map.heard) {
                for &from in from {
                    sum += &seen.row(from);
                }
                sum /= from.len().max(1) as f32;
            }
            let mut next = on.own.apply(&seen.view()) + on.heard.apply(&heard.view());
            next += &on.context.of(&context);
            self.activation.apply(next.as_slice_mut().expect("a fresh matrix"));
            tokens.slice_axis_mut(Axis(0), rows).zip_mut_with(&next, |x, more| *x += more);
        }
    }
}
