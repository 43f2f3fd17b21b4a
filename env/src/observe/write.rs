//! [`Write`]: observations into a buffer of the caller.

use super::{Observer, Part, Row, Rows, Sink};
use crate::game::Game;

/// Writes observations into a buffer of the caller.
#[derive(Debug)]
pub struct Write<'a> {
    /// What is not written yet, all 0.
    rest: &'a mut [f32],
}

impl<'a> Write<'a> {
    /// A writer over `buffer`, which must have the length of the game's layout; whatever it held is overwritten.
    pub fn new(buffer: &'a mut [f32]) -> Self {
        // All at once: block by block, more of it would be left out, and yet it took longer.
        buffer.fill(0.0);
        Self { rest: buffer }
    }

    #[inline]
    fn take(&mut self, len: usize) -> &'a mut [f32] {
        let (values, rest) = std::mem::take(&mut self.rest).split_at_mut(len);
        self.rest = rest;
        values
    }
}

impl Sink for Write<'_> {
    #[inline]
    fn rows<R: Row>(
        &mut self,
        _name: &'static str,
        _doc: &'static str,
        count: usize,
        fill: impl FnOnce(&mut Rows<'_, R>),
    ) {
        let values = self.take(count * R::COLUMNS.len());
        fill(&mut Rows::over(values));
    }

    fn part<G: Game, O: Observer<G>>(
        &mut self,
        _scope: &'static str,
        part: &Part<G, O>,
        s: Option<&G::State>,
        viewer: usize,
    ) {
        let values = self.take(part.layout().observation);
        if let Some(s) = s {
            part.observer().write(part.game(), s, viewer, &mut Write { rest: values });
        }
    }
}
