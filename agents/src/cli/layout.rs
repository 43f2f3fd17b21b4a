//! `holotable layout`: what each action number and each observed value means.

use std::io::Write;

use holotable_env::{Layout, Tabletop, with_game};
use serde_json::json;

use super::game::GameArgs;
use super::{CommandResult, print_json};

/// Print what each action number and each observed value of a game means
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable layout dark_side_rising
  holotable layout dark_side_rising --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    with_game!(args.game.game.as_str(), |G| print::<G>(args, out))
}

fn print<G: Tabletop>(args: &Args, out: &mut dyn Write) -> CommandResult {
    let layout = Layout::of(&args.game.build::<G>()?);
    if args.json {
        return print_json(out, &json!({ "game": G::NAME, "hash": layout.hash(), "layout": layout }));
    }
    Ok(write!(out, "# The layout of {}\n\nHash: `{}`\n\n{}", G::NAME, layout.hash(), layout.markdown())?)
}
