//! States of RISK as JSON: what a decision is about fits its stage, or a line says what does not.

use std::collections::{BTreeMap, BTreeSet};

use holotable_env::{Finite, Game, List, Sample, Save, Viewer, generator, read_state};
use holotable_games::risk::pending::{Pending, Stage};
use holotable_games::risk::state::{Order, Ready, State};
use holotable_games::risk::words::{Army, Class, How, Kind};
use holotable_games::risk::{Action, Risk};
use serde_json::{Value, json};

use crate::any_game::random_game;
use crate::risk_board::{War, game, seat};

/// What is said of a position whose JSON has these values at these places.
fn refusal(war: &War, edits: &[(&str, Value)]) -> String {
    let mut json = war.g.to_json(&war.s, Viewer::All);
    for (at, new) in edits {
        *json.pointer_mut(at).unwrap_or_else(|| panic!("no {at}")) = new.clone();
    }
    read_state(&war.g, &json).expect_err("it does not fit").to_string()
}

/// Who holds Rodia may be the first seat, which has some troops on Gamorr beside it, and the attack that leads there.
fn rodia_of(seat: usize) -> (War, Order) {
    let war = War::new(&[]).own("Gamorr", 0, 3).own("Rodia", seat, 1);
    let (from, to) = (war.planet("Gamorr"), war.planet("Rodia"));
    (war, Order { from, to, how: How::Once, with: Ready::default(), parry: 0, one_die: false })
}

#[test]
fn parts_of_other_stages_are_refused_and_those_of_the_stage_needed() {
    let (war, order) = rodia_of(0);
    let advance = war.clone().turn(0, Pending::Advance { order }).check();
    let advance = advance.g.to_json(&advance.s, Viewer::All)["now"]["order"].clone();
    let war = war.turn(0, Pending::Carry { from: order.from, to: order.to }).check();
    for (edits, words) in [
        (&[("/now/from", Value::Null)][..], "now.from: must not be null at the stage 'carry'"),
        (&[("/now/card", json!(3))], "now.card: must be null at the stage 'carry', not 3"),
        (&[("/now/set", json!([1, 2]))], "now.set: must be [] at the stage 'carry', not [1,2]"),
        (&[("/now/in_cards", json!(true))], "now.in_cards: must be false at the stage 'carry', not true"),
        (&[("/now/steps", json!(2))], "now.steps: must be 0 at the stage 'carry', not 2"),
        (&[("/now/order", advance)], "now.order: must be null at the stage 'carry', not {\"from\":"),
        (&[("/stage", json!("to"))], "now.to: must be null at the stage 'to', not \"Rodia\""),
        (&[("/stage", json!("defend"))], "now.order: must not be null at the stage 'defend'"),
        (&[("/stage", json!("invade"))], "now.from: must be null at the stage 'invade', not \"Gamorr\""),
        (&[("/stage", json!("carri"))], "stage: no 'carri'"),
        (&[("/now", json!(3))], "now: must be an object, not 3"),
    ] {
        let why = refusal(&war, edits);
        assert!(why.contains(words), "'{why}' does not say '{words}'");
    }
}

#[test]
fn values_that_no_stage_has_are_refused() {
    let ((taken, order), (theirs, _)) = (rodia_of(0), rodia_of(2));
    let said = |war: &War, seat: usize, pending: Pending, words: &str| {
        let war = war.clone().turn(seat, pending);
        let why = refusal(&war, &[]);
        assert!(why.contains(words), "'{why}' does not say '{words}'");
    };
    for steps in [0, 7] {
        let words = format!("the Death Star moves {steps} steps at the stage 'orbit', not 1 to 6");
        said(&taken, 2, Pending::Orbit { steps }, &words);
    }
    let parry = Order { parry: 3, ..order };
    said(&taken, 0, Pending::Advance { order: parry }, "a card adds 3 to each die, more than 2");
    let limited = Order { with: Ready { dice: 3, ..Ready::default() }, ..order };
    said(&taken, 0, Pending::Advance { order: limited }, "an attack is limited to 3 dice, more than 2");
    said(&theirs, 0, Pending::Advance { order }, "Rodia is not taken, but something moves there");
    said(&taken, 0, Pending::Defend { order }, "Rodia is attacked, but cannot be");
    let far = Order { to: taken.planet("Kuat"), ..order };
    said(&taken, 0, Pending::Defend { order: far }, "Kuat, which is attacked, is not next to Gamorr");
    let other = Order { from: order.to, to: order.from, ..order };
    said(
        &theirs,
        0,
        Pending::Advance { order: other },
        "an attack begins on Rodia, a planet of another army",
    );
    let mut barred = taken.clone();
    barred.s.barred.add(order.from);
    let among_cards = Pending::Target { card: Kind::at(0), in_cards: true };
    said(&barred, 0, among_cards, "what holds for an invasion outlasts it");
    said(&taken, 0, Pending::Set { set: List::default() }, "seat 0 is asked at the stage 'set', but");
    said(
        &theirs,
        0,
        Pending::Carry { from: order.from, to: order.to },
        "seat 0 is asked at the stage 'carry', but",
    );
    said(
        &taken,
        0,
        Pending::Over { order: None, steps: 0 },
        "the ending is 'unfinished' at the stage 'over'",
    );
}

#[test]
fn who_claims_a_planet_is_in_turn_and_has_troops() {
    let g = game(&[]);
    let s = g.start(&mut Sample(generator(1, 0)));
    let war = War { g, s };
    let (mut out_of_turn, mut without_troops) = (war.clone(), war);
    out_of_turn.s.asked = seat(1);
    without_troops.s.reserve[Army::at(0)] = 0;
    for (war, who) in [(out_of_turn, 1), (without_troops, 0)] {
        let (why, words) = (refusal(&war, &[]), format!("seat {who} is asked at the stage 'claim', but"));
        assert!(why.contains(&words), "'{why}' does not say '{words}'");
    }
}

/// Each decision is the part of one seat: at no stage may another be asked in its place.
#[test]
fn nobody_is_asked_for_a_decision_of_another_seat() {
    let mut stages = BTreeSet::new();
    for given in
        [&[("players", "2")][..], &[("players", "3")], &[("players", "5")], &[("variant", "standard")]]
    {
        let (g, mut looked_at) = (game(given), BTreeMap::new());
        for seed in 0..12 {
            random_game(&g, seed, |s, _| {
                let stage = s.now().stage;
                stages.insert(stage);
                let n = looked_at.entry(stage).or_insert(0);
                // Each seat of the Empire may be asked where the Death Star is put or a base goes.
                if *n >= 40 || matches!(stage, Stage::PlaceStar | Stage::MoveBase | Stage::Over) {
                    return;
                }
                *n += 1;
                for other in g.seats().filter(|other| *other != s.asked && !s.out.has(*other)) {
                    let asked = State { asked: other, ..*s };
                    assert!(g.check(&asked).is_err(), "seat {other:?} is asked at '{}'", stage.word());
                }
            });
        }
    }
    assert!(stages.len() + 4 > Stage::N, "{stages:?}");
}

/// What a stage is about must be there: troops to place, ships that may still move, cards to play.
#[test]
fn nobody_is_asked_where_nothing_is_to_be_done() {
    let refused = |g: &Risk, s: &State| {
        let (why, stage) = (g.check(s).expect_err("nothing is to be done"), s.now().stage.word());
        assert!(why.contains(&format!("at the stage '{stage}', but")), "{stage}: {why}");
    };
    let g = game(&[("players", "2")]);
    let mut stages = BTreeSet::new();
    for seed in 0..40 {
        random_game(&g, seed, |s, _| {
            let (mut none, stage) = (*s, s.now().stage);
            if [Stage::Claim, Stage::Muster, Stage::Place].contains(&stage) {
                none.reserve[s.mine()] = 0;
            } else if [Stage::ClaimForHutts, Stage::MusterForHutts].contains(&stage) {
                none.reserve[Army::Neutral] = 0;
            } else if [Stage::ShipsFrom, Stage::ShipsTo, Stage::CarryShips].contains(&stage) {
                none.ship_moves = 0;
            } else {
                return;
            }
            stages.insert(stage);
            refused(&g, &none);
        });
    }
    assert_eq!(stages.len(), 8, "{stages:?}");
    let war = War::new(&[]).turn(0, Pending::Cards);
    refused(&war.g, &war.s);
}

/// In standard RISK there are no ships and no Force, and in the set-up no Death Star is built again.
#[test]
fn what_a_variant_does_not_have_is_refused() {
    let said = |war: &War, change: fn(&mut State), words: &str| {
        let mut s = war.s;
        change(&mut s);
        let why = war.g.check(&s).expect_err(words);
        assert!(why.contains(words), "'{why}' does not say '{words}'");
    };
    let plain = War::new(&[("variant", "standard")]).check();
    said(&plain, |s| s.meter = 1, "the Force Meter is at 1");
    said(&plain, |s| s.built = true, "standard RISK has no ships");
    said(&plain, |s| s.ready.plus = 1, "standard RISK has no ships");
    let ships = plain.clone().ships("Elom", [1, 0, 0]);
    said(&ships, |_| (), "ships over Elom");
    let g = game(&[]);
    let s = g.start(&mut Sample(generator(1, 0)));
    let begun = War { g, s };
    said(&begun, |s| s.rebuilt = 1, "the Death Star is not placed yet");
    said(&War::new(&[]), |s| s.meter = 9, "the Force Meter is at 9");
}

/// The game is over as soon as a faction has no planet left.
#[test]
fn no_game_goes_on_without_a_faction() {
    let mut war = War::new(&[]).own("Elom", 2, 1).turn(1, Pending::Invade);
    war.s.out.add(seat(0));
    assert_eq!(war.g.check(&war.s), Err("a faction is gone, but the game goes on".to_owned()));
}

/// What ended a game is still there at its end: the attack, or how far the Death Star might move.
#[test]
fn the_end_of_a_game_says_by_what() {
    let war = War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 1).base("Rodia", true).check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let now = |war: &War| war.g.to_json(&war.s, Viewer::All)["now"].clone();
    let won = now(&war.play_with(attack, &[1]));
    assert_eq!((&won["order"]["to"], &won["steps"]), (&json!("Rodia"), &json!(0)));
    let fire = [("Fire at Will", Class::Fighter)];
    let war = War::new(&[]).star("Gamorr").own("Elom", 2, 1).own("Rodia", 0, 7).cards(2, &fire);
    let war = war.turn(2, Pending::Orbit { steps: 1 }).check();
    let (card, rodia) = (war.kind(2, "Fire at Will", Class::Fighter), war.choose("Rodia"));
    let shot = now(&war.play(Action::Play { card }).play(rodia));
    assert_eq!((&shot["order"], &shot["steps"]), (&Value::Null, &json!(1)));
}

#[test]
fn every_stage_is_written_and_read_back() {
    let mut seen = BTreeSet::new();
    for given in [&[("players", "3")][..], &[("players", "4")], &[("players", "2")]] {
        let g = game(given);
        for seed in 0..20 {
            random_game(&g, seed, |s, _| {
                if seen.insert(s.now().stage) {
                    assert_eq!(read_state(&g, &g.to_json(s, Viewer::All)), Ok(*s));
                }
            });
        }
    }
    let missing: Vec<_> = Stage::all().filter(|stage| !seen.contains(stage)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The last planet can be claimed for the Hutts, where no player may claim another one.
#[test]
fn the_last_planet_is_claimed_for_the_hutts() {
    let mut war = War::new(&[("players", "2")]).turn(0, Pending::ClaimForHutts);
    let rodia = war.planet("Rodia");
    war.s.board.held.values_mut().iter_mut().for_each(|held| held.take(rodia));
    war.s.board.troops[rodia] = 0;
    war.s.reserve[Army::Neutral] = 1;
    (war.s.star, war.s.round) = (None, 0);
    war.check();
}
