//! Written positions: what they may not say. Each value of some positions is changed in turn, and the answers are counted.
//!
//! The positions are kept in `tests/data/positions`, so that a change of the rules changes none of them. `UPDATE=1` rewrites the counts,
//! and the positions of a game too where one of them cannot be read any more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use holotable_env::json::Value;
use holotable_env::{Error, Options, Tabletop, Viewer, read_state};
use holotable_games::with_game;
use serde_json::json;

use crate::any_game::{game, random_game};
use crate::golden::golden;
use crate::variants::each_game;

/// The options of each game whose positions are kept.
fn options(name: &str) -> Vec<&'static [(&'static str, &'static str)]> {
    match name {
        "conflict" => vec![&[], &[("players", "4"), ("deck", "random")], &[("variant", "simplified")]],
        "dark_side_rising" => vec![&[], &[("players", "3")], &[("players", "4")], &[("imperials", "11")]],
        "rebellion" => vec![
            &[("setup", "normal")],
            &[("missions", "all"), ("actions", "all")],
            &[("players", "4"), ("missions", "all"), ("actions", "all")],
        ],
        "rebellion_combat" => vec![&[], &[("scenario", "blockade")], &[("scenario", "forest_moon")]],
        "risk" => vec![&[("players", "3")], &[("players", "5")]],
        _ => vec![&[]],
    }
}

/// So many positions of each stage are kept for each set of options.
fn of_a_stage(name: &str) -> usize {
    if matches!(name, "rebellion" | "risk") { 1 } else { 4 }
}

/// Games whose positions are kept, for each set of options.
const GAMES: u64 = 12;

struct Position<G: Tabletop> {
    game: G,
    json: Value,
}

/// What is under way in a position: its stage, and which parts of the running decision are in use.
fn under_way(json: &Value) -> (String, Vec<String>) {
    let used = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Number(n) => n.as_u64() != Some(0),
        Value::String(_) | Value::Bool(true) => true,
        Value::Array(all) => !all.is_empty(),
        Value::Object(all) => !all.is_empty(),
    };
    let parts =
        ["now", "this_turn", "pending", "battle"].iter().filter_map(|part| json.get(part)?.as_object());
    let keys = parts.flatten().filter(|(_, value)| used(value)).map(|(key, _)| key.clone()).collect();
    (json["stage"].to_string(), keys)
}

/// Positions of random games, of each stage the first ones that have something else under way.
fn chosen<G: Tabletop>() -> String {
    let mut text = String::new();
    for given in options(G::NAME) {
        let g = game::<G>(given);
        let (mut known, mut stages) = (BTreeSet::new(), BTreeMap::<String, usize>::new());
        for seed in 0..GAMES {
            random_game(&g, seed, |s, _| {
                let json = g.to_json(s, Viewer::All);
                let now = under_way(&json);
                let n = stages.entry(now.0.clone()).or_default();
                if *n < of_a_stage(G::NAME) && known.insert(now) {
                    *n += 1;
                    let given: BTreeMap<&str, &str> = given.iter().copied().collect();
                    let _ = writeln!(text, "{}", json!({"options": given, "position": json}));
                }
            });
        }
    }
    text
}

/// The positions of a file, or the line that cannot be read.
fn read<G: Tabletop>(text: &str) -> Result<Vec<Position<G>>, String> {
    let position = |line: &str| -> Result<Position<G>, String> {
        let line: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let given = line["options"].as_object().ok_or("no options")?;
        let given = given.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()));
        let options = Options::resolve(G::option_specs(), given).map_err(|e| e.to_string())?;
        let game = G::build(&options, None).map_err(|e| e.to_string())?;
        let json = line["position"].clone();
        read_state(&game, &json).map_err(|e| e.to_string())?;
        Ok(Position { game, json })
    };
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| position(line).map_err(|why| format!("line {}: {why}", i + 1))).collect()
}

fn kept<G: Tabletop>() -> Vec<Position<G>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/positions")
        .join(format!("{}.jsonl", G::NAME));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let all =
        read::<G>(&text).and_then(|all| if all.is_empty() { Err("no positions".into()) } else { Ok(all) });
    if let (Err(_), true) = (&all, std::env::var_os("UPDATE").is_some()) {
        let text = chosen::<G>();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
        return read::<G>(&text).unwrap();
    }
    all.unwrap_or_else(|why| panic!("{}: {why}; UPDATE=1 rewrites it", path.display()))
}

/// The places of a JSON value as pointers, under what they are all called: lists and maps of values of one kind have `*` for their keys.
fn places(v: &Value, at: &str, called: &str, all: &mut BTreeMap<String, Vec<String>>) {
    all.entry(called.to_owned()).or_default().push(at.to_owned());
    match v {
        Value::Object(map) => {
            let kind = |v: &Value| std::mem::discriminant(v);
            let alike = map.len() > 3 && map.values().all(|v| kind(v) == kind(map.values().next().unwrap()))
                || map.keys().any(|key| key.contains(char::is_uppercase));
            for (key, v) in map {
                let called = format!("{called}/{}", if alike { "*" } else { key });
                places(v, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), &called, all);
            }
        }
        Value::Array(list) => {
            for (i, v) in list.iter().enumerate() {
                places(v, &format!("{at}/{i}"), &format!("{called}/*"), all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What a value is changed to, and how that is called: its neighbours, nothing, less of it, and what other positions have there.
fn changes(old: &Value, donors: &[&Value]) -> Vec<(&'static str, Value)> {
    let mut list = match old {
        Value::Number(n) => {
            let n = n.as_i64().unwrap_or_default();
            vec![("one more", json!(n + 1)), ("one less", json!(n - 1))]
        }
        Value::Bool(b) => vec![("the other", json!(!b))],
        Value::Array(all) if !all.is_empty() => vec![("without the last", json!(all[..all.len() - 1]))],
        Value::Object(all) if !all.is_empty() => {
            let mut fewer = all.clone();
            let last = fewer.keys().next_back().unwrap().clone();
            fewer.remove(&last);
            vec![("without the last", Value::Object(fewer))]
        }
        Value::Array(_) | Value::Object(_) | Value::Null | Value::String(_) => Vec::new(),
    };
    if !old.is_null() {
        list.push(("null", Value::Null));
    }
    list.extend(donors.iter().map(|v| ("of another position", (*v).clone())));
    list
}

/// How many other values a place is given that another position has there.
const DONORS: usize = 2;

#[test]
fn what_positions_may_not_say_is_counted() {
    each_game(|name| with_game!(name, |G| Ok::<usize, Error>(counted::<G>())));
}

fn counted<G: Tabletop>() -> usize {
    let all = kept::<G>();
    let (mut read, mut refused) = (BTreeMap::<_, [usize; 2]>::new(), BTreeMap::<_, usize>::new());
    for (i, position) in all.iter().enumerate() {
        let mut found = BTreeMap::new();
        places(&position.json, "", "", &mut found);
        for (called, pointers) in &found {
            // One of the places that are called the same, another one in each position.
            let at = &pointers[(i * 7) % pointers.len()];
            let Some(old) = position.json.pointer(at).filter(|_| !at.is_empty()) else { continue };
            let mut donors: Vec<&Value> = Vec::new();
            for n in 1..all.len() {
                let other = &all[(i + n) % all.len()];
                if other.game.options() == position.game.options() && donors.len() < DONORS {
                    donors.extend(other.json.pointer(at).filter(|v| *v != old && !donors.contains(v)));
                }
            }
            for (change, new) in changes(old, &donors) {
                let mut json = position.json.clone();
                *json.pointer_mut(at).unwrap() = new;
                let answer = read_state(&position.game, &json);
                read.entry((called.clone(), change)).or_default()[usize::from(answer.is_err())] += 1;
                if let Err(why) = answer {
                    *refused.entry(reason(&why.to_string(), G::NAME)).or_default() += 1;
                }
            }
        }
    }
    let mut text = String::from("# value, change, how many positions are read and how many refused\n");
    for ((called, change), [read, refused]) in &read {
        let _ = writeln!(text, "{called} {change}: {read} read, {refused} refused");
    }
    text += "\n# how often, why\n";
    for (why, n) in &refused {
        let _ = writeln!(text, "{n} {why}");
    }
    golden(&format!("{}-written.txt", G::NAME), &text);
    read.values().flatten().sum()
}

/// A refusal without the values that it names.
fn reason(why: &str, name: &str) -> String {
    let why = why.strip_prefix(&format!("not a state of {name}: ")).unwrap_or(why);
    let mut short = String::new();
    for word in why.split_inclusive(' ') {
        if !word.contains(['"', '{', '[', '('])
            && !word.contains(|c: char| c.is_ascii_digit() || c.is_uppercase())
        {
            short += word;
        } else if !short.ends_with("... ") {
            short += "... ";
        }
    }
    short.trim_end().to_owned()
}
