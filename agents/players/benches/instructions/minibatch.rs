//! [`Minibatch`]: decisions that the fast learner learns from.

use std::hint::black_box;

use holotable_env::{Layout, generator};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_net::Net;
use holotable_net::fast::gradient::Gradient;
use holotable_net::init;
use holotable_net::loss::LossWeights;
use holotable_net::shape::{Activation, NetShape};
use holotable_net::sparse::Sparse;
use holotable_net::transition::Transition;

use crate::positions::Positions;

/// A network, and decisions in random positions.
pub struct Minibatch {
    net: Net,
    gradient: Gradient,
    inputs: Sparse,
    legal: Vec<Vec<u16>>,
}

impl Minibatch {
    pub fn new(positions: Positions<DarkSideRising>) -> Self {
        let (batch, arrays) = positions.written();
        let layout: &Layout = batch.layout();
        // The sizes of the recipe. The hyperbolic tangent is no activation here: the C library computes it, and differs from machine to machine.
        let shape =
            NetShape { hidden_sizes: vec![128, 128], activation: Activation::Relu, ..NetShape::default() };
        let net = init::net(&shape, layout, 0.0, &mut generator(1, 0));
        let mut inputs = Sparse::new(layout.observation);
        arrays
            .obs
            .rows()
            .into_iter()
            .for_each(|row| inputs.push(&[row.as_slice().expect("rows are contiguous")]));
        let actions = 0..layout.actions as u16;
        let legal = (0..batch.len()).map(|i| {
            let legal = actions.clone().filter(|&action| batch.is_legal(i, usize::from(action)));
            legal.collect()
        });
        Self { gradient: Gradient::new(&net), net, inputs, legal: legal.collect() }
    }

    #[inline(always)]
    pub fn gradient(&mut self) {
        let transitions = self.legal.iter().enumerate().map(|(i, legal)| Transition {
            inputs: self.inputs.row(i),
            legal,
            chosen: i % legal.len(),
            log_prob: -(legal.len() as f32).ln(),
            advantage: if i % 2 == 0 { 1.0 } else { -1.0 },
            value: 0.5,
            target: (i % 2) as f32,
            entropy: 0.01,
            imitate: None,
        });
        let transitions: Vec<_> = transitions.collect();
        let weights = LossWeights { policy: 1.0, clip_range: 0.2, value: 0.5 };
        let share = 1.0 / transitions.len() as f32;
        black_box(self.gradient.take(&self.net, &transitions, share, &weights));
    }
}
