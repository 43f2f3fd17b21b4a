//! [`Action`]: the decisions of the game, numbered for policies.

use holotable_env::{Finite, Pack, actions, finite_struct};

use super::words::{Card, Colour, Face, HITS, Leader, Marked, Neighbour, Row, Theatre, Wounded};

actions! {
    /// The decisions of a combat.
    pub enum Action {
        /// Go on to what chance decides: draw the cards that are due, or roll the dice of an attack.
        Proceed,
        /// Stop: no leader, no further combat action, no block, no attempt, no retreat, nothing more to choose.
        Done,
        /// Add a leader from the pool (step 1).
        AddLeader { leader: Leader },
        /// Spend a die that shows a special icon to draw a tactic card of this theatre.
        Draw { colour: Colour },
        /// Play a tactic card.
        Play { card: Card },
        /// Pay for the card being played with a die of this colour that shows a special icon.
        Spend { colour: Colour },
        /// Choose a die to roll again.
        Reroll { die: Die },
        /// Draw the next card from this deck.
        DrawFrom { deck: Theatre },
        /// Put the next damage on an enemy unit, or say which station the plans destroy; equal units are one target.
        Damage { target: Target },
        /// Discard a card to pay for the one being played.
        Discard { card: Card },
        /// Take one damage of this attack off an own unit.
        Block { unit: Wounded },
        /// Try to destroy a Death Star with its plans.
        UsePlans,
        /// Retreat to a neighbouring system.
        Retreat { to: Neighbour },
        /// Choose the leader who leads the retreat.
        Lead { leader: Leader },
        /// Take a unit along that must be carried.
        Take { unit: Own },
    }
}

finite_struct! {
    /// A die as players see it: its colour and what it shows. Equal dice are one type.
    #[derive(Pack)]
    pub struct Die {
        /// The colour.
        pub colour: Colour,
        /// What it shows.
        pub face: Face,
    }
}

finite_struct! {
    /// Units of one kind with equally many damage markers.
    #[derive(PartialOrd, Ord, Default, Pack)]
    pub struct Own {
        /// The kind.
        pub row: Row,
        /// Damage markers on each.
        pub marked: Marked,
    }
}

impl Own {
    /// Units of this kind without damage.
    pub fn whole(row: Row) -> Self {
        Self { row, marked: Marked::default() }
    }
}

/// What damage is put on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A unit that this attack has not hurt yet.
    Fresh(Own),
    /// A unit that this attack has hurt already.
    Wounded(Wounded),
}

impl Finite for Target {
    const N: usize = Own::N + HITS;

    #[inline]
    fn index(self) -> usize {
        match self {
            Target::Fresh(own) => own.index(),
            Target::Wounded(unit) => Own::N + unit.index(),
        }
    }

    #[inline]
    fn at(i: usize) -> Self {
        if i < Own::N { Target::Fresh(Own::at(i)) } else { Target::Wounded(Wounded::at(i - Own::N)) }
    }

    fn label(self) -> String {
        match self {
            Target::Fresh(own) => own.label(),
            Target::Wounded(unit) => format!("wounded.{}", unit.label()),
        }
    }
}
