//! How far something long has come: [`bar`] draws it, [`say`] tells it line by line.

use std::io::{Write as _, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar up to `total` in this form, which indicatif's documentation explains; nothing is drawn where nobody looks.
pub fn bar(total: u64, form: &str) -> ProgressBar {
    ProgressBar::new(total).with_style(ProgressStyle::with_template(form).expect("a fixed template"))
}

/// A line on standard error. Where it cannot be written, as when the terminal is gone or the log is full, work goes on without.
pub fn say(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
