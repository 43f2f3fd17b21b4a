//! `AGENT+dice`: any player, but the rolled dice of a turn are played exactly, towards all its targets at once.

use holotable_env::Finite;
use holotable_env::GameRng;
use holotable_env::legal_actions;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::{Action, DieType};
use holotable_games::dark_side_rising::state::{Stage, State};
use holotable_games::dark_side_rising::words::{Colour, Face};

use super::dice::{self, Target};
use super::expert::Expert;
use super::solver::{Goals, MOST_TARGETS, Solver, Step};
use super::turn_values::TurnValues;
use super::value::Weights;
use crate::odds_features::dark_side_rising::odds::{Need, Odds, Pool};
use crate::odds_features::dark_side_rising::pool::pool;
use crate::odds_features::dark_side_rising::{Goal, assign, shown};
use crate::policy::Policy;

/// By how much a step must be better than the network's own choice to replace it: the order of the error of the values.
const MARGIN: f64 = 0.02;

/// A player whose dice a [`Solver`] plays. It maximises the network's value at the end of the turn if the player is a network,
/// else the expert's values of the cards and abilities that are completed.
pub struct DiceExpert {
    player: Box<dyn Policy<DarkSideRising>>,
    /// Whether the player is a network, which can value positions.
    values: bool,
    expert: Expert,
    solver: Solver,
    turn_values: TurnValues,
}

impl std::fmt::Debug for DiceExpert {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiceExpert").field("expert", &self.expert).finish_non_exhaustive()
    }
}

impl DiceExpert {
    /// Plays the dice for `player`.
    pub fn new(g: &DarkSideRising, player: Box<dyn Policy<DarkSideRising>>) -> Self {
        Self {
            values: player.features_layout(g).is_some(),
            player,
            expert: Expert::new(g, Weights::default()),
            solver: Solver::new(&g.tables),
            turn_values: TurnValues::default(),
        }
    }

    /// The player's choice, unless another step with the dice has a clearly greater value by its own estimate.
    fn improve(&mut self, g: &DarkSideRising, s: &State, choice: Action) -> Action {
        let Self { player, expert, solver, turn_values, .. } = self;
        let targets = promising(expert.odds(), s, &expert.targets(g, s));
        let (goals, needs): (Vec<Goal>, Vec<Need>) = targets.iter().map(|t| (t.goal, t.need)).unzip();
        if targets.is_empty() || !can(g, s, &needs) {
            return choice;
        }
        let values = turn_values.values(g, s, &goals, player.as_mut());
        let steps =
            solver.steps(&shown(s), *s.waiting.values(), s.assigned, &Goals::new(&needs, |set| values[set]));
        let legal = legal_actions(g, s);
        let mut steps: Vec<(Action, f64)> =
            steps.into_iter().map(|(step, value)| (action(step, &targets), value)).collect();
        steps.retain(|(a, _)| legal.contains(a));
        let Some(own) = steps.iter().find(|(a, _)| *a == choice) else { return choice };
        let better = |best: (Action, f64), one: &(Action, f64)| if one.1 > best.1 { *one } else { best };
        steps.iter().fold((choice, own.1 + MARGIN), better).0
    }

    /// The best play of rolled dice; `None` when nothing can be completed any more.
    ///
    /// The solver takes the dice of a roll to several cards, if the rules do, and [can](Solver::can) do turns of
    /// some size; beyond that the expert chases one target as it always does.
    fn plan(&mut self, g: &DarkSideRising, s: &State, targets: &[Target]) -> Option<Action> {
        let Self { expert, solver, .. } = self;
        let chase = || dice::play(g, s, expert.odds(), &expert.with_tokens(s, targets));
        let targets = with_tokens_once(expert, s, targets);
        if !can(g, s, &targets.iter().map(|t| t.need).collect::<Vec<_>>()) {
            return chase();
        }
        let goals = Goals::apart(&targets.iter().map(|t| (t.need, t.value)).collect::<Vec<_>>());
        let (step, _) = solver.best(&shown(s), *s.waiting.values(), s.assigned, &goals);
        if step == Step::Stop {
            return None;
        }
        // An ability that would change nothing now cannot be paid for, whatever it promises.
        Some(action(step, &targets)).filter(|a| legal_actions(g, s).contains(a)).or_else(chase)
    }
}

/// Whether the solver's rules are the game's and it can do a turn of this size.
fn can(g: &DarkSideRising, s: &State, needs: &[Need]) -> bool {
    g.rules.several_cards_per_roll && Solver::can(pool(s), needs)
}

/// A step as an action.
fn action(step: Step, targets: &[Target]) -> Action {
    let die = |colour, face| DieType { colour: Colour::at(colour), face: Face::at(face) };
    match step {
        Step::Assign { colour, face, target } => assign(targets[target].goal, die(colour, face)),
        Step::Forfeit { colour, face } => Action::Forfeit { die: die(colour, face) },
        Step::Roll => Action::Roll,
        Step::Stop => Action::EndTurn,
    }
}

impl Policy<DarkSideRising> for DiceExpert {
    fn choose(&mut self, g: &DarkSideRising, s: &State, rng: &mut GameRng) -> Action {
        let choice = self.player.choose(g, s, rng);
        if s.asking || s.stage != Stage::Rolled || !plays_dice(choice) {
            return choice;
        }
        if self.values {
            return self.improve(g, s, choice);
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

/// The expected value of a target for a pool of dice.
fn promise(odds: &Odds, pool: Pool, t: &Target) -> f64 {
    t.value * odds.chance(pool, t.need)
}

/// The most promising targets, the first one first.
fn promising(odds: &Odds, s: &State, targets: &[Target]) -> Vec<Target> {
    let pool = pool(s);
    let mut targets: Vec<Target> = targets.iter().filter(|t| promise(odds, pool, t) > 0.0).copied().collect();
    targets.sort_by(|a, b| promise(odds, pool, b).total_cmp(&promise(odds, pool, a)));
    targets.truncate(MOST_TARGETS);
    targets
}

/// The most promising targets, the one of them with the tokens that they help most: tokens can be used only once.
fn with_tokens_once(expert: &Expert, s: &State, targets: &[Target]) -> Vec<Target> {
    let odds = expert.odds();
    let (pool, mut targets) = (pool(s), promising(odds, s, targets));
    let helped = expert.with_tokens(s, &targets);
    let better =
        |&a: &usize, &b: &usize| promise(odds, pool, &helped[a]).total_cmp(&promise(odds, pool, &helped[b]));
    if let Some(best) = (0..helped.len()).max_by(better) {
        targets[best] = helped[best];
    }
    targets
}
