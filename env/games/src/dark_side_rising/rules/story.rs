//! What the rules tell of what happens: the events of a [`Story`] with the names of the cards concerned.

use std::cmp::Ordering;

use holotable_env::picture::title;
use holotable_env::{Deed, Item, Story};

use super::DarkSideRising;
use super::ability::verb;
use super::action::DieType;
use super::in_play::InPlay;
use super::names::{self, active, component, owner};
use super::op::Op;
use super::state::{Origin, State};
use super::words::{Component, Sector, Token};

/// An effect begins to act.
pub fn effect(story: &mut Story, g: &DarkSideRising, s: &State, op: &Op) {
    let does = verb(op);
    let imperial = s.frames.last().is_some_and(|f| matches!(Origin::unpack(f.origin), Origin::Table(_)));
    // No Imperial heals itself (ruling R42).
    let does = if imperial { does.replace("all Imperials", "all other Imperials") } else { does };
    story.cause(owner(g, s)).push(Deed::Effect, Item::new(does));
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
    story.cause(die).push(Deed::Roll, Item::new(face.replace('_', " ")));
}

/// Every die that is rolled and not yet assigned.
pub fn rolled(story: &mut Story, g: &DarkSideRising, s: &State) {
    let shown = s.shown().map(|d| Item::new(names::die(&g.tables, d)).times(s.rolled[d]));
    story.cause(active(s)).all(Deed::Roll, shown);
}

/// A die turned or rolled again.
pub fn turned(story: &mut Story, g: &DarkSideRising, die: DieType) {
    story.push(Deed::Roll, Item::new(names::die(&g.tables, die)));
}

/// A token is drawn.
pub fn token(story: &mut Story, s: &State, token: Token) {
    story.cause(active(s)).push(Deed::Draw, Item::new(format!("token {}", token.word().replace('_', " "))));
}

/// Darth Vader turns to a sector.
pub fn vader(story: &mut Story, sector: Sector) {
    story.cause("Darth Vader").push(Deed::Move, Item::new(title(sector.word())));
}
