//! Learning curves as a picture: one SVG with a panel for each question, the same from the command line and from Python.

mod calibration;
mod legend;
mod lines;
mod numbers;
mod shares;
mod style;

use std::fmt::Display;

use holotable_store::error::Error;
use holotable_store::numbers::thousands;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend};

use self::lines::{Kind, Panel};
use self::style::{INK, MARGIN, PAPER, Shown, TITLE, text};
use crate::runs::{Curve, Curves, Series};

/// The width of the picture in pixels.
const WIDTH: u32 = 1200;
/// The height of a panel.
const PANEL: u32 = 336;
/// The height of the title.
const HEAD: u32 = 60;

/// Where something is drawn, with pixels for coordinates.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The panels with a line for each curve: title, kind of numbers, curve, whether with markers.
type Lines<'a> = (&'a str, Kind, fn(&Curve) -> &Series, bool);

/// Draws the curves: evaluation score, win rate, entropy, explained variance, calibration, and where the time went. Where
/// there are many curves, the best few have a colour.
///
/// # Errors
/// One line if the picture cannot be drawn.
pub fn svg(curves: &Curves) -> Result<String, Error> {
    let shown = Shown::of(curves);
    let legend = legend::Legend::of(curves, &shown, WIDTH);
    let height = HEAD + legend.height() + 3 * PANEL;
    let mut picture = String::new();
    {
        let sheet = SVGBackend::with_string(&mut picture, (WIDTH, height)).into_drawing_area();
        sheet.fill(&PAPER).map_err(fault)?;
        let (head, rest) = sheet.split_vertically(HEAD);
        let name = curves.game.as_deref().unwrap_or("Training runs");
        head.draw(&text(name, (MARGIN, 32), TITLE, INK)).map_err(fault)?;
        let (top, body) = rest.split_vertically(legend.height());
        legend.draw(&top)?;
        let window = thousands(curves.window);
        let win_rate = format!("Win rate in training (last {window} games)");
        let panels = body.split_evenly((3, 2));
        let lines: [Lines<'_>; 4] = [
            ("Evaluation score", Kind::Rate, |curve| &curve.score, true),
            (&win_rate, Kind::Rate, |curve| &curve.win_rate, false),
            ("Entropy of the policy (nats)", Kind::Positive, |curve| &curve.entropy, false),
            ("Explained variance of the values", Kind::Share, |curve| &curve.explained_variance, false),
        ];
        let end = lines.iter().flat_map(|panel| curves.curves.iter().map(panel.2));
        let end = end.filter_map(|series| series.x.last()).copied().fold(0.0, f64::max);
        for (area, (title, kind, series, marked)) in panels.iter().zip(lines) {
            Panel { title, kind, series, marked, end }.draw(area, curves, &shown)?;
        }
        calibration::draw(&panels[4], curves, &shown)?;
        shares::draw(&panels[5], curves, &shown)?;
        sheet.present().map_err(fault)?;
    }
    Ok(picture)
}

/// What the drawing library complains of.
fn fault(e: impl Display) -> Error {
    Error::new(format!("cannot draw the curves: {e}"))
}
