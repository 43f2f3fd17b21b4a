//! `holotable replay`: games as files that play back without a generator.

use std::io::Write;
use std::path::{Path, PathBuf};

use holotable_agents::bots::Bots;
use holotable_agents::error::Error;
use holotable_agents::files;
use holotable_agents::game_match::Match;
use holotable_agents::roster::load;
use holotable_env::{Finite, Replay, Tabletop, Viewer, with_game};

use super::game::GameArgs;
use super::{CommandResult, Fault, story};

/// Record a game in a file, show it in words, or check it
#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = false)]
pub enum Command {
    Record(RecordArgs),
    Show(ShowArgs),
    Check(CheckArgs),
}

const EXAMPLES: &str = "\
Examples:
  holotable replay record dark_side_rising --agent random --seed 7 --out game.jsonl
  holotable replay show game.jsonl | less
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

/// Print every position and decision of a replay in words
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    file: FileArgs,
    /// What is shown of hidden cards: all, table (none) or those of a seat, by its number
    #[arg(long, default_value = "all")]
    viewer: Viewer,
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
        Command::Record(args) => with_game!(args.game.game.as_str(), |G| record::<G>(args, out)),
        Command::Show(ShowArgs { file, viewer }) => {
            let replay = open(&file.file)?;
            with_game!(replay.header.game.as_str(), |G| show::<G>(file, &replay, *viewer, out))
        }
        Command::Check(CheckArgs { file }) => {
            let replay = open(&file.file)?;
            with_game!(replay.header.game.as_str(), |G| check::<G>(file, &replay, out))
        }
    }
}

fn record<G: Bots>(args: &RecordArgs, out: &mut dyn Write) -> CommandResult {
    let game: G = args.game.build()?;
    let mut player = load(&game, &args.agent)?;
    let mut game_match = Match::new(args.seed, game.players());
    let seats = vec![args.agent.clone(); game.players()];
    let (mut replay, mut s) = Replay::begin(&game, args.seed, seats, &mut game_match.chance);
    while let Some(seat) = game.actor(&s) {
        let action = game_match.decide(&game, &s, seat, player.as_mut()).action;
        replay.step(&game, &mut s, action, &mut game_match.chance);
    }
    files::write(&args.out, &replay.to_text())?;
    let moves = replay.moves.len();
    Ok(writeln!(out, "{}: {moves} moves. {}", args.out.display(), story::result(&game, &s))?)
}

fn open(path: &Path) -> Result<Replay, Error> {
    Ok(Replay::from_text(&files::read(path)?).map_err(|e| e.within(path.display()))?)
}

/// The rules of the replay and the states before each move and after the last.
fn play_back<G: Tabletop>(args: &FileArgs, replay: &Replay) -> Result<(G, Vec<G::State>), Fault> {
    let game: G = replay.rules(args.data.as_deref()).map_err(|e| e.within(args.file.display()))?;
    let frames = replay.frames(&game).map_err(|e| e.within(args.file.display()))?;
    Ok((game, frames))
}

fn show<G: Tabletop>(args: &FileArgs, replay: &Replay, viewer: Viewer, out: &mut dyn Write) -> CommandResult {
    let (game, frames) = play_back::<G>(args, replay)?;
    story::seated(&game, viewer)?;
    let h = &replay.header;
    writeln!(out, "{} {}, seed {}, rules {}, data {}\n", h.game, h.options, h.seed, h.rules_version, h.data)?;
    for (i, (s, m)) in frames.iter().zip(&replay.moves).enumerate() {
        let action = G::Action::all().find(|a| a.label() == m.action).expect("played back above");
        let agent = h.seats.get(m.seat).map_or("unknown", String::as_str);
        story::decision(out, &game, s, viewer, i + 1, (m.seat, agent), action)?;
    }
    story::ending(out, &game, frames.last().expect("a replay has a first state"), viewer)
}

fn check<G: Tabletop>(args: &FileArgs, replay: &Replay, out: &mut dyn Write) -> CommandResult {
    let (game, frames) = play_back::<G>(args, replay)?;
    let last = frames.last().expect("a replay has a first state");
    let moves = replay.moves.len();
    Ok(writeln!(out, "{}: {moves} moves play back. {}", args.file.display(), story::result(&game, last))?)
}
