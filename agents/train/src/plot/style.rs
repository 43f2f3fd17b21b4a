//! Colours, sizes of text, and which curves have a colour.

use plotters::element::Text;
use plotters::prelude::{FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::runs::{Curve, Curves};

/// The ground.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Titles and names.
pub const INK: RGBColor = RGBColor(34, 34, 34);
/// Numbers beside axes.
pub const FAINT: RGBColor = RGBColor(90, 90, 90);
/// Axes.
pub const AXIS: RGBColor = RGBColor(150, 150, 150);
/// Lines behind the data.
pub const GRID: RGBColor = RGBColor(232, 232, 232);
/// Curves without a colour of their own.
pub const OTHERS: RGBColor = RGBColor(190, 190, 190);

/// The colours of curves, by Okabe and Ito: apart for the colour-blind too.
pub const CURVES: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
];
/// The colours of shares, Paul Tol's light ones: none is that of a curve.
pub const PARTS: [RGBColor; 8] = [
    RGBColor(119, 170, 221),
    RGBColor(238, 136, 102),
    RGBColor(238, 221, 136),
    RGBColor(153, 221, 255),
    RGBColor(68, 187, 153),
    RGBColor(255, 170, 187),
    RGBColor(170, 170, 0),
    RGBColor(221, 221, 221),
];

/// How many curves have a colour.
pub const PICKED: usize = CURVES.len();

/// The space at the sides of the picture.
pub const MARGIN: i32 = 24;
/// The size of the picture's title, in pixels.
pub const TITLE: f64 = 22.0;
/// The size of a panel's title.
pub const HEADING: f64 = 15.0;
/// The size of names.
pub const NAME: f64 = 13.5;
/// The size of numbers.
pub const SMALL: f64 = 12.5;

/// A style for text of a size.
pub fn font(size: f64, colour: RGBColor) -> TextStyle<'static> {
    let style = if size >= HEADING { FontStyle::Bold } else { FontStyle::Normal };
    // The library draws text smaller than asked for by this factor.
    FontDesc::new(FontFamily::SansSerif, size * 1.24, style).color(&colour)
}

/// Text that begins at a place, which is in the middle of its height.
pub fn text(words: &str, at: (i32, i32), size: f64, colour: RGBColor) -> Text<'static, (i32, i32), String> {
    placed(words, at, size, colour, HPos::Left)
}

/// Text beside a place.
pub fn placed(
    words: &str,
    at: (i32, i32),
    size: f64,
    colour: RGBColor,
    side: HPos,
) -> Text<'static, (i32, i32), String> {
    Text::new(words.to_owned(), at, font(size, colour).pos(Pos::new(side, VPos::Center)))
}

/// About how wide a text is, in pixels: no font is at hand to ask.
pub fn width(words: &str, size: f64) -> f64 {
    0.56 * size * words.chars().count() as f64
}

/// The text, or its beginning with dots if it is wider than `most` pixels.
pub fn cut(words: &str, size: f64, most: f64) -> String {
    if width(words, size) <= most {
        return words.to_owned();
    }
    let fits = (most / (0.56 * size)) as usize;
    words.chars().take(fits.saturating_sub(1)).chain(['…']).collect()
}

/// Which curves have a colour, and which are drawn grey behind them.
#[derive(Debug)]
pub struct Shown {
    /// The numbers of the curves with their colours, in the order in which they were given.
    pub picked: Vec<(usize, RGBColor)>,
    /// The numbers of the others.
    pub others: Vec<usize>,
}

impl Shown {
    /// All curves if there are colours for them, else those whose last evaluation was best.
    pub fn of(curves: &Curves) -> Self {
        let last = |curve: &Curve| curve.score.mean.last().copied().unwrap_or(-1.0);
        let mut order: Vec<usize> = (0..curves.curves.len()).collect();
        order.sort_by(|&a, &b| last(&curves.curves[b]).total_cmp(&last(&curves.curves[a])));
        let mut others = order.split_off(PICKED.min(order.len()));
        order.sort_unstable();
        others.sort_unstable();
        Self { picked: order.into_iter().zip(CURVES).collect(), others }
    }
}
