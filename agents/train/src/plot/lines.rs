//! [`Panel`]: a line with its band for each curve.

use std::ops::Range;

use holotable_store::error::Error;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, LabelAreaPosition, PathElement, Polygon, RGBColor,
    SVGBackend,
};
use plotters::style::Color as _;
use plotters::style::text_anchor::HPos;

use super::style::{AXIS, FAINT, GRID, HEADING, INK, NAME, OTHERS, SMALL, Shown, font, placed, text};
use super::{Area, fault, numbers};
use crate::runs::{Curve, Curves, Series};

/// A plane with numbers at both sides.
pub type Plane<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The height of a panel's title.
const HEAD: u32 = 30;
/// From so many points on a curve has no markers.
const CROWDED: usize = 40;
/// More bands than these are drawn fainter.
const FEW: usize = 3;

/// What kind of numbers a panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From 0 to 1, in per cent.
    Rate,
    /// Up to 1.
    Share,
    /// From 0.
    Positive,
}

/// A panel with a line for each curve.
#[derive(Clone, Copy)]
pub struct Panel<'a> {
    /// The title above the panel.
    pub title: &'a str,
    /// The kind of the numbers: it decides their labels.
    pub kind: Kind,
    /// The line of a curve.
    pub series: fn(&Curve) -> &Series,
    /// Whether points are marked, unless there are too many.
    pub marked: bool,
    /// Where the axis ends, in all panels at the same place.
    pub end: f64,
}

impl Panel<'_> {
    /// Draws the panel.
    ///
    /// # Errors
    /// One line if that fails.
    pub fn draw(&self, area: &Area<'_>, curves: &Curves, shown: &Shown) -> Result<(), Error> {
        let body = titled(area, self.title)?;
        let all: Vec<&Series> =
            curves.curves.iter().map(self.series).filter(|series| !series.is_empty()).collect();
        let Some(values) = span(all.iter().flat_map(|series| ends(series))) else {
            return empty(&body, "nothing recorded so far");
        };
        let x = 0.0..if self.end > 0.0 { self.end * 1.01 } else { 1.0 };
        let axis = curves.x;
        let label = if self.kind == Kind::Rate { numbers::percent } else { numbers::plain };
        let mut plane =
            plane(&body, x, self.room(&values), axis.name(), "", &|x| numbers::along(axis, x), &label)?;
        for &i in &shown.others {
            let series = (self.series)(&curves.curves[i]);
            let line = PathElement::new(points(&series.x, &series.mean), OTHERS.stroke_width(1));
            plane.draw_series([line]).map_err(fault)?;
        }
        let opacity = if shown.picked.len() > FEW { 0.1 } else { 0.18 };
        for &(i, colour) in &shown.picked {
            band(&mut plane, (self.series)(&curves.curves[i]), colour, opacity)?;
        }
        for &(i, colour) in &shown.picked {
            self.line(&mut plane, (self.series)(&curves.curves[i]), colour)?;
        }
        Ok(())
    }

    fn line(&self, plane: &mut Plane<'_>, series: &Series, colour: RGBColor) -> Result<(), Error> {
        let line = PathElement::new(points(&series.x, &series.mean), colour.stroke_width(2));
        plane.draw_series([line]).map_err(fault)?;
        if series.len() == 1 || self.marked && series.len() < CROWDED {
            let dots = points(&series.x, &series.mean);
            plane
                .draw_series(dots.into_iter().map(|at| Circle::new(at, 3, colour.filled())))
                .map_err(fault)?;
        }
        Ok(())
    }

    /// The numbers with some room around them, but none that there cannot be.
    fn room(&self, values: &Range<f64>) -> Range<f64> {
        let room =
            (0.06 * (values.end - values.start)).max(if self.kind == Kind::Positive { 1e-3 } else { 0.01 });
        let (low, high) = (values.start - room, values.end + room);
        match self.kind {
            Kind::Rate => low.max(0.0)..high.min(1.0),
            Kind::Share => low..high.min(1.0),
            Kind::Positive => low.max(0.0)..high,
        }
    }
}

/// The area below the title that it draws.
///
/// # Errors
/// One line if that fails.
pub fn titled<'a>(area: &Area<'a>, title: &str) -> Result<Area<'a>, Error> {
    let (head, body) = area.split_vertically(HEAD);
    head.draw(&text(title, (super::MARGIN, 14), HEADING, INK)).map_err(fault)?;
    Ok(body)
}

/// Says why there is no picture.
///
/// # Errors
/// One line if that fails.
pub fn empty(area: &Area<'_>, why: &str) -> Result<(), Error> {
    let (w, h) = area.dim_in_pixel();
    area.draw(&placed(why, (w as i32 / 2, h as i32 / 2), NAME, FAINT, HPos::Center)).map_err(fault)
}

/// A plane with axes, quiet lines behind the data, and numbers and words at both sides.
///
/// # Errors
/// One line if that fails.
pub fn plane<'a>(
    area: &Area<'a>,
    x: Range<f64>,
    y: Range<f64>,
    below: &str,
    beside: &str,
    x_label: &dyn Fn(f64) -> String,
    y_label: &dyn Fn(f64) -> String,
) -> Result<Plane<'a>, Error> {
    let left = if beside.is_empty() { 62 } else { 72 };
    let mut plane = ChartBuilder::on(area)
        .margin_left(if beside.is_empty() { 8 } else { 14 })
        .margin_right(26)
        .margin_top(4)
        .margin_bottom(10)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, 42)
        .build_cartesian_2d(x, y)
        .map_err(fault)?;
    plane
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(GRID)
        .axis_style(AXIS)
        .x_labels(6)
        .y_labels(6)
        .label_style(font(SMALL, FAINT))
        .axis_desc_style(font(SMALL, FAINT))
        .x_desc(below)
        .y_desc(beside)
        .x_label_formatter(&|x| x_label(*x))
        .y_label_formatter(&|y| y_label(*y))
        .draw()
        .map_err(fault)?;
    Ok(plane)
}

/// The band between the ends of the intervals, or a bar if there is one point only.
fn band(plane: &mut Plane<'_>, series: &Series, colour: RGBColor, opacity: f64) -> Result<(), Error> {
    let Some((low, high)) = series.low.as_ref().zip(series.high.as_ref()) else { return Ok(()) };
    if let ([x], [low], [high]) = (&series.x[..], &low[..], &high[..]) {
        let bar = PathElement::new([(*x, *low), (*x, *high)], colour.stroke_width(2));
        return plane.draw_series([bar]).map(drop).map_err(fault);
    }
    let mut edge = points(&series.x, high);
    edge.extend(points(&series.x, low).into_iter().rev());
    plane.draw_series([Polygon::new(edge, colour.mix(opacity))]).map(drop).map_err(fault)
}

/// All numbers of a curve, its intervals too.
fn ends(series: &Series) -> impl Iterator<Item = f64> {
    let ends = series.low.iter().chain(&series.high).flatten();
    series.mean.iter().chain(ends).copied()
}

fn span(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    values.fold(None, |span: Option<Range<f64>>, x| {
        let span = span.unwrap_or(x..x);
        Some(span.start.min(x)..span.end.max(x))
    })
}

fn points(x: &[f64], y: &[f64]) -> Vec<(f64, f64)> {
    x.iter().copied().zip(y.iter().copied()).collect()
}
