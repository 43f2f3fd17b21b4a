//! What commands leave in a folder, without what the clock says: those that did the same leave the same.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What is in the files of a folder, by their paths in it.
pub type Contents = BTreeMap<PathBuf, Vec<u8>>;

/// What depends on the clock, or on when a session ended: the checksums are those of the rest.
const OTHERWISE: &[&str] = &["earlier", "SHA256SUMS"];
/// What nobody reads again.
const UNREAD: &[&str] = &["tensorboard", "train.log"];
/// The keys of JSON that tell of the clock, or are checksums of what does.
const CLOCK: &[&str] = &["seconds", "minutes", "sha256"];

/// The files of a folder that are read again.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") || UNREAD.iter().any(|unread| name == **unread) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                found.extend(entry.path().strip_prefix(folder).map(Path::to_owned));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What is in the files of a folder that must be the same.
pub fn contents(folder: &Path) -> io::Result<Contents> {
    let must = |path: &PathBuf| !OTHERWISE.iter().any(|other| path.iter().any(|name| name == *other));
    let read = |path: PathBuf| Ok((path.clone(), timeless(&path, fs::read(folder.join(&path))?)));
    files(folder)?.into_iter().filter(must).map(read).collect()
}

/// Refuses two that differ.
///
/// # Errors
/// The first file that does.
pub fn same(one: &Contents, other: &Contents) -> Result<(), String> {
    match one.keys().chain(other.keys()).find(|path| one.get(*path) != other.get(*path)) {
        None => Ok(()),
        Some(path) => {
            let there = |of: &Contents| of.get(path).map_or("missing".to_owned(), |b| b.len().to_string());
            Err(format!("{} differs (bytes: {} and {})", path.display(), there(one), there(other)))
        }
    }
}

/// The bytes of a file without what the clock says.
fn timeless(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    if path.ends_with("metrics.jsonl") {
        let update = |line| serde_json::from_slice::<Value>(line).ok()?.get("update")?.as_u64();
        return format!("{:?}", bytes.split(|b| *b == b'\n').map(update).collect::<Vec<_>>()).into_bytes();
    }
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(mut value) if path.extension().is_some_and(|json| json == "json") => {
            forget(&mut value);
            value.to_string().into_bytes()
        }
        _ => bytes,
    }
}

fn forget(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            keys.retain(|key, _| !CLOCK.contains(&key.as_str()));
            keys.values_mut().for_each(forget);
        }
        Value::Array(values) => values.iter_mut().for_each(forget),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
