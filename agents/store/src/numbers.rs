//! Numbers as people read them.

/// A whole number with commas between the thousands.
pub fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let cases =
            [(0.0, "0"), (999.0, "999"), (1000.0, "1,000"), (1_234_567.4, "1,234,567"), (-500.0, "-500")];
        for (value, text) in cases {
            assert_eq!(thousands(value), text);
        }
    }
}
