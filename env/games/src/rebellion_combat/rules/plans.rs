//! The Death Star Plans: when the Rebels may try them, and what comes of it.

use holotable_env::{Chance, Finite};

use super::RebellionCombat;
use super::state::State;
use super::story;
use super::words::{ByFace, Class, Colour, Face, Row, Side};

/// The dice of an attempt.
const DICE: usize = 3;

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

/// Three dice, some of which may lie as direct hits; one destroys the station, the most valuable if there are several.
pub fn attempt(g: &RebellionCombat, s: &mut State, set: usize, chance: &mut impl Chance) {
    let mut shown = g.tables.dice[Colour::Red].table.roll(DICE.saturating_sub(set), chance);
    shown[Face::Direct.index()] += set.min(DICE) as u8;
    chance.tell(|story| story::thrown(story, Side::Rebels, Colour::Red, &ByFace::new(shown)));
    if shown[Face::Direct.index()] > 0 {
        let stations = there(g, s, Side::Empire, Class::Station);
        let row = stations.max_by_key(|&row| g.tables.stat(Side::Empire, row).value);
        let row = row.expect("there is a station to destroy");
        let camp = &mut s.camps[Side::Empire];
        let most = camp.units.levels_mut(row).iter_mut().rfind(|n| **n > 0);
        *most.expect("a unit of the row") -= 1;
        camp.lost[row] += 1;
        chance.tell(|story| story::gone(story, &g.tables, Side::Empire, row, 1));
        s.plans = false;
    }
}
