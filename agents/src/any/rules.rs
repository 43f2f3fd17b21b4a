//! [`Rules`]: the rules of a game of one type, and what is computed from them once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use holotable_env::{Codec, Layout};

use super::facts::Facts;
use crate::bots::Bots;
use crate::sight::{Sight, View};
use crate::teams::Teams;

/// A game of one type, and what is computed from it once.
#[derive(Debug)]
pub(super) struct Rules<G: Bots> {
    pub game: G,
    /// How states are written as bytes.
    pub codec: Codec,
    pub facts: Facts,
    pub teams: Teams,
    pub layout: Layout,
    /// The view with features, made when it is first asked for.
    features: OnceLock<(Sight<G>, Layout)>,
    pub data: Option<PathBuf>,
}

impl<G: Bots> Rules<G> {
    /// A game of one type, on the data set in the folder `data`, or on the built-in one.
    pub fn new(game: G, data: Option<&Path>) -> Self {
        Self {
            facts: Facts::of::<G>(),
            teams: Teams::of(&game),
            layout: Layout::of(&game),
            features: OnceLock::new(),
            codec: Codec::of(&game),
            data: data.map(Path::to_owned),
            game,
        }
    }

    /// Who writes the view with features, and what its numbers mean.
    pub fn with_features(&self) -> &(Sight<G>, Layout) {
        self.features.get_or_init(|| {
            let sight = Sight::of(&self.game, View::Features);
            let layout = Layout::observed_by(&self.game, &sight);
            (sight, layout)
        })
    }

    /// What a network is told in a view.
    pub fn sight(&self, view: View) -> Sight<G> {
        self.with_features().0.clone().in_view(view)
    }

    /// Writes the prior in `s`; nothing if `out` is empty.
    pub fn prior(&self, s: &G::State, out: &mut [f32]) {
        if !out.is_empty() {
            self.with_features().0.prior(&self.game, s, out);
        }
    }
}
