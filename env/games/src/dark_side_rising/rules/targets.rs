//! What the current verb may be aimed at: one function for legality and for effects, so that they agree.

use holotable_env::{Finite, Slot};

use super::DarkSideRising;
use super::action::{Action, DieType};
use super::in_play::InPlay;
use super::op::{Op, Pick, Reach, Who};
use super::state::{Origin, State, nothing};
use super::words::{Colour, Component, Face, Sector};

/// Calls `f` with each choice that the verb at the top of the stack allows, in order of action numbers.
pub fn each(g: &DarkSideRising, s: &State, f: &mut impl FnMut(Action)) {
    let frame = s.frames.last().expect("a verb is being carried out");
    let op = g.tables.program[usize::from(frame.at)];
    of(g, s, &op, Origin::unpack(frame.origin), frame.memo, f);
}

/// Whether the verb at the top of the stack has anything to choose from.
pub fn any(g: &DarkSideRising, s: &State) -> bool {
    let mut found = false;
    each(g, s, &mut |_| found = true);
    found
}

/// Whether a verb would change anything if it were carried out now for `origin`.
pub fn would_act(g: &DarkSideRising, s: &State, op: &Op, origin: Origin) -> bool {
    if matches!(op, Op::DrawToken { .. }) {
        return !nothing(&s.supply) || !nothing(&s.discards);
    }
    // Of the verbs that act by themselves only healing needs somebody to act on; one on each team looks at team by team.
    let aimed = op.asks(0).is_some() || matches!(op, Op::Heal { .. });
    let each_team = matches!(op, Op::Heal { who } if who.pick == Pick::OneEachTeam);
    let memos = if each_team { g.players as u8 } else { 1 };
    let mut found = !aimed;
    for memo in 0..memos {
        of(g, s, op, origin, memo, &mut |_| found = true);
    }
    found
}

fn of(g: &DarkSideRising, s: &State, op: &Op, origin: Origin, memo: u8, f: &mut impl FnMut(Action)) {
    match op {
        Op::Heal { who } => {
            if !s.healing_forbidden {
                rebels(g, s, who, origin, memo, f);
            }
        }
        Op::Strike { undamaged, .. } => imperials(g, s, *undamaged, f),
        Op::RemoveCounter { .. } => {
            for component in Component::all().filter(|&c| s.counters[c] > 0) {
                f(Action::ChooseComponent { component });
            }
        }
        Op::AddDie { colours, .. } => {
            for colour in Colour::all().filter(|c| colours.has(*c) && s.dice_left(*c, &g.tables) > 0) {
                f(Action::ChooseColour { colour });
            }
        }
        Op::ChangeDie { traits } => {
            if let Some(chosen) = usize::from(memo).checked_sub(1).map(DieType::at) {
                let faces = Face::all().filter(|&face| face != chosen.face);
                return faces.for_each(|face| f(Action::ChooseFace { face }));
            }
            for die in s.shown().filter(|&die| traits.has(g.face(die).0)) {
                f(Action::ChooseDie { die });
            }
        }
        Op::RerollDie => {
            for die in s.shown() {
                f(Action::ChooseDie { die });
            }
        }
        Op::Damage { .. }
        | Op::HealImperials { .. }
        | Op::DrawToken { .. }
        | Op::AddCounters
        | Op::RollDeathStar
        | Op::LoseDie
        | Op::ForbidHealing => {}
    }
}

/// The damaged Rebels that a healing verb may choose, teams first from the acting seat on.
fn rebels(g: &DarkSideRising, s: &State, who: &Who, origin: Origin, memo: u8, f: &mut impl FnMut(Action)) {
    let near = matches!(who.reach, Reach::TeamOrSector | Reach::Others);
    let (wide, waiting) = (near && g.rules.global_targets, near && g.rules.heal_waiting_teams);
    let every = wide || waiting || who.reach == Reach::EveryTeam;
    let hurt = |card: &InPlay| {
        card.damage > 0 && !s.chosen.has(card.card) && g.affiliated(card.card, who.affiliations)
    };
    for ally in 0..if every { g.players } else { 1 } {
        if who.pick == Pick::OneEachTeam && ally != usize::from(memo) {
            continue;
        }
        for (place, member) in s.seats.rebels(g.seat(s, Slot::at(ally))).iter().enumerate() {
            let itself = ally == 0 && origin == Origin::Member(place);
            let meant = if itself { who.reach != Reach::Others } else { who.reach != Reach::Itself };
            if meant && hurt(member) {
                f(Action::ChooseMember { ally: Slot::at(ally), place: Slot::at(place) });
            }
        }
    }
    if near {
        for sector in Sector::all().filter(|&at| wide || s.is_at(at)) {
            for (spot, place) in s.table[sector].iter().enumerate() {
                if place.is_some_and(|card| card.is_rebel() && hurt(&card)) {
                    f(Action::ChooseCard { sector, spot: Slot::at(spot) });
                }
            }
        }
    }
}

/// The Imperials that an ability may damage: in the team's sector (p6), everywhere with `global_targets`.
fn imperials(g: &DarkSideRising, s: &State, undamaged: bool, f: &mut impl FnMut(Action)) {
    for sector in Sector::all().filter(|&at| g.rules.global_targets || s.is_at(at)) {
        for (spot, place) in s.table[sector].iter().enumerate() {
            let open =
                |card: InPlay| card.is_imperial() && !g.is_full(card) && !(undamaged && card.damage > 0);
            if place.is_some_and(open) {
                f(Action::ChooseCard { sector, spot: Slot::at(spot) });
            }
        }
    }
}
