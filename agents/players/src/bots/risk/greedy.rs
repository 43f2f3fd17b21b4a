//! `greedy`: all troops where an attack is likeliest to succeed, and attacks while they are likely to.

use holotable_env::{Chance, GameRng, legal_actions};
use holotable_games::risk::odds;
use holotable_games::risk::pending::Pending;
use holotable_games::risk::words::{How, Lot, Part};
use holotable_games::risk::{Action, Risk, State};

use super::front::Front;
use crate::policy::Policy;

/// Attacks while it is likely to win; plays sets, builds ships, and leaves directives alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Risk> for Greedy {
    fn choose(&mut self, g: &Risk, s: &State, rng: &mut GameRng) -> Action {
        let legal = legal_actions(g, s);
        let f = Front::of(g, s);
        let scores: Vec<f64> = legal.iter().map(|&a| score(&f, a)).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> = (0..legal.len()).filter(|&i| scores[i] >= best).collect();
        legal[equals[rng.below(equals.len())]]
    }
}

fn score(f: &Front<'_>, a: Action) -> f64 {
    let s = f.s;
    match a {
        Action::Attack { route, how: How::Break } => {
            let Some((from, to)) = f.g.tables.map.ends(route) else { return -1.0 };
            odds::of_attack(s, from, to).map_or(-1.0, |odds| odds.win - 0.55)
        }
        Action::Place { planet, lot } => {
            let foes = f.foes(planet);
            let weakest = foes.iter().map(|foe| s.board.troops[foe]).min();
            let lead =
                weakest.map_or(-100.0, |weakest| f64::from(s.board.troops[planet]) - f64::from(weakest));
            lead + if lot == Lot::All { 0.5 } else { 0.0 }
        }
        Action::Move { part } => {
            if part == Part::All {
                1.0
            } else {
                0.0
            }
        }
        Action::Trade { .. } | Action::Build { .. } | Action::Bring { .. } | Action::Agree => 1.0,
        Action::Attack { .. } | Action::Play { .. } | Action::Limit { .. } | Action::Leave { .. } => -1.0,
        Action::Choose { planet } => match s.pending {
            Pending::From | Pending::ShipsFrom => {
                if f.is_border(planet) {
                    -1.0
                } else {
                    f64::from(s.board.troops[planet])
                }
            }
            Pending::Command | Pending::Orbit { .. } => -1.0,
            _ => f.foes(planet).len() as f64 + 0.1,
        },
        Action::Done | Action::Aim { .. } => 0.0,
    }
}
