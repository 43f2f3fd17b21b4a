//! [`Curriculum`]: the same game made easier by one of its number options, until the learner wins often enough.
//!
//! If a beginner never wins, all its games have the same return and there is nothing to learn. Easier games first make wins
//! happen.

use std::sync::Arc;

use holotable_arena::any::AnyGame;
use holotable_store::checkpoint::Progress;
use holotable_store::error::Error;

use super::config::Config;
use super::variants;

/// The decay of the running mean of the win rate, per update.
const MEMORY: f64 = 0.8;

/// The variants of the game at each level, from the easiest level to the game of the recipe itself.
#[derive(Clone, Debug)]
pub struct Curriculum {
    levels: Vec<Vec<Arc<dyn AnyGame>>>,
    win_rate: f64,
}

impl Curriculum {
    /// The levels that the recipe names, then `games` themselves.
    ///
    /// # Errors
    /// One line if the game has no such option, a level is outside its range, or one of both is missing.
    pub fn new(config: &Config, games: &[Arc<dyn AnyGame>]) -> Result<Self, Error> {
        let (option, levels) = (&config.curriculum_option, &config.curriculum_levels);
        if option.is_empty() != levels.is_empty() {
            return Err(Error::new(format!(
                "curriculum_option is '{option}' and curriculum_levels has {} levels: give both or neither",
                levels.len()
            )));
        }
        let easier = |level: &usize| {
            let easier =
                |game: &Arc<dyn AnyGame>| variants::with_option(game.as_ref(), option, &level.to_string());
            games.iter().map(easier).collect::<Result<Vec<_>, Error>>().map_err(|e| e.within("curriculum"))
        };
        let mut levels: Vec<Vec<_>> = levels.iter().map(easier).collect::<Result<_, _>>()?;
        levels.push(games.to_vec());
        Ok(Self { levels, win_rate: config.curriculum_win_rate })
    }

    /// The games of the level that a run has reached.
    pub fn games(&self, progress: &Progress) -> &[Arc<dyn AnyGame>] {
        &self.levels[progress.level.min(self.levels.len() - 1)]
    }

    /// Takes the win rate of an update into account: a level is passed when the running mean is high enough.
    pub fn advance(&self, progress: &mut Progress, win_rate: Option<f64>) {
        let Some(win_rate) = win_rate else { return };
        progress.level_win_rate = MEMORY * progress.level_win_rate + (1.0 - MEMORY) * win_rate;
        if progress.level_win_rate >= self.win_rate && progress.level + 1 < self.levels.len() {
            progress.level += 1;
            progress.level_win_rate = 0.0;
        }
    }
}
