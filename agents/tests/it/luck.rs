//! Luck, errors and corrections: they add up, luck is fair, and whoever does as the evaluator holds best makes no error.

use std::collections::HashMap;
use std::sync::Arc;

use holotable_agents::session::{Dice, GameSession, Seat};
use holotable_arena::tournament::Plan;
use holotable_arena::{compare, luck};
use holotable_env::{Sample, generator};
use holotable_erased::{AnyPlayer, AnyState, Kind};

/// A table at which an agent has every seat, and the last node once it has played to the end.
fn played(game: &str, agent: &str, seed: u64) -> (GameSession, usize) {
    // Three teams are evaluated by whoever acts, so that luck of one of them is nobody's to say.
    let two: &[_] = if game == "risk" { &[("players", "2")] } else { &[] };
    let game = Kind::named(game).unwrap().build(two.iter().copied(), None).unwrap();
    let seats = vec![Seat::Agent(agent.into()); game.teams().players()];
    let mut table = GameSession::new(game, seats, seed);
    let mut at = 0;
    while table.nodes[at].state.actor().is_some() {
        at = table.let_agent(at).unwrap();
    }
    (table, at)
}

#[test]
fn start_luck_errors_and_corrections_are_the_result() {
    for (game, seeds) in [("dark_side_rising", 0..2), ("rebellion_combat", 0..4)] {
        for seed in seeds {
            adds_up(game, seed);
        }
    }
}

/// Holds start, luck, errors and corrections of a game to its result.
fn adds_up(game: &str, seed: u64) {
    let (table, last) = played(game, "greedy", seed);
    let result = table.nodes[last].state.scores().unwrap()[0];
    let mut sum = table.value(0, "ppo", 0).unwrap().unwrap();
    for at in table.path(last).into_iter().skip(1) {
        let ply = table.split(at, "ppo", 0).unwrap().unwrap();
        let seat = table.nodes[at].played.as_ref().unwrap().seat;
        let own = if table.game.teams().of_seats()[seat] == 0 { ply.error } else { -ply.error };
        assert!(own <= 0.0 && (own < 0.0) == ply.best.is_some(), "{game} {seed}: {ply:?}");
        assert!(ply.unsure >= 0.0 && (ply.unsure == 0.0 || !ply.exact), "{game} {seed}: {ply:?}");
        sum += ply.luck + ply.error + ply.correction;
    }
    assert!((sum - result).abs() < 1e-9, "{game} {seed}: {sum}, {result}");
}

/// Over all results of a move, each by its chance, luck is nothing, and the rest is the same in each.
#[test]
fn luck_is_fair() {
    let mut tried = 0;
    for game in ["dark_side_rising", "rebellion_combat"] {
        let (mut table, last) = played(game, "expert", 5);
        for at in table.path(last).into_iter().skip(1).step_by(7) {
            let (parent, action) =
                (table.nodes[at].parent.unwrap(), table.nodes[at].played.as_ref().unwrap().action);
            let Ok(results) = table.nodes[parent].state.outcomes(action, 500) else { continue };
            if results.len() < 2 {
                continue;
            }
            let (mut luck, mut mass, mut rest) = (0.0, 0.0, Vec::new());
            for result in results {
                let child = table.play(parent, action, &Dice::Chosen(result.picks)).unwrap();
                let ply = table.split(child, "ppo", 0).unwrap().unwrap();
                luck += result.probability * ply.luck;
                mass += result.probability;
                rest.push((ply.error, ply.correction));
            }
            assert!((mass - 1.0).abs() < 1e-9 && luck.abs() < 1e-9, "{game}: {mass} {luck}");
            assert!(rest.iter().all(|one| *one == rest[0]), "{rest:?}");
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

/// Whoever plays the moves that the evaluator's values prefer makes no error, for either side.
#[test]
fn the_moves_that_a_judge_holds_best_are_no_errors() {
    for (name, seed) in [("dark_side_rising", 4), ("rebellion_combat", 4)] {
        let game = Kind::named(name).unwrap().build([], None).unwrap();
        let mut evaluator = game.player("ppo").unwrap();
        let mut state = Arc::clone(&game).start(Sample(generator(seed, 0)));
        let (mut moves, mut corrected) = (0, 0.0);
        while let Some(seat) = state.actor().filter(|_| moves < 60) {
            let team = game.teams().of_seats()[seat];
            let mean = |evaluator: &mut dyn AnyPlayer, action| {
                let results = state.outcomes(action, 100_000).unwrap();
                results
                    .iter()
                    .map(|r| r.probability * luck::value(evaluator, r.state.as_ref(), team).unwrap())
                    .sum::<f64>()
            };
            let worth: Vec<(usize, f64)> =
                state.legal().into_iter().map(|action| (action, mean(evaluator.as_mut(), action))).collect();
            let best = worth.iter().fold(worth[0], |best, &one| if one.1 > best.1 { one } else { best });
            let mut next = state.copy(true);
            next.apply(best.0).unwrap();
            let split =
                luck::split(evaluator.as_mut(), (state.as_ref(), best.0, next.as_ref()), team).unwrap();
            if split.exact {
                assert_eq!((split.error, split.unsure, split.best), (0.0, 0.0, None), "{name} {moves}");
                corrected += split.correction.abs();
            }
            // Of another move the same account says how much it costs.
            if let Some(&(worse, worth)) = worth.iter().find(|one| one.1 < best.1 && split.exact) {
                let mut next = state.copy(true);
                next.apply(worse).unwrap();
                let split =
                    luck::split(evaluator.as_mut(), (state.as_ref(), worse, next.as_ref()), team).unwrap();
                if split.exact {
                    assert!((split.error - (worth - best.1)).abs() < 1e-12, "{name} {moves}: {split:?}");
                    assert_eq!(split.best, Some(best.0));
                }
                assert!(
                    split.error <= 0.0 && (split.exact || split.unsure >= 0.0),
                    "{name} {moves}: {split:?}"
                );
                if game.teams().leads().len() == 2 {
                    let moved = (state.as_ref(), worse, next.as_ref());
                    let opponent = luck::split(evaluator.as_mut(), moved, 1 - team).unwrap();
                    assert!((opponent.error + split.error).abs() < 1e-12, "an error is the opponent's gain");
                }
            }
            state = next;
            moves += 1;
        }
        assert!(moves > 10 && corrected > 0.0, "{name}: {moves}, {corrected}");
    }
}

/// Follows every answer of chance to the end: the mean of the result, and of the luck on the way.
fn through(
    state: &dyn AnyState,
    agent: &mut dyn AnyPlayer,
    evaluator: &mut dyn AnyPlayer,
    known: &mut HashMap<u64, (f64, f64)>,
) -> (f64, f64) {
    if let Some(scores) = state.scores() {
        return (scores[0], 0.0);
    }
    if let Some(found) = known.get(&state.hash_code()) {
        return *found;
    }
    let action = agent.choose(state, &mut Sample(generator(1, 0)));
    let (mut score, mut luck) = (0.0, 0.0);
    for result in state.outcomes(action, 10_000).unwrap() {
        let next = result.state.as_ref();
        let (own, exact) = luck::of_move(evaluator, (state, action, next), 0).unwrap();
        assert!(exact);
        let (later, more) = through(next, agent, evaluator, known);
        score += result.probability * later;
        luck += result.probability * (own + more);
    }
    known.insert(state.hash_code(), (score, luck));
    (score, luck)
}

/// So a result less its luck has the mean of the result, whoever plays and whatever the evaluator is worth.
#[test]
fn the_luck_of_whole_games_is_nothing_in_the_mean() {
    let options = [("value", "4"), ("tactics", "false")];
    let game = Kind::named("rebellion_combat").unwrap().build(options, None).unwrap();
    for (seed, agent, evaluator) in [(1, "greedy", "ppo"), (2, "expert", "ppo")] {
        let start = Arc::clone(&game).start(Sample(generator(seed, 0)));
        let [mut agent, mut evaluator] = [agent, evaluator].map(|name| game.player(name).unwrap());
        let (score, luck) = through(start.as_ref(), agent.as_mut(), evaluator.as_mut(), &mut HashMap::new());
        assert!((0.0..=1.0).contains(&score) && luck.abs() < 1e-9, "{seed}: {score}, {luck}");
    }
}

#[test]
fn a_comparison_without_its_luck_varies_less_and_is_the_same_on_any_number_of_threads() {
    let game = Kind::named("rebellion_combat").unwrap().build([("value", "8")], None).unwrap();
    let compared = |evaluator, threads| {
        let plan = Plan { games: 240, seed: 9, threads, check: false, progress: &|_| {}, stop: &|| false };
        compare::run(&game, &["expert", "random"], evaluator, &plan)
    };
    let plain = serde_json::to_value(compared(None, 2).unwrap()).unwrap();
    let [one, three] =
        [1, 3].map(|threads| serde_json::to_value(compared(Some("ppo"), threads).unwrap()).unwrap());
    assert_eq!(one, three);
    let adjusted = &one["adjusted"];
    assert!(plain.get("adjusted").is_none());
    assert_eq!(
        (&plain["both"], &plain["only_a"]),
        (&one["both"], &one["only_a"]),
        "the same games are played"
    );
    let [ratio, share] = ["variance_ratio", "luck_share"].map(|key| adjusted[key].as_f64().unwrap());
    assert!(ratio > 1.1 && (share - (1.0 - 1.0 / ratio)).abs() < 1e-9, "{adjusted}");
    let [low, high] = ["ci_low", "ci_high"].map(|key| adjusted[key].as_f64().unwrap());
    assert!((low..=high).contains(&adjusted["plain"].as_f64().unwrap()), "{adjusted}");

    let refused = |evaluator| compared(Some(evaluator), 1).unwrap_err().to_string();
    assert_eq!(refused("greedy"), "evaluated by greedy: the evaluator gives no evaluation of a position");
    assert!(refused("nobody").starts_with("unknown agent 'nobody'"));
    let risk = Kind::named("risk").unwrap().build([], None).unwrap();
    let plan = Plan { games: 2, seed: 9, threads: 1, check: false, progress: &|_| {}, stop: &|| false };
    let three = compare::run(&risk, &["random", "random"], Some("ppo"), &plan).unwrap_err().to_string();
    assert!(three.starts_with("luck is adjusted in games of one or two teams, and risk has 3"), "{three}");
}

/// A game that is played at a table, saved and read again is the same game, and so is that of the command line.
#[test]
fn a_table_keeps_what_everybody_keeps() {
    for name in ["dark_side_rising", "rebellion_combat"] {
        let (table, last) = played(name, "expert", 3);
        let replay = table.replay(last);
        let game = Kind::named(name).unwrap().build([], None).unwrap();
        let mut players = [(0, game.player("expert").unwrap())].into();
        let seats = game.teams().players();
        let (same, ..) = game.record(&vec![0; seats], &vec!["expert".to_owned(); seats], &mut players, 3);
        assert_eq!(replay.to_text(), same.to_text());
        let back = GameSession::of_replay(&replay, None).unwrap();
        assert_eq!(back.nodes.len(), table.nodes.len());
        for (one, other) in back.nodes.iter().zip(&table.nodes) {
            assert_eq!(
                one.played.as_ref().map(|c| &c.result.story),
                other.played.as_ref().map(|c| &c.result.story)
            );
            assert!(one.state.same(other.state.as_ref()));
        }
        assert!(back.is_open());
    }
}
