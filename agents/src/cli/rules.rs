//! `holotable rules`: the rules of a game in our own words.

use std::io::Write;

use super::CommandResult;
use super::game::GameArgs;

/// Print the rules of a game, with its options in force and what is printed on its components
///
/// In our own words, as Markdown: enough to play by for a person or a language model who has never seen the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable rules dark_side_rising | less
  holotable rules conflict -o players=4")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    Ok(write!(out, "{}", args.game.build()?.rules_text())?)
}
