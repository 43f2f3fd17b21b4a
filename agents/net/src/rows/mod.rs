//! [`Rows`]: which rows of the observation each action names, and the arrays that score actions by them.
//!
//! An action that names rows gets a second logit: each row passes a layer that all rows of its block share, the rows that
//! the action names are added to a context from the last hidden layer, and a layer that the kind of action shares gives
//! the logit. So what is learnt of one sector, card or die holds for the others.

mod scorer;

use std::ops::Range;

use holotable_env::Layout;

pub use self::scorer::RowScorer;

/// The rows that actions name. Without a row width there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The width of the layers.
    pub width: usize,
    /// The blocks of the observation that actions name rows of.
    pub blocks: Vec<RowBlock>,
    /// The kinds of actions that name rows.
    pub kinds: Vec<RowKind>,
    /// For each action its kind, if some of this kind name rows, and where its own rows are in the list.
    actions: Vec<(Option<u16>, Range<u32>)>,
    named: Vec<Named>,
    /// The number of rows that any kind sees.
    seen: usize,
}

/// A block of the observation that actions name rows of.
#[derive(Clone, Debug, PartialEq)]
pub struct RowBlock {
    /// The name of the block.
    pub name: String,
    /// Where it begins in the observation.
    pub column: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of fields of a row.
    pub fields: usize,
    /// The number of the first row among the rows of all blocks.
    first: usize,
}

/// A kind of actions that name rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowKind {
    /// The name of the block of actions.
    pub name: String,
    /// The numbers of its actions.
    pub actions: Range<usize>,
    /// The blocks of the observation that they name rows of.
    pub blocks: Vec<usize>,
    /// Its first array.
    at: usize,
}

/// A row that an action names.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Named {
    /// The number of the row among the rows of all blocks.
    row: u16,
    /// The number of the row among the rows that any kind sees.
    seen: u16,
    block: u16,
    /// The array through which its kind sees the block.
    array: u16,
}

impl Rows {
    /// The rows that the actions of a layout name, for layers of this width.
    pub fn new(layout: &Layout, width: usize) -> Self {
        let mut all = Self { width, ..Self::default() };
        if width == 0 {
            return all;
        }
        let (mut column, mut first) = (0, 0);
        for block in &layout.observation_blocks {
            if layout.relations.names.iter().any(|names| names.block == block.name) {
                let (name, rows, fields) = (block.name.clone(), block.rows, block.fields.len());
                all.blocks.push(RowBlock { name, column, rows, fields, first });
                first += rows;
            }
            column += block.len();
        }
        let mut at = 2 * all.blocks.len();
        for kind in &layout.action_blocks {
            let actions = kind.offset..kind.offset + kind.len;
            let named = |block: &RowBlock| {
                let names = layout.relations.names.iter().find(|names| names.block == block.name);
                names.into_iter().flat_map(|names| &names.rows).filter(|(action, _)| actions.contains(action))
            };
            let blocks: Vec<usize> =
                (0..all.blocks.len()).filter(|&b| named(&all.blocks[b]).next().is_some()).collect();
            for action in actions.clone() {
                let start = all.named.len() as u32;
                let mut from = all.seen;
                for (place, &b) in blocks.iter().enumerate() {
                    let block = &all.blocks[b];
                    for &(_, row) in named(block).filter(|(named, _)| *named == action) {
                        let (row, seen) = ((block.first + row) as u16, (from + row) as u16);
                        all.named.push(Named { row, seen, block: b as u16, array: (at + 3 + place) as u16 });
                    }
                    from += block.rows;
                }
                let rows = start..all.named.len() as u32;
                all.actions.push(((!blocks.is_empty()).then_some(all.kinds.len() as u16), rows));
            }
            if !blocks.is_empty() {
                all.seen += blocks.iter().map(|&b| all.blocks[b].rows).sum::<usize>();
                let arrays = 3 + blocks.len();
                all.kinds.push(RowKind { name: kind.name.clone(), actions, blocks, at });
                at += arrays;
            }
        }
        all
    }

    /// Every array by name with its shape, for a last hidden layer of so many units. Rows are inputs.
    pub(crate) fn arrays(&self, hidden: usize) -> Vec<(String, Vec<usize>)> {
        let (d, mut list) = (self.width, Vec::new());
        for RowBlock { name, fields, .. } in &self.blocks {
            list.push((format!("rows.{name}.weight"), vec![*fields, d]));
            list.push((format!("rows.{name}.bias"), vec![d]));
        }
        for kind in &self.kinds {
            let at = format!("named.{}", kind.name);
            list.push((format!("{at}.context.weight"), vec![hidden, d]));
            list.push((format!("{at}.context.bias"), vec![d]));
            list.push((format!("{at}.score"), vec![d]));
            for &block in &kind.blocks {
                list.push((format!("{at}.{}.weight", self.blocks[block].name), vec![d, d]));
            }
        }
        list
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Which rows of a block the actions of a kind name: the action among those of the kind, and the row of the block.
    pub fn pairs(&self, kind: &RowKind, block: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = self.blocks[block].first;
        kind.actions.clone().enumerate().flat_map(move |(place, action)| {
            let named = self.of(action).map_or(&[][..], |(_, named)| named);
            let named = named.iter().filter(move |named| usize::from(named.block) == block);
            named.map(move |named| (place, usize::from(named.row) - first))
        })
    }

    /// The kind of an action, if some of this kind name rows, and the rows that this one names.
    #[inline(always)]
    fn of(&self, action: usize) -> Option<(usize, &[Named])> {
        let (kind, rows) = self.actions.get(action)?;
        kind.map(|kind| (usize::from(kind), &self.named[rows.start as usize..rows.end as usize]))
    }
}
