//! Expert iteration: a search labels games and the network learns from it, the same on any number of threads, and what was
//! labelled once is labelled for good.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::thread::sleep;
#[cfg(unix)]
use std::time::Duration;

use holotable_erased::Kind;
use holotable_store::stop::Token;
use holotable_train::distil::{Epoch, Fit, Plan, run};
use holotable_train::ppo::{BEST, Config, Learners, Start, Task, train};

#[cfg(unix)]
use crate::kill::asking;
use crate::recipe::recipe;
use crate::scratch::Scratch;

fn start(folder: &Path) {
    trained(folder, &["game.name=rebellion_combat", "odds_features=false"]);
}

fn trained(folder: &Path, set: &[&str]) {
    let config: Config = recipe(&[&["total_steps=1024", "eval_games=2"], set].concat());
    train(&config, &Task::of(&config).unwrap(), folder, Start::New).unwrap();
}

fn distil(
    start: &Path,
    out: &Path,
    games: usize,
    seed: u64,
    threads: usize,
) -> Result<(Vec<Epoch>, usize), String> {
    let fit = Fit { temperature: 0.1, epochs: 3, minibatch_size: 32, learning_rate: 1e-3, vf_coef: 0.5 };
    let plan = Plan {
        start,
        out,
        search: "flat:16",
        games,
        seed,
        fit,
        learners: Learners::OWN,
        threads,
        stop: &Token::new(|| false),
        labelled: &|_| {},
    };
    run(&plan).map_err(|e| e.to_string())
}

#[test]
fn a_network_learns_what_a_search_finds() {
    let (first, one, two) = (Scratch::new("student"), Scratch::new("distilled"), Scratch::new("again"));
    start(first.path());
    let (epochs, best) = distil(first.path(), one.path(), 32, 7, 1).unwrap();
    assert_eq!(epochs.len(), 4);
    println!("{epochs:?}");
    assert!(best > 0 && epochs[best].divergence < 0.97 * epochs[0].divergence, "{epochs:?}");
    assert!(epochs[0].most > 0.0 && epochs[0].gain == 0.0, "{epochs:?}");
    // It plays.
    let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
    game.player(one.path().to_str().unwrap()).unwrap();
    // Half of the games first, on other threads, then the rest.
    distil(first.path(), two.path(), 20, 7, 3).unwrap();
    let kept = |folder: &Path| fs::read_to_string(folder.join("labels").join("000000.jsonl")).unwrap();
    let before = kept(two.path());
    assert_eq!(distil(first.path(), two.path(), 32, 7, 1).unwrap(), (epochs, best));
    assert_eq!((kept(two.path()), kept(one.path())), (before.clone(), before));
    let model = |folder: &Path| fs::read(folder.join(BEST).join("model.safetensors")).unwrap();
    assert!(model(one.path()) == model(two.path()) && model(one.path()) != model(first.path()));
    // What cannot be is refused before anything is written.
    let nowhere = Scratch::new("distil_nowhere");
    let out = nowhere.path().join("out");
    let line = distil(nowhere.path().join("none").as_path(), &out, 32, 7, 1).unwrap_err();
    assert!(line.starts_with("no checkpoint folder at "), "{line}");
    let line = distil(first.path(), &out, 15, 7, 1).unwrap_err();
    assert!(line.contains("15 games are too few") && line.contains("it takes 16 of this recipe"), "{line}");
    let subgoals = Scratch::new("distil_subgoals");
    trained(subgoals.path(), &["game.name=dark_side_rising", "subgoals=true"]);
    let line = distil(subgoals.path(), &out, 32, 7, 1).unwrap_err();
    assert!(line.contains("chooses by subgoals, but a search analyses actions"), "{line}");
    assert!(!out.exists());
    // Labels of another plan are not mixed in, and damage is named.
    let line = distil(first.path(), two.path(), 32, 8, 1).unwrap_err();
    assert!(line.contains("holds labels of another search, network or seed: flat:16 over "), "{line}");
    let file = two.path().join("labels").join("000016.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let other = text.replacen("\"actions\":[", "\"actions\":[0,", 1);
    for (damaged, why) in [("{}\n", "it has no checksum"), (other.as_str(), "its checksum is another")] {
        fs::write(&file, damaged).unwrap();
        let line = distil(first.path(), two.path(), 32, 7, 1).unwrap_err();
        assert!(line.contains("line 1 of ") && line.contains("000016.jsonl is damaged"), "{line}");
        assert!(line.contains(why), "{line}");
    }
}

/// From a script's background, where interrupts are ignored from the start.
#[cfg(unix)]
#[test]
fn distillation_that_is_asked_to_end_keeps_its_labels() {
    let first = Scratch::new("distil_student");
    start(first.path());
    for signal in asking() {
        // On a busy machine the first game may take long.
        let mut kept = (0..8).map(|n| labels_until(signal, first.path(), Duration::from_millis(300 << n)));
        let kept = kept.find(|kept| !kept.is_empty()).expect("no game was labelled");
        assert!(kept.lines().all(|line| line.ends_with("\"}")), "{kept}");
    }
}

/// The labels that distillation keeps when it is asked to end so long after it has begun.
#[cfg(unix)]
fn labels_until(signal: &str, first: &Path, life: Duration) -> String {
    let out = Scratch::new("distil_asked");
    let words =
        "trap '' INT; exec \"$0\" distil \"$1\" --out \"$2\" --games 100000 --search flat:64 --threads 2";
    let mut shell = Command::new("sh");
    shell.args(["-c", words, env!("CARGO_BIN_EXE_holotable")]).arg(first).arg(out.path());
    let mut session = shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let labels = out.path().join("labels");
    while !labels.join("origin.txt").exists() {
        assert_eq!(session.try_wait().unwrap(), None, "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    sleep(life);
    assert!(Command::new("kill").args([signal, &session.id().to_string()]).status().unwrap().success());
    let ended = session.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{signal}: {said}");
    let told = ["the labels are kept in ", "the same command goes on"];
    assert!(told.iter().all(|words| said.contains(words)), "{said}");
    fs::read_to_string(labels.join("000000.jsonl")).unwrap_or_default()
}
