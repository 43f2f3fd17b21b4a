//! Compiles `configs/conflict/*.toml` into [`Data`], and draws from it what a game does not fix.

use std::path::Path;

use holotable_env::catalogue::Entry;
use holotable_env::data::{Files, once_each, range, wrong};
use holotable_env::json::labelled;
use holotable_env::{ByKey, Chance, Error, Finite, List, ensure, finite_enum};
use serde::Deserialize;

use super::printed::{HERO, HEROES, Printed, StartingCard};
use super::words::{ByCard, ByColour, Card, Colour, FARTHEST, FIELDS, Field, Power, SEATS, SYMBOLS};
use crate::config;

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 4] = [
    ("decks.toml", config!("conflict/decks.toml")),
    ("cards.toml", config!("conflict/cards.toml")),
    ("starting.toml", config!("conflict/starting.toml")),
    ("board.toml", config!("conflict/board.toml")),
];

finite_enum! {
    /// A side of the board.
    pub enum Side {
        /// For the simplified and the standard variant.
        Standard = "standard",
        /// For the advanced variant.
        Advanced = "advanced",
    }
}

/// How a deck is drawn by lot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deck {
    name: Colour,
    cards: u8,
    moves: Vec<i8>,
    ambush: [u32; SYMBOLS as usize + 1],
    attack: [u32; SYMBOLS as usize + 1],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCard {
    name: String,
    copies: u8,
    ambush: u8,
    attack: u8,
}

/// A starting card, and how many of it are in the box.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStart {
    name: String,
    power: Power,
    symbols: u8,
    copies: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSide {
    name: Side,
    fields: Vec<Field>,
}

/// The data set.
#[derive(Clone, Debug)]
pub struct Data {
    /// The cards of the fixed decks, heroes among them.
    pub cards: ByCard<Printed>,
    decks: ByColour<Deck>,
    sides: ByKey<Side, Vec<Field>, { Side::N }>,
    starting: Vec<WrittenStart>,
    /// Every value with its provenance.
    pub printed: Vec<Entry>,
    /// The hash of all values.
    pub hash: String,
}

/// The data set in a folder, or the built-in one.
///
/// # Errors
/// With file and place for what cannot be read or does not make sense.
pub fn load(folder: Option<&Path>) -> Result<Data, Error> {
    let mut files = Files::read(&FILES, folder)?;
    let data = Data {
        decks: decks(&mut files)?,
        cards: cards(&mut files)?,
        starting: starting(&mut files)?,
        sides: sides(&mut files)?,
        hash: files.hash().to_owned(),
        printed: files.printed().to_vec(),
    };
    for (colour, deck) in data.decks.iter() {
        let of_deck = data.cards.iter().filter(|(card, _)| card.colour() == colour);
        let (n, cards): (u32, _) = (of_deck.map(|(_, c)| u32::from(c.copies)).sum(), deck.cards);
        if n != u32::from(cards) {
            let why = format!("there are {n} {} cards, heroes among them, not {cards}", colour.word());
            return Err(wrong(FILES[1].0, why));
        }
    }
    let dealt: u32 = data.starting.iter().map(|card| u32::from(card.copies)).sum();
    if dealt < SEATS as u32 {
        return Err(wrong(FILES[2].0, format!("{dealt} starting cards do not go round {SEATS} seats")));
    }
    Ok(data)
}

fn decks(files: &mut Files) -> Result<ByColour<Deck>, Error> {
    let decks = files.each(FILES[0].0, "deck", &["name"], |deck: Deck, _| {
        check_deck(&deck)?;
        Ok((deck.name, deck))
    })?;
    once_each(FILES[0].0, decks)
}

fn cards(files: &mut Files) -> Result<ByCard<Printed>, Error> {
    let mut all = ByCard::<Printed>::default();
    files.each(FILES[1].0, "card", &["name"], |card: WrittenCard, _| {
        let kind: Card = labelled(&card.name)?;
        ensure(!kind.is_hero() && all[kind] == Printed::default(), || {
            "it is written twice, or a hero".into()
        })?;
        let WrittenCard { name, copies, ambush, attack } = card;
        range(&name, "copies", copies, 1, 60)?;
        range(&name, "ambush", ambush, 0, SYMBOLS)?;
        range(&name, "attack", attack, 0, SYMBOLS)?;
        all[kind] = Printed { copies, ambush, attack };
        Ok(())
    })?;
    all[Card::HERO] = HERO;
    Ok(all)
}

fn starting(files: &mut Files) -> Result<Vec<WrittenStart>, Error> {
    files.each(FILES[2].0, "card", &["name"], |card: WrittenStart, label| {
        range(&card.name, "symbols", card.symbols, 0, 3)?;
        range(&card.name, "copies", card.copies, 1, 10)?;
        label.call("starting card", &card.name);
        Ok(card)
    })
}

fn sides(files: &mut Files) -> Result<ByKey<Side, Vec<Field>, { Side::N }>, Error> {
    let sides = files.each(FILES[3].0, "side", &["name"], |side: WrittenSide, _| {
        let n = side.fields.len();
        ensure((1..=FIELDS).contains(&n), || format!("'fields' has {n}, not 1 to {FIELDS}"))?;
        Ok((side.name, side.fields))
    })?;
    once_each(FILES[3].0, sides)
}

fn check_deck(deck: &Deck) -> Result<(), String> {
    let name = deck.name.word();
    range(name, "cards", deck.cards, if deck.name == Colour::Black { HEROES } else { 1 }, 60)?;
    ensure(!deck.moves.is_empty() && deck.moves.iter().all(|m| m.abs() <= FARTHEST), || {
        format!("'moves' must be some numbers from -{FARTHEST} to {FARTHEST}")
    })?;
    for (what, weights) in [("ambush", deck.ambush), ("attack", deck.attack)] {
        let fits = weights.iter().all(|w| *w <= 1_000) && weights.iter().any(|w| *w > 0);
        ensure(fits, || format!("'{what}' must be weights up to 1000, not all 0"))?;
    }
    Ok(())
}

impl Data {
    /// How many cards a deck has, heroes among them.
    pub fn size(&self, colour: Colour) -> u8 {
        self.decks[colour].cards
    }

    /// Decks by lot: the move of each card, then the symbols of all cards that move alike.
    pub fn draw_cards(&self, chance: &mut impl Chance) -> ByCard<Printed> {
        let mut all = ByCard::<Printed>::default();
        all[Card::HERO] = HERO;
        for (colour, deck) in self.decks.iter() {
            let heroes = if colour == Colour::Black { HEROES } else { 0 };
            for _ in heroes..deck.cards {
                let moves = deck.moves[chance.below(deck.moves.len())];
                all[Card::of(colour, moves)].copies += 1;
            }
            for (_, card) in
                all.iter_mut().filter(|(card, c)| card.colour() == colour && !card.is_hero() && c.copies > 0)
            {
                card.ambush = chance.pick(&deck.ambush) as u8;
                card.attack = chance.pick(&deck.attack) as u8;
            }
        }
        all
    }

    /// The fields of a side of the board, from the start on and then over again.
    pub fn fields(&self, side: Side) -> List<Field, FIELDS> {
        let mut fields = List::default();
        self.sides[side].iter().cycle().take(FIELDS).for_each(|&field| fields.push(field));
        fields
    }

    /// The same fields by lot.
    pub fn draw_fields(&self, side: Side, chance: &mut impl Chance) -> List<Field, FIELDS> {
        let (among, mut fields) = (&self.sides[side], List::default());
        (0..FIELDS).for_each(|_| fields.push(among[chance.below(among.len())]));
        fields
    }

    /// A starting card for each seat.
    pub fn deal_starting(&self, seats: usize, chance: &mut impl Chance) -> List<StartingCard, SEATS> {
        let mut left: Vec<u32> = self.starting.iter().map(|card| u32::from(card.copies)).collect();
        let mut dealt = List::default();
        for _ in 0..seats {
            let i = chance.pick(&left);
            left[i] -= 1;
            dealt.push(StartingCard { power: self.starting[i].power, symbols: self.starting[i].symbols });
        }
        dealt
    }

    /// Whether there is such a starting card.
    pub fn has_starting(&self, card: StartingCard) -> bool {
        self.starting.iter().any(|c| c.power == card.power && c.symbols == card.symbols)
    }
}
