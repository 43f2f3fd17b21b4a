//! Dealing anew what a side cannot see: the other hand, from all cards of each deck that it has not seen.

use holotable_env::{Chance, Finite};

use super::RebellionCombat;
use super::attack::deal;
use super::state::State;
use super::words::{Side, Theatre};

/// Puts the enemy's hand back into the decks and deals as many cards of each again.
pub fn redeal(g: &RebellionCombat, s: &mut State, side: Side, chance: &mut impl Chance) {
    let enemy = side.other();
    if s.camps[enemy].odds.open {
        return;
    }
    for deck in Theatre::all() {
        let n = s.hand_size(&g.tables, enemy, deck);
        for card in g.tables.cards(deck) {
            s.deck[card] += std::mem::take(&mut s.camps[enemy].hand[card]);
        }
        for _ in 0..n {
            deal(g, s, enemy, deck, chance);
        }
    }
}
