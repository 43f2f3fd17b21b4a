//! Numbers beside axes.

use holotable_store::numbers::thousands;

use crate::runs::Axis;

/// A number of decisions, minutes or updates: `250k`, `1.5M`.
pub fn along(axis: Axis, x: f64) -> String {
    match axis {
        Axis::Minutes => plain(x),
        Axis::Decisions | Axis::Updates => match x.abs() {
            x if x >= 1e9 => format!("{}B", plain(x / 1e9)),
            x if x >= 1e6 => format!("{}M", plain(x / 1e6)),
            x if x >= 1e4 => format!("{}k", plain(x / 1e3)),
            _ => thousands(x),
        },
    }
}

/// A share as per cent.
pub fn percent(x: f64) -> String {
    format!("{} %", plain(100.0 * x))
}

/// A number with as many digits as it needs, three at most behind the point.
pub fn plain(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Minutes as a person says them.
pub fn minutes(minutes: f64) -> String {
    match minutes {
        m if m < 1.0 => format!("{:.0} s", 60.0 * m),
        m if m < 90.0 => format!("{m:.1} min"),
        m => format!("{:.1} h", m / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (x, words) in [(0.0, "0"), (2_500.0, "2,500"), (250_000.0, "250k"), (1.5e6, "1.5M"), (2e9, "2B")]
        {
            assert_eq!(along(Axis::Decisions, x), words);
        }
        assert_eq!(
            (along(Axis::Minutes, 12.5), percent(0.125), plain(-0.0)),
            ("12.5".into(), "12.5 %".into(), "0".into())
        );
        assert_eq!([0.5, 12.0, 120.0].map(minutes), ["30 s", "12.0 min", "2.0 h"]);
    }
}
