//! [`fit`]: the network is fitted to what a search found.

use std::ops::Range;

use holotable_env::generator;
use holotable_env::streams::SHUFFLES;
use holotable_net::Net;
use holotable_net::learner::{Learner, StepSize};
use holotable_net::logits::{likeliest, softmax};
use holotable_net::loss::LossWeights;
use holotable_net::packed::{Activations, PackedNet};
use holotable_net::sparse::Sparse;
use holotable_net::transition::Transition;
use holotable_store::error::Error;
use rayon::prelude::*;

use super::labels::{Label, LabelledGame};
use super::{Plan, Student, not_stopped};
use crate::ppo::sampling::{minibatches, shuffle};

/// Of the decisions that were not searched, one in so many keeps the network where it was.
const KEPT: usize = 8;
/// One round of the variants of the game in so many is held out: nothing is learnt from it, and it tells which epoch was best.
pub(super) const HELD_OUT: usize = 16;
/// Decisions whose probabilities are computed at a time.
const BLOCK: usize = 256;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// What score makes a move e times as likely.
    pub temperature: f64,
    /// Passes over the examples.
    pub epochs: usize,
    /// Examples in a gradient step.
    pub minibatch_size: usize,
    /// Adam's step size, which falls linearly to zero.
    pub learning_rate: f64,
    /// The weight of the values in the loss.
    pub vf_coef: f64,
}

/// How an epoch went, by the games held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1; 0 before the first.
    pub number: usize,
    /// The divergence of the policy from what it should be, in nats.
    pub divergence: f64,
    /// The cross-entropy of the values.
    pub value_loss: f64,
    /// What the search expects of the network's favourite move, less what it expects of the old favourite: in points of a hundred
    /// games for each decision that was searched.
    pub gain: f64,
    /// The same of the search's own favourite: what there is to gain, and more, for the search believes its own luck.
    pub most: f64,
}

/// Decisions with what the network should say.
#[derive(Debug)]
pub struct Examples {
    inputs: Sparse,
    legal: Vec<u16>,
    /// The mean scores of the search for each of `legal`, NaN where there is none.
    scores: Vec<f32>,
    /// Where the legal actions of each decision end.
    ends: Vec<usize>,
    /// What the values should be.
    values: Vec<f32>,
    held_out: Vec<bool>,
}

impl Examples {
    /// The examples in these games.
    ///
    /// # Errors
    /// One line if the moves of a game are none.
    pub fn of(student: &Student, seed: u64, games: &[LabelledGame]) -> Result<Self, Error> {
        let each = |game: &LabelledGame| Self::of_game(student, seed, game);
        let all = games.par_iter().map(each).collect::<Result<Vec<_>, Error>>()?;
        let mut examples = Self::none(0);
        if let Some(one) = all.first() {
            examples.inputs = one.inputs.clone();
            examples.inputs.clear();
        }
        for one in &all {
            let before = examples.legal.len();
            for i in 0..one.len() {
                examples.inputs.copy(one.inputs.row(i));
            }
            examples.legal.extend(&one.legal);
            examples.scores.extend(&one.scores);
            examples.ends.extend(one.ends.iter().map(|end| before + end));
            examples.values.extend(&one.values);
            examples.held_out.extend(&one.held_out);
        }
        Ok(examples)
    }

    fn none(width: usize) -> Self {
        Self {
            inputs: Sparse::new(width),
            legal: Vec::new(),
            scores: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
            held_out: Vec::new(),
        }
    }

    fn of_game(student: &Student, seed: u64, played: &LabelledGame) -> Result<Self, Error> {
        let mut network = student.player(played.number);
        let (mut s, mut seats) = student.begin(seed, played.number);
        let layout = student.task.game.layout(student.task.features);
        let mut examples = Self::none(layout.observation + student.network.shape.prior_len(layout));
        let (mut labels, mut who, mut choices) = (played.labels.iter().peekable(), Vec::new(), 0);
        for (decision, &action) in played.actions.iter().enumerate() {
            let broken =
                || Error::new(format!("game {}: action {action} is not legal at {decision}", played.number));
            let seat = s.actor().ok_or_else(broken)?;
            let legal = s.legal();
            let label = labels.next_if(|label| label.decision == decision);
            choices += usize::from(legal.len() > 1);
            if label.is_some() || legal.len() > 1 && choices % KEPT == 0 {
                let features = network.features(s.as_ref(), &mut seats[seat]).expect("it is a network");
                let prior = network.prior(s.as_ref(), &mut seats[seat]).unwrap_or_default();
                examples.inputs.push(&[&features, &prior]);
                let scores = label.map(|label| label.scores.iter().map(|score| score.unwrap_or(f32::NAN)));
                match scores {
                    Some(scores) if scores.len() == legal.len() => examples.scores.extend(scores),
                    Some(_) => return Err(broken()),
                    None => examples.scores.extend(legal.iter().map(|_| f32::NAN)),
                }
                examples.legal.extend(legal.iter().map(|&a| a as u16));
                examples.ends.push(examples.legal.len());
                who.push((seat, label));
            }
            s.apply(action).map_err(|_| broken())?;
        }
        let results = s.scores().ok_or_else(|| Error::new(format!("game {} has no end", played.number)))?;
        // What the search expects is less noisy than the result, and the result is not led astray by the values.
        let value = |(seat, label): (usize, Option<&Label>)| {
            let result = results[seat] as f32;
            label.map_or(result, |label| f32::midpoint(result, label.value))
        };
        examples.values = who.into_iter().map(value).collect();
        let held_out = student.round(played.number) % HELD_OUT == HELD_OUT - 1;
        examples.held_out = vec![held_out; examples.values.len()];
        Ok(examples)
    }

    /// The number of decisions.
    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where the legal actions of a decision are.
    fn range(&self, i: usize) -> Range<usize> {
        let first = if i == 0 { 0 } else { self.ends[i - 1] };
        first..self.ends[i]
    }

    /// The probability of each legal action of each decision under a network, and the values as chances.
    fn evaluated(&self, network: &Net) -> (Vec<f32>, Vec<f32>) {
        let ready = PackedNet::new(network);
        let starts: Vec<usize> = (0..self.len()).step_by(BLOCK).collect();
        let block = |&start: &usize| {
            let rows = start..(start + BLOCK).min(self.len());
            let (mut answers, mut found) = (Activations::default(), (Vec::new(), Vec::new()));
            ready.answer(&self.inputs, rows.clone(), &mut answers);
            for (row, i) in rows.enumerate() {
                let inputs = self.inputs.row(i);
                let mut legal = self.legal[self.range(i)].iter().map(|&a| usize::from(a));
                let mut logits = Vec::new();
                ready.logits(&mut answers, row, inputs, &mut legal, &mut logits);
                found.0.extend(softmax(&logits).into_iter().map(|p| p as f32));
                found.1.push(ready.value(&answers, row));
            }
            found
        };
        let blocks: Vec<(Vec<f32>, Vec<f32>)> = starts.par_iter().map(block).collect();
        let (policies, values): (Vec<_>, Vec<_>) = blocks.into_iter().unzip();
        (policies.concat(), values.concat())
    }

    /// What the policy should be: where the search has scores, the old one times e^(score / temperature), which improves on it
    /// whatever the temperature (Danihelka et al., ICLR 2022); elsewhere the old one.
    fn targets(&self, old: &[f32], temperature: f64) -> Vec<f32> {
        let mut targets = old.to_vec();
        for i in 0..self.len() {
            let (scores, target) = (&self.scores[self.range(i)], &mut targets[self.range(i)]);
            let (least, most) = ends(scores);
            if least > most {
                continue;
            }
            // A move that the search left out is no better than the worst that it tried.
            let score = |score: &f32| if score.is_nan() { least } else { *score };
            for (p, s) in target.iter_mut().zip(scores) {
                *p *= (f64::from(score(s) - most) / temperature).exp() as f32;
            }
            let total: f32 = target.iter().sum();
            for p in target {
                *p /= total;
            }
        }
        targets
    }

    /// How a network does on the games held out.
    fn measure(&self, number: usize, network: &Net, old: &[f32], targets: &[f32]) -> Epoch {
        let (policy, values) = self.evaluated(network);
        let mut epoch = Epoch { number, divergence: 0.0, value_loss: 0.0, gain: 0.0, most: 0.0 };
        let (mut all, mut searched) = (0.0, 0.0);
        for i in (0..self.len()).filter(|&i| self.held_out[i]) {
            let range = self.range(i);
            let (q, p, scores) =
                (&targets[range.clone()], &policy[range.clone()], &self.scores[range.clone()]);
            all += 1.0;
            let divergence =
                |(&q, &p): (&f32, &f32)| if q > 0.0 { f64::from(q * (q / p.max(1e-30)).ln()) } else { 0.0 };
            epoch.divergence += q.iter().zip(p).map(divergence).sum::<f64>();
            let (value, target) = (f64::from(values[i]).clamp(1e-7, 1.0 - 1e-7), f64::from(self.values[i]));
            epoch.value_loss -= target * value.ln() + (1.0 - target) * (1.0 - value).ln();
            let (_, most) = ends(scores);
            let (new, old) = (scores[likeliest(p)], scores[likeliest(&old[range])]);
            if !new.is_nan() && !old.is_nan() {
                searched += 1.0;
                epoch.gain += 100.0 * f64::from(new - old);
                epoch.most += 100.0 * f64::from(most - old);
            }
        }
        for (sum, n) in [
            (&mut epoch.divergence, all),
            (&mut epoch.value_loss, all),
            (&mut epoch.gain, searched),
            (&mut epoch.most, searched),
        ] {
            *sum /= f64::max(n, 1.0);
        }
        epoch
    }
}

/// The least and the greatest of the scores that there are.
fn ends(scores: &[f32]) -> (f32, f32) {
    let known = scores.iter().copied().filter(|score| !score.is_nan());
    known.fold((f32::INFINITY, f32::NEG_INFINITY), |(lo, hi), score| (lo.min(score), hi.max(score)))
}

/// Fits a network, which the learner has, in the order that the seed of the plan draws; the result is that of the epoch with the least loss on the games held out, all epochs,
/// and which of them that is.
///
/// # Errors
/// One line where the plan is stopped.
pub fn fit(
    start: &Net,
    mut learner: Box<dyn Learner>,
    examples: &Examples,
    plan: &Plan<'_>,
) -> Result<(Net, Vec<Epoch>, usize), Error> {
    let fit = &plan.fit;
    let (old, _) = examples.evaluated(start);
    let targets = examples.targets(&old, fit.temperature);
    let weights = LossWeights { policy: 1.0, clip_range: 1.0, value: fit.vf_coef as f32 };
    let mut order: Vec<usize> = (0..examples.len()).filter(|&i| !examples.held_out[i]).collect();
    let loss = |epoch: &Epoch| epoch.divergence + fit.vf_coef * epoch.value_loss;
    let mut epochs = vec![examples.measure(0, start, &old, &targets)];
    let mut best = (start.clone(), 0);
    let mut rng = generator(plan.seed, SHUFFLES);
    for number in 1..=fit.epochs {
        shuffle(&mut order, &mut rng);
        let batches = minibatches(&order, fit.minibatch_size);
        let steps = batches.len();
        for (k, places) in batches.enumerate() {
            not_stopped(plan)?;
            let done = ((number - 1) * steps + k) as f64 / (fit.epochs * steps) as f64;
            let size = StepSize { learning_rate: fit.learning_rate * (1.0 - done), max_grad_norm: 0.5 };
            let minibatch: Vec<Transition<'_>> = places
                .iter()
                .map(|&i| Transition {
                    inputs: examples.inputs.row(i),
                    legal: &examples.legal[examples.range(i)],
                    imitate: Some(&targets[examples.range(i)]),
                    target: examples.values[i],
                    ..Transition::default()
                })
                .collect();
            learner.step(&minibatch, &weights, size);
        }
        let network = learner.network();
        let epoch = examples.measure(number, &network, &old, &targets);
        if loss(&epoch) < loss(&epochs[best.1]) {
            best = (network, number);
        }
        epochs.push(epoch);
    }
    Ok((best.0, epochs, best.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_improve_on_the_old_policy_by_the_scores() {
        let examples = Examples {
            legal: vec![3, 5, 7, 1, 2],
            scores: vec![0.5, 0.5 + 0.03, f32::NAN, f32::NAN, f32::NAN],
            ends: vec![3, 5],
            ..Examples::none(0)
        };
        let found = examples.targets(&[0.5, 0.3, 0.2, 0.9, 0.1], 0.03);
        // Weights 0.5 / e, 0.3 and 0.2 / e: what was left out counts as the worst.
        let e = std::f32::consts::E;
        let total = 0.5 / e + 0.3 + 0.2 / e;
        let expected = [0.5 / e / total, 0.3 / total, 0.2 / e / total, 0.9, 0.1];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-5, "{found} {expected}");
        }
    }
}
