//! The interpreter of effects: one exhaustive match over the verbs.

use super::DarkSideRising;
use super::cards::Span;
use super::op::{Colours, Op, Pick, Reach, Traits, Who};
use super::state::{Action, CardSet, DieType, InPlay, Origin, State, seat};
use super::targets;
use super::turn;
use super::words::{Ally, Colour, Place, Sector, Spot};
use crate::chance::Chance;
use crate::finite::Finite;

/// What the frame's memo says when its verb is done.
const DONE: u8 = u8::MAX;

/// Puts an effect on the stack, to be carried out before anything else goes on.
pub fn push(s: &mut State, span: Span, origin: Origin) {
    s.frames.push(turn::frame(span, origin));
}

/// Carries out the current verb; `false` when it waits for a choice.
pub fn advance(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) -> bool {
    let top = s.frames.len() - 1;
    let frame = s.frames[top];
    if frame.left == 0 {
        s.frames.pop();
        return true;
    }
    let asks = frame.memo != DONE && begin(g, s, top, chance);
    if asks {
        s.asking = true;
        return false;
    }
    let frame = &mut s.frames[top];
    (frame.at, frame.left, frame.memo) = (frame.at + 1, frame.left - 1, 0);
    s.chosen = CardSet::default();
    true
}

/// Does what the verb at the top does by itself; `true` if a player must choose.
fn begin(g: &DarkSideRising, s: &mut State, top: usize, chance: &mut impl Chance) -> bool {
    let frame = s.frames[top];
    let origin = Origin::unpack(frame.origin);
    match g.tables.program[usize::from(frame.at)] {
        Op::Damage { who } => damage(g, s, &who, origin),
        Op::Heal { who } => return heal(g, s, &who, origin, top),
        Op::HealImperials { amount } => heal_imperials(s, amount, origin),
        Op::Strike { .. } | Op::RemoveCounter { .. } | Op::ChangeDie { .. } | Op::RerollDie => {
            return targets::any(g, s);
        }
        Op::DrawToken { amount } => {
            for _ in 0..turn::amount(s, amount, origin) {
                turn::draw_token(s, chance);
            }
        }
        Op::AddCounters => add_counters(g, s),
        Op::AddDie { colours, amount } => return add_dice(g, s, colours, turn::amount(s, amount, origin), top),
        Op::RollDeathStar => turn::roll_death_star(g, s, chance),
        Op::LoseDie => s.fewer_dice += 1,
        Op::ForbidHealing => s.healing_forbidden = true,
    }
    false
}

/// Answers the choice that the current verb waits for.
pub fn answer(g: &DarkSideRising, s: &mut State, a: Action, chance: &mut impl Chance) {
    let top = s.frames.len() - 1;
    let frame = s.frames[top];
    s.asking = false;
    s.frames[top].memo = match a {
        Action::ChooseMember { ally, place } => heal_chosen(g, s, top, Chosen::Member(ally, place)),
        Action::ChooseCard { sector, spot } => match g.tables.program[usize::from(frame.at)] {
            Op::Strike { .. } => {
                turn::strike(g, s, sector.index() * 3 + spot.index());
                DONE
            }
            _ => heal_chosen(g, s, top, Chosen::Card(sector, spot)),
        },
        Action::ChooseComponent { component } => {
            s.counters[component.index()] -= 1;
            DONE
        }
        Action::ChooseDie { die } => match g.tables.program[usize::from(frame.at)] {
            Op::RerollDie => {
                reroll(g, s, die, chance);
                DONE
            }
            _ => die.index() as u8 + 1,
        },
        Action::ChooseFace { face } => {
            let die = DieType::at(usize::from(frame.memo) - 1);
            s.rolled[die.index()] -= 1;
            s.rolled[DieType { face, ..die }.index()] += 1;
            DONE
        }
        Action::ChooseColour { colour } => {
            s.waiting[colour.index()] += 1;
            frame.memo + 1
        }
        _ => DONE,
    };
}

enum Chosen {
    Member(Ally, Place),
    Card(Sector, Spot),
}

/// Heals the Rebel chosen and says what the verb remembers.
fn heal_chosen(g: &DarkSideRising, s: &mut State, top: usize, chosen: Chosen) -> u8 {
    let frame = s.frames[top];
    let Op::Heal { who } = g.tables.program[usize::from(frame.at)] else {
        unreachable!("only healing lets players choose a Rebel")
    };
    let n = turn::amount(s, who.amount, Origin::unpack(frame.origin));
    let rebel = match chosen {
        Chosen::Member(ally, place) => {
            let seat = seat(g, s, ally);
            &mut s.teams[seat][place.index()]
        }
        Chosen::Card(sector, spot) => &mut s.table[sector.index()][spot.index()],
    };
    rebel.damage = rebel.damage.saturating_sub(n);
    s.chosen.add(rebel.card);
    match who.pick {
        Pick::One => DONE,
        _ => frame.memo + 1,
    }
}

/// One damage on every Rebel of the sector and affiliations, with the active team if it is there.
pub fn damage_sector(g: &DarkSideRising, s: &mut State, sector: Sector, of: Traits, n: u8) {
    for spot in 0..3 {
        let card = s.table[sector.index()][spot];
        if card.is_rebel() {
            s.table[sector.index()][spot] = g.hurt(card, of, n);
        }
    }
    if s.is_at(sector) {
        damage_team(g, s, usize::from(s.active), of, n);
    }
}

fn damage_team(g: &DarkSideRising, s: &mut State, seat: usize, of: Traits, n: u8) {
    for member in s.teams[seat].iter_mut() {
        *member = g.hurt(*member, of, n);
    }
}

fn damage(g: &DarkSideRising, s: &mut State, who: &Who, origin: Origin) {
    let n = turn::amount(s, who.amount, origin);
    let sector = match origin {
        Origin::Table(i) => Sector::at(i / 3),
        Origin::Member(_) | Origin::Elsewhere => s.vader,
    };
    match who.reach {
        Reach::Here => damage_sector(g, s, sector, who.affiliations, n),
        Reach::Clockwise => damage_sector(g, s, sector.clockwise(), who.affiliations, n),
        Reach::ActiveTeam => damage_picked(g, s, usize::from(s.active), who, n),
        Reach::EveryTeam | Reach::TeamOrSector | Reach::Itself => {
            (0..g.players).for_each(|seat| damage_picked(g, s, seat, who, n));
        }
    }
}

/// Damage on those of a team that the effect picks; ties are all hit (ruling R43).
fn damage_picked(g: &DarkSideRising, s: &mut State, seat: usize, who: &Who, n: u8) {
    let room = |m: &InPlay| g.tables.cards[usize::from(m.card)].capacity - m.damage;
    let open = s.teams[seat].iter().filter(|m| room(m) > 0 && g.affiliated(m.card, who.affiliations));
    let key: (fn(u8, u8) -> u8, u8) = match who.pick {
        Pick::MostDamaged => (|damage, _| damage, open.map(|m| m.damage).max().unwrap_or(0)),
        Pick::Healthiest => (|_, room| room, open.map(room).max().unwrap_or(0)),
        Pick::Weakest => (|_, room| room, open.map(room).min().unwrap_or(0)),
        Pick::All | Pick::One | Pick::Two | Pick::OneEachTeam => {
            return damage_team(g, s, seat, who.affiliations, n);
        }
    };
    if key.1 == 0 {
        return;
    }
    for i in 0..s.teams[seat].len() {
        let member = s.teams[seat][i];
        if room(&member) > 0 && key.0(member.damage, room(&member)) == key.1 {
            s.teams[seat][i] = g.hurt(member, who.affiliations, n);
        }
    }
}

fn heal(g: &DarkSideRising, s: &mut State, who: &Who, origin: Origin, top: usize) -> bool {
    if s.healing_forbidden {
        return false;
    }
    match who.pick {
        Pick::One => return targets::any(g, s),
        Pick::Two => return s.frames[top].memo < 2 && targets::any(g, s),
        Pick::OneEachTeam => {
            while usize::from(s.frames[top].memo) < g.players {
                if targets::any(g, s) {
                    return true;
                }
                s.frames[top].memo += 1;
            }
            return false;
        }
        Pick::All | Pick::MostDamaged | Pick::Healthiest | Pick::Weakest => {}
    }
    let n = turn::amount(s, who.amount, origin);
    let seats = if who.reach == Reach::EveryTeam { 0..g.players } else { usize::from(s.active)..usize::from(s.active) + 1 };
    for seat in seats {
        for (place, member) in s.teams[seat].iter_mut().enumerate() {
            let meant = who.reach != Reach::Itself || origin == Origin::Member(place);
            if meant && g.affiliated(member.card, who.affiliations) {
                member.damage = member.damage.saturating_sub(n);
            }
        }
    }
    if let (Reach::TeamOrSector, Some(sector)) = (who.reach, s.deployed) {
        for card in s.table[sector.index()].iter_mut().filter(|c| c.is_rebel()) {
            if g.affiliated(card.card, who.affiliations) {
                card.damage = card.damage.saturating_sub(n);
            }
        }
    }
    false
}

/// Damage off all Imperials in play, whatever their sector, but the source (ruling R42).
fn heal_imperials(s: &mut State, n: u8, origin: Origin) {
    for (i, card) in s.table.iter_mut().flatten().enumerate() {
        if card.is_imperial() && origin != Origin::Table(i) {
            card.damage = card.damage.saturating_sub(n);
        }
    }
}

/// One counter on every component that is tied for fewest, among those that are not operational.
fn add_counters(g: &DarkSideRising, s: &mut State) {
    let open = (0..s.counters.len()).filter(|&c| !s.is_operational(c));
    let Some(fewest) = open.map(|c| s.counters[c]).min() else { return };
    for c in 0..s.counters.len() {
        if !s.is_operational(c) && s.counters[c] == fewest {
            s.counters[c] = (fewest + 1).min(g.tables.tiles[c].spaces);
        }
    }
}

/// Adds dice one by one; asks for the colour where two can be had, and takes the other where one has
/// run out (ruling R39).
fn add_dice(g: &DarkSideRising, s: &mut State, colours: Colours, n: u8, top: usize) -> bool {
    while s.frames[top].memo < n {
        let mut open = Colour::ALL.iter().filter(|c| colours.has(**c) && s.dice_left(**c, &g.tables) > 0);
        let (Some(only), None) = (open.next(), open.next()) else {
            return targets::any(g, s);
        };
        s.waiting[only.index()] += 1;
        s.frames[top].memo += 1;
    }
    false
}

fn reroll(g: &DarkSideRising, s: &mut State, die: DieType, chance: &mut impl Chance) {
    s.rolled[die.index()] -= 1;
    let shown = g.tables.dice[die.colour.index()].table.roll(1, chance);
    for (face, n) in shown.into_iter().enumerate() {
        s.rolled[die.colour.index() * 5 + face] += n;
    }
}
