//! What is printed on the components, as tables: `load.rs` compiles the data set into these.

use std::ops::{Index, IndexMut};

use holotable_env::catalogue::Entry;
use holotable_env::{ByKey, DiceTable, Finite};

use super::action::ByDie;
use super::card::{Card, CardSet, MOST_REBELS};
use super::op::{If, Op, When};
use super::words::{ByColour, ByComponent, ByFace, ByTeam, ByToken, ByTrait, Kind, Trait, VaderFace};

/// A run of verbs in [`Tables::program`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first verb.
    pub at: u8,
    /// The length of the span.
    pub len: u8,
}

impl Span {
    /// Whether so many verbs from `at` on are the end of this run.
    pub fn ends_with(self, at: u8, left: u8) -> bool {
        let end = |at: u8, len: u8| u16::from(at) + u16::from(len);
        at >= self.at && left > 0 && end(at, left) == end(self.at, self.len)
    }
}

/// What is printed on an asset card.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The printed name.
    pub name: String,
    /// The printed type.
    pub kind: Kind,
    /// Damage spaces.
    pub capacity: u8,
    /// The symbols to match: to recruit a Rebel or to attack an Imperial.
    pub need: ByTrait<u8>,
    /// What only Rebels have.
    pub rebel: Option<Rebel>,
    /// What its ability or effect does.
    pub span: Span,
}

/// What only Rebels have.
#[derive(Clone, Copy, Debug)]
pub struct Rebel {
    /// The affiliation.
    pub affiliation: Trait,
    /// When the ability can be used.
    pub when: When,
    /// What must hold for it.
    pub condition: If,
    /// The trait and number of symbols to pay, if paid.
    pub price: Option<(Trait, u8)>,
}

/// A team base.
#[derive(Clone, Debug)]
pub struct Base {
    /// The leader's card.
    pub leader: Card,
    /// The starting dice.
    pub dice: ByColour<u8>,
    /// The trait counted on the opening roll.
    pub symbol: Trait,
    /// How many symbols the opening roll must show.
    pub threshold: u8,
    /// What the team ability does.
    pub span: Span,
}

/// A component of the Death Star.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Counter spaces.
    pub spaces: u8,
    /// What it does when its colour is rolled while operational.
    pub span: Span,
}

/// A kind of Rebellion die.
#[derive(Clone, Debug)]
pub struct Die {
    /// The different faces: trait and how many symbols.
    pub faces: ByFace<(Trait, u8)>,
    /// How many of the six sides show each.
    pub sides: ByFace<u32>,
    /// Rolls of several at once.
    pub table: DiceTable<{ super::words::Face::N }>,
    /// How many there are in the box.
    pub supply: u8,
}

/// A kind of Alliance token.
#[derive(Clone, Debug)]
pub struct TokenKind {
    /// How many there are in the box.
    pub count: u8,
    /// What it does; empty for symbols, which are assigned instead.
    pub span: Span,
}

/// Everything printed on the components.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The asset cards: the Rebels in the order of their file, then the Imperials in that of theirs.
    pub cards: Vec<Printed>,
    /// How many of the cards are Rebels.
    pub rebel_count: usize,
    /// All verbs of all effects.
    pub program: Vec<Op>,
    /// The team bases.
    pub bases: ByTeam<Base>,
    /// The components.
    pub tiles: ByComponent<Tile>,
    /// The Rebellion dice.
    pub dice: ByColour<Die>,
    /// What each type of die shows.
    pub faces: ByDie<(Trait, u8)>,
    /// The tokens.
    pub tokens: ByToken<TokenKind>,
    /// How many sides of Darth Vader's die show each face.
    pub vader: ByKey<VaderFace, u32, { VaderFace::N }>,
    /// How many sides of the Death Star die show each component.
    pub death_star: ByComponent<u32>,
    /// Every printed value with its provenance.
    pub printed: Vec<Entry>,
    /// Sixteen hexadecimal digits over all files.
    pub hash: String,
}

impl Tables {
    /// Each asset card with what is printed on it: Rebels first, then Imperials.
    pub fn cards(&self) -> impl Iterator<Item = (Card, &Printed)> {
        let rebels = (0..self.rebel_count).map(Card::rebel);
        rebels.chain((0..self.imperials().len()).map(Card::imperial)).zip(&self.cards)
    }

    /// The Rebels in the order of their file.
    pub fn rebels(&self) -> &[Printed] {
        &self.cards[..self.rebel_count]
    }

    /// The Imperials in the order of their file.
    pub fn imperials(&self) -> &[Printed] {
        &self.cards[self.rebel_count..]
    }

    /// The place of a card in [`cards`](Tables::cards).
    #[inline]
    pub fn place(&self, card: Card) -> usize {
        // Without a branch, for whether it is a Rebel is hard to guess.
        card.index() - usize::from(card.is_imperial()) * (MOST_REBELS - self.rebel_count)
    }

    /// All asset cards.
    pub fn deck(&self) -> CardSet {
        self.cards().map(|(card, _)| card).collect()
    }

    /// The card with this name.
    pub fn card(&self, name: &str) -> Option<Card> {
        self.cards().find(|(_, printed)| printed.name == name).map(|(card, _)| card)
    }

    /// The verbs of a span.
    pub fn ops(&self, span: Span) -> &[Op] {
        &self.program[usize::from(span.at)..][..usize::from(span.len)]
    }
}

impl Index<Card> for Tables {
    type Output = Printed;

    #[inline]
    fn index(&self, card: Card) -> &Printed {
        &self.cards[self.place(card)]
    }
}

impl IndexMut<Card> for Tables {
    fn index_mut(&mut self, card: Card) -> &mut Printed {
        let place = self.place(card);
        &mut self.cards[place]
    }
}
