//! `holotable cards`: the data set in force, value by value, each with where it comes from.

use std::io::Write;

use holotable_env::catalogue::{markdown, shares};
use serde_json::{Map, Value, json};

use super::game::GameArgs;
use super::{CommandResult, print_json};

/// List the cards and other components of a game, in our own words, each value with its source
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable cards dark_side_rising
  holotable cards dark_side_rising --data my_cards --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let values = game.catalogue();
    if args.json {
        let sources: Map<String, Value> =
            shares(&values).into_iter().map(|(word, n)| (word.to_owned(), n.into())).collect();
        let data = game.data_hash();
        return print_json(
            out,
            &json!({ "game": game.facts().name, "data": data, "sources": sources, "values": values }),
        );
    }
    Ok(write!(out, "{}", markdown(&values))?)
}
