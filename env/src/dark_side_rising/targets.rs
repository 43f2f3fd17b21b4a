//! What the current verb may be aimed at: one function for legality and for effects, so that they agree.

use super::DarkSideRising;
use super::action::{Action, DieType};
use super::op::{Op, Pick, Reach, Who};
use super::state::{InPlay, Origin, State, seat};
use super::words::{Colour, Component, Face, Sector};
use crate::finite::{Finite, Slot};

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
    match op {
        Op::Heal { who } => {
            if matches!(who.pick, Pick::All | Pick::MostDamaged | Pick::Healthiest | Pick::Weakest) {
                return !s.healing_forbidden && any_hurt(g, s, who, origin);
            }
            (0..g.players as u8).any(|memo| finds(g, s, op, origin, memo))
        }
        Op::DrawToken { .. } => s.supply != [0; 10] || s.discards != [0; 10],
        Op::Strike { .. } | Op::RemoveCounter { .. } | Op::ChangeDie { .. } | Op::RerollDie => {
            finds(g, s, op, origin, 0)
        }
        Op::AddDie { .. } => finds(g, s, op, origin, 0),
        Op::Damage { .. }
        | Op::HealImperials { .. }
        | Op::AddCounters
        | Op::RollDeathStar
        | Op::LoseDie
        | Op::ForbidHealing => true,
    }
}

fn finds(g: &DarkSideRising, s: &State, op: &Op, origin: Origin, memo: u8) -> bool {
    let mut found = false;
    of(g, s, op, origin, memo, &mut |_| found = true);
    found
}

fn any_hurt(g: &DarkSideRising, s: &State, who: &Who, origin: Origin) -> bool {
    let mut found = false;
    rebels(g, s, who, origin, 0, &mut |_| found = true);
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
            for component in Component::all().filter(|c| s.counters[c.index()] > 0) {
                f(Action::ChooseComponent { component });
            }
        }
        Op::AddDie { colours, .. } => {
            for colour in Colour::all().filter(|c| colours.has(*c) && s.dice_left(*c, &g.tables) > 0) {
                f(Action::ChooseColour { colour });
            }
        }
        Op::ChangeDie { traits } => match memo {
            0 => {
                for i in s.shown().filter(|&i| traits.has(g.face(i).0)) {
                    f(Action::ChooseDie { die: DieType::at(i) });
                }
            }
            chosen => {
                let shown = DieType::at(usize::from(chosen) - 1).face;
                Face::all().filter(|&face| face != shown).for_each(|face| f(Action::ChooseFace { face }));
            }
        },
        Op::RerollDie => {
            for i in s.shown() {
                f(Action::ChooseDie { die: DieType::at(i) });
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
    let wide = g.rules.global_targets && who.reach == Reach::TeamOrSector;
    let every = wide || who.reach == Reach::EveryTeam;
    let hurt = |card: &InPlay| {
        card.damage > 0 && !s.chosen.has(card.card) && g.affiliated(card.card, who.affiliations)
    };
    for ally in 0..if every { g.players } else { 1 } {
        if who.pick == Pick::OneEachTeam && ally != usize::from(memo) {
            continue;
        }
        for (place, member) in s.teams[seat(g, s, Slot::at(ally))].iter().enumerate() {
            let meant = who.reach != Reach::Itself || origin == Origin::Member(place);
            if meant && hurt(member) {
                f(Action::ChooseMember { ally: Slot::at(ally), place: Slot::at(place) });
            }
        }
    }
    if who.reach == Reach::TeamOrSector {
        for sector in Sector::all().filter(|&at| wide || s.is_at(at)) {
            for (spot, card) in s.table[sector.index()].iter().enumerate() {
                if card.is_rebel() && hurt(card) {
                    f(Action::ChooseCard { sector, spot: Slot::at(spot) });
                }
            }
        }
    }
}

/// The Imperials that an ability may damage: in the team's sector (p6), everywhere with `global_targets`.
fn imperials(g: &DarkSideRising, s: &State, undamaged: bool, f: &mut impl FnMut(Action)) {
    for sector in Sector::all().filter(|&at| g.rules.global_targets || s.is_at(at)) {
        for (spot, card) in s.table[sector.index()].iter().enumerate() {
            let open = card.is_imperial() && card.damage < g.tables.cards[usize::from(card.card)].capacity;
            if open && !(undamaged && card.damage > 0) {
                f(Action::ChooseCard { sector, spot: Slot::at(spot) });
            }
        }
    }
}
