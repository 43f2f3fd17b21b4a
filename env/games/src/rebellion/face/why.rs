//! Which rule forbids an action.

use holotable_env::english::an;
use holotable_env::{Finite, Show};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::When;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::decider;
use crate::rebellion::rules::names::stage_name;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::under_way;
use crate::rebellion::rules::words::{Leader, Place, Row, Side, space};
use crate::rebellion_combat::Action as Blow;

/// Which rule forbids an action that is not legal.
pub fn why_not(g: &Rebellion, s: &State, a: Action) -> String {
    partners(g, s, a).unwrap_or_else(|| rule(g, s, a))
}

/// The same, whoever of a side is asked.
fn rule(g: &Rebellion, s: &State, a: Action) -> String {
    let other = |when: &str| format!("it is for {when}, and now is the time for {}", stage_name(s.stage));
    match (a, s.stage) {
        (Action::Done, Stage::Staff) => "at least one leader is put on a mission".into(),
        (Action::Done, Stage::Load) => "at least one unit moves from a place that was chosen".into(),
        (Action::Done, stage) => format!("{} cannot be left out", stage_name(stage)),
        (Action::Reveal, Stage::Turn) if s.turn == Side::Empire => "the Rebels reveal their base".into(),
        (Action::Reveal, _) if s.revealed => "the base is revealed already".into(),
        (Action::Reveal, _) => other("the start of a Rebel turn"),
        (Action::Play { .. }, stage) => why_not_played(g, s, a, stage),
        (_, Stage::Effect) => "it is not what the mission does, or there is no such thing to choose".into(),
        (Action::Lead { leader }, Stage::Turn | Stage::Recruit | Stage::Staff | Stage::Oppose) => {
            why_not_led(g, s, leader)
        }
        (Action::Lead { .. }, _) => other("activating, recruiting and missions"),
        (Action::Choose { place }, _) => why_not_there(g, s, place, other("choosing a place")),
        (Action::Take { unit }, _) => why_not_taken(g, s, unit, other("moving or building units")),
        (Action::Fulfil { objective }, Stage::Objective) => match s.hand.has(objective) {
            false => "the objective is not in the hand".into(),
            true => "its condition does not hold, or its time is over".into(),
        },
        (Action::Fulfil { .. }, _) => other("objectives"),
        (Action::Assign { .. }, Stage::Assign) => {
            "the mission lies face down already, or is not in the hand".into()
        }
        (Action::Assign { .. }, Stage::Discard) => {
            "the mission is not in the hand, or one that the side begins with".into()
        }
        (Action::Assign { .. }, _) => other("the assignment phase"),
        (Action::Carry { stack }, Stage::Turn) => match s.stacks[s.turn][stack.index()] {
            None => "no mission lies there".into(),
            Some(_) => {
                "its leaders have too few icons of its skill, or there is nowhere to carry it out".into()
            }
        },
        (Action::Carry { .. }, _) => other("a turn in the command phase"),
        (Action::Seize { .. }, Stage::Eliminate) => "the leader is not in the system of the battle".into(),
        (Action::Seize { .. }, Stage::Aim) => "the mission is not against that leader".into(),
        (Action::Seize { .. }, Stage::Load) => {
            "the leader is no captive there, no unit has moved yet to take the leader along, or the \
            card names the units that move"
                .into()
        }
        (Action::Seize { .. }, _) => other("a mission against a leader"),
        (Action::Keep { .. }, Stage::Inspect) => "the objective was not looked at".into(),
        (Action::Keep { .. }, _) => other("looking at objectives"),
        (Action::Relocate, Stage::Mobilize) => "no probe card is left to draw".into(),
        (Action::Relocate, _) => other("rapid mobilization"),
        (Action::Pick { .. }, _) => other("a mission that is carried out in one of two ways"),
        (Action::Reroll { .. }, Stage::Reroll) => "no die shows it".into(),
        (Action::Reroll { .. }, _) => other("the dice of a mission where the ring of Yoda is"),
        (Action::Battle { battle: Blow::UsePlans }, Stage::Battle) => {
            "the Rebels do not hold the plans, or there is no Death Star to try them on".into()
        }
        (Action::Battle { battle: a }, Stage::Battle) => {
            s.battle.as_ref().map_or_else(String::new, |battle| g.battle_of(s.lured).why_illegal(battle, a))
        }
        (Action::Battle { .. }, _) => other("a battle"),
    }
}

/// Which rule of partners forbids an action, if one does.
fn partners(g: &Rebellion, s: &State, a: Action) -> Option<String> {
    let rest = |leader: Leader| s.present(s.asked).has(leader) && !decider::mine(g, s).has(leader);
    let why = match (a, s.stage) {
        (Action::Done, Stage::Staff) if s.partners.joins.is_some() => {
            "a leader of the General joins the mission that was chosen"
        }
        (Action::Reveal, Stage::Turn) if s.turn == Side::Rebels && !decider::keeps_base(g, s) => {
            "the Rebel General keeps the base"
        }
        (Action::Assign { mission }, Stage::Assign) if s.partners.refused[s.asked].has(mission) => {
            "the General has refused it in this round"
        }
        (Action::Carry { .. }, Stage::Assign) => {
            "the General joins a mission of the Admiral with one leader, with a leader of the pool"
        }
        (Action::Carry { stack }, Stage::Turn)
            if g.is_shared(s.turn) && s.on(s.turn, stack).and(decider::mine(g, s)).is_empty() =>
        {
            "no leader of this player is on the mission"
        }
        (Action::Lead { .. }, Stage::Staff) if s.partners.offered => "the leader is not on the mission",
        (Action::Lead { leader }, Stage::Turn | Stage::Staff | Stage::Oppose)
        | (Action::Battle { battle: Blow::AddLeader { leader } | Blow::Lead { leader } }, Stage::Battle)
            if rest(leader) =>
        {
            "the partner commands the leader"
        }
        _ => return None,
    };
    Some(why.to_owned())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "cards are kept when one recruits, and else played")]
fn why_not_played(g: &Rebellion, s: &State, a: Action, stage: Stage) -> String {
    let Action::Play { card } = a else { return String::new() };
    if !g.tables.action_cards {
        return "action cards have no abilities in this game".into();
    }
    let Some(one) = g.tables.recruits[s.asked].get(card.index()) else {
        return "there is no such action card".into();
    };
    match stage {
        Stage::Recruit if s.used.is_some() => "a card is kept already".into(),
        Stage::Recruit => format!("{} was not drawn", one.name),
        _ if s.action_cards[s.asked].used().has(card) && one.when != When::Immediate => {
            format!("{} was used", one.name)
        }
        _ if one.when == When::Immediate => {
            format!("no leader has the ring of {} here, or it is not its time", one.name)
        }
        _ if !s.action_cards[s.asked].held().has(card) => format!("{} is not in the hand", one.name),
        _ => format!("it is not the time of {}, its leader is elsewhere, or it would do nothing", one.name),
    }
}

fn why_not_led(g: &Rebellion, s: &State, leader: Leader) -> String {
    let Some(name) = g.components().leader(s.asked, leader).map(|it| it.name.as_str()) else {
        return "there is no such leader".into();
    };
    match (s.stage, s.posts[s.asked][leader]) {
        (Stage::Recruit, Post::Supply) => format!("{name} is on no card that was drawn"),
        (Stage::Recruit, _) => format!("{name} is in the game already"),
        (_, Post::Pool) => format!("{name} has no tactic values, and cannot activate"),
        (_, Post::Supply) => format!("{name} is not recruited"),
        (_, Post::Captive(_)) => format!("{name} is a captive"),
        (_, Post::Gone) => format!("{name} is out of the game"),
        (_, Post::Ready | Post::At(_) | Post::On(_)) => format!("{name} is not in the pool"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no units are chosen at other stages")]
fn why_not_taken(g: &Rebellion, s: &State, kind: Row, other: String) -> String {
    match s.stage {
        Stage::Load => why_not_moved(g, s, kind),
        Stage::Build => "the icon does not build it, or there is none left".into(),
        Stage::Scrap => "no unit of that kind is there that ships could carry".into(),
        _ => other,
    }
}

fn why_not_moved(g: &Rebellion, s: &State, kind: Row) -> String {
    let (name, source) = (g.unit_name(s.turn, kind), s.source.unwrap_or_default());
    if s.units[s.turn][source][kind] == 0 {
        format!("there is no {name}")
    } else if s.room == 0 {
        format!("{} needs room on a ship that leaves the same place, or never moves", an(name))
    } else {
        format!("{} never moves", an(name))
    }
}

fn why_not_there(g: &Rebellion, s: &State, place: Place, other: String) -> String {
    let name = g.tables.name(place);
    match s.stage {
        Stage::Muster if s.asked == Side::Empire => {
            format!("{name} is not Imperial, or other systems still need a ground unit")
        }
        Stage::Muster => format!("units stand on the Rebel Base space and in one system, and not in {name}"),
        Stage::Hide => format!("the base cannot be in {name}: no probe card, or Imperial units are near"),
        Stage::Target => "the space of a base that is hidden is activated by the Rebels alone".into(),
        Stage::From if s.held(s.turn, place) => format!("a leader in {name} holds its units"),
        Stage::From if s.origins.has(place) => format!("units have moved from {name} already"),
        Stage::From => format!("{name} is not adjacent, or has no unit that moves by itself"),
        Stage::Scrap => format!("there is no such unit in {name}, or the other one would come there"),
        Stage::Aim => format!("{name} does not fit: the mission is {}", under_way::card(g, s).venue.words),
        Stage::Mobilize if s.revealed => "units come to the space of a hidden base only".into(),
        Stage::Mobilize => format!("a leader in {name} holds its units, or none moves by itself"),
        Stage::Relocate => format!("{name} was not drawn, is loyal to the Empire, or has an Imperial unit"),
        Stage::Deploy if place == space() => "the space takes two units a refresh, of a hidden base".into(),
        Stage::Deploy => {
            format!(
                "{name} is not of the side, is sabotaged, has enemy units, or has two units from this refresh"
            )
        }
        Stage::Turn
        | Stage::Assign
        | Stage::Staff
        | Stage::Oppose
        | Stage::Reroll
        | Stage::Pick
        | Stage::Effect
        | Stage::Inspect
        | Stage::Load
        | Stage::Battle
        | Stage::Objective
        | Stage::Eliminate
        | Stage::Discard
        | Stage::Recruit
        | Stage::Build
        | Stage::Over => other,
    }
}
