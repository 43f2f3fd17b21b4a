//! [`State`]: the battle as one small `Copy` value.

use super::tables::Tables;
use super::words::{CARDS, Colour, Face, HITS, LEVELS, Loyalty, NEIGHBOURS, ROWS, Side, Theatre};
use crate::bits::{nonzero, places};
use crate::finite::Finite;
use crate::finite_enum;
use crate::list::List;

finite_enum! {
    /// Where the combat stands. Each is a decision, or is passed through inside a step.
    #[derive(Default)]
    pub enum Stage {
        /// Step 1: add a leader.
        #[default]
        Leaders = "leaders",
        /// Step 2: tactic cards for leaders are due.
        Tactics = "tactics",
        /// The start of a ground battle: tactic cards for structures are due.
        Structures = "structures",
        /// An attack is about to roll.
        Roll = "roll",
        /// Combat actions of the attacker.
        Actions = "actions",
        /// The attacker puts dice on units.
        Assign = "assign",
        /// The defender blocks.
        Block = "block",
        /// An attempt with the plans of a Death Star.
        Plans = "plans",
        /// A side may retreat.
        Retreat = "retreat",
        /// A leader of the retreat is chosen.
        Lead = "lead",
        /// Units to be carried are chosen.
        Take = "take",
        /// The combat is over.
        Over = "over",
    }
}

finite_enum! {
    /// How the combat ended.
    #[derive(Default)]
    pub enum Ending {
        /// It has not.
        #[default]
        None = "unfinished",
        /// Only the Empire has units left in the system.
        EmpireHolds = "empire_holds",
        /// Only the Rebels have units left in the system.
        RebelsHold = "rebels_hold",
        /// Both have units left, in different theatres.
        Apart = "apart",
        /// Nobody has units left.
        Empty = "empty",
        /// Nobody could hurt the other any more.
        Stalemate = "stalemate",
        /// Too many rounds ended: somebody declines for ever what would end the combat.
        Endless = "endless",
    }
}

/// The units of a side in the system: how many by row and damage markers.
pub type Force = [[u8; LEVELS]; ROWS];

/// A unit that the attack under way has hurt; it is not among the [`Force`] meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hit {
    /// The kind.
    pub row: u8,
    /// Damage markers from before this attack, which nothing takes off.
    pub marked: u8,
    /// Damage assigned in this attack.
    pub assigned: u8,
    /// The verb being carried out has chosen it already.
    pub chosen: bool,
}

/// A system beside the one fought over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Beside {
    /// Whom it is loyal to.
    pub loyalty: Loyalty,
    /// The sides that have units there, as bits.
    pub units: u8,
    /// The current player's units came from there.
    pub origin: bool,
}

impl Beside {
    /// Whether a side has units there.
    #[inline]
    pub fn has(self, side: Side) -> bool {
        self.units >> side.index() & 1 == 1
    }
}

/// A tactic card being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Playing {
    /// The kind of card.
    pub card: u8,
    /// The next verb in the program.
    pub at: u8,
    /// How many verbs are left; none when no card is being played.
    pub left: u8,
    /// What the current verb remembers between decisions.
    pub memo: u8,
}

/// What a side has besides its units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Camp {
    /// Leaders in the system, as bits.
    pub leaders: u16,
    /// Leaders in the pool, as bits.
    pub pool: u16,
    /// Leaders who have left with a retreat, as bits.
    pub away: u16,
    /// Tactic cards in hand by kind.
    pub hand: [u8; CARDS],
    /// Units destroyed in this battle step by row, which still attack in it.
    pub parked: [u8; ROWS],
    /// Units lost in this combat by row.
    pub lost: [u8; ROWS],
    /// Units that have retreated by row.
    pub retreated: [u8; ROWS],
    /// The side cannot retreat in this round.
    pub held: bool,
    /// The side may retreat without carriers in this round.
    pub free: bool,
    /// The side has retreated in this combat.
    pub has_retreated: bool,
}

/// The battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Whom the system is loyal to.
    pub loyalty: Loyalty,
    /// The systems beside it.
    pub beside: List<Beside, NEIGHBOURS>,
    /// Whose turn of the game it is: who decides and attacks first.
    pub current: Side,
    /// The units in the system.
    pub units: [Force; Side::N],
    /// The rest of each side.
    pub camps: [Camp; Side::N],
    /// Tactic cards in the decks by kind: sets until one is drawn.
    pub deck: [u8; CARDS],
    /// Tactic cards played or discarded by kind.
    pub discards: [u8; CARDS],
    /// The Rebels hold the plans of the Death Star.
    pub plans: bool,
    /// The round, from 1.
    pub round: u8,
    /// Where the combat stands.
    pub stage: Stage,
    /// The theatre of the battle step.
    pub theatre: Theatre,
    /// The side that attacks, or whose turn it is to decide in the other stages.
    pub side: Side,
    /// Dice that can still be used, by colour and face.
    pub dice: [[u8; Face::N]; Colour::N],
    /// Dice chosen to be rolled again, by colour.
    pub aside: [u8; Colour::N],
    /// Units hurt in this attack, in order.
    pub hits: List<Hit, HITS>,
    /// The defender cannot block this attack.
    pub no_block: bool,
    /// The card being played.
    pub playing: Playing,
    /// Where a retreat goes.
    pub to: u8,
    /// Capacity left on the ships that retreat.
    pub room: u8,
    /// How the combat ended.
    pub ending: Ending,
}

const _: () = assert!(size_of::<State>() <= 400);

impl State {
    /// A side's camp.
    #[inline]
    pub fn camp(&self, side: Side) -> &Camp {
        &self.camps[side.index()]
    }

    /// A side's camp, to change.
    #[inline]
    pub fn camp_mut(&mut self, side: Side) -> &mut Camp {
        &mut self.camps[side.index()]
    }

    /// How many units of a row a side has, hurt ones of a running attack not counted.
    #[inline]
    pub fn count(&self, side: Side, row: usize) -> u8 {
        let [a, b, c, d, e, f] = self.units[side.index()][row];
        // The product adds all bytes up in its highest one.
        (u64::from_le_bytes([a, b, c, d, e, f, 0, 0]).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// Which rows and damage levels a side has units of, as bits: see [`Places`](super::tables::Places).
    #[inline]
    pub fn there(&self, side: Side) -> u64 {
        let flat: &[u8; ROWS * LEVELS] = self.units[side.index()].as_flattened().try_into().expect("as long");
        nonzero(flat)
    }

    /// Whether a side has any unit in a theatre.
    #[inline]
    pub fn any(&self, t: &Tables, side: Side, theatre: Theatre) -> bool {
        self.there(side) & t.places(side).theatre[theatre.index()] != 0
    }

    /// Whether a side has any unit left in the system.
    #[inline]
    pub fn side_units(&self, side: Side) -> bool {
        self.there(side) != 0
    }

    /// Whether both sides have units in a theatre.
    #[inline]
    pub fn contested(&self, t: &Tables, theatre: Theatre) -> bool {
        self.any(t, Side::Empire, theatre) && self.any(t, Side::Rebels, theatre)
    }

    /// How many cards of a deck a side holds.
    #[inline]
    pub fn hand_size(&self, t: &Tables, side: Side, deck: Theatre) -> u8 {
        let hand = &self.camp(side).hand;
        places(nonzero(hand) & t.deck(deck)).map(|card| hand[card]).sum()
    }

    /// Dice that show a special icon.
    #[inline]
    pub fn specials(&self) -> u8 {
        self.dice.iter().map(|faces| faces[Face::Special.index()]).sum()
    }

    /// The side that decides in this stage: in most the one whose turn it is.
    #[inline]
    pub fn decides(&self) -> Side {
        match self.stage {
            Stage::Block => self.side.other(),
            Stage::Leaders
            | Stage::Tactics
            | Stage::Structures
            | Stage::Roll
            | Stage::Actions
            | Stage::Assign
            | Stage::Plans
            | Stage::Retreat
            | Stage::Lead
            | Stage::Take
            | Stage::Over => self.side,
        }
    }
}
