//! Dealing anew what a seat cannot see: the hands of other teams, the decks, and for all but the Empire where the Emperor is.

use holotable_env::bits::places;
use holotable_env::{Chance, Finite};

use super::Risk;
use super::board::Emperor;
use super::hand::pick;
use super::sets;
use super::sight::{knows_emperor, sees};
use super::state::{Stage, State};
use super::words::{Cards, Faction, Kind, Planet, SET, Seat, count};

/// Deals anew what `seat` cannot see.
pub fn redeal(g: &Risk, s: &mut State, seat: Seat, chance: &mut impl Chance) {
    for faction in Faction::all() {
        let hidden = g.seats_of[faction].iter().filter(|&other| !sees(g, seat, other));
        let hidden: holotable_env::Set<Seat> = hidden.collect();
        if !hidden.is_empty() {
            cards(g, s, faction, hidden, chance);
        }
    }
    if g.star_wars && !knows_emperor(g, seat) {
        hide(s, chance);
    }
}

/// Puts the hands of these seats back into their deck and deals as many cards again.
fn cards(
    g: &Risk,
    s: &mut State,
    faction: Faction,
    hidden: holotable_env::Set<Seat>,
    chance: &mut impl Chance,
) {
    let mut pool = s.decks[faction];
    let mut sizes = [0; super::words::SEATS];
    for seat in hidden.iter() {
        let hand = std::mem::take(&mut s.hands[seat.index()]);
        sizes[seat.index()] = count(&hand);
        for (kind, n) in hand.iter() {
            pool[kind] += n;
        }
    }
    if s.stage == Stage::Set && hidden.has(s.turn) {
        // Who has begun a set has cards to complete it.
        sizes[s.turn.index()] -= complete(g, s, &mut pool, chance);
    }
    for seat in hidden.iter() {
        for _ in 0..sizes[seat.index()] {
            let kind = pick(&pool, chance);
            pool[kind] -= 1;
            s.hands[seat.index()][kind] += 1;
        }
    }
    s.decks[faction] = pool;
}

/// Deals cards that complete the set which has been begun; how many.
fn complete(g: &Risk, s: &mut State, pool: &mut Cards, chance: &mut impl Chance) -> u8 {
    let mut ahead = *s;
    let mut dealt = 0;
    while ahead.set.len() < SET {
        let weights: [u32; super::words::KINDS] = {
            let fitting = sets::candidates(g, &ahead, pool);
            std::array::from_fn(|i| if fitting >> i & 1 == 1 { u32::from(pool[Kind::at(i)]) } else { 0 })
        };
        let kind = Kind::at(chance.pick(&weights));
        pool[kind] -= 1;
        s.hands[s.turn.index()][kind] += 1;
        ahead.set.push(kind);
        dealt += 1;
    }
    dealt
}

/// Any token that has not been seen may be the Emperor.
fn hide(s: &mut State, chance: &mut impl Chance) {
    let bases: u64 = places_of(s);
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

/// The planets with bases, as bits.
fn places_of(s: &State) -> u64 {
    holotable_env::bits::nonzero(s.board.bases.values())
}
