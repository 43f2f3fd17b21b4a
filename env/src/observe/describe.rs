//! [`Describe`]: the layout of an observation.

use super::{Block, Column, Observer, Part, Row, Rows, Sink};
use crate::game::Game;

/// Collects the blocks of an observation.
#[derive(Clone, Debug, Default)]
pub struct Describe {
    /// The blocks in order.
    pub blocks: Vec<Block>,
}

impl Describe {
    fn push(&mut self, name: &str, doc: &str, rows: usize, columns: &[Column]) {
        let fields = columns.iter().map(Into::into).collect();
        self.blocks.push(Block { name: name.into(), doc: doc.into(), rows, fields });
    }
}

impl Sink for Describe {
    fn rows<R: Row>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        count: usize,
        _fill: impl FnOnce(&mut Rows<'_, R>),
    ) {
        self.push(name, doc, count, R::COLUMNS);
    }

    fn part<G: Game, O: Observer<G>>(
        &mut self,
        scope: &'static str,
        part: &Part<G, O>,
        _s: Option<&G::State>,
        _viewer: usize,
    ) {
        let inside = part.layout().observation_blocks.iter().cloned();
        self.blocks.extend(inside.map(|b| Block { name: format!("{scope}/{}", b.name), ..b }));
    }
}
