//! [`Write`]: observations into a buffer of the caller.

use super::{Observer, Part, Row, Rows, Sink};
use crate::game::Game;

/// Writes observations into a buffer of the caller.
#[derive(Debug)]
pub struct Write<'a> {
    rest: &'a mut [f32],
}

impl<'a> Write<'a> {
    /// A writer over `buffer`, which must have the length of the game's layout; whatever it held is overwritten.
    pub fn new(buffer: &'a mut [f32]) -> Self {
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
        values.fill(0.0);
        fill(&mut Rows::over(values));
    }

    /// Every number is set, so nothing need be cleared before.
    #[inline]
    fn row<R: Row>(&mut self, _name: &'static str, _doc: &'static str, row: impl FnOnce() -> R) {
        let values = self.take(R::COLUMNS.len());
        row().put(values);
    }

    /// What is set need not be cleared before.
    #[inline]
    fn list<R: Row>(
        &mut self,
        _name: &'static str,
        _doc: &'static str,
        count: usize,
        rows: impl IntoIterator<Item = R>,
    ) {
        let values = self.take(count * R::COLUMNS.len());
        let set = Rows::over(values).fill(rows);
        values[set * R::COLUMNS.len()..].fill(0.0);
    }

    fn part<G: Game, O: Observer<G>>(
        &mut self,
        _scope: &'static str,
        part: &Part<G, O>,
        s: Option<&G::State>,
        viewer: usize,
    ) {
        let values = self.take(part.layout().observation);
        match s {
            Some(s) => part.observer().write(part.game(), s, viewer, &mut Write::new(values)),
            None => values.fill(0.0),
        }
    }
}
