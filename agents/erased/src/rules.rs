//! [`Rules`]: the rules of a game of one type, and what is computed from them once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use holotable_env::{Codec, Finite, Layout};
use holotable_players::bots::Bots;
use holotable_players::facts::Facts;
use holotable_players::observation_wrapper::{Choice, FeatureSet, ObservationWrapper};
use holotable_players::teams::Teams;

use crate::actions::Actions;

/// A game of one type, and what is computed from it once.
#[derive(Debug)]
pub(crate) struct Rules<G: Bots> {
    pub game: G,
    /// How states are written as bytes.
    pub codec: Codec,
    pub facts: Facts,
    pub teams: Teams,
    /// What is worked out beside the rules, made when it is first asked for.
    wrapper: OnceLock<ObservationWrapper<G>>,
    /// The layout of each feature set, likewise.
    layouts: [OnceLock<Layout>; FeatureSet::N],
    /// The names of the actions, likewise.
    actions: OnceLock<Actions>,
    pub data: Option<PathBuf>,
}

impl<G: Bots> Rules<G> {
    /// A game of one type, on the data set in the folder `data`, or on the built-in one.
    pub fn new(game: G, data: Option<&Path>) -> Self {
        Self {
            facts: Facts::of::<G>(),
            teams: Teams::of(&game),
            wrapper: OnceLock::new(),
            layouts: Default::default(),
            actions: OnceLock::new(),
            codec: Codec::of(&game),
            data: data.map(Path::to_owned),
            game,
        }
    }

    /// The observation wrapper with these features.
    pub fn wrapper(&self, features: FeatureSet) -> ObservationWrapper<G> {
        self.plain_wrapper().clone().with_features(features)
    }

    /// The meaning of the numbers with these features.
    pub fn layout(&self, features: FeatureSet) -> &Layout {
        self.layouts[features.index()].get_or_init(|| match features {
            FeatureSet::PLAIN => Layout::of(&self.game),
            _ => Layout::observed_by(&self.game, &self.wrapper(features)),
        })
    }

    /// The names of the actions.
    pub fn actions(&self) -> &Actions {
        self.actions.get_or_init(Actions::of::<G::Action>)
    }

    /// Writes the prior in `s`; nothing if `out` is empty.
    pub fn prior(&self, s: &G::State, out: &mut [f32]) {
        if !out.is_empty() {
            self.plain_wrapper().prior(&self.game, s, out);
        }
    }

    /// Writes what a network can choose in `s` if it chooses by subgoals.
    pub fn subgoals(&self, s: &G::State, out: &mut Vec<Choice>) {
        out.clear();
        self.plain_wrapper().subgoals(&self.game, s, |subgoal, step| {
            out.push(Choice { number: subgoal.index(), action: step.index() });
        });
    }

    /// The wrapper for what is the same with all features.
    fn plain_wrapper(&self) -> &ObservationWrapper<G> {
        self.wrapper.get_or_init(|| ObservationWrapper::of(&self.game, FeatureSet::PLAIN))
    }
}
