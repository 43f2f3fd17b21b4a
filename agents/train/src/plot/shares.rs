//! The panel that says where the time went: a bar for each curve, a share for each part.

use holotable_store::error::Error;
use plotters::prelude::{Circle, PathElement, RGBColor, Rectangle};
use plotters::style::Color as _;
use plotters::style::text_anchor::HPos;

use super::lines::{empty, titled};
use super::style::{AXIS, FAINT, GRID, INK, MARGIN, PARTS, SMALL, Shown, cut, placed, text, width};
use super::{Area, fault, numbers};
use crate::runs::{Curve, Curves};

/// The widths of the names before the bars and of the times behind them.
const SIDES: (i32, i32) = (172, 84);
/// The height of the legend of the parts.
const LEGEND: i32 = 30;
/// The space for the numbers below.
const FOOT: i32 = 52;
/// The most pixels from bar to bar.
const PITCH: i32 = 54;
/// A share has its number in it if it is this great.
const ROOM: f64 = 0.09;

/// Draws the panel.
///
/// # Errors
/// One line if that fails.
pub fn draw(area: &Area<'_>, curves: &Curves, shown: &Shown) -> Result<(), Error> {
    let body = titled(area, "Where the time went")?;
    let rows: Vec<(&Curve, RGBColor)> = shown
        .picked
        .iter()
        .map(|&(i, colour)| (&curves.curves[i], colour))
        .filter(|(curve, _)| total(curve) > 0.0)
        .collect();
    let mut parts: Vec<&String> = Vec::new();
    for part in rows.iter().flat_map(|(curve, _)| curve.seconds.keys()) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return empty(&body, "nothing recorded so far");
    }
    legend(&body, &parts)?;
    let (w, h) = body.dim_in_pixel();
    let (left, right) = (SIDES.0, w as i32 - SIDES.1);
    let top = LEGEND + 10;
    let pitch = ((h as i32 - FOOT - top) / rows.len() as i32).min(PITCH);
    let bottom = top + pitch * rows.len() as i32;
    let at = |share: f64| left + (share * f64::from(right - left)).round() as i32;
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        let line = PathElement::new([(at(share), top), (at(share), bottom)], GRID);
        body.draw(&line).map_err(fault)?;
        let words = placed(&numbers::percent(share), (at(share), bottom + 14), SMALL, FAINT, HPos::Center);
        body.draw(&words).map_err(fault)?;
    }
    let thick = (pitch * 3 / 5).min(28);
    for ((curve, colour), row) in rows.iter().zip(0..) {
        let middle = top + pitch * row + pitch / 2;
        body.draw(&Circle::new((MARGIN + 4, middle), 4, colour.filled())).map_err(fault)?;
        let name = cut(&name(curve), SMALL, f64::from(SIDES.0 - MARGIN - 20));
        body.draw(&text(&name, (MARGIN + 14, middle), SMALL, INK)).map_err(fault)?;
        let (all, mut share) = (total(curve), 0.0);
        for (part, colour) in parts.iter().zip(PARTS.iter().cycle()) {
            let own = seconds(curve, part) / all;
            let ends = [(at(share), middle - thick / 2), (at(share + own), middle + thick / 2)];
            body.draw(&Rectangle::new(ends, colour.filled())).map_err(fault)?;
            if own >= ROOM {
                let words = format!("{:.0} %", 100.0 * own);
                let centre = (at(share + own / 2.0), middle);
                body.draw(&placed(&words, centre, SMALL, INK, HPos::Center)).map_err(fault)?;
            }
            share += own;
        }
        let each = numbers::minutes(all / 60.0 / curve.runs.len() as f64);
        body.draw(&text(&each, (right + 10, middle), SMALL, FAINT)).map_err(fault)?;
    }
    let axis = PathElement::new([(left, bottom), (right, bottom)], AXIS);
    body.draw(&axis).map_err(fault)?;
    let words = "share of the time; at the right, the time of a run";
    let centre = (i32::midpoint(left, right), bottom + 34);
    body.draw(&placed(words, centre, SMALL, FAINT, HPos::Center)).map_err(fault)
}

fn legend(area: &Area<'_>, parts: &[&String]) -> Result<(), Error> {
    let mut x = MARGIN;
    for (part, colour) in parts.iter().zip(PARTS.iter().cycle()) {
        area.draw(&Rectangle::new([(x, 8), (x + 12, 20)], colour.filled())).map_err(fault)?;
        area.draw(&text(part, (x + 17, 14), SMALL, INK)).map_err(fault)?;
        x += 17 + width(part, SMALL) as i32 + 14;
    }
    Ok(())
}

/// What tells the curve apart, without the names of the keys, which the legend of the picture has.
fn name(curve: &Curve) -> String {
    let values: Vec<&str> = curve.differs.values().map(String::as_str).collect();
    if curve.label.contains('=') { values.join(", ") } else { curve.label.clone() }
}

fn seconds(curve: &Curve, part: &str) -> f64 {
    curve.seconds.get(part).and_then(serde_json::Value::as_f64).unwrap_or(0.0).max(0.0)
}

fn total(curve: &Curve) -> f64 {
    curve.seconds.keys().map(|part| seconds(curve, part)).sum()
}
