//! [`Relations`]: which rows of the observation an action names, and which rows are neighbours.
//!
//! Networks read them: agents here score an action by the rows that it names. The edges of a map are for networks of your own.

use serde::{Deserialize, Serialize};

use crate::finite::Finite;

/// The rows of a block of the observation that actions name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The block.
    pub block: String,
    /// Numbers of actions, each with the row that it names.
    pub rows: Vec<(usize, usize)>,
}

/// The map that the rows of a block of the observation are places on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edges {
    /// The block.
    pub block: String,
    /// From which row to which; both ways are two edges.
    pub rows: Vec<(usize, usize)>,
}

/// What the rows of an observation have to do with actions and with each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relations {
    /// The rows that actions name, block by block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Names>,
    /// The maps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edges>,
}

impl Relations {
    /// Asks of every action which rows it names: `named` calls back with the block and the row.
    pub fn named_by<A: Finite>(named: impl Fn(A, &mut dyn FnMut(&str, usize))) -> Self {
        let mut names = Vec::<Names>::new();
        for action in A::all() {
            named(action, &mut |block, row| {
                let pair = (action.index(), row);
                match names.iter_mut().find(|names| names.block == block) {
                    Some(names) => names.rows.push(pair),
                    None => names.push(Names { block: block.to_owned(), rows: vec![pair] }),
                }
            });
        }
        Self { names, edges: Vec::new() }
    }

    /// The same, where actions name the rows of the first block of each pair as they name those of the second, if they name these.
    #[must_use]
    pub fn with_alike(mut self, pairs: &[[&str; 2]]) -> Self {
        for [block, other] in pairs {
            let rows = self.names.iter().find(|names| names.block == *other).map(|names| names.rows.clone());
            self.names.extend(rows.map(|rows| Names { block: (*block).to_owned(), rows }));
        }
        self
    }

    /// The same with a map: both ways between each two rows.
    #[must_use]
    pub fn with_edges(mut self, block: &str, between: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let rows = between.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        self.edges.push(Edges { block: block.to_owned(), rows });
        self
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.edges.is_empty()
    }
}
