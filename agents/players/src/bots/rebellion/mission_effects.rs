//! What missions do, for the expert of both sides: what each thing is worth.

use holotable_games::rebellion::mission_effects::systems;
use holotable_games::rebellion::task::{Spot, Task};
use holotable_games::rebellion::words::{Place, Row, Side, Theatre, Units};
use holotable_games::rebellion::{base, probes};

use super::forces::{Forces, win};
use super::output::{built, loyalty, output};
use super::weights::Missions;

/// What some units are worth.
pub fn value(f: &Forces<'_>, side: Side, units: &Units) -> f64 {
    f.power(side, units).sum()
}

pub fn kind(f: &Forces<'_>, side: Side, row: Row) -> f64 {
    let mut one = Units::default();
    one[row] = 1;
    value(f, side, &one)
}

/// What knowing more of where the base is brings, for so much of a probe card.
fn news(f: &Forces<'_>, w: &Missions, cards: f64) -> f64 {
    if f.s.revealed { 0.0 } else { w.probe * cards * (1.0 + w.few / f.possible().len().max(1) as f64) }
}

/// What one thing that a mission does is worth there.
pub fn does(f: &Forces<'_>, w: &Missions, task: Task, place: Place) -> f64 {
    match task {
        // A card more is one system less to look into, and more where few are left.
        Task::Probe { per } => {
            let cards = probes::for_units(f.s, per) as f64;
            if f.s.revealed { 0.0 } else { w.probe * cards * (1.0 + w.few / f.possible().len() as f64) }
        }
        Task::Repair => {
            if f.s.sabotaged.has(place) {
                w.icon * output(f, place)
            } else {
                0.0
            }
        }
        Task::Sabotage => {
            let imperial = f.s.of(Side::Empire).has(place) && !f.s.sabotaged.has(place);
            if imperial { w.icon * built(f, place) } else { 0.0 }
        }
        Task::Loyalty { n: 1 } => loyalty(f, w, place),
        Task::Loyalty { .. } => 1.6 * loyalty(f, w, place),
        Task::Inspect => w.inspect,
        other => worth(f, w, other, place),
    }
}

/// The same of what only missions beyond the starting ones do.
fn worth(f: &Forces<'_>, w: &Missions, task: Task, place: Place) -> f64 {
    let enemy = f.me.other();
    let queue = |spaces: usize| {
        f.s.queue[Side::Empire][..spaces].iter().map(|units| value(f, Side::Empire, units)).sum::<f64>()
    };
    match task {
        Task::Freeze { reputation } => w.ring + f64::from(reputation) * 3.0,
        Task::Probes { n, .. } => news(f, w, f64::from(n)),
        Task::Intercept { .. } => news(f, w, 1.0),
        Task::Search if f.possible().has(place) => news(f, w, 1.5),
        Task::Confess { systems } => {
            news(f, w, f.possible().len().saturating_sub(usize::from(systems)) as f64 / 3.0)
        }
        Task::Beacon => news(f, w, f.possible().len() as f64 / 4.0),
        Task::Projects { keep, .. } => w.project * f64::from(keep),
        Task::Objective { n } => 2.0 * w.card * f64::from(n),
        Task::Study { .. } => 2.0 * w.card,
        Task::Arrange { .. } | Task::Question | Task::Bury | Task::Plant { .. } => w.card,
        Task::Spread { systems: n } => {
            let all = systems::region(f.g, place).iter().map(|near| loyalty(f, w, near));
            f64::from(n) * all.fold(0.0, f64::max)
        }
        Task::Unsettle => {
            let loyal = systems::region(f.g, place).and(f.s.loyal(Side::Rebels));
            loyal.iter().map(|near| 0.5 * w.icon * output(f, near)).sum()
        }
        Task::Produce => w.icon * output(f, place),
        Task::Queue { unit, .. } => w.unit * kind(f, f.me, unit),
        Task::Gain { units, at } => {
            let base = if at == Spot::Base { 1.0 } else { 0.7 };
            base * w.unit * value(f, f.me, &units)
        }
        Task::Rise { circles, triangles } => w.unit * f64::from(4 * circles + 2 * triangles),
        Task::Hasten { n, .. } => 0.2 * f64::from(n) * (queue(3) - queue(1)).min(3.0),
        Task::Commission { spaces } => 0.3 * w.unit * queue(usize::from(spaces)).min(8.0),
        Task::Destroy { health, theatre: Some(Theatre::Ground) } => {
            w.unit * f.at(enemy, place).ground.min(2.0 * f64::from(health))
        }
        Task::Destroy { health, .. } => w.unit * f.at(enemy, place).sum().min(2.0 * f64::from(health)),
        Task::Raid { health } => w.unit * queue(3).min(2.0 * f64::from(health)),
        Task::Demolish => 0.5 * w.unit * queue(3).min(2.0 * output(f, place)),
        // What cannot be found is destroyed unseen; else it only helps the Rebels.
        Task::Annihilate => {
            let hit = if f.possible().has(place) { 20.0 / f.possible().len() as f64 } else { -4.0 };
            hit + w.unit * f.at(Side::Rebels, place).ground
                - w.icon * if f.s.of(Side::Empire).has(place) { output(f, place) } else { 0.0 }
        }
        Task::Move(_) => moved(f, w, place),
        Task::Train => w.ring,
        Task::Shield => 0.2,
        other => acted(f, w, other, place),
    }
}

/// The same of units that come.
fn moved(f: &Forces<'_>, w: &Missions, place: Place) -> f64 {
    let enemy = f.me.other();
    if f.me == Side::Empire {
        let unknown = f.possible().has(place) && !base::garrisons(f.g, f.s).has(place);
        let taken = f.s.revealed_base() == Some(place);
        let force = 6.0;
        let wins = win(force, f.at(enemy, place).ground);
        return wins * (if unknown { news(f, w, 1.5) } else { 0.0 } + if taken { 20.0 } else { 0.0 });
    }
    let (mine, theirs) = (f.at(f.me, f.s.rebel_base()), f.at(enemy, place));
    let fights = theirs.space > 0.0 && mine.space > 0.0;
    if fights { w.unit * theirs.space * (win(mine.space, theirs.space) - 0.6) } else { 0.1 }
}

/// The same of what action cards alone do.
fn acted(f: &Forces<'_>, w: &Missions, task: Task, place: Place) -> f64 {
    match task {
        Task::Inquire => {
            let near = systems::region(f.g, place).and(f.possible()).len().min(4);
            news(f, w, near as f64 / 2.0)
        }
        Task::Advance if f.possible().has(place) && !base::garrisons(f.g, f.s).has(place) => {
            let carried = f.sources(f.me, place, true).iter().any(|source| f.carries(f.me, source));
            if carried { news(f, w, 1.5) } else { 0.0 }
        }
        Task::Expel => w.unit * f.at(f.me.other(), place).ground,
        Task::Enlist { at, .. } if at == place => w.join,
        Task::Guard => 0.3,
        _ => 0.0,
    }
}
