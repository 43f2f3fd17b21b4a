//! Spaces of sweeps.

use holotable_env::{GameRng, OptionKind, OptionSpec};
use holotable_store::limits::TRIALS;
use holotable_train::ppo::{self, Config, Task};
use holotable_train::sweep::Space;

use super::{Target, Verdict, file, refused, text};
use crate::scratch::Files;

const NAME: &str = "space.toml";

/// Spaces for recipes of a game.
pub struct Spaces {
    pub game: &'static str,
    pub specs: &'static [OptionSpec],
}

impl Target for Spaces {
    fn seeds(&self, _: &mut GameRng) -> Result<Vec<Files>, String> {
        let ends = self.specs.iter().find_map(|spec| match spec.kind {
            OptionKind::Int(least, most) => Some((spec.name, least, most)),
            OptionKind::Flag | OptionKind::Words(_) => None,
        });
        let (grid, random) = ends.map_or_else(Default::default, |(name, least, most)| {
            (
                format!("game.options.{name} = [{least}, {most}]\n"),
                format!("game.options.{name} = {{ uniform = [{least}, {most}] }}\n"),
            )
        });
        Ok(vec![
            file(
                NAME,
                format!(
                    "[grid]\nseed = [1, 2]\ngae_lambda = [0.9, 0.95]\nhidden_sizes = [[8], [8, 8]]\n{grid}"
                ),
            ),
            file(
                NAME,
                format!(
                    "[random]\ntrials = 20\nseed = 1\n[random.space]\nlearning_rate = {{ log_uniform = [1e-4, 1e-2] }}\n\
                     num_epochs = {{ uniform = [1, 4] }}\nactivation = {{ choice = [\"tanh\", \"relu\"] }}\n{random}"
                ),
            ),
        ])
    }

    fn check(&self, files: &Files) -> Result<Verdict, String> {
        let Some(text) = text(files, NAME) else { return refused("not text") };
        let space = match Space::from_toml(text, self.specs) {
            Ok(space) => space,
            Err(e) => return refused(e),
        };
        let points = space.points();
        if points.is_empty() || points.len() > TRIALS || points.len() != space.len() {
            return Err(format!("{} trials of {}", points.len(), space.len()));
        }
        if !space.agrees(&space) || space.points() != points {
            return Err("the trials of a space differ from themselves".to_owned());
        }
        let recipe = format!("[game]\nname = \"{}\"\n", self.game);
        for point in points.iter().take(10) {
            let set: Vec<String> = point.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let tried = Config::from_toml(&recipe, &set)
                .and_then(|config| Task::of(&config).and_then(|task| ppo::check(&config, &task)));
            if let Err(e) = tried {
                return refused(e);
            }
        }
        Ok(Verdict::Accepted)
    }
}
