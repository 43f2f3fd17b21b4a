//! [`Entry`]: one printed value of a game's data set with where it comes from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

/// One value on one component of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What kind of component: `rebel`, `die`, `token`.
    pub component: &'static str,
    /// Its name.
    pub name: String,
    /// Which value of it.
    pub key: String,
    /// The value in words.
    pub value: String,
    /// Where the value comes from, in a word.
    pub source: &'static str,
}

/// How many values come from each source, most first.
pub fn shares(entries: &[Entry]) -> Vec<(&'static str, usize)> {
    let mut counts = BTreeMap::new();
    for e in entries {
        *counts.entry(e.source).or_insert(0) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(word, n)| (std::cmp::Reverse(*n), *word));
    counts
}

/// The values as one Markdown table a kind of component, provenance in brackets, and the shares below.
pub fn markdown(entries: &[Entry]) -> String {
    let mut text = String::new();
    let mut i = 0;
    while i < entries.len() {
        let kind = entries[i].component;
        let section = entries[i..].iter().take_while(|e| e.component == kind).count();
        let rows = &entries[i..i + section];
        let columns: Vec<&String> = rows.iter().filter(|e| e.name == rows[0].name).map(|e| &e.key).collect();
        let _ = writeln!(text, "## {kind}\n");
        let heads: Vec<&str> = columns.iter().map(|c| c.as_str()).collect();
        let _ =
            writeln!(text, "| component | {} |\n|---|{}", heads.join(" | "), "---|".repeat(columns.len()));
        for card in rows.chunk_by(|a, b| a.name == b.name) {
            let cells: Vec<String> = card.iter().map(|e| format!("{} ({})", e.value, e.source)).collect();
            let _ = writeln!(text, "| {} | {} |", card[0].name, cells.join(" | "));
        }
        text.push('\n');
        i += section;
    }
    let shares = shares(entries);
    let share =
        |(word, n): &(&str, usize)| format!("{word} {n} ({:.1} %)", 100.0 * *n as f64 / entries.len() as f64);
    let list: Vec<String> = shares.iter().map(share).collect();
    let _ = writeln!(text, "{} values: {}.", entries.len(), list.join(", "));
    text
}
