//! What people and evaluators add to a game is kept beside its moves in a replay.

use holotable_agents::session::evaluation::NodeEvaluation;
use holotable_agents::session::luck::COSTLIEST;
use holotable_agents::session::study::MOST_NAME;
use holotable_agents::session::{Dice, GameSession, Seat};
use holotable_env::{Replay, Viewer};
use holotable_erased::Kind;
use serde_json::{Value, json};

/// A finished game with two variations, one within the other and one with other dice, names, and an evaluation; and a node of its main line.
pub fn studied() -> (GameSession, usize) {
    let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
    let seats = vec![Seat::Agent("ppo".into()); game.teams().players()];
    let (mut table, mut at) = (GameSession::new(game, seats, 9), 0);
    while table.nodes[at].state.actor().is_some() {
        at = table.let_agent(at).unwrap();
    }
    let end = at;
    let other = |table: &GameSession, at: usize| {
        let played = table.nodes[table.nodes[at].children[0]].played.as_ref().unwrap().action;
        table.nodes[at].state.legal().into_iter().find(|&action| action != played).unwrap()
    };
    let first = table.play(0, other(&table, 0), &Dice::Same).unwrap();
    let second = table.let_agent(first).unwrap();
    let third = table.let_agent(second).unwrap();
    table.play(second, table.nodes[third].played.as_ref().unwrap().action, &Dice::New).unwrap();
    let played = table.nodes[1].played.as_ref().unwrap().action;
    table.play(0, played, &Dice::New).unwrap();
    table.node_mut(first).name = Some("the other sector".into());
    table.node_mut(end).name = Some("lost, or won".into());
    table.evaluate("ppo", 0).unwrap();
    (table, 3)
}

/// The states of a table in the order of its file.
fn states(table: &GameSession) -> Vec<Value> {
    table.order(0).0.into_iter().map(|node| table.nodes[node].state.json(Viewer::All)).collect()
}

#[test]
fn a_replay_keeps_variations_names_and_evaluations() {
    let (table, at) = studied();
    let text = table.saved(at);
    let read = GameSession::of_text(&text, None).unwrap();
    assert_eq!(states(&read), states(&table));
    assert_eq!(read.order(0).1, table.order(0).1, "the same variations");
    assert_eq!(table.order(0).1.len(), 3);
    assert_eq!(read.saved(0), text, "and again the same text");
    let names =
        |t: &GameSession| -> Vec<_> { t.order(0).0.iter().map(|&n| t.nodes[n].name.clone()).collect() };
    assert_eq!(names(&read), names(&table));
    let (known, begun) = (read.evaluation.as_ref().unwrap(), table.evaluation.as_ref().unwrap());
    assert_eq!((&known.agent, known.found.len()), (&begun.agent, begun.found.len()));
    let played_on = |found: &NodeEvaluation| found.ply.as_ref().is_some_and(|ply| ply.played_on.is_some());
    let played_on = begun.found.values().filter(|found| played_on(found)).count();
    assert!((1..=COSTLIEST).contains(&played_on), "{played_on}");
    let result = table.nodes[table.end(0)].state.scores().unwrap()[0];
    assert_eq!(known.found[&read.end(0)].value, Some(result));
    // Whoever knows nothing of it reads the game alone, and a game to which nothing was added is written as before.
    let plain = Replay::from_text(&text).unwrap();
    assert_eq!(plain, table.replay(table.end(at)));
    let game = GameSession::of_replay(&plain, None).unwrap();
    assert_eq!(game.saved(0), plain.to_text());
}

#[test]
fn what_fits_no_game_is_refused_in_one_line() {
    let (table, _) = studied();
    let text = table.saved(0);
    let (moves, last) = text.trim_end().rsplit_once('\n').unwrap();
    let with = |edit: &dyn Fn(&mut Value)| {
        let mut line: Value = serde_json::from_str(last).unwrap();
        edit(&mut line);
        let refused = GameSession::of_text(&format!("{moves}\n{line}\n"), None).err();
        let told = refused.map(|e| e.to_string()).unwrap_or_default();
        assert!(!told.is_empty() && !told.contains('\n'), "{told}");
        told
    };
    assert!(with(&|line| line["variations"][0]["from"] = json!(100_000)).contains("must be below"));
    assert!(
        with(&|line| line["variations"][0]["moves"][0]["action"] = json!("Fly")).contains("no action 'Fly'")
    );
    assert!(
        with(&|line| line["variations"][0]["moves"][0]["picks"] = json!([9, 9, 9])).contains("variation 1")
    );
    assert!(
        with(&|line| line["names"] = json!({ "1": "n".repeat(MOST_NAME + 1) })).contains("80 characters")
    );
    assert!(with(&|line| line["names"] = json!({ "99999": "far" })).contains("must be below"));
    assert!(with(&|line| line["evaluation"]["team"] = json!(7)).contains("team 7"));
    assert!(
        with(&|line| line["evaluation"]["found"]["0"]["value"] = json!(1.5)).contains("no chance to win")
    );
    assert!(with(&|line| line["evaluation"]["found"]["0"] = json!({ "worth": 1 })).contains("unknown field"));
    assert!(with(&|line| line["thoughts"] = json!([])).contains("unknown field"));
}
