//! Winning (p11), elimination (p9) and scores: what follows when an army has lost a planet.

use holotable_env::{Chance, Finite};

use super::Risk;
use super::pending::{Now, Pending};
use super::state::{Ending, State};
use super::values::Spoils;
use super::words::{Army, Cards, Faction, Seat, count};
use super::{hand, story};

/// The number of the team of a faction or, in standard RISK, of a seat.
pub fn team(g: &Risk, seat: Seat) -> Seat {
    if g.star_wars { Seat::at(g.faction(seat).index()) } else { seat }
}

/// The game is over.
pub fn win(g: &Risk, s: &mut State, ending: Ending, winner: Seat, chance: &mut impl Chance) {
    let Now { order, steps, .. } = s.now();
    (s.pending, s.ending, s.winner) = (Pending::Over { order, steps }, ending, Some(team(g, winner)));
    chance.tell(|story| story::over(story, g, s));
}

/// The rounds are over.
pub fn draw(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    (s.pending, s.ending) = (Pending::Over { order: None, steps: 0 }, Ending::Draw);
    chance.tell(|story| story::over(story, g, s));
}

/// A seat of a faction that is played.
fn a_seat(g: &Risk, faction: Faction) -> Seat {
    g.seats_of[faction].nth(0)
}

/// The resource planets that the Hutts need.
pub fn needed(g: &Risk, s: &State) -> usize {
    let rules = &g.tables.values.hutts;
    let lost =
        if rules.lost_resources_count { s.board.destroyed.and(g.tables.map.resources).len() } else { 0 };
    usize::from(rules.resources).saturating_sub(lost)
}

/// Whether Hutts whom somebody plays hold enough resource planets.
pub fn resources_are_held(g: &Risk, s: &State) -> bool {
    if !g.star_wars || g.seats_of[Faction::Hutts].is_empty() {
        return false;
    }
    let hutts = a_seat(g, Faction::Hutts);
    let held = s.board.held[Army::of(hutts)].and(g.tables.map.resources).len();
    held >= needed(g, s) && !s.out.has(hutts)
}

/// The game is over if the Hutts hold enough resource planets. Says whether it is.
pub fn resources_run(g: &Risk, s: &mut State, chance: &mut impl Chance) -> bool {
    let won = resources_are_held(g, s);
    if won {
        win(g, s, Ending::Resources, a_seat(g, Faction::Hutts), chance);
    }
    won
}

/// An army has lost a planet, to a seat or to the Death Star. Says whether the game is over.
pub fn lose(g: &Risk, s: &mut State, loser: Army, to: Option<Seat>, chance: &mut impl Chance) -> bool {
    let Some(seat) = loser.seat() else { return false };
    if !s.board.held[loser].is_empty() {
        return false;
    }
    s.out.add(seat);
    chance.tell(|story| story::out(story, g, seat));
    hand_over(g, s, seat, to, chance);
    if !g.star_wars {
        let mut left = g.seats().filter(|seat| !s.out.has(*seat));
        if let (Some(last), None) = (left.next(), left.next()) {
            win(g, s, Ending::Conquest, last, chance);
            return true;
        }
        return false;
    }
    let gone = |faction: Faction| g.seats_of[faction].iter().all(|seat| s.out.has(seat));
    let empire_gone = gone(Faction::Empire);
    let rebels_gone = match g.tables.values.winning.both_rebels {
        true => gone(Faction::Rebels),
        false => g.seats_of[Faction::Rebels].iter().any(|seat| s.out.has(seat)),
    };
    if empire_gone {
        // Ruling U10: whoever took the last planet.
        let hutts = to.is_some_and(|by| g.faction(by) == Faction::Hutts);
        let winner = if hutts { g.tables.values.hutts.end_the_empire } else { Faction::Rebels };
        win(g, s, Ending::EmpireGone, a_seat(g, winner), chance);
    } else if rebels_gone {
        win(g, s, Ending::RebelsGone, a_seat(g, Faction::Empire), chance);
    }
    s.is_over()
}

/// What becomes of the cards of an eliminated player: in standard RISK the conqueror takes them (p9).
fn hand_over(g: &Risk, s: &mut State, loser: Seat, to: Option<Seat>, chance: &mut impl Chance) {
    let cards = std::mem::take(&mut s.hands[loser.index()]);
    let Some(to) = to else { return };
    if !g.star_wars {
        for (kind, n) in cards.iter() {
            s.hands[to.index()][kind] += n;
        }
        s.spoils = count(&s.hands[to.index()]) >= HAND;
    } else if g.tables.values.cards.spoils == Spoils::Drawn {
        (0..count(&cards)).for_each(|_| hand::draw(g, s, to, chance));
    }
}

/// With so many cards a set must be turned in, in standard RISK (p7).
pub const HAND: u8 = 5;

/// Whether a hand is so large that it must be made smaller first.
pub fn must_trade(g: &Risk, hand: &Cards) -> bool {
    !g.star_wars && count(hand) >= HAND
}

/// Whether a seat's result is final.
#[inline]
pub fn ended(g: &Risk, s: &State, seat: Seat) -> bool {
    s.is_over() || g.friends[seat.index()].iter().all(|army| army.seat().is_some_and(|mate| s.out.has(mate)))
}

/// The result of a seat that has ended.
pub fn score(g: &Risk, s: &State, seat: Seat) -> f32 {
    if s.ending != Ending::Draw {
        return f32::from(u8::from(s.winner == Some(team(g, seat))));
    }
    let alive = |seat: Seat| {
        g.friends[seat.index()].iter().any(|army| army.seat().is_some_and(|mate| !s.out.has(mate)))
    };
    if !alive(seat) {
        return 0.0;
    }
    let firsts = g.seats().filter(|&one| {
        g.seats().take_while(|&other| other != one).all(|other| team(g, other) != team(g, one))
    });
    1.0 / firsts.filter(|&one| alive(one)).count() as f32
}
