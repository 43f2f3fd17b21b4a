//! [`bar`]: how far something long has come.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar up to `total` in this form, which indicatif's documentation explains; nothing is drawn where nobody looks.
pub fn bar(total: u64, form: &str) -> ProgressBar {
    ProgressBar::new(total).with_style(ProgressStyle::with_template(form).expect("a fixed template"))
}
