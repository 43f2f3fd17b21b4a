//! JSON that shows whether it was changed since it was written: its last key is the SHA-256 of the text before it.
//!
//! For every file that is read back to go on or to add up. The checksum guards against accidents, not against forgers.

use holotable_env::json::{fitted_text, must_have_at_most};
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::folder::sum;
use crate::limits::JSON_VALUES;

/// The last key, with what stands before it.
const CHECKSUM_KEY: &str = ",\"sha256\":\"";

/// The text of a JSON object with keys, with its checksum as the last key; the rest of the text stays as it is.
pub fn with_checksum(json: &str) -> String {
    let text = json.trim_end().strip_suffix('}').expect("the text of an object ends so").trim_end();
    format!("{text}{CHECKSUM_KEY}{}\"}}\n", sum(text.as_bytes()))
}

/// The JSON object that [`with_checksum`] was given, if it was not changed since.
///
/// # Errors
/// One line: there is no checksum, or it is another.
pub fn verified(text: &str) -> Result<String, Error> {
    // To the last byte, the end of the line too: whoever goes on from a file leaves it as it is.
    let checked =
        text.rsplit_once(CHECKSUM_KEY).and_then(|(text, end)| Some((text, end.strip_suffix("\"}\n")?)));
    let none =
        "it has no checksum at its end: it was cut short, edited, or written by another version of holotable";
    let (text, found) = checked.ok_or_else(|| Error::new(none))?;
    if sum(text.as_bytes()) != found {
        return Err(Error::new("it was damaged or edited: its checksum is another"));
    }
    Ok(format!("{text}}}"))
}

/// The value in a text with a checksum, of which nothing is read before the checksum holds.
///
/// # Errors
/// As [`verified`], and where it is no `thing`.
pub fn read<T: DeserializeOwned>(text: &str, thing: &str) -> Result<T, Error> {
    let json = verified(text)?;
    let few = must_have_at_most(json.as_bytes(), JSON_VALUES).map_err(|e| e.to_string());
    few.and_then(|()| fitted_text(&json)).map_err(|why| Error::new(format!("it is no {thing}: {why}")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_checksum_holds_until_anything_is_changed() {
        let value = json!({ "games": 10, "names": ["a", ",\"sha256\":\""], "of": { "b": 0.1 } });
        for json in [value.to_string(), serde_json::to_string_pretty(&value).unwrap() + "\n"] {
            let text = with_checksum(&json);
            assert_eq!(read::<Value>(&text, "count").unwrap(), value);
            let whole: Value = serde_json::from_str(&text).expect("it is JSON itself");
            assert_eq!(whole["sha256"].as_str().unwrap().len(), 64);
            for bit in 0..(text.len() * 8) {
                let mut bytes = text.clone().into_bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert!(verified(&changed).is_err(), "{changed}");
            }
            (0..text.len()).for_each(|end| assert!(verified(&text[..end]).is_err()));
        }
        assert!(verified("{}").unwrap_err().to_string().starts_with("it has no checksum at its end"));
        assert!(
            read::<u64>(&with_checksum("{\"a\":1}"), "number")
                .unwrap_err()
                .to_string()
                .starts_with("it is no number")
        );
    }
}
