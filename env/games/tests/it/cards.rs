//! Every Rebel of the game: put in play where it can act, its ability carried out, and the change of the
//! state compared with what its verbs say, by the model.

use std::collections::BTreeSet;

use holotable_env::{ByKey, Finite};
use holotable_games::dark_side_rising::Action;
use holotable_games::dark_side_rising::op::{If, Op, Per, Pick, Reach, When};
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::tables::{Printed, Rebel};
use holotable_games::dark_side_rising::words::{Colour, Component, Kind, Sector, Team, Trait, VaderFace};

use crate::dsr_board::{Board, game, real, total, uses};
use crate::dsr_effects::{Snap, said, snap};
use crate::dsr_model::ways;

use Component::{Blue, Orange, Yellow};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::Clockwise;

/// Where the team goes, so that the condition of this Rebel holds: Vader will stand in Scarif.
fn sector(rebel: Rebel) -> Sector {
    if rebel.condition == If::VaderHere { Scarif } else { Eadu }
}

/// A board for a Rebel: at place 1 of seat 0, with whom its condition needs, under a leader who gains
/// nothing by them; two Imperials, a damaged Rebel and counters within reach.
fn stage(name: &str) -> Board {
    let g = real(&[]);
    let card = |name: &str| &g.tables[g.tables.card(name).unwrap()];
    let rebel = card(name).rebel.unwrap();
    let quiet = |c: &&Printed| {
        c.name != name && c.rebel.is_some_and(|r| matches!(r.when, When::Once | When::Paid | When::Roll))
    };
    let fits = |c: &&Printed| match rebel.condition {
        If::Vehicle => c.kind == Kind::Vehicle,
        If::SameAffiliation | If::Always | If::ImperialHere | If::VaderHere => {
            c.rebel.unwrap().affiliation == rebel.affiliation
        }
    };
    let friend = g.tables.rebels().iter().find(|c| quiet(c) && fits(c)).unwrap();
    let mine = [rebel.affiliation, friend.rebel.unwrap().affiliation];
    let leads = |t: &&Team| {
        let leader = &g.tables[g.tables.bases[**t].leader];
        leader.name != name && !mine.contains(&leader.rebel.unwrap().affiliation)
    };
    let teams: Vec<&str> = Team::ALL.iter().filter(leads).map(|t| t.word()).collect();
    let teams = teams[..2].join(",");
    let (imperials, other) = (
        g.tables.imperials(),
        g.tables.rebels().iter().rev().find(|c| quiet(c) && c.name != friend.name).unwrap(),
    );
    let damage = 2.min(card(name).capacity - 1);
    Board::on(real(&[("teams", &teams)]))
        .hurt(0, 2)
        .hurt(1, 1)
        .join(0, name, damage)
        .join(0, &friend.name.clone(), 1)
        .put(sector(rebel), 0, &imperials[0].name, 1)
        .put(sector(rebel), 1, &imperials[1].name, 0)
        .put(sector(rebel), 2, &other.name, 1)
        .counters(Orange, 2)
        .counters(Yellow, 1)
        .vader(Jedha)
}

/// Dice on the table: of each red one, as they lie after a roll.
fn lay(b: &mut Board, faces: &[(Trait, u8)]) {
    b.s.rolled = ByKey::default();
    for (shown, n) in faces {
        let die = b.die((Colour::Red, *shown, 1));
        b.s.rolled[die] += n;
    }
    b.s.waiting = ByKey::default();
    b.s.stage = Stage::Rolled;
    b.s.opening = false;
    b.sound();
}

fn acts(name: &str, rebel: Rebel, ops: &[Op]) {
    let mut b = stage(name);
    match rebel.when {
        When::Gather => return gathers(&b, name, rebel, ops),
        When::Revealed => return reveals(b.filled(), name, ops),
        When::Struck => return struck(b.filled(), name, ops),
        When::Roll | When::Once | When::Paid | When::Hurt => {}
    }
    b.deploy(sector(rebel), Blue, Clockwise);
    lay(&mut b, &Trait::ALL.iter().map(|t| (*t, 1)).collect::<Vec<_>>());
    let mut action = uses(1);
    let mut start = snap(&b.s);
    match (rebel.when, rebel.price) {
        (When::Hurt, _) => start.damage.0[0][1] += 1,
        (When::Paid, Some((t, price))) => {
            lay(&mut b, &[(t, price)]);
            let die = b.die((Colour::Red, t, 1));
            action = Action::Pay { die, payee: b.payee(1) };
            for _ in 1..price {
                b.play(action, &[]);
            }
            start.rolled = [0; 20];
        }
        (_, _) => {}
    }
    assert_eq!(ways(&b, action, &snap), said(&b, ops, start, sector(rebel)), "{name}: {ops:?}");
}

fn gathers(b: &Board, name: &str, rebel: Rebel, ops: &[Op]) {
    let sector = sector(rebel);
    // Vader goes to Scarif, and hits the team only if it is there.
    let found = ways(b, Action::Deploy { sector }, &|s| (s.vader == Scarif, *s.waiting.values()));
    let mut start = snap(&b.s);
    start.damage.0[0][1] += u8::from(sector == Scarif);
    start.waiting = *b.g.tables.bases[b.s.seats.team(0)].dice.values();
    let expected = said(b, ops, start, sector).into_iter().map(|s| (true, s.waiting)).collect();
    let there: BTreeSet<_> = found.into_iter().filter(|w| w.0).collect();
    assert_eq!(there, expected, "{name}: {ops:?}");
}

fn reveals(mut b: Board, name: &str, ops: &[Op]) {
    let gap = b.s.table[Jedha][0];
    b.s.deck.add(gap.unwrap().card);
    b.s.table[Jedha][0] = None;
    b.deploy(Eadu, Blue, Clockwise);
    lay(&mut b, &[]);
    let imperial = b.g.tables.imperials().last().unwrap().name.clone();
    let mut picks = b.reveals(&[&imperial]);
    let drawn = said(&b, ops, snap(&b.s), Eadu).first().unwrap().drawn;
    picks.extend((0..drawn).map(|i| u32::from(i % 4)));
    b.play(Action::EndTurn, &picks);
    assert_eq!(total(&b.s.tokens), drawn, "{name}");
}

fn struck(mut b: Board, name: &str, ops: &[Op]) {
    b.deploy(Eadu, Blue, Clockwise);
    lay(&mut b, &[]);
    // The undamaged Imperial is attacked: one damage, one token.
    b.s.need[1] = ByKey::default();
    let mut start = snap(&b.s);
    start.damage.1[Eadu.index()][1] += 1;
    start.strikes = 1;
    start.drawn += 1;
    let key = |s: &Snap| (s.damage.clone(), s.counters, s.drawn);
    let expected: BTreeSet<_> = said(&b, ops, start, Eadu).iter().map(key).collect();
    assert_eq!(ways(&b, Action::EndTurn, &|s| key(&snap(s))), expected, "{name}: {ops:?}");
}

#[test]
fn every_rebel_does_what_its_verbs_say() {
    let g = real(&[]);
    for card in g.tables.rebels() {
        acts(&card.name, card.rebel.unwrap(), g.tables.ops(card.span));
    }
}

#[test]
fn the_test_data_uses_every_word_of_the_language() {
    let g = game(&[]);
    let mut words: BTreeSet<String> = BTreeSet::new();
    for op in &g.tables.program {
        collect(&serde_json::to_value(op).unwrap(), &mut words);
    }
    for rebel in g.tables.rebels().iter().filter_map(|c| c.rebel) {
        words.insert(format!("when {}", rebel.when.word()));
        words.insert(format!("if {}", rebel.condition.word()));
    }
    let verbs = [
        "damage",
        "heal",
        "heal_imperials",
        "strike",
        "draw_token",
        "remove_counter",
        "add_counters",
        "add_die",
        "change_die",
        "reroll_die",
        "roll_death_star",
        "lose_die",
        "forbid_healing",
    ];
    let lists: [(&str, &[&str]); 6] = [
        ("verb", &verbs),
        ("reach", Reach::WORDS),
        ("pick", Pick::WORDS),
        ("per", Per::WORDS),
        ("when", When::WORDS),
        ("if", If::WORDS),
    ];
    for (key, list) in lists {
        for word in list {
            assert!(words.contains(&format!("{key} {word}")), "no card with {key} = {word}");
        }
    }
}

fn collect(op: &serde_json::Value, words: &mut BTreeSet<String>) {
    for (key, value) in op.as_object().unwrap() {
        if let Some(word) = value.as_str() {
            words.insert(format!("{key} {word}"));
        }
    }
}
