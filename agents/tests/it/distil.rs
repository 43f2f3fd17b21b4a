//! Expert iteration: a search labels games and the network learns from it, the same on any number of threads, and what was
//! labelled once is labelled for good.

use std::fs;
use std::path::Path;

use holotable_agents::any::Kind;
use holotable_agents::distil::{Epoch, Fit, Plan, run};
use holotable_agents::ppo::{BEST, Config, Learners, Start, Task, train};

use crate::recipe::recipe;
use crate::scratch::Scratch;

fn start(folder: &Path) {
    trained(folder, &["game.name=rebellion_combat", "chances=false"]);
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
    let aims = Scratch::new("distil_aims");
    trained(aims.path(), &["game.name=dark_side_rising", "aims=true"]);
    let line = distil(aims.path(), &out, 32, 7, 1).unwrap_err();
    assert!(line.contains("chooses by aims, but a search weighs actions"), "{line}");
    assert!(!out.exists());
    // Labels of another plan are not mixed in, and damage is named.
    let line = distil(first.path(), two.path(), 32, 8, 1).unwrap_err();
    assert!(line.contains("holds labels of another search, network or seed: flat:16 over "), "{line}");
    let labels = two.path().join("labels").join("000016.jsonl");
    let text = fs::read_to_string(&labels).unwrap();
    let digit = text.find("\"value\":0.").unwrap() + 10;
    let other = if &text[digit..=digit] == "1" { "2" } else { "1" };
    for changed in ["{}\n".to_owned(), text[..digit].to_owned() + other + &text[digit + 1..]] {
        fs::write(&labels, changed).unwrap();
        let line = distil(first.path(), two.path(), 32, 7, 1).unwrap_err();
        assert!(line.contains("000016.jsonl: it was damaged or edited"), "{line}");
    }
}
