//! [`Curriculum`]: the same game made easier by one of its number options, until the learner wins often enough.
//!
//! Where a beginner never wins, every play is worth the same and nothing can be learnt, however the reward is
//! shaped: potentials are paid back at the end. Easier goals first make wins happen.

use holotable_env::{Options, Tabletop};
use serde_json::json;

use super::config::Config;
use crate::checkpoint::Progress;
use crate::error::Error;

/// How much of the win rate over past updates is kept at each.
const MEMORY: f64 = 0.8;

/// The games of the levels, the easiest first, the recipe's own last.
#[derive(Clone, Debug)]
pub struct Curriculum<G> {
    games: Vec<G>,
    win_rate: f64,
}

impl<G: Tabletop> Curriculum<G> {
    /// The levels that the recipe names, then `game` itself.
    ///
    /// # Errors
    /// One line if the game has no such option or a level is outside its range.
    pub fn new(config: &Config, game: &G) -> Result<Self, Error> {
        let mut games = Vec::new();
        for level in &config.curriculum_levels {
            let mut options = serde_json::to_value(game.options()).expect("options are plain values");
            options[&config.curriculum_option] = json!(level);
            let options = Options::from_json(G::option_specs(), &options);
            let easier = options.and_then(|options| G::build(&options, None));
            games.push(easier.map_err(|e| Error::from(e).within("curriculum"))?);
        }
        games.push(game.clone());
        Ok(Self { games, win_rate: config.curriculum_win_rate })
    }

    /// The game of the level that a run has reached.
    pub fn game(&self, progress: &Progress) -> &G {
        &self.games[progress.level.min(self.games.len() - 1)]
    }

    /// Takes the win rate of an update into account: a level is passed when the running mean is high enough.
    pub fn advance(&self, progress: &mut Progress, win_rate: Option<f64>) {
        let Some(win_rate) = win_rate else { return };
        progress.level_win_rate = MEMORY * progress.level_win_rate + (1.0 - MEMORY) * win_rate;
        if progress.level_win_rate >= self.win_rate && progress.level + 1 < self.games.len() {
            progress.level += 1;
            progress.level_win_rate = 0.0;
        }
    }
}
