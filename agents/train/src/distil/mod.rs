//! Expert iteration (Anthony, Tian and Barber, arXiv:1705.08439): a search plays games and analyses their moves, and the network
//! learns to choose at once what the search took its time to find.
//!
//! [`run`] plays and labels games first, which takes long and is kept game by game, then fits the network to them. A search over
//! the new network may label the next round.

mod fit;
mod labels;

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use holotable_env::GameRng;
use holotable_erased::{AnyGame, AnyPlayer, AnyState};
use holotable_net::Net;
use holotable_net::arrays::NamedArrays;
use holotable_players::match_rngs::MatchRngs;
use holotable_players::search::Spec;
use holotable_store::checkpoint::{BEST, playing};
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::folder::{create, lock, text};
use holotable_store::stop::{Stop as _, Token};
use holotable_store::threads;
use rayon::prelude::*;

use self::labels::LabelledGame;
use crate::ppo::{Config, Learners, Task, variants};

pub use self::fit::{Epoch, Fit};

/// The file in which each of these labels is kept.
const GAMES_A_FILE: usize = 16;
/// They are written at least so often.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// What to do.
pub struct Plan<'a> {
    /// The network to start from: the folder of a checkpoint or of a run.
    pub start: &'a Path,
    /// Where labels and the new network go.
    pub out: &'a Path,
    /// The search that labels, over the network: `flat:384`.
    pub search: &'a str,
    /// Games to play.
    pub games: usize,
    /// The seed of the first of them, and of the order in which is learnt from them.
    pub seed: u64,
    /// How the network is fitted.
    pub fit: Fit,
    /// Those of which the recipe names one.
    pub learners: Learners,
    /// Threads, 0 for one a core; the result is the same on any number.
    pub threads: usize,
    /// Says whether the work is to end: what is labelled is kept, and the same plan goes on with it.
    pub stop: &'a Token,
    /// Hears how many games have been played and labelled.
    pub labelled: &'a (dyn Fn(usize) + Sync),
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan").field("start", &self.start).field("fit", &self.fit).finish_non_exhaustive()
    }
}

/// The game, the network and what it is shown.
#[derive(Debug)]
struct Student {
    task: Task,
    games: Vec<Arc<dyn AnyGame>>,
    network: Net,
}

impl Student {
    /// The variant of the game that takes its turn with this number.
    fn game(&self, number: usize) -> &Arc<dyn AnyGame> {
        &self.games[number % self.games.len()]
    }

    /// How many times all variants took their turn before.
    fn round(&self, number: usize) -> usize {
        number / self.games.len()
    }

    /// The network as a player of the game with this number.
    fn player(&self, number: usize) -> Box<dyn AnyPlayer> {
        self.game(number).network(&self.network, self.task.features)
    }

    /// The start of the game with this number, and the generators of its seats; it has this seed more than the first.
    fn begin(&self, seed: u64, number: usize) -> (Box<dyn AnyState>, Vec<GameRng>) {
        let game = self.game(number);
        let MatchRngs { chance, seats, .. } =
            MatchRngs::new(seed.wrapping_add(number as u64), game.teams().players());
        (Arc::clone(game).start(chance), seats)
    }
}

/// Labels games and fits the network to them; returns how the epochs went, and the number of the best. The new network is in the folder `best` of `out`, as that
/// of a training run. Called again, it goes on with the labels that are there.
///
/// # Errors
/// One line: that it was stopped, a checkpoint that does not fit, a search that is none, a folder that cannot be written or that holds labels of
/// another plan.
pub fn run(plan: &Plan<'_>) -> Result<(Vec<Epoch>, usize), Error> {
    threads::pool(plan.threads)?.install(|| session(plan))
}

fn session(plan: &Plan<'_>) -> Result<(Vec<Epoch>, usize), Error> {
    let folder = playing(plan.start);
    if !folder.is_dir() {
        return Err(Error::new(format!("no checkpoint folder at {}", folder.display())));
    }
    if Spec::read(plan.search)?.is_none_or(|search| search.evaluator.is_some()) {
        let search = plan.search;
        return Err(Error::new(format!(
            "'{search}' is no search over the network, such as flat:384 or flat:384@all"
        )));
    }
    let recipe = text(&folder.join("config.toml"))?;
    let config = Config::from_toml(&recipe, &[]).map_err(|e| e.within(folder.display()))?;
    plan.learners.check(config.learner)?;
    let task = Task::of(&config)?;
    let checkpoint = task.checkpoint(&folder)?;
    let network = Net::new(&checkpoint.state.network, &checkpoint.layout, &checkpoint.arrays);
    if network.shape.subgoals {
        return Err(Error::new(format!(
            "{} chooses by subgoals, but a search analyses actions: distil a network of actions",
            folder.display()
        )));
    }
    let student = Student { games: variants::all(&task, &config.game.mix)?, task, network };
    let least = fit::HELD_OUT * student.games.len();
    if plan.games < least {
        return Err(Error::new(format!(
            "{} games are too few to learn from some and to judge by others: it takes {least} of this recipe",
            plan.games
        )));
    }
    // Whatever the search is refused for, it is before anything is written.
    labels::searcher(plan, &folder, &student, 0)?;
    create(plan.out)?;
    let _mine = lock(plan.out)?;
    let labelled = label(plan, &folder, &student)?;
    let examples = fit::Examples::of(&student, plan.seed, &labelled)?;
    let learner =
        plan.learners.build(config.learner, student.network.clone(), &checkpoint.layout, config.device)?;
    let (network, epochs, best) = fit::fit(&student.network, learner, &examples, plan)?;
    let mut arrays = NamedArrays::new();
    network.store("", &checkpoint.layout, &mut arrays);
    checkpoint.with_weights(arrays)?.save(&plan.out.join(BEST), &recipe, None)?;
    Ok((epochs, best))
}

/// The labelled games: those in the folder, and the rest played now.
fn label(plan: &Plan<'_>, folder: &Path, student: &Student) -> Result<Vec<LabelledGame>, Error> {
    let origin = format!("{} over {} from seed {}\n", plan.search, digest(folder)?, plan.seed);
    let (at, sign) = (plan.out.join("labels"), plan.out.join("labels").join("origin.txt"));
    create(&at)?;
    match fs::exists(&sign) {
        Ok(true) if files::read(&sign)? != origin => {
            return Err(Error::new(format!(
                "{} holds labels of another search, network or seed: {}",
                at.display(),
                files::read(&sign)?.trim()
            )));
        }
        Ok(true) => {}
        _ => files::write(&sign, &origin)?,
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let file = |first: usize| -> Result<Vec<LabelledGame>, Error> {
        let path = at.join(format!("{first:06}.jsonl"));
        let last = (first + GAMES_A_FILE).min(plan.games);
        let mut games = if path.is_file() { labels::read(&path)? } else { Vec::new() };
        let known = games.len().min(last - first);
        (plan.labelled)(done.fetch_add(known, Ordering::Relaxed) + known);
        // A file may hold fewer games than are wanted now, or more.
        let missing = first + games.len()..last;
        let mut saved = (games.len(), Instant::now());
        for number in missing {
            let Some(game) = labels::play(plan, folder, student, number)? else { break };
            games.push(game);
            (plan.labelled)(done.fetch_add(1, Ordering::Relaxed) + 1);
            if saved.1.elapsed() >= SAVED_EVERY {
                files::write(&path, &labels::text(&games))?;
                saved = (games.len(), Instant::now());
            }
        }
        if games.len() > saved.0 {
            files::write(&path, &labels::text(&games))?;
        }
        not_stopped(plan)?;
        games.truncate(last - first);
        Ok(games)
    };
    // File after file, so that what is there when a call is stopped are the first games, to which fewer may be fitted.
    let worker = |_| {
        let mut mine = Vec::new();
        loop {
            let first = GAMES_A_FILE * next.fetch_add(1, Ordering::Relaxed);
            if first >= plan.games {
                return Ok(mine);
            }
            mine.push((first, file(first)?));
        }
    };
    let workers = (0..rayon::current_num_threads()).into_par_iter().with_max_len(1);
    let mut all: Vec<_> =
        workers.map(worker).collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect();
    all.sort_by_key(|&(first, _)| first);
    Ok(all.into_iter().flat_map(|(_, games)| games).collect())
}

/// Refuses to go on where the plan is to stop.
fn not_stopped(plan: &Plan<'_>) -> Result<(), Error> {
    let kept = plan.out.display();
    if plan.stop.is_asked() {
        Err(Error::new(format!("stopped; the labels are kept in {kept}")))
    } else {
        Ok(())
    }
}

/// What tells the network in a folder from all others.
fn digest(folder: &Path) -> Result<String, Error> {
    let path = folder.join("model.safetensors");
    let bytes = fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
    Ok(holotable_store::folder::sum(&bytes)[..16].to_owned())
}
