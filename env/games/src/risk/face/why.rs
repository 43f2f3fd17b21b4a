//! Which rule forbids an action.

use holotable_env::Finite;

use crate::risk::rules::Risk;
use crate::risk::rules::action::Action;
use crate::risk::rules::pending::Stage;
use crate::risk::rules::state::State;
use crate::risk::rules::words::{Army, Edge, How, Planet};

/// Which rule forbids an action that is not legal.
pub fn why_not(g: &Risk, s: &State, a: Action) -> String {
    let (stage, now) = (s.now().stage, s.now().stage.stage_name());
    let other = |when: &str| format!("it is for {when}, and now is the time for {now}");
    match (a, stage) {
        (Action::Done, Stage::Cards) => "with five cards or more a set must be turned in (p7)".into(),
        (Action::Done, _) => format!("{now} cannot be left out"),
        (Action::Agree, _) => other("a change of command"),
        (Action::Choose { planet }, _) => why_not_there(g, s, planet, &other("choosing a planet")),
        (Action::Place { planet, .. }, Stage::Place | Stage::Muster)
            if !s.board.held[s.mine()].has(planet) =>
        {
            format!("{} is not a planet of yours", g.tables.map.name(planet))
        }
        (Action::Place { .. }, Stage::Place) => "that many troops are not left".into(),
        (Action::Place { .. }, Stage::Muster) => "troops are placed one at a time in the set-up (p6)".into(),
        (Action::Place { .. }, Stage::MusterForHutts) => {
            "it is no planet of the neutral Hutts, or more than one troop".into()
        }
        (Action::Place { .. }, _) => other("placing troops"),
        (Action::Attack { route, how }, Stage::Invade) => why_no_attack(g, s, route, how),
        (Action::Limit { .. }, Stage::Invade) => {
            "the next attack is limited already, or rolls no more anyway".into()
        }
        (Action::Limit { .. }, Stage::Defend) => "the defender rolls as many dice as may be".into(),
        (Action::Leave { .. }, Stage::Invade) => {
            "there are no more such ships where an attack can begin".into()
        }
        (Action::Attack { .. } | Action::Limit { .. } | Action::Leave { .. }, _) => other("the invasion"),
        (Action::Move { .. }, Stage::Advance | Stage::Carry) => "one troop must stay behind (p9)".into(),
        (Action::Bring { .. }, Stage::Advance | Stage::CarryShips) => "no such ship is there".into(),
        (Action::Move { .. } | Action::Bring { .. }, _) => other("moving troops or ships"),
        (Action::Play { card } | Action::Build { card } | Action::Trade { card }, _) => {
            let held = g.deck(s.asked).kinds.get(card.index()).map(|_| s.hands[s.asked.index()][card]);
            match held {
                None => "the deck has no such card".into(),
                Some(0) => "the card is not in the hand".into(),
                Some(_) => why_no_card(s, a),
            }
        }
        (Action::Aim { .. }, _) => other("a directive that is aimed at a hand"),
    }
}

fn why_no_card(s: &State, a: Action) -> String {
    match (a, s.now().stage) {
        (Action::Build { .. }, Stage::Cards) => "one card a turn builds a ship, and an army has three of a class at most (p16)".into(),
        (Action::Trade { .. }, Stage::Cards | Stage::Set) => {
            "a set is three cards of a class or one of each, named in the order of their kinds; one set a turn (p16)".into()
        }
        (Action::Play { .. }, Stage::Cards | Stage::Invade | Stage::Defend | Stage::Orbit) => {
            "the directive is for another time, or would change nothing now".into()
        }
        _ => format!("no card is played while it is time for {}", s.now().stage.stage_name()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most stages choose no planet")]
fn why_not_there(g: &Risk, s: &State, planet: Planet, other: &str) -> String {
    let name = g.tables.map.name(planet);
    match s.now().stage {
        Stage::Claim | Stage::ClaimForHutts => format!("{name} is claimed already"),
        Stage::PlaceStar => format!("{name} is not a planet of the Empire (p14)"),
        Stage::Token | Stage::MoveBase => {
            format!("{name} is not the Empire's, or has a base while others have none (p16)")
        }
        Stage::PlaceShip => format!("{name} is not a planet of yours"),
        Stage::Target => format!("the directive cannot be aimed at {name}"),
        Stage::From => {
            format!("{name} has no troops to spare, or is connected to no other planet of yours (p9)")
        }
        Stage::ShipsFrom => {
            format!("{name} has no ships of yours, or is connected to no other planet of yours")
        }
        Stage::To | Stage::ShipsTo if s.board.held[s.mine()].has(planet) => {
            format!("{name} is where they come from, or not connected to it (p9)")
        }
        Stage::To | Stage::ShipsTo => format!("{name} is not yours (p9)"),
        Stage::Command => format!("{name} is not a planet of your team-mate with one troop alone (p21)"),
        Stage::Orbit => {
            format!("the Death Star does not come so far, or {name} is not the Empire's")
        }
        Stage::Shot => format!("the Death Star does not come so far, or {name} is no enemy planet"),
        _ => other.to_owned(),
    }
}

fn why_no_attack(g: &Risk, s: &State, route: Edge, how: How) -> String {
    let Some((from, to)) = g.tables.map.ends(route) else {
        return format!("the board has {} routes, numbered from 0", g.tables.map.routes().len());
    };
    let name = |planet| g.tables.map.name(planet);
    if !s.board.held[s.mine()].has(from) {
        format!("{} is not a planet of yours", name(from))
    } else if s.board.troops[from] < 2 {
        format!("{} has one troop, which stays behind (p8)", name(from))
    } else if s.barred.has(from) {
        format!("an attack from {} was called off, and nobody attacks from there this turn", name(from))
    } else if s.shielded.has(to) {
        format!("{} is protected until a planet of somebody else is taken", name(to))
    } else if s.board.owner(to).is_none_or(|army: Army| g.friends[s.turn.index()].has(army)) {
        format!("{} is no enemy planet", name(to))
    } else if s.star == Some(to) && how == How::Break {
        "there is one try at the Death Star (p14)".into()
    } else {
        "an attack with fewer dice is one battle".into()
    }
}
