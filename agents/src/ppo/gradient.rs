//! The gradient of the PPO loss: sums over non-zero inputs below, torch in the middle, legal actions only above.

use super::loss;
use super::trunk::Trunk;
use crate::net::kernel::{add_rows, add_scaled, dot, fast};
use crate::net::sparse::Inputs;
use crate::net::{Activation, Net};

/// A decision to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// What the deciding seat saw.
    pub inputs: Inputs<'a>,
    /// The legal actions.
    pub legal: &'a [u16],
    /// Which of them was played.
    pub chosen: usize,
    /// Its log-probability then.
    pub log_prob: f32,
    /// How much better it turned out than expected, normalised.
    pub advantage: f32,
    /// What was expected.
    pub value: f32,
    /// What the value should have been.
    pub target: f32,
}

/// What the loss weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The weight of the surrogate: 0 while only the values learn.
    pub policy: f32,
    /// How far the probability ratio may leave 1 and still count.
    pub clip_range: f32,
    /// How far a value may move from its old one and still count.
    pub clip_value: Option<f32>,
    /// The weight of the entropy.
    pub entropy: f32,
    /// The weight of the value's error.
    pub value: f32,
}

/// Sums over decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The clipped surrogate.
    pub policy_loss: f64,
    /// Half the squared error of the values.
    pub value_loss: f64,
    /// The entropy over legal actions.
    pub entropy: f64,
    /// How far the policy moved.
    pub approx_kl: f64,
    /// The number of ratios outside the clip range.
    pub clipped: f64,
}

impl Figures {
    /// Adds others.
    pub fn add(&mut self, other: &Figures) {
        self.policy_loss += other.policy_loss;
        self.value_loss += other.value_loss;
        self.entropy += other.entropy;
        self.approx_kl += other.approx_kl;
        self.clipped += other.clipped;
    }
}

/// The gradient of `share` times the sum of the losses of `rows`, and the figures of those rows.
pub fn gradient(net: &Net, rows: &[Row<'_>], share: f32, aim: &Aim) -> (Net, Figures) {
    let width = net.shape.hidden_sizes[0];
    let mut first = Vec::with_capacity(rows.len() * width);
    fast(
        #[inline(always)]
        || {
            for row in rows {
                let at = first.len();
                first.extend_from_slice(&net.weights[1]);
                add_rows(&net.weights[0], row.inputs.index, row.inputs.value, &mut first[at..]);
            }
            net.shape.activation.apply(&mut first);
        },
    );
    let trunk = Trunk::forward(net, &first);
    let mut slopes = Slopes::new(net, rows.len());
    fast(
        #[inline(always)]
        || heads(net, rows, &trunk.hidden(), &trunk.values(), share, aim, &mut slopes),
    );
    let Slopes { hidden, value, mut gradient, figures } = slopes;
    let mut below = trunk.backward(&hidden, &value, &mut gradient);
    fast(
        #[inline(always)]
        || {
            for (slope, &x) in below.iter_mut().zip(&first) {
                *slope *= match net.shape.activation {
                    Activation::Tanh => 1.0 - x * x,
                    Activation::Relu => f32::from(u8::from(x > 0.0)),
                };
            }
            let (weight, rest) = gradient.weights.split_at_mut(1);
            for (row, slope) in rows.iter().zip(below.chunks_exact(width)) {
                add_scaled(1.0, slope, &mut rest[0]);
                for (&i, &v) in row.inputs.index.iter().zip(row.inputs.value) {
                    add_scaled(v, slope, &mut weight[0][i as usize * width..][..width]);
                }
            }
        },
    );
    (gradient, figures)
}

/// Slopes by what the trunk gave, and by the weights of the policy's head.
struct Slopes {
    hidden: Vec<f32>,
    value: Vec<f32>,
    gradient: Net,
    figures: Figures,
}

impl Slopes {
    fn new(net: &Net, rows: usize) -> Self {
        let last = net.shape.hidden_sizes.last().expect("a network has hidden layers");
        let (hidden, value) = (vec![0.0; rows * last], vec![0.0; rows]);
        Self { hidden, value, gradient: net.zeros_like(), figures: Figures::default() }
    }
}

#[inline(always)]
fn heads(
    net: &Net,
    rows: &[Row<'_>],
    hidden: &[f32],
    values: &[f32],
    share: f32,
    aim: &Aim,
    out: &mut Slopes,
) {
    let at = net.trunk();
    let (weight, bias, gain) = (&net.weights[at], &net.weights[at + 1], net.weights.get(at + 4));
    let width = hidden.len() / rows.len();
    let [d_weight, d_bias, _, _, d_gain @ ..] = &mut out.gradient.weights[at..] else {
        unreachable!("a network has two heads");
    };
    let mut log_probs: Vec<f32> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let x = &hidden[i * width..(i + 1) * width];
        let span = |a: u16| usize::from(a) * width..(usize::from(a) + 1) * width;
        log_probs.clear();
        for &a in row.legal {
            let own = dot(x, &weight[span(a)]) + bias[usize::from(a)];
            log_probs.push(match gain {
                Some(gain) => gain[0].mul_add(net.advised(row.inputs, usize::from(a)), own),
                None => own,
            });
        }
        loss::log_softmax(&mut log_probs);
        let term = loss::policy(log_probs[row.chosen], row.log_prob, row.advantage, aim.clip_range);
        let entropy = loss::entropy(&log_probs);
        let (value_loss, value_slope) = loss::value(values[i], row.value, row.target, aim.clip_value);
        out.figures.add(&Figures {
            policy_loss: f64::from(term.loss),
            value_loss: f64::from(value_loss),
            entropy: f64::from(entropy),
            approx_kl: f64::from(term.approx_kl),
            clipped: f64::from(u8::from(term.clipped)),
        });
        out.value[i] = share * aim.value * value_slope;
        if aim.policy == 0.0 {
            continue;
        }
        for (k, (&a, &log_prob)) in row.legal.iter().zip(&log_probs).enumerate() {
            let p = log_prob.exp();
            let own = f32::from(u8::from(k == row.chosen)) - p;
            let slope = share * (aim.policy * term.slope * own + aim.entropy * p * (log_prob + entropy));
            add_scaled(slope, &weight[span(a)], &mut out.hidden[i * width..(i + 1) * width]);
            add_scaled(slope, x, &mut d_weight[span(a)]);
            d_bias[usize::from(a)] += slope;
            if let Some(gain) = d_gain.first_mut() {
                gain[0] += slope * net.advised(row.inputs, usize::from(a));
            }
        }
    }
}
