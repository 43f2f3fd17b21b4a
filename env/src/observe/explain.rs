//! [`Explain`]: each value of an observation by its name.

use serde::Serialize;

use super::{Column, Observer, Part, Row, Rows, Sink};
use crate::game::Game;

/// One named value of a filled observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Named {
    /// `block[row].field`.
    pub name: String,
    /// What was written.
    pub value: f32,
    /// What one unit of it is.
    pub unit: String,
    /// The declared range.
    pub range: (f32, f32),
}

/// Names every value of an observation.
#[derive(Clone, Debug, Default)]
pub struct Explain {
    /// The values in order.
    pub values: Vec<Named>,
}

impl Explain {
    /// Names the values of some rows.
    fn name(&mut self, block: &'static str, columns: &[Column], count: usize, values: Vec<f32>) {
        for (i, value) in values.into_iter().enumerate() {
            let (row, column) = (i / columns.len(), &columns[i % columns.len()]);
            let name = match count {
                1 => format!("{block}.{}", column.name()),
                _ => format!("{block}[{row}].{}", column.name()),
            };
            let (unit, range) = (column.unit.to_string(), (column.lo, column.hi));
            self.values.push(Named { name, value, unit, range });
        }
    }
}

impl Sink for Explain {
    fn rows<R: Row>(
        &mut self,
        name: &'static str,
        _doc: &'static str,
        count: usize,
        fill: impl FnOnce(&mut Rows<'_, R>),
    ) {
        let mut values = vec![0.0; count * R::COLUMNS.len()];
        fill(&mut Rows::over(&mut values));
        self.name(name, R::COLUMNS, count, values);
    }

    fn part<G: Game, O: Observer<G>>(
        &mut self,
        scope: &'static str,
        part: &Part<G, O>,
        s: Option<&G::State>,
        viewer: usize,
    ) {
        let mut inside = Explain::default();
        part.observer().write(part.game(), s.unwrap_or(part.example()), viewer, &mut inside);
        let there = if s.is_some() { 1.0 } else { 0.0 };
        self.values.extend(inside.values.into_iter().map(|v| Named {
            name: format!("{scope}/{}", v.name),
            value: v.value * there,
            ..v
        }));
    }
}
