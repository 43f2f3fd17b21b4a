//! [`Op::now`]: whether a verb of a tactic card waits for a choice, acts by itself, or can do nothing. What is legal, what
//! happens, what a player is asked and what an invariant holds all read this.

use holotable_env::Finite;

use super::RebellionCombat;
use super::attack::can_draw;
use super::op::{Amount, From, Op, Per, To};
use super::state::{Camp, State};
use super::targets;
use super::words::{ByColour, Colour, Face, Side, Theatre};

/// What a verb does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// It waits for a choice of who decides.
    Asks(Ask),
    /// It acts by itself.
    Acts,
    /// It has nothing to do, or has done it: the next verb comes.
    Idle,
}

/// A choice that a verb waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What is chosen.
    pub choice: Choice,
    /// How often, this time included; fewer may turn out to be possible.
    pub left: u8,
    /// Whether it may be left at what is chosen already.
    pub may_stop: bool,
}

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The colour of a die with a special icon to pay with.
    Special,
    /// A card to discard.
    Card,
    /// A die to roll again.
    Die,
    /// An enemy unit.
    Target {
        /// How much damage is put on it.
        damage: u8,
        /// It must be one that this verb has not chosen before.
        others: bool,
    },
    /// An own hurt unit.
    Block,
    /// The deck to draw the next card from.
    Deck,
}

impl Op {
    /// What the verb does now if it is the one being carried out, or would do first if its card were played.
    pub fn now(self, g: &RebellionCombat, s: &State) -> Now {
        let (side, chosen) = (s.decides(), s.playing.map_or(0, |playing| playing.memo));
        let ask = |choice: Choice, of: u8, any: bool, may_stop: bool| {
            let left = of.saturating_sub(chosen);
            if any && left > 0 { Now::Asks(Ask { choice, left, may_stop }) } else { Now::Idle }
        };
        let acts = |anything: bool| if anything { Now::Acts } else { Now::Idle };
        match self {
            Op::Spend => match s.showing(Face::Special).values() {
                [0, 0] => Now::Idle,
                [0, _] | [_, 0] => acts(chosen == 0),
                _ => ask(Choice::Special, 1, true, false),
            },
            Op::Discard => {
                // A card that is not yet played is itself still in the hand.
                let itself = u8::from(s.playing.is_none());
                ask(Choice::Card, 1, s.hand_size(&g.tables, side, s.theatre) > itself, false)
            }
            Op::Reroll { n } => match ask(Choice::Die, n, s.any_dice(), chosen > 0) {
                Now::Idle => acts(s.aside != ByColour::default()),
                asks @ (Now::Asks(_) | Now::Acts) => asks,
            },
            Op::Damage { amount, to } => {
                let (size, others) = (size(g, s, amount), to == To::Each);
                let (damage, times) = if to == To::One { (size, size.min(1)) } else { (1, size) };
                let any = targets::any(g, s, None, others);
                ask(Choice::Target { damage, others }, times, any, others && chosen > 0)
            }
            Op::Block { n } => ask(Choice::Block, n, !s.hits.is_empty(), chosen > 0),
            Op::Draw { n, from } => match open_decks(g, s, from).count() {
                0 => Now::Idle,
                1 => acts(chosen < n),
                _ => ask(Choice::Deck, n, true, false),
            },
            Op::ForbidBlock => acts(!s.no_block),
            // Who has retreated does not retreat again in this combat.
            Op::ForbidRetreat => acts(g.rules.retreat && stays(&s.camps[side.other()], |camp| camp.held)),
            Op::FreeRetreat => acts(g.rules.retreat && stays(&s.camps[side], |camp| camp.free)),
        }
    }
}

/// Whether a side may still retreat in this combat, and the effect is not in force.
fn stays(camp: &Camp, in_force: impl Fn(&Camp) -> bool) -> bool {
    !camp.has_retreated() && !in_force(camp)
}

/// What the card being played asks, if one is being played.
pub fn asked(g: &RebellionCombat, s: &State) -> Option<Ask> {
    match current(g, s)?.now(g, s) {
        Now::Asks(ask) => Some(ask),
        Now::Acts | Now::Idle => None,
    }
}

/// The verb being carried out, if a card is being played.
#[inline]
pub fn current(g: &RebellionCombat, s: &State) -> Option<Op> {
    let playing = s.playing?;
    let ops = g.tables.ops(playing.card);
    Some(ops[ops.len() - usize::from(playing.left)])
}

/// The decks that can give the next card.
pub fn open_decks(g: &RebellionCombat, s: &State, from: From) -> impl Iterator<Item = Theatre> {
    Theatre::all().filter(move |&deck| (from == From::Either || deck == s.theatre) && can_draw(g, s, deck))
}

/// How much an amount is now.
fn size(g: &RebellionCombat, s: &State, amount: Amount) -> u8 {
    let per = match amount.per {
        Per::Once => 1,
        Per::RedOfAShip => most_red(g, s, s.decides()),
    };
    amount.n.saturating_mul(per)
}

/// The red dice of the ship of a side that has most.
fn most_red(g: &RebellionCombat, s: &State, side: Side) -> u8 {
    let ships = g.tables.rows(side, Theatre::Space).filter(|&row| s.count(side, row) > 0);
    ships.map(|row| g.tables.stat(side, row).dice[Colour::Red]).max().unwrap_or(0)
}
