//! `expert`: a fixed policy, except that retreats are decided by Monte Carlo rollouts of that policy.

use holotable_env::{Chance, Game, GameRng, legal_actions};
use holotable_games::rebellion_combat::state::{Stage, State};
use holotable_games::rebellion_combat::words::Side;
use holotable_games::rebellion_combat::{Action, RebellionCombat, worth};

use super::rollout_policy;
use crate::policy::Policy;

/// The number of rollouts for each choice.
const SAMPLES: u32 = 40;
/// The probability of the expert's choice where there are others.
const CHOSEN: f64 = 0.9;

/// Maximises the expected value of what is destroyed less what is lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

impl Policy<RebellionCombat> for Expert {
    fn choose(&mut self, g: &RebellionCombat, s: &State, rng: &mut GameRng) -> Action {
        let legal = legal_actions(g, s);
        best(g, s, &legal, rng)
    }
}

fn best(g: &RebellionCombat, s: &State, legal: &[Action], rng: &mut impl Chance) -> Action {
    if s.stage != Stage::Retreat || legal.len() == 1 {
        return rollout_policy::choose(g, s, legal);
    }
    // Neighbours that are open differ in nothing that counts in this battle.
    let go = legal.iter().find(|a| matches!(a, Action::Retreat { .. }));
    let (Some(go), Some(Action::Done)) = (go, legal.first()) else { return legal[0] };
    let (stay_value, go_value) = (action_value(g, s, Action::Done, rng), action_value(g, s, *go, rng));
    if go_value > stay_value { *go } else { Action::Done }
}

/// The mean value of a choice for the side that decides, over rollouts.
fn action_value(g: &RebellionCombat, s: &State, a: Action, rng: &mut impl Chance) -> f64 {
    let me = s.decides();
    let sum: f64 = (0..SAMPLES)
        .map(|_| {
            let mut view = *s;
            g.redeal(&mut view, me as usize, rng);
            g.step(&mut view, a, rng);
            play_out(g, &mut view, rng);
            value(g, &view, me)
        })
        .sum();
    sum / f64::from(SAMPLES)
}

fn play_out(g: &RebellionCombat, s: &mut State, rng: &mut impl Chance) {
    let mut legal = Vec::with_capacity(64);
    while s.stage != Stage::Over {
        legal.clear();
        g.legal(s, |a| legal.push(a));
        let a = rollout_policy::choose(g, s, &legal);
        g.step(s, a, rng);
    }
}

/// The value of a finished battle: the score, and a little for the points, so that it is better to lose by less.
fn value(g: &RebellionCombat, s: &State, me: Side) -> f64 {
    let lead = f64::from(worth::points(g, s, me)) - f64::from(worth::points(g, s, me.other()));
    f64::from(worth::score(g, s, me)) + 0.2 * lead / f64::from(worth::stake(g, s).max(1))
}

/// The expert's action distribution: most of the probability on its choice, the rest shared by the others.
pub fn action_distribution(
    g: &RebellionCombat,
    s: &State,
    rng: &mut impl Chance,
    f: &mut impl FnMut(Action, f64),
) {
    let legal = legal_actions(g, s);
    let Some(others) = legal.len().checked_sub(1) else { return };
    let chosen = best(g, s, &legal, rng);
    for a in legal {
        match (a == chosen, others) {
            (true, 0) => f(a, 1.0),
            (true, _) => f(a, CHOSEN),
            (false, n) => f(a, (1.0 - CHOSEN) / n as f64),
        }
    }
}
