//! `expert+dice`: the expert, but the dice of a turn are played exactly, towards all its targets at once.

use holotable_env::Finite;
use holotable_env::dark_side_rising::DarkSideRising;
use holotable_env::dark_side_rising::action::{Action, DieType};
use holotable_env::dark_side_rising::odds::{self, Need};
use holotable_env::dark_side_rising::state::State;
use holotable_env::dark_side_rising::words::{Colour, Face};
use holotable_env::legal_actions;

use super::dice::{self, Target};
use super::expert::Expert;
use super::solver::{MOST_TARGETS, Solver, Step};
use super::value::Weights;
use crate::policy::{Luck, Policy};

/// The expert with a [`Solver`].
#[derive(Debug)]
pub struct DiceExpert {
    expert: Expert,
    solver: Solver,
}

impl DiceExpert {
    /// The bot with these weights for a game's dice.
    pub fn new(g: &DarkSideRising, weights: Weights) -> Self {
        Self { expert: Expert::new(g, weights), solver: Solver::new(&g.tables) }
    }
}

impl Policy<DarkSideRising> for DiceExpert {
    fn choose(&mut self, g: &DarkSideRising, s: &State, _luck: &mut Luck) -> Action {
        let Self { expert, solver } = self;
        expert.advise_by(g, s, |targets| plan(expert, solver, g, s, targets))
    }
}

/// What to do with rolled dice; `None` when nothing can be completed any more.
///
/// The solver takes the dice of a roll to several cards, if the rules do, and [can](Solver::can) do turns of some size;
/// beyond that the expert chases one target as it always does.
fn plan(
    expert: &Expert,
    solver: &mut Solver,
    g: &DarkSideRising,
    s: &State,
    targets: &[Target],
) -> Option<Action> {
    let chase = || dice::play(g, s, &g.odds, &expert.with_tokens(s, targets));
    let targets = with_tokens_once(expert, g, s, targets);
    let needs: Vec<(Need, f64)> = targets.iter().map(|t| (t.need, t.value)).collect();
    if !g.rules.several_cards_per_roll || !Solver::can(odds::pool(s), &needs) {
        return chase();
    }
    let (_, step) = solver.best(&dice::shown(s), s.waiting, s.assigned, &needs);
    let die = |colour, face| DieType { colour: Colour::at(colour), face: Face::at(face) };
    let action = match step {
        Step::Assign { colour, face, target } => dice::assign(targets[target].goal, die(colour, face)),
        Step::Forfeit { colour, face } => Action::Forfeit { die: die(colour, face) },
        Step::Roll => Action::Roll,
        Step::Stop => return None,
    };
    // An ability that would change nothing now cannot be paid for, whatever it promises.
    if legal_actions(g, s).contains(&action) { Some(action) } else { chase() }
}

/// The most valuable targets, the likeliest of them with the tokens that may help it: tokens can be used only once.
fn with_tokens_once(expert: &Expert, g: &DarkSideRising, s: &State, targets: &[Target]) -> Vec<Target> {
    let mut targets: Vec<Target> = targets.iter().filter(|t| t.value > 0.0).copied().collect();
    targets.sort_by(|a, b| b.value.total_cmp(&a.value));
    targets.truncate(MOST_TARGETS);
    let pool = odds::pool(s);
    let helped = expert.with_tokens(s, &targets);
    let worth = |t: &Target| t.value * g.odds.chance(pool, t.need);
    let best = (0..helped.len()).max_by(|&a, &b| worth(&helped[a]).total_cmp(&worth(&helped[b])));
    if let Some(best) = best {
        targets[best] = helped[best];
    }
    targets
}
