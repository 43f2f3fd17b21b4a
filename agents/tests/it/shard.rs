//! Shards of tournaments and comparisons, put together, are what one program finds, and nothing else is taken for one.

use std::sync::Arc;

use holotable_arena::agent_factory::AgentFactory;
use holotable_arena::provenance::Provenance;
use holotable_arena::shard::Shard;
use holotable_arena::shard_result::{Form, ShardResult, merge, play};
use holotable_arena::tournament::Plan;
use holotable_arena::{compare, tournament};
use holotable_erased::{AnyGame, Kind, erase};
use holotable_games::toys::secret_pig::secret_pig;
use holotable_store::checksummed::with_checksum;
use holotable_store::error::Error;
use serde_json::{Value, json};

use crate::scratch::Scratch;

fn plan(games: u64) -> Plan<'static> {
    Plan { games, seed: 5, threads: 2, check: true, progress: &|_| {}, stop: &|| false }
}

fn comparison(evaluator: Option<&str>) -> Form {
    Form::Comparison { evaluator: evaluator.map(str::to_owned) }
}

/// The texts of all shards, the last first.
pub fn shards(game: &Arc<dyn AnyGame>, agents: &[&str], form: &Form, games: u64, of: u64) -> Vec<String> {
    let whole: Shard = format!("1/{of}").parse().unwrap();
    let play = |shard| play(game, agents, form, shard, &plan(games), None).unwrap().to_text();
    let mut shards: Vec<String> = whole.all().map(play).collect();
    shards.reverse();
    shards
}

fn merged(game: &Arc<dyn AnyGame>, texts: &[String]) -> Result<String, String> {
    let shards = texts.iter().map(|text| ShardResult::from_text(text)).collect::<Result<Vec<_>, _>>();
    let found = shards.and_then(|shards| merge(game.as_ref(), shards)).map_err(|e| e.to_string())?;
    Ok(serde_json::to_string(&found).unwrap())
}

/// What one program finds.
fn whole(game: &Arc<dyn AnyGame>, agents: &[&str], form: &Form, games: u64) -> String {
    let (rules, plan) = (game.as_ref(), plan(games));
    let found = match form {
        Form::Tournament => json!(tournament::run(rules, agents, &plan).unwrap()),
        Form::Seated => json!(tournament::run_seated(rules, agents, &plan).unwrap()),
        Form::Comparison { evaluator } => {
            json!(compare::run(game, &[agents[0], agents[1]], evaluator.as_deref(), &plan).unwrap())
        }
    };
    found.to_string()
}

#[test]
fn shards_in_any_order_are_the_whole() {
    let [two, three] = [2, 3].map(|players| erase(secret_pig(players)));
    let cases: [(_, &[&str], _, _); 6] = [
        (&two, &["random", "coward", "random"], Form::Tournament, 101),
        // Shares of a win are thirds and halves.
        (&three, &["random", "coward"], Form::Tournament, 200),
        (&three, &["coward"], Form::Tournament, 50),
        (&three, &["random", "coward", "random"], Form::Seated, 40),
        (&three, &["random", "coward"], comparison(None), 77),
        // More shards than games.
        (&two, &["random", "coward"], Form::Tournament, 3),
    ];
    for (game, agents, form, games) in cases {
        let expected = whole(game, agents, &form, games);
        for of in [1, 2, 7] {
            let found = merged(game, &shards(game, agents, &form, games, of)).unwrap();
            assert_eq!(found, expected, "{form:?} in {of} shards");
        }
    }
}

/// Fractions are added in the order of the seeds, whoever found them.
#[test]
fn luck_is_taken_off_in_shards_too() {
    let game = Kind::named("rebellion_combat").unwrap().build([("value", "6")], None).unwrap();
    let (agents, form) = (["greedy", "random"], comparison(Some("ppo")));
    let texts = shards(&game, &agents, &form, 7, 3);
    assert_eq!(merged(&game, &texts).unwrap(), whole(&game, &agents, &form, 7));
    let provenance: Value = serde_json::from_str(&texts[0]).unwrap();
    assert_eq!(
        provenance["provenance"]["checkpoints"]["ppo"].as_str().unwrap().len(),
        64,
        "the evaluator is known"
    );
}

#[test]
fn a_shard_is_the_same_wherever_it_is_played() {
    let game = erase(secret_pig(3));
    let agents = ["random", "coward"];
    let on = |threads| {
        let plan = Plan { threads, ..plan(60) };
        play(&game, &agents, &Form::Tournament, "2/3".parse().unwrap(), &plan, None).unwrap().to_text()
    };
    assert_eq!(on(1), on(3));
}

/// The text of a shard that was changed and got a new checksum.
fn edited(mut json: Value) -> String {
    json.as_object_mut().unwrap().remove("sha256").unwrap();
    with_checksum(&json.to_string())
}

/// Changes one place in the first of three shards.
fn harmed(texts: &[String], place: &str, value: Value) -> Vec<String> {
    let mut json: Value = serde_json::from_str(&texts[0]).unwrap();
    *json.pointer_mut(place).expect(place) = value;
    [vec![edited(json)], texts[1..].to_vec()].concat()
}

#[test]
fn what_does_not_fit_is_named() {
    let game = erase(secret_pig(2));
    let texts = shards(&game, &["random", "coward"], &Form::Tournament, 30, 3);
    let refused = |texts: &[String], says: &str| {
        let line = merged(&game, texts).unwrap_err();
        assert!(line.contains(says) && line.lines().count() == 1, "{line}");
    };
    refused(&[], "there are no results");
    refused(&texts[1..], "shard 3/3 is missing");
    refused(&[texts.clone(), texts[..1].to_vec()].concat(), "shard 3/3 is there twice");
    let changes = [
        ("/provenance/data", json!("0"), "shard 3/3: their data is \"0\", not"),
        ("/provenance/rules_version", json!(99), "shard 3/3: their rules_version is 99, not"),
        ("/provenance/holotable", json!("0.0.1"), "shard 3/3: their holotable is \"0.0.1\", not"),
        ("/provenance/seed", json!(6), "shard 3/3: their seed is 6, not 5"),
        ("/provenance/options/players", json!(3), "shard 3/3: their options.players is 3, not 2"),
        (
            "/provenance/checkpoints",
            json!({"coward": "a"}),
            "shard 3/3: their checkpoints.coward is \"a\", not none",
        ),
        ("/games", json!(31), "shard 3/3: it is of another tournament"),
        ("/form", json!("seated"), "shard 3/3: it is of another tournament"),
        ("/shard", json!("4/3"), "shard '4/3' must be written K/N"),
        ("/shard", json!("4/4"), "shard 4/4: 10 of its 8 games are played"),
        ("/shard", json!("3/4"), "shard 3/4: 10 of its 8 games are played"),
        ("/done", json!(9), "shard 3/3: 9 of its 10 games are played: the command that wrote it goes on"),
        ("/counts/agents", json!([]), "shard 3/3: it has results of 0 agents, not of 2"),
        (
            "/counts",
            json!({"paired": {"pairs": {"both": 1, "only_a": 0, "only_b": 0, "neither": 9}, "scores": []}}),
            "another form",
        ),
        (
            "/counts/agents/1/sides/0/games",
            json!(u64::MAX),
            "shard 3/3: coward: its games cannot be those of 10 games",
        ),
        ("/counts/agents/1/sides/0/wins", json!(6), "its games cannot be"),
        ("/counts/agents/1/sides/0/score", json!(u64::MAX), "its games cannot be"),
        ("/counts/agents/1/sides", json!({"7": {"games": 10, "wins": 0, "score": 0}}), "its sides cannot be"),
        (
            "/counts/agents/0/meetings",
            json!({"2": {"games": 10, "wins": 0, "score": 0}}),
            "its meetings cannot be",
        ),
        ("/counts/agents/0/reasons", json!([1]), "its reasons cannot be"),
        ("/counts/agents/0/reasons/0", json!(11), "its reasons cannot be"),
        ("/counts/agents/0/decisions", json!(u64::MAX), "its decisions cannot be"),
        ("/counts/agents/0/turns", json!(-1.0), "its turns cannot be"),
        ("/counts/agents/0/turns", json!("1"), "it is no shard result"),
    ];
    for (place, value, says) in changes {
        refused(&harmed(&texts, place, value), says);
    }
}

#[test]
fn pairs_that_do_not_fit_are_named() {
    let game = erase(secret_pig(2));
    let refused = |texts: &[String], says: &str| {
        let line = merged(&game, texts).unwrap_err();
        assert!(line.contains(says) && line.lines().count() == 1, "{line}");
    };
    let texts = shards(&game, &["random", "coward"], &Form::Tournament, 30, 3);
    let pairs = shards(&game, &["random", "coward"], &comparison(None), 30, 3);
    refused(
        &harmed(&pairs, "/counts/paired/pairs/both", json!(u64::MAX)),
        "its counts cannot be those of 10 pairs",
    );
    refused(&harmed(&pairs, "/counts/paired/scores", json!([[0.0, 0.0]])), "its counts cannot be");
    let mut many = serde_json::from_str::<Value>(&texts[0]).unwrap();
    many["provenance"]["agents"] = json!(vec!["random"; 101]);
    refused(&[edited(many)], "there are more than 100 agents");
}

#[test]
fn games_of_another_provenance_are_not_played() {
    let game = erase(secret_pig(2));
    let agents = ["random", "coward"];
    let mut expected = Form::Tournament.provenance(game.as_ref(), &agents, 5).unwrap();
    let play = |expected: &Provenance| {
        play(&game, &agents, &Form::Tournament, Shard::ALL, &plan(10), Some(expected))
    };
    assert!(play(&expected).is_ok());
    expected.data = "f00".into();
    let line = play(&expected).unwrap_err().to_string();
    assert!(line.starts_with("their data is \"") && line.ends_with("\", not \"f00\""), "{line}");
}

/// What an agent owes to a checkpoint is known by its name alone.
#[test]
fn agents_are_told_by_their_checkpoints() {
    let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
    let sum = |spec: &str| spec.checkpoint(game.as_ref()).map_err(|e| e.to_string());
    for spec in ["random", "greedy", "expert", "expert+dice", "flat:10", "flat:10+random", "exec:cat"] {
        assert_eq!(sum(spec), Ok(None), "{spec}");
    }
    let own = sum("ppo").unwrap();
    assert_eq!(own.as_ref().unwrap().len(), 64);
    for spec in
        ["ppo+dice", "flat:10+ppo", "flat:9@all+ppo", "exec@1s+ppo:cat", "../checkpoints/dark_side_rising"]
    {
        assert_eq!(sum(spec), Ok(own.clone()), "{spec}");
    }
    assert_ne!(sum("alone").unwrap(), own);
    assert!(sum("pppo").unwrap_err().contains("did you mean 'ppo'?"));
    let empty = Scratch::new("no-checkpoint");
    assert!(sum(empty.path().to_str().unwrap()).unwrap_err().contains("cannot read SHA256SUMS"));
}

/// A team game has other observations, and so a network of its own.
#[test]
fn a_team_game_has_its_own_checkpoint() {
    let sum = |players: &str| {
        let game = Kind::named("rebellion").unwrap().build([("players", players)], None).unwrap();
        let all: &[_] = if players == "2" { &["ppo", "alone"] } else { &["ppo"] };
        assert_eq!(game.networks(), all, "{players} players");
        "ppo".checkpoint(game.as_ref()).unwrap()
    };
    assert_eq!(sum("3"), sum("4"));
    assert_ne!(sum("2"), sum("4"));
    let other = [("players", "4"), ("missions", "all")];
    let other = Kind::named("rebellion").unwrap().build(other, None).unwrap();
    let line = other.player("ppo").map(drop).unwrap_err().to_string();
    assert!(line.ends_with("; option 'missions' was starting there and is all here"), "{line}");
    let line = other.player("alone").map(drop).unwrap_err().to_string();
    assert_eq!(line, "'alone' of rebellion was not trained for a game with these options");
}

/// A count that was raised by one is one that so many games can have.
#[test]
fn a_result_that_was_changed_is_refused() {
    let game = erase(secret_pig(2));
    let texts = shards(&game, &["random", "coward"], &Form::Tournament, 30, 3);
    let wins = texts[0].find("\"wins\":").unwrap() + 7;
    for digit in ["1", "2", "3", "4"] {
        let changed = texts[0][..wins].to_owned() + digit + &texts[0][wins + 1..];
        if changed != texts[0] {
            let line = merged(&game, &[vec![changed], texts[1..].to_vec()].concat()).unwrap_err();
            assert_eq!(line, "it was damaged or edited: its checksum is another");
        }
    }
    let cut = &texts[0][..texts[0].len() / 2];
    assert!(
        ShardResult::from_text(cut).unwrap_err().to_string().starts_with("it has no checksum at its end")
    );
}

#[test]
fn a_shard_goes_on_where_it_was_stopped() {
    let game = erase(secret_pig(3));
    let agents = ["random", "coward"];
    for form in [Form::Tournament, comparison(None)] {
        let shard: Shard = "2/3".parse().unwrap();
        let new = || ShardResult::new(game.as_ref(), &agents, &form, shard, &plan(120)).unwrap();
        let whole = play(&game, &agents, &form, shard, &plan(120), None).unwrap().to_text();
        let (mut heard, mut last) = (0, None);
        let mut shard = new();
        let stopped = shard.go_on(&game, &agents, &plan(120), |shard| {
            heard += 1;
            last = Some(shard());
            if heard == 7 { Err(Error::new("enough")) } else { Ok(()) }
        });
        assert_eq!(stopped.unwrap_err().to_string(), "enough");
        assert_eq!(last.as_ref(), Some(&shard), "what was heard last is what is there");
        let (done, all) = shard.progress(game.as_ref()).unwrap();
        assert!(0 < done && done < all, "{done} of {all}");
        let kept = shard.to_text();
        let mut next = new();
        next.take_over(ShardResult::from_text(&kept).unwrap(), game.as_ref()).unwrap();
        next.go_on(&game, &agents, &plan(120), |_| Ok(())).unwrap();
        assert_eq!(next.to_text(), whole);
        let mut other =
            ShardResult::new(game.as_ref(), &agents, &form, "1/3".parse().unwrap(), &plan(120)).unwrap();
        let line =
            other.take_over(ShardResult::from_text(&kept).unwrap(), game.as_ref()).unwrap_err().to_string();
        assert_eq!(line, "it is shard 2/3, not 1/3");
    }
}
