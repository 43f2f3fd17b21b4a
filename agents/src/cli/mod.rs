//! The subcommands, one file each, and what they share: one line for an error, exit code 2.

mod action;
mod arena;
mod asked;
mod bench;
mod calibration;
mod cards;
mod compare;
mod distil;
mod elsewhere;
mod game;
mod games;
#[cfg(feature = "data")]
mod generate;
mod interval;
mod layout;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod names;
mod new_game;
mod outcomes;
mod parity;
mod plan;
mod play;
mod plot;
mod position;
mod printed;
mod recipe;
mod refusal;
mod replay;
mod rules;
mod save;
#[cfg(feature = "serve")]
mod serve;
mod shard;
mod solve;
mod story;
mod sweep;
mod table;
mod tournament;
mod train;
mod values;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
#[cfg(unix)]
use std::sync::Arc;

use clap::error::ErrorKind as Parse;
use clap::{Parser, Subcommand};
#[cfg(unix)]
use holotable_arena::exec;
use holotable_erased::AnyPlayer;
use holotable_players::policy::StoodIn;
use holotable_players::program_spec::Spec;
use holotable_store::error::Error;
use holotable_store::progress;
use holotable_train::ppo::Learners;

/// Tabletop games as exact, fast environments for reinforcement learning and search.
#[derive(Debug, Parser)]
#[command(name = "holotable", version, after_help = EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = false)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  holotable games                                        which games, options and agents there are
  holotable rules dark_side_rising                       how a game is played
  holotable watch dark_side_rising --seed 7              one random game in words
  holotable play dark_side_rising                        take a seat yourself
  holotable serve                                        the same and more in a browser
  holotable mcp                                          a language model takes a seat
  holotable tournament dark_side_rising --agents random  the win rate of an agent, with its interval
  holotable compare dark_side_rising expert greedy       which of two agents is better, and how sure that is
  holotable arena new seasons/first                      a season of agents and programs with a ladder
  holotable outcomes dark_side_rising --seed 7           the legal actions at the start; with --action its outcomes
  holotable plot runs/dark_side_rising                   the learning curves of a training run
  holotable bench dark_side_rising                       how fast the game is on this machine
  holotable new-game my_game                             a crate with a game of your own

Each command has its own help, such as: holotable tournament --help";

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Args),
    Tournament(tournament::Args),
    Compare(compare::Args),
    Merge(merge::Args),
    Interval(interval::Args),
    #[command(subcommand)]
    Arena(arena::Command),
    Calibration(calibration::Args),
    Values(values::Args),
    Train(train::Args),
    Distil(distil::Args),
    Parity(parity::Args),
    #[cfg(feature = "data")]
    Generate(generate::Args),
    Plot(plot::Args),
    Play(play::Args),
    Watch(watch::Args),
    #[command(subcommand)]
    Replay(replay::Command),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "mcp")]
    Mcp(mcp::Args),
    Outcomes(outcomes::Args),
    Solve(solve::Args),
    Rules(rules::Args),
    Layout(layout::Args),
    Cards(cards::Args),
    Bench(bench::Args),
    NewGame(new_game::Args),
}

impl Command {
    /// Whether it listens to signals and saves before it ends.
    #[cfg(unix)]
    fn saves(&self) -> bool {
        let shard = if let Command::Tournament(args) = self {
            &args.shard
        } else if let Command::Compare(args) = self {
            &args.shard
        } else {
            #[cfg(feature = "data")]
            return matches!(self, Command::Generate(_));
            #[cfg(not(feature = "data"))]
            return false;
        };
        shard.job().is_some()
    }
}

/// Why a command stopped.
enum Fault {
    /// What the user gave was refused.
    Input(Error),
    /// Standard output could not be written.
    Output(io::Error),
    /// The user asked for the end, and all is saved.
    Stopped,
}

impl From<Error> for Fault {
    fn from(e: Error) -> Self {
        Fault::Input(e)
    }
}

impl From<holotable_env::Error> for Fault {
    fn from(e: holotable_env::Error) -> Self {
        Fault::Input(e.into())
    }
}

impl From<io::Error> for Fault {
    fn from(e: io::Error) -> Self {
        Fault::Output(e)
    }
}

/// What every command returns.
type CommandResult = Result<(), Fault>;

/// The exit code of a program that ends because it was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// Runs the command that these arguments say, the first of them being the name of the program, with the learners that it has.
/// What takes another one is done by the program of the name `other` beside it, if there is to be one. The exit code: 0, 2 with
/// one line on standard error, or 130 if the user stopped it.
pub fn run(args: impl IntoIterator<Item = OsString>, learners: Learners, other: Option<&str>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    // A limit of the size of files is told by the write that fails, as a full disk is, and not by a signal that ends the program.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // Not locked, for the table of language models writes from threads of its own.
    let mut out = io::BufWriter::new(io::stdout());
    if let Some(line) = refusal::of(&args) {
        return fail(&line);
    }
    let cli = Cli::try_parse_from(&args);
    // Who saves when a signal comes ends programs, too.
    #[cfg(unix)]
    if args.iter().any(|arg| names_a_program(arg))
        && !cli.as_ref().is_ok_and(|cli| cli.command.saves())
        && let Err(e) = exec::end_with_signals()
    {
        return fail(&format!("cannot listen to signals: {e}"));
    }
    let ended = match cli {
        Ok(cli) => obey(&cli.command, learners, &mut out),
        Err(e) if matches!(e.kind(), Parse::DisplayHelp | Parse::DisplayVersion) => {
            write!(out, "{}", e.render()).map_err(Fault::from)
        }
        Err(e) => return fail(&complaint(&e.render().to_string())),
    };
    match ended.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => 0,
        // The reader of a pipe has closed it, as in `holotable outcomes … | head`.
        Err(Fault::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(Fault::Output(e)) => fail(&format!("cannot write to standard output: {e}")),
        Err(Fault::Input(e)) => match other.filter(|_| e.another_program_can()) {
            Some(other) => elsewhere::go_on(other, &args, &e).unwrap_or_else(|e| fail(&e.to_string())),
            None => fail(&e.to_string()),
        },
        Err(Fault::Stopped) => INTERRUPTED,
    }
}

fn obey(command: &Command, learners: Learners, out: &mut dyn Write) -> CommandResult {
    match command {
        Command::Games(args) => games::run(args, out),
        Command::Tournament(args) => tournament::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Interval(args) => interval::run(args, out),
        Command::Arena(command) => arena::run(command, out),
        Command::Calibration(args) => calibration::run(args, out),
        Command::Values(args) => values::run(args, out),
        Command::Train(args) => train::run(args, learners, out),
        Command::Distil(args) => distil::run(args, learners, out),
        Command::Parity(args) => parity::run(args, learners, out),
        #[cfg(feature = "data")]
        Command::Generate(args) => generate::run(args, out),
        Command::Plot(args) => plot::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Watch(args) => watch::run(args, out),
        Command::Replay(command) => replay::run(command, out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(args, out),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => mcp::run(args),
        Command::Outcomes(args) => outcomes::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Layout(args) => layout::run(args, out),
        Command::Cards(args) => cards::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::NewGame(args) => new_game::run(args, out),
    }
}

/// Prints the one line of an error; the exit code says that the input was refused.
fn fail(message: &str) -> u8 {
    // The parser of arguments quotes what it refuses, however long.
    progress::say(&format!("error: {}", Error::new(message)));
    2
}

/// Whether one of the agents in an argument is a program.
#[cfg(unix)]
fn names_a_program(arg: &std::ffi::OsStr) -> bool {
    let text = arg.to_string_lossy();
    text.split([',', '=', '"']).any(|agent| Spec::read(agent).is_ok_and(|spec| spec.is_some()))
}

/// What the parser has to say, without its usage lines.
fn complaint(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let end = ["Usage:", "For more information"].iter().filter_map(|mark| text.find(mark)).min();
    text[..end.unwrap_or(text.len())].trim().replace("\n\n", "; ")
}

/// An agent had no answer, so that the game cannot go on.
fn forfeited(agent: &str, why: &str) -> Fault {
    Error::new(format!("{agent} forfeits: {why}")).into()
}

/// Tells where another has decided in the place of an agent.
fn tell_stand_in(agent: &str, player: &mut dyn AnyPlayer) {
    if let Some(StoodIn { kind: _, why, who }) = player.stood_in() {
        // Who does not read is told nothing.
        let _ = writeln!(io::stderr(), "note: {who} decides for {agent}: {why}");
    }
}

/// Prints a value as JSON.
fn print_json(out: &mut dyn Write, value: &impl serde::Serialize) -> CommandResult {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declaration_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_complaint_of_the_parser_is_one_line() {
        let text = Cli::try_parse_from(["holotable", "games", "--jsno"]).unwrap_err().render().to_string();
        let line = complaint(&text);
        assert!(line.starts_with("unexpected argument '--jsno' found; "), "{line}");
        assert!(!line.contains("Usage"), "{line}");
    }
}
