//! [`mutant`]: an input that is nearly one that was accepted.

mod bytes;
mod tree;

use holotable_env::{Chance, GameRng};
use serde_json::Value;

use crate::rng::{one_in, one_of};
use crate::scratch::Files;

/// Changes one file of an input once or a few times, by its form; parts may come from another input.
pub fn mutant(parent: &Files, other: &Files, rng: &mut GameRng) -> Files {
    let mut files = parent.clone();
    let names: Vec<&String> = parent.keys().collect();
    let name = *one_of(rng, &names);
    let donor = other.get(name).unwrap_or(&parent[name]);
    let times = 1 + [0, 0, 0, 1, 1, 2, 3][rng.below(7)];
    for _ in 0..times {
        let changed = change(name, &files[name], donor, rng);
        files.insert(name.clone(), changed);
    }
    files
}

/// Changes a file. One in ten times its form does not matter.
fn change(name: &str, file: &[u8], donor: &[u8], rng: &mut GameRng) -> Vec<u8> {
    let form = name.rsplit_once('.').map_or("", |(_, form)| form);
    let formal = match form {
        _ if one_in(rng, 10) => None,
        "json" => json(file, donor, rng),
        "jsonl" => Some(lines(file, donor, rng)),
        "toml" => toml(file, donor, rng),
        _ => None,
    };
    formal.unwrap_or_else(|| bytes::change(file, donor, rng))
}

fn json(file: &[u8], donor: &[u8], rng: &mut GameRng) -> Option<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(file).ok()?;
    let donor: Value = serde_json::from_slice(donor).unwrap_or(Value::Null);
    tree::change(&mut value, &donor, rng);
    Some(value.to_string().into_bytes())
}

fn toml(file: &[u8], donor: &[u8], rng: &mut GameRng) -> Option<Vec<u8>> {
    let read = |bytes: &[u8]| toml::from_str::<Value>(std::str::from_utf8(bytes).ok()?).ok();
    let mut value = read(file)?;
    let donor = read(donor).unwrap_or(Value::Null);
    tree::change(&mut value, &donor, rng);
    // Not all that is JSON is TOML.
    toml::to_string(&value).ok().map(String::into_bytes)
}

/// Changes, repeats, drops or swaps lines of JSON.
fn lines(file: &[u8], donor: &[u8], rng: &mut GameRng) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return file.to_vec();
    }
    let at = rng.below(lines.len());
    match rng.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, rng.below(text.lines().count())),
        3 => {
            let donor = String::from_utf8_lossy(donor);
            let theirs: Vec<&str> = donor.lines().collect();
            lines[at] =
                theirs.get(rng.below(theirs.len().max(1))).map_or_else(String::new, |s| (*s).to_owned());
        }
        _ => {
            let theirs = lines[rng.below(lines.len())].clone();
            let changed = json(lines[at].as_bytes(), theirs.as_bytes(), rng);
            lines[at] =
                changed.map_or_else(String::new, |bytes| String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}
