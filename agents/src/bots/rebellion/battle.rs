//! Battles: a bot of Rebellion combat decides, as far as the war allows it.

use holotable_env::rebellion::words::Side;
use holotable_env::rebellion::{Action, Rebellion, State};
use holotable_env::rebellion_combat::state::Stage as Step;
use holotable_env::rebellion_combat::{Action as Blow, RebellionCombat};
use holotable_env::{GameRng, legal_actions};

use crate::policy::Policy;

/// What `fighter` would do in the battle. Plans that are held are tried; who defends the revealed base does not leave it.
pub fn choose(
    g: &Rebellion,
    s: &State,
    fighter: &mut impl Policy<RebellionCombat>,
    rng: &mut GameRng,
) -> Action {
    let legal = legal_actions(g, s);
    let may = |battle: Blow| legal.contains(&Action::Battle { battle });
    let battle = s.battle.as_ref().expect("a battle is fought");
    if may(Blow::UsePlans) {
        return Action::Battle { battle: Blow::UsePlans };
    }
    let at_base = s.revealed && s.base == s.field && s.asked == Side::Rebels;
    if battle.stage == Step::Retreat && at_base && may(Blow::Done) {
        return Action::Battle { battle: Blow::Done };
    }
    let blow = fighter.choose(g.battle(), battle, rng);
    if may(blow) { Action::Battle { battle: blow } } else { legal[0] }
}
