//! `holotable train`: a learner from a recipe.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use holotable_store::progress;
use holotable_store::stop::{Stop as _, Token};
use holotable_train::ppo::profile::Profile;
use holotable_train::ppo::{self, Config, Follower, LATEST, Learners, Record, Start, Task};
use holotable_train::{recipes, sweep};

use super::recipe::Recipe;
use super::{CommandResult, Fault, asked, table};

/// Where `--resume` looks without a folder.
const OWN: &str = "latest";

const EXAMPLES: &str = r#"Examples:
  holotable train dark_side_rising
  holotable train configs/train/dark_side_rising.toml --set seed=2 --set total_steps=1e6 --out runs/second
  holotable train configs/train/dark_side_rising.toml --out runs/second --resume
  holotable train configs/train/dark_side_rising_all.toml --resume=checkpoints/dark_side_rising --out runs/third
  holotable train configs/train/dark_side_rising_all.toml --set game.mix.players=[2,4]
  holotable train configs/train/dark_side_rising.toml --set total_steps=4e6 --sweep configs/sweep/dark_side_rising.toml
  holotable tournament dark_side_rising --agents random,runs/second/best

Built-in recipes:
  dark_side_rising        two players, seven Imperials
  dark_side_rising_all    one network for two to four players and seven to eleven Imperials
  dark_side_rising_alone  two players, without the expert, 45 minutes
  dark_side_rising_small  two players, one Imperial, from random weights, under a minute: for experiments
  rebellion_combat        both sides by self-play
  rebellion_combat_named  the same with the named battles, against itself and the expert
  rebellion_combat_alone  all battles without the bots, 3 minutes
  conflict                three players together
  conflict_alone          the same without the expert, 10 minutes
  conflict_family         the same, with another deck, board and leaders in each game
  risk                    two to five players, against itself and the expert, half an hour
  risk_alone              the same by self-play alone, without the expert, 15 minutes
  rebellion               both sides of the war, against itself and bots, 12 minutes
  rebellion_alone         the same by self-play alone, without the expert, 25 minutes
  rebellion_team          all seats of its team game, with three and four players

A sweep space gives recipe keys lists of values, to train every combination:
  [grid]
  gae_lambda = [0.9, 0.95]
  game.options.players = [2, 3]

or distributions, sampled from a seed (a larger `trials` later keeps the first trials):
  [random]
  trials = 20
  seed = 1
  [random.space]
  learning_rate = { log_uniform = [1e-4, 1e-2] }
  num_epochs = { uniform = [1, 4] }
  activation = { choice = ["tanh", "relu"] }"#;

/// Train an agent from a recipe
///
/// The run folder holds latest/ to resume from, earlier/ with older checkpoints, and best/ to play with. metrics.jsonl and
/// tensorboard/ show the progress. With --resume a stopped run continues as if it had never stopped. On Ctrl-C, SIGTERM or SIGHUP
/// it finishes the current update, saves, and exits with code 130.
///
/// With --sweep the recipe is trained once for every point of a space, each trial in its own folder. The same command resumes a
/// stopped sweep from its saved trials. At the end a table ranks the values by score, averaged over seeds if the space has
/// several.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    recipe: Recipe,
    /// The folder of the run [default: runs/RECIPE] or of the sweep [default: runs/sweep/SPACE]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Resume from the run's latest checkpoint, if there is one, or from this folder. If that checkpoint only plays, as shipped
    /// ones do, a new run starts from its weights
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = OWN)]
    resume: Option<PathBuf>,
    /// Train once for every point of the space in this TOML file
    #[arg(long, value_name = "SPACE", conflicts_with = "resume")]
    sweep: Option<PathBuf>,
    /// Trials to run at the same time; they share the cores unless the recipe sets threads
    #[arg(long, requires = "sweep", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Print the table of the sweep as JSON
    #[arg(long, requires = "sweep")]
    json: bool,
    /// End when standard input ends
    #[arg(long, hide = true)]
    die_with_parent: bool,
}

pub fn run(args: &Args, learners: Learners, out: &mut dyn Write) -> CommandResult {
    if let Some(space) = &args.sweep {
        let plan = super::sweep::Plan {
            recipe: &args.recipe.path,
            set: &args.recipe.set,
            space,
            out: args.out.as_deref(),
            jobs: args.jobs,
            json: args.json,
        };
        return super::sweep::run(&plan, learners, out);
    }
    let mut config = args.recipe.read()?;
    learners.check(config.learner)?;
    let task = Task::of(&config)?;
    let named = || PathBuf::from("runs").join(args.recipe.path.file_stem().unwrap_or_default());
    let folder = args.out.clone().unwrap_or_else(named);
    let start = match &args.resume {
        None => Start::New,
        Some(own) if own == Path::new(OWN) => Start::Latest,
        Some(at) if at.join(LATEST).is_dir() => Start::At(&at.join(LATEST)),
        Some(at) if task.checkpoint(at)?.state.training.is_some() => Start::At(at),
        Some(at) => {
            config.start_from = at.display().to_string();
            Start::New
        }
    };
    match start {
        Start::New => {}
        Start::Latest => note_changes(&config, &folder.join(LATEST)),
        Start::At(at) => note_changes(&config, at),
    }
    let parent_ended = args.die_with_parent.then(sweep::parent_ended);
    let mut stop = Stop([asked::to_end()?].into_iter().chain(parent_ended).collect());
    let outcome = ppo::train_with(learners, &config, &task, &folder, start, &mut stop)?;
    let (steps, update) = (outcome.progress.steps, outcome.progress.update);
    writeln!(out, "{}: {steps} decisions in {update} updates, {}", folder.display(), outcome.ended())?;
    if let (Some(last), Some(best)) = (outcome.progress.score, outcome.progress.best_score) {
        let [last, best] = [last, best].map(table::percent);
        writeln!(out, "evaluation: {last} for the last network, {best} for the best one")?;
    }
    if outcome.profile != Profile::default() {
        writeln!(out, "where the time went: {}", outcome.profile)?;
    }
    if !outcome.advantages.is_empty() {
        let kinds = &outcome.advantages;
        writeln!(out, "advantages by kind (share of decisions, standard deviation): {kinds}")?;
    }
    if stop.is_asked() && !outcome.finished {
        out.flush()?;
        return Err(Fault::Stopped);
    }
    Ok(())
}

/// Says on standard error what a resumed run does otherwise from now on; of a recipe that cannot be read nothing is known.
fn note_changes(config: &Config, checkpoint: &Path) {
    let saved = recipes::read(&checkpoint.join("config.toml")).and_then(|text| Config::from_toml(&text, &[]));
    for change in saved.iter().flat_map(|saved| config.changes(saved)) {
        progress::say(&format!("note: {change}"));
    }
}

/// Ends a session, with a checkpoint to go on from, after the update in which the program is asked to end.
struct Stop(Vec<Token>);

impl Stop {
    fn is_asked(&self) -> bool {
        self.0.iter().any(Token::is_asked)
    }
}

impl Follower for Stop {
    fn hear(&mut self, _: &Record) -> ControlFlow<()> {
        if self.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
