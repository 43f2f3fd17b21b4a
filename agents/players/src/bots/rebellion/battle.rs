//! Battles: a bot of Rebellion combat decides, as far as the war allows it.

use holotable_env::{GameRng, legal_actions};
use holotable_games::rebellion::words::Side;
use holotable_games::rebellion::{Action, Rebellion, State};
use holotable_games::rebellion_combat::attack;
use holotable_games::rebellion_combat::state::{Stage as Step, State as Battle};
use holotable_games::rebellion_combat::{Action as Blow, RebellionCombat};

use crate::bots::{ExpertFeatures, rebellion_combat};
use crate::policy::Policy;

/// Dice are set by an action card in attacks of so many.
const SET: u8 = 3;

/// What the war decides, whoever fights: plans that are held are tried, with dice that are set if a card sets some; who defends the revealed
/// base does not leave it.
fn ordered(g: &Rebellion, s: &State, battle: &Battle, legal: &[Action]) -> Option<Action> {
    let dice: u8 = attack::dice(g.battle_of(s.lured), battle).values().iter().sum();
    let sets = legal.iter().find(|a| matches!(a, Action::Play { .. }));
    if let Some(&play) = sets.filter(|_| battle.stage == Step::Plans || dice >= SET) {
        return Some(play);
    }
    let at_base = s.revealed_base().is_some_and(|base| s.field == Some(base)) && s.asked == Side::Rebels;
    let stay = at_base && battle.stage == Step::Retreat;
    let orders = [Some(Blow::UsePlans), stay.then_some(Blow::Done)];
    let mut orders = orders.into_iter().flatten().map(|battle| Action::Battle { battle });
    orders.find(|order| legal.contains(order))
}

/// What `fighter` would do in the battle, as far as the war allows it.
pub fn choose(
    g: &Rebellion,
    s: &State,
    fighter: &mut impl Policy<RebellionCombat>,
    rng: &mut GameRng,
) -> Action {
    let legal = legal_actions(g, s);
    let battle = s.battle.as_ref().expect("a battle is fought");
    if let Some(order) = ordered(g, s, battle, &legal) {
        return order;
    }
    let blow = Action::Battle { battle: fighter.choose(g.battle_of(s.lured), battle, rng) };
    if legal.contains(&blow) { blow } else { legal[0] }
}

/// The prior of the expert of Rebellion combat, as far as the war allows it.
pub fn action_distribution(g: &Rebellion, s: &State, mut f: impl FnMut(Action, f64)) {
    let legal = legal_actions(g, s);
    let battle = s.battle.as_ref().expect("a battle is fought");
    if let Some(order) = ordered(g, s, battle, &legal) {
        return f(order, 1.0);
    }
    let mut all: Vec<(Action, f64)> = Vec::new();
    rebellion_combat::Expert.action_distribution(g.battle_of(s.lured), battle, |battle, p| {
        let blow = Action::Battle { battle };
        if legal.contains(&blow) {
            all.push((blow, p));
        }
    });
    let sum: f64 = all.iter().map(|(_, p)| p).sum();
    if all.is_empty() {
        // What it would do the partner alone may.
        return f(legal[0], 1.0);
    }
    for (blow, p) in all {
        f(blow, p / sum);
    }
}
