//! [`Rules`]: the rules of a game of one type, and what is computed from them once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use holotable_env::{Codec, Layout};

use super::facts::Facts;
use super::traits::View;
use crate::bots::Bots;
use crate::features::WithFeatures;
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
    features: OnceLock<(WithFeatures<G>, Layout)>,
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
    pub fn with_features(&self) -> &(WithFeatures<G>, Layout) {
        self.features.get_or_init(|| {
            let observer = WithFeatures::of(&self.game);
            let layout = Layout::observed_by(&self.game, &observer);
            (observer, layout)
        })
    }

    /// Who writes what is shown in a view.
    pub fn observer(&self, view: View) -> WithFeatures<G> {
        match view {
            View::Plain => WithFeatures::without(),
            View::Features => self.with_features().0.clone(),
        }
    }
}
