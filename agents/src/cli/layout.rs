//! `holotable layout`: what each action number and each observed value means.

use std::io::Write;

use holotable_players::observation_wrapper::FeatureSet;
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
    let game = args.game.build()?;
    let (name, layout) = (game.facts().name, game.layout(FeatureSet::PLAIN));
    if args.json {
        return print_json(out, &json!({ "game": name, "hash": layout.hash(), "layout": layout }));
    }
    Ok(write!(out, "# The layout of {name}\n\nHash: `{}`\n\n{}", layout.hash(), layout.markdown())?)
}
