//! [`OpponentPool`]: earlier networks of a run, kept as rivals in games of several teams.
//!
//! Who learns only against itself may run in circles, forgetting how to beat what it was; a share of games against
//! a few past selves prevents that (Bansal et al., arXiv:1710.03748).

use std::collections::VecDeque;
use std::sync::Arc;

use holotable_env::Layout;
use rand::Rng;

use super::config::Config;
use crate::checkpoint::{Arrays, opponent_prefix};
use crate::net::Net;
use crate::net::shape::NetShape;
use crate::policy::uniform;

/// OpponentPool selves, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct OpponentPool(VecDeque<Arc<Net>>);

impl OpponentPool {
    /// Those that a checkpoint holds.
    pub fn restore(count: usize, shape: &NetShape, layout: &Layout, arrays: &Arrays) -> Self {
        let net = |i: usize| {
            let own = |name: &str| name.strip_prefix(&opponent_prefix(i)).map(str::to_owned);
            let arrays = arrays.iter().filter_map(|(name, array)| Some((own(name)?, array.clone())));
            Arc::new(Net::new(shape, layout, &arrays.collect()))
        };
        Self((0..count).map(net).collect())
    }

    /// Adds their weights to those of a checkpoint.
    pub fn store(&self, layout: &Layout, arrays: &mut Arrays) {
        self.0.iter().enumerate().for_each(|(i, net)| net.store(&opponent_prefix(i), layout, arrays));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// After an update: the learner as it is now joins when it is due.
    pub fn add_when_due(&mut self, update: u64, net: &Net, config: &Config) {
        if config.past_selves == 0 || !update.is_multiple_of(config.past_every_updates) {
            return;
        }
        if self.0.len() >= config.past_selves {
            self.0.pop_front();
        }
        self.0.push_back(Arc::new(net.clone()));
    }

    /// The rival for a few games: any of them in `share` of the cases, else none.
    pub fn draw(&self, share: f64, rng: &mut impl Rng) -> Option<Arc<Net>> {
        if self.0.is_empty() || uniform(rng) >= share {
            return None;
        }
        Some(self.0[(uniform(rng) * self.0.len() as f64) as usize].clone())
    }
}
