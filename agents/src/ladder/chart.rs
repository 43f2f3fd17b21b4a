//! Ratings with their intervals as a picture.

use std::fmt::Write as _;

use super::html::text;

/// A rating to be drawn.
pub(super) struct Bar<'a> {
    pub name: &'a str,
    pub rating: f64,
    pub half: f64,
}

const WIDTH: f64 = 560.0;
const ROW: f64 = 28.0;
/// Where names end and the scale begins.
const LEFT: f64 = 132.0;
const RIGHT: f64 = 56.0;

/// Ratings as dots with their intervals as lines, on one scale of points.
pub(super) fn chart(title: &str, bars: &[Bar<'_>]) -> String {
    let low = bars.iter().map(|bar| bar.rating - bar.half).fold(f64::INFINITY, f64::min);
    let high = bars.iter().map(|bar| bar.rating + bar.half).fold(f64::NEG_INFINITY, f64::max);
    let step = [50.0, 100.0, 200.0, 400.0, 800.0]
        .into_iter()
        .find(|step| (high - low) / step <= 6.0)
        .unwrap_or(1600.0);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |points: f64| LEFT + (points - low) / (high - low).max(1.0) * (WIDTH - LEFT - RIGHT);
    let height = ROW * (bars.len() as f64 + 1.0);
    let mut out = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">\n",
        text(title)
    );
    let mut points = low;
    while points <= high + 0.5 {
        let at = x(points);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{:.1}\"/><text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\">{points:.0}</text>",
            height - ROW * 0.8,
            height - 6.0
        );
        points += step;
    }
    for (i, bar) in bars.iter().enumerate() {
        let y = ROW * (i as f64 + 0.5);
        let (from, to, at) = (x(bar.rating - bar.half), x(bar.rating + bar.half), x(bar.rating));
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text><line class=\"interval\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>\
             <circle class=\"dot\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\"/><text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{:.0}</text>",
            LEFT - 12.0,
            y + 4.5,
            text(bar.name),
            to.max(at) + 10.0,
            y + 4.5,
            bar.rating
        );
    }
    out + "</svg>\n"
}
