//! What is refused is refused in words of JSON and of the game, whoever reads it and in whichever way it is wrong.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use holotable_agents::session::GameSession;
use holotable_arena::dataset;
use holotable_arena::provenance::Provenance;
use holotable_arena::shard_result::{Form, ShardResult};
use holotable_env::{Replay, Viewer};
use holotable_erased::{Players, erase};
use holotable_games::GAMES;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_players::net_policy::NetPolicy;
use holotable_store::checksummed::with_checksum;
use holotable_train::ppo::{LATEST, Start, Task, train};
use holotable_train::runs::Run;
use serde_json::{Value, json};

use crate::checksums::write_checksums;
use crate::dataset::{make, small};
use crate::recipe::recipe;
use crate::scratch::Scratch;
use crate::shard::shards;
use crate::study::studied;

/// Words of the language in which this is written, and of its libraries.
const RUST: [&str; 21] = [
    "usize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "f32", "f64", "struct",
    "borrowed", "tuple", "enum", "variant", "variants", "newtype", "serde", "None",
];
/// What these libraries say of values.
const SAYINGS: [&str; 8] = [
    "expected a map",
    "expected a sequence",
    "invalid type",
    "invalid value",
    "invalid length",
    "unit value",
    "found in string",
    "target type",
];

/// Which of these words a line has.
pub fn rust(line: &str) -> Option<&'static str> {
    let has =
        |word: &&&str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == **word);
    RUST.iter().find(has).or_else(|| SAYINGS.iter().find(|saying| line.contains(**saying))).copied()
}

/// Every place in a value, as pointers.
fn places(json: &Value, at: &str, list: &mut Vec<String>) {
    list.push(at.to_owned());
    match json {
        Value::Object(map) => map.iter().for_each(|(key, v)| places(v, &format!("{at}/{key}"), list)),
        Value::Array(all) => all.iter().enumerate().for_each(|(i, v)| places(v, &format!("{at}/{i}"), list)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What a place may hold that does not fit: another type, a number out of range, a key too few or too many, a list too short or too long.
fn wrong(old: &Value) -> Vec<Value> {
    let mut new = vec![json!(null), json!(true), json!(-1), json!(1.5), json!(u64::MAX), json!(1e300)];
    new.extend([json!("x"), json!([]), json!({}), json!([[0]]), json!({ "x": 0 })]);
    if let Some(map) = old.as_object() {
        let more = map.clone().into_iter().chain([("x".to_owned(), json!(0))]);
        new.push(Value::Object(more.collect()));
        new.extend(map.keys().map(|key| {
            let mut less = map.clone();
            less.remove(key);
            less.into()
        }));
    }
    if let Some(list) = old.as_array() {
        new.push(list[..list.len().saturating_sub(1)].into());
        new.push([&list[..], &[json!(0)]].concat().into());
    }
    new.retain(|new| new != old);
    new
}

/// The value with one place wrong in every way; at most so many, from everywhere.
fn spoiled(good: &Value, most: usize) -> Vec<Value> {
    let mut all = Vec::new();
    places(good, "", &mut all);
    let ways =
        |at: &String| wrong(good.pointer(at).unwrap()).into_iter().map(|new| (at.clone(), new)).collect();
    let every: Vec<(String, Value)> = all.iter().flat_map(|at| -> Vec<_> { ways(at) }).collect();
    let n = every.len().min(most);
    let spoil = |i: usize| {
        let (at, new) = &every[i * every.len() / n];
        let mut json = good.clone();
        *json.pointer_mut(at).unwrap() = new.clone();
        json
    };
    (0..n).map(spoil).collect()
}

/// Lets a reader have the good value, and then each that is wrong.
fn told(what: &str, good: &Value, most: usize, read: impl Fn(&Value) -> Result<(), String>) {
    read(good).unwrap_or_else(|line| panic!("{what}: {line}"));
    let all = spoiled(good, most);
    let lines: Vec<String> = all.iter().filter_map(|json| read(json).err()).collect();
    for line in &lines {
        assert!(!line.is_empty() && !line.contains('\n'), "{what}: {line}");
        assert_eq!(rust(line), None, "{what}: {line}");
    }
    assert!(!lines.is_empty(), "{what}: none of {} is refused", all.len());
}

fn words<T>(read: Result<T, impl ToString>) -> Result<(), String> {
    read.map(drop).map_err(|e| e.to_string())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_replay_that_does_not_fit_is_refused_in_words_of_json() {
    let game = small("rebellion_combat");
    let mut players = Players::from([(0, game.player("random").unwrap())]);
    let (replay, ..) = game.record(&[0, 0], &["a".into(), "b".into()], &mut players, 1);
    let text = replay.to_text();
    let lines: Vec<&str> = text.lines().collect();
    for number in [0, 1, 2, lines.len() - 1] {
        told(&format!("line {}", number + 1), &parsed(lines[number]), usize::MAX, |json| {
            let (mut lines, line) = (lines.clone(), json.to_string());
            lines[number] = &line;
            words(Replay::from_text(&lines.join("\n")))
        });
    }
}

#[test]
fn what_was_added_to_a_game_is_refused_in_words_of_json() {
    let text = studied().0.saved(0);
    let (moves, last) = text.trim_end().rsplit_once('\n').unwrap();
    let mut line = parsed(last);
    // Enough to have one of each.
    line["variations"].as_array_mut().unwrap().truncate(1);
    line["evaluation"]["found"].as_object_mut().unwrap().retain(|at, _| at == "1");
    told("study", &line, 60, |json| words(GameSession::of_text(&format!("{moves}\n{json}\n"), None)));
}

#[test]
fn a_shard_and_its_provenance_are_refused_in_words_of_json() {
    let game = erase(secret_pig(2));
    for form in [Form::Tournament, Form::Comparison { evaluator: None }] {
        let mut shard = parsed(&shards(&game, &["random", "coward"], &form, 10, 2)[0]);
        shard.as_object_mut().unwrap().remove("sha256").unwrap();
        told("provenance", &shard["provenance"], usize::MAX, |json| {
            words(Provenance::from_text(&json.to_string()))
        });
        told("shard", &shard, usize::MAX, |json| {
            if json.is_object() {
                words(ShardResult::from_text(&with_checksum(&json.to_string())))
            } else {
                Ok(())
            }
        });
    }
}

#[test]
fn games_as_data_are_refused_in_words_of_json() {
    let folder = Scratch::new("words-games");
    make(&small("rebellion_combat"), &["random"], folder.path(), 2, 1).unwrap();
    let path = folder.path().join("_games.json");
    let mut good = parsed(&fs::read_to_string(&path).unwrap());
    good.as_object_mut().unwrap().remove("sha256").unwrap();
    told("games", &good, 150, |json| {
        if !json.is_object() {
            return Ok(());
        }
        fs::write(&path, with_checksum(&json.to_string())).unwrap();
        words(dataset::parts(folder.path()))
    });
}

#[test]
fn a_record_is_refused_in_words_of_json() {
    let folder = Scratch::new("words-record");
    let good = json!({
        "update": 1, "steps": 100, "seconds": 6.0, "episodes": 5, "truncated": 1, "win_rate": 0.5, "entropy": 1.0,
        "approx_kl": 0.01, "explained_variance": 0.5, "profile": { "learning": 1.0 }, "calibration_table": [[10, 0.75, 0.7]],
        "eval_score": 0.5, "eval_low": 0.4, "eval_high": 0.6,
    });
    told("record", &good, usize::MAX, |json| {
        fs::write(folder.path().join("metrics.jsonl"), format!("{json}\n")).unwrap();
        words(Run::read(folder.path()))
    });
}

/// The checkpoint of a run of one update.
fn trained(folder: &Scratch) -> PathBuf {
    let (config, task) = (recipe(&["total_steps=1024", "eval_games=1"]), Task::plain(erase(secret_pig(2))));
    train(&config, &task, folder.path(), Start::New).unwrap();
    folder.path().join(LATEST)
}

#[test]
fn a_checkpoint_is_refused_in_words_of_json() {
    let folder = Scratch::new("words-checkpoint");
    let latest = trained(&folder);
    for name in ["state.json", "layout.json"] {
        let text = fs::read_to_string(latest.join(name)).unwrap();
        told(name, &parsed(&text), 120, |json| {
            fs::write(latest.join(name), json.to_string()).unwrap();
            write_checksums(&latest);
            words(NetPolicy::load(&latest, &secret_pig(2)))
        });
        fs::write(latest.join(name), text).unwrap();
    }
}

#[test]
fn the_header_of_weights_is_refused_in_words_of_json() {
    let folder = Scratch::new("words-weights");
    let (latest, game) = (trained(&folder), secret_pig(2));
    let path = latest.join("model.safetensors");
    let bytes = fs::read(&path).unwrap();
    let (length, rest) = bytes.split_first_chunk().unwrap();
    let (header, data) = rest.split_at(u64::from_le_bytes(*length) as usize);
    told("weights", &serde_json::from_slice(header).unwrap(), 120, |json| {
        let header = json.to_string().into_bytes();
        fs::write(&path, [&(header.len() as u64).to_le_bytes()[..], &header, data].concat()).unwrap();
        write_checksums(&latest);
        words(NetPolicy::load(&latest, &game))
    });
}

#[test]
fn positions_of_every_game_are_refused_in_words_of_json() {
    for name in GAMES {
        let game = small(name);
        let seats = vec![0; game.teams().players()];
        let names = vec![String::new(); seats.len()];
        let mut players = Players::from([(0, game.player("random").unwrap())]);
        let (replay, ..) = Arc::clone(&game).record(&seats, &names, &mut players, 1);
        let states = Arc::clone(&game).frames(&replay).unwrap();
        for at in [1, 2, 3, 4].map(|part| part * states.len() / 5) {
            told(name, &states[at].json(Viewer::All), 200, |json| words(Arc::clone(&game).read_json(json)));
        }
    }
}
