//! `AGENT+dice`: any player, but the rolled dice of a turn are played exactly, towards all its targets at once.

use holotable_env::Finite;
use holotable_env::dark_side_rising::DarkSideRising;
use holotable_env::dark_side_rising::action::{Action, DieType};
use holotable_env::dark_side_rising::odds::Need;
use holotable_env::dark_side_rising::pool::pool;
use holotable_env::dark_side_rising::state::{Stage, State};
use holotable_env::dark_side_rising::words::{Colour, Face};
use holotable_env::legal_actions;

use super::dice::{self, Target};
use super::expert::Expert;
use super::solver::{MOST_TARGETS, Solver, Step};
use super::value::Weights;
use crate::policy::{Luck, Policy};

/// A player whose dice a [`Solver`] plays; what cards and abilities are worth is the expert's judgement.
pub struct DiceExpert {
    player: Box<dyn Policy<DarkSideRising>>,
    expert: Expert,
    solver: Solver,
}

impl std::fmt::Debug for DiceExpert {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiceExpert").field("expert", &self.expert).finish_non_exhaustive()
    }
}

impl DiceExpert {
    /// Plays the dice for `player`.
    pub fn new(g: &DarkSideRising, player: Box<dyn Policy<DarkSideRising>>) -> Self {
        Self { player, expert: Expert::new(g, Weights::default()), solver: Solver::new(&g.tables) }
    }

    /// The best play of rolled dice; `None` when nothing can be completed any more.
    ///
    /// The solver takes the dice of a roll to several cards, if the rules do, and [can](Solver::can) do turns of
    /// some size; beyond that the expert chases one target as it always does.
    fn plan(&mut self, g: &DarkSideRising, s: &State, targets: &[Target]) -> Option<Action> {
        let Self { expert, solver, .. } = self;
        let chase = || dice::play(g, s, &g.odds, &expert.with_tokens(s, targets));
        let targets = with_tokens_once(expert, g, s, targets);
        let needs: Vec<(Need, f64)> = targets.iter().map(|t| (t.need, t.value)).collect();
        if !g.rules.several_cards_per_roll || !Solver::can(pool(s), &needs) {
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
}

impl Policy<DarkSideRising> for DiceExpert {
    fn choose(&mut self, g: &DarkSideRising, s: &State, luck: &mut Luck) -> Action {
        let choice = self.player.choose(g, s, luck);
        if s.asking || s.stage != Stage::Rolled || !plays_dice(choice) {
            return choice;
        }
        let targets = self.expert.targets(g, s);
        let planned = self.plan(g, s, &targets);
        self.expert.carry_out(s, &legal_actions(g, s), &targets, planned)
    }
}

/// Whether an action is a step in playing rolled dice.
fn plays_dice(a: Action) -> bool {
    matches!(
        a,
        Action::Assign { .. } | Action::Pay { .. } | Action::Forfeit { .. } | Action::Roll | Action::EndTurn
    )
}

/// The most promising targets, the first of them with the tokens that may help it: tokens can be used only once.
fn with_tokens_once(expert: &Expert, g: &DarkSideRising, s: &State, targets: &[Target]) -> Vec<Target> {
    let pool = pool(s);
    let worth = |t: &Target| t.value * g.odds.chance(pool, t.need);
    let mut targets: Vec<Target> = targets.iter().filter(|t| worth(t) > 0.0).copied().collect();
    targets.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    targets.truncate(MOST_TARGETS);
    let helped = expert.with_tokens(s, &targets);
    let best = (0..helped.len()).max_by(|&a, &b| worth(&helped[a]).total_cmp(&worth(&helped[b])));
    if let Some(best) = best {
        targets[best] = helped[best];
    }
    targets
}
