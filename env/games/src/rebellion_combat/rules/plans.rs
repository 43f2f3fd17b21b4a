//! The Death Star Plans: when the Rebels may try them, and what comes of it.

use holotable_env::bits::places;
use holotable_env::{ByKey, Chance, Finite};

use super::RebellionCombat;
use super::action::{Die, Own};
use super::state::{Stage, State};
use super::story;
use super::words::{ByFace, Class, Colour, Face, Row, Side};

/// The dice of an attempt.
const DICE: usize = 3;
/// The die that lies there while a hit waits for its station.
pub const HIT: Die = Die { colour: Colour::Red, face: Face::Direct };

/// With a fighter left after a space battle the plans may be tried on a Death Star, once a round.
pub fn may_try(g: &RebellionCombat, s: &State) -> bool {
    s.plans
        && there(g, s, Side::Rebels, Class::Fighter).next().is_some()
        && there(g, s, Side::Empire, Class::Station).next().is_some()
}

/// The kinds of units of a class that a side has in the system.
fn there(g: &RebellionCombat, s: &State, side: Side, class: Class) -> impl Iterator<Item = Row> {
    Row::all().filter(move |&row| g.tables.stat(side, row).class == class && s.count(side, row) > 0)
}

/// A hit of the plans waits for the station that it destroys: the die lies there.
pub fn waits(s: &State) -> bool {
    s.stage == Stage::Plans && s.any_dice()
}

/// The stations that the plans can destroy; equal ones are one.
pub fn stations(g: &RebellionCombat, s: &State) -> impl Iterator<Item = Own> {
    let all = places(s.there(Side::Empire)).map(Own::at);
    all.filter(|own| g.tables.stat(Side::Empire, own.row).class == Class::Station)
}

/// Three dice, some of which may lie as direct hits; one destroys a station. The Rebels say which, if stations differ.
pub fn attempt(g: &RebellionCombat, s: &mut State, set: usize, chance: &mut impl Chance) {
    let mut shown = g.tables.dice[Colour::Red].table.roll(DICE.saturating_sub(set), chance);
    shown[Face::Direct.index()] += set.min(DICE) as u8;
    chance.tell(|story| story::thrown(story, Side::Rebels, Colour::Red, &ByFace::new(shown)));
    if shown[Face::Direct.index()] > 0 {
        s.plans = false;
        let all: Vec<Own> = stations(g, s).collect();
        if let [only] = all[..] {
            destroy(g, s, only, chance);
        } else {
            s.dice[HIT] = 1;
        }
    }
}

/// The station is destroyed.
pub fn destroy(g: &RebellionCombat, s: &mut State, station: Own, chance: &mut impl Chance) {
    s.dice = ByKey::default();
    let camp = &mut s.camps[Side::Empire];
    camp.units[station] -= 1;
    camp.lost[station.row] += 1;
    chance.tell(|story| story::gone(story, &g.tables, Side::Empire, station.row, 1));
}
