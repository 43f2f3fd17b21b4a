//! What the rules tell of what happens: the events of a [`Story`] with the names of seats, cards and fields.

use holotable_env::picture::title;
use holotable_env::{Deed, Finite, Item, Story};

use super::names;
use super::state::{State, Top};
use super::words::{Card, Colour, Face, Field};

fn by(story: &mut Story, seat: usize) -> &mut Story {
    story.cause(format!("Seat {seat}"))
}

/// A turn begins with a roll.
pub fn turn(story: &mut Story, s: &State) {
    story.note(Deed::Begin, names::heading(s));
    let shown = Face::all().filter(|&face| s.dice[face] > 0);
    let dice = shown.map(|face| Item::new(names::showing(face)).times(s.dice[face]));
    by(story, s.me()).all(Deed::Roll, dice);
}

/// The Event Marker is somewhere else.
pub fn marker(story: &mut Story, s: &State) {
    let field = format!("field {} of {}", s.marker, s.world.track);
    _ = story.cause("The Event Marker").push(Deed::Move, Item::new(field));
}

/// A card comes into a hand: everybody sees its deck and its ambush, and only a card that is known which it is.
pub fn draws(story: &mut Story, s: &State, card: Card, public: bool) {
    let (name, ambush) = (names::name(card), s.world.cards[card].ambush);
    let with = if ambush > 0 { format!(" with ambush {ambush}") } else { String::new() };
    let cover = format!("{} card{with}", card.colour().word());
    let item = if public { Item::new(name) } else { Item::secret([s.me()], name, cover) };
    by(story, s.me()).push(Deed::Draw, item);
}

/// A card goes to the discards.
pub fn discards(story: &mut Story, s: &State, card: Card) {
    by(story, s.me()).push(Deed::Discard, Item::new(names::name(card)));
}

/// Cards of a deck are seen by all.
pub fn looks<'a>(story: &mut Story, deck: Colour, cards: impl IntoIterator<Item = &'a Top>) {
    let cards = cards.into_iter().map(|top| Item::new(names::name(top.card)));
    story.cause(format!("{} deck", title(deck.word()))).all(Deed::Reveal, cards);
}

/// The field of the marker acts.
pub fn field(story: &mut Story, field: Field) {
    _ = story.cause("The field").push(Deed::Effect, Item::new(title(field.word()).to_lowercase()));
}

/// The game is over.
pub fn over(story: &mut Story, s: &State) {
    story.note(Deed::End, title(s.ending.word()).to_lowercase());
}
