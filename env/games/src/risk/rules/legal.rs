//! What the seat that is asked may do now.

use holotable_env::Finite;
use holotable_env::bits::places;

use super::Risk;
use super::action::Action;
use super::state::{Stage, State};
use super::words::{Class, Dice, Fleet, How, Kind, Lot, Part, Planet, Planets, count};
use super::{battle, directive, end, moves, sets, setup, star};

/// Calls `f` with each legal action, in order of action numbers.
#[inline]
#[expect(clippy::too_many_lines, reason = "an arm for each stage")]
pub fn each(g: &Risk, s: &State, mut f: impl FnMut(Action)) {
    let f = &mut f;
    match s.stage {
        Stage::Claim | Stage::ClaimForHutts => choose(setup::unclaimed(s), f),
        Stage::PlaceStar => choose(star::imperial(g, s), f),
        Stage::Muster => {
            s.board.held[s.mine()].iter().for_each(|planet| f(Action::Place { planet, lot: Lot::One }));
        }
        Stage::MusterForHutts => {
            let hutts = s.board.held[super::words::Army::Neutral];
            hutts.iter().for_each(|planet| f(Action::Place { planet, lot: Lot::One }));
        }
        Stage::Token | Stage::MoveBase => choose(token_places(g, s), f),
        Stage::Cards => cards(g, s, f),
        Stage::Set => kinds(sets::next(g, s)).for_each(|card| f(Action::Trade { card })),
        Stage::Place => place(s, f),
        Stage::PlaceShip => choose(s.board.held[s.mine()], f),
        Stage::Invade => invade(g, s, f),
        Stage::Defend => {
            f(Action::Done);
            if s.order.is_some_and(|order| !order.one_die && battle::may_choose_dice(g, s, order.to)) {
                f(Action::Limit { dice: Dice::One });
            }
            kinds(directive::playable(g, s)).for_each(|card| f(Action::Play { card }));
        }
        Stage::Advance => {
            f(Action::Done);
            let from = s.order.expect("a planet was taken").from;
            parts(s.board.troops[from] - 1, f);
            bring(&s.board.ships[from], f);
        }
        Stage::Target => choose(directive::targets(g, s), f),
        Stage::Aim => directive::aimed(g, s).iter().for_each(|seat| f(Action::Aim { seat })),
        Stage::From => {
            f(Action::Done);
            choose(moves::sources(g, s), f);
        }
        Stage::To | Stage::ShipsTo => choose(moves::destinations(g, s, from(s)), f),
        Stage::Carry => {
            f(Action::Done);
            parts(s.board.troops[from(s)] - 1, f);
        }
        Stage::Command => {
            f(Action::Done);
            choose(moves::commands(g, s), f);
        }
        Stage::Consent => {
            f(Action::Done);
            f(Action::Agree);
        }
        Stage::ShipsFrom => {
            f(Action::Done);
            choose(moves::harbours(g, s), f);
        }
        Stage::CarryShips => {
            f(Action::Done);
            bring(&s.board.ships[from(s)], f);
        }
        Stage::Orbit => {
            f(Action::Done);
            choose(star::harbours(g, s), f);
            kinds(directive::playable(g, s)).for_each(|card| f(Action::Play { card }));
        }
        Stage::Shot => choose(star::targets(g, s), f),
        Stage::Over => {}
    }
}

/// Where a move begins.
fn from(s: &State) -> Planet {
    s.from.expect("a move begins somewhere")
}

#[inline]
fn choose(planets: Planets, f: &mut impl FnMut(Action)) {
    planets.iter().for_each(|planet| f(Action::Choose { planet }));
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
    kinds(directive::playable(g, s)).for_each(|card| f(Action::Play { card }));
    kinds(sets::ships(g, s)).for_each(|card| f(Action::Build { card }));
    if sets::may_begin(g, s) {
        kinds(sets::next(g, s)).for_each(|card| f(Action::Trade { card }));
    }
}

fn place(s: &State, f: &mut impl FnMut(Action)) {
    let left = s.reserve[s.mine()];
    for planet in s.board.held[s.mine()].iter() {
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
        kinds(directive::playable(g, s)).for_each(|card| f(Action::Play { card }));
    }
}

/// How many of `n` troops move on.
fn parts(n: u16, f: &mut impl FnMut(Action)) {
    for (part, more_than) in [(Part::One, 0), (Part::Three, 3), (Part::Ten, 10), (Part::All, 1)] {
        if n > more_than {
            f(Action::Move { part });
        }
    }
}

fn bring(ships: &Fleet, f: &mut impl FnMut(Action)) {
    Class::all().filter(|&class| ships[class] > 0).for_each(|class| f(Action::Bring { class }));
}
