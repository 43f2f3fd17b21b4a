//! `expert`: good habits, and retreats judged by playing the battle out many times each way.

use holotable_env::rebellion_combat::state::{Stage, State};
use holotable_env::rebellion_combat::words::Side;
use holotable_env::rebellion_combat::{Action, RebellionCombat, end};
use holotable_env::{Chance, Game, legal_actions};

use super::habits;
use crate::policy::{Luck, Policy};

/// How often a battle is played out for each choice.
const SAMPLES: u32 = 40;
/// How surely the habitual choice is advised where there are others.
const SURE: f64 = 0.9;

/// Maximises the expected value of what is destroyed less what is lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

impl Policy<RebellionCombat> for Expert {
    fn choose(&mut self, g: &RebellionCombat, s: &State, luck: &mut Luck) -> Action {
        let legal = legal_actions(g, s);
        best(g, s, &legal, luck)
    }
}

fn best(g: &RebellionCombat, s: &State, legal: &[Action], luck: &mut impl Chance) -> Action {
    if s.stage != Stage::Retreat || legal.len() == 1 {
        return habits::choose(g, s, legal);
    }
    // Neighbours that are open differ in nothing that counts in this battle.
    let go = legal.iter().find(|a| matches!(a, Action::Retreat { .. }));
    let (Some(go), Some(Action::Done)) = (go, legal.first()) else { return legal[0] };
    let (stay_worth, go_worth) = (worth(g, s, Action::Done, luck), worth(g, s, *go, luck));
    if go_worth > stay_worth { *go } else { Action::Done }
}

/// What a choice is worth to the side that decides, on average over battles played out by habit.
fn worth(g: &RebellionCombat, s: &State, a: Action, luck: &mut impl Chance) -> f64 {
    let me = s.decides();
    let sum: f64 = (0..SAMPLES)
        .map(|_| {
            let mut view = *s;
            g.redeal(&mut view, me as usize, luck);
            g.step(&mut view, a, luck);
            play_out(g, &mut view, luck);
            value(g, &view, me)
        })
        .sum();
    sum / f64::from(SAMPLES)
}

fn play_out(g: &RebellionCombat, s: &mut State, luck: &mut impl Chance) {
    let mut legal = Vec::with_capacity(64);
    while s.stage != Stage::Over {
        legal.clear();
        g.legal(s, |a| legal.push(a));
        let a = habits::choose(g, s, &legal);
        g.step(s, a, luck);
    }
}

/// The result, and a little for the points, so that a lost battle is still lost by less.
fn value(g: &RebellionCombat, s: &State, me: Side) -> f64 {
    let lead = f64::from(end::points(g, s, me)) - f64::from(end::points(g, s, me.other()));
    f64::from(end::score(g, s, me)) + 0.2 * lead / f64::from(end::stake(g, s).max(1))
}

/// The expert's choice with most of the probability, the rest shared among the others.
pub fn waver(g: &RebellionCombat, s: &State, luck: &mut impl Chance, f: &mut impl FnMut(Action, f64)) {
    let legal = legal_actions(g, s);
    let Some(others) = legal.len().checked_sub(1) else { return };
    let chosen = best(g, s, &legal, luck);
    for a in legal {
        match (a == chosen, others) {
            (true, 0) => f(a, 1.0),
            (true, _) => f(a, SURE),
            (false, n) => f(a, (1.0 - SURE) / n as f64),
        }
    }
}
