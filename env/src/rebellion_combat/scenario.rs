//! [`Setup`]: how a battle begins, written in a scenario or made by the generator, and the state it begins with.

use super::state::{Beside, Camp, Ending, Playing, Stage, State};
use super::tables::Tables;
use super::words::{CARDS, Loyalty, NEIGHBOURS, ROWS, Side, Theatre};
use crate::finite::Finite;
use crate::list::List;

/// A battle with a name.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The word of the option `scenario`.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// How it begins.
    pub setup: Setup,
}

/// How a battle begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Whom the system is loyal to.
    pub loyalty: Loyalty,
    /// Whether the Rebels are the current player; else the Empire is.
    pub rebels_current: bool,
    /// The Rebels hold the plans of the Death Star.
    pub plans: bool,
    /// The systems beside it.
    pub beside: List<Beside, NEIGHBOURS>,
    /// Units by side and row.
    pub units: [[u8; ROWS]; Side::N],
    /// Leaders in the system, as bits.
    pub leaders: [u16; Side::N],
    /// Leaders in the pool, as bits.
    pub pool: [u16; Side::N],
}

impl Setup {
    /// Whether both sides have units in some theatre, so that there is a combat.
    pub fn is_combat(&self, t: &Tables) -> bool {
        let any =
            |side: Side, theatre| self.units[side.index()][t.rows(side, theatre)].iter().any(|&n| n > 0);
        Theatre::all().any(|theatre| Side::all().all(|side| any(side, theatre)))
    }

    /// The state before the first decision is looked for.
    pub fn state(&self, t: &Tables) -> State {
        let current = if self.rebels_current { Side::Rebels } else { Side::Empire };
        let camp =
            |side: usize| Camp { leaders: self.leaders[side], pool: self.pool[side], ..Camp::default() };
        let mut deck = [0; CARDS];
        deck.iter_mut().zip(&t.tactics).for_each(|(n, tactic)| *n = tactic.copies);
        State {
            loyalty: self.loyalty,
            beside: self.beside,
            current,
            units: self.units.map(|rows| rows.map(|n| [n, 0, 0, 0, 0, 0])),
            camps: [camp(0), camp(1)],
            deck,
            discards: [0; CARDS],
            plans: self.plans,
            round: 0,
            stage: Stage::Leaders,
            theatre: Theatre::Space,
            side: current,
            dice: Default::default(),
            aside: [0; 2],
            hits: List::default(),
            no_block: false,
            playing: Playing::default(),
            to: 0,
            room: 0,
            ending: Ending::None,
        }
    }
}

/// The leaders of a side with tactic values in either theatre, as bits: only they are added to a combat.
pub fn tacticians(t: &Tables, side: Side) -> u16 {
    let able = t.leaders[side.index()].iter().enumerate().filter(|(_, leader)| leader.tactics != [0; 2]);
    able.fold(0, |set, (i, _)| set | 1 << i)
}

/// The leaders of a side who replace nobody, as bits.
pub fn generals(t: &Tables, side: Side) -> u16 {
    let all = t.leaders[side.index()].iter().enumerate().filter(|(_, leader)| leader.replaces.is_none());
    all.fold(0, |set, (i, _)| set | 1 << i)
}
