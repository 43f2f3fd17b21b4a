//! What to choose for what a mission does, for the expert of both sides.

use holotable_env::Finite;
use holotable_games::rebellion::mission_effects::units;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::task::Task;
use holotable_games::rebellion::words::{Place, Side, space};
use holotable_games::rebellion::{Action, under_way};

use super::forces::{Forces, tactics};
use super::mission_effects::{does, kind};
use super::output::loyalty;
use super::prospects::promise;
use super::weights::Missions;

/// What a choice for what a mission does is worth.
pub fn score(f: &Forces<'_>, w: &Missions, a: Action) -> f64 {
    let s = f.s;
    let here = s.target.unwrap_or_default();
    match (s.stage, a) {
        (Stage::Reroll, Action::Reroll { face }) => 0.5 - face.index() as f64,
        (Stage::Eliminate, Action::Seize { leader }) => tactics(f.g, s, Side::Empire, leader),
        // What comes first is hastened or destroyed; what comes last is deployed at once.
        (Stage::Pick, Action::Pick { way }) if units::on_several(f.g, s).is_some() => {
            let last = matches!(under_way::task(f.g, s), Task::Commission { .. });
            f64::from(u8::from((way.index() > 0) == last))
        }
        (Stage::Pick, Action::Pick { way }) => {
            let tasks = &under_way::card(f.g, s).ways[way.index()];
            tasks.iter().map(|&task| does(f, w, task, here)).sum()
        }
        (Stage::Effect, Action::Done) => 0.0,
        (Stage::Effect, a) => chosen(f, w, a),
        _ => 0.0,
    }
}

/// What it is worth to destroy an own unit: the cheapest where there is no room; for another one that comes, any that guards nothing.
pub fn scrapped(f: &Forces<'_>, a: Action) -> f64 {
    match a {
        Action::Take { unit } => -kind(f, f.me, unit),
        Action::Choose { place } if guards(f, place) => -1.0,
        Action::Choose { .. } => 0.5,
        _ => 0.0,
    }
}

/// Whether a unit there may be missed: at the base, or as the last one that holds a system or a captive.
fn guards(f: &Forces<'_>, place: Place) -> bool {
    let s = f.s;
    match f.me {
        Side::Rebels => place == space() || s.base == Some(place),
        Side::Empire => {
            let holds = s.subjugated.has(place) || s.captives().any(|(_, at)| at == place);
            holds && (s.units[f.me][place].total() == 1 || f.troops(f.me, place) == 1)
        }
    }
}

fn chosen(f: &Forces<'_>, w: &Missions, a: Action) -> f64 {
    let s = f.s;
    match (under_way::task(f.g, s), a) {
        (Task::Spread { .. }, Action::Choose { place }) => loyalty(f, w, place),
        (Task::Move(_), Action::Choose { place }) => f.at(f.me, place).ground,
        (_, Action::Take { unit }) => 0.1 + kind(f, units::owner(f.g, s), unit),
        (Task::Train, Action::Lead { leader }) => tactics(f.g, s, f.me, leader),
        (_, Action::Assign { mission }) => 1.0 + promise(f, w, f.g.tables.mission(f.me, mission)),
        (_, Action::Keep { objective }) => f64::from(f.g.tables.objective(objective).reputation),
        // Who goes along to the base comes back to the pool from there as well.
        _ => 0.5,
    }
}
