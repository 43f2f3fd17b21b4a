//! Checks that a stored layout is compatible with the game's, and explains which blocks differ.

use holotable_env::{ActionBlock, Block, Field, Layout};
use serde_json::Value;

use crate::error::Error;

/// Checks that a stored layout means the same as `ours`; the wording of explanations may differ.
///
/// # Errors
/// One line with the blocks that differ.
pub(crate) fn ensure_compatible(theirs: &Value, ours: &Layout) -> Result<(), Error> {
    let mut mine = serde_json::to_value(ours).expect("a layout is plain data");
    let mut stored = theirs.clone();
    for layout in [&mut mine, &mut stored] {
        remove_docs(layout);
    }
    if mine == stored {
        return Ok(());
    }
    let theirs = read(theirs).ok_or_else(|| Error::new("damaged: not a layout"))?;
    let lines = ours.difference(&theirs);
    let what = if lines.is_empty() { "the order of the blocks differs".to_owned() } else { lines.join("; ") };
    let (a, b) = ((theirs.observation, theirs.actions), (ours.observation, ours.actions));
    let sizes = format!("it has {} values and {} actions, the game here {} and {}", a.0, a.1, b.0, b.1);
    Err(Error::new(format!("another layout ({sizes}): {what}")))
}

fn remove_docs(json: &mut Value) {
    match json {
        Value::Object(map) => {
            map.remove("doc");
            map.values_mut().for_each(remove_docs);
        }
        Value::Array(list) => list.iter_mut().for_each(remove_docs),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Reads a layout from JSON. Its strings are leaked, since those of a layout are static: this happens only on the way to an
/// error.
fn read(json: &Value) -> Option<Layout> {
    let size = |v: &Value, key: &str| v.get(key)?.as_u64().map(|n| n as usize);
    let word = |v: &Value, key: &str| v.get(key)?.as_str().map(str::to_owned);
    let fixed = |v: &Value, key: &str| -> Option<&'static str> { Some(word(v, key)?.leak()) };
    let bound = |v: &Value, key: &str| v.get(key)?.as_f64().map(|x| x as f32);
    let field = |f: &Value| {
        Some(Field {
            name: fixed(f, "name")?,
            unit: fixed(f, "unit")?,
            lo: bound(f, "lo")?,
            hi: bound(f, "hi")?,
        })
    };
    let block = |b: &Value| {
        let fields: Option<Vec<Field>> = b.get("fields")?.as_array()?.iter().map(field).collect();
        Some(Block {
            name: fixed(b, "name")?,
            doc: fixed(b, "doc")?,
            rows: size(b, "rows")?,
            fields: fields?.leak(),
        })
    };
    let action = |b: &Value| {
        Some(ActionBlock {
            name: word(b, "name")?,
            doc: word(b, "doc")?,
            offset: size(b, "offset")?,
            len: size(b, "len")?,
            fields: serde_json::from_value(b.get("fields")?.clone()).ok()?,
        })
    };
    Some(Layout {
        actions: size(json, "actions")?,
        observation: size(json, "observation")?,
        action_blocks: json.get("action_blocks")?.as_array()?.iter().map(action).collect::<Option<_>>()?,
        observation_blocks: json
            .get("observation_blocks")?
            .as_array()?
            .iter()
            .map(block)
            .collect::<Option<_>>()?,
    })
}
