//! `holotable outcomes`: every result of an action with its probability.

use std::collections::HashMap;
use std::io::Write;

use holotable_env::{OUTCOME_LIMIT, Viewer};
use holotable_erased::{AnyGame, AnyState};
use holotable_store::error::Error;
use serde_json::{Value, json};

use super::game::GameArgs;
use super::position::Position;
use super::{CommandResult, action, print_json, table};
use crate::session::results::{Merged, merge, split};

/// List every result of an action with its probability
///
/// The position is a state in JSON, or the start of a seeded game. Without --action the legal actions are listed. Results with
/// equal states are merged; `ways` is the number of chance outcomes merged.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable outcomes dark_side_rising --seed 7               the legal actions
  holotable outcomes dark_side_rising --seed 7 --action 12   by number, or by label in quotes
  holotable outcomes dark_side_rising --state here.json --action 12 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: Position,
    /// The action, by its number or its label
    #[arg(long)]
    action: Option<String>,
    /// Refuse actions with more results than this
    #[arg(long, default_value_t = OUTCOME_LIMIT as u64, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    limit: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let s = args.position.of(&game)?;
    let Some(name) = &args.action else {
        return list_actions(s.as_ref(), args.json, out);
    };
    let a = action::legal(s.as_ref(), name, "without --action the legal ones are listed")?;
    let ways = s.outcomes(a, args.limit as usize);
    let results = merge(ways.map_err(|e| Error::new(format!("{}: {e}", game.label(a))))?);
    if args.json {
        print_results_json(game.as_ref(), a, &results, out)
    } else {
        print_results(s.as_ref(), a, &results, out)
    }
}

fn list_actions(s: &dyn AnyState, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let (game, legal) = (s.rules(), s.legal());
    if as_json {
        let action =
            |&a: &usize| json!({ "number": a, "label": game.label(a), "meaning": s.describe_action(a) });
        return print_json(
            out,
            &json!({ "game": game.facts().name, "legal": legal.iter().map(action).collect::<Vec<_>>() }),
        );
    }
    writeln!(out, "{}\n\nLegal actions:", s.text(Viewer::All).trim_end())?;
    for a in legal {
        writeln!(out, "{a:5}  {}  ({})", game.label(a), s.describe_action(a))?;
    }
    Ok(())
}

type AnyMerged = Merged<Box<dyn AnyState>>;

fn print_results(s: &dyn AnyState, a: usize, results: &[AnyMerged], out: &mut dyn Write) -> CommandResult {
    let ways: usize = results.iter().map(|r| r.ways).sum();
    writeln!(out, "{} ({})", s.rules().label(a), s.describe_action(a))?;
    writeln!(out, "{} results in {ways} ways of chance\n", results.len())?;
    let before = flat(&s.json(Viewer::All));
    let all: Vec<Vec<String>> =
        results.iter().map(|r| changes(&before, &flat(&r.way.state.json(Viewer::All)))).collect();
    let (always, rest) = split(&all);
    writeln!(out, "In every result: {}\n", sentence(&always))?;
    let row = |(r, changes): (&AnyMerged, &Vec<String>)| {
        vec![format!("{:.4} %", 100.0 * r.way.probability), r.ways.to_string(), sentence(changes)]
    };
    let rows: Vec<_> = results.iter().zip(&rest).map(row).collect();
    Ok(table::print(out, &["probability", "ways", "what else changes"], &[2], &rows)?)
}

fn sentence(changes: &[String]) -> String {
    if changes.is_empty() { "nothing".into() } else { changes.join(", ") }
}

fn print_results_json(
    game: &dyn AnyGame,
    a: usize,
    results: &[AnyMerged],
    out: &mut dyn Write,
) -> CommandResult {
    let result = |r: &AnyMerged| {
        json!({
            "probability": r.way.probability,
            "ways": r.ways,
            "picks": r.way.picks,
            "state": r.way.state.json(Viewer::All),
        })
    };
    print_json(
        out,
        &json!({
            "game": game.facts().name,
            "action": game.label(a),
            "ways": results.iter().map(|r| r.ways).sum::<usize>(),
            "outcomes": results.iter().map(result).collect::<Vec<_>>(),
        }),
    )
}

/// Every plain value in a JSON document with the way to it, in the order of the document.
fn flat(json: &Value) -> Vec<(String, String)> {
    fn visit(json: &Value, path: &str, list: &mut Vec<(String, String)>) {
        match json {
            Value::Object(map) => {
                let dot = if path.is_empty() { "" } else { "." };
                map.iter().for_each(|(key, value)| visit(value, &format!("{path}{dot}{key}"), list));
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, value)| visit(value, &format!("{path}[{i}]"), list));
            }
            Value::String(text) => list.push((path.to_owned(), text.clone())),
            Value::Null | Value::Bool(_) | Value::Number(_) => list.push((path.to_owned(), json.to_string())),
        }
    }
    let mut list = Vec::new();
    visit(json, "", &mut list);
    list
}

/// What differs between two documents, place by place.
fn changes(before: &[(String, String)], after: &[(String, String)]) -> Vec<String> {
    let old: HashMap<&str, &str> =
        before.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
    let new: HashMap<&str, &str> =
        after.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
    let changed = after.iter().filter_map(|(path, value)| match old.get(path.as_str()) {
        Some(was) if was == value => None,
        Some(was) => Some(format!("{path} {was} → {value}")),
        None => Some(format!("{path} → {value}")),
    });
    let gone = before.iter().filter(|(path, _)| !new.contains_key(path.as_str()));
    let gone = gone.map(|(path, was)| format!("{path} {was} gone"));
    changed.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_name_the_place() {
        let (a, b) = (json!({ "hp": [3, 2], "deck": 9 }), json!({ "hp": [3], "deck": 8, "won": "now" }));
        assert_eq!(changes(&flat(&a), &flat(&b)), ["deck 9 → 8", "won → now", "hp[1] 2 gone"]);
    }
}
