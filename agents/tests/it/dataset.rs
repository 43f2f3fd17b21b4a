//! Games as data play back to what was seen, and nothing else is taken for one.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use holotable_agents::any::{AnyGame, Kind, Players, View};
use holotable_agents::dataset::{Row, Steps, expand, generate, parts, read, rules};
use holotable_agents::error::Error;
use holotable_agents::tournament::Plan;
use holotable_env::Replay;
use holotable_env::games::GAMES;

use crate::scratch::Scratch;

const SEED: u64 = 77;

fn make(
    game: &Arc<dyn AnyGame>,
    agents: &[&str],
    folder: &Path,
    games: u64,
    threads: usize,
) -> Result<(), Error> {
    let plan = Plan { games, seed: SEED, threads, check: false, progress: &|_| {}, stop: &|| false };
    generate(game, agents, folder, &plan)
}

fn small(name: &str) -> Arc<dyn AnyGame> {
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
        Self::judged(rows, chosen, None, threads)
    }

    fn judged(rows: &[Row], chosen: &[usize], agent: Option<&str>, threads: usize) -> Result<Self, Error> {
        let rules = rules(rows, None)?;
        let n: usize = chosen.iter().map(|&i| rows[i].decisions as usize).sum();
        let layout = rules[0].layout(View::PLAIN);
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
    let layout = game.layout(View::PLAIN);
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
        let (path, other) = (&parts(&one).unwrap()[0], &parts(&three).unwrap()[0]);
        assert_eq!(fs::read(path).unwrap(), fs::read(other).unwrap());
        let rows = read(path).unwrap();
        let seats = game.teams().players();
        for (row, seed) in rows.iter().zip(SEED..) {
            let mut players = Players::from([(0, game.player("random").unwrap())]);
            let names = vec!["random".to_owned(); seats];
            let (replay, _) = Arc::clone(&game).record(&vec![0; seats], &names, &mut players, seed);
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
    let scratch = Scratch::new("dataset-judged");
    let game = small("rebellion_combat");
    make(&game, &["ppo"], scratch.path(), 4, 0).unwrap();
    let rows = read(&parts(scratch.path()).unwrap()[0]).unwrap();
    let chosen = [3, 0, 2];
    let one = Arrays::judged(&rows, &chosen, Some("ppo"), 1).unwrap();
    let actions = game.layout(View::PLAIN).actions;
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
    let many = Arrays::judged(&rows, &chosen, Some("ppo"), 3).unwrap();
    assert_eq!((one.policy, one.value, one.obs), (many.policy, many.value, many.obs));
    let refused = |agent| Arrays::judged(&rows, &[0], Some(agent), 1).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused("expert"),
        "expert has no opinion: policies and values are those of networks and searches, such as ppo and flat:100@all"
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
    let before = fs::metadata(&parts(&twice).unwrap()[0]).unwrap().modified().unwrap();
    make(&game, &["random", "greedy"], &twice, 1003, 0).unwrap();
    let bytes =
        |folder: &Path| parts(folder).unwrap().iter().map(|part| fs::read(part).unwrap()).collect::<Vec<_>>();
    assert!(bytes(&once) == bytes(&twice));
    let part = &parts(&twice).unwrap()[0];
    assert_eq!(fs::metadata(part).unwrap().modified().unwrap(), before, "a complete file is left alone");
    assert_eq!(read(part).unwrap()[0].agents, ["random", "greedy"]);

    let other = make(&game, &["greedy"], &twice, 1003, 0).unwrap_err().to_string();
    assert!(
        other.contains(r#"holds other games: their agents is ["random","greedy"], not ["greedy","greedy"]"#),
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
    let path = &parts(scratch.path()).unwrap()[0];
    let rows = read(path).unwrap();
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
    refused(&|row| row.actions[3] = 1 << 30, "move 4: action 1073741824 is none");
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
        if let Err(e) = read(&hurt) {
            assert!(e.to_string().starts_with(&format!("cannot read {}", hurt.display())), "{e}");
        }
    };
    for i in (0..bytes.len()).step_by(bytes.len() / 400) {
        tried(&bytes[..i]);
        let mut bytes = bytes.clone();
        bytes[i] ^= 0x55;
        tried(&bytes);
    }
    assert!(read(scratch.path()).unwrap_err().to_string().contains("not a regular file"));
}
