//! [`Rows`]: which rows of the observation each action names, and the arrays that score actions by them.
//!
//! An action that names rows gets a second logit: each row passes a layer that all rows of its block share, the rows that
//! the action names are added to a context from the last hidden layer, and a layer that the kind of action shares gives
//! the logit. So what is learnt of one sector, card or die holds for the others.

mod scorer;

use std::collections::BTreeMap;
use std::ops::Range;

use holotable_env::Layout;

pub(crate) use self::scorer::RowScorer;

/// The rows that actions name. Without a row width there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The width of the layers.
    pub width: usize,
    /// The blocks of the observation that actions name rows of. Block `b` owns the arrays `2 b` (weight) and `2 b + 1` (bias).
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
    /// Its first array. Weight and bias of the context come first, then the score, then how the kind sees each block.
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
        // For each block that actions name rows of, these rows by the number of the action.
        let mut named = Vec::new();
        let (mut column, mut first) = (0, 0);
        for block in &layout.observation_blocks {
            if let Some(names) = layout.relations.names.iter().find(|names| names.block == block.name) {
                let (name, rows, fields) = (block.name.clone(), block.rows, block.fields.len());
                all.blocks.push(RowBlock { name, column, rows, fields, first });
                first += rows;
                let mut rows_of = BTreeMap::<usize, Vec<usize>>::new();
                names.rows.iter().for_each(|&(action, row)| rows_of.entry(action).or_default().push(row));
                named.push(rows_of);
            }
            column += block.len();
        }
        let mut at = 2 * all.blocks.len();
        for kind in &layout.action_blocks {
            let actions = kind.offset..kind.offset + kind.len;
            let names = |b: &usize| named[*b].range(actions.clone()).next().is_some();
            let blocks: Vec<usize> = (0..all.blocks.len()).filter(names).collect();
            for action in actions.clone() {
                let rows = all.name(action, &blocks, &named, at);
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

    /// Lists the rows of these blocks that an action names; the arrays of its kind begin `at`.
    fn name(
        &mut self,
        action: usize,
        blocks: &[usize],
        named: &[BTreeMap<usize, Vec<usize>>],
        at: usize,
    ) -> Range<u32> {
        let (start, mut seen) = (self.named.len() as u32, self.seen);
        for (place, &b) in blocks.iter().enumerate() {
            let (block, array) = (&self.blocks[b], (at + 3 + place) as u16);
            for &row in named[b].get(&action).into_iter().flatten() {
                let (row, seen) = ((block.first + row) as u16, (seen + row) as u16);
                self.named.push(Named { row, seen, block: b as u16, array });
            }
            seen += block.rows;
        }
        start..self.named.len() as u32
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
