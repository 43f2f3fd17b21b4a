//! The hidden base: who finds it, what everybody may conclude, and the systems that Imperial troops subjugate.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::state::{Post, State};
use super::story;
use super::words::{Loyalty, Place, Places, Row, Side, Theatre, space};

/// Whether Imperial ground units are there.
pub fn has_ground(g: &Rebellion, s: &State, place: Place) -> bool {
    let units = &s.units[Side::Empire][place];
    g.components().rows(Side::Empire, Theatre::Ground).any(|row| units[row] > 0)
}

/// The systems with Imperial ground units.
pub fn garrisons(g: &Rebellion, s: &State) -> Places {
    s.with_units(Side::Empire).iter().filter(|&place| has_ground(g, s, place)).collect()
}

/// The places with units of a side in a theatre.
pub fn with_theatre(g: &Rebellion, s: &State, side: Side, theatre: Theatre) -> Places {
    let there = |place: &Place| g.components().rows(side, theatre).any(|row| s.units[side][*place][row] > 0);
    s.with_units(side).iter().filter(there).collect()
}

/// Where the base cannot be unseen: in systems with Imperial ground units, or loyal to the Empire.
pub fn watched(g: &Rebellion, s: &State) -> Places {
    garrisons(g, s).or(s.loyal(Side::Empire))
}

/// The Empire looks round where it has troops or loyalty: it finds the base, or everybody knows that it is not there.
pub fn look(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    if s.revealed {
        return;
    }
    let watched = watched(g, s);
    if s.base.is_some_and(|base| watched.has(base)) {
        reveal(g, s, chance);
    } else {
        s.possible = s.possible.without(watched);
    }
}

/// A side gains loyalty: an enemy system becomes neutral, a neutral one its own. What is always Imperial stays so.
pub fn gain(g: &Rebellion, s: &mut State, place: Place, side: Side, n: u8) {
    let own = match side {
        Side::Empire => Loyalty::Empire,
        Side::Rebels => Loyalty::Rebels,
    };
    if g.tables.always.has(place) || !g.tables.populous.without(s.destroyed).has(place) {
        return;
    }
    for _ in 0..n {
        let now = s.loyalty[place];
        s.loyalty.set(place, if now == Loyalty::Neutral || now == own { own } else { Loyalty::Neutral });
    }
    // A mission may go on after this.
    if s.loyalty[place].is_to(Side::Empire) {
        s.subjugated.take(place);
    }
}

/// The base lies open: what is on its space moves into its system.
pub fn reveal(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let base = s.base.expect("the base is somewhere");
    chance.tell(|story| story::reveals(story, g, base));
    (s.revealed, s.possible) = (true, Places::only(base));
    come_down(s, base);
}

/// What is on the Rebel Base space moves into a system.
pub fn come_down(s: &mut State, base: Place) {
    let moved = std::mem::take(&mut s.units[Side::Rebels][space()]);
    for row in Row::all() {
        s.units[Side::Rebels][base][row] += moved[row];
    }
    for post in s.posts[Side::Rebels].values_mut() {
        if *post == Post::At(space()) {
            *post = Post::At(base);
        }
    }
}

/// Takes subjugation markers off where no Imperial ground unit is left: at once.
pub fn release(g: &Rebellion, s: &mut State) {
    let fought = s.field;
    s.subjugated =
        s.subjugated.iter().filter(|&place| has_ground(g, s, place) || fought == Some(place)).collect();
}

/// Puts subjugation markers where Imperial ground units are in populous systems that are not the Empire's.
pub fn subjugate(g: &Rebellion, s: &mut State) {
    let able: Places = garrisons(g, s).and(g.tables.populous).without(s.destroyed);
    s.subjugated = able.iter().filter(|&place: &Place| !s.loyalty[place].is_to(Side::Empire)).collect();
}
