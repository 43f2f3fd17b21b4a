//! [`State`]: the table as one small `Copy` value.

use holotable_env::bits::{nonzero, places};
use holotable_env::{Finite, Json, List, Pack, Set, finite_enum};

use super::action::{ByDie, DieType};
use super::card::{Card, CardSet};
use super::in_play::InPlay;
use super::seats::Seats;
use super::tables::Tables;
use super::words::{
    ByColour, ByComponent, ByPayee, BySector, ByToken, ByTrait, Colour, Component, Face, Place, SPOTS,
    Sector, Spot,
};

finite_enum! {
    /// Where the turn stands. Stages without a decision are passed through inside a step.
    pub enum Stage {
        /// Step 1: a decision, where to deploy.
        Deploy = "deploy",
        /// Step 2b: Darth Vader's die.
        Vader = "vader",
        /// Step 2c: Vader's attack.
        Attack = "attack",
        /// Step 2d: the Imperials, place by place.
        Imperials = "imperials",
        /// Step 3: extra dice are collected, Rebel by Rebel.
        Gather = "gather",
        /// Step 3: a decision, before the opening roll.
        Muster = "before_opening_roll",
        /// Step 3: a decision, with rolled dice or after the last.
        Rolled = "rolled",
        /// Steps 4a and 4b: recruits, damage to Imperials, tokens.
        Resolve = "resolve",
        /// Step 4b: Rebels who act when an Imperial was damaged.
        Struck = "struck",
        /// Step 4c: the defeated leave.
        Defeat = "defeat",
        /// Step 4d: empty places are filled, one by one.
        Refill = "refill",
        /// Steps 4e and 4f: components flip, the game may end, the next player's turn begins.
        Conclude = "conclude",
        /// The game is over.
        Over = "over",
    }
}

finite_enum! {
    /// How the game ended.
    pub enum Ending {
        /// It has not.
        None = "unfinished",
        /// Enough Imperials are defeated.
        Won = "won",
        /// All six components are operational.
        DeathStarComplete = "death_star_complete",
        /// Too many Rebels are defeated.
        TooManyRebelsLost = "too_many_rebels_lost",
        /// A player has no Rebel left.
        TeamWipedOut = "team_wiped_out",
    }
}

/// A run of verbs being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Frame {
    /// The next verb.
    #[json(name = "verb")]
    pub at: u8,
    /// How many verbs are left.
    #[json(name = "verbs_left")]
    pub left: u8,
    /// Whose effect it is: see [`Origin`].
    pub origin: u8,
    /// What the current verb remembers between decisions.
    pub memo: u8,
}

impl Frame {
    /// The die that was chosen to be turned to another face.
    pub fn chosen_die(self) -> Option<DieType> {
        DieType::try_at(usize::from(self.memo).checked_sub(1)?)
    }
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pack, Json)]
#[json(context = Tables)]
pub struct State {
    /// Completed turns.
    pub turn: u16,
    /// The seat whose turn it is.
    #[json(name = "active_seat")]
    pub active: u8,
    /// Where the turn stands.
    pub stage: Stage,
    /// How the game ended.
    pub ending: Ending,
    /// The sector that Darth Vader faces.
    pub vader: Sector,
    /// The sector the active team is deployed to.
    pub deployed: Option<Sector>,
    /// The cards around the Deployment Zone.
    #[json(name = "sectors")]
    pub table: BySector<[Option<InPlay>; SPOTS]>,
    /// The players.
    pub seats: Seats,
    /// Cards in the draw deck: a set until one is drawn.
    pub deck: CardSet,
    /// Defeated cards.
    pub defeated: CardSet,
    /// Operation counters on the components.
    pub counters: ByComponent<u8>,
    /// Operational components.
    pub operational: Set<Component>,
    /// Tokens that may be used.
    #[json(group = "tokens", name = "usable")]
    pub tokens: ByToken<u8>,
    /// Tokens drawn this turn, locked until the next.
    #[json(group = "tokens")]
    pub locked: ByToken<u8>,
    /// Tokens used.
    #[json(group = "tokens", name = "discarded")]
    pub discards: ByToken<u8>,
    /// Tokens face down in the supply.
    #[json(group = "tokens", name = "face_down")]
    pub supply: ByToken<u8>,
    /// Symbols still to match on the cards of the deployed sector.
    #[json(group = "this_turn", name = "symbols_needed", default)]
    pub need: [ByTrait<u8>; SPOTS],
    /// Places of the deployed sector that got a die this turn.
    #[json(group = "this_turn", name = "spots_with_dice", default)]
    pub fed: Set<Spot>,
    /// Places of the deployed sector that got a die in this roll.
    #[json(group = "this_turn", name = "spots_with_dice_in_this_roll", default)]
    pub fed_now: Set<Spot>,
    /// Rolled dice not yet assigned.
    #[json(group = "this_turn", default)]
    pub rolled: ByDie<u8>,
    /// Dice in the pool waiting to be rolled.
    #[json(group = "this_turn", default)]
    pub waiting: ByColour<u8>,
    /// Dice assigned or forfeited this turn.
    #[json(group = "this_turn", default)]
    pub spent: ByColour<u8>,
    /// The opening roll has not been made.
    #[json(group = "this_turn", name = "opening_roll_to_come", default)]
    pub opening: bool,
    /// A die was assigned in this roll.
    #[json(group = "this_turn", name = "die_assigned_in_this_roll", default)]
    pub assigned: bool,
    /// Symbols paid this turn for the abilities of the active team that have a price, in their order on it.
    #[json(group = "this_turn", name = "symbols_paid", default)]
    pub paid: ByPayee<u8>,
    /// Abilities of the active team used this turn.
    #[json(group = "this_turn", name = "abilities_used", default)]
    pub used: Set<Place>,
    /// Rebels recruited this turn, whose abilities wait for the next.
    #[json(group = "this_turn", default)]
    pub recruits: CardSet,
    /// Damage counters put on Imperials this turn by abilities and dice.
    #[json(group = "this_turn", name = "damage_on_imperials", default)]
    pub strikes: u8,
    /// Vader shows the helmet this turn.
    #[json(group = "this_turn", default)]
    pub helmet: bool,
    /// No damage can be removed from Rebels this turn.
    #[json(group = "this_turn", default)]
    pub healing_forbidden: bool,
    /// Dice to leave out of the pool this turn.
    #[json(group = "this_turn", default)]
    pub fewer_dice: u8,
    /// How far a stage that goes from place to place has come.
    #[json(group = "this_turn", name = "place_reached", default)]
    pub cursor: u8,
    /// Effects being carried out, the current one last.
    #[json(group = "this_turn", name = "effects", default)]
    pub frames: List<Frame, MOST_FRAMES>,
    /// Cards already chosen by the current verb.
    #[json(group = "this_turn", default)]
    pub chosen: CardSet,
    /// The current verb waits for a choice.
    #[json(group = "this_turn", name = "waits_for_choice", default)]
    pub asking: bool,
}

/// How many effects may be under way at once.
pub const MOST_FRAMES: usize = 8;

const _: () = assert!(size_of::<State>() <= 344);

impl State {
    /// The Rebels of the active seat.
    #[inline]
    pub fn own(&self) -> &[InPlay] {
        self.seats.rebels(usize::from(self.active))
    }

    /// The Imperials defeated so far.
    pub fn imperials_defeated(&self) -> usize {
        self.defeated.and(Card::IMPERIALS).len()
    }

    /// The Rebels defeated so far, on teams or not.
    pub fn rebels_defeated(&self) -> usize {
        self.defeated.and(Card::REBELS).len()
    }

    /// The types of the rolled dice not yet assigned, in order.
    #[inline]
    pub fn shown(&self) -> impl Iterator<Item = DieType> {
        places(nonzero(self.rolled.values())).map(DieType::at)
    }

    /// How many rolled dice of a colour, not yet assigned, show each face.
    #[inline]
    pub fn faces(&self, c: Colour) -> &[u8; Face::N] {
        &self.rolled.values().as_chunks().0[c.index()]
    }

    /// The same to change.
    #[inline]
    pub fn faces_mut(&mut self, c: Colour) -> &mut [u8; Face::N] {
        &mut self.rolled.values_mut().as_chunks_mut().0[c.index()]
    }

    /// Rolled dice not yet assigned.
    #[inline]
    pub fn rolled_dice(&self) -> u8 {
        self.rolled.values().iter().sum()
    }

    /// Dice waiting to be rolled.
    #[inline]
    pub fn waiting_dice(&self) -> u8 {
        self.waiting.values().iter().sum()
    }

    /// Dice of a colour left in the common pool.
    #[inline]
    pub fn dice_left(&self, c: Colour, t: &Tables) -> u8 {
        t.dice[c].supply - self.faces(c).iter().sum::<u8>() - self.waiting[c] - self.spent[c]
    }

    /// Whether the active team is deployed to `sector`.
    #[inline]
    pub fn is_at(&self, sector: Sector) -> bool {
        self.deployed == Some(sector)
    }

    /// Each of the nine places in order: sector by sector.
    #[inline]
    pub fn places(&self) -> &[Option<InPlay>] {
        self.table.values().as_flattened()
    }

    /// Each card of the nine places.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = &InPlay> {
        self.places().iter().flatten()
    }
}

/// Whether a zone holds no token, or no symbol is open.
#[inline]
pub fn nothing<K: Finite, const N: usize>(counts: &holotable_env::ByKey<K, u8, N>) -> bool {
    *counts.values() == [0; N]
}
