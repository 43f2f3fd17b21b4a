//! What the seat that is asked may do now.

use holotable_env::Finite;
use holotable_env::bits::places;

use super::Risk;
use super::action::Action;
use super::pending::Pending;
use super::state::State;
use super::words::{Army, Class, Dice, Fleet, How, Kind, Lot, Part, Planets, count};
use super::{battle, directive, end, moves, sets, setup, star};

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
pub fn each(g: &Risk, s: &State, mut f: impl FnMut(Action)) {
    let f = &mut f;
    match s.pending {
        Pending::Claim | Pending::ClaimForHutts => choose(setup::unclaimed(s), f),
        Pending::PlaceStar => choose(star::imperial(g, s), f),
        Pending::Muster => place(s, s.mine(), 1, f),
        Pending::MusterForHutts => place(s, Army::Neutral, 1, f),
        Pending::Token | Pending::MoveBase { .. } => choose(token_places(g, s), f),
        Pending::Cards => cards(g, s, f),
        Pending::Set { set } => trade(g, s, &set, f),
        Pending::Place => place(s, s.mine(), s.reserve[s.mine()], f),
        Pending::PlaceShip => choose(s.board.held[s.mine()], f),
        Pending::Invade => invade(g, s, f),
        Pending::Defend { order } => {
            f(Action::Done);
            if battle::may_choose_dice(g, s, &order) {
                f(Action::Limit { dice: Dice::One });
            }
            play(g, s, f);
        }
        Pending::Advance { order } => {
            parts(s.board.troops[order.from] - 1, f);
            bring(&s.board.ships[order.from], f);
        }
        Pending::Target { card, .. } => choose(directive::targets(g, s, card), f),
        Pending::Aim { card, .. } => {
            directive::aimed(g, s, card).iter().for_each(|seat| f(Action::Aim { seat }));
        }
        Pending::From => may_choose(moves::sources(g, s), f),
        Pending::To { from } | Pending::ShipsTo { from } => choose(moves::destinations(g, s, from), f),
        Pending::Carry { from, .. } => parts(s.board.troops[from] - 1, f),
        Pending::Command => may_choose(moves::commands(g, s), f),
        Pending::Consent { .. } => {
            f(Action::Done);
            f(Action::Agree);
        }
        Pending::ShipsFrom => may_choose(moves::harbours(g, s), f),
        Pending::CarryShips { from, .. } => {
            f(Action::Done);
            bring(&s.board.ships[from], f);
        }
        Pending::Orbit { steps } => {
            may_choose(star::harbours(g, s, steps), f);
            play(g, s, f);
        }
        Pending::Shot { steps } => choose(star::targets(g, s, steps), f),
        Pending::Over { .. } => {}
    }
}

#[inline]
fn choose(planets: Planets, f: &mut impl FnMut(Action)) {
    planets.iter().for_each(|planet| f(Action::Choose { planet }));
}

#[inline]
fn may_choose(planets: Planets, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    choose(planets, f);
}

#[inline]
fn kinds(bits: u32) -> impl Iterator<Item = Kind> {
    places(u64::from(bits)).map(Kind::at)
}

/// Planets of the Empire without a base, or all where each has one (p16).
fn token_places(g: &Risk, s: &State) -> Planets {
    let all = star::imperial(g, s);
    let free: Planets = all.iter().filter(|&planet| s.board.bases[planet] == 0).collect();
    if free.is_empty() { all } else { free }
}

fn cards(g: &Risk, s: &State, f: &mut impl FnMut(Action)) {
    if !end::must_trade(g, &s.hands[s.turn.index()]) {
        f(Action::Done);
    }
    play(g, s, f);
    kinds(sets::ships(g, s)).for_each(|card| f(Action::Build { card }));
    if sets::may_begin(g, s) {
        trade(g, s, &[], f);
    }
}

fn play(g: &Risk, s: &State, f: &mut impl FnMut(Action)) {
    kinds(directive::playable(g, s)).for_each(|card| f(Action::Play { card }));
}

fn trade(g: &Risk, s: &State, set: &[Kind], f: &mut impl FnMut(Action)) {
    let hand = &s.hands[s.turn.index()];
    kinds(sets::next(g.deck(s.turn), set, hand)).for_each(|card| f(Action::Trade { card }));
}

/// Puts so many troops at most on a planet of an army.
fn place(s: &State, army: Army, left: u16, f: &mut impl FnMut(Action)) {
    for planet in s.board.held[army].iter() {
        f(Action::Place { planet, lot: Lot::One });
        if left > 3 {
            f(Action::Place { planet, lot: Lot::Three });
        }
        if left > 1 {
            f(Action::Place { planet, lot: Lot::All });
        }
    }
}

#[inline]
fn invade(g: &Risk, s: &State, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    let (map, targets) = (&g.tables.map, battle::targets(g, s));
    let (mut strongest, mut ships) = (0, Fleet::default());
    for from in battle::bases(g, s).iter() {
        let near = map.next_to[from].and(targets);
        for to in near.iter() {
            let route = map.route(from, to);
            f(Action::Attack { route, how: How::Once });
            if s.star != Some(to) && s.ready.dice == 0 {
                f(Action::Attack { route, how: How::Break });
            }
        }
        if !near.is_empty() {
            strongest = strongest.max(s.board.troops[from]);
            for class in Class::all() {
                ships[class] = ships[class].max(s.board.ships[from][class]);
            }
        }
    }
    for (dice, troops) in [(Dice::One, 3), (Dice::Two, 4)] {
        if s.ready.dice == 0 && strongest >= troops {
            f(Action::Limit { dice });
        }
    }
    for class in Class::all() {
        if ships[class] > s.ready.left[class] {
            f(Action::Leave { class });
        }
    }
    if g.star_wars && count(&s.hands[s.turn.index()]) > 0 {
        play(g, s, f);
    }
}

/// How many of `n` troops move on, if any.
fn parts(n: u16, f: &mut impl FnMut(Action)) {
    f(Action::Done);
    for (part, more_than) in [(Part::One, 0), (Part::Three, 3), (Part::Ten, 10), (Part::All, 1)] {
        if n > more_than {
            f(Action::Move { part });
        }
    }
}

fn bring(ships: &Fleet, f: &mut impl FnMut(Action)) {
    Class::all().filter(|&class| ships[class] > 0).for_each(|class| f(Action::Bring { class }));
}
