//! Folders that come from elsewhere: they neither delete, empty nor read anything outside, neither wait nor exhaust memory, and a run
//! that turns to what is no number leaves its last checkpoint whole.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use holotable_erased::erase;
use holotable_games::toys::secret_pig::secret_pig;
use holotable_players::net_policy::NetPolicy;
use holotable_store::files;
use holotable_train::ppo::{EARLIER, LATEST, Start, Task, train};
use holotable_train::runs;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::checksums::write_checksums;
use crate::recipe::recipe;
use crate::scratch::Scratch;

fn run(folder: &Path, start: Start<'_>, set: &[&str]) -> Result<(), String> {
    let all = ["total_steps=6144", "checkpoint_every_updates=1", "eval_every_updates=0", "eval_games=2"];
    let task = Task::plain(erase(secret_pig(2)));
    train(&recipe(&[&all[..], set].concat()), &task, folder, start).map(drop).map_err(|e| e.to_string())
}

/// A run of one update, and the checkpoint in it.
fn begun(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    run(folder.path(), Start::New, &["session_updates=1"]).unwrap();
    folder
}

fn refusal(folder: &Path) -> String {
    NetPolicy::load(folder, &secret_pig(2)).unwrap_err().to_string()
}

#[test]
fn links_in_a_run_lead_nowhere() {
    let (folder, outside) = (begun("links"), Scratch::new("outside"));
    fs::create_dir_all(outside.path().join("2024")).unwrap();
    fs::write(outside.path().join("2024/a"), "x").unwrap();
    fs::write(outside.path().join("key"), "k").unwrap();
    let resume = || run(folder.path(), Start::Latest, &["session_updates=2"]);

    fs::remove_file(folder.path().join(".lock")).unwrap();
    symlink(outside.path().join("key"), folder.path().join(".lock")).unwrap();
    assert!(resume().unwrap_err().contains(".lock is a link"));
    fs::remove_file(folder.path().join(".lock")).unwrap();

    symlink(outside.path(), folder.path().join(EARLIER)).unwrap();
    assert!(resume().unwrap_err().contains("earlier is a link"));
    fs::remove_file(folder.path().join(EARLIER)).unwrap();

    // Nor is anything of somebody else's removed from a folder of our own.
    fs::create_dir_all(folder.path().join(EARLIER)).unwrap();
    symlink(outside.path().join("2024"), folder.path().join(EARLIER).join("2024")).unwrap();
    fs::create_dir_all(folder.path().join(EARLIER).join("2025")).unwrap();
    fs::write(folder.path().join(EARLIER).join("2025/notes.txt"), "mine").unwrap();
    run(folder.path(), Start::Latest, &["keep_checkpoints=1"]).unwrap();
    assert_eq!(fs::read_to_string(outside.path().join("2024/a")).unwrap(), "x");
    assert_eq!(fs::read_to_string(outside.path().join("key")).unwrap(), "k");
    assert_eq!(fs::read_to_string(folder.path().join(EARLIER).join("2025/notes.txt")).unwrap(), "mine");
}

#[test]
fn checksums_are_of_exactly_the_files_that_are_read() {
    let folder = begun("sums");
    let latest = folder.path().join(LATEST);
    let (sums, zeros) = (latest.join("SHA256SUMS"), "0".repeat(64));
    let whole = fs::read_to_string(&sums).unwrap();
    let first = whole.lines().next().unwrap();
    let cases = [
        ("", "it lacks model.safetensors"),
        (first, "it lacks state.json"),
        (&format!("{whole}{first}\n"), "SHA256SUMS is damaged"),
        (&format!("{whole}{zeros}  /dev/zero\n"), "/dev/zero"),
        (&format!("{zeros}  ../../key\n"), "SHA256SUMS is damaged"),
        (&"x".repeat(5000), "it holds more than 4096 bytes"),
    ];
    for (text, expected) in cases {
        fs::write(&sums, text).unwrap();
        let e = refusal(&latest);
        assert!(e.contains(expected) && e.lines().count() == 1, "{e}");
    }
    // Neither is waited for.
    fs::remove_file(&sums).unwrap();
    assert!(Command::new("mkfifo").arg(&sums).status().unwrap().success());
    assert!(refusal(&latest).contains("cannot read SHA256SUMS: it is not a regular file"));
    fs::remove_file(&sums).unwrap();
    fs::write(&sums, whole).unwrap();
    let model = latest.join("model.safetensors");
    fs::rename(&model, folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), &model).unwrap();
    assert!(refusal(&latest).contains("cannot read model.safetensors: it is not a regular file"));
}

#[test]
fn curves_are_not_labelled_by_a_recipe_that_was_changed() {
    let folder = begun("relabelled");
    let read = || runs::read(&[folder.path().to_owned()]).map(drop).map_err(|e| e.to_string());
    read().unwrap();
    let recipe = folder.path().join(LATEST).join("config.toml");
    fs::write(&recipe, fs::read_to_string(&recipe).unwrap() + "\n").unwrap();
    let e = read().unwrap_err();
    assert!(e.contains("latest/config.toml: it was damaged or edited"), "{e}");
}

/// Writes the arrays of a checkpoint anew, after `change`, with checksums that fit.
fn with_arrays(folder: &Path, change: impl Fn(&mut BTreeMap<String, (Vec<usize>, Vec<f32>)>)) {
    let path = folder.join("model.safetensors");
    let bytes = fs::read(&path).unwrap();
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let numbers =
        |data: &[u8]| data.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    let mut arrays =
        file.tensors().into_iter().map(|(n, t)| (n, (t.shape().to_vec(), numbers(t.data())))).collect();
    change(&mut arrays);
    let all: Vec<_> = arrays
        .iter()
        .map(|(name, (shape, values))| {
            (name, shape, values.iter().flat_map(|v: &f32| v.to_le_bytes()).collect::<Vec<u8>>())
        })
        .collect();
    let views = all
        .iter()
        .map(|(name, shape, data)| (name, TensorView::new(Dtype::F32, (*shape).clone(), data).unwrap()));
    fs::write(path, safetensors::serialize(views, None).unwrap()).unwrap();
    write_checksums(folder);
}

#[test]
fn states_that_ask_for_the_impossible_are_refused() {
    let edited = |name: &str, from: &str, to: &str| {
        let folder = begun(name);
        let latest = folder.path().join(LATEST);
        let text = fs::read_to_string(latest.join("state.json")).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(latest.join("state.json"), text.replacen(from, to, 1)).unwrap();
        write_checksums(&latest);
        refusal(&latest)
    };
    let e = edited("past", "\"past\":0", "\"past\":1000000000");
    assert!(e.contains("a run keeps at most 1000 past selves"), "{e}");
    let e = edited("no_width", "[32,32]", "[0]");
    assert!(e.contains("state.json is damaged: a network cannot have the layers [0]"), "{e}");
    let e = edited("fewer", "[32,32]", "[32]");
    assert!(e.contains("the network has no array '"), "{e}");
}

/// Numbers too large for their type are read as infinite, and would be written as nothing.
#[test]
fn values_that_are_no_numbers_are_not_gone_on_with() {
    let folder = begun("values");
    let latest = folder.path().join(LATEST);
    let text = fs::read_to_string(latest.join("state.json")).unwrap();
    let (before, after) = text.split_once("\"values\":[[").unwrap();
    let comma = if after.starts_with(']') { "" } else { "," };
    fs::write(latest.join("state.json"), format!("{before}\"values\":[[1e300{comma}{after}")).unwrap();
    write_checksums(&latest);
    let e = run(folder.path(), Start::Latest, &[]).unwrap_err();
    assert!(e.contains("slot 0: it holds values that are not numbers"), "{e}");
}

#[test]
fn arrays_that_no_run_has_are_refused() {
    let spoilt = |name: &str, array: &str, value: f32| {
        let folder = begun(name);
        let latest = folder.path().join(LATEST);
        with_arrays(&latest, |arrays| arrays.get_mut(array).unwrap().1[0] = value);
        refusal(&latest)
    };
    let e = spoilt("huge", "trunk.0.weight", 1e20);
    assert!(
        e.contains("'trunk.0.weight' holds 100000000000000000000, but weights are at most 1000000"),
        "{e}"
    );
    let e = spoilt("squares", "adam.v.trunk.0.weight", -1.0);
    assert!(e.contains("'adam.v.trunk.0.weight' holds mean squares below 0"), "{e}");
}

#[test]
fn what_is_no_file_is_written_to_and_stays() {
    let folder = Scratch::new("written");
    fs::create_dir_all(folder.path()).unwrap();
    let [to, link, pipe] = ["to", "link", "pipe"].map(|name| folder.path().join(name));
    fs::write(&to, "old").unwrap();
    symlink(&to, &link).unwrap();
    files::write(&link, "new").unwrap();
    assert!(link.is_symlink() && fs::read_to_string(&to).unwrap() == "new");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    files::write(&pipe, "through").unwrap();
    assert_eq!(reader.join().unwrap(), "through");
    assert!(!pipe.is_file() && pipe.exists());
    files::write(Path::new("/dev/null"), "nothing").unwrap();
    assert!(!Path::new("/dev/null").is_file());
}

/// Moments that no run makes, but that may be read, send the weights out of all bounds in one step.
#[test]
fn a_run_that_turns_to_no_number_stops_and_keeps_what_was_whole() {
    let folder = Scratch::new("no_number");
    let deep = ["hidden_sizes=[32, 32, 32, 32, 32, 32]", "activation=relu", "learning_rate=1", "target_kl=0"];
    run(folder.path(), Start::New, &[&deep[..], &["session_updates=1"]].concat()).unwrap();
    let latest = folder.path().join(LATEST);
    with_arrays(&latest, |arrays| {
        for (name, (_, values)) in arrays.iter_mut().filter(|(name, _)| name.starts_with("adam.")) {
            values.fill(if name.starts_with("adam.m.") { -1e6 } else { 0.0 });
        }
    });
    let model = fs::read(latest.join("model.safetensors")).unwrap();
    let e = run(folder.path(), Start::Latest, &deep).unwrap_err();
    assert!(e.starts_with("update 2: the loss is no number any more"), "{e}");
    assert!(model == fs::read(latest.join("model.safetensors")).unwrap(), "it was saved over");
    NetPolicy::load(&latest, &secret_pig(2)).unwrap();
}
