//! [`rules_text`]: all that somebody reads before the first move: rules, options in force, components.

use std::fmt::Write as _;

use serde_json::json;

use crate::catalogue::Entry;
use crate::tabletop::Tabletop;

/// The rules of a game in our own words with the options in force and what is printed on its components, as Markdown: enough to
/// play by for somebody who has never seen it.
pub fn rules_text<G: Tabletop>(game: &G) -> String {
    let mut text = G::RULES.to_owned();
    let options = json!(game.options());
    let specs = G::option_specs();
    if !specs.is_empty() {
        text.push_str("\n## Options of this game\n\n| option | value | meaning |\n|---|---|---|\n");
    }
    for spec in specs {
        let value = &options[spec.name];
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = writeln!(text, "| `{}` | {value} | {} |", spec.name, spec.doc);
    }
    let printed = game.catalogue();
    if !printed.is_empty() {
        text.push_str("\n## Components\n");
        text.push_str(&components(&printed));
    }
    text
}

/// What is printed on each component, a line each.
fn components(printed: &[Entry]) -> String {
    let mut text = String::new();
    for kind in printed.chunk_by(|a, b| a.component == b.component) {
        let _ = writeln!(text, "\n### {}\n", kind[0].component);
        for card in kind.chunk_by(|a, b| a.name == b.name) {
            let values: Vec<String> =
                card.iter().filter(|e| e.key != "name").map(|e| format!("{} {}", e.key, e.value)).collect();
            let _ = writeln!(text, "- **{}**: {}", card[0].name, values.join("; "));
        }
    }
    text
}
