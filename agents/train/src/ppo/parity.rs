//! [`parity`]: the first update of a recipe by the fast learner and by the one on torch, side by side.

use holotable_net::arrays::NamedArrays;
use holotable_net::learner::MOMENTS;
use holotable_store::error::Error;
use holotable_store::threads;

use super::device::DeviceChoice;
use super::learner_kind::LearnerKind;
use super::run::Run;
use super::{Config, Learners, Record, Task};

/// How far one update of both learners may be apart in any number: each adds up float32 in an order of its own.
pub const TOLERANCE: f64 = 1e-5;

/// What both learners made of the same games from the same weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Parity {
    /// Decisions that were played.
    pub decisions: u64,
    /// Steps of Adam that each learner took.
    pub steps: u64,
    /// The metrics of the update by both learners.
    pub metrics: Vec<Pair>,
    /// The number of weights, and the largest difference of one.
    pub weights: Apart,
    /// The same of Adam's moments, two for each weight.
    pub moments: Apart,
}

/// A number by both learners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The name of the metric.
    pub name: &'static str,
    /// By the fast learner.
    pub fast: f64,
    /// By the one on torch.
    pub torch: f64,
}

impl Pair {
    /// The difference.
    pub fn apart(&self) -> f64 {
        (self.fast - self.torch).abs()
    }
}

/// Many numbers by both learners.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Apart {
    /// How many there are.
    pub numbers: usize,
    /// The largest difference.
    pub largest: f64,
}

impl Parity {
    /// The largest difference of all; one that is no number is larger than every other.
    pub fn largest(&self) -> f64 {
        self.differences().max_by(f64::total_cmp).expect("there are weights")
    }

    /// Whether nothing is apart by more than [`TOLERANCE`]; a number that is none is apart from all others.
    pub fn holds(&self) -> bool {
        self.differences().all(|apart| apart <= TOLERANCE)
    }

    fn differences(&self) -> impl Iterator<Item = f64> {
        self.metrics.iter().map(Pair::apart).chain([self.weights.largest, self.moments.largest])
    }
}

/// Plays and learns the first update of a recipe on the CPU by both learners, whichever of them the recipe names. Should its values
/// learn alone at first, the policy learns with them here, for else most of the loss would be left out.
///
/// # Errors
/// One line if the program has no learner on torch, which [another program](Error::another_program_can) may have, or if the recipe
/// does not fit its game or the fast learner.
pub fn parity(learners: Learners, config: &Config, task: &Task) -> Result<Parity, Error> {
    learners.check(LearnerKind::Torch)?;
    threads::pool(config.threads)?.install(|| {
        let fast = update(learners, LearnerKind::Fast, config, task)?;
        let torch = update(learners, LearnerKind::Torch, config, task)?;
        Ok(compare(&fast, &torch))
    })
}

/// What an update left.
struct Updated {
    record: Record,
    steps: u64,
    arrays: NamedArrays,
}

fn update(learners: Learners, learner: LearnerKind, config: &Config, task: &Task) -> Result<Updated, Error> {
    let config = Config { learner, device: DeviceChoice::Cpu, warmup_updates: 0, ..config.clone() };
    let mut run = Run::new(learners, &config, task)?;
    let record = run.update()?;
    Ok(Updated { record, steps: run.progress.gradient_steps, arrays: run.checkpoint(true).arrays })
}

fn compare(fast: &Updated, torch: &Updated) -> Parity {
    let pair = |name, of: fn(&Record) -> f64| Pair { name, fast: of(&fast.record), torch: of(&torch.record) };
    let (mut weights, mut moments) = (Apart::default(), Apart::default());
    for (name, array) in &fast.arrays {
        let kind =
            if MOMENTS.iter().any(|prefix| name.starts_with(prefix)) { &mut moments } else { &mut weights };
        kind.numbers += array.values.len();
        for (a, b) in array.values.iter().zip(&torch.arrays[name].values) {
            // A number that is none is larger than every other to this order.
            let apart = f64::from((a - b).abs());
            kind.largest = if apart.total_cmp(&kind.largest).is_gt() { apart } else { kind.largest };
        }
    }
    Parity {
        decisions: fast.record.steps,
        steps: fast.steps,
        metrics: vec![
            pair("policy loss", |record| record.policy_loss),
            pair("value loss", |record| record.value_loss),
            pair("entropy", |record| record.entropy),
            pair("divergence", |record| record.approx_kl),
            pair("clipped", |record| record.clip_fraction),
            pair("gradient norm", |record| record.grad_norm),
        ],
        weights,
        moments,
    }
}
