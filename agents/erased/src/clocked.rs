//! [`Clock`]: how long an agent thinks, and about how many decisions; [`Clocked`] is the agent that it measures.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use holotable_env::{Game, GameRng};
use holotable_players::policy::{Analysis, Policy, StoodIn};

/// Counts the decisions of an agent and the time that it takes for them.
#[derive(Debug, Default)]
pub struct Clock {
    decisions: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Clock {
    /// Decisions between two or more legal actions.
    pub fn decisions(&self) -> u64 {
        self.decisions.load(Ordering::Relaxed)
    }

    /// The time for all of them.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

/// An agent whose decisions are counted.
pub(crate) struct Clocked<G: Game> {
    pub policy: Box<dyn Policy<G>>,
    pub clock: Arc<Clock>,
}

impl<G: Game> Policy<G> for Clocked<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        let start = Instant::now();
        let action = self.policy.choose(game, s, rng);
        self.clock.decisions.fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.clock.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        action
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        self.policy.analyse(game, s, rng)
    }

    fn forfeit(&mut self) -> Option<String> {
        self.policy.forfeit()
    }

    fn stood_in(&mut self) -> Option<StoodIn> {
        self.policy.stood_in()
    }
}
