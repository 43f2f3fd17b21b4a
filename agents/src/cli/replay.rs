//! `holotable replay`: games as files that play back without a generator.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use holotable_arena::exec;
use holotable_arena::stand_ins::StandIns;
use holotable_env::{Replay, Viewer};
use holotable_erased::{AnyGame, AnyState, Ending, Kind, Players};
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::progress;

use super::game::GameArgs;
use super::story::{Tables, Teller};
use super::{CommandResult, Fault, forfeited, story};
use crate::session::{self, GameSession};

/// Record a game in a file, show it in words or as a page, or check it
#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = false)]
pub enum Command {
    Record(RecordArgs),
    Show(ShowArgs),
    Page(PageArgs),
    Check(CheckArgs),
}

const EXAMPLES: &str = "\
Examples:
  holotable replay record dark_side_rising --agent random --seed 7 --out game.jsonl
  holotable replay show game.jsonl | less
  holotable replay page game.jsonl --agent ppo      game.html, to step through in any browser
  holotable replay check game.jsonl";

/// Let an agent play one game and write the replay
#[derive(Debug, clap::Args)]
pub struct RecordArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays every seat
    #[arg(long, default_value = "random")]
    agent: String,
    /// The seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Print every decision of a replay in words
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Which hidden cards to show: all, table (none), or a seat number (those this seat sees)
    #[arg(long, default_value = "all")]
    viewer: Viewer,
    /// When to print the whole table
    #[arg(long, value_enum, default_value_t = Tables::Phases)]
    tables: Tables,
}

/// Write a replay as one HTML file to step through, which needs no network
///
/// It holds the pictures of all positions and the story of every move. With --agent it also shows that agent's chance to win
/// along the game, what of each move was luck, what was error and what the agent corrected of its own view, and the decisions that
/// cost most.
#[derive(Debug, clap::Args)]
pub struct PageArgs {
    #[command(flatten)]
    file: FileArgs,
    /// The file to write [default: that of the replay, ending in .html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which hidden cards to show: all, table (none), or a seat number (those this seat sees)
    #[arg(long, default_value = "all")]
    viewer: Viewer,
    /// The agent that evaluates the game: a network or a search
    #[arg(long)]
    agent: Option<String>,
}

/// Play a replay back and say whether its rules, data, moves and result hold
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Debug, clap::Args)]
struct FileArgs {
    /// The replay
    file: PathBuf,
    /// A folder with the data set it was played with, if not the built-in one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

pub fn run(command: &Command, out: &mut dyn Write) -> CommandResult {
    match command {
        Command::Record(args) => record(args, out),
        Command::Show(args) => show(args, &open(&args.file.file)?, out),
        Command::Page(args) => page(args, out),
        Command::Check(CheckArgs { file }) => check(file, &open(&file.file)?, out),
    }
}

fn record(args: &RecordArgs, out: &mut dyn Write) -> CommandResult {
    files::must_be_writable(&args.out)?;
    let game = args.game.build()?;
    let (seats, mut players) =
        (game.teams().players(), Players::from([(0, exec::player(game.as_ref(), &args.agent)?)]));
    let names = vec![args.agent.clone(); seats];
    let (replay, s, end) = game.record(&vec![0; seats], &names, &mut players, args.seed);
    let Ending { forfeit, stood_in, .. } = end.expect("nobody asks for the end");
    if let Some((_, why)) = forfeit {
        return Err(forfeited(&args.agent, &why));
    }
    let mut others = StandIns::default();
    others.count(&stood_in, |_| true);
    if !others.is_empty() {
        progress::say(&format!("note: {}: {others}", args.agent));
    }
    files::write(&args.out, &replay.to_text())?;
    let moves = replay.moves.len();
    Ok(writeln!(out, "{}: {moves} moves. {}", args.out.display(), s.standing())?)
}

fn open(path: &Path) -> Result<Replay, Error> {
    Ok(Replay::from_text(&files::read(path)?).map_err(|e| e.within(path.display()))?)
}

/// The rules of a replay and the states before each move and after the last.
type Played = (Arc<dyn AnyGame>, Vec<Box<dyn AnyState>>);

/// Plays a replay back.
fn play_back(args: &FileArgs, replay: &Replay) -> Result<Played, Fault> {
    let kind = Kind::named(&replay.header.game)?;
    let game = kind.of_replay(replay, args.data.as_deref()).map_err(|e| e.within(args.file.display()))?;
    let frames = Arc::clone(&game).frames(replay).map_err(|e| e.within(args.file.display()))?;
    Ok((game, frames))
}

fn show(args: &ShowArgs, replay: &Replay, out: &mut dyn Write) -> CommandResult {
    let (game, frames) = play_back(&args.file, replay)?;
    story::seated(game.as_ref(), args.viewer)?;
    let mut teller = Teller::new(args.viewer, args.tables);
    let h = &replay.header;
    writeln!(out, "{} {}, seed {}, rules {}, data {}\n", h.game, h.options, h.seed, h.rules_version, h.data)?;
    for (i, (s, m)) in frames.iter().zip(&replay.moves).enumerate() {
        let action = game.actions().number(&m.action).expect("played back above");
        let agent = h.seats.get(m.seat).map_or("unknown", String::as_str);
        teller.decision(out, s.as_ref(), i + 1, (m.seat, agent), action)?;
        let result = s.copy(false).play(action, Some(&m.picks)).expect("played back above");
        teller.events(out, &result)?;
    }
    teller.ending(out, frames.last().expect("a replay has a first state").as_ref())
}

fn check(args: &FileArgs, replay: &Replay, out: &mut dyn Write) -> CommandResult {
    let (_, frames) = play_back(args, replay)?;
    let last = frames.last().expect("a replay has a first state");
    let moves = replay.moves.len();
    Ok(writeln!(out, "{}: {moves} moves play back. {}", args.file.display(), last.standing())?)
}

/// Writes the page of a replay.
fn page(args: &PageArgs, out: &mut dyn Write) -> CommandResult {
    let table = GameSession::of_text(&files::read(&args.file.file)?, args.file.data.as_deref());
    let mut table = table.map_err(|e| e.within(args.file.file.display()))?;
    story::seated(table.game.as_ref(), args.viewer)?;
    let path = args.out.clone().unwrap_or_else(|| args.file.file.with_extension("html"));
    files::must_be_writable(&path)?;
    let text = session::page::evaluated(&mut table, args.viewer, args.agent.as_deref())?;
    files::write(&path, &text)?;
    let (moves, size) = (table.path(table.end(0)).len() - 1, text.len() / 1000);
    writeln!(out, "{}: {moves} moves, {size} kB. It needs nothing but a browser.", path.display())?;
    match session::page::lacks(&table, args.viewer) {
        Some(why) => Ok(writeln!(out, "{why}")?),
        None => Ok(()),
    }
}
