//! [`State`]: the battle as one small `Copy` value. Each field is named here and nowhere else: bytes and JSON are derived.

use std::hash::{Hash, Hasher};

use holotable_env::bits::places;
use holotable_env::{ByKey, Finite, Json, List, Pack, finite_enum};

use super::action::{Die, Own};
use super::fields::leaders;
use super::tables::{Names, Tables};
use super::words::{
    ByColour, BySide, ByTheatre, Card, Face, HITS, Loyalty, NEIGHBOURS, Neighbour, Row, Side, Theatre,
};
use super::zones::{Cards, Force, Leaders, Sides, Units};

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
        /// An attempt with the plans of a Death Star, and after a hit which one is destroyed: then the die lies there.
        Plans = "plans",
        /// A side may retreat.
        Retreat = "retreat",
        /// A leader of the retreat is chosen.
        Lead = "lead",
        /// Units to be carried are chosen.
        Take = "take",
        /// The combat is over.
        Over = "over",
        /// Before tactic cards are drawn: a campaign's cards for the start of the combat are due. Only a campaign waits here.
        Cards = "cards",
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

/// A unit that the attack under way has hurt; it is not among the [`Force`] meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Pack)]
pub struct Hit {
    /// The kind, and damage markers from before this attack, which nothing takes off.
    pub unit: Own,
    /// Damage assigned in this attack.
    pub assigned: u8,
    /// The verb being carried out has chosen it already.
    pub chosen: bool,
}

impl Hit {
    /// All damage on it.
    #[inline]
    pub fn total(self) -> u8 {
        self.assigned.saturating_add(self.unit.marked.index() as u8)
    }
}

/// A system beside the one fought over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Beside {
    /// Whom it is loyal to.
    #[json(default)]
    pub loyalty: Loyalty,
    /// The sides that have units there.
    #[json(default)]
    pub units: Sides,
    /// The current player's units came from there.
    #[json(default)]
    pub origin: bool,
}

/// A tactic card being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub struct Playing {
    /// The kind of card.
    pub card: Card,
    /// How many of its verbs are left, at least one.
    pub left: u8,
    /// How often the current verb has been answered, or has acted by itself; [`DONE`](super::apply::DONE) once stopped.
    pub memo: u8,
}

/// What a side has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Names<'cx>)]
pub struct Camp {
    /// The units in the system.
    #[json(default)]
    pub units: Force,
    /// Leaders in the system.
    #[json(default, with = leaders)]
    pub leaders: Leaders,
    /// Leaders in the pool.
    #[json(default, with = leaders)]
    pub pool: Leaders,
    /// The leader who has left with a retreat, if one has.
    #[json(name = "leaders_retreated", default, with = leaders)]
    pub away: Leaders,
    /// Tactic cards in hand by kind.
    #[json(default)]
    pub hand: Cards,
    /// Units destroyed in this battle step, which still attack in it.
    #[json(name = "destroyed_in_this_step", default)]
    pub parked: Units,
    /// Units lost in this combat.
    #[json(default)]
    pub lost: Units,
    /// Units that have retreated.
    #[json(default)]
    pub retreated: Units,
    /// Where a retreat goes or has gone.
    #[json(default)]
    pub fled_to: Option<Neighbour>,
    /// The side cannot retreat in this round.
    #[json(name = "cannot_retreat_in_this_round", default)]
    pub held: bool,
    /// The side may retreat without carriers in this round.
    #[json(name = "retreats_without_carriers_in_this_round", default)]
    pub free: bool,
    /// What cards of a campaign bring the side, or cost it; each is nothing without them.
    #[json(name = "by_campaign", default)]
    pub odds: Odds,
}

/// What cards of a campaign bring both sides in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pack, Json)]
pub struct Campaign {
    /// It has cards for the start of the combat.
    #[json(name = "waits_for_cards", default)]
    pub waits: bool,
    /// So much less health every unit has, but one at least.
    #[json(name = "less_health", default)]
    pub frail: u8,
    /// How many black hits of this attack have counted as red ones.
    #[json(name = "black_hits_turned", default)]
    pub turned: u8,
}

/// A battle without cards of a campaign has the checksum that it had before there were any.
impl Hash for Campaign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Self::default() {
            (self.waits, self.frail, self.turned).hash(state);
        }
    }
}

/// What cards of a campaign bring a side in a combat, or cost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pack, Json)]
#[json(context = Names<'cx>)]
pub struct Odds {
    /// Dice fewer in each attack of the first round.
    #[json(default)]
    pub fewer: ByColour<u8>,
    /// The side plays no tactic cards in the space battle of the first round.
    #[json(name = "no_space_cards", default)]
    pub muted: bool,
    /// The side cannot retreat in any round.
    #[json(name = "cannot_retreat", default)]
    pub barred: bool,
    /// Its tactic cards lie open.
    #[json(name = "open_hand", default)]
    pub open: bool,
    /// So many black hits of an attack in space may count as red ones.
    #[json(name = "black_as_red", default)]
    pub turns: u8,
    /// So many dice of attacks may be rolled again.
    #[json(name = "rerolls", default)]
    pub again: u8,
    /// Who came for this combat alone, and leads no retreat.
    #[json(name = "guests", default, with = leaders)]
    pub guests: Leaders,
}

/// See [`Campaign`].
impl Hash for Odds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Self::default() {
            let Self { fewer, muted, barred, open, turns, again, guests } = self;
            (fewer, muted, barred, open, turns, again, guests).hash(state);
        }
    }
}

impl Camp {
    /// Whether the side has retreated in this combat.
    #[inline]
    pub fn has_retreated(&self) -> bool {
        !self.away.is_empty()
    }
}

/// The battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Names<'cx>)]
pub struct State {
    /// Whom the system is loyal to.
    pub loyalty: Loyalty,
    /// Whose turn of the game it is: who decides and attacks first.
    pub current: Side,
    /// The Rebels hold the plans of the Death Star.
    #[json(default)]
    pub plans: bool,
    /// The systems beside the one fought over.
    #[json(name = "neighbours", default)]
    pub beside: List<Beside, NEIGHBOURS>,
    /// What each side has; as JSON each is a key of its own.
    #[json(skip)]
    pub camps: BySide<Camp>,
    /// Tactic cards in the decks: sets until one is drawn. All that are nowhere else, so JSON does not say it.
    #[json(skip)]
    pub deck: Cards,
    /// Tactic cards played or discarded.
    #[json(default)]
    pub discards: Cards,
    /// The round, from 1.
    #[json(default)]
    pub round: u8,
    /// Where the combat stands.
    #[json(default)]
    pub stage: Stage,
    /// What cards of a campaign bring both sides.
    #[json(name = "by_campaign", default)]
    pub cards: Campaign,
    /// How the combat ended.
    #[json(default)]
    pub ending: Ending,
    /// The side that has won a theatre: the enemy had units of it at the start and has none there any more. It stays won if
    /// the winner retreats later.
    #[json(default)]
    pub won: ByTheatre<Option<Side>>,
    /// The theatre of the battle step.
    #[json(group = "now", default)]
    pub theatre: Theatre,
    /// The side that attacks, or whose turn it is to decide in the other stages.
    #[json(group = "now", default)]
    pub side: Side,
    /// Dice that can still be used.
    #[json(group = "now", default)]
    pub dice: ByKey<Die, u8, { Die::N }>,
    /// Dice chosen to be rolled again.
    #[json(name = "rolled_again", group = "now", default)]
    pub aside: ByColour<u8>,
    /// Units hurt in this attack, in order.
    #[json(group = "now", default)]
    pub hits: List<Hit, HITS>,
    /// The defender cannot block this attack.
    #[json(group = "now", default)]
    pub no_block: bool,
    /// The card being played.
    #[json(group = "now", default)]
    pub playing: Option<Playing>,
    /// Capacity left on the ships that retreat.
    #[json(group = "now", default)]
    pub room: u8,
}

// A numbered thing takes two bytes, so that a hurt unit takes six; the sixteen of them are what makes it more than 400.
const _: () = assert!(size_of::<State>() <= 444);

impl State {
    /// How many units of a kind a side has, hurt ones of a running attack not counted.
    #[inline]
    pub fn count(&self, side: Side, row: Row) -> u8 {
        self.camps[side].units.count(row)
    }

    /// How many units of a kind of a side the running attack has hurt.
    pub fn hurt(&self, side: Side, row: Row) -> u8 {
        self.hits.iter().filter(|hit| side != self.side && hit.unit.row == row).count() as u8
    }

    /// Which kinds and damage levels a side has units of, as bits: see [`Places`](super::tables::Places).
    #[inline]
    pub fn there(&self, side: Side) -> u64 {
        self.camps[side].units.there()
    }

    /// Whether a side has any unit in a theatre.
    #[inline]
    pub fn any(&self, t: &Tables, side: Side, theatre: Theatre) -> bool {
        self.there(side) & t.places[side].theatre[theatre] != 0
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

    /// The kinds of cards of a deck that a side holds, as bits.
    #[inline]
    pub fn in_hand(&self, t: &Tables, side: Side, deck: Theatre) -> u64 {
        self.camps[side].hand.there() & t.deck(deck)
    }

    /// How many cards of a deck a side holds.
    #[inline]
    pub fn hand_size(&self, t: &Tables, side: Side, deck: Theatre) -> u8 {
        let hand = self.camps[side].hand.values();
        places(self.in_hand(t, side, deck)).map(|card| hand[card]).sum()
    }

    /// The dice of an attack that show a face, by colour.
    #[inline]
    pub fn showing(&self, face: Face) -> ByColour<u8> {
        ByColour::from_fn(|colour| self.dice[Die { colour, face }])
    }

    /// Dice that show a special icon.
    #[inline]
    pub fn specials(&self) -> u8 {
        self.showing(Face::Special).values().iter().sum()
    }

    /// The kinds of cards of the theatre that a side holds and may play, as bits.
    #[inline]
    pub fn playable(&self, t: &Tables, side: Side) -> u64 {
        if self.is_mute(side) { 0 } else { self.in_hand(t, side, self.theatre) }
    }

    /// Whether a side may not play tactic cards in this battle step.
    #[inline]
    pub fn is_mute(&self, side: Side) -> bool {
        self.camps[side].odds.muted && self.round == 1 && self.theatre == Theatre::Space
    }

    /// The health of a kind of unit in this combat.
    #[inline]
    pub fn health(&self, t: &Tables, side: Side, row: Row) -> u8 {
        let printed = t.stat(side, row).health;
        printed.saturating_sub(self.cards.frail).max(printed.min(1))
    }

    /// Whether any die can still be used.
    #[inline]
    pub fn any_dice(&self) -> bool {
        *self.dice.values() != [0; Die::N]
    }

    /// The side that decides in this stage: in most the one whose turn it is.
    #[inline]
    pub fn decides(&self) -> Side {
        if self.stage == Stage::Block { self.side.other() } else { self.side }
    }
}
