//! The legend above the panels: which colour is which recipe, and what the bands are.

use holotable_store::error::Error;
use plotters::prelude::{Circle, PathElement, RGBColor};
use plotters::style::Color as _;

use super::style::{FAINT, MARGIN, NAME, OTHERS, PICKED, SMALL, Shown, text, width};
use super::{Area, fault};
use crate::runs::{Curve, Curves, Interval};

/// The height of a row.
const ROW: i32 = 22;
/// The width of the line before a name.
const SWATCH: i32 = 34;
/// The space between two columns.
const GAP: i32 = 28;

/// The names beside their colours, in columns, over a line about the bands.
#[derive(Debug)]
pub struct Legend {
    entries: Vec<(String, RGBColor)>,
    columns: usize,
    column: i32,
    bands: String,
}

impl Legend {
    /// The legend of these curves, no wider than the picture.
    pub fn of(curves: &Curves, shown: &Shown, picture: u32) -> Self {
        let mut entries: Vec<(String, RGBColor)> =
            shown.picked.iter().map(|&(i, colour)| (name(&curves.curves[i]), colour)).collect();
        if !shown.others.is_empty() {
            let (others, picked) = (shown.others.len(), PICKED);
            entries.push((format!("{others} others (the {picked} best at the end have a colour)"), OTHERS));
        }
        let widest = entries.iter().map(|(name, _)| width(name, NAME)).fold(0.0, f64::max) as i32;
        let column = SWATCH + widest + GAP;
        let columns = ((picture as i32 - 2 * MARGIN + GAP) / column).max(1) as usize;
        Self { entries, columns, column, bands: bands(curves) }
    }

    /// Its height in pixels.
    pub fn height(&self) -> u32 {
        (self.entries.len().div_ceil(self.columns) as i32 * ROW + ROW + 14) as u32
    }

    /// Draws the legend.
    ///
    /// # Errors
    /// One line if that fails.
    pub fn draw(&self, area: &Area<'_>) -> Result<(), Error> {
        area.draw(&text(&self.bands, (MARGIN, 4), SMALL, FAINT)).map_err(fault)?;
        let rows = self.entries.len().div_ceil(self.columns);
        for (i, (name, colour)) in self.entries.iter().enumerate() {
            let (x, y) = (MARGIN + (i / rows) as i32 * self.column, ROW + 8 + (i % rows) as i32 * ROW);
            let line = PathElement::new([(x, y), (x + SWATCH - 10, y)], colour.stroke_width(3));
            area.draw(&line).map_err(fault)?;
            area.draw(&Circle::new((x + SWATCH / 2 - 5, y), 4, colour.filled())).map_err(fault)?;
            area.draw(&text(name, (x + SWATCH, y), NAME, super::INK)).map_err(fault)?;
        }
        Ok(())
    }
}

fn name(curve: &Curve) -> String {
    let seeds = curve.runs.len();
    format!("{} ({seeds} {})", curve.label, if seeds == 1 { "seed" } else { "seeds" })
}

/// What the intervals of the curves are.
fn bands(curves: &Curves) -> String {
    let any = |kind| curves.curves.iter().any(|curve| curve.interval == kind);
    let what = match (any(Interval::Seeds), any(Interval::Games)) {
        (true, true) => {
            "over the seeds by Student's t; of a single seed, over its evaluation games by Wilson"
        }
        (true, false) => "of the mean over the seeds, by Student's t",
        (false, _) => "over the evaluation games, by Wilson",
    };
    format!("Bands: 95 % intervals {what}")
}
