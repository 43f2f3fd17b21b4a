//! The words of the game as numbered types.

use std::ops::Range;

use holotable_env::json::{Value as JsonValue, labelled, unfit};
use holotable_env::{ByKey, Finite, Json, Misfit, Pack, finite_enum};

/// The most seats.
pub const SEATS: usize = 4;
/// The most cards of a deck that are revealed or peeked at together.
pub const TOP: usize = 3;
/// The most fields with an effect on the Event Track.
pub const FIELDS: usize = 20;
/// How far a Forces card moves the Event Marker at most, either way.
pub const FARTHEST: i8 = 3;
/// The most ambush, and the most attack symbols on a Forces card.
pub const SYMBOLS: u8 = 2;
/// How many moves a Forces card may have.
const MOVES: usize = 2 * FARTHEST as usize + 1;

/// A value for each card.
pub type ByCard<T> = ByKey<Card, T, { Card::N }>;
/// A value for each deck.
pub type ByColour<T> = ByKey<Colour, T, { Colour::N }>;
/// A value for each face of a die.
pub type ByFace<T> = ByKey<Face, T, { Face::N }>;
/// A value for each of the First Order's leaders.
pub type ByLeader<T> = ByKey<Leader, T, { Leader::N }>;

finite_enum! {
    /// A Forces deck.
    #[derive(Default)]
    pub enum Colour {
        /// Battles in space.
        #[default]
        Yellow = "yellow",
        /// Battles on planets.
        Orange = "orange",
        /// Elite soldiers, with the three heroes among them.
        Black = "black",
    }
}

impl Colour {
    /// The deck whose cards pay for this one's; Yellow is free.
    pub const fn price(self) -> Option<Colour> {
        match self {
            Colour::Yellow => None,
            Colour::Orange => Some(Colour::Yellow),
            Colour::Black => Some(Colour::Orange),
        }
    }

    /// The numbers of its cards, which lie side by side; the heroes are the last of the Black deck.
    pub const fn cards(self) -> Range<usize> {
        match self {
            Colour::Yellow => 0..MOVES,
            Colour::Orange => MOVES..2 * MOVES,
            Colour::Black => 2 * MOVES..Card::N,
        }
    }
}

finite_enum! {
    /// A face of a die.
    pub enum Face {
        /// One card.
        One = "1",
        /// Two cards.
        Two = "2",
        /// Three cards.
        Three = "3",
        /// The First Order's symbol, for which there is no use.
        FirstOrder = "first_order",
    }
}

finite_enum! {
    /// A result of a die that can be used.
    pub enum Value {
        /// One card.
        One = "1",
        /// Two cards.
        Two = "2",
        /// Three cards.
        Three = "3",
    }
}

impl Value {
    /// The face with this result.
    pub const fn face(self) -> Face {
        Face::ALL[self as usize]
    }

    /// How many cards it is.
    pub const fn cards(self) -> u8 {
        self as u8 + 1
    }
}

finite_enum! {
    /// Dice that show the same.
    pub enum Alike {
        /// Two of them: as many cards as they show.
        Pair = "pair",
        /// Three of them: a card more.
        Triple = "triple",
    }
}

impl Alike {
    /// How many dice they are.
    pub const fn dice(self) -> u8 {
        self as u8 + 2
    }
}

finite_enum! {
    /// A leader of the First Order, in the order in which they are covered.
    pub enum Leader {
        /// Captain Phasma.
        Phasma = "phasma",
        /// General Hux.
        Hux = "hux",
        /// Kylo Ren.
        Kylo = "kylo",
    }
}

finite_enum! {
    /// What a starting card does before it moves the marker.
    #[derive(Default)]
    pub enum Power {
        /// Look at the top three cards of a deck.
        #[default]
        Peek = "peek",
        /// Move the top card of a deck to its bottom.
        Bottom = "bottom",
        /// Take the top yellow card.
        Take = "take",
    }
}

finite_enum! {
    /// A field of the Event Track.
    #[derive(Default)]
    pub enum Field {
        /// Nothing happens.
        #[default]
        Empty = "empty",
        /// The top yellow card is played.
        PlayYellow = "play_yellow",
        /// The top orange card is played.
        PlayOrange = "play_orange",
        /// The top black card is played.
        PlayBlack = "play_black",
        /// The top yellow card is taken.
        DrawYellow = "draw_yellow",
        /// The top orange card is taken.
        DrawOrange = "draw_orange",
        /// The top black card is taken.
        DrawBlack = "draw_black",
        /// A card is discarded.
        DiscardOne = "discard_1",
        /// Three cards are discarded.
        DiscardThree = "discard_3",
        /// The marker rests for the next player's turn.
        Freeze = "freeze",
    }
}

finite_enum! {
    /// What the active seat decides.
    #[derive(Default)]
    pub enum Stage {
        /// Step 2: what the dice are used for.
        #[default]
        Dice = "dice",
        /// What is discarded to pay for revealing or drawing.
        Pay = "pay",
        /// In what order revealed cards go back.
        Order = "order",
        /// Step 3: which card is played.
        Play = "play",
        /// Step 3: which leaders are covered.
        Cover = "cover",
        /// Step 4: what a field takes.
        Field = "field",
        /// Nothing: the game is over.
        Over = "over",
    }
}

finite_enum! {
    /// How a game ended; the win comes first of those that are endings.
    #[derive(Default)]
    pub enum Ending {
        /// Not yet.
        #[default]
        None = "none",
        /// The three heroes hold the leaders' fields.
        Heroes = "heroes_united",
        /// The Event Marker reached the last field.
        FirstOrder = "first_order",
        /// A card had to come from an empty deck.
        EmptyDeck = "deck_empty",
        /// A hero was discarded, so that the heroes can no longer meet.
        HeroLost = "hero_lost",
    }
}

/// A Forces card by what a hand needs to know of it: its deck and how far it moves the marker; or one of the three heroes, who are
/// alike. In a game all cards of one deck that move alike have the same symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Card(u8);

impl Card {
    /// A Resistance Hero.
    pub const HERO: Self = Self((Colour::N * MOVES) as u8);

    /// The card of a deck with this move, which is at most [`FARTHEST`].
    pub const fn of(colour: Colour, moves: i8) -> Self {
        Self(colour as u8 * MOVES as u8 + (moves + FARTHEST) as u8)
    }

    /// The deck it belongs to.
    pub fn colour(self) -> Colour {
        if self.is_hero() { Colour::Black } else { Colour::at(usize::from(self.0) / MOVES) }
    }

    /// How far it moves the marker towards the First Order's victory.
    pub const fn moves(self) -> i8 {
        if self.is_hero() { 0 } else { (self.0 % MOVES as u8) as i8 - FARTHEST }
    }

    /// Whether it is a hero.
    pub const fn is_hero(self) -> bool {
        self.0 == Self::HERO.0
    }
}

impl Finite for Card {
    const N: usize = Colour::N * MOVES + 1;

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    fn at(i: usize) -> Self {
        assert!(i < Self::N, "{i} is no card");
        Self(i as u8)
    }

    fn label(self) -> String {
        if self.is_hero() { "hero".into() } else { format!("{}{:+}", self.colour().word(), self.moves()) }
    }
}

impl std::fmt::Debug for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.label())
    }
}

impl Pack for Card {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(self.0);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        u8::unpack(bytes).and_then(|i| Self::try_at(usize::from(i)))
    }
}

impl<Cx: ?Sized> Json<Cx> for Card {
    fn to_json(&self, _cx: &Cx) -> JsonValue {
        self.label().into()
    }

    fn from_json(json: &JsonValue, _cx: &Cx) -> Result<Self, Misfit> {
        labelled(json.as_str().ok_or_else(|| unfit("a card", json))?)
    }
}
