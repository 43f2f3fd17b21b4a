//! What the rules tell of what happens: the events of a [`Story`] with the names of seats, cards and fields.

use holotable_env::{Deed, Item, Story};

use super::names;
use super::state::{State, Top};
use super::words::{Card, Colour, Field};

fn by(story: &mut Story, seat: usize) -> &mut Story {
    story.cause(format!("Seat {seat}"))
}

/// A turn begins with a roll.
pub fn turn(story: &mut Story, s: &State) {
    story.note(Deed::Begin, names::heading(s));
    by(story, s.me()).push(Deed::Roll, Item::new(names::dice(s)));
}

/// The Event Marker is somewhere else, for a reason.
pub fn marker(story: &mut Story, s: &State, before: u8, why: &str) {
    let by = i16::from(s.marker) - i16::from(before);
    let field = format!("field {} of {} ({by:+} for {why})", s.marker, s.world.track);
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

/// The action names a card of the hand that goes to the discards.
pub fn discards(story: &mut Story, s: &State, card: Card) {
    by(story, s.me()).echo(Deed::Discard, Item::new(names::name(card)));
}

/// A field plays the top card of a deck.
pub fn plays(story: &mut Story, card: Card) {
    let words = format!("the card is {}", names::name(card));
    _ = story.cause("The field").push(Deed::Note, Item::new(words));
}

/// A cover goes to the discards at the end of a turn.
pub fn uncovers(story: &mut Story, card: Card) {
    _ = story.cause("The leaders").push(Deed::Discard, Item::new(names::name(card)));
}

/// Cards from the top of a deck, in their order.
fn top(cards: &[Top]) -> String {
    let cards: Vec<String> = cards.iter().map(|top| names::name(top.card)).collect();
    format!("{}{}", if cards.len() > 1 { "from the top: " } else { "" }, cards.join(", "))
}

/// Cards of a deck are turned up.
pub fn reveals(story: &mut Story, s: &State, deck: Colour, n: u8) {
    let cards = &s.decks[deck].top[..usize::from(n)];
    by(story, s.me()).push(Deed::Reveal, Item::new(top(cards)));
}

/// The known cards on top of a deck are looked at, and lie face down or up as before.
pub fn looks(story: &mut Story, s: &State, deck: Colour) {
    let cards = &s.decks[deck].top[..];
    if !cards.is_empty() {
        by(story, s.me()).push(Deed::Look, Item::new(top(cards)));
    }
}

/// The top card of a deck goes to its bottom.
pub fn buries(story: &mut Story, s: &State, card: Card) {
    let words = format!("{}, now at the bottom of the deck", names::name(card));
    by(story, s.me()).push(Deed::Look, Item::new(words));
}

/// The field of the marker acts.
pub fn field(story: &mut Story, field: Field) {
    let does = match field {
        Field::Empty => "nothing happens",
        Field::PlayYellow => "play the top yellow card",
        Field::PlayOrange => "play the top orange card",
        Field::PlayBlack => "play the top black card",
        Field::DrawYellow => "draw the top yellow card",
        Field::DrawOrange => "draw the top orange card",
        Field::DrawBlack => "draw the top black card",
        Field::DiscardOne => "discard 1 card",
        Field::DiscardThree => "discard 3 cards",
        Field::Freeze => "set the Event Marker aside for the next turn",
    };
    _ = story.cause("The field").push(Deed::Effect, Item::new(does));
}

/// The game is over.
pub fn over(story: &mut Story, s: &State) {
    story.note(Deed::End, names::ending(s.ending));
}
