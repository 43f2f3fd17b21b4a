//! What `TensorBoard` finds in the folder of a run, read by types that are not ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use holotable_erased::erase;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_train::ppo::{Start, Task, train};
use protobuf::Message;
use serde_json::Value;
use tensorboard_proto::event::Event;
use tensorboard_proto::plugin_hparams::{HParamsPluginData, SessionStartInfo};
use tensorboard_rs::masked_crc32c::masked_crc32c;

use crate::recipe::recipe;
use crate::scratch::Scratch;

fn run(folder: &Path, start: Start<'_>, overrides: &[&str]) {
    let mut all = vec!["total_steps=6144", "eval_every_updates=2"];
    all.extend(overrides);
    train(&recipe(&all), &Task::plain(erase(secret_pig(2))), folder, start).unwrap();
}

/// The events of the one file of a run, their checksums being right.
fn events(folder: &Path) -> Vec<Event> {
    let files: Vec<_> = fs::read_dir(folder.join("tensorboard")).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 1);
    assert!(files[0].file_name().to_str().unwrap().contains("tfevents"));
    let bytes = fs::read(files[0].path()).unwrap();
    let (mut rest, mut events) = (&bytes[..], Vec::new());
    let sum = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().unwrap());
    while !rest.is_empty() {
        assert_eq!(sum(&rest[8..]), masked_crc32c(&rest[..8]));
        let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
        let (data, tail) = rest[12..].split_at(length);
        assert_eq!(sum(tail), masked_crc32c(data));
        events.push(Event::parse_from_bytes(data).unwrap());
        rest = &tail[4..];
    }
    events
}

fn records(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The points of every chart: step, number, time.
fn charts(events: &[Event]) -> BTreeMap<String, Vec<(i64, f32, f64)>> {
    let mut charts: BTreeMap<String, Vec<(i64, f32, f64)>> = BTreeMap::new();
    for event in events {
        for value in event.get_summary().get_value().iter().filter(|value| value.has_simple_value()) {
            let point = (event.get_step(), value.get_simple_value(), event.get_wall_time());
            charts.entry(value.get_tag().to_owned()).or_default().push(point);
        }
    }
    charts
}

fn hyper_parameters(events: &[Event]) -> SessionStartInfo {
    let mut values = events.iter().flat_map(|event| event.get_summary().get_value());
    let value = values.find(|value| value.get_tag() == "_hparams_/session_start_info").unwrap();
    let plugin = value.get_metadata().get_plugin_data();
    assert_eq!(plugin.get_plugin_name(), "hparams");
    let data: HParamsPluginData = Message::parse_from_bytes(plugin.get_content()).unwrap();
    data.get_session_start_info().clone()
}

#[test]
fn charts_are_grouped_and_hold_the_numbers_of_the_record() {
    let folder = Scratch::new("board");
    let folder = folder.path();
    run(folder, Start::New, &["session_updates=3"]);
    // An older version did not say when.
    let first = |path: &Path| fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned();
    let path = folder.join("metrics.jsonl");
    let line = first(&path);
    let time = records(folder)[0]["wall_time"].to_string();
    let older = line.replace(&format!("\"wall_time\":{time},"), "");
    assert_ne!(line, older);
    fs::write(&path, fs::read_to_string(&path).unwrap().replace(&line, &older)).unwrap();
    run(folder, Start::Latest, &[]);
    assert_eq!(first(&path), older, "what was written stays");

    let (events, records) = (events(folder), records(folder));
    assert_eq!(events[0].get_file_version(), "brain.Event:2");
    let charts = charts(&events);
    let groups: BTreeSet<&str> = charts.keys().map(|tag| tag.split('/').next().unwrap()).collect();
    let known = [
        "advantage_variance",
        "calibration",
        "decisions",
        "entropy",
        "eval",
        "eval_of_team",
        "loss",
        "rollout",
        "time",
    ];
    assert_eq!(groups, BTreeSet::from(known));
    let pointers = [
        ("rollout/win_rate", "/win_rate"),
        ("loss/entropy", "/entropy"),
        ("loss/learning_rate", "/learning_rate"),
        ("eval/score", "/eval_score"),
        ("eval/elo", "/eval_elo"),
        ("calibration/brier", "/brier"),
        ("time/steps_per_s", "/steps_per_s"),
        ("time/learning", "/profile/learning"),
    ];
    for (tag, pointer) in pointers {
        let expected = records.iter().filter_map(|record| {
            let number = record.pointer(pointer).unwrap().as_f64()?;
            Some((record["steps"].as_i64().unwrap(), number as f32))
        });
        let found: Vec<_> = charts[tag].iter().map(|&(step, number, _)| (step, number)).collect();
        assert_eq!(found, expected.collect::<Vec<_>>(), "{tag}");
        assert!(!found.is_empty(), "{tag}");
    }
    let times: Vec<f64> = charts["loss/entropy"].iter().map(|point| point.2).collect();
    let known: Vec<f64> = records.iter().filter_map(|record| record["wall_time"].as_f64()).collect();
    assert_eq!(times.len(), known.len() + 1);
    assert_eq!(times[1..], known, "a resumed run keeps its clock");
    assert!(known.windows(2).all(|pair| pair[0] <= pair[1]) && known[0] > 1.6e9, "{known:?}");
}

#[test]
fn the_recipe_tells_runs_apart_and_groups_seeds() {
    let folders = ["seed=1", "seed=2", "ent_coef=0.5"].map(|set| {
        let folder = Scratch::new(&format!("board-{}", set.replace(['=', '.'], "-")));
        run(folder.path(), Start::New, &["total_steps=512", set]);
        folder
    });
    let read: Vec<Vec<Event>> = folders.iter().map(|folder| events(folder.path())).collect();
    let [one, two, other] = [0, 1, 2].map(|i| hyper_parameters(&read[i]));
    assert_eq!(one.get_hparams()["seed"].get_number_value().to_bits(), 1f64.to_bits());
    assert_eq!(two.get_hparams()["seed"].get_number_value().to_bits(), 2f64.to_bits());
    assert_eq!(other.get_hparams()["ent_coef"].get_number_value().to_bits(), 0.5f64.to_bits());
    assert!(one.get_hparams()["anneal_lr"].has_bool_value());
    assert!(one.get_hparams()["activation"].has_string_value());
    assert!(one.get_hparams().contains_key("game.name"));
    assert_eq!(one.get_group_name(), two.get_group_name());
    assert_ne!(one.get_group_name(), other.get_group_name());

    let mut values = read[2].iter().flat_map(|event| event.get_summary().get_value());
    let text = values.find(|value| value.get_tag() == "recipe").unwrap();
    assert_eq!(text.get_metadata().get_plugin_data().get_plugin_name(), "text");
    let dims = text.get_tensor().get_tensor_shape().get_dim();
    assert_eq!((dims.len(), dims[0].get_size()), (1, 1));
    let text = String::from_utf8(text.get_tensor().get_string_val()[0].clone()).unwrap();
    assert!(text.starts_with("```toml\n# ") && text.contains("\nent_coef = 0.5\n"), "{text}");
}
