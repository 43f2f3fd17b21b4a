//! [`objects`]: what in a text is meant to be a JSON object, as language models write them: in single quotes, with keys that have none,
//! with a comma too many.

use std::ops::Range;

use serde_json::{Map, Value};

/// How deep objects may lie in each other.
const DEEPEST: usize = 32;
/// How often a character is looked at, on average, before no more objects are looked for.
const MOST_LOOKS: usize = 16;

/// An object and where it stands.
#[derive(Debug)]
pub(super) struct Object {
    /// From its first brace to behind its last.
    pub place: Range<usize>,
    /// The keys and values of the object.
    pub map: Map<String, Value>,
}

/// The objects of a text in order; those within another are in that one alone.
pub(super) fn objects(text: &str) -> Vec<Object> {
    let (mut found, mut at) = (Vec::new(), 0);
    let mut left = MOST_LOOKS * text.len();
    while let Some(start) = text[at..].find('{').map(|i| at + i) {
        let mut reader = Reader { text, at: start, furthest: start };
        let map = reader.object(0);
        match map {
            Some(map) => {
                found.push(Object { place: start..reader.at, map });
                at = reader.at;
            }
            None => at = start + 1,
        }
        // What is written to be read again and again is not.
        let Some(rest) = left.checked_sub(reader.furthest - start) else { break };
        left = rest;
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    furthest: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.furthest = self.furthest.max(self.at);
    }

    /// Passes over one of these characters, if one comes next.
    fn take(&mut self, one_of: &[char]) -> Option<char> {
        self.space();
        let next = self.rest().chars().next().filter(|c| one_of.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn object(&mut self, depth: usize) -> Option<Map<String, Value>> {
        self.take(&['{'])?;
        let mut map = Map::new();
        while self.take(&['}']).is_none() {
            let key = self.quoted().or_else(|| self.bare(|c| c.is_alphanumeric() || "_- ".contains(c)))?;
            self.take(&[':', '：'])?;
            map.insert(key, self.value(depth + 1)?);
            if self.take(&[',']).is_none() {
                self.take(&['}'])?;
                break;
            }
        }
        Some(map)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.rest().chars().next()? {
            '{' => self.object(depth).map(Value::Object),
            '[' => self.array(depth).map(Value::Array),
            _ => self.quoted().map(Value::String).or_else(|| {
                let word = self.bare(|c| !",}]\n".contains(c))?;
                Some(serde_json::from_str(&word).unwrap_or(Value::String(word)))
            }),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Value>> {
        self.take(&['['])?;
        let mut values = Vec::new();
        while self.take(&[']']).is_none() {
            values.push(self.value(depth + 1)?);
            if self.take(&[',']).is_none() {
                self.take(&[']'])?;
                break;
            }
        }
        Some(values)
    }

    /// A string in quotes.
    fn quoted(&mut self) -> Option<String> {
        self.space();
        let open = self.rest().chars().next()?;
        let close = closing(open).filter(|_| open != '`')?;
        let inside = self.at + open.len_utf8();
        let mut escaped = false;
        for (i, c) in self.text[inside..].char_indices() {
            self.furthest = self.furthest.max(inside + i);
            let after = inside + i + c.len_utf8();
            // An apostrophe is no end.
            let ends = c == close && !escaped && (c == '"' || ends_value(&self.text[after..]));
            if ends {
                let raw = &self.text[inside..inside + i];
                self.at = after;
                let json = Some(raw).filter(|_| open == '"').map(|raw| format!("\"{raw}\""));
                let json = json.and_then(|json| serde_json::from_str(&json).ok());
                return Some(json.unwrap_or_else(|| raw.replace('\\', "")));
            }
            escaped = c == '\\' && !escaped;
        }
        None
    }

    fn bare(&mut self, belongs: impl Fn(char) -> bool) -> Option<String> {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let word = rest[..end].trim().to_owned();
        self.at += end;
        self.furthest = self.furthest.max(self.at);
        Some(word).filter(|word| !word.is_empty())
    }
}

/// The quote that closes what this one opens.
pub(super) fn closing(open: char) -> Option<char> {
    Some(match open {
        '"' | '\'' | '`' => open,
        '“' | '„' => '”',
        '‘' => '’',
        '«' => '»',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

/// Whether what follows a quote shows that a value or a key has ended.
fn ends_value(rest: &str) -> bool {
    rest.trim_start().starts_with([',', '}', ']', ':', '：'])
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::json;

    use super::*;

    #[test]
    fn objects_are_read_as_they_are_meant() {
        let cases = [
            (r#"so {"a": 1, "b": "x \"y\"\n"} it is"#, json!({ "a": 1, "b": "x \"y\"\n" })),
            ("{'a': 'the Emperor's card', 'b': [1, 2,],}", json!({ "a": "the Emperor's card", "b": [1, 2] })),
            ("{a: Roll the dice, b: {c: null}}", json!({ "a": "Roll the dice", "b": { "c": null } })),
            ("{“a”: “x”}", json!({ "a": "x" })),
            ("{{\"a\": 1}", json!({ "a": 1 })),
            ("{}", json!({})),
        ];
        for (text, json) in cases {
            let found = objects(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(Value::Object(found[0].map.clone()), json, "{text}");
        }
        for text in ["", "{", "{about}", "{\"a\": ", "{\"a\": \"x", "{\"a\" 1}", "}{", "{:}"] {
            assert!(objects(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn nothing_is_read_for_long() {
        let begun = Instant::now();
        for part in ["{", "{\"a\":", "{'a':", "{a:[", "{\"a\":\"{", "{'{\"", "{\"\\\"", "{a ", "{\"a\":1,"] {
            objects(&part.repeat((1 << 16) / part.len()));
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
