//! [`State`]: the table as one small `Copy` value, its sets, and its invariants.

use super::DarkSideRising;
use super::cards::Tables;
use super::words::{
    CARDS, Colour, Component, Face, IMPERIALS, REBELS, SEATS, Sector, TEAM_CAP, Team, Token, Trait,
};
use crate::bits::{nonzero, places};
use crate::finite::Finite;
use crate::list::List;

use super::action::DieType;
use super::words::Ally;

/// A set of asset cards by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// The Rebels.
    pub const REBELS: CardSet = CardSet((1 << REBELS) - 1);
    /// The Imperials.
    pub const IMPERIALS: CardSet = CardSet(((1 << IMPERIALS) - 1) << REBELS);

    /// Whether the set has card `c`.
    #[inline]
    pub fn has(self, c: u8) -> bool {
        self.0 >> c & 1 == 1
    }

    /// Adds card `c`.
    #[inline]
    pub fn add(&mut self, c: u8) {
        self.0 |= 1 << c;
    }

    /// Takes card `c` out.
    #[inline]
    pub fn take(&mut self, c: u8) {
        self.0 &= !(1 << c);
    }

    /// How many cards are in both sets.
    #[inline]
    pub fn count(self, of: CardSet) -> usize {
        (self.0 & of.0).count_ones() as usize
    }

    /// The `n`-th card of the set in order of numbers.
    pub fn nth(self, n: usize) -> u8 {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits - 1;
        }
        bits.trailing_zeros() as u8
    }

    /// The cards in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        places(self.0).map(|c| c as u8)
    }
}

/// A card in play with its damage counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InPlay {
    /// The number of the card, or [`InPlay::EMPTY`].
    pub card: u8,
    /// Damage counters on it.
    pub damage: u8,
}

impl InPlay {
    /// The card number of a place without a card.
    pub const EMPTY: u8 = u8::MAX;

    /// A card without damage.
    pub fn fresh(card: u8) -> Self {
        Self { card, damage: 0 }
    }

    /// Whether there is a card.
    #[inline]
    pub fn is_card(self) -> bool {
        self.card != Self::EMPTY
    }

    /// Whether there is a Rebel.
    #[inline]
    pub fn is_rebel(self) -> bool {
        usize::from(self.card) < REBELS
    }

    /// Whether there is an Imperial.
    #[inline]
    pub fn is_imperial(self) -> bool {
        (REBELS..CARDS).contains(&usize::from(self.card))
    }
}

impl Default for InPlay {
    fn default() -> Self {
        Self { card: Self::EMPTY, damage: 0 }
    }
}

/// Where the turn stands. Stages without a decision are passed through inside a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Step 1: a decision, where to deploy.
    Deploy,
    /// Step 2b: Darth Vader's die.
    Vader,
    /// Step 2c: Vader's attack.
    Attack,
    /// Step 2d: the Imperials, place by place.
    Imperials,
    /// Step 3: extra dice are collected, Rebel by Rebel.
    Gather,
    /// Step 3: a decision, before the opening roll.
    Muster,
    /// Step 3: a decision, with rolled dice or after the last.
    Rolled,
    /// Steps 4a and 4b: recruits, damage to Imperials, tokens.
    Resolve,
    /// Step 4b: Rebels who act when an Imperial was damaged.
    Struck,
    /// Step 4c: the defeated leave.
    Defeat,
    /// Step 4d: empty places are filled, one by one.
    Refill,
    /// Steps 4e and 4f: components flip, the game may end, the next player's turn begins.
    Conclude,
    /// The game is over.
    Over,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// It has not.
    None,
    /// Enough Imperials are defeated.
    Won,
    /// All six components are operational.
    DeathStarComplete,
    /// Too many Rebels are defeated.
    TenRebelsLost,
    /// A player has no Rebel left.
    TeamWipedOut,
}

/// A run of verbs being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frame {
    /// The next verb.
    pub at: u8,
    /// How many verbs are left.
    pub left: u8,
    /// Whose effect it is: see [`Origin`].
    pub origin: u8,
    /// What the current verb remembers between decisions.
    pub memo: u8,
}

/// Whose effect is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An Imperial at this place of the nine (sector × 3 + spot).
    Table(usize),
    /// A Rebel at this place of the active team.
    Member(usize),
    /// A component, the team ability or a token: none of these has a place.
    Elsewhere,
}

impl Origin {
    const MEMBER: u8 = 16;
    const ELSEWHERE: u8 = 64;

    /// The byte that a frame keeps.
    pub fn pack(self) -> u8 {
        match self {
            Origin::Table(i) => i as u8,
            Origin::Member(i) => Self::MEMBER + i as u8,
            Origin::Elsewhere => Self::ELSEWHERE,
        }
    }

    /// The origin that a frame keeps.
    pub fn unpack(byte: u8) -> Self {
        match byte {
            0..Self::MEMBER => Origin::Table(usize::from(byte)),
            Self::MEMBER..Self::ELSEWHERE => Origin::Member(usize::from(byte - Self::MEMBER)),
            _ => Origin::Elsewhere,
        }
    }
}

/// The table.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of the turn of its own")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Cards in the draw deck: a set until one is drawn.
    pub deck: CardSet,
    /// Defeated cards.
    pub defeated: CardSet,
    /// Rebels recruited this turn, whose abilities wait for the next.
    pub recruits: CardSet,
    /// Cards already chosen by the current verb.
    pub chosen: CardSet,
    /// The cards around the Deployment Zone.
    pub table: [[InPlay; 3]; Sector::N],
    /// Symbols still to match on the cards of the deployed sector.
    pub need: [[u8; Trait::N]; 3],
    /// The Rebels of each seat, the longest-serving first.
    pub teams: [List<InPlay, TEAM_CAP>; SEATS],
    /// The team base of each seat.
    pub bases: [Team; SEATS],
    /// Symbols paid this turn for the abilities of the active team.
    pub paid: [u8; TEAM_CAP],
    /// Abilities of the active team used this turn, by place.
    pub used: u16,
    /// Rolled dice not yet assigned, by type.
    pub rolled: [u8; DieType::N],
    /// Dice in the pool waiting to be rolled, by colour.
    pub waiting: [u8; Colour::N],
    /// Dice assigned or forfeited this turn, by colour.
    pub spent: [u8; Colour::N],
    /// Tokens face down in the supply.
    pub supply: [u8; Token::N],
    /// Tokens used.
    pub discards: [u8; Token::N],
    /// Tokens that may be used.
    pub tokens: [u8; Token::N],
    /// Tokens drawn this turn, locked until the next.
    pub locked: [u8; Token::N],
    /// Operation counters on the components.
    pub counters: [u8; Component::N],
    /// Operational components as bits.
    pub operational: u8,
    /// The sector that Darth Vader faces.
    pub vader: Sector,
    /// The sector the active team is deployed to.
    pub deployed: Option<Sector>,
    /// The seat whose turn it is.
    pub active: u8,
    /// Completed turns.
    pub turn: u16,
    /// Where the turn stands.
    pub stage: Stage,
    /// How far a stage that goes from place to place has come.
    pub cursor: u8,
    /// Vader shows the helmet this turn.
    pub helmet: bool,
    /// The opening roll has not been made.
    pub opening: bool,
    /// A die was assigned in this roll.
    pub assigned: bool,
    /// No damage can be removed from Rebels this turn.
    pub healing_forbidden: bool,
    /// Dice to leave out of the pool this turn.
    pub fewer_dice: u8,
    /// Places of the deployed sector that got a die this turn, as bits.
    pub fed: u8,
    /// Places of the deployed sector that got a die in this roll, as bits.
    pub fed_now: u8,
    /// Damage counters put on Imperials this turn by abilities and dice.
    pub strikes: u8,
    /// Completed recruits that found their team full in the whole game: must stay 0.
    pub turned_away: u8,
    /// Effects being carried out, the current one last.
    pub frames: List<Frame, 8>,
    /// The current verb waits for a choice.
    pub asking: bool,
    /// How the game ended.
    pub ending: Ending,
}

const _: () = assert!(size_of::<State>() <= 512);

impl State {
    /// The team of the active seat.
    pub fn own(&self) -> &List<InPlay, TEAM_CAP> {
        &self.teams[usize::from(self.active)]
    }

    /// The Imperials defeated so far.
    pub fn imperials_defeated(&self) -> usize {
        self.defeated.count(CardSet::IMPERIALS)
    }

    /// The Rebels defeated so far, on teams or not.
    pub fn rebels_defeated(&self) -> usize {
        self.defeated.count(CardSet::REBELS)
    }

    /// Whether a component is operational.
    #[inline]
    pub fn is_operational(&self, c: usize) -> bool {
        self.operational >> c & 1 == 1
    }

    /// The types of the rolled dice not yet assigned, in order.
    #[inline]
    pub fn shown(&self) -> impl Iterator<Item = usize> {
        places(nonzero(&self.rolled))
    }

    /// Rolled dice not yet assigned.
    #[inline]
    pub fn rolled_dice(&self) -> u8 {
        self.rolled.iter().sum()
    }

    /// Dice waiting to be rolled.
    #[inline]
    pub fn waiting_dice(&self) -> u8 {
        self.waiting.iter().sum()
    }

    /// Dice of a colour left in the common pool.
    #[inline]
    pub fn dice_left(&self, c: Colour, t: &Tables) -> u8 {
        let rolled: u8 = self.rolled[c.index() * Face::N..][..Face::N].iter().sum();
        t.dice[c.index()].supply - rolled - self.waiting[c.index()] - self.spent[c.index()]
    }

    /// Whether the active team is deployed to `sector`.
    #[inline]
    pub fn is_at(&self, sector: Sector) -> bool {
        self.deployed == Some(sector)
    }

    /// The card at one of the nine places.
    #[inline]
    pub fn place(&self, i: usize) -> InPlay {
        self.table[i / 3][i % 3]
    }
}

/// The seat of an [`Ally`] of the active seat.
pub fn seat(g: &DarkSideRising, s: &State, ally: Ally) -> usize {
    (usize::from(s.active) + ally.index()) % g.players
}
