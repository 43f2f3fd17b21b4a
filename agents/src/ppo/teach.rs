//! Lessons before the first update: the network imitates a bot of the game on games that the bot plays, and
//! learns from their results what positions are worth. PPO then starts from play that sometimes wins.

use holotable_env::{Finite, Tabletop, Write};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::IsTerminal as _;
use tch::{Kind, Tensor};

use super::config::Config;
use super::guide::Guide;
use super::net::TrainedNet;
use super::tensors::Tensors;
use super::{Run, learn, loss};
use crate::error::Error;
use crate::play::Table;

/// Games between two rounds of gradient steps: few enough for memory, enough to shuffle.
const ROUND: u64 = 128;

/// Lesson games have seeds of their own, far from those of training and evaluation.
const SEED: u64 = 1 << 59;

/// The teacher's decisions in one game.
#[derive(Default)]
struct Lesson {
    obs: Vec<f32>,
    mask: Vec<bool>,
    action: Vec<i64>,
    target: Vec<f32>,
}

impl<G: Tabletop> Run<'_, G> {
    /// Takes all lessons that the recipe asks for, if there is a teacher.
    pub(super) fn teach(&mut self, guide: &dyn Guide<G>) -> Result<(), Error> {
        let (name, games) = (&self.config.teacher, self.config.teacher_games);
        if name.is_empty() || games == 0 {
            return Ok(());
        }
        guide.teacher(&self.game, name)?;
        let bar = bar(games, name);
        for first in (0..games).step_by(ROUND as usize) {
            let seeds = first..games.min(first + ROUND);
            let one = |i: u64| lesson(&self.game, guide, self.config, SEED + self.config.seed * games + i);
            let lessons = seeds.clone().into_par_iter().map(one).collect::<Result<Vec<_>, Error>>()?;
            let done = first as f64 / games as f64;
            let [agreed, loss] = self.study(&lessons, self.config.teacher_learning_rate * (1.0 - 0.9 * done));
            bar.set_position(seeds.end);
            let said = format!("agrees with {name} in {:.1}% of decisions, loss {loss:.3}", 100.0 * agreed);
            bar.set_message(said.clone());
            if bar.is_hidden() && (seeds.end == games || first % (ROUND * 16) == 0) {
                eprintln!("lesson {} of {games}: {said}", seeds.end);
            }
        }
        bar.finish();
        self.progress.gradient_steps = self.adam.steps;
        Ok(())
    }

    /// Passes over the decisions of some games; the share of agreement and the loss in the first.
    fn study(&mut self, lessons: &[Lesson], learning_rate: f64) -> [f64; 2] {
        let tensors = tensors(lessons, self.layout.observation, self.layout.actions);
        let mut order: Vec<i64> = (0..tensors.action.numel() as i64).collect();
        let batches = order.len().div_ceil(self.config.teacher_minibatch_size);
        let mut sums = [0.0; 2];
        for epoch in 0..self.config.teacher_epochs {
            learn::shuffle(&mut order, &mut self.rng);
            for k in 0..batches {
                let rows = &order[k * order.len() / batches..(k + 1) * order.len() / batches];
                let [_, agreed, loss, ..] = self.gradient_step(&tensors, rows, learning_rate, imitation);
                if epoch == 0 {
                    sums = [sums[0] + agreed, sums[1] + loss];
                }
            }
        }
        sums.map(|sum| sum / batches as f64)
    }
}

/// The gradient of imitation: the log-probability of what the teacher did, and the value of how it ended.
fn imitation(
    net: &TrainedNet,
    rows: &Tensors,
    _advantage: &Tensor,
    share: f64,
    config: &Config,
) -> (Vec<Tensor>, [f64; 5]) {
    let (logits, value) = net.forward(&rows.obs);
    let log_probs = loss::log_probs(&logits, &rows.illegal);
    let policy = -log_probs.gather(1, &rows.action.unsqueeze(1), false).mean(Kind::Float);
    let value_loss = loss::value(&value, &rows.value, &rows.target, None);
    let agreed = log_probs.argmax(1, false).eq_tensor(&rows.action).to_kind(Kind::Float).mean(Kind::Float);
    let total = (&policy + config.vf_coef * &value_loss) * share;
    let gradients = Tensor::run_backward(&[total], &net.parameters, false, false);
    let entropy = loss::entropy(&log_probs).mean(Kind::Float);
    let nothing = Tensor::zeros_like(&entropy);
    (gradients, [&nothing, &agreed, &policy, &value_loss, &entropy].map(|x| x.double_value(&[]) * share))
}

/// A game that the teacher plays for every seat.
fn lesson<G: Tabletop>(game: &G, guide: &dyn Guide<G>, config: &Config, seed: u64) -> Result<Lesson, Error> {
    let mut teacher = guide.teacher(game, &config.teacher)?;
    let layout = holotable_env::Layout::of(game);
    let mut table = Table::new(seed, game.players());
    let mut s = game.start(&mut table.chance);
    let mut lesson = Lesson::default();
    let (mut teams, mut potentials) = (Vec::new(), Vec::new());
    while let Some(seat) = game.actor(&s).filter(|_| teams.len() < config.bound::<G>() as usize) {
        let decision = table.decide(game, &s, seat, teacher.as_mut());
        if !decision.forced {
            let row = lesson.obs.len();
            lesson.obs.resize(row + layout.observation, 0.0);
            game.observe(&s, seat, &mut Write::new(&mut lesson.obs[row..]));
            let row = lesson.mask.len();
            lesson.mask.resize(row + layout.actions, false);
            game.legal(&s, |a| lesson.mask[row + a.index()] = true);
            lesson.action.push(decision.action.index() as i64);
            teams.push(seat);
            potentials.push(guide.phi(game, &s, game.team(seat)));
        }
        game.step(&mut s, decision.action, &mut table.chance);
    }
    let count = teams.len();
    let over = game.actor(&s).is_none();
    let result = |seat: usize| if over { 2.0 * game.score(&s, seat) - 1.0 } else { 0.0 };
    // Shaped returns are short by the potential where they begin.
    let hint = |i: usize| config.shaping_coef as f32 * potentials[i];
    let worth = |(i, seat)| result(seat) * (config.gamma as f32).powi((count - 1 - i) as i32) - hint(i);
    lesson.target = teams.into_iter().enumerate().map(worth).collect();
    Ok(lesson)
}

fn tensors(lessons: &[Lesson], obs: usize, actions: usize) -> Tensors {
    let rows = lessons.iter().map(|l| l.action.len()).sum::<usize>() as i64;
    let all = |x: Vec<Tensor>| Tensor::cat(&x, 0);
    let of = |part: fn(&Lesson) -> Tensor| all(lessons.iter().map(part).collect());
    let target = of(|l| Tensor::from_slice(&l.target));
    Tensors {
        obs: of(|l| Tensor::from_slice(&l.obs)).view([rows, obs as i64]),
        illegal: of(|l| Tensor::from_slice(&l.mask)).view([rows, actions as i64]).logical_not(),
        action: of(|l| Tensor::from_slice(&l.action)),
        log_prob: target.zeros_like(),
        advantage: target.ones_like(),
        value: target.zeros_like(),
        target,
    }
}

fn bar(games: u64, teacher: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let form = "{bar:24} {percent:>3}%  {msg}  {eta} left";
    let style = ProgressStyle::with_template(form).expect("a fixed template");
    ProgressBar::new(games).with_style(style).with_message(format!("watching {teacher}"))
}
