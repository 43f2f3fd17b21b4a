//! Set-up (p12-14): claiming planets, the Death Star, and the troops that are left, one by one round the table.

use holotable_env::{Chance, Finite};

use super::Risk;
use super::board::Emperor;
use super::pending::Pending;
use super::state::State;
use super::values::First;
use super::words::{ALL, Army, Faction, PLANETS, Planet, Planets, Seat};
use super::{story, turn};

/// The table before the first planet is claimed.
pub fn begin(g: &Risk, chance: &mut impl Chance) -> State {
    let values = &g.tables.values;
    let mut s = State::default();
    if g.star_wars {
        for (i, &troops) in values.setup.of(g.players).0.iter().enumerate() {
            let army = if i < g.players { Army::at(i) } else { Army::Neutral };
            s.reserve[army] = u16::from(troops);
        }
        (s.stack, s.emperor) = (values.bases.tokens, Emperor::Stack);
    } else {
        let troops = if g.players == 3 { values.setup.standard_3 } else { values.setup.standard_4 };
        g.seats().for_each(|seat| s.reserve[Army::of(seat)] = u16::from(troops));
    }
    for (faction, deck) in g.decks.iter() {
        s.decks[faction] = deck.all;
    }
    // The chart of the factions says who begins; in standard RISK the highest die does (p6).
    if values.setup.first == First::Die || !g.star_wars {
        s.first = Seat::at(chance.below(g.players));
    }
    (s.turn, s.asked) = (s.first, s.first);
    s
}

/// How many planets an army may claim in all.
fn limit(g: &Risk, army: Army) -> usize {
    if !g.star_wars {
        return PLANETS;
    }
    let place = army.seat().map_or(g.players, Seat::index);
    match g.tables.values.setup.of(g.players).1[place] {
        0 => PLANETS,
        n => usize::from(n),
    }
}

/// The planets that nobody has.
pub fn unclaimed(s: &State) -> Planets {
    ALL.without(s.board.taken()).without(s.board.destroyed)
}

/// Whether an army may claim one more.
fn may_claim(g: &Risk, s: &State, army: Army) -> bool {
    s.reserve[army] > 0 && s.board.held[army].len() < limit(g, army)
}

/// Whether there are planets left, and all of them can be claimed, with one for each seat.
pub fn can_end(g: &Risk, s: &State) -> bool {
    let left = |army: Army| {
        usize::from(s.reserve[army]).min(limit(g, army).saturating_sub(s.board.held[army].len()))
    };
    let own: usize = g.seats().map(|seat| left(Army::of(seat))).sum();
    let open = own + usize::from(s.pending == Pending::ClaimForHutts);
    let hutts = if g.neutral_hutts() { left(Army::Neutral).min(open) } else { 0 };
    let free = unclaimed(s).len();
    let none = g.seats().filter(|&seat| s.board.held[Army::of(seat)].is_empty());
    let mut waiting = 0;
    let all_have_troops = none.inspect(|_| waiting += 1).all(|seat| s.reserve[Army::of(seat)] > 0);
    (2 * waiting).max(1) <= free && free <= own + hutts && all_have_troops
}

/// Puts a troop from the reserve on a planet.
fn put(s: &mut State, army: Army, planet: Planet) {
    s.board.held[army].add(planet);
    s.board.troops[planet] += 1;
    s.reserve[army] -= 1;
}

/// The seat after another one in the order of the chart.
fn after(g: &Risk, seat: Seat) -> Seat {
    Seat::at((seat.index() + 1) % g.players)
}

/// Claims a planet, for oneself and then perhaps for the neutral Hutts.
pub fn claim(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    let own = s.pending == Pending::Claim;
    let army = if own { s.mine() } else { Army::Neutral };
    put(s, army, planet);
    chance.tell(|story| story::claims(story, g, army, planet));
    if own && g.neutral_hutts() && may_claim(g, s, Army::Neutral) && !unclaimed(s).is_empty() {
        s.pending = Pending::ClaimForHutts;
        return;
    }
    s.pending = Pending::Claim;
    if unclaimed(s).is_empty() {
        return end_claims(g, s);
    }
    for _ in 0..g.players {
        pass(g, s);
        if may_claim(g, s, s.mine()) {
            return;
        }
    }
    unreachable!("the data set lets every planet be claimed")
}

fn pass(g: &Risk, s: &mut State) {
    s.turn = after(g, s.turn);
    s.asked = s.turn;
}

fn end_claims(g: &Risk, s: &mut State) {
    s.turn = s.first;
    if g.star_wars {
        // A team decides together where the Death Star is: its first seat says it.
        s.asked = g.seats_of[Faction::Empire].nth(0);
        s.pending = Pending::PlaceStar;
    } else {
        s.asked = s.turn;
        s.pending = Pending::Muster;
    }
}

/// Puts the Death Star on the board.
pub fn place_star(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    s.star = Some(planet);
    chance.tell(|story| story::star(story, g, planet));
    s.asked = s.turn;
    s.pending = Pending::Muster;
    muster_on(g, s, chance);
}

/// Puts a troop on a planet, an own one and then perhaps one of the neutral Hutts.
pub fn muster(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    let own = s.pending == Pending::Muster;
    let army = if own { s.mine() } else { Army::Neutral };
    put(s, army, planet);
    chance.tell(|story| story::places(story, g, army, 1, planet));
    if own && g.neutral_hutts() && s.reserve[Army::Neutral] > 0 {
        s.pending = Pending::MusterForHutts;
        return;
    }
    s.pending = Pending::Muster;
    pass(g, s);
    muster_on(g, s, chance);
}

/// The next seat that has troops left; after all, the first turn.
fn muster_on(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    for _ in 0..g.players {
        if s.reserve[s.mine()] > 0 {
            return;
        }
        // Who has nothing left of his own still places what the Hutts have.
        if g.neutral_hutts() && s.reserve[Army::Neutral] > 0 && no_player_has_any(g, s) {
            s.pending = Pending::MusterForHutts;
            return;
        }
        pass(g, s);
    }
    s.turn = s.first;
    s.round = 1;
    turn::begin(g, s, chance);
}

fn no_player_has_any(g: &Risk, s: &State) -> bool {
    g.seats().all(|seat| s.reserve[Army::of(seat)] == 0)
}
