//! `greedy`: whatever is next to it and can be searched or beaten, with all it has.

use holotable_env::rebellion::setup::has_ground;
use holotable_env::rebellion::state::Stage;
use holotable_env::rebellion::words::{Place, Side, space};
use holotable_env::rebellion::{Action, Rebellion, State};
use holotable_env::{Chance, GameRng, legal_actions};

use super::battle;
use super::forces::{Forces, tactics, win};
use crate::bots::rebellion_combat;
use crate::policy::Policy;

/// Searches and attacks where it can, with everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Rebellion> for Greedy {
    fn choose(&mut self, g: &Rebellion, s: &State, rng: &mut GameRng) -> Action {
        if s.stage == Stage::Battle {
            return battle::choose(g, s, &mut rebellion_combat::Greedy, rng);
        }
        let legal = legal_actions(g, s);
        let f = Forces::of(g, s);
        best(&legal, |a| score(&f, a), rng)
    }
}

/// One of the actions with the highest score.
pub fn best(legal: &[Action], score: impl Fn(Action) -> f64, rng: &mut GameRng) -> Action {
    let scores: Vec<f64> = legal.iter().map(|&a| score(a)).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let equals: Vec<usize> = (0..legal.len()).filter(|&i| scores[i] >= most).collect();
    legal[equals[rng.below(equals.len())]]
}

/// What activating a system is worth, positive if it is worth a leader.
fn target(f: &Forces<'_>, place: Place) -> f64 {
    if place == space() {
        return -1.0;
    }
    let sources = f.sources(f.me, place, true);
    let (mine, enemy) = (f.arriving(f.me, sources), f.me.other());
    let theirs = f.at(enemy, place);
    let search = f.me == Side::Empire
        && f.possible().has(place)
        && !has_ground(f.g, f.s, place)
        && sources.iter().any(|source| f.carries(f.me, source));
    let fight = if theirs.sum() > 0.0 { win(mine.sum(), theirs.sum()) - 0.6 } else { 0.0 };
    if search { 1.0 } else { fight }
}

fn score(f: &Forces<'_>, a: Action) -> f64 {
    let s = f.s;
    match a {
        Action::Lead { leader } if s.stage == Stage::Turn => {
            let any = holotable_env::rebellion::words::systems().map(|place| target(f, place));
            any.fold(-1.0, f64::max) - 0.01 * tactics(f.g, f.me, leader)
        }
        Action::Lead { leader } => 1.0 + tactics(f.g, f.me, leader),
        Action::Choose { place } => match s.stage {
            Stage::Target => target(f, place),
            Stage::Hide => f.steps(place, f.carriers()) as f64,
            _ => 1.0,
        },
        Action::Take { .. } | Action::Fulfil { .. } => 1.0,
        Action::Done => 0.0,
        Action::Reveal | Action::Battle { .. } => -1.0,
    }
}
