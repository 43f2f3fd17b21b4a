//! Games as data play back to what was seen, and nothing else is taken for one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use holotable_arena::dataset::{self, Made, Row, Steps, expand, generate, loose, parts, read, rules};
use holotable_arena::pace::SAVES;
use holotable_arena::tournament::Plan;
use holotable_env::Replay;
use holotable_erased::{AnyGame, Kind, Players};
use holotable_games::GAMES;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::error::Error;

use crate::scratch::Scratch;

const SEED: u64 = 77;

pub fn make(
    game: &Arc<dyn AnyGame>,
    agents: &[&str],
    folder: &Path,
    games: u64,
    threads: usize,
) -> Result<Made, Error> {
    let plan = Plan { games, seed: SEED, threads, check: false, progress: &|_| {}, stop: &|| false };
    generate(game, agents, folder, &plan, SAVES)
}

/// The files of a folder of games.
fn files(folder: &Path) -> Vec<PathBuf> {
    parts(folder).unwrap().into_iter().map(|part| part.path).collect()
}

/// All games of a folder, as they were written.
fn all(folder: &Path) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for part in parts(folder).map_err(|e| e.to_string())? {
        rows.extend(read(&part.path, part.sums.as_deref()).map_err(|e| e.to_string())?);
    }
    Ok(rows)
}

fn contents(folder: &Path) -> Vec<Vec<u8>> {
    files(folder).iter().map(|path| fs::read(path).unwrap()).collect()
}

pub fn small(name: &str) -> Arc<dyn AnyGame> {
    Kind::named(name).unwrap().build([] as [(&str, &str); 0], None).unwrap()
}

/// Arrays for the decisions of some rows.
struct Arrays {
    obs: Vec<f32>,
    mask: Vec<bool>,
    action: Vec<i64>,
    player: Vec<u8>,
    score: Vec<f32>,
    game: Vec<i64>,
    policy: Vec<f32>,
    value: Vec<f32>,
}

impl Arrays {
    fn of(rows: &[Row], chosen: &[usize], threads: usize) -> Result<Self, Error> {
        Self::evaluated(rows, chosen, None, threads)
    }

    fn evaluated(rows: &[Row], chosen: &[usize], agent: Option<&str>, threads: usize) -> Result<Self, Error> {
        let rules = rules(rows, None)?;
        let n: usize = chosen.iter().map(|&i| rows[i].decisions as usize).sum();
        let layout = rules[0].layout(FeatureSet::PLAIN);
        let mut a = Self {
            obs: vec![0.0; n * layout.observation],
            mask: vec![false; n * layout.actions],
            action: vec![0; n],
            player: vec![0; n],
            score: vec![0.0; n],
            game: vec![0; n],
            policy: vec![0.0; if agent.is_some() { n * layout.actions } else { 0 }],
            value: vec![0.0; if agent.is_some() { n } else { 0 }],
        };
        let Self { obs, mask, action, player, score, game, policy, value } = &mut a;
        let steps = Steps { obs, mask, action, player, score, game, policy, value };
        expand(rows, &rules, chosen, steps, agent, threads)?;
        Ok(a)
    }
}

/// What positions show along the replay of a row is what its arrays hold.
fn holds_what_was_seen(game: &Arc<dyn AnyGame>, row: &Row, replay: &Replay) {
    let arrays = Arrays::of(std::slice::from_ref(row), &[0], 1).unwrap();
    let layout = game.layout(FeatureSet::PLAIN);
    let frames = Arc::clone(game).frames(replay).unwrap();
    let scores = frames.last().unwrap().scores().unwrap();
    let mut n = 0;
    for (s, &action) in frames.iter().zip(&row.actions).filter(|(s, _)| !s.is_forced()) {
        let seat = s.actor().unwrap();
        let mut seen = vec![0.0; layout.observation];
        s.observe(seat, &mut seen);
        assert_eq!(arrays.obs[n * layout.observation..][..layout.observation], seen);
        let legal = arrays.mask[n * layout.actions..][..layout.actions]
            .iter()
            .enumerate()
            .filter(|(_, legal)| **legal);
        assert_eq!(legal.map(|(a, _)| a).collect::<Vec<_>>(), s.legal());
        assert_eq!((arrays.action[n], usize::from(arrays.player[n])), (i64::from(action), seat));
        assert_eq!((arrays.score[n], arrays.game[n]), (scores[seat] as f32, 0));
        n += 1;
    }
    assert_eq!(n, row.decisions as usize);
}

#[test]
fn rows_of_every_game_are_what_was_played_on_any_number_of_threads() {
    let scratch = Scratch::new("dataset");
    for &name in GAMES {
        let game = small(name);
        let (one, three) =
            (scratch.path().join(format!("{name}-1")), scratch.path().join(format!("{name}-3")));
        make(&game, &["random"], &one, 3, 1).unwrap();
        make(&game, &["random"], &three, 3, 3).unwrap();
        let (path, other) = (&files(&one)[0], &files(&three)[0]);
        assert_eq!(fs::read(path).unwrap(), fs::read(other).unwrap());
        let rows = read(path, None).unwrap();
        let seats = game.teams().players();
        for (row, seed) in rows.iter().zip(SEED..) {
            let mut players = Players::from([(0, game.player("random").unwrap())]);
            let names = vec!["random".to_owned(); seats];
            let (replay, ..) = Arc::clone(&game).record(&vec![0; seats], &names, &mut players, seed);
            assert_eq!(row.replay(game.actions()).unwrap().to_text(), replay.to_text());
            holds_what_was_seen(&game, row, &replay);
        }
        let (all, again) = (Arrays::of(&rows, &[2, 0], 1).unwrap(), Arrays::of(&rows, &[2, 0], 3).unwrap());
        assert_eq!((all.obs, all.mask, all.action), (again.obs, again.mask, again.action));
        assert_eq!((all.game.first(), all.game.last()), (Some(&2), Some(&0)));
    }
}

/// A network's policy is legal, sums to 1 and has its greatest share where the network plays.
#[test]
fn an_agent_says_what_it_makes_of_every_decision() {
    let scratch = Scratch::new("dataset-evaluated");
    let game = small("rebellion_combat");
    make(&game, &["ppo"], scratch.path(), 4, 0).unwrap();
    let rows = read(&files(scratch.path())[0], None).unwrap();
    let chosen = [3, 0, 2];
    let one = Arrays::evaluated(&rows, &chosen, Some("ppo"), 1).unwrap();
    let actions = game.layout(FeatureSet::PLAIN).actions;
    for (n, policy) in one.policy.chunks_exact(actions).enumerate() {
        let legal = &one.mask[n * actions..][..actions];
        assert!(policy.iter().zip(legal).all(|(&share, &legal)| share >= 0.0 && (share == 0.0 || legal)));
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let best = policy.iter().copied().fold(0.0, f32::max);
        assert!(policy[one.action[n] as usize] >= best, "the network plays what it holds for best");
        assert!((0.0..=1.0).contains(&one.value[n]));
    }
    let mean = one.value.iter().sum::<f32>() / one.value.len() as f32;
    assert!(one.value.iter().any(|value| (value - mean).abs() > 0.02), "positions differ");
    let many = Arrays::evaluated(&rows, &chosen, Some("ppo"), 3).unwrap();
    assert_eq!((one.policy, one.value, one.obs), (many.policy, many.value, many.obs));
    let refused = |agent| Arrays::evaluated(&rows, &[0], Some(agent), 1).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused("expert"),
        "expert gives no evaluation: policies and values are those of networks and searches, such as ppo and flat:100@all"
    );
    assert!(refused("exprt").contains("did you mean 'expert'?"));
}

#[test]
fn a_folder_is_gone_on_with_and_keeps_to_its_games() {
    let scratch = Scratch::new("dataset-on");
    let game = small("rebellion_combat");
    let (once, twice) = (scratch.path().join("once"), scratch.path().join("twice"));
    make(&game, &["random", "greedy"], &once, 1003, 0).unwrap();
    make(&game, &["random", "greedy"], &twice, 1001, 0).unwrap();
    let before = fs::metadata(&files(&twice)[0]).unwrap().modified().unwrap();
    make(&game, &["random", "greedy"], &twice, 1003, 0).unwrap();
    assert!(contents(&once) == contents(&twice));
    let part = &files(&twice)[0];
    assert_eq!(fs::metadata(part).unwrap().modified().unwrap(), before, "a complete file is left alone");
    assert_eq!(read(part, None).unwrap()[0].agents, ["random", "greedy"]);

    let other = make(&game, &["greedy"], &twice, 1003, 0).unwrap_err().to_string();
    assert!(
        other.ends_with(
            r#"twice holds other games: their agents is ["random","greedy"], not ["greedy","greedy"]"#
        ),
        "{other}"
    );
    let three = make(&game, &["random"; 3], &scratch.path().join("three"), 1, 0).unwrap_err().to_string();
    assert_eq!(three, "3 agents are named, but it takes one for all seats or one for each of the 2");
    let none = parts(scratch.path()).unwrap_err().to_string();
    assert!(none.starts_with("there are no games in "), "{none}");
}

#[test]
fn rows_that_were_not_played_are_refused() {
    let scratch = Scratch::new("dataset-hostile");
    let game = small("dark_side_rising");
    make(&game, &["random"], scratch.path(), 2, 0).unwrap();
    let path = &files(scratch.path())[0];
    let rows = read(path, None).unwrap();
    let refused = |harm: &dyn Fn(&mut Row), says: &str| {
        let mut rows = rows.clone();
        harm(&mut rows[1]);
        let line = Arrays::of(&rows, &[0, 1], 2).map(|_| ()).unwrap_err().to_string();
        assert!(line.starts_with("row 1: ") && line.contains(says), "{line}");
    };
    refused(&|row| row.game = "chess".into(), "unknown game 'chess'");
    refused(&|row| row.game = "conflict".into(), "");
    refused(&|row| row.rules_version += 1, "rules version");
    refused(&|row| row.data = "0".repeat(16), "data set");
    refused(&|row| row.options = "{".into(), "no JSON");
    refused(&|row| row.options = "{\"players\":9}".into(), "players");
    refused(&|row| row.actions[3] = 1 << 30, "move 4: there is no action 1073741824");
    refused(&|row| row.actions.swap(0, 9), "is not legal");
    refused(&|row| row.players[5] = 3, "move 6: it is not the turn of seat 3");
    refused(&|row| row.picks[0] = 99, "impossible");
    refused(&|row| row.start.truncate(1), "start: ");
    refused(&|row| row.picks.truncate(row.picks.len() - 1), "answers that sum to");
    refused(&|row| row.players.truncate(2), "players");
    refused(&|row| row.answers.push(u32::MAX), "answers that sum to");
    refused(&|row| row.decisions += 1, "it says that the game has");
    refused(&|row| row.decisions -= 1, "it says that the game has");
    refused(&|row| row.scores[0] = 0.5, "the moves lead to another one");
    refused(&|row| row.scores.clear(), "the moves lead to another one");
    refused(
        &|row| {
            row.actions.pop();
            row.players.pop();
            let last = row.answers.pop().unwrap() as usize;
            row.picks.truncate(row.picks.len() - last);
        },
        "the moves lead to another one",
    );

    // Whatever happens to the bytes of a file, it is read as games or refused in one line.
    let (bytes, hurt) = (fs::read(path).unwrap(), scratch.path().join("hurt"));
    let tried = |bytes: &[u8]| {
        fs::write(&hurt, bytes).unwrap();
        if let Err(e) = read(&hurt, None) {
            assert!(e.to_string().starts_with(&format!("cannot read {}", hurt.display())), "{e}");
        }
    };
    for i in (0..bytes.len()).step_by(bytes.len() / 400) {
        tried(&bytes[..i]);
        let mut bytes = bytes.clone();
        bytes[i] ^= 0x55;
        tried(&bytes);
    }
    assert!(read(scratch.path(), None).unwrap_err().to_string().contains("not a regular file"));
}

/// A folder of three parts, two of them whole.
fn three_parts(game: &Arc<dyn AnyGame>, folder: &Path) -> Vec<Vec<u8>> {
    make(game, &["random"], folder, 2005, 0).unwrap();
    contents(folder)
}

#[test]
fn a_part_that_is_not_as_it_was_written_is_named_and_made_anew() {
    let scratch = Scratch::new("dataset-harmed");
    let game = Kind::named("rebellion_combat").unwrap().build([("value", "5")], None).unwrap();
    let folder = scratch.path();
    let whole = three_parts(&game, folder);
    let files = files(folder);
    let read_all = all(folder).unwrap();
    assert_eq!(
        read_all.iter().map(|row| row.seed).collect::<Vec<_>>(),
        (SEED..SEED + 2005).collect::<Vec<_>>()
    );
    let swapped = || {
        fs::rename(&files[0], folder.join("x")).unwrap();
        fs::rename(&files[1], &files[0]).unwrap();
        fs::rename(folder.join("x"), &files[1]).unwrap();
    };
    let flipped = || {
        let mut bytes = whole[1].clone();
        bytes[5000] ^= 1;
        fs::write(&files[1], bytes).unwrap();
    };
    let harms: [(&str, &dyn Fn(), &str); 6] = [
        ("a bit", &flipped, "part-00001.parquet was damaged"),
        (
            "cut",
            &|| fs::write(&files[1], &whole[1][..whole[1].len() / 2]).unwrap(),
            "part-00001.parquet was damaged",
        ),
        ("gone", &|| fs::remove_file(&files[1]).unwrap(), "part-00001.parquet was missing"),
        ("the last gone", &|| fs::remove_file(&files[2]).unwrap(), "part-00002.parquet was missing"),
        ("swapped", &swapped, "part-00000.parquet was damaged"),
        ("another's", &|| fs::write(&files[1], &whole[0]).unwrap(), "part-00001.parquet was damaged"),
    ];
    for (what, harm, says) in harms {
        harm();
        let refused = all(folder).unwrap_err();
        assert!(refused.contains(&says[..18]) && refused.lines().count() == 1, "{what}: {refused}");
        let made = make(&game, &["random"], folder, 2005, 0).unwrap();
        assert!(made.notes[0].starts_with(says), "{what}: {:?}", made.notes);
        assert!(contents(folder) == whole, "{what}");
        assert!(make(&game, &["random"], folder, 2005, 0).unwrap().notes.is_empty());
    }
    // What is there beside the parts is read by nobody, and stays.
    for (name, from) in [("backup.parquet", 0), ("part-00003.parquet", 1), ("part-0.parquet", 2)] {
        let stray = folder.join(name);
        fs::copy(&files[from], &stray).unwrap();
        let says = format!("{} is none of the parts that _games.json lists", stray.display());
        assert!(all(folder).unwrap_err().starts_with(&says));
        assert!(make(&game, &["random"], folder, 2005, 0).unwrap_err().to_string().starts_with(&says));
        fs::remove_file(&stray).unwrap();
    }
    assert!(all(folder).unwrap() == read_all);
}

#[test]
fn the_list_of_parts_is_checked_itself() {
    let scratch = Scratch::new("dataset-list");
    let (game, folder) = (small("rebellion_combat"), scratch.path());
    make(&game, &["random", "greedy"], folder, 30, 0).unwrap();
    let list = folder.join("_games.json");
    let text = fs::read_to_string(&list).unwrap();
    for bit in (0..text.trim_end().len() * 8).step_by(97) {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&list, bytes).unwrap();
        let refused = all(folder).unwrap_err();
        assert!(refused.starts_with(&format!("cannot read {}", list.display())), "{refused}");
        assert!(make(&game, &["random", "greedy"], folder, 30, 0).is_err());
    }
    fs::remove_file(&list).unwrap();
    let without = all(folder).unwrap_err();
    assert!(
        without.starts_with("there is no _games.json beside ") && without.contains("part-00000.parquet"),
        "{without}"
    );
    let refused = make(&game, &["greedy"], folder, 30, 0).unwrap_err().to_string();
    assert!(refused.contains("but no _games.json that says what it holds"), "{refused}");
    // Who wants the files as they are gets them.
    let loose = loose(folder).unwrap();
    assert_eq!((loose[0].first, read(&loose[0].path, None).unwrap().len()), (0, 30));
}

#[test]
fn a_call_for_other_or_fewer_games_says_what_differs() {
    let scratch = Scratch::new("dataset-other");
    let kind = Kind::named("rebellion_combat").unwrap();
    let game = |value: &str| kind.build([("value", value)], None).unwrap();
    make(&game("5"), &["random"], scratch.path(), 40, 0).unwrap();
    let holds = scratch.path().display();
    let other = make(&game("6"), &["random"], scratch.path(), 40, 0).unwrap_err().to_string();
    assert_eq!(other, format!("{holds} holds other games: their options.value is 5, not 6"));
    let fewer = make(&game("5"), &["random"], scratch.path(), 39, 0).unwrap_err().to_string();
    assert_eq!(fewer, format!("{holds} holds 40 games already, more than the 39 that are asked for"));
    let mine = holotable_store::folder::lock(scratch.path()).unwrap();
    let twice = make(&game("5"), &["random"], scratch.path(), 40, 0).unwrap_err().to_string();
    assert_eq!(twice, format!("another session is at work in {holds}"));
    drop(mine);
}

/// No bit of a part can change without a word, and none makes a reader who does not look ask for memory that is not there.
#[test]
fn a_bit_that_flips_is_told() {
    let scratch = Scratch::new("dataset-bits");
    let game = small("rebellion_combat");
    make(&game, &["random"], scratch.path(), 60, 0).unwrap();
    let part = parts(scratch.path()).unwrap().remove(0);
    let bytes = fs::read(&part.path).unwrap();
    for i in 0..700 {
        let mut hurt = bytes.clone();
        let bit = i * bytes.len() * 8 / 700 + i % 8;
        hurt[bit / 8] ^= 1 << (bit % 8);
        fs::write(&part.path, hurt).unwrap();
        assert!(
            read(&part.path, part.sums.as_deref())
                .unwrap_err()
                .to_string()
                .contains("its checksum is another")
        );
        for row in read(&part.path, None).unwrap_or_default() {
            assert!(row.decisions as usize <= row.actions.len());
        }
    }
}

/// Whoever stops the games, or kills them, loses what was not saved yet alone.
#[test]
fn games_are_saved_while_they_are_played_and_when_they_are_stopped() {
    let scratch = Scratch::new("dataset-stopped");
    let game = small("rebellion_combat");
    let [straight, stopped] = ["straight", "stopped"].map(|name| scratch.path().join(name));
    make(&game, &["random"], &straight, 90, 0).unwrap();
    for every in [Duration::ZERO, SAVES] {
        let played = AtomicU64::new(0);
        let progress = |n| {
            played.fetch_add(n, Ordering::Relaxed);
        };
        let stop = || played.load(Ordering::Relaxed) >= 40;
        let plan = Plan { games: 90, seed: SEED, threads: 2, check: false, progress: &progress, stop: &stop };
        let line = generate(&game, &["random"], &stopped, &plan, every).unwrap_err().to_string();
        assert_eq!(line, "the games were broken off");
        let kept = all(&stopped).unwrap();
        assert!((40..90).contains(&kept.len()), "{}", kept.len());
        assert!(kept == all(&straight).unwrap()[..kept.len()]);
        // They are not played again.
        let played = AtomicU64::new(0);
        let progress = |n| {
            played.fetch_add(n, Ordering::Relaxed);
        };
        let plan =
            Plan { games: 90, seed: SEED, threads: 2, check: false, progress: &progress, stop: &|| false };
        let mut folder =
            dataset::Folder::open(&stopped, dataset::provenance(&game, &["random"], SEED).unwrap(), 90)
                .unwrap();
        assert_eq!((folder.missing().unwrap(), folder.rows(0).unwrap().len()), (vec![0], kept.len()));
        drop(folder);
        generate(&game, &["random"], &stopped, &plan, every).unwrap();
        assert_eq!(played.load(Ordering::Relaxed), 90);
        assert!(contents(&stopped) == contents(&straight));
        fs::remove_dir_all(&stopped).unwrap();
    }
}
