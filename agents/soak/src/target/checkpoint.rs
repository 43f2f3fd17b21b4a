//! Checkpoints, with checksums that fit.

use std::fs;

use holotable_env::GameRng;
use holotable_erased::Kind;
use holotable_store::folder::sum;
use holotable_train::ppo::{self, Config, LATEST, Learners, Start, Task};

use super::recipe::{Silent, short};
use super::{Target, Verdict, refused, rng_of};
use crate::continue_game::play_with;
use crate::options::{self, Given};
use crate::rng::{bits, one_in};
use crate::scratch::{Files, Scratch};

const SUMS: &str = "SHA256SUMS";

/// Checkpoints of short runs of a game.
pub struct Checkpoints {
    pub game: &'static str,
    pub given: Given,
}

impl Checkpoints {
    /// The recipes whose runs are the first inputs.
    fn recipes(&self) -> Result<Vec<Config>, String> {
        let more: [&[&str]; 3] = [
            &["hidden_sizes=[4]", "odds_features=false"],
            &["hidden_sizes=[3, 2]", "activation=relu", "warmup_updates=1", "odds_features=false"],
            &["hidden_sizes=[4]", "entropy_targets={}", "odds_features=false"],
        ];
        more.iter().map(|set| short(self.game, &self.given, set)).collect()
    }
}

impl Target for Checkpoints {
    fn seeds(&self, _: &mut GameRng) -> Result<Vec<Files>, String> {
        let mut seeds = Vec::new();
        for config in self.recipes()? {
            let scratch = Scratch::new().map_err(|e| e.to_string())?;
            let task = Task::of(&config).map_err(|e| e.to_string())?;
            ppo::train_with(Learners::OWN, &config, &task, scratch.path(), Start::New, &mut Silent)
                .map_err(|e| e.to_string())?;
            let mut files = Files::new();
            for entry in fs::read_dir(scratch.path().join(LATEST)).map_err(|e| e.to_string())?.flatten() {
                let bytes = fs::read(entry.path()).map_err(|e| e.to_string())?;
                files.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
            }
            files.remove(SUMS);
            seeds.push(files);
        }
        Ok(seeds)
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let mut with_sums = files.clone();
        let sums: Vec<String> = files
            .iter()
            .map(|(name, bytes)| {
                format!(
                    "{}  {name}
",
                    sum(bytes)
                )
            })
            .collect();
        with_sums.insert(SUMS.to_owned(), sums.concat().into_bytes());
        let scratch = Scratch::new().map_err(|e| e.to_string())?;
        let latest = scratch.path().join(LATEST);
        fs::create_dir_all(&latest).map_err(|e| e.to_string())?;
        for (name, bytes) in &with_sums {
            fs::write(latest.join(name), bytes).map_err(|e| e.to_string())?;
        }
        let kind = Kind::named(self.game);
        let game =
            kind.and_then(|kind| kind.build(options::pairs(&self.given), None)).map_err(|e| e.to_string())?;
        let agent = latest.display().to_string();
        if let Err(e) = game.player(&agent) {
            return refused(e);
        }
        let mut rng = rng_of(files);
        play_with(game.as_ref(), &agent, bits(&mut rng))?;
        if !one_in(&mut rng, 3) {
            return Ok(Verdict::Accepted);
        }
        // By the recipe with which such a run was begun, if it was one of these.
        let recipes = self.recipes()?;
        let task = Task::of(&recipes[0]).map_err(|e| e.to_string())?;
        let shape = task.checkpoint(&latest).map_err(|e| e.to_string())?.state.network;
        let Some(config) = recipes.iter().find(|config| config.shape() == shape) else {
            return Ok(Verdict::Accepted);
        };
        match ppo::train_with(Learners::OWN, config, &task, scratch.path(), Start::Latest, &mut Silent) {
            Ok(_) => match task.checkpoint(&latest) {
                Ok(_) => Ok(Verdict::Accepted),
                Err(e) => Err(format!("a run that went on left what is refused: {e}")),
            },
            Err(e) => refused(e),
        }
    }
}
