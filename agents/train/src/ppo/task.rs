//! [`Task`]: what a run learns: a game, and what a network is shown of it.

use std::path::Path;
use std::sync::Arc;

use holotable_erased::{AnyGame, Kind};
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::checkpoint::Checkpoint;
use holotable_store::error::Error;

use super::config::Config;
use super::variants;

/// A game to learn.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// What a network is shown of it.
    pub features: FeatureSet,
}

impl Task {
    /// A game as it is shown by itself.
    pub fn plain(game: Arc<dyn AnyGame>) -> Self {
        Self { game, features: FeatureSet::PLAIN }
    }

    /// What a recipe asks for. Where it mixes the values of an option, the default among them or else the first.
    ///
    /// # Errors
    /// One line if there is no such game, or if it has no such options.
    pub fn of(config: &Config) -> Result<Self, Error> {
        let given = config.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut game = Kind::named(&config.game.name)?.build(given, None)?;
        for (name, values) in &config.game.mix {
            let here = variants::option(game.as_ref(), name);
            if let Some(first) = values.first().filter(|_| here.is_none_or(|here| !values.contains(&here))) {
                game = variants::with_option(game.as_ref(), name, first).map_err(|e| e.within("game.mix"))?;
            }
        }
        Ok(Self {
            game,
            features: FeatureSet {
                odds_features: config.odds_features,
                expert_features: config.expert_features,
            },
        })
    }

    /// The checkpoint in a folder, which must be of this game with these features.
    ///
    /// # Errors
    /// As [`Checkpoint::load`].
    pub fn checkpoint(&self, folder: &Path) -> Result<Checkpoint, Error> {
        Checkpoint::load(&folder.into(), &self.game.mark(), self.game.layout(self.features))
    }
}
