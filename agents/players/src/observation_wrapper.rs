//! [`ObservationWrapper`]: what a network is shown of a game: an observation with a [`FeatureSet`] and, beside the mask, a prior.
//!
//! An environment shows what lies on the table. A player may work out more from it, exact chances above all, and networks
//! are poor at that arithmetic. [`OddsFeatures`] and [`ExpertFeatures`] add it after the observation, so that learner and trained
//! player see the same, and the environment stays as fast and plain as it is.
//!
//! The prior is what the game's own bot would do: a number for each action, as the mask has one. It is no part of the
//! observation, so networks take it with any features or go without.

use holotable_env::{Finite, Layout, Observer, Relations, Sink};
use holotable_store::checkpoint::{Source, stored_blocks};

use crate::bots::{Bots, ExpertFeatures};
use crate::odds_features::OddsFeatures;

/// The features that follow the observation that a game shows itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet {
    /// What follows from the rules by exact arithmetic.
    pub odds_features: bool,
    /// What the game's bots make of it.
    pub expert_features: bool,
}

impl FeatureSet {
    /// What the game itself shows.
    pub const PLAIN: Self = Self { odds_features: false, expert_features: false };
    /// That, and exact chances.
    pub const ODDS: Self = Self { odds_features: true, expert_features: false };
    /// What the game shows, and what its bots make of it.
    pub const EXPERT: Self = Self { odds_features: false, expert_features: true };
    /// How many there are.
    pub const N: usize = 4;

    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.odds_features) + 2 * usize::from(self.expert_features)
    }

    /// Every set.
    pub fn all() -> [Self; Self::N] {
        std::array::from_fn(|i| Self { odds_features: i & 1 > 0, expert_features: i & 2 > 0 })
    }
}

/// One of the choices that a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number under which the network has it: of an [subgoal](OddsFeatures::subgoals) or of an action.
    pub number: usize,
    /// The action that is played if it is chosen.
    pub action: usize,
}

/// What a network is shown of a game.
#[derive(Clone, Debug)]
pub struct ObservationWrapper<G: Bots> {
    odds_features: G::OddsFeatures,
    expert_features: G::ExpertFeatures,
    features: FeatureSet,
}

/// How many nats a prior spans: an action less likely than e to the minus this counts as one that is never played.
pub const PRIOR_SPAN: f32 = 8.0;

impl<G: Bots> ObservationWrapper<G> {
    /// The wrapper of a game with these features.
    pub fn of(game: &G, features: FeatureSet) -> Self {
        Self {
            odds_features: G::OddsFeatures::of(game),
            expert_features: G::ExpertFeatures::of(game),
            features,
        }
    }

    /// The same with other features.
    #[must_use]
    pub fn with_features(self, features: FeatureSet) -> Self {
        Self { features, ..self }
    }

    /// With the features of a checkpoint, as its layout tells. A checkpoint that cannot be read is taken to have those of most
    /// networks; loading it tells what is wrong.
    pub fn stored(source: &Source, game: &G) -> Self {
        let wrapper = Self::of(game, FeatureSet::PLAIN);
        let Some(stored) = stored_blocks(source) else { return wrapper.with_features(FeatureSet::EXPERT) };
        let plain = Layout::of(game).observation_blocks.len();
        let has = |features| {
            let shown =
                Layout::observed_by(game, &wrapper.clone().with_features(features)).observation_blocks;
            shown[plain..].iter().any(|block| stored.contains(&block.name))
        };
        let features =
            FeatureSet { odds_features: has(FeatureSet::ODDS), expert_features: has(FeatureSet::EXPERT) };
        wrapper.with_features(features)
    }

    /// Writes the prior in `s` into `out`, for each action number how likely the game's own bot is to play it:
    /// 1 + ln(probability) / 8, but at least 0, so 1 if it surely does and 0 if hardly ever. All are 0 where no bot has a
    /// say, and at the end. It depends on nothing but what the acting seat may know.
    ///
    /// `out` may be empty: who does not take the prior need not pay for it.
    pub fn prior(&self, game: &G, s: &G::State, out: &mut [f32]) {
        out.fill(0.0);
        if !out.is_empty() && game.actor(s).is_some() {
            let strength = |p: f64| (1.0 + p.ln() as f32 / PRIOR_SPAN).max(0.0);
            self.expert_features.action_distribution(game, s, |a, p| out[a.index()] = strength(p));
        }
    }

    /// Calls `f` with each [subgoal](OddsFeatures::subgoals) and the step towards it.
    pub fn subgoals(&self, game: &G, s: &G::State, f: impl FnMut(G::Action, G::Action)) {
        self.odds_features.subgoals(game, s, f);
    }
}

impl<G: Bots> Observer<G> for ObservationWrapper<G> {
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink) {
        game.observe(s, viewer, out);
        if self.features.odds_features {
            self.odds_features.write(game, s, viewer, out);
        }
        if self.features.expert_features {
            self.expert_features.write(game, s, viewer, out);
        }
    }

    fn relations(&self, game: &G) -> Relations {
        let mut relations = game.relations();
        if self.features.odds_features {
            relations = self.odds_features.relations(game, relations);
        }
        if self.features.expert_features {
            relations = relations.with_alike(G::ExpertFeatures::ALIKE);
        }
        relations
    }
}
