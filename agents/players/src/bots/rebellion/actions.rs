//! Action cards, for the expert of both sides: what each is worth where it can be used, and what to choose for it.

use holotable_env::Finite;
use holotable_games::rebellion::Action;
use holotable_games::rebellion::action_cards::fits;
use holotable_games::rebellion::action_cards::moment::Moment;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::task::Task;
use holotable_games::rebellion::venue::Aim;
use holotable_games::rebellion::words::{Leader, Place, Recruit, Recruits, Side, Skill, Theatre};
use holotable_games::rebellion::{recruit, supply, under_way};
use holotable_games::rebellion_combat::Action as Blow;
use holotable_games::rebellion_combat::action::Die;
use holotable_games::rebellion_combat::words::{Colour, Face};

use super::forces::{Forces, tactics};
use super::mission_effects::{kind, value};
use super::prospects::{best_of, promise};
use super::weights::Missions;

/// What an action that has to do with action cards is worth; `None` for all others.
pub fn score(f: &Forces<'_>, w: &Missions, a: Action) -> Option<f64> {
    let s = f.s;
    Some(match (s.stage, s.moment, a) {
        (Stage::Assign, _, Action::Play { card }) => assigned(f, w, card),
        (Stage::Recruit, _, Action::Play { card }) => kept(f, card),
        // A surprise spares a mission the best who could oppose it.
        (Stage::Turn | Stage::Reroll, _, Action::Play { .. }) => 1.5,
        (Stage::Effect, Moment::None, Action::Assign { mission }) if s.act.is_some() => {
            1.0 + promise(f, w, f.g.tables.mission(f.me, mission))
        }
        (Stage::Effect, Moment::None, Action::Choose { place }) if s.act.is_some() => moved(f, place),
        (Stage::Effect, Moment::None, _) => return None,
        (Stage::Effect, Moment::Combat, Action::Play { .. }) => fought(f) - w.hold,
        (Stage::Effect, _, Action::Done) => 0.0,
        (Stage::Effect, ..) => chosen(f, w, a),
        _ => return None,
    })
}

/// What a card of the assignment phase brings where it brings most, by the leader who is placed.
fn assigned(f: &Forces<'_>, w: &Missions, card: Recruit) -> f64 {
    let card = f.g.tables.action_card(f.me, card);
    let deed = &card.deed;
    match deed.venue.aim {
        Aim::Base if deed.tasks().any(|task| matches!(task, Task::Objective { .. })) => 2.0 * w.card,
        Aim::Nowhere => {
            let all = fits::fetchable(f.g, f.s, f.me, card).iter();
            all.map(|mission| promise(f, w, f.g.tables.mission(f.me, mission))).fold(-1.0, f64::max)
        }
        _ => best_of(f, w, deed, fits::able(f.s, f.me, card)),
    }
}

/// What keeping a card is worth: by whom it recruits.
fn kept(f: &Forces<'_>, card: Recruit) -> f64 {
    let able = recruit::shown_by(f.g, f.s, Recruits::only(card));
    able.iter().map(|leader| 1.0 + tactics(f.g, f.s, f.me, leader)).fold(0.0, f64::max)
}

/// What the ground units that go to a place, or come from it, are worth there: they gather.
fn moved(f: &Forces<'_>, place: Place) -> f64 {
    match under_way::now(f.g, f.s) {
        Some(Task::Expel) => f.at(Side::Empire, place).ground,
        _ => f.at(f.me, place).space,
    }
}

/// What the battle is about.
fn fought(f: &Forces<'_>) -> f64 {
    let force = supply::fighting(f.s);
    let at_base = f.s.field.is_some() && f.s.field == f.s.revealed_base();
    let both: f64 = Side::all().map(|side| value(f, side, &force[side])).sum();
    both + if at_base { 100.0 } else { 0.0 }
}

/// What a choice for an action card or a ring is worth.
fn chosen(f: &Forces<'_>, w: &Missions, a: Action) -> f64 {
    match a {
        Action::Play { .. } => 1.0,
        Action::Battle { battle: Blow::Reroll { die } } => shown(die),
        Action::Lead { leader } if f.s.moment == Moment::Ring => bearer(f, leader),
        Action::Lead { leader } => 0.1 + tactics(f.g, f.s, f.me, leader),
        Action::Seize { leader } => 0.1 + tactics(f.g, f.s, Side::Rebels, leader),
        Action::Take { unit } => 0.1 + kind(f, f.me.other(), unit),
        Action::Assign { mission } => 1.0 + promise(f, w, f.g.tables.mission(f.me, mission)),
        Action::Pick { way } => theatre(f, Theatre::at(way.index())),
        _ => 0.5,
    }
}

/// A die that hits anything is better than one for a card, and that better than one that hits one colour.
fn shown(die: Die) -> f64 {
    let face = match die.face {
        Face::Direct => 3.0,
        Face::Special => 2.0,
        Face::Hit => 1.0,
        Face::Blank => 0.0,
    };
    face + if die.colour == Colour::Red { 0.1 } else { 0.0 }
}

/// Who goes on most missions has most of a ring.
fn bearer(f: &Forces<'_>, leader: Leader) -> f64 {
    let icons = f.g.skills(f.s, Side::Rebels, leader);
    let sum: u8 = icons.values().iter().sum();
    f64::from(sum) + 0.5 * f64::from(icons[Skill::Diplomacy])
}

/// What fights in a theatre, if both sides do.
fn theatre(f: &Forces<'_>, theatre: Theatre) -> f64 {
    let force = supply::fighting(f.s);
    let there = |side: Side| {
        let power = f.power(side, &force[side]);
        match theatre {
            Theatre::Space => power.space,
            Theatre::Ground => power.ground,
        }
    };
    0.1 + there(Side::Empire).min(there(Side::Rebels))
}
