//! [`Layout`]: the numbers of a game's actions and observations, generated from their declarations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Column, Describe, Observe, Observer, Standard};
use crate::action::ActionBlock;
use crate::chance::{Sample, generator};
use crate::finite::Finite;
use crate::game::Game;
use crate::hash::short_hash;
use crate::relations::Relations;

/// One number of a row: its name, unit and range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The name, unique in its block.
    pub name: String,
    /// What one unit of the written value is: `flag`, `share`, `/7 symbols`.
    pub unit: String,
    /// The least value ever written.
    pub lo: f32,
    /// The greatest value ever written.
    pub hi: f32,
}

impl From<&Column> for Field {
    fn from(column: &Column) -> Self {
        Self { name: column.name(), unit: column.unit.to_string(), lo: column.lo, hi: column.hi }
    }
}

/// A named part of an observation: `rows` times the same fields, row after row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// The name, unique in the game; the blocks of a game inside it stand behind a scope, as in `battle/dice`.
    pub name: String,
    /// What it holds and what a row is.
    pub doc: String,
    /// How many rows.
    pub rows: usize,
    /// The columns.
    pub fields: Vec<Field>,
}

impl Block {
    /// How many values the block takes.
    pub fn len(&self) -> usize {
        self.rows * self.fields.len()
    }

    /// Whether the block has no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What each action number and each observed value of a game means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The number of actions.
    pub actions: usize,
    /// The number of observed values.
    pub observation: usize,
    /// The blocks of actions in order.
    pub action_blocks: Vec<ActionBlock>,
    /// The blocks of the observation in order.
    pub observation_blocks: Vec<Block>,
    /// What the rows of the observation have to do with actions and with each other; for networks that ask.
    #[serde(default, skip_serializing_if = "Relations::is_empty")]
    pub relations: Relations,
}

impl Layout {
    /// The layout of a game as it is shown by itself.
    pub fn of<G: Observe>(game: &G) -> Self {
        Self::observed_by(game, &Standard)
    }

    /// The layout of a game as `observer` shows it. Every state has the same, so any will do to ask.
    pub fn observed_by<G: Game, O: Observer<G>>(game: &G, observer: &O) -> Self {
        let s = game.start(&mut Sample(generator(0, 0)));
        Self::at(game, observer, &s, 0)
    }

    /// The layout as seen in one state by one seat; conformance checks that it never differs.
    pub fn at<G: Game, O: Observer<G>>(game: &G, observer: &O, s: &G::State, viewer: usize) -> Self {
        let mut describe = Describe::default();
        observer.write(game, s, viewer, &mut describe);
        Self {
            actions: G::Action::N,
            observation: describe.blocks.iter().map(Block::len).sum(),
            action_blocks: G::Action::blocks(),
            observation_blocks: describe.blocks,
            relations: observer.relations(game),
        }
    }

    /// Sixteen hexadecimal digits that change with any name, size, range or order in the layout; what is related to what
    /// changes no number's meaning.
    pub fn hash(&self) -> String {
        let numbers = Self { relations: Relations::default(), ..self.clone() };
        short_hash([serde_json::to_string(&numbers).expect("a layout is plain data").as_bytes()])
    }

    /// Whether numbers mean the same under another layout; the wording of explanations may differ, and the relations.
    ///
    /// # Errors
    /// One line with the sizes and the blocks that differ.
    pub fn ensure_compatible(&self, theirs: &Layout) -> Result<(), String> {
        let bare = |layout: &Layout| {
            let mut layout = layout.clone();
            layout.action_blocks.iter_mut().for_each(|b| b.doc.clear());
            layout.observation_blocks.iter_mut().for_each(|b| b.doc.clear());
            layout.relations = Relations::default();
            layout
        };
        if bare(self) == bare(theirs) {
            return Ok(());
        }
        let lines = self.difference(theirs);
        let what =
            if lines.is_empty() { "the order of the blocks differs".to_owned() } else { lines.join("; ") };
        let (a, b) = ((theirs.observation, theirs.actions), (self.observation, self.actions));
        let sizes = format!("it has {} values and {} actions, the game here {} and {}", a.0, a.1, b.0, b.1);
        Err(format!("another layout ({sizes}): {what}"))
    }

    /// Whether the relations are between rows and actions that there are, and no action names a row twice.
    ///
    /// # Errors
    /// One line with the first that is not.
    pub fn check_relations(&self) -> Result<(), String> {
        let rows = |block: &str| {
            let found = self.observation_blocks.iter().find(|b| b.name == block);
            found.map(|b| b.rows).ok_or_else(|| format!("the relations are of '{block}', which is no block"))
        };
        for names in &self.relations.names {
            let (block, rows) = (&names.block, rows(&names.block)?);
            let wrong = names.rows.iter().find(|&&(action, row)| action >= self.actions || row >= rows);
            if let Some((action, row)) = wrong {
                return Err(format!("action {action} names row {row} of {rows} of '{block}'"));
            }
            let mut known = BTreeSet::new();
            if let Some((action, row)) = names.rows.iter().find(|pair| !known.insert(*pair)) {
                return Err(format!("action {action} names row {row} of '{block}' twice"));
            }
        }
        for edges in &self.relations.edges {
            let (block, rows) = (&edges.block, rows(&edges.block)?);
            if let Some((a, b)) = edges.rows.iter().find(|&&(a, b)| a >= rows || b >= rows || a == b) {
                return Err(format!("there is an edge from row {a} to {b} of {rows} of '{block}'"));
            }
        }
        Ok(())
    }

    /// The blocks that differ between two layouts, in words.
    pub fn difference(&self, other: &Layout) -> Vec<String> {
        let mut lines = Vec::new();
        let actions = |l: &Layout| -> Vec<(String, String)> {
            l.action_blocks
                .iter()
                .map(|b| (format!("action {}", b.name), format!("{:?}", b.fields)))
                .collect()
        };
        let blocks = |l: &Layout| -> Vec<(String, String)> {
            let of =
                |b: &Block| (format!("observation {}", b.name), format!("{} rows of {:?}", b.rows, b.fields));
            l.observation_blocks.iter().map(of).collect()
        };
        for (mine, theirs) in [(actions(self), actions(other)), (blocks(self), blocks(other))] {
            for (name, what) in &mine {
                match theirs.iter().find(|(n, _)| n == name) {
                    None => lines.push(format!("{name} only here")),
                    Some((_, w)) if w != what => lines.push(format!("{name} differs")),
                    Some(_) => {}
                }
            }
            for (name, _) in theirs.iter().filter(|(n, _)| mine.iter().all(|(m, _)| m != n)) {
                lines.push(format!("{name} only there"));
            }
        }
        lines
    }

    /// The layout as two tables in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "## Actions: {}\n\n| from | count | block | parameters | meaning |\n|---|---|---|---|---|\n",
            self.actions
        );
        for b in &self.action_blocks {
            let fields: Vec<_> = b.fields.iter().map(|(f, n)| format!("{f} ({n})")).collect();
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                b.offset,
                b.len,
                b.name,
                fields.join(" × "),
                b.doc
            );
        }
        let _ = write!(
            text,
            "\n## Observation: {} values\n\n| from | block | rows | values a row | meaning |\n|---|---|---|---|---|\n",
            self.observation
        );
        let mut offset = 0;
        for b in &self.observation_blocks {
            let fields: Vec<_> =
                b.fields.iter().map(|f| format!("{} ({}, {}..{})", f.name, f.unit, f.lo, f.hi)).collect();
            let _ =
                writeln!(text, "| {offset} | {} | {} | {} | {} |", b.name, b.rows, fields.join(", "), b.doc);
            offset += b.len();
        }
        text
    }
}
