//! The probe deck: a card for each system where the base is not, in an order that nobody has fixed, but for those that the Rebels have
//! put under it.

use holotable_env::Chance;

use super::Rebellion;
use super::state::State;
use super::story;
use super::words::{ALL, Place, Places, Side};

/// The cards that were not drawn: those of all systems but the base, as far as they are in the game.
pub fn deck(g: &Rebellion, s: &State) -> Places {
    let base = s.base.map_or(Places::EMPTY, Places::only);
    ALL.without(g.tables.always).without(s.boxed).without(base).without(s.probes)
}

/// The next card of those that are left, if there is one: by lot among those that lie equally deep.
pub fn next(s: &State, left: Places, chance: &mut impl Chance) -> Option<Place> {
    let depth = left.iter().map(|card| s.depth[card]).min()?;
    let upper: Places = left.iter().filter(|&card| s.depth[card] == depth).collect();
    Some(upper.nth(chance.below(upper.len())))
}

/// The Empire draws some.
pub fn draw(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) {
    for _ in 0..n {
        let Some(card) = next(s, deck(g, s), chance) else {
            return chance.tell(story::no_probe);
        };
        s.probes.add(card);
        chance.tell(|story| story::probe(story, g, card));
    }
}

/// The Rebels draw some, which stay apart until they have chosen.
pub fn look(g: &Rebellion, s: &mut State, n: usize, chance: &mut impl Chance) {
    s.havens = Places::EMPTY;
    for _ in 0..n {
        let Some(card) = next(s, deck(g, s).without(s.havens), chance) else { return };
        s.havens.add(card);
    }
}

/// Cards are shuffled and put under the deck. How deep the others lie is counted anew, so that a depth never exceeds the number of cards.
pub fn put_under(g: &Rebellion, s: &mut State, cards: Places) {
    let left: Vec<Place> = deck(g, s).without(cards).iter().filter(|&card| s.depth[card] > 0).collect();
    let mut levels: Vec<i8> = left.iter().map(|&card| s.depth[card]).collect();
    levels.sort_unstable();
    levels.dedup();
    let below = |depth: i8| 1 + levels.partition_point(|&level| level < depth) as i8;
    for card in left {
        s.depth[card] = below(s.depth[card]);
    }
    for card in cards.iter() {
        s.depth[card] = below(i8::MAX);
    }
}

/// A card is put on top of the deck.
pub fn put_above(g: &Rebellion, s: &mut State, card: Place) {
    let highest = deck(g, s).iter().map(|card| s.depth[card]).min().unwrap_or(0);
    s.depth[card] = highest.min(0) - 1;
}

/// How many of the cards that the Rebels have put on top of the deck were not drawn since.
pub fn above(s: &State) -> usize {
    s.depth.iter().filter(|&(card, &depth)| depth < 0 && !s.probes.has(card)).count()
}

/// How many of the cards that the Rebels have put under the deck were not drawn since.
pub fn under(s: &State) -> usize {
    s.depth.iter().filter(|&(card, &depth)| depth > 0 && !s.probes.has(card)).count()
}

/// How many cards the Empire draws for the Rebel units at the base: one for so many, and at least one.
pub fn for_units(s: &State, per: u8) -> usize {
    usize::from(s.units[Side::Rebels][s.rebel_base()].total() / u16::from(per)).max(1)
}
