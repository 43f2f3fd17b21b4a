//! [`Rules`]: the rules of a game of one type, and what is computed from them once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use holotable_env::{Codec, Finite, Layout};
use holotable_players::bots::Bots;
use holotable_players::facts::Facts;
use holotable_players::sight::{Choice, Sight, View};
use holotable_players::teams::Teams;

use super::actions::Actions;

/// A game of one type, and what is computed from it once.
#[derive(Debug)]
pub(super) struct Rules<G: Bots> {
    pub game: G,
    /// How states are written as bytes.
    pub codec: Codec,
    pub facts: Facts,
    pub teams: Teams,
    /// What is worked out beside the rules, made when it is first asked for.
    sight: OnceLock<Sight<G>>,
    /// The layout of each view, likewise.
    layouts: [OnceLock<Layout>; View::N],
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
            sight: OnceLock::new(),
            layouts: Default::default(),
            actions: OnceLock::new(),
            codec: Codec::of(&game),
            data: data.map(Path::to_owned),
            game,
        }
    }

    /// What a network is told in a view.
    pub fn sight(&self, view: View) -> Sight<G> {
        self.any_sight().clone().in_view(view)
    }

    /// What the numbers of a view mean.
    pub fn layout(&self, view: View) -> &Layout {
        self.layouts[view.index()].get_or_init(|| match view {
            View::PLAIN => Layout::of(&self.game),
            _ => Layout::observed_by(&self.game, &self.sight(view)),
        })
    }

    /// The names of the actions.
    pub fn actions(&self) -> &Actions {
        self.actions.get_or_init(Actions::of::<G::Action>)
    }

    /// Writes the prior in `s`; nothing if `out` is empty.
    pub fn prior(&self, s: &G::State, out: &mut [f32]) {
        if !out.is_empty() {
            self.any_sight().prior(&self.game, s, out);
        }
    }

    /// Writes what a network can choose in `s` if it chooses by subgoals.
    pub fn subgoals(&self, s: &G::State, out: &mut Vec<Choice>) {
        out.clear();
        self.any_sight().subgoals(&self.game, s, |subgoal, step| {
            out.push(Choice { number: subgoal.index(), action: step.index() });
        });
    }

    /// The sight for what is the same in each view.
    fn any_sight(&self) -> &Sight<G> {
        self.sight.get_or_init(|| Sight::of(&self.game, View::PLAIN))
    }
}
