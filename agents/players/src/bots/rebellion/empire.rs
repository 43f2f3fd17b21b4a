//! The Empire: spread to search where the base can be, mass where it is.

use holotable_games::rebellion::Action;
use holotable_games::rebellion::base::has_ground;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::words::{Moves, Place, Places, Row, Side, space, systems};

use super::forces::{Forces, tactics, win};
use super::weights::Empire;

const ME: Side = Side::Empire;

/// What an activation is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// Look for the base with a ship and a few troops.
    Search,
    /// Fight with everything.
    Attack,
    /// Come nearer with half a fleet.
    Approach,
}

/// Whether troops that come there learn something.
fn unsearched(f: &Forces<'_>, place: Place) -> bool {
    !f.s.revealed && f.possible().has(place) && !has_ground(f.g, f.s, place)
}

/// What activating a system is worth, and what for.
fn value(f: &Forces<'_>, w: &Empire, place: Place) -> (f64, Aim) {
    let sources = f.sources(ME, place, false);
    if sources.is_empty() {
        return (-1.0, Aim::Approach);
    }
    let (mine, theirs) = (f.arriving(ME, sources), f.at(Side::Rebels, place));
    let here = f.at(ME, place);
    if f.s.revealed && f.s.base == Some(place) {
        let space = win(mine.space + here.space, theirs.space);
        let ground = win(mine.ground + here.ground, theirs.ground);
        return (w.take * space * ground, Aim::Attack);
    }
    let troops = sources.iter().any(|source| f.carries(ME, source));
    if unsearched(f, place) && troops {
        // If the base is here, what is on its space defends it.
        let n = f.possible().len() as f64;
        return (
            w.search / n + w.sweep,
            if theirs.sum() > 0.0 || n <= 2.0 { Aim::Attack } else { Aim::Search },
        );
    }
    if theirs.sum() > 0.0 {
        let chance =
            win(mine.space + here.space, theirs.space) * win(mine.ground + here.ground, theirs.ground);
        return (w.kill * theirs.sum() * chance - w.loss * mine.sum() * (1.0 - chance), Aim::Attack);
    }
    let goals = goals(f);
    let fleets: Places =
        systems().filter(|&at| f.carries(ME, at) || f.s.held(ME, at) && f.capacity(ME, at) > 0).collect();
    let fresh = f.g.tables.next_to[place]
        .and(goals)
        .iter()
        .filter(|&goal| f.g.tables.next_to[goal].and(fleets).is_empty());
    let reach = if troops { fresh.count() as f64 } else { 0.0 };
    let closer = sources
        .iter()
        .filter(|&source| f.carries(ME, source))
        .map(|source| f.steps(source, goals) as f64 - f.steps(place, goals) as f64);
    (w.approach * (reach + closer.fold(0.0, f64::max)), Aim::Approach)
}

/// Where the fleets want to go.
fn goals(f: &Forces<'_>) -> Places {
    match f.s.base.filter(|_| f.s.revealed) {
        Some(base) => Places::only(base),
        None => f.possible().iter().filter(|&place| !has_ground(f.g, f.s, place)).collect(),
    }
}

/// What an action is worth in the Empire's eyes.
pub fn score(f: &Forces<'_>, w: &Empire, a: Action) -> f64 {
    let s = f.s;
    match (s.stage, a) {
        (Stage::Turn, Action::Done) => w.nerve,
        (Stage::Turn, Action::Lead { leader }) => {
            let best = systems().map(|place| value(f, w, place));
            let (worth, aim) =
                best.fold((-1.0, Aim::Approach), |best, one| if one.0 > best.0 { one } else { best });
            // The good ones are for battles.
            let skill = tactics(f.g, f.s, ME, leader) * if aim == Aim::Attack { 0.01 } else { -0.01 };
            worth + skill
        }
        (Stage::Target, Action::Choose { place }) => value(f, w, place).0,
        (Stage::From, Action::Choose { place }) => from(f, place),
        (Stage::Load, Action::Take { unit }) => load(f, unit),
        (Stage::Deploy, Action::Choose { place }) => 40.0 - w.near * f.steps(place, goals(f)) as f64,
        (Stage::Muster, Action::Choose { place }) => -f.at(ME, place).sum(),
        (Stage::Scrap, Action::Done) => 1.0,
        (Stage::Scrap, _) => 0.0,
        (_, Action::Choose { .. } | Action::Take { .. }) => 1.0,
        _ => 0.0,
    }
}

/// What the present activation is for, judged as it was when the target was chosen.
fn aim(f: &Forces<'_>) -> Aim {
    let Some(target) = f.s.target else { return Aim::Approach };
    if f.s.revealed && f.s.base == Some(target) || !f.at(Side::Rebels, target).sum().eq(&0.0) {
        return Aim::Attack;
    }
    let possible = f.possible();
    match possible.has(target) {
        true if possible.len() <= 2 => Aim::Attack,
        true => Aim::Search,
        false => Aim::Approach,
    }
}

fn from(f: &Forces<'_>, place: Place) -> f64 {
    let first = f.s.origins.is_empty();
    let there = f.s.target.is_some_and(|target| has_ground(f.g, f.s, target)) && !first;
    let strength = 1.0 + f.at(ME, place).sum();
    let goes = match aim(f) {
        Aim::Attack => true,
        Aim::Search => !there && f.carries(ME, place),
        Aim::Approach => first && f.carries(ME, place),
    };
    if goes { strength } else { -1.0 }
}

/// Ships first, then troops; a trooper stays behind where it subjugates.
fn load(f: &Forces<'_>, kind: Row) -> f64 {
    let (source, target) = (f.s.source.unwrap_or(space()), f.s.target.unwrap_or(space()));
    let stat = f.g.stat(ME, kind);
    let is_troop =
        f.g.components().unit(ME, kind).theatre == holotable_games::rebellion::words::Theatre::Ground;
    let last = is_troop && f.troops(ME, source) == 1 && f.s.subjugated.has(source);
    let aim = aim(f);
    match stat.moves {
        Moves::Free => match aim {
            Aim::Attack => 5.0,
            // The smallest ship that carries.
            Aim::Search => {
                if !f.s.loaded && stat.carries > 0 {
                    10.0 - f64::from(stat.carries)
                } else {
                    -1.0
                }
            }
            Aim::Approach => {
                let more = f.movable(ME, source, Moves::Free) > 1;
                if !f.s.loaded || more && f.movable(ME, target, Moves::Free) == 0 { 5.0 } else { -1.0 }
            }
        },
        _ if last => {
            if has_ground(f.g, f.s, target) {
                -1.0
            } else {
                0.1
            }
        }
        _ if is_troop => {
            let enough = aim == Aim::Search && f.troops(ME, target) >= 2;
            if enough {
                -1.0
            } else {
                3.0 + 0.1 * f64::from(stat.health) * if aim == Aim::Attack { 1.0 } else { -1.0 }
            }
        }
        _ => {
            if aim == Aim::Search {
                -1.0
            } else {
                1.0
            }
        }
    }
}
