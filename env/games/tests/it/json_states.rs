//! States as JSON: round trip, and whatever is written there, no panic and no state that breaks a rule.

use std::collections::BTreeMap;

use holotable_env::{
    Chance, Explain, Game, Observe, Sample, Save, Show, Tabletop, Viewer, generator, legal_actions,
    read_state,
};
use holotable_games::dark_side_rising::op::Op;
use holotable_games::dark_side_rising::words::Sector;
use holotable_games::dark_side_rising::{Action, DarkSideRising, State};
use serde_json::{Value, json};

use crate::dsr_board::{Board, game};

/// States of a random game, a few decisions apart, those that ask for a choice in any case.
pub fn states(g: &DarkSideRising, seed: u64) -> Vec<State> {
    let mut chance = Sample(generator(seed, 0));
    let mut s = g.start(&mut chance);
    let mut list = Vec::new();
    for decision in 0.. {
        if s.asking || decision % 9 == 0 {
            list.push(s);
        }
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            break;
        }
        let a = legal[chance.below(legal.len().min(64))];
        g.step(&mut s, a, &mut chance);
    }
    list.push(s);
    list
}

#[test]
fn every_state_survives_the_round_trip() {
    for players in ["2", "3", "4"] {
        let g = game(&[("players", players)]);
        for s in (0..4).flat_map(|seed| states(&g, seed)) {
            assert_eq!(read_state(&g, &g.to_json(&s, Viewer::All)), Ok(s));
        }
    }
}

/// Values that a person or a program might write, wrong in kind or in size.
fn odd(pick: u64, old: &Value) -> Value {
    match pick % 24 {
        0 => json!(0),
        1 => json!(1),
        2 => json!(255),
        3 => json!(65_535),
        4 => json!(-1),
        5 => Value::Null,
        6 => json!(""),
        7 => json!([]),
        8 => json!({}),
        9..=14 => old.as_u64().map_or(json!(true), |n| json!(n + 1)),
        15..=18 => old.as_bool().map_or(json!(13), |b| json!(!b)),
        _ => old.as_u64().map_or(json!("scarif"), |n| json!(n.saturating_sub(1))),
    }
}

const STAGES: [&str; 13] = [
    "deploy",
    "vader",
    "attack",
    "imperials",
    "gather",
    "before_opening_roll",
    "rolled",
    "resolve",
    "struck",
    "defeat",
    "refill",
    "conclude",
    "over",
];

/// Every place in a JSON value, as pointers.
fn places(v: &Value, at: &str, list: &mut Vec<String>) {
    list.push(at.to_owned());
    match v {
        Value::Object(map) => map.iter().for_each(|(k, v)| places(v, &format!("{at}/{k}"), list)),
        Value::Array(all) => all.iter().enumerate().for_each(|(i, v)| places(v, &format!("{at}/{i}"), list)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Changes one place of the state: to an odd value, to a copy of another place, or the stage to another.
fn mutate(v: &mut Value, a: u64, b: u64) {
    let mut all = Vec::new();
    places(v, "", &mut all);
    // The running turn is the richest part.
    let turn: Vec<&String> = all.iter().filter(|at| at.starts_with("/this_turn/")).collect();
    let any = &all[(a / 9) as usize % all.len()];
    let at = if a % 9 < 6 && !turn.is_empty() { turn[(a / 9) as usize % turn.len()] } else { any };
    let old = v.pointer(at).cloned().expect("it is one of the places");
    let new = match a % 9 {
        0 => {
            if let Some(stage) = v.get_mut("stage") {
                *stage = json!(STAGES[b as usize % STAGES.len()]);
            }
            return;
        }
        6 => v.pointer(&all[(b / 3) as usize % all.len()]).cloned().expect("it is one of the places"),
        _ => odd(b, &old),
    };
    *v.pointer_mut(at).expect("it is one of the places") = new;
}

/// Whatever `from_json` accepts keeps the rules: it can be told, seen and played to the end. `false` if it
/// was refused.
fn plays_on(g: &DarkSideRising, v: &Value, seed: u64, most: usize) -> Result<bool, String> {
    let Ok(mut s) = read_state(g, v) else { return Ok(false) };
    let mut chance = Sample(generator(seed, 0));
    for decision in 0..most {
        g.check(&s).map_err(|why| format!("accepted, but a later state breaks a rule: {why}"))?;
        let legal = legal_actions(g, &s);
        if legal.is_empty() != g.actor(&s).is_none() {
            return Err("legal actions after the end, or none before it".into());
        }
        if decision < 3 {
            looks_well(g, &s, &legal)?;
        }
        if legal.is_empty() {
            return Ok(true);
        }
        let a = legal[chance.below(legal.len().min(64))];
        g.step(&mut s, a, &mut chance);
    }
    if most == DarkSideRising::MAX_DECISIONS { Err("it never ends".into()) } else { Ok(true) }
}

/// The state can be put into words and numbers and back.
fn looks_well(g: &DarkSideRising, s: &State, legal: &[Action]) -> Result<(), String> {
    let told: Vec<String> = legal.iter().map(|a| g.describe_action(s, *a)).collect();
    if g.text(s, Viewer::All).is_empty() || told.iter().any(String::is_empty) {
        return Err("nothing to tell".into());
    }
    let mut seen = Explain::default();
    g.observe(s, 0, &mut seen);
    if let Some(x) = seen.values.iter().find(|x| !(x.range.0..=x.range.1).contains(&x.value)) {
        return Err(format!("{} is out of its range", x.name));
    }
    if read_state(g, &g.to_json(s, Viewer::All)) != Ok(*s) {
        return Err("the round trip changes it".into());
    }
    Ok(())
}

/// The same to the end of the game with panics caught: no panic may ever reach a user.
fn try_playing(g: &DarkSideRising, v: &Value, seed: u64) -> Result<bool, String> {
    try_some(g, v, seed, DarkSideRising::MAX_DECISIONS)
}

/// The same for a few decisions.
fn try_some(g: &DarkSideRising, v: &Value, seed: u64, most: usize) -> Result<bool, String> {
    std::panic::catch_unwind(|| plays_on(g, v, seed, most)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Err(format!("a panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
    })
}

#[test]
fn mutated_states_are_refused_or_play_on() {
    let mut dice = Sample(generator(77, 0));
    let (mut accepted, mut refused) = (0, 0);
    let mut faults: BTreeMap<String, Value> = BTreeMap::new();
    for (players, seed) in [("2", 1), ("3", 2), ("4", 3), ("4", 4)] {
        let g = game(&[("players", players)]);
        for (i, s) in states(&g, seed).iter().enumerate() {
            for k in 0..rounds() {
                let mut v = g.to_json(s, Viewer::All);
                for _ in 0..=k % 3 {
                    let roll = |dice: &mut Sample<_>| (0..3).fold(0, |n, _| n * 60 + dice.below(60) as u64);
                    let (a, b) = (roll(&mut dice), roll(&mut dice));
                    mutate(&mut v, a, b);
                }
                match try_playing(&g, &v, i as u64) {
                    Ok(true) => accepted += 1,
                    Ok(false) => refused += 1,
                    Err(why) => {
                        faults.entry(why).or_insert(v);
                    }
                }
            }
        }
    }
    let list: Vec<String> = faults.iter().map(|(why, v)| format!("{why}\n  from {v}")).collect();
    assert!(faults.is_empty(), "{} faults, such as\n{}", list.len(), list.join("\n"));
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// How many mutations of each state; more with `ROUNDS=1000`.
fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

/// A state that asks for a choice, with parts of it replaced.
fn asking(edits: &[(&str, Value)]) -> (DarkSideRising, Value) {
    let g = game(&[]);
    let s = (0..100).flat_map(|seed| states(&g, seed)).find(|s| s.asking && s.rolled_dice() > 0).unwrap();
    let mut v = g.to_json(&s, Viewer::All);
    for (at, new) in edits {
        *v.pointer_mut(at).unwrap_or_else(|| panic!("no {at}")) = new.clone();
    }
    (g, v)
}

#[test]
fn a_finished_game_does_not_ask() {
    let (g, v) = asking(&[
        ("/stage", json!("over")),
        ("/ending", json!("won")),
        ("/deployed", Value::Null),
        ("/this_turn/symbols_needed", json!([{}, {}, {}])),
    ]);
    assert_eq!(try_playing(&g, &v, 0), Ok(false), "it should be refused");
}

#[test]
fn a_turn_that_has_not_collected_its_dice_has_not_rolled_them() {
    for stage in ["vader", "attack", "imperials", "gather"] {
        let (g, v) = asking(&[("/stage", json!(stage)), ("/this_turn/place_reached", json!(0))]);
        for seed in 0..20 {
            if let Err(why) = try_playing(&g, &v, seed) {
                panic!("{stage}: {why}");
            }
        }
    }
}

#[test]
fn counts_of_the_turn_do_not_overflow() {
    let mut board = Board::new(&[]).join(0, "Sabine Wren", 0).join(0, "Once Strike", 0);
    board = board.put(Sector::Eadu, 0, "AT-ACT", 0).filled();
    board.any(Action::Deploy { sector: Sector::Eadu });
    let mut faults = BTreeMap::new();
    for (at, new) in [
        ("/this_turn/symbols_paid", json!({"1": 255})),
        ("/this_turn/damage_on_imperials", json!(99)),
        ("/this_turn/fewer_dice", json!(15)),
        ("/turn", json!(65_535)),
    ] {
        let mut v = board.g.to_json(&board.s, Viewer::All);
        *v.pointer_mut(at).unwrap() = new.clone();
        for seed in 0..30 {
            if let Err(why) = try_playing(&board.g, &v, seed) {
                faults.insert(format!("{at} {new}"), why);
            }
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// Effects under way that no card has: any verb, any number of verbs left, any origin, any memory.
#[test]
fn effects_of_nobody_are_refused_or_harmless() {
    let (g, v) = asking(&[]);
    let mut faults: BTreeMap<String, Value> = BTreeMap::new();
    let verbs = g.tables.program.len();
    for verb in 0..verbs {
        for (left, origin) in [(1, 64), (1, 16), (3, 64), (verbs - verb, 0), (1, 255)] {
            for memo in [0, 1, 2, 3, 4, 21, 254, 255] {
                let mut v = v.clone();
                let effect = json!({ "verb": verb, "verbs_left": left, "origin": origin, "memo": memo });
                v["this_turn"]["effects"] = json!([effect]);
                if let Err(why) = try_some(&g, &v, 1, 6) {
                    faults.entry(why).or_insert(effect);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// As many effects waiting as the stack holds, where the current one can bring another.
#[test]
fn a_full_stack_of_effects_is_refused_or_harmless() {
    let (g, v) = asking(&[]);
    let rolls = |op: &Op| matches!(op, Op::RollDeathStar);
    let verb = g.tables.program.iter().position(rolls).unwrap();
    let mut effects = vec![json!({ "verb": verb, "verbs_left": 1, "origin": 64, "memo": 0 }); 7];
    effects.push(v["this_turn"]["effects"][0].clone());
    let mut v = v;
    v["counters"] = json!({});
    v["operational"] = json!(["blue", "orange", "red", "purple", "green"]);
    v["this_turn"]["effects"] = json!(effects);
    let faults: Vec<_> = (0..20).filter_map(|seed| try_some(&g, &v, seed, 12).err()).collect();
    assert!(faults.is_empty(), "{faults:?}");
    // More verbs in the last frame: a choice of dice, and one that brings a ninth effect.
    let asks = |op: &Op| matches!(op, Op::AddDie { amount, .. } if amount.n == 2);
    let first = g.tables.program.iter().position(asks).unwrap();
    v["this_turn"]["effects"][7] =
        json!({ "verb": first, "verbs_left": verb + 1 - first, "origin": 64, "memo": 0 });
    let faults: Vec<_> = (0..20).filter_map(|seed| try_some(&g, &v, seed, 12).err()).collect();
    assert!(faults.is_empty(), "{faults:?}");
}

/// Positions that a finished turn cannot have left, each with what is said about it.
#[test]
fn positions_that_are_over_or_unfinished_are_no_start_of_a_turn() {
    let board = |imperials: usize, rebels: usize| {
        let b =
            Board::new(&[]).put(Sector::Eadu, 0, "AT-ACT", 0).imperials_lost(imperials).rebels_lost(rebels);
        b.filled()
    };
    let json = |b: &Board| b.g.to_json(&b.s, Viewer::All);
    let refused = |b: &Board, v: &Value, words: &str| {
        let why = read_state(&b.g, v).expect_err(words).to_string();
        assert!(why.contains(words), "'{why}' does not say '{words}'");
    };
    let b = board(0, 0);
    assert_eq!(read_state(&b.g, &json(&b)), Ok(b.s));
    let with = |at: &str, new: Value| {
        let mut v = json(&b);
        *v.pointer_mut(at).unwrap() = new;
        v
    };
    let won = board(7, 0);
    refused(&won, &json(&won), "the game is over (won), but it goes on");
    let lost = board(0, 12);
    refused(&lost, &json(&lost), "the game is over (too_many_rebels_lost), but it goes on");
    let colours = json!(["blue", "orange", "red", "purple", "green", "yellow"]);
    refused(&b, &with("/operational", colours), "the game is over (death_star_complete), but it goes on");
    let mut over = with("/ending", json!("won"));
    over["stage"] = json!("over");
    refused(&b, &over, "the game cannot have ended so (won)");
    refused(
        &b,
        &with("/seats/0/rebels/0/damage", json!(6)),
        "Luke Skywalker is at full damage before the turn",
    );
    refused(&b, &with("/sectors/eadu/0/damage", json!(3)), "AT-ACT is at full damage before the turn begins");
    let mut full = with("/counters", json!({"blue": 5}));
    assert!(read_state(&b.g, &full).is_ok(), "the set-up may fill a component");
    full["turn"] = json!(1);
    refused(&b, &full, "component blue is full before the turn begins");
    for (at, new) in [
        ("/this_turn/spots_with_dice", json!([1])),
        ("/this_turn/abilities_used", json!([0])),
        ("/this_turn/helmet", json!(true)),
        ("/this_turn/waiting", json!({"red": 1})),
    ] {
        refused(&b, &with(at, new), "something of a turn is there before it begins");
    }
}
