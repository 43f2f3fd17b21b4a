//! What to complete next with rolled dice, and the step that is most likely to lead there.

use holotable_env::{Finite, Game, Slot, legal_actions};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::{Action, DieType};
use holotable_games::dark_side_rising::state::{Stage, State};
use holotable_games::dark_side_rising::words::{Colour, Face};

use super::odds::{Die, Need, Odds, Pool};
use super::pool::pool;
use super::{Goal, prices, shown, spots};

/// Assigning a die to a goal.
pub fn assign(goal: Goal, die: DieType) -> Action {
    match goal {
        Goal::Spot(spot) => Action::Assign { die, spot: Slot::at(spot) },
        Goal::Price(price) => Action::Pay { die, payee: price.payee },
    }
}

/// The subgoals in a state. To complete a card or a price is named by assigning the first type of die to it. What else there is to
/// decide is its own subgoal; which die to assign or to forfeit, and whether to roll again, follow from subgoals.
pub fn each(g: &DarkSideRising, s: &State, odds: &Odds, mut f: impl FnMut(Action, Action)) {
    if s.asking || s.stage != Stage::Rolled {
        return g.legal(s, |a| f(a, a));
    }
    let (legal, mut offered) = (legal_actions(g, s), false);
    let goals = spots(s).map(|(spot, _, need)| (Goal::Spot(spot), need));
    let goals = goals.chain(prices(g, s).map(|(price, need)| (Goal::Price(price), need)));
    let table = Table::of(s);
    for (goal, need) in goals {
        let Some(step) = step(s, odds, &table, goal, need) else { continue };
        if legal.contains(&step) {
            offered = true;
            f(assign(goal, DieType::at(0)), step);
        }
    }
    for &a in legal.iter().filter(|a| !moves_dice(**a)) {
        offered = true;
        f(a, a);
    }
    // Where the rules do not let a turn end yet (option `early_stop`), dice that are of no use must still be moved.
    for &a in legal.iter().filter(|_| !offered) {
        f(a, a);
    }
}

/// The dice of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    shown: [[u8; 5]; 4],
    waiting: Pool,
    /// All dice of the turn.
    pub pool: Pool,
    /// Whether the rules let them be rolled now as they lie.
    may_roll: bool,
}

impl Table {
    /// Those of this state.
    pub fn of(s: &State) -> Self {
        let may_roll = s.assigned || s.rolled_dice() == 0;
        Self { shown: shown(s), waiting: *s.waiting.values(), pool: pool(s), may_roll }
    }

    /// The chance to match `need`, and the die to assign for it now; none if it is better to roll or to forfeit.
    pub fn reach(&self, odds: &Odds, need: Need) -> (f64, Option<Die>) {
        let (chance, die) = odds.shown(&self.shown, self.waiting, need);
        let roll = self.may_roll.then(|| odds.chance(self.pool, need));
        roll.filter(|&roll| roll >= chance).map_or((chance, die), |roll| (roll, None))
    }
}

/// The best step towards a goal; `None` if it cannot be reached any more.
fn step(s: &State, odds: &Odds, table: &Table, goal: Goal, need: Need) -> Option<Action> {
    let (chance, die) = table.reach(odds, need);
    if chance <= 0.0 {
        return None;
    }
    Some(match die {
        Some((c, f)) => assign(goal, DieType { colour: Colour::at(c), face: Face::at(f) }),
        None if table.may_roll => Action::Roll,
        None => {
            let left = |die: &DieType| {
                let mut rest = table.pool;
                rest[die.colour.index()] -= 1;
                odds.chance(rest, need)
            };
            let die = s.shown().max_by(|a, b| left(a).total_cmp(&left(b)))?;
            Action::Forfeit { die }
        }
    })
}

/// Whether an action is about a rolled die, or rolls.
fn moves_dice(a: Action) -> bool {
    match a {
        Action::Assign { .. } | Action::Pay { .. } | Action::Forfeit { .. } | Action::Roll => true,
        Action::Deploy { .. }
        | Action::Use { .. }
        | Action::TokenDie { .. }
        | Action::TokenSymbol { .. }
        | Action::TokenPay { .. }
        | Action::TokenHeal
        | Action::TokenCounter
        | Action::ChooseMember { .. }
        | Action::ChooseCard { .. }
        | Action::ChooseComponent { .. }
        | Action::ChooseDie { .. }
        | Action::ChooseFace { .. }
        | Action::ChooseColour { .. }
        | Action::Decline
        | Action::EndTurn => false,
    }
}
