//! [`Reported`]: what a program says of its own answers beside them.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

/// More than this in one answer is taken for this.
const MOST: u64 = 1 << 40;

/// Sums over the answers of a program: what it says and nobody can check.
#[derive(Debug, Default)]
pub struct Reported {
    retries: AtomicU64,
    tokens: AtomicU64,
}

impl Reported {
    /// Answers of a model that named no legal action, so that it was asked again.
    pub fn retries(&self) -> u64 {
        self.retries.load(Ordering::Relaxed)
    }

    /// Tokens that a model wrote.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }

    /// Counts what the line of an answer says.
    pub(super) fn count(&self, line: &str) {
        let Ok(said) = serde_json::from_str::<Value>(line) else { return };
        for (key, sum) in [("retries", &self.retries), ("tokens", &self.tokens)] {
            let number = said.get(key).and_then(Value::as_u64).unwrap_or(0);
            sum.fetch_add(number.min(MOST), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_counts_nothing() {
        let reported = Reported::default();
        for line in [
            r#"{"id":1,"action":2,"retries":1,"tokens":300}"#,
            r#"{"id":2,"action":2}"#,
            r#"{"id":3,"action":2,"retries":"2","tokens":-5}"#,
            r#"{"id":4,"action":2,"tokens":20}"#,
        ] {
            reported.count(line);
        }
        assert_eq!((reported.retries(), reported.tokens()), (1, 320));
    }
}
