//! Cards drawn and discarded.

use holotable_env::{Chance, Finite};

use super::Risk;
use super::state::State;
use super::story;
use super::words::{Cards, Faction, Kind, Seat, count};

/// Draws a card for a seat, if its deck has one.
pub fn draw(g: &Risk, s: &mut State, seat: Seat, chance: &mut impl Chance) {
    let (faction, rules) = (g.faction(seat), &g.tables.values.cards);
    let hand = &s.hands[seat.index()];
    if g.star_wars && rules.hand_limit > 0 && count(hand) >= rules.hand_limit {
        return;
    }
    if rules.reshuffle && count(&s.decks[faction]) == 0 {
        s.decks[faction] = discards(g, s, faction);
    }
    if count(&s.decks[faction]) == 0 {
        return;
    }
    let kind = pick(&s.decks[faction], chance);
    s.decks[faction][kind] -= 1;
    s.hands[seat.index()][kind] += 1;
    chance.tell(|story| story::draws(story, g, seat, kind));
}

/// A card of these by lot.
pub fn pick(cards: &Cards, chance: &mut impl Chance) -> Kind {
    Kind::at(chance.pick(&cards.values().map(u32::from)))
}

/// The cards of a deck that are neither in it nor in a hand.
pub fn discards(g: &Risk, s: &State, faction: Faction) -> Cards {
    let mut left = g.decks[faction].all;
    let mut less = |cards: &Cards| {
        left.values_mut().iter_mut().zip(cards.values()).for_each(|(n, gone)| *n -= gone);
    };
    less(&s.decks[faction]);
    g.seats_of[faction].iter().for_each(|seat| less(&s.hands[seat.index()]));
    if g.faction(s.turn) == faction {
        s.now().set.iter().for_each(|&kind| left[kind] -= 1);
    }
    left
}
