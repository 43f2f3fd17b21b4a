//! How a combat ends (rulebook p4), and [`Aftermath`]: what it leaves behind, for who plays on around it.

use holotable_env::Finite;

use super::RebellionCombat;
use super::state::{Ending, State};
use super::words::{BySide, ByTheatre, Colour, Neighbour, Row, Side, Theatre};
use super::zones::{Leaders, Units};
use super::{attack, plans};

/// More rounds than any combat takes that a side wants to end; a Death Star alone may need fifty for a large fleet.
pub const MOST_ROUNDS: u8 = 250;

/// Whether only helpless units are left of a side in a theatre where the enemy is (rulebook p4).
pub fn is_helpless(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> bool {
    let places = &g.tables.places[side];
    let there = s.there(side) & places.theatre[theatre];
    there != 0 && there & !places.helpless == 0 && s.any(&g.tables, side.other(), theatre)
}

/// Whether the sides meet, but no attack in any contested theatre could do damage: no die to roll, or nothing that can
/// be hurt, and nothing that is lost for being helpless either; nor have the Rebels plans to try.
pub fn is_stuck(g: &RebellionCombat, s: &State) -> bool {
    if plans::may_try(g, s) {
        return false;
    }
    let dice = attack::all_dice(g, s);
    let idle = |side: Side, theatre: Theatre| {
        let places = &g.tables.places[side.other()];
        let soft = places.theatre[theatre] & (places.colour[Colour::Black] | places.colour[Colour::Red]);
        (*dice[side][theatre].values() == [0; Colour::N] || s.there(side.other()) & soft == 0)
            && !is_helpless(g, s, side, theatre)
    };
    let mut met = Theatre::all().filter(|&theatre| s.contested(&g.tables, theatre)).peekable();
    met.peek().is_some() && met.all(|theatre| Side::all().all(|side| idle(side, theatre)))
}

/// How the combat has ended after a round, if it has.
pub fn judge(g: &RebellionCombat, s: &State) -> Ending {
    if Theatre::all().any(|theatre| s.contested(&g.tables, theatre)) {
        if is_stuck(g, s) {
            Ending::Stalemate
        } else if s.round >= MOST_ROUNDS {
            Ending::Endless
        } else {
            Ending::None
        }
    } else {
        match (s.side_units(Side::Empire), s.side_units(Side::Rebels)) {
            (true, true) => Ending::Apart,
            (true, false) => Ending::EmpireHolds,
            (false, true) => Ending::RebelsHold,
            (false, false) => Ending::Empty,
        }
    }
}

/// The side that alone has units in the system at the end.
#[inline]
pub fn holder(s: &State) -> Option<Side> {
    match s.ending {
        Ending::EmpireHolds => Some(Side::Empire),
        Ending::RebelsHold => Some(Side::Rebels),
        Ending::None | Ending::Apart | Ending::Empty | Ending::Stalemate | Ending::Endless => None,
    }
}

/// How many units of a kind a side has lost, those included that still attack in this step.
#[inline]
pub fn lost(s: &State, side: Side, row: Row) -> u8 {
    s.camps[side].lost[row] + s.camps[side].parked[row]
}

/// How many units of a kind a side began with, wherever they are now.
pub fn brought(s: &State, side: Side, row: Row) -> u8 {
    s.count(side, row) + s.hurt(side, row) + lost(s, side, row) + s.camps[side].retreated[row]
}

/// Whether a side began with units of a theatre.
fn was_there(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> bool {
    g.tables.rows(side, theatre).any(|row| brought(s, side, row) > 0)
}

/// The side that alone has units in a theatre.
fn alone(g: &RebellionCombat, s: &State, theatre: Theatre) -> Option<Side> {
    let there = |side: Side| s.any(&g.tables, side, theatre);
    Side::all().find(|&side| there(side) && !there(side.other()))
}

/// Notes who has won a theatre: asked before the retreat step and after it.
pub fn note_wins(g: &RebellionCombat, s: &mut State) {
    for theatre in Theatre::all() {
        if s.won[theatre].is_none() {
            s.won[theatre] = alone(g, s, theatre).filter(|side| was_there(g, s, side.other(), theatre));
        }
    }
}

/// What a combat leaves behind, or how it stands so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The ending of the battle.
    pub ending: Ending,
    /// How many rounds were fought.
    pub rounds: u8,
    /// What came of the battle in each theatre.
    pub theatres: ByTheatre<Front>,
    /// What it cost each side.
    pub sides: BySide<Toll>,
}

/// What came of the battle in a theatre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// Who had units in it at the start.
    pub met: BySide<bool>,
    /// Who alone has units in it now.
    pub held_by: Option<Side>,
    /// Who has won it: the enemy had units in it at the start, and had none left while the winner had. It stays won if the
    /// winner retreated later.
    pub won_by: Option<Side>,
}

/// What a combat cost a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// The units lost.
    pub units: Units,
    /// The health of the units lost.
    pub health: u16,
    /// Where its retreat went, if it has retreated.
    pub fled_to: Option<Neighbour>,
    /// Who went there.
    pub retreated: Units,
    /// The leader who led them.
    pub led_by: Leaders,
}

impl Aftermath {
    /// What a state shows.
    pub fn of(g: &RebellionCombat, s: &State) -> Self {
        let front = |theatre: Theatre| Front {
            met: BySide::from_fn(|side| was_there(g, s, side, theatre)),
            held_by: alone(g, s, theatre),
            won_by: s.won[theatre],
        };
        let toll = |side: Side| {
            let camp = &s.camps[side];
            let mut toll = Toll { retreated: camp.retreated, led_by: camp.away, ..Toll::default() };
            toll.fled_to = camp.fled_to.filter(|_| camp.has_retreated());
            for row in Row::all() {
                toll.units[row] = lost(s, side, row);
                toll.health += u16::from(toll.units[row]) * u16::from(g.tables.stat(side, row).health);
            }
            toll
        };
        Self {
            ending: s.ending,
            rounds: s.round,
            theatres: ByTheatre::from_fn(front),
            sides: BySide::from_fn(toll),
        }
    }
}
