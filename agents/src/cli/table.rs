//! Prints text tables, and formats numbers for them.

use std::io::{self, Write};

use holotable_arena::tournament::Rate;

/// Prints a text table: rows under a header; the columns numbered in `left` are aligned left, the others right.
pub fn print(out: &mut dyn Write, heads: &[&str], left: &[usize], rows: &[Vec<String>]) -> io::Result<()> {
    let heads: Vec<String> = heads.iter().map(|&h| h.to_owned()).collect();
    let width = |i: usize| rows.iter().chain([&heads]).map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for row in [&heads].into_iter().chain(rows) {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &w))| {
            if left.contains(&i) { format!("{cell:w$}") } else { format!("{cell:>w$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Formats a rate as per cent.
pub fn percent(rate: f64) -> String {
    format!("{:.2} %", 100.0 * rate)
}

/// Formats an interval of rates as per cent.
pub fn interval(low: f64, high: f64) -> String {
    format!("{:.2} to {:.2} %", 100.0 * low, 100.0 * high)
}

/// Formats the difference of two rates with its interval in points of per cent.
pub fn difference(points: f64, low: f64, high: f64) -> String {
    let [points, low, high] = [points, low, high].map(|share| 100.0 * share);
    format!("difference {points:+.2} points, 95 % interval {low:+.2} to {high:+.2}")
}

/// The table cells for wins, their rate and its interval.
pub fn won(rate: &Rate) -> [String; 3] {
    [rate.wins.to_string(), percent(rate.win_rate), interval(rate.ci_low, rate.ci_high)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut out = Vec::new();
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        print(&mut out, &["agent", "wins"], &[0], &[row("random", "7"), row("a", "12345")]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "agent    wins\nrandom      7\na       12345\n");
    }
}
