//! [`plain`]: what serde refuses, in the words of JSON instead of those of Rust.

use std::fmt::Display;

/// How much of a value is shown.
const MOST_SHOWN: usize = 80;

/// What an error of serde says, in the words of JSON: what a value must be, and what it is.
///
/// ```
/// use holotable_env::plain;
/// let wrong = serde_json::from_str::<Vec<u64>>("[1, -2]").unwrap_err();
/// assert_eq!(plain(&wrong), "must be a whole number from 0, not -2 at line 1 column 6");
/// ```
pub fn plain(error: &dyn Display) -> String {
    let line = error.to_string();
    let found = ["invalid type: ", "invalid value: ", "invalid length ", "unknown variant "].into_iter();
    let Some((at, lead)) = found.filter_map(|lead| Some((line.find(lead)?, lead))).min() else {
        return line;
    };
    let (before, rest) = (&line[..at], &line[at + lead.len()..]);
    // What was given may hold anything, what is due does not.
    let Some((given, due)) = rest.rsplit_once(", expected ") else {
        return line.replacen(
            "invalid value: expected key to be a number in quotes",
            "a key must be a number",
            1,
        );
    };
    let end = due.find(" at line ").or_else(|| due.find('\n')).unwrap_or(due.len());
    let (due, after) = due.split_at(end);
    let given = if lead.starts_with("invalid length") { format!("{given} values") } else { value(given) };
    format!("{before}must be {}, not {given}{after}", kind(due))
}

/// What was given, shown as JSON has it.
fn value(given: &str) -> String {
    let word = match given {
        "map" | "struct" | "struct variant" | "newtype variant" => "an object",
        "sequence" | "tuple" | "tuple variant" | "tuple struct" | "byte array" => "an array",
        "unit value" | "null" | "Option value" => "null",
        "unit variant" => "a word alone",
        _ => {
            let quoted = given.strip_suffix('`').and_then(|given| Some(given.split_once('`')?.1));
            quoted.unwrap_or_else(|| given.strip_prefix("string ").unwrap_or(given))
        }
    };
    match word.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

/// What is due, by the word that JSON has for it.
fn kind(due: &str) -> String {
    let whole = |most: &dyn Display| format!("a whole number from 0 to {most}");
    let words = match due {
        "u8" => return whole(&u8::MAX),
        "u16" => return whole(&u16::MAX),
        "u32" => return whole(&u32::MAX),
        "u64" | "usize" | "u128" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" | "newtype variant" => "an object",
        "unit" => "null",
        "option" => "null or a value",
        "path string" => "a path",
        "fewer elements in array" | "fewer elements in map" => "fewer values",
        "unit variant" => "a word alone",
        "string or map" => "a string or an object",
        "a borrowed string" | "string" | "str" | "variant identifier" | "field identifier" => "a string",
        _ if due.starts_with("a nonzero ") => "a whole number from 1",
        _ if due.starts_with("tuple ") || due.starts_with("a tuple ") || due.starts_with("an array of") => {
            let number = due.split(' ').find(|word| word.parse::<u64>().is_ok());
            return number.map_or("an array".into(), |n| format!("an array of {n} values"));
        }
        _ if due.starts_with("struct ") || due.contains("tagged enum ") => "an object",
        _ if due.starts_with("enum ") => "a string or an object",
        _ => due,
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::plain;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    struct Seat {
        number: usize,
        name: String,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    enum Side {
        Left,
        Right(u8),
    }

    fn refused<T: DeserializeOwned>(text: &str) -> String {
        plain(&serde_json::from_str::<T>(text).err().unwrap())
    }

    #[test]
    fn what_is_refused_is_told_in_the_words_of_json() {
        let told = [
            (refused::<u8>("256"), "must be a whole number from 0 to 255, not 256 at"),
            (refused::<usize>("\"7\""), "must be a whole number from 0, not \"7\" at"),
            (refused::<u64>("1.5"), "must be a whole number from 0, not 1.5 at"),
            (refused::<i64>("null"), "must be a whole number, not null at"),
            (refused::<f32>("[]"), "must be a number, not an array at"),
            (refused::<bool>("{}"), "must be true or false, not an object at"),
            (refused::<Vec<u8>>("true"), "must be an array, not true at"),
            (refused::<BTreeMap<String, u8>>("[]"), "must be an object, not an array at"),
            (refused::<String>("7"), "must be a string, not 7 at"),
            (refused::<BTreeMap<u8, u8>>("{\"x\": 1}"), "a key must be a number at"),
            (refused::<PathBuf>("7"), "must be a path, not 7 at"),
            (refused::<(u8, u8)>("[1]"), "must be an array of 2 values, not 1 values at"),
            (refused::<[u8; 2]>("[1]"), "must be an array of 2 values, not 1 values at"),
            (refused::<Seat>("[1]"), "must be an object, not 1 values at"),
            (refused::<Seat>("7"), "must be an object, not 7 at"),
            (refused::<Side>("7"), ""),
            (refused::<Side>("\"Up\""), "must be `Left` or `Right`, not Up at"),
            (refused::<Side>("\"Right\""), "must be an object, not a word alone"),
            (refused::<Side>("{\"Left\": 1}"), "must be null, not 1 at"),
            (refused::<Side>("{\"Right\": {}}"), "must be a whole number from 0 to 255, not an object at"),
            (refused::<Seat>("{\"number\": 1}"), "missing field `name` at"),
            (refused::<Seat>("{\"x\": 1}"), "unknown field `x`, expected `number` or `name` at"),
            (
                refused::<u8>("\"x, expected u64\""),
                "must be a whole number from 0 to 255, not \"x, expected u64\" at",
            ),
        ];
        for (told, start) in told {
            assert!(told.starts_with(start), "{told}");
            let told = told.replace("\"x, expected u64\"", "");
            for word in ["usize", "u64", "struct", "borrowed", "a map", "sequence", "invalid", "variant"] {
                assert!(!told.contains(word), "{told}");
            }
        }
        let long = refused::<u8>(&format!("\"{}\"", "é".repeat(5_000)));
        assert!(long.chars().count() < 200, "{long}");
    }
}
