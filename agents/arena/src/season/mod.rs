//! [`Season`]: a pool of entrants, games on seeds that nobody has trained on, and a ladder; all in one folder.
//!
//! | file | content |
//! |---|---|
//! | `season.toml` | the [plan](SeasonPlan) |
//! | `pool.json` | the [entrants](Entrant) with their hashes, and the rules, fixed before the first game |
//! | `schedule/GAME.json` | the rounds |
//! | `matches/GAME/A~B/results.json` | the result of every game of a match, and luck and error in the first ones |
//! | `matches/GAME/A~B/1.jsonl` | the replay of its first game, and so on |
//! | `matches/GAME/A~B/times.json` | how long its entrants thought, which is no result |
//!
//! Every game follows from its seed and its entrants, and every round from the results before. So a season that was killed goes on, any
//! number of processes may play in one folder, and the files are the same in the end, but for the times.

mod check;
mod entry;
mod frozen;
mod judge;
mod kept;
mod ladder;
mod matches;
mod plan;
mod play;
mod rating;
mod results;
mod schedule;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use holotable_erased::AnyGame;
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::folder;
use holotable_store::stop::Stop;

pub use self::entry::{Entry, Limits};
pub use self::frozen::{Check, Entrant};
pub use self::ladder::{Effort, GameLadder, KindError, Ladder, Overall, Standing, Table};
pub use self::plan::{GamePlan, SeasonPlan};
pub use self::rating::Rating;

use self::check::check;
use self::frozen::{Frozen, FrozenGame, FrozenJudge};
use self::matches::Match;
use self::results::MatchResults;
use self::schedule::Schedule;
use crate::agent_factory::AgentFactory;

/// What to do where the plan, the rules or the program are others.
const ANOTHER: &str = "play a new season in another folder";
/// How long a process waits for another one that is at work where it would go on.
const WAIT: Duration = Duration::from_millis(100);

/// A season and its folder.
#[derive(Debug)]
pub struct Season {
    folder: PathBuf,
    /// What the season plays.
    pub plan: SeasonPlan,
    frozen: Frozen,
    games: BTreeMap<String, Arc<dyn AnyGame>>,
}

/// What playing needs beside the season.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Threads to play on; 0 is one for each core.
    pub threads: usize,
    /// Called with a line whenever something begins.
    pub say: &'a (dyn Fn(&str) + Sync),
    /// Called with the number of games just finished.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Asked before each move; once it says so, the games under way are broken off.
    pub stop: &'a dyn Stop,
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Season {
    /// Opens the season in a folder. The first time, its entrants are checked and fixed. A season of other rules or entrants than
    /// those of today can be read, and not [gone on with](Self::play): [`changed`](Self::changed) tells.
    ///
    /// # Errors
    /// One line: the plan or an entry is wrong, the plan is not the one that the season began with, or two have one name.
    pub fn open(folder: &Path, work: &Work<'_>) -> Result<Self, Error> {
        let path = folder.join("season.toml");
        let plan = SeasonPlan::from_text(&files::read(&path)?).map_err(|e| e.within(path.display()))?;
        let games: BTreeMap<String, Arc<dyn AnyGame>> = plan
            .games
            .iter()
            .map(|(name, game)| Ok((name.clone(), game.build(name)?)))
            .collect::<Result<_, Error>>()?;
        let mut season = Self { folder: folder.to_owned(), plan, frozen: Frozen::default(), games };
        loop {
            if let Some(frozen) = Frozen::read(&season.pool())? {
                season.frozen = frozen;
                if season.frozen.plan.as_ref() != Some(&season.plan) {
                    return Err(season.refused("season.toml", ANOTHER));
                }
                return Ok(season);
            }
            if let Some(_lock) = folder::try_lock(folder)? {
                if !season.pool().exists() {
                    season.begin(work)?;
                }
            } else if work.stop.is_asked() {
                return Err(Error::new("the season was broken off"));
            } else {
                sleep(WAIT);
            }
        }
    }

    fn pool(&self) -> PathBuf {
        self.folder.join("pool.json")
    }

    fn begin(&mut self, work: &Work<'_>) -> Result<(), Error> {
        let mut frozen = Frozen {
            holotable: env!("CARGO_PKG_VERSION").to_owned(),
            plan: Some(self.plan.clone()),
            games: self.rules()?,
            entrants: Vec::new(),
        };
        // All are read before the first is checked, which takes long.
        let found =
            self.plan.entries.iter().map(|file| self.entrant(file)).collect::<Result<Vec<_>, Error>>()?;
        for entrant in found {
            self.admit(&mut frozen, entrant, work)?;
        }
        frozen.write(&self.pool())?;
        self.frozen = frozen;
        Ok(())
    }

    fn rules(&self) -> Result<BTreeMap<String, FrozenGame>, Error> {
        let of = |name: &str, game: &dyn AnyGame| -> Result<FrozenGame, Error> {
            let judge = self.judge(name).map(|agent| -> Result<FrozenJudge, Error> {
                let checkpoint = agent.checkpoint(game).map_err(|e| e.within(format!("judge of {name}")))?;
                Ok(FrozenJudge { agent, checkpoint })
            });
            Ok(FrozenGame {
                rules_version: game.facts().rules_version,
                data: game.data_hash().to_owned(),
                judge: judge.transpose()?,
            })
        };
        self.games.iter().map(|(name, game)| Ok((name.clone(), of(name, game.as_ref())?))).collect()
    }

    /// The entrant of a file, not checked yet.
    fn entrant(&self, file: &Path) -> Result<Entrant, Error> {
        let entry = Entry::read(&self.folder.join(file))?;
        let name = entry.name.clone();
        let there = frozen::folder_of(&self.folder, file);
        let within = |e: Error| e.within(format!("{}: {name}", file.display()));
        if let Some(game) = entry.games.iter().find(|game| !self.games.contains_key(*game)) {
            let games: Vec<&str> = self.games.keys().map(String::as_str).collect();
            return Err(within(Error::new(format!(
                "game '{game}' is not in this season: {}",
                games.join(", ")
            ))));
        }
        let mut checkpoints = BTreeMap::new();
        for (name, game) in self.games.iter().filter(|(name, _)| entry.plays(name)) {
            if let Some(sum) = frozen::checkpoint(&entry, &there, game.as_ref()).map_err(within)? {
                checkpoints.insert(name.clone(), sum);
            }
        }
        let (hash, file) = (entry.hash(&there)?, file.to_owned());
        Ok(Entrant { entry, file, hash, checkpoints, checks: BTreeMap::new() })
    }

    /// Adds an entrant to those who play, once it is checked.
    fn admit(&self, frozen: &mut Frozen, entrant: Entrant, work: &Work<'_>) -> Result<(), Error> {
        frozen.must_be_free(&entrant.entry.name)?;
        frozen.entrants.push(self.checked(entrant, work)?);
        Ok(())
    }

    /// Plays the games that come before an entrant may play.
    fn checked(&self, mut entrant: Entrant, work: &Work<'_>) -> Result<Entrant, Error> {
        let name = &entrant.entry.name;
        let there = entrant.folder(&self.folder);
        for (game, rules) in self.games.iter().filter(|(game, _)| entrant.entry.plays(game)) {
            (work.say)(&format!("{name}: {} games of {game} against random", frozen::CHECKED));
            let found = check(&entrant.entry, &there, rules, self.plan.seed, work.stop)?;
            if !found.passed() {
                let why = found.why.as_deref().unwrap_or_default();
                (work.say)(&format!(
                    "{name} does not play {game}: {} forfeits in {} games: {why}",
                    found.forfeits, found.games
                ));
            }
            entrant.checks.insert(game.clone(), found);
        }
        Ok(entrant)
    }

    /// Checks the entrant of a file, and enters nobody.
    ///
    /// # Errors
    /// As [`enter`](Self::enter), but for its name.
    pub fn check(&self, file: &Path, work: &Work<'_>) -> Result<Entrant, Error> {
        self.rules_must_be_as_they_were()?;
        let entrant = self.entrant(&self.path_of(file)?)?;
        if !self.has_entered(&entrant) {
            self.frozen.must_be_free(&entrant.entry.name)?;
        }
        self.checked(entrant, work)
    }

    /// The path of a file from the season on where it lies there, so that the folder can be moved; else the whole path.
    fn path_of(&self, file: &Path) -> Result<PathBuf, Error> {
        let absolute = |path: &Path| std::path::absolute(path).map_err(|e| Error::io("find", path, e));
        let (file, here) = (absolute(file)?, absolute(&self.folder)?);
        Ok(file.strip_prefix(&here).map_or_else(|_| file.clone(), Path::to_owned))
    }

    fn refused(&self, what: &str, remedy: &str) -> Error {
        Error::new(format!("{}: {what} changed since the season began; {remedy}", self.folder.display()))
    }

    fn must_be_as_it_began(&self) -> Result<(), Error> {
        self.rules_must_be_as_they_were()?;
        let remedy =
            "put its files back as they were, and enter a new version by other files under another name";
        self.changed_entrant()?.map_or(Ok(()), |what| Err(self.refused(&what, remedy)))
    }

    fn rules_must_be_as_they_were(&self) -> Result<(), Error> {
        self.changed_rules()?.map_or(Ok(()), |what| Err(self.refused(&what, ANOTHER)))
    }

    fn changed_rules(&self) -> Result<Option<String>, Error> {
        let here = env!("CARGO_PKG_VERSION");
        if self.frozen.holotable != here {
            return Ok(Some(format!("holotable {} is {here} here: it", self.frozen.holotable)));
        }
        let now = self.rules()?;
        let other = now.iter().find(|(name, rules)| self.frozen.games.get(*name) != Some(*rules));
        Ok(other.map(|(name, rules)| {
            let judge = self.frozen.games.get(name).is_some_and(|known| known.judge != rules.judge);
            let what = if judge { "the judge" } else { "the rules or the data set" };
            format!("{what} of {name}")
        }))
    }

    /// What is not as it was when the season began, in a few words; `None` where everything is.
    ///
    /// # Errors
    /// One line: the file of an entrant or a checkpoint cannot be read.
    pub fn changed(&self) -> Result<Option<String>, Error> {
        self.changed_rules()?.map_or_else(|| self.changed_entrant(), |rules| Ok(Some(rules)))
    }

    fn changed_entrant(&self) -> Result<Option<String>, Error> {
        for entrant in &self.frozen.entrants {
            let (there, file) = (entrant.folder(&self.folder), self.folder.join(&entrant.file));
            // What has entered plays on also where its file is gone.
            let entry = if file.exists() { Entry::read(&file)? } else { entrant.entry.clone() };
            let mut same = entry.hash(&there)? == entrant.hash;
            for (name, game) in self.games.iter().filter(|(name, _)| entrant.entry.plays(name)) {
                let sum = frozen::checkpoint(&entrant.entry, &there, game.as_ref())?;
                same &= sum.as_ref() == entrant.checkpoints.get(name);
            }
            if !same {
                return Ok(Some(format!("entrant {} ({})", entrant.entry.name, entrant.file.display())));
            }
        }
        Ok(None)
    }

    /// Enters one more, who plays once the season [goes on](Self::play). Nobody else's games change. Who has entered by the same
    /// files already stays as it is.
    ///
    /// # Errors
    /// As [`open`](Self::open); another process is at work in the folder; the entrant passes the check of no game.
    pub fn enter(&mut self, file: &Path, work: &Work<'_>) -> Result<(), Error> {
        self.must_be_as_it_began()?;
        let _lock = folder::lock(&self.folder)?;
        let entrant = self.entrant(&self.path_of(file)?)?;
        if self.has_entered(&entrant) {
            return Ok(());
        }
        let name = entrant.entry.name.clone();
        let mut frozen = self.frozen.clone();
        self.admit(&mut frozen, entrant, work)?;
        if !self.games.keys().any(|game| frozen.entrants.last().is_some_and(|new| new.plays(game))) {
            return Err(Error::new(format!("{name} passes the check of no game, and has not entered")));
        }
        frozen.write(&self.pool())?;
        self.frozen = frozen;
        Ok(())
    }

    /// Whether an entrant has entered by the same entry and files.
    fn has_entered(&self, one: &Entrant) -> bool {
        self.frozen.entrants.iter().any(|known| known.file == one.file && known.hash == one.hash)
    }

    /// Where the season lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Everybody who has entered, in that order.
    pub fn entrants(&self) -> &[Entrant] {
        &self.frozen.entrants
    }

    /// The game of this name, with the options of the season.
    pub fn game(&self, name: &str) -> &Arc<dyn AnyGame> {
        &self.games[name]
    }

    /// The numbers of those who play a game.
    fn players(&self, game: &str) -> Vec<usize> {
        let all = self.frozen.entrants.iter().enumerate();
        all.filter(|(_, entrant)| entrant.plays(game)).map(|(number, _)| number).collect()
    }

    /// All matches of a game, with their names.
    fn matches(&self, game: &str) -> Vec<(String, Match)> {
        let all = Match::all(&self.players(game), self.games[game].teams());
        all.into_iter().map(|one| (self.key(&one), one)).collect()
    }

    /// The name of a match: those of its entrants.
    fn key(&self, of: &Match) -> String {
        let names: Vec<&str> =
            of.0.iter().map(|&one| self.frozen.entrants[one].entry.name.as_str()).collect();
        names.join("~")
    }

    /// The folder of a match.
    fn place(&self, game: &str, key: &str) -> PathBuf {
        self.folder.join("matches").join(game).join(key)
    }

    fn results(&self, game: &str, key: &str, of: &Match) -> Result<MatchResults, Error> {
        let games = self.plan.games[game].block as usize * of.seatings(self.games[game].teams()).len();
        MatchResults::read(&self.place(game, key).join("results.json"), of.0.len(), games)
    }

    /// The replays that are kept of a game: name of the match, number of the game in it, text.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn replays(&self, game: &str) -> Result<Vec<(String, u64, String)>, Error> {
        let mut found = Vec::new();
        for (key, _) in self.matches(game) {
            for number in 1..=self.plan.games[game].shown {
                let path = self.place(game, &key).join(format!("{number}.jsonl"));
                if path.exists() {
                    found.push((key.clone(), number, files::read(&path)?));
                }
            }
        }
        Ok(found)
    }

    /// The judge of a game; `None` where none is named and no network comes with the game, or no game is judged.
    fn judge(&self, name: &str) -> Option<String> {
        let plan = &self.plan.games[name];
        let network = || self.games[name].networks().first().map(|&network| network.to_owned());
        plan.judge.clone().or_else(network).filter(|_| plan.judged > 0)
    }

    fn schedule(&self, game: &str) -> Result<Schedule, Error> {
        Schedule::read(&self.schedule_file(game))
    }

    fn schedule_file(&self, game: &str) -> PathBuf {
        self.folder.join("schedule").join(format!("{game}.json"))
    }
}
