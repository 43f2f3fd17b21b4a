//! `holotable train`: a learner from a recipe.

use std::io::Write;
use std::path::PathBuf;

use super::Outcome;

/// Where `--resume` looks without a folder.
const OWN: &str = "latest";

/// Train an agent by a recipe
///
/// The folder of the run gets latest/ to go on from (and earlier/ in case), best/ to play with, metrics.jsonl and
/// tensorboard/ to follow it with. A run that was stopped at any moment goes on with --resume as if it had not been.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable train configs/train/dark_side_rising.toml
  holotable train configs/train/dark_side_rising.toml --set seed=2 --set total_steps=1e6 --out runs/second
  holotable train configs/train/dark_side_rising.toml --out runs/second --resume
  holotable train configs/train/dark_side_rising_all.toml --resume=checkpoints/dark_side_rising --out runs/third
  holotable train configs/train/dark_side_rising_all.toml --set game.mix.players=[2,4]
  holotable tournament dark_side_rising --agents random,runs/second/best")]
pub struct Args {
    /// The recipe, a TOML file
    recipe: PathBuf,
    /// Override a key of the recipe, as often as needed
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The folder of the run (without it: runs/ and the name of the recipe)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Go on from the latest checkpoint of the run, if there is one, or from the one in this folder; one that only
    /// plays, such as those that holotable comes with, lends its weights to a new run
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = OWN)]
    resume: Option<PathBuf>,
}

#[cfg(feature = "torch")]
pub fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    use holotable_agents::files;
    use holotable_agents::ppo::Config;
    use holotable_env::with_game;

    let config = Config::from_toml(&files::read(&args.recipe)?, &args.set);
    let config = config.map_err(|e| e.within(args.recipe.display()))?;
    with_game!(config.game.name.as_str(), |G| learn::<G>(args, &config, out))
}

#[cfg(feature = "torch")]
fn learn<G: holotable_agents::bots::Bots>(
    args: &Args,
    config: &holotable_agents::ppo::Config,
    out: &mut dyn Write,
) -> Outcome {
    use std::path::Path;

    use holotable_agents::checkpoint::Checkpoint;
    use holotable_agents::keen::Keen;
    use holotable_agents::ppo::{self, Guided, LATEST, Start};
    use holotable_env::Options;

    let given = config.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let game = G::build(&Options::resolve(G::option_specs(), given)?, None)?;
    let game = Keen { game, senses: config.senses };
    let named = || PathBuf::from("runs").join(args.recipe.file_stem().unwrap_or_default());
    let folder = args.out.clone().unwrap_or_else(named);
    let mut config = config.clone();
    let start = match &args.resume {
        None => Start::New,
        Some(own) if own == Path::new(OWN) => Start::Latest,
        Some(at) if at.join(LATEST).is_dir() => Start::At(&at.join(LATEST)),
        Some(at) if Checkpoint::load(at, &game)?.state.training.is_some() => Start::At(at),
        Some(at) => {
            config.start_from = at.display().to_string();
            Start::New
        }
    };
    let outcome = ppo::train(&config, &game, &Guided, &folder, start)?;
    let (steps, update) = (outcome.progress.steps, outcome.progress.update);
    Ok(writeln!(out, "{}: {steps} decisions in {update} updates, {}", folder.display(), outcome.ended)?)
}

#[cfg(not(feature = "torch"))]
pub fn run(_args: &Args, _out: &mut dyn Write) -> Outcome {
    let message = "this holotable was built without training; build it with the feature 'torch'";
    Err(holotable_agents::error::Error::new(message).into())
}
