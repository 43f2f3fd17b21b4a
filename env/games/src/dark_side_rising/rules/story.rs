//! What the rules tell of what happens: the events of a [`Story`] with the names of the cards concerned.

use std::cmp::Ordering;

use holotable_env::{Deed, Finite, Item, Story};

use super::DarkSideRising;
use super::ability::{reach, verb};
use super::action::DieType;
use super::in_play::InPlay;
use super::names::{self, active, component, owner};
use super::op::{Op, Reach};
use super::state::{Origin, State};
use super::words::{Colour, Component, SPOTS, Sector, Token, VaderFace};

/// An effect begins to act.
pub fn effect(story: &mut Story, g: &DarkSideRising, s: &State, op: &Op) {
    let does = verb(op);
    let origin = s.frames.last().map_or(Origin::Elsewhere, |frame| Origin::unpack(frame.origin));
    let (does, sector) = match origin {
        // No Imperial heals itself (ruling R42).
        Origin::Table(i) => (does.replace("all Imperials", "all other Imperials"), Sector::at(i / SPOTS)),
        Origin::Member(_) | Origin::Elsewhere => (does, s.vader),
    };
    let named = |sector: Sector| format!("in {}", names::sector(sector));
    let does = does.replace(reach(Reach::Here), &named(sector));
    let does = does.replace(reach(Reach::Clockwise), &named(sector.clockwise()));
    let token = origin == Origin::Elsewhere && names::token_used(g, s).is_some();
    story.cause(owner(g, s));
    // Which token is used, and for what, the action says.
    if token {
        story.echo(Deed::Effect, Item::new(does))
    } else {
        story.push(Deed::Effect, Item::new(does))
    };
}

/// The effect that has begun has changed nothing.
pub fn idle(story: &mut Story, s: &State, op: &Op) {
    if matches!(op, Op::LoseDie | Op::ForbidHealing) {
        // It tells when dice are rolled, or where healing is tried.
        return;
    }
    let forbidden = s.healing_forbidden && matches!(op, Op::Heal { .. });
    let why = if forbidden { " (not possible this turn)" } else { " (it changes nothing)" };
    if let Some(last) = story.events.last_mut().filter(|event| event.deed == Deed::Effect) {
        last.said = false;
        last.to.iter_mut().for_each(|item| item.name += why);
    }
}

/// A die more waits to be rolled; where only one colour can be had, that is all that its effect does.
pub fn extra_die(story: &mut Story, colour: Colour, chosen: bool) {
    let said = match story.events.last() {
        Some(last) if last.deed == Deed::Effect && !chosen => story.events.pop().is_some_and(|e| e.said),
        last => last.is_some_and(|last| last.deed == Deed::Gain && last.said),
    };
    let die = Item::new(format!("{} die", colour.word()));
    if said {
        story.echo(Deed::Gain, die)
    } else {
        story.push(Deed::Gain, die)
    };
}

/// Damage on a card is another than before.
pub fn damage(story: &mut Story, g: &DarkSideRising, before: InPlay, after: InPlay) {
    let printed = &g.tables[after.card];
    let deed = if after.damage > before.damage { Deed::Damage } else { Deed::Heal };
    let change = after.damage.abs_diff(before.damage);
    if change > 0 {
        let item = Item::new(printed.name.as_str()).times(change).at(after.damage, printed.capacity);
        story.push(deed, item);
    }
}

/// A card as an item.
pub fn card(g: &DarkSideRising, card: InPlay) -> Item {
    Item::new(g.tables[card.card].name.as_str())
}

/// Counters on a component are others than before.
pub fn counters(story: &mut Story, g: &DarkSideRising, c: Component, before: u8, after: u8) {
    let name = format!("the {}", component(c));
    let item = Item::new(name.as_str()).times(before.abs_diff(after)).at(after, g.tables.tiles[c].spaces);
    match after.cmp(&before) {
        Ordering::Greater => story.push(Deed::Add, item),
        Ordering::Less => story.push(Deed::Remove, item),
        Ordering::Equal => story.push(Deed::Note, Item::new(format!("{name} is full and takes no more"))),
    };
}

/// A die that shows one word.
pub fn dark_die(story: &mut Story, die: &str, face: &str) {
    story.cause(die).push(Deed::Roll, Item::new(face));
}

/// Darth Vader's die shows where he turns, or who acts.
pub fn vader_die(story: &mut Story, face: VaderFace) {
    let shown = match face {
        VaderFace::Clockwise => "clockwise",
        VaderFace::CounterClockwise => "counter-clockwise",
        VaderFace::Helmet => "the helmet: the Imperials of all sectors act",
        VaderFace::DeathStar => "the Death Star: its die is rolled again",
    };
    dark_die(story, "Vader's die", shown);
}

/// Every die that is rolled and not yet assigned.
pub fn rolled(story: &mut Story, g: &DarkSideRising, s: &State) {
    let shown = s.shown().map(|d| Item::new(names::die(&g.tables, d)).times(s.rolled[d]));
    story.cause(active(s)).all(Deed::Roll, shown);
}

/// A die rolled again.
pub fn rolled_again(story: &mut Story, g: &DarkSideRising, die: DieType) {
    story.push(Deed::Roll, Item::new(names::die(&g.tables, die)));
}

/// The action turns a die to another face.
pub fn turned(story: &mut Story, g: &DarkSideRising, die: DieType) {
    story.echo(Deed::Note, Item::new(format!("a die is turned to {}", names::die(&g.tables, die))));
}

/// A token is drawn.
pub fn token(story: &mut Story, s: &State, token: Token) {
    story.cause(active(s)).push(Deed::Draw, Item::new(format!("{} token", names::token(token))));
}

/// Darth Vader turns to a sector.
pub fn vader(story: &mut Story, sector: Sector) {
    story.cause("Darth Vader").push(Deed::Move, Item::new(names::sector(sector)));
}
