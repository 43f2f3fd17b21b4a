//! [`last`]: the last place where a text states an action, in whatever form.

use serde_json::{Map, Value};

use super::loose::{Object, closing, objects};

/// A place where an action is stated.
#[derive(Debug)]
pub(super) struct Statement {
    /// The byte at which the statement begins.
    pub start: usize,
    /// What is said to be the action.
    pub said: Value,
    /// Where the rest of the text begins.
    pub end: usize,
}

/// What stands before a colon, or as a key, where an action follows; those that say it best first.
const LABELS: [&str; 19] = [
    "action",
    "move",
    "answer",
    "choice",
    "decision",
    "行动",
    "行動",
    "动作",
    "アクション",
    "답",
    "행동",
    "acción",
    "accion",
    "ação",
    "azione",
    "aktion",
    "zug",
    "действие",
    "ход",
];
/// How many of them are taken for keys.
const KEYS: usize = 5;
/// What may stand before such a word; an action that is, say, the opponent's has another word there.
const BEFORE: [&str; 22] = [
    "final",
    "my",
    "the",
    "a",
    "chosen",
    "selected",
    "best",
    "next",
    "recommended",
    "optimal",
    "our",
    "so",
    "therefore",
    "thus",
    "then",
    "planned",
    "decided",
    "is",
    "choose",
    "take",
    "play",
    "your",
];
/// What stands around words to set them off.
const MARKS: [char; 9] = ['*', '_', '`', '"', '\'', '“', '”', '#', '~'];
/// How far a label is looked for before its colon.
const LABEL_BYTES: usize = 80;

/// The last of them.
pub(super) fn last(text: &str) -> Option<Statement> {
    let objects = objects(text);
    let inside = |at: usize| {
        let before = objects.partition_point(|object| object.place.start <= at);
        before.checked_sub(1).is_some_and(|i| objects[i].place.contains(&at))
    };
    let object = |Object { place, map }: &Object| {
        Some(Statement { start: place.start, said: stated(map)?, end: place.end })
    };
    let colons = text.match_indices([':', '：']).filter(|(at, _)| !inside(*at));
    let labelled = colons.filter_map(|(at, colon)| label(text, at, at + colon.len()));
    let marked = [boxed(text), tagged(text)].into_iter().flatten().filter(|found| !inside(found.start));
    objects.iter().filter_map(object).chain(labelled).chain(marked).max_by_key(|found| found.start)
}

/// What an object says is the action.
fn stated(map: &Map<String, Value>) -> Option<Value> {
    if let Some(said) = keyed(map) {
        return Some(said.clone());
    }
    map.get("kind").filter(|kind| kind.is_string()).map(|_| Value::Object(map.clone()))
}

/// The value of the key that says it best, here or in what lies deeper.
fn keyed(map: &Map<String, Value>) -> Option<&Value> {
    let says = |word: &'static str| {
        move |(key, value): &(&String, &Value)| !value.is_null() && is_label(&key.to_lowercase(), word)
    };
    let here = LABELS[..KEYS].iter().find_map(|word| map.iter().rfind(says(word)));
    here.map(|(_, value)| value).or_else(|| map.values().rev().find_map(deeper))
}

fn deeper(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(map) => keyed(map),
        Value::Array(list) => list.iter().rev().find_map(deeper),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Whether this word, or it behind one that may stand before it, ends a text in small letters.
fn is_label(text: &str, word: &str) -> bool {
    let Some(head) = text.strip_suffix(word) else { return false };
    if !word.is_ascii() {
        // Scripts without spaces have no other sign of where words begin.
        return true;
    }
    if head.ends_with(char::is_alphanumeric) {
        return false;
    }
    let head = head.trim_end_matches(MARKS).trim_end().trim_end_matches(MARKS);
    let before = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    before.is_empty() || BEFORE.contains(&before)
}

/// What a label says whose colon stands from `at` to `end`.
fn label(text: &str, at: usize, end: usize) -> Option<Statement> {
    let near = &text[text.floor_char_boundary(at.saturating_sub(LABEL_BYTES))..at];
    let line = near.rsplit('\n').next().unwrap_or_default();
    let quoted = line.ends_with(['"', '\'']);
    let line = line.trim_end().trim_end_matches(MARKS).trim_end().to_lowercase();
    LABELS.iter().find(|word| is_label(&line, word))?;
    let mut begin = end;
    for part in text[end..].split_inclusive('\n') {
        let said = part.trim_start().trim_start_matches(['*', '_', '~']).trim_start();
        if said.is_empty() || is_fence(said) {
            begin += part.len();
            continue;
        }
        let start = begin + part.len() - said.len();
        let said = said.trim_end();
        let (said, length) = value(said, quoted);
        return Some(Statement { start: at, said: said.into(), end: start + length });
    }
    None
}

/// A line that begins or ends code.
pub(super) fn is_fence(line: &str) -> bool {
    line.trim().strip_prefix("```").is_some_and(|tag| tag.chars().all(char::is_alphanumeric))
}

/// What a line begins with that is in quotes, else all of it; of a line that is broken JSON its first value. And how long that is.
fn value(line: &str, json: bool) -> (&str, usize) {
    let mut rest = line.chars();
    let close = rest.next().and_then(closing);
    if let Some(close) = close {
        let inside = rest.as_str();
        let open = line.len() - inside.len();
        let ends = |&(i, _): &(usize, &str)| {
            let after = &inside[i + close.len_utf8()..];
            close == '`' || !after.starts_with(char::is_alphanumeric)
        };
        if let Some((i, quote)) = inside.match_indices(close).find(ends)
            && i > 0
        {
            return (&inside[..i], open + i + quote.len());
        }
    }
    let end = if json { line.find([',', '}']).unwrap_or(line.len()) } else { line.len() };
    (&line[..end], end)
}

/// What stands in the last box, as mathematics sets its results.
fn boxed(text: &str) -> Option<Statement> {
    const BOX: &str = "\\boxed{";
    let start = text.rfind(BOX)?;
    let inside = &text[start + BOX.len()..];
    let mut depth = 1;
    let length = inside.find(|c| {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let said = inside[..length].trim();
    let words = ["\\text{", "\\texttt{", "\\mathrm{"]
        .iter()
        .find_map(|mark| said.strip_prefix(mark)?.strip_suffix('}'));
    let said = words.unwrap_or(said).replace("\\_", "_");
    Some(Statement { start, said: said.into(), end: start + BOX.len() + length + 1 })
}

/// What stands in the last tag.
fn tagged(text: &str) -> Option<Statement> {
    let small = text.to_ascii_lowercase();
    let tags = LABELS[..KEYS].iter().filter_map(|word| {
        let open = format!("<{word}>");
        let start = small.rfind(&open)?;
        let begin = start + open.len();
        let length = small[begin..].find(&format!("</{word}>"));
        let length = length.unwrap_or_else(|| text[begin..].find('\n').unwrap_or(text.len() - begin));
        Some(Statement { start, said: text[begin..begin + length].trim().into(), end: begin + length })
    });
    tags.max_by_key(|found| found.start)
}
