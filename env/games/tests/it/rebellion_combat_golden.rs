//! Golden files of rebellion combat, for people to read. `UPDATE=1` rewrites them.

use std::fmt::Write as _;

use holotable_env::{
    Chance, Game, Layout, Sample, Show, Tabletop, Trace, Viewer, generator, legal_actions, perft,
};
use holotable_games::rebellion_combat::state::Stage;
use holotable_games::rebellion_combat::{Action, RebellionCombat, State};

use crate::golden::{golden, seen};
use crate::rebellion_combat_board::{BS, Battle, Empire, Ground, Space, game};

#[test]
fn rebellion_combat_layout() {
    golden("rebellion_combat-layout.md", &Layout::of(&game(&[])).markdown());
}

#[test]
fn rebellion_combat_playthroughs() {
    for (scenario, seed) in [("ice_field", 3), ("forest_moon", 4), ("blockade", 5)] {
        golden(&format!("rebellion_combat-{scenario}.txt"), &story(&game(&[("scenario", scenario)]), seed));
    }
}

/// A battle in words: the table once a round, each decision with how many there were, the answers of chance.
fn story(g: &RebellionCombat, seed: u64) -> String {
    let mut chance = Sample(generator(seed, 0));
    let mut choose = Sample(generator(seed, 1));
    let mut trace = Trace::new(&mut chance);
    let mut s = g.start(&mut trace);
    let mut text = format!("Seed {seed}, options {}\n", serde_json::to_string(g.options()).unwrap());
    let _ = writeln!(text, "Set-up: chance {:?}", trace.into_picks());
    let mut round = u8::MAX;
    for decision in 1.. {
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            break;
        }
        if s.round != round {
            let _ = write!(text, "\n{}", g.text(&s, Viewer::All));
            round = s.round;
        }
        if decision == 25 {
            text.push_str(&seen(g, &s, "deciding side"));
        }
        if s.playing.is_some() {
            let _ = writeln!(text, "   {}", g.prompt(&s));
        }
        let a = pick(&s, &legal, &mut choose);
        let who = ["Empire", "Rebels"][g.actor(&s).unwrap()];
        let told = g.describe_action(&s, a);
        let mut trace = Trace::new(&mut chance);
        g.step(&mut s, a, &mut trace);
        let _ = writeln!(
            text,
            "{decision}. {who}: {told} (1 of {}), chance {:?}",
            legal.len(),
            trace.into_picks()
        );
        if let Some(dice) =
            g.text(&s, Viewer::All).lines().find(|l| a == Action::Proceed && l.starts_with("Dice"))
        {
            let _ = writeln!(text, "   {dice}");
        }
    }
    let _ = write!(text, "\n{}{:?}\n", g.text(&s, Viewer::All), g.summary(&s));
    text
}

/// Any legal action, but nobody retreats before the third round, and to stop is thought over twice.
fn pick(s: &State, legal: &[Action], choose: &mut impl Chance) -> Action {
    if s.stage == Stage::Retreat && s.round < 3 {
        return legal[0];
    }
    let a = legal[choose.below(legal.len().min(64))];
    if a == Action::Done { legal[choose.below(legal.len().min(64))] } else { a }
}

#[test]
fn rebellion_combat_counts() {
    let duel = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    let mut armed =
        Battle::new(&[], &[("Star Destroyer", 1)], &[("X-wing", 1), ("Mon Calamari Cruiser", 1)]).begin();
    armed = armed.hand(Empire, Space, &["Onslaught", "Critical Hit", "Concentrate Fire"]);
    armed.roll(&[BS, crate::rebellion_combat_board::RS, crate::rebellion_combat_board::RH]);
    let landing = Battle::new(&[], &[("Stormtrooper", 2), ("AT-ST", 1)], &[("Rebel Trooper", 2)]).begin();
    let landing = landing.hand(Empire, Ground, &["Bombardment"]);
    let mut text = String::from("# set-up, depth, paths of decisions and chance, checksum of the leaves\n");
    for (name, depth, b) in [
        ("duel", 2, &duel),
        ("duel", 4, &duel),
        ("armed", 2, &armed),
        ("armed", 3, &armed),
        ("landing", 2, &landing),
    ] {
        let (count, checksum) = perft(&b.g, &b.s, depth);
        let _ = writeln!(text, "{name} {depth} {count} {checksum:016x}");
    }
    golden("rebellion_combat.perft", &text);
}

#[test]
fn counted_by_hand_one_die_each() {
    // One black die shows one of four faces. A hit or direct hit on the X-wing is forced (one more decision); a special
    // leaves the choice to draw or not; a blank leads straight to the answer's roll.
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    assert_eq!(perft(&b.g, &b.s, 1).0, 4);
    // Then: two hits with one target each, the special with 9 kinds of cards to draw or none, the blank with 4 faces.
    assert_eq!(perft(&b.g, &b.s, 2).0, 1 + 1 + (9 + 1) + 4);
}
