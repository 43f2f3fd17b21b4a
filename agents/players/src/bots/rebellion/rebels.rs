//! The Rebels: hide far away, harass what is not guarded, fight where an objective is to be had, and hold the base once it is found.

use holotable_env::Finite;
use holotable_games::rebellion::Action;
use holotable_games::rebellion::goal::Goal;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::words::{Class, Moves, Place, Places, Row, Side, Theatre, space, systems};

use super::forces::{Forces, tactics, win};
use super::weights::Rebels;

const ME: Side = Side::Rebels;

/// What an activation is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// One ship that is only to be there.
    Show,
    /// Everything.
    Attack,
}

/// The base that everybody knows.
fn known_base(f: &Forces<'_>) -> Option<Place> {
    f.s.base.filter(|_| f.s.revealed)
}

/// What a won battle there may bring by objectives in the hand.
fn prize(f: &Forces<'_>, place: Place) -> f64 {
    let enemy = &f.s.units[Side::Empire][place];
    let health = |theatre: Theatre| -> u16 {
        let rows = f.g.components().rows(Side::Empire, theatre);
        rows.map(|row| u16::from(enemy[row]) * u16::from(f.g.stat(Side::Empire, row).health)).sum()
    };
    let of = |goal: Goal| match goal {
        Goal::DestroyHealth { theatre, n } => health(theatre) >= u16::from(n),
        Goal::DestroyUnit { units } => units.iter().any(|row| enemy[row] > 0),
        Goal::Plans => {
            Row::all().any(|row| enemy[row] > 0 && f.g.stat(Side::Empire, row).class == Class::Station)
        }
        Goal::Liberate => f.s.subjugated.has(place),
        Goal::Hold { system } => system == place,
        Goal::Defeat { leaders } => leaders.iter().any(|leader| {
            f.s.posts[Side::Empire][leader] == holotable_games::rebellion::state::Post::At(place)
        }),
        _ => false,
    };
    let hand = f.s.hand.iter().map(|one| &f.g.tables.objectives[one.index()]);
    hand.filter(|mission| of(mission.goal)).map(|mission| f64::from(mission.reputation)).fold(0.0, f64::max)
}

/// Whether a ship is safe there: no Imperial ships.
fn is_open(f: &Forces<'_>, place: Place) -> bool {
    f.at(Side::Empire, place).space == 0.0
}

/// Places next to it with a fighter that can be spared, without those on the Base space.
fn spare(f: &Forces<'_>, place: Place) -> Places {
    let fighter = |row: Row| f.g.stat(ME, row).class == Class::Fighter;
    let fighters =
        |at: Place| Row::all().filter(|&row| fighter(row)).map(|row| f.s.units[ME][at][row]).sum::<u8>();
    let left = |at: Place| fighters(at) > 1 || f.at(ME, at).ground > 0.0 && Some(at) != known_base(f);
    f.sources(ME, place, false).iter().filter(|&at| fighters(at) > 0 && left(at)).collect()
}

/// What activating a place is worth, and what for.
fn value(f: &Forces<'_>, w: &Rebels, place: Place) -> (f64, Aim) {
    if place == space() {
        return (-1.0, Aim::Show);
    }
    let (here, enemy) = (f.at(ME, place), f.at(Side::Empire, place));
    let sources = f.sources(ME, place, f.s.possible.len() <= 2);
    let mine = f.arriving(ME, sources);
    if known_base(f) == Some(place) {
        return (w.defend * mine.sum(), Aim::Attack);
    }
    let mut best = (-1.0, Aim::Show);
    if here.sum() == 0.0 && is_open(f, place) && !spare(f, place).is_empty() {
        let imperial = f.s.of(Side::Empire).has(place);
        let guarded = f.g.tables.next_to[place].iter().any(|near| f.at(Side::Empire, near).space > 0.0);
        let danger = if guarded { 0.3 } else { 0.0 };
        best = (if imperial { w.harass } else { w.outpost } - danger, Aim::Show);
    }
    if enemy.sum() > 0.0 && mine.sum() > 0.0 {
        let contested =
            |mine: f64, theirs: f64| if mine > 0.0 && theirs > 0.0 { win(mine, theirs) } else { 1.0 };
        let chance = contested(mine.space + here.space, enemy.space)
            * contested(mine.ground + here.ground, enemy.ground);
        let meets = (mine.space + here.space > 0.0 && enemy.space > 0.0)
            || (mine.ground + here.ground > 0.0 && enemy.ground > 0.0);
        let stake = w.objective * prize(f, place) + w.kill * enemy.sum();
        let worth = chance * stake - (1.0 - chance) * w.loss * mine.sum();
        if meets && worth > best.0 {
            best = (worth, Aim::Attack);
        }
    }
    best
}

/// What an action is worth in the Rebels' eyes.
pub fn score(f: &Forces<'_>, w: &Rebels, a: Action) -> f64 {
    let s = f.s;
    match (s.stage, a) {
        (Stage::Hide, Action::Choose { place }) => {
            w.distance * f.steps(place, f.carriers()) as f64 + w.garrison * f.at(ME, place).sum()
                - 0.2 * f.g.tables.next_to[place].len() as f64
        }
        (Stage::Turn, Action::Done) => w.nerve,
        (Stage::Turn, Action::Reveal) => -1.0,
        (Stage::Turn, Action::Lead { leader }) => {
            let best = systems().map(|place| value(f, w, place));
            let (worth, aim) =
                best.fold((-1.0, Aim::Show), |best, one| if one.0 > best.0 { one } else { best });
            worth + tactics(f.g, f.s, ME, leader) * if aim == Aim::Attack { 0.01 } else { -0.01 }
        }
        (Stage::Target, Action::Choose { place }) => value(f, w, place).0,
        (Stage::From, Action::Choose { place }) => from(f, w, place),
        (Stage::Load, Action::Take { unit }) => load(f, unit),
        (Stage::Deploy, Action::Choose { place }) => deploy(f, place),
        (Stage::Muster, Action::Choose { place }) => f64::from(u8::from(place == space())),
        (Stage::Build, Action::Take { unit }) => build(f, unit),
        (Stage::Scrap, Action::Done) => 1.0,
        (Stage::Scrap, _) => 0.0,
        (_, Action::Choose { .. } | Action::Take { .. }) => 1.0,
        _ => 0.0,
    }
}

fn aim(f: &Forces<'_>) -> Aim {
    let Some(target) = f.s.target else { return Aim::Show };
    let fights = f.at(Side::Empire, target).sum() > 0.0 && (!is_open(f, target) || prize(f, target) > 0.0);
    if known_base(f) == Some(target) || fights { Aim::Attack } else { Aim::Show }
}

fn from(f: &Forces<'_>, w: &Rebels, place: Place) -> f64 {
    let target = f.s.target.unwrap_or(space());
    let told = if place == space() { f.s.possible.without(f.g.tables.around[target]).len() } else { 0 };
    let secrecy = w.secrecy * told as f64;
    match aim(f) {
        Aim::Attack if Some(place) == known_base(f) => -1.0,
        Aim::Attack => f.at(ME, place).sum() - secrecy,
        Aim::Show if f.s.origins.is_empty() && spare(f, target).has(place) => 1.0 - secrecy,
        Aim::Show => -1.0,
    }
}

fn load(f: &Forces<'_>, kind: Row) -> f64 {
    let stat = f.g.stat(ME, kind);
    match aim(f) {
        Aim::Attack => {
            if stat.moves == Moves::Free {
                5.0
            } else {
                2.0
            }
        }
        // The cheapest fighter.
        Aim::Show if !f.s.loaded => {
            5.0 - f64::from(stat.health) - if stat.class == Class::Fighter { 0.0 } else { 1.0 }
        }
        Aim::Show => -1.0,
    }
}

fn deploy(f: &Forces<'_>, place: Place) -> f64 {
    match known_base(f) {
        Some(base) => 10.0 - f.steps(place, Places::only(base)) as f64,
        None if place == space() => 3.0,
        None if Some(place) == f.s.base => 4.0,
        None => 2.0,
    }
}

fn build(f: &Forces<'_>, kind: Row) -> f64 {
    let stat = f.g.stat(ME, kind);
    let dice: u8 = stat.dice.values().iter().sum();
    f64::from(dice)
        + 0.3 * f64::from(stat.draws + stat.cuts_red)
        + if stat.dice.values()[0] > 0 { 0.2 } else { 0.0 }
}
