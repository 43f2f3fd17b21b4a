//! The interpreter of effects: one exhaustive match over the verbs.

use holotable_env::{Chance, Finite, Set};

use super::DarkSideRising;
use super::action::{Action, DieType};
use super::card::{Card, CardSet, MOST_REBELS};
use super::in_play::InPlay;
use super::op::{Amount, Colours, Op, Per, Pick, Reach, Traits, Who};
use super::state::{Frame, Origin, State, nothing};
use super::tables::Span;
use super::targets;
use super::words::{Colour, Component, Face, SPOTS, Sector, Token};
use super::{names, story};

/// What the frame's memo says when its verb is done.
const DONE: u8 = u8::MAX;

/// Puts an effect on the stack, to be carried out before anything else goes on.
pub fn push(s: &mut State, span: Span, origin: Origin) {
    s.frames.push(Frame { at: span.at, left: span.len, origin: origin.pack(), memo: 0 });
}

/// Carries out the current verb; `false` when it waits for a choice.
pub fn advance(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) -> bool {
    let top = s.frames.len() - 1;
    let frame = s.frames[top];
    if frame.left == 0 {
        s.frames.pop();
        return true;
    }
    let begins = frame.memo == 0;
    let asks = frame.memo != DONE && begin(g, s, top, chance);
    if begins && !asks {
        chance.tell(|story| story::idle(story, s, &g.tables.program[usize::from(frame.at)]));
    }
    if asks {
        s.asking = true;
        return false;
    }
    let frame = &mut s.frames[top];
    (frame.at, frame.left, frame.memo) = (frame.at + 1, frame.left - 1, 0);
    s.chosen = CardSet::EMPTY;
    true
}

/// Does what the verb at the top does by itself; `true` if a player must choose.
fn begin(g: &DarkSideRising, s: &mut State, top: usize, chance: &mut impl Chance) -> bool {
    let frame = s.frames[top];
    let origin = Origin::unpack(frame.origin);
    let op = g.tables.program[usize::from(frame.at)];
    if frame.memo == 0 {
        chance.tell(|story| story::effect(story, g, s, &op));
    }
    match op {
        Op::Damage { who } => damage(g, s, &who, origin, chance),
        Op::Heal { who } => return heal(g, s, &who, origin, top, chance),
        Op::HealImperials { amount } => heal_imperials(g, s, amount, origin, chance),
        Op::Strike { .. } | Op::RemoveCounter { .. } | Op::ChangeDie { .. } | Op::RerollDie => {
            return targets::any(g, s);
        }
        Op::DrawToken { amount } => {
            for _ in 0..size(s, amount, origin) {
                draw_token(s, chance);
            }
        }
        Op::AddCounters => add_counters(g, s, chance),
        Op::AddDie { colours, amount } => {
            return add_dice(g, s, colours, size(s, amount, origin), top, chance);
        }
        Op::RollDeathStar => roll_death_star(g, s, chance),
        Op::LoseDie => s.fewer_dice += 1,
        Op::ForbidHealing => s.healing_forbidden = true,
    }
    false
}

/// Answers the choice that the current verb waits for.
pub fn answer(g: &DarkSideRising, s: &mut State, a: Action, chance: &mut impl Chance) {
    let top = s.frames.len() - 1;
    let frame = s.frames[top];
    let op = g.tables.program[usize::from(frame.at)];
    s.asking = false;
    chance.tell(|story| _ = story.cause(names::owner(g, s)));
    s.frames[top].memo = match (op, a) {
        (Op::Heal { who }, Action::ChooseMember { .. } | Action::ChooseCard { .. }) => {
            let n = size(s, who.amount, Origin::unpack(frame.origin));
            let card = heal_one(g, s, a, n, chance);
            s.chosen.add(card);
            if who.pick == Pick::One { DONE } else { frame.memo + 1 }
        }
        (Op::Strike { .. }, Action::ChooseCard { sector, spot }) => {
            strike(g, s, sector, spot.index(), chance);
            DONE
        }
        (Op::RemoveCounter { .. }, Action::ChooseComponent { component }) => {
            s.counters[component] -= 1;
            let left = s.counters[component];
            chance.tell(|story| story::counters(story, g, component, left + 1, left));
            DONE
        }
        (Op::RerollDie, Action::ChooseDie { die }) => {
            reroll(g, s, die, chance);
            DONE
        }
        (Op::ChangeDie { .. }, Action::ChooseDie { die }) => die.index() as u8 + 1,
        (Op::ChangeDie { .. }, Action::ChooseFace { face }) => {
            let die = frame.chosen_die().expect("a die was chosen before its face");
            s.rolled[die] -= 1;
            s.rolled[DieType { face, ..die }] += 1;
            chance.tell(|story| story::turned(story, g, DieType { face, ..die }));
            DONE
        }
        (Op::AddDie { .. }, Action::ChooseColour { colour }) => {
            add_die(s, colour, true, chance);
            frame.memo + 1
        }
        (_, Action::Decline) => DONE,
        // Each by its name, so that the compiler leads whoever adds a verb here.
        (
            Op::Heal { .. }
            | Op::Strike { .. }
            | Op::RemoveCounter { .. }
            | Op::RerollDie
            | Op::ChangeDie { .. }
            | Op::AddDie { .. },
            a,
        ) => unreachable!("{a:?} does not answer {op:?}"),
        (
            Op::Damage { .. }
            | Op::HealImperials { .. }
            | Op::DrawToken { .. }
            | Op::AddCounters
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing,
            a,
        ) => unreachable!("{op:?} asks for nothing, and {a:?} is no answer"),
    };
}

/// One damage on every Rebel of the sector and affiliations, with the active team if it is there.
pub fn damage_sector(
    g: &DarkSideRising,
    s: &mut State,
    sector: Sector,
    of: Traits,
    n: u8,
    chance: &mut impl Chance,
) {
    for card in s.table[sector].iter_mut().flatten().filter(|card| card.is_rebel()) {
        hurt(g, card, of, n, chance);
    }
    if s.is_at(sector) {
        damage_team(g, s, usize::from(s.active), of, n, chance);
    }
}

fn damage_team(g: &DarkSideRising, s: &mut State, seat: usize, of: Traits, n: u8, chance: &mut impl Chance) {
    for member in s.seats.rebels_mut(seat) {
        hurt(g, member, of, n, chance);
    }
}

#[inline]
fn hurt(g: &DarkSideRising, rebel: &mut InPlay, of: Traits, n: u8, chance: &mut impl Chance) {
    let before = *rebel;
    *rebel = g.hurt(before, of, n);
    chance.tell(|story| story::damage(story, g, before, *rebel));
}

fn damage(g: &DarkSideRising, s: &mut State, who: &Who, origin: Origin, chance: &mut impl Chance) {
    let n = size(s, who.amount, origin);
    let sector = match origin {
        Origin::Table(i) => Sector::at(i / SPOTS),
        Origin::Member(_) | Origin::Elsewhere => s.vader,
    };
    match who.reach {
        Reach::Here => damage_sector(g, s, sector, who.affiliations, n, chance),
        Reach::Clockwise => damage_sector(g, s, sector.clockwise(), who.affiliations, n, chance),
        Reach::ActiveTeam => damage_picked(g, s, usize::from(s.active), who, n, chance),
        Reach::EveryTeam | Reach::TeamOrSector | Reach::Others | Reach::Itself => {
            (0..g.players).for_each(|seat| damage_picked(g, s, seat, who, n, chance));
        }
    }
}

/// Damage on those of a team that the effect picks; ties are all hit (ruling [R43](crate::dark_side_rising::rulings#r43)).
fn damage_picked(g: &DarkSideRising, s: &mut State, seat: usize, who: &Who, n: u8, chance: &mut impl Chance) {
    let room = |m: &InPlay| g.tables[m.card].capacity - m.damage;
    let rebels = s.seats.rebels_mut(seat);
    let open = rebels.iter().filter(|m| room(m) > 0 && g.affiliated(m.card, who.affiliations));
    let key: (fn(u8, u8) -> u8, u8) = match who.pick {
        Pick::MostDamaged => (|damage, _| damage, open.map(|m| m.damage).max().unwrap_or(0)),
        Pick::Healthiest => (|_, room| room, open.map(room).max().unwrap_or(0)),
        Pick::Weakest => (|_, room| room, open.map(room).min().unwrap_or(0)),
        Pick::All | Pick::One | Pick::Two | Pick::OneEachTeam => {
            return damage_team(g, s, seat, who.affiliations, n, chance);
        }
    };
    if key.1 == 0 {
        return;
    }
    for member in rebels {
        if room(member) > 0 && key.0(member.damage, room(member)) == key.1 {
            hurt(g, member, who.affiliations, n, chance);
        }
    }
}

fn heal(
    g: &DarkSideRising,
    s: &mut State,
    who: &Who,
    origin: Origin,
    top: usize,
    chance: &mut impl Chance,
) -> bool {
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
    let n = size(s, who.amount, origin);
    let mut meant = [None; MOST_REBELS];
    let mut free = meant.iter_mut();
    targets::each(g, s, &mut |a| *free.next().expect("no more targets than Rebels") = Some(a));
    for a in meant.into_iter().flatten() {
        heal_one(g, s, a, n, chance);
    }
    false
}

/// Damage off the Rebel that a choice names; says which it is.
fn heal_one(g: &DarkSideRising, s: &mut State, a: Action, n: u8, chance: &mut impl Chance) -> Card {
    let rebel = if let Action::ChooseMember { ally, place } = a {
        let seat = g.seat(s, ally);
        &mut s.seats.rebels_mut(seat)[place.index()]
    } else {
        let Action::ChooseCard { sector, spot } = a else { unreachable!("{a:?} chooses no Rebel") };
        s.table[sector][spot.index()].as_mut().expect("there is a Rebel to heal")
    };
    let before = *rebel;
    rebel.damage = rebel.damage.saturating_sub(n);
    chance.tell(|story| story::damage(story, g, before, *rebel));
    rebel.card
}

/// Damage off all Imperials in play, whatever their sector, but the source (ruling [R42](crate::dark_side_rising::rulings#r42)).
fn heal_imperials(g: &DarkSideRising, s: &mut State, n: u8, origin: Origin, chance: &mut impl Chance) {
    for (i, place) in s.table.values_mut().as_flattened_mut().iter_mut().enumerate() {
        if let Some(card) = place.as_mut().filter(|card| card.is_imperial() && origin != Origin::Table(i)) {
            let before = *card;
            card.damage = card.damage.saturating_sub(n);
            chance.tell(|story| story::damage(story, g, before, *card));
        }
    }
}

/// One counter on every component that is tied for fewest, among those that are not operational.
fn add_counters(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    let open = || Component::all().filter(|&c| !s.operational.has(c));
    let Some(fewest) = open().map(|c| s.counters[c]).min() else { return };
    let fewest: Set<Component> = open().filter(|&c| s.counters[c] == fewest).collect();
    for c in fewest.iter() {
        add_counter(g, s, c, chance);
    }
}

/// A full component takes no more (p7), and the counter is lost (ruling [R3](crate::dark_side_rising::rulings#r3)).
fn add_counter(g: &DarkSideRising, s: &mut State, c: Component, chance: &mut impl Chance) {
    let before = s.counters[c];
    s.counters[c] = (before + 1).min(g.tables.tiles[c].spaces);
    chance.tell(|story| story::counters(story, g, c, before, s.counters[c]));
}

/// Adds dice one by one; asks for the colour where two can be had, and takes the other where one has
/// run out (ruling [R39](crate::dark_side_rising::rulings#r39)).
fn add_dice(
    g: &DarkSideRising,
    s: &mut State,
    colours: Colours,
    n: u8,
    top: usize,
    chance: &mut impl Chance,
) -> bool {
    while s.frames[top].memo < n {
        let mut open = Colour::all().filter(|&c| colours.has(c) && s.dice_left(c, &g.tables) > 0);
        let (Some(only), None) = (open.next(), open.next()) else {
            return targets::any(g, s);
        };
        add_die(s, only, false, chance);
        s.frames[top].memo += 1;
    }
    false
}

/// A die more waits to be rolled.
fn add_die(s: &mut State, colour: Colour, chosen: bool, chance: &mut impl Chance) {
    s.waiting[colour] += 1;
    chance.tell(|story| story::extra_die(story, colour, chosen));
}

fn reroll(g: &DarkSideRising, s: &mut State, die: DieType, chance: &mut impl Chance) {
    s.rolled[die] -= 1;
    let shown = g.tables.dice[die.colour].table.roll(1, chance);
    for (n, face) in s.faces_mut(die.colour).iter_mut().zip(shown) {
        *n += face;
    }
    chance.tell(|story| {
        let face = Face::all().zip(shown).find(|(_, n)| *n > 0).map(|(face, _)| face);
        if let Some(face) = face {
            story::rolled_again(story, g, DieType { face, ..die });
        }
    });
}

/// Step 2a: a counter on the component of the colour rolled, or its effect if it is operational.
pub fn roll_death_star(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    let c = Component::at(chance.pick(g.tables.death_star.values()));
    chance.tell(|story| story::dark_die(story, "Death Star die", c.word()));
    if s.operational.has(c) {
        push(s, g.tables.tiles[c].span, Origin::Elsewhere);
    } else {
        add_counter(g, s, c, chance);
    }
}

/// One damage on the Imperial at a place, unless it is full (p10; no token then, ruling [R25](crate::dark_side_rising::rulings#r25)).
pub fn strike(g: &DarkSideRising, s: &mut State, sector: Sector, spot: usize, chance: &mut impl Chance) {
    let card = s.table[sector][spot].as_mut().expect("there is an Imperial to strike");
    if !g.is_full(*card) {
        let before = *card;
        card.damage += 1;
        s.strikes += 1;
        chance.tell(|story| story::damage(story, g, before, *card));
    }
}

/// Draws an Alliance token, locked for this turn (p11, ruling [R19](crate::dark_side_rising::rulings#r19)). An empty supply is refilled from the
/// discards; with both empty there is none (ruling [R20](crate::dark_side_rising::rulings#r20)).
pub fn draw_token(s: &mut State, chance: &mut impl Chance) {
    if nothing(&s.supply) {
        s.supply = std::mem::take(&mut s.discards);
    }
    if !nothing(&s.supply) {
        let token = Token::at(chance.pick(&s.supply.values().map(u32::from)));
        s.supply[token] -= 1;
        s.locked[token] += 1;
        chance.tell(|story| story::token(story, s, token));
    }
}

/// How much damage the verb that asks takes off each Rebel.
pub fn damage_to_remove(s: &State, op: Op, frame: Frame) -> u8 {
    if let Op::Heal { who } = op { size(s, who.amount, Origin::unpack(frame.origin)) } else { 0 }
}

/// How many choices are left of the verb that asks, this one included; there may be targets for fewer.
pub fn choices_left(g: &DarkSideRising, s: &State, op: Op, frame: Frame) -> u8 {
    let of = match op {
        Op::Heal { who } => match who.pick {
            Pick::One => return 1,
            Pick::Two => 2,
            Pick::OneEachTeam => g.players as u8,
            Pick::All | Pick::MostDamaged | Pick::Healthiest | Pick::Weakest => 0,
        },
        Op::AddDie { amount, .. } => size(s, amount, Origin::unpack(frame.origin)),
        Op::Strike { .. } | Op::RemoveCounter { .. } | Op::ChangeDie { .. } | Op::RerollDie => return 1,
        Op::Damage { .. }
        | Op::HealImperials { .. }
        | Op::DrawToken { .. }
        | Op::AddCounters
        | Op::RollDeathStar
        | Op::LoseDie
        | Op::ForbidHealing => 0,
    };
    of.saturating_sub(frame.memo)
}

/// The size of an amount for the effect of `origin`.
fn size(s: &State, amount: Amount, origin: Origin) -> u8 {
    let per = match (amount.per, origin) {
        (Per::Once, _) => 1,
        (Per::Strike, _) => s.strikes,
        (Per::TwoDamage, Origin::Member(place)) => s.own()[place].damage / 2,
        (Per::TwoDamage, Origin::Table(_) | Origin::Elsewhere) => 0,
    };
    amount.n.saturating_mul(per)
}
