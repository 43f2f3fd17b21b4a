//! [`OpponentPool`]: earlier networks of a run and bots, the opponents in games of several teams.
//!
//! Self-play against the latest network alone may cycle, as the learner forgets how to beat its earlier strategies; a share of
//! games against a few past selves prevents that (Bansal et al., arXiv:1710.03748). It also forgets how to beat whom it never
//! meets, such as a bot that plays otherwise than any of its selves.

use std::collections::VecDeque;
use std::sync::Arc;

use holotable_env::Layout;
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_net::learner::Learner;
use holotable_net::random::uniform;
use holotable_net::shape::NetShape;
use holotable_store::checkpoint::opponent_prefix;
use rand::Rng;

use super::config::Config;

/// Who plays in place of the learner.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// A past self.
    Past(Arc<Net>),
    /// The bot with this number among the opponents of the recipe.
    Bot(usize),
}

/// Past selves, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct OpponentPool(VecDeque<Arc<Net>>);

impl OpponentPool {
    /// The pool that a checkpoint holds.
    pub fn restore(count: usize, shape: &NetShape, layout: &Layout, arrays: &NamedArrays) -> Self {
        let net = |i: usize| {
            let own = |name: &str| name.strip_prefix(&opponent_prefix(i)).map(str::to_owned);
            let arrays = arrays.iter().filter_map(|(name, array)| Some((own(name)?, array.clone())));
            Arc::new(Net::new(shape, layout, &arrays.collect()))
        };
        Self((0..count).map(net).collect())
    }

    /// Adds the weights of all past selves to the arrays of a checkpoint.
    pub fn store(&self, layout: &Layout, arrays: &mut NamedArrays) {
        self.0.iter().enumerate().for_each(|(i, net)| net.store(&opponent_prefix(i), layout, arrays));
    }

    /// The number of past selves.
    pub fn past(&self) -> usize {
        self.0.len()
    }

    /// Adds the present learner if one is due after this update; if the pool is full, the oldest past self is dropped.
    pub fn add_when_due(&mut self, update: u64, learner: &dyn Learner, config: &Config) {
        if config.past_selves == 0 || !update.is_multiple_of(config.past_every_updates) {
            return;
        }
        if self.0.len() >= config.past_selves {
            self.0.pop_front();
        }
        self.0.push_back(Arc::new(learner.network()));
    }

    /// Draws the opponent of a worker's games: a bot, a past self, or none; of each the recipe has a share, in which all are equally
    /// likely.
    pub fn draw(&self, config: &Config, rng: &mut impl Rng) -> Option<Opponent> {
        let bot = pick(config.opponents.len(), config.opponent_share, rng).map(Opponent::Bot);
        bot.or_else(|| {
            pick(self.0.len(), config.past_share, rng).map(|i| Opponent::Past(Arc::clone(&self.0[i])))
        })
    }
}

/// With probability `share` one of `count`, each equally likely.
fn pick(count: usize, share: f64, rng: &mut impl Rng) -> Option<usize> {
    (count > 0 && uniform(rng) < share).then(|| (uniform(rng) * count as f64) as usize)
}
