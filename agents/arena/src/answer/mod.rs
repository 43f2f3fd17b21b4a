//! [`read`]: the legal action that an answer in words says, as language models and programs give them. Whoever takes such answers asks
//! here, so that the same words are the same action everywhere.
//!
//! The last statement of an action counts, in whatever form: behind a label (`Action: X`, with any marks around it), in a JSON object
//! under `action` or the like, or a structure with `kind`; in `\boxed{X}`, in `<answer>X</answer>`; without any of these the last line.
//! X is a number, a name, a structure or what the action means in words. Nothing is guessed: where two actions are named neither is
//! played.

mod loose;
mod names;
mod statement;

use holotable_store::error::Error;
use serde_json::Value;

use self::names::Names;
use holotable_erased::AnyState;

/// How much of an answer is read, from its end: models decide last.
pub const MOST_BYTES: usize = 1 << 16;
/// How much is told of what was said.
const MOST_TOLD: usize = 80;
/// The digits of the greatest number that is taken for an action.
const MOST_DIGITS: usize = 9;
/// Whoever says one of these in a sentence may mean any action but the one that is named.
const DENIALS: [&str; 15] = [
    "not", "no", "never", "none", "or", "neither", "nor", "don't", "won't", "can't", "cannot", "without",
    "avoid", "instead", "than",
];

/// What an answer says.
#[derive(Debug)]
pub struct Answer {
    /// What stands where an action is due; nothing if the answer is empty.
    pub said: Option<String>,
    /// The legal action, or why it says none.
    pub action: Result<usize, Error>,
}

/// Reads an answer in words.
pub fn read(state: &dyn AnyState, answer: &str) -> Answer {
    let text = &answer[answer.ceil_char_boundary(answer.len().saturating_sub(MOST_BYTES))..];
    let names = Names::of(state);
    let Some(stated) = statement::last(text) else { return last_line(state, &names, text) };
    let found = one_of(state, &names, &stated.said).and_then(|action| legal(state, action));
    let action = found.and_then(|action| names.alone(action, &text[stated.end..]).map(|()| action));
    let said = stated.said.as_str().map_or_else(|| stated.said.to_string(), |said| bare(said).to_owned());
    Answer { said: Some(shown(&said)), action }
}

/// The legal action that stands as JSON where an action is due: its number, its structure, or an answer in words.
///
/// # Errors
/// One line with what is wrong with it.
pub fn value(state: &dyn AnyState, said: &Value) -> Result<usize, Error> {
    if let Some(words) = said.as_str() {
        return read(state, words).action;
    }
    one_of(state, &Names::of(state), said).and_then(|action| legal(state, action))
}

/// An answer that states nothing in any other form: its last line is the action. Where the line before it is one too, it is a list.
fn last_line(state: &dyn AnyState, names: &Names<'_>, text: &str) -> Answer {
    let lines = text.lines().rev().filter(|line| !statement::is_fence(line)).map(bare);
    let mut lines = lines.filter(|line| !line.is_empty());
    let Some(last) = lines.next() else {
        return Answer { said: None, action: Err(Error::new("there is no action in the answer")) };
    };
    let named = |line: &str| -> Result<Option<usize>, Error> {
        // Labels of any language end so. A number behind a colon may count anything.
        let behind = line.rsplit([':', '：']).next().map(bare).filter(|said| !is_number(said));
        Ok(match names.whole(line)? {
            None => behind.map_or(Ok(None), |said| names.whole(said))?,
            found => found,
        })
    };
    let found = match is_number(last) {
        true => numbered(state, last),
        false => named(last).and_then(|found| found.ok_or_else(|| none(state, last))),
    };
    let action = found.and_then(|action| legal(state, action)).and_then(|action| {
        let other = lines.next().and_then(|line| named(line).ok().flatten());
        match other.filter(|&other| other != action && !is_number(last) && state.why_illegal(other).is_none())
        {
            Some(other) => Err(names.two(other, action)),
            None => Ok(action),
        }
    });
    Answer { said: Some(shown(last)), action }
}

/// The action, legal or not, that is said where one is due.
fn one_of(state: &dyn AnyState, names: &Names<'_>, said: &Value) -> Result<usize, Error> {
    let words = match said {
        Value::String(words) => words.trim(),
        Value::Number(_) | Value::Object(_) => return state.rules().action_number(said),
        Value::Null | Value::Bool(_) | Value::Array(_) => {
            let said = shown(&said.to_string());
            return Err(Error::new(format!(
                "an action is a number, a name or an object with kind, not {said}"
            )));
        }
    };
    let clean = bare(words);
    if is_number(clean) {
        return numbered(state, clean);
    }
    for said in [words, clean] {
        if let Some(action) = names.whole(said)? {
            return Ok(action);
        }
    }
    let denies = |word: &str| DENIALS.contains(&word.to_lowercase().as_str());
    let denied = words.replace('’', "'").split(|c: char| !c.is_alphanumeric() && c != '\'').any(denies);
    match names.mentioned(clean)[..] {
        [] if clean.is_empty() => Err(Error::new("there is no action in the answer")),
        [only] if !denied => Ok(only),
        [first, second, ..] => Err(names.two(first, second)),
        _ => Err(none(state, clean)),
    }
}

/// The action, if it is legal here.
fn legal(state: &dyn AnyState, action: usize) -> Result<usize, Error> {
    match state.why_illegal(action) {
        None => Ok(action),
        Some(why) => Err(Error::new(format!("{} is not legal: {why}", state.rules().label(action)))),
    }
}

fn is_number(said: &str) -> bool {
    !said.is_empty() && said.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) && said != "-"
}

fn numbered(state: &dyn AnyState, digits: &str) -> Result<usize, Error> {
    let number = Some(digits)
        .filter(|digits| digits.len() <= MOST_DIGITS)
        .and_then(|digits| digits.parse::<i64>().ok());
    match number {
        Some(number) => state.rules().action_number(&number.into()),
        None => Err(Error::new(format!("there is no action {}: the number is too great", shown(digits)))),
    }
}

fn none(state: &dyn AnyState, said: &str) -> Error {
    state.rules().actions().none_called(&shown(said))
}

/// What was said without what stands around it.
fn bare(said: &str) -> &str {
    const AROUND: [char; 27] = [
        '*', '_', '`', '"', '\'', '“', '”', '„', '‘', '’', '«', '»', '「', '」', '『', '』', '$', '#', '[',
        ']', '(', ')', '{', '}', '<', '>', '~',
    ];
    const BEHIND: [char; 9] = ['.', '!', ',', ';', ':', '。', '！', '，', '；'];
    let mut said = said.trim();
    if let Some((inside, _)) = said.split_once("</") {
        said = inside;
    }
    loop {
        let before = said.len();
        said = said.trim().trim_matches(AROUND).trim_end_matches(BEHIND).trim();
        said = ["- ", "• ", "+ ", "\\text{"].iter().find_map(|mark| said.strip_prefix(mark)).unwrap_or(said);
        if said.len() == before {
            return said;
        }
    }
}

/// The start of what was said, on one line.
fn shown(said: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let start: String = said.chars().take(MOST_TOLD).map(shown).collect();
    if start.len() < said.len() { format!("{start}...") } else { start }
}

#[cfg(test)]
mod tests;
