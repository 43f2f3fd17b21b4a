//! Dealing anew what a seat cannot see: the hands of other teams, the decks, and for all but the Empire where the Emperor is.

use holotable_env::bits::{nonzero, places};
use holotable_env::{Chance, Finite, Set};

use super::Risk;
use super::board::Emperor;
use super::hand::pick;
use super::pending::Pending;
use super::sets;
use super::sight::{knows_emperor, sees};
use super::state::State;
use super::words::{Cards, Faction, KINDS, Kind, Planet, SEATS, Seat, count};

/// Deals anew what `seat` cannot see.
pub fn redeal(g: &Risk, s: &mut State, seat: Seat, chance: &mut impl Chance) {
    for faction in Faction::all() {
        let hidden = g.seats_of[faction].iter().filter(|&other| !sees(g, seat, other));
        let hidden: Set<Seat> = hidden.collect();
        if !hidden.is_empty() {
            cards(g, s, faction, hidden, chance);
        }
    }
    if g.star_wars && !knows_emperor(g, seat) {
        hide(s, chance);
    }
}

/// Puts the hands of these seats back into their deck and deals as many cards again.
fn cards(g: &Risk, s: &mut State, faction: Faction, hidden: Set<Seat>, chance: &mut impl Chance) {
    let mut pool = s.decks[faction];
    let mut sizes = [0; SEATS];
    for seat in hidden.iter() {
        let hand = std::mem::take(&mut s.hands[seat.index()]);
        sizes[seat.index()] = count(&hand);
        for (kind, n) in hand.iter() {
            pool[kind] += n;
        }
    }
    if let Pending::Set { mut set } = s.pending
        && hidden.has(s.turn)
    {
        // Who has begun a set has cards to complete it.
        while !set.is_full() {
            let fitting = sets::next(g.deck(s.turn), &set, &pool);
            let weight = |i| u32::from(pool[Kind::at(i)]) * (fitting >> i & 1);
            let kind = Kind::at(chance.pick(&std::array::from_fn::<_, KINDS, _>(weight)));
            deal(s, s.turn, kind, &mut pool);
            set.push(kind);
            sizes[s.turn.index()] -= 1;
        }
    }
    for seat in hidden.iter() {
        for _ in 0..sizes[seat.index()] {
            let kind = pick(&pool, chance);
            deal(s, seat, kind, &mut pool);
        }
    }
    s.decks[faction] = pool;
}

/// Deals a card of the pool to a seat.
fn deal(s: &mut State, seat: Seat, kind: Kind, pool: &mut Cards) {
    pool[kind] -= 1;
    s.hands[seat.index()][kind] += 1;
}

/// Any token that has not been seen may be the Emperor.
fn hide(s: &mut State, chance: &mut impl Chance) {
    let bases = nonzero(s.board.bases.values());
    let on_board = places(bases).map(|i| u32::from(s.board.bases[Planet::at(i)]));
    let weights: Vec<u32> = [u32::from(s.stack), u32::from(s.tokens)].into_iter().chain(on_board).collect();
    if weights.iter().all(|&n| n == 0) {
        return;
    }
    s.emperor = match chance.pick(&weights) {
        0 => Emperor::Stack,
        1 => Emperor::InHand,
        n => Emperor::On(Planet::at(places(bases).nth(n - 2).expect("a planet with a base"))),
    };
}
