//! [`object`]: what others send as JSON, read with errors in the words of JSON.

use std::fmt::Display;

use holotable_env::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Error;

/// Reads an object; `what` is what the sender calls it.
///
/// # Errors
/// One line with the place, what must stand there, and what does.
pub fn object<T: DeserializeOwned>(what: impl Display, json: Value) -> Result<T, Error> {
    json::object(json).map_err(|why| Error::new(format!("{what}: {why}")))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Seats {
        seats: Vec<usize>,
    }

    #[test]
    fn a_value_that_does_not_fit_is_named_with_its_place() {
        assert_eq!(object("body", json!({ "seats": [1] })), Ok(Seats { seats: vec![1] }));
        let cases = [
            (json!([[1]]), "body: must be an object, not [[1]]"),
            (json!({}), "body: missing field `seats`"),
            (json!({ "seats": [0, -1] }), "body: seats[1] must be a whole number from 0, not -1"),
            (json!({ "seats": {} }), "body: seats must be an array, not an object"),
            (json!({ "seats": [], "x": 1 }), "body: unknown field `x`, expected `seats`"),
        ];
        for (json, line) in cases {
            assert_eq!(object::<Seats>("body", json).unwrap_err().to_string(), line);
        }
    }
}
