//! `holotable arena`: a season of bots, networks, programs and language models, with a ladder.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use holotable_arena::season::{Check, Entrant, Ladder, Overall, Season, SeasonPlan, Standing, Work};
use holotable_erased::Kind;
use holotable_store::error::Error;
use holotable_store::stop::{Stop, Token};
use holotable_store::{files, folder, progress};

use super::names::names;
use super::{CommandResult, Fault, asked, print_json, table};
use crate::ladder;

/// Let entrants play a season and rate them on one ladder
///
/// A season is a folder: season.toml says what is played, and a file for each entrant who plays. An entrant is an agent by name, a
/// folder with a checkpoint, or a program in any language (agents/PROGRAMS.md). All games have seeds that nobody has trained on, and
/// all entrants of a match play each seed from every side. A season that was stopped or killed goes on by the same command, and
/// several processes may play in one folder; the files are the same in the end.
#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = false)]
pub enum Command {
    New(NewArgs),
    Play(PlayArgs),
    Check(CheckArgs),
    Enter(EnterArgs),
    Ladder(LadderArgs),
    Page(PageArgs),
}

const EXAMPLES: &str = "\
Examples:
  holotable arena new seasons/first --games conflict,rebellion_combat
  holotable arena play seasons/first
  holotable arena check seasons/first my_bot.toml
  holotable arena enter seasons/first my_bot.toml
  holotable arena page seasons/first

An entrant, my_bot.toml:
  name = \"my_bot\"
  agent = \"exec:python3 my_bot.py\"     # or \"ppo\", or the folder of a checkpoint
  about = \"plays whatever takes most\"
  [limits]
  seconds = 2                            # a decision
  memory_mb = 512";

/// Write a season with the agents that come with its games
///
/// Everything in the folder may be changed before the season begins.
#[derive(Debug, clap::Args)]
pub struct NewArgs {
    /// The folder of the season, which must not exist yet
    folder: PathBuf,
    /// The games that are played
    #[arg(long, value_parser = names, default_value = "conflict,dark_side_rising,rebellion_combat", value_name = "GAME,...")]
    games: std::vec::Vec<String>,
    /// The first seed; each next game has the next
    #[arg(long, default_value_t = FIRST_SEED)]
    seed: u64,
}

/// Far from the seeds of training, distillation, tournaments and data sets.
const FIRST_SEED: u64 = 1 << 42;

/// Play what the season has not played yet, and print the ladder
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The folder of the season
    folder: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Play 50 games of an entrant against `random` in each game, as before a season, and enter nobody
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// The folder of the season
    folder: PathBuf,
    /// The file of the entrant
    file: PathBuf,
}

/// Check one more entrant, let it play, and print the ladder; nobody else's games change
#[derive(Debug, clap::Args)]
pub struct EnterArgs {
    /// The folder of the season
    folder: PathBuf,
    /// The file of the entrant
    file: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Print the ladder of what has been played
#[derive(Debug, clap::Args)]
pub struct LadderArgs {
    /// The folder of the season
    folder: PathBuf,
    /// Print the ladder as JSON
    #[arg(long)]
    json: bool,
}

/// Write the season as a static site: ladder, tables, entrants, and the judged games as replay pages
#[derive(Debug, clap::Args)]
pub struct PageArgs {
    /// The folder of the season
    folder: PathBuf,
    /// The folder of the site (without it: `page` in the folder of the season)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write no replay pages, which take a second or more each
    #[arg(long)]
    no_replays: bool,
}

#[derive(Debug, clap::Args)]
struct ThreadArgs {
    /// Threads to play on, 0 for one a core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

pub fn run(command: &Command, out: &mut dyn Write) -> CommandResult {
    match command {
        Command::New(args) => new(args, out),
        Command::Play(args) => play(&args.folder, None, &args.threads, out),
        Command::Check(args) => {
            let entrant = with_season(&args.folder, 0, |season, work| season.check(&args.file, work))?;
            print_checks(out, &entrant)
        }
        Command::Enter(args) => play(&args.folder, Some(&args.file), &args.threads, out),
        Command::Ladder(args) => {
            let ladder = with_season(&args.folder, 0, |season, work| {
                say_what_changed(season, work);
                season.ladder()
            })?;
            if args.json { print_json(out, &ladder) } else { print(out, &ladder) }
        }
        Command::Page(args) => page(args, out),
    }
}

/// Does something with a season under a bar, until it is asked to end.
fn with_season<T>(
    folder: &Path,
    threads: u16,
    then: impl FnOnce(&mut Season, &Work<'_>) -> Result<T, Error>,
) -> Result<T, Fault> {
    let stop: Token = asked::to_end()?;
    let bar = progress::bar(0, "{human_pos} games, {per_sec}, {elapsed}");
    let say = |line: &str| bar.suspend(|| progress::say(line));
    let work =
        Work { threads: usize::from(threads), say: &say, progress: &|games| bar.inc(games), stop: &stop };
    let done = Season::open(folder, &work).and_then(|mut season| then(&mut season, &work));
    bar.finish_and_clear();
    if done.is_err() && stop.is_asked() {
        let _ = writeln!(
            io::stderr(),
            "what was played is kept in {}: the same command goes on",
            folder.display()
        );
        return Err(Fault::Stopped);
    }
    Ok(done?)
}

/// Says where a season is of other rules or entrants than those of today; what was played stays as it is.
fn say_what_changed(season: &Season, work: &Work<'_>) {
    let why = season.changed().map(|what| what.map(|what| format!("{what} changed since the season began")));
    if let Some(why) = why.unwrap_or_else(|e| Some(e.to_string())) {
        (work.say)(&format!("{why}; the games are shown as they were played"));
    }
}

fn play(folder: &Path, file: Option<&Path>, threads: &ThreadArgs, out: &mut dyn Write) -> CommandResult {
    let ladder = with_season(folder, threads.threads, |season, work| {
        if let Some(file) = file {
            season.enter(file, work)?;
        }
        season.play(work)?;
        season.ladder()
    })?;
    print(out, &ladder)
}

fn page(args: &PageArgs, out: &mut dyn Write) -> CommandResult {
    let there = args.out.clone().unwrap_or_else(|| args.folder.join("page"));
    let pages = with_season(&args.folder, 0, |season, work| {
        say_what_changed(season, work);
        ladder::write(season, &there, !args.no_replays, work)
    })?;
    let s = if pages == 1 { "" } else { "s" };
    Ok(writeln!(out, "{}: {pages} page{s}", there.join("index.html").display())?)
}

fn print_checks(out: &mut dyn Write, entrant: &Entrant) -> CommandResult {
    let row = |(game, check): (&String, &Check)| {
        let plays = if check.passed() { "yes" } else { "no" };
        let [games, wins, forfeits] = [check.games, check.wins, check.forfeits].map(|n| n.to_string());
        vec![game.clone(), plays.to_owned(), games, wins, forfeits]
    };
    let rows: Vec<Vec<String>> = entrant.checks.iter().map(row).collect();
    table::print(out, &["game", "plays?", "games", "wins", "forfeits"], &[0, 1], &rows)?;
    if let Some(why) = entrant.checks.values().find_map(|check| check.why.as_deref()) {
        writeln!(out, "\nfirst forfeit: {why}")?;
    }
    let out: Vec<&str> =
        entrant.checks.iter().filter(|(_, check)| !check.passed()).map(|(game, _)| game.as_str()).collect();
    match out.is_empty() {
        true => Ok(()),
        false => {
            Err(Error::new(format!("{} does not pass the check of {}", entrant.entry.name, out.join(", ")))
                .into())
        }
    }
}

/// Prints a ladder as text tables.
pub fn print(out: &mut dyn Write, ladder: &Ladder) -> CommandResult {
    for game in &ladder.games {
        writeln!(out, "{}: {} games", game.game, game.games)?;
        let heads =
            ["entrant", "rating", "95 % interval", "luck removed", "games", "score", "error", "forfeits"];
        let rows: Vec<Vec<String>> = game.standings.iter().map(cells).collect();
        table::print(out, &heads, &[0], &rows)?;
        for (name, why) in &game.refused {
            writeln!(out, "{name} does not play: {why}")?;
        }
        writeln!(out)?;
    }
    if ladder.games.len() > 1 && !ladder.overall.is_empty() {
        writeln!(out, "all games, each of equal weight")?;
        let row = |one: &Overall| {
            vec![one.name.clone(), format!("{:.0}", one.rating), ladder::interval(one.rating, one.half)]
        };
        table::print(
            out,
            &["entrant", "rating", "95 % interval"],
            &[0],
            &ladder.overall.iter().map(row).collect::<Vec<_>>(),
        )?;
        writeln!(out)?;
    }
    Ok(writeln!(
        out,
        "The entrants with which the season began have a mean rating of 1000; 400 points more are odds of ten to one. \
         Error: percentage points of the chance to win that a decision loses, as the judge sees it."
    )?)
}

fn cells(one: &Standing) -> Vec<String> {
    let dash = || "-".to_owned();
    vec![
        one.name.clone(),
        format!("{:.0}", one.rating),
        ladder::interval(one.rating, one.half),
        one.adjusted.map_or_else(dash, |rating| format!("{:.0} ±{:.0}", rating.points, rating.half)),
        one.games.to_string(),
        table::percent(one.score),
        one.error.map_or_else(dash, |error| format!("{:.2}", 100.0 * error)),
        one.forfeits.to_string(),
    ]
}

fn new(args: &NewArgs, out: &mut dyn Write) -> CommandResult {
    if args.folder.exists() {
        return Err(Error::new(format!("{} exists already", args.folder.display())).into());
    }
    // The agents of all games, each with what its first game says of it and the games that have it.
    let mut agents: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for name in &args.games {
        let game = Kind::named(name)?.build([], None)?;
        // A network may be trained for other options than the defaults.
        let there = game.facts().agents().into_iter().filter(|(agent, _)| game.player(agent).is_ok());
        for (agent, line) in there {
            match agents.iter_mut().find(|(known, ..)| *known == agent) {
                Some((.., games)) => games.push(name.clone()),
                None => agents.push((agent, line, vec![name.clone()])),
            }
        }
    }
    let entries: Vec<String> = agents.iter().map(|(agent, ..)| format!("entries/{agent}.toml")).collect();
    let plan = plan_text(args, &entries);
    SeasonPlan::from_text(&plan)?;
    folder::create(&args.folder.join("entries"))?;
    for (agent, line, games) in &agents {
        let only =
            if games.len() == args.games.len() { String::new() } else { format!("games = {games:?}\n") };
        let text =
            format!("name = \"{agent}\"\nagent = \"{agent}\"\n{only}about = {:?}\n", about(agent, line));
        files::write(&args.folder.join("entries").join(format!("{agent}.toml")), &text)?;
    }
    files::write(&args.folder.join("season.toml"), &plan)?;
    let there = args.folder.display();
    Ok(writeln!(
        out,
        "{there}: {} game{}, {} entrants. Next: holotable arena play {there}",
        args.games.len(),
        if args.games.len() == 1 { "" } else { "s" },
        entries.len()
    )?)
}

/// What an agent is in every game; what its game says of it where that is all that is known.
fn about<'a>(agent: &str, line: &'a str) -> &'a str {
    match agent {
        "random" => "any legal action, each equally likely",
        "greedy" => "the best immediate gain by hand-written rules",
        "expert" => "hand-written rules",
        "alone" => "a network that learnt without hand-written play",
        "ppo" => {
            "the strongest network that comes with the game; the expert's preferred action is a prior on its logits"
        }
        _ => line,
    }
}

fn plan_text(args: &NewArgs, entries: &[String]) -> String {
    let name =
        args.folder.file_name().map_or_else(|| "season".into(), |name| name.to_string_lossy().into_owned());
    let mut text = format!(
        "# What is played. Nothing here may change once the season has begun.\n\
         name = {name:?}\nabout = \"\"\n# The first seed of every game. Entrants must not have trained on this one and those that follow.\n\
         seed = {}\nentries = [\n",
        args.seed
    );
    for entry in entries {
        let _ = writeln!(text, "    {entry:?},");
    }
    text += "]\n";
    for game in &args.games {
        let _ = writeln!(
            text,
            "\n[games.{game}]\noptions = {{}}\nblock = 50       # seeds that are played at a time, each from every side\n\
             least = 200      # games of every match; then matches of those whose rating is known least go on\n\
             most = 1000      # games of a match at most\nwithin = 20.0    # until each rating is known to so many points\n\
             judged = 10      # games of every match whose luck and errors the strongest network tells\n\
             shown = 1        # games of every match that are kept as replays"
        );
    }
    text
}
