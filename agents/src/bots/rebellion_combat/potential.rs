//! The shaping potential of rebellion combat.

use holotable_env::rebellion_combat::state::State;
use holotable_env::rebellion_combat::words::Side;
use holotable_env::rebellion_combat::{RebellionCombat, end};

use super::targeting;

/// The lead in points, and in part the lead in what is left to fight with, as a share of all that is at stake.
pub fn standing(g: &RebellionCombat, s: &State, me: Side) -> f32 {
    let them = me.other();
    let lead = f32::from(end::points(g, s, me)) - f32::from(end::points(g, s, them));
    let left = targeting::total_value(g, s, me) as f32 - targeting::total_value(g, s, them) as f32;
    (lead + 0.3 * left) / f32::from(end::stake(g, s).max(1))
}
