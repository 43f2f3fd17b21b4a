//! [`read`]: a text in TOML, such as a recipe.

use holotable_env::{brief, excerpt};
use toml::Table;
use toml::de::Error as Refused;

use crate::error::Error;

/// Reads a TOML text into a table.
///
/// # Errors
/// One line with the place and what stands there.
pub fn read(text: &str) -> Result<Table, Error> {
    text.parse().map_err(|e: Refused| {
        let why = brief(e.message());
        let Some(span) = e.span() else { return Error::new(why) };
        let before = text.get(..span.start).unwrap_or(text);
        let (number, start) = (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |end| end + 1));
        let line = text[start..].lines().next().unwrap_or_default();
        let (column, quoted) = (before[start..].chars().count() + 1, excerpt(line, before.len() - start));
        Error::new(format!("line {number}, column {column}: {why}: {quoted}"))
    })
}

/// A value as an error quotes it.
pub fn shown(value: &toml::Value) -> String {
    excerpt(&value.to_string(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_the_place_and_quotes_little() {
        let line = |text: &str| read(text).unwrap_err().to_string();
        let short = line("a = 1\ngamma = = 1\n");
        assert!(short.starts_with("line 2, column 9: ") && short.ends_with(": gamma = = 1"), "{short}");
        for text in [
            "x".repeat(1 << 20),
            format!("a = \"{}", "é".repeat(1 << 19)),
            format!("{}\na = = 1", "\n".repeat(9)),
        ] {
            let line = line(&text);
            assert!(line.chars().count() < 300, "{line}");
        }
        let twice = format!("{0} = 1\n{0} = 2", "k".repeat(1 << 16));
        assert!(line(&twice).chars().count() < 300, "{}", line(&twice));
    }
}
