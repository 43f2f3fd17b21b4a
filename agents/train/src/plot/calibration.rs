//! The panel that holds predicted chances to win against the results.

use holotable_store::error::Error;
use plotters::element::DashedPathElement;
use plotters::prelude::{Circle, PathElement, ShapeStyle};
use plotters::style::Color as _;

use super::lines::{empty, plane, titled};
use super::style::{AXIS, Shown};
use super::{Area, fault, numbers};
use crate::runs::Curves;

/// The least and the greatest radius of a point.
const RADII: (f64, f64) = (2.5, 7.0);

/// Draws it: on the diagonal predictions are right; the larger a point, the more of the curve's decisions it stands for.
///
/// # Errors
/// One line if that fails.
pub fn draw(area: &Area<'_>, curves: &Curves, shown: &Shown) -> Result<(), Error> {
    let body = titled(area, "Calibration of the values (last tenth of the updates)")?;
    if curves.curves.iter().all(|curve| curve.calibration.count.is_empty()) {
        return empty(&body, "nothing recorded so far");
    }
    let (below, beside) = ("predicted chance to win", "share won");
    let mut plane = plane(&body, 0.0..1.0, 0.0..1.0, below, beside, &numbers::percent, &numbers::percent)?;
    let diagonal = [(0.0, 0.0), (1.0, 1.0)];
    let dashed = DashedPathElement::new(diagonal, 6, 5, ShapeStyle::from(AXIS).stroke_width(1));
    plane.draw_series([dashed]).map_err(fault)?;
    for &(i, colour) in &shown.picked {
        let table = &curves.curves[i].calibration;
        let all: f64 = table.count.iter().sum();
        let points: Vec<(f64, f64)> =
            table.predicted.iter().copied().zip(table.actual.iter().copied()).collect();
        plane.draw_series([PathElement::new(points.clone(), colour.stroke_width(2))]).map_err(fault)?;
        let dots = points.into_iter().zip(&table.count).map(|(at, count)| {
            let radius = RADII.0 + (RADII.1 - RADII.0) * (count / all).sqrt();
            Circle::new(at, radius.round() as i32, colour.filled())
        });
        plane.draw_series(dots).map_err(fault)?;
    }
    Ok(())
}
