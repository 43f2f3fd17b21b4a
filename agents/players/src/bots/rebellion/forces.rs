//! [`Forces`]: what stands where and what could come, for both bots.

use holotable_env::Finite;
use holotable_games::rebellion::redeal;
use holotable_games::rebellion::words::{
    Leader, Moves, Place, Places, Row, SYSTEMS, Side, Theatre, Units, space, systems,
};
use holotable_games::rebellion::{Rebellion, State};

/// The strength of units in each theatre: health and dice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    pub space: f64,
    pub ground: f64,
}

impl Power {
    pub fn sum(self) -> f64 {
        self.space + self.ground
    }

    fn add(&mut self, other: Self) {
        self.space += other.space;
        self.ground += other.ground;
    }
}

/// The board as the side that is asked sees it.
#[derive(Clone, Copy, Debug)]
pub struct Forces<'a> {
    pub g: &'a Rebellion,
    pub s: &'a State,
    pub me: Side,
}

impl<'a> Forces<'a> {
    pub fn of(g: &'a Rebellion, s: &'a State) -> Self {
        Self { g, s, me: s.asked }
    }

    /// The strength of some units.
    pub fn power(&self, side: Side, units: &Units) -> Power {
        let worth = |row: Row| {
            let stat = self.g.stat(side, row);
            let dice: u8 = stat.dice.values().iter().sum();
            f64::from(units[row])
                * (f64::from(stat.health.max(4 * u8::from(stat.health == 0))) + f64::from(dice))
        };
        let of = |theatre: Theatre| self.g.components().rows(side, theatre).map(worth).sum();
        Power { space: of(Theatre::Space), ground: of(Theatre::Ground) }
    }

    /// The strength of a side in a place.
    pub fn at(&self, side: Side, place: Place) -> Power {
        self.power(side, &self.s.units[side][place])
    }

    /// The systems where the base can be for this side.
    pub fn possible(&self) -> Places {
        redeal::possible(self.s, self.me)
    }

    /// How many units of these kinds there are in a place, by how they move.
    pub fn movable(&self, side: Side, place: Place, moves: Moves) -> u8 {
        let units = &self.s.units[side][place];
        Row::all().filter(|&row| self.g.stat(side, row).moves == moves).map(|row| units[row]).sum()
    }

    /// The ground units of a place that can be carried.
    pub fn troops(&self, side: Side, place: Place) -> u8 {
        let units = &self.s.units[side][place];
        let rows = self.g.components().rows(side, Theatre::Ground);
        rows.filter(|&row| self.g.stat(side, row).moves == Moves::Carried).map(|row| units[row]).sum()
    }

    /// What the ships of a place carry.
    pub fn capacity(&self, side: Side, place: Place) -> u8 {
        let units = &self.s.units[side][place];
        Row::all().map(|row| units[row] * self.g.stat(side, row).carries).sum()
    }

    /// Whether a place can send ground units.
    pub fn carries(&self, side: Side, place: Place) -> bool {
        self.capacity(side, place) > 0 && self.troops(side, place) > 0 && !self.s.held(side, place)
    }

    /// The places next to a target from which units can set out; the Base space if `base` says so.
    pub fn sources(&self, side: Side, target: Place, base: bool) -> Places {
        let ready = |place: Place| !self.s.held(side, place) && self.movable(side, place, Moves::Free) > 0;
        let mut near = self.g.tables.next_to[target];
        let here = self.s.base.is_some_and(|at| self.g.tables.around[target].has(at));
        if base && side == Side::Rebels && self.s.hidden() && here {
            near.add(space());
        }
        near.iter().filter(|&place| ready(place)).collect()
    }

    /// What can come from these places, troops as far as they are carried.
    pub fn arriving(&self, side: Side, from: Places) -> Power {
        let mut all = Power::default();
        for place in from.iter() {
            let mut here = self.at(side, place);
            let (troops, room) = (self.troops(side, place), self.capacity(side, place));
            if troops > room {
                here.ground *= f64::from(room) / f64::from(troops);
            }
            all.add(here);
        }
        all
    }

    /// How many steps a place is from the nearest of these; more than any if there are none.
    pub fn steps(&self, from: Place, to: Places) -> usize {
        let (mut seen, mut n) = (Places::only(from), 0);
        while seen.and(to).is_empty() {
            let mut wider = seen;
            for place in seen.iter() {
                self.g.tables.next_to[place].iter().for_each(|near| wider.add(near));
            }
            if wider == seen || n > SYSTEMS {
                return SYSTEMS;
            }
            (seen, n) = (wider, n + 1);
        }
        n
    }

    /// The places with an Imperial fleet that can carry troops.
    pub fn carriers(&self) -> Places {
        systems().filter(|&place| self.capacity(Side::Empire, place) > 0).collect()
    }
}

/// How likely who has so much wins against so much, by a guess that goes by the ratio.
pub fn win(mine: f64, theirs: f64) -> f64 {
    if theirs <= 0.0 {
        return 1.0;
    }
    let ratio = (mine.max(0.05) / theirs).ln();
    1.0 / (1.0 + (-2.5 * ratio).exp())
}

/// How good a leader is in battle: both tactic values.
pub fn tactics(g: &Rebellion, s: &State, side: Side, leader: Leader) -> f64 {
    let person = g.battle_of(s.lured).tables.leader(side, leader);
    person.map_or(0.0, |person| person.tactics.values().iter().map(|&n| f64::from(n)).sum())
}
