//! [`Entry`]: one printed value of a game's data set with where it comes from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::finite_enum;

finite_enum! {
    /// Where a value on a component comes from.
    pub enum Source {
        /// The part of the rulebook that is known.
        Rulebook = "rulebook",
        /// Two or more other public sources that agree.
        Agreed = "agreed",
        /// One other public source.
        Public = "public",
        /// Reports of games that were played.
        Report = "report",
        /// Inferred from several of these.
        Inferred = "inferred",
        /// Follows by arithmetic or logic.
        Derived = "derived",
        /// Taken over from the same designers' earlier game of the same mechanics.
        Analogue = "analogue",
        /// Chosen where sources are silent or disagree, with its reasons in the game's `RULINGS.md`.
        Ruling = "ruling",
        /// Guessed, so that what is known makes a whole.
        Guess = "guess",
        /// Stands for a name that is not known.
        Placeholder = "placeholder",
        /// Invented to fill a gap.
        Reconstructed = "reconstructed",
        /// Ours, and not of the game: where a picture shows something.
        Own = "own",
    }
}

/// One value on one component of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What kind of component: `rebel`, `die`, `token`.
    pub component: &'static str,
    /// The name of the component.
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
        let mut columns: Vec<&String> = Vec::new();
        for e in rows {
            if !columns.contains(&&e.key) {
                columns.push(&e.key);
            }
        }
        let _ = writeln!(text, "## {kind}\n");
        let heads: Vec<&str> = columns.iter().map(|c| c.as_str()).collect();
        let _ =
            writeln!(text, "| component | {} |\n|---|{}", heads.join(" | "), "---|".repeat(columns.len()));
        for card in rows.chunk_by(|a, b| a.name == b.name) {
            let cell = |key: &&String| match card.iter().find(|e| e.key == **key) {
                Some(e) => format!("{} ({})", e.value, e.source),
                None => "-".into(),
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            let _ = writeln!(text, "| {} | {} |", card[0].name, cells.join(" | "));
        }
        text.push('\n');
        i += section;
    }
    if entries.is_empty() {
        return "No values: the rules hold every number.\n".into();
    }
    let shares = shares(entries);
    let share =
        |(word, n): &(&str, usize)| format!("{word} {n} ({:.1} %)", 100.0 * *n as f64 / entries.len() as f64);
    let list: Vec<String> = shares.iter().map(share).collect();
    let _ = writeln!(text, "{} values: {}.", entries.len(), list.join(", "));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_a_kind_need_not_have_the_same_values() {
        let entry = |name: &str, key: &str, value: &str| Entry {
            component: "unit",
            name: name.into(),
            key: key.into(),
            value: value.into(),
            source: "agreed",
        };
        let list =
            [entry("X-wing", "red", "0"), entry("Ion Cannon", "red", "0"), entry("Ion Cannon", "cuts", "2")];
        let text = markdown(&list);
        assert!(text.contains("| component | red | cuts |"), "{text}");
        assert!(text.contains("| X-wing | 0 (agreed) | - |"), "{text}");
        assert!(text.contains("| Ion Cannon | 0 (agreed) | 2 (agreed) |"), "{text}");
    }

    #[test]
    fn a_game_without_data_says_so() {
        assert_eq!(markdown(&[]), "No values: the rules hold every number.\n");
    }
}
