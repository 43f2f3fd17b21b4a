//! `greedy`: as much destroyed as possible now; it neither blocks nor retreats.

use holotable_env::GameRng;
use holotable_env::legal_actions;
use holotable_games::rebellion_combat::op::Op;
use holotable_games::rebellion_combat::state::{Stage, State};
use holotable_games::rebellion_combat::words::Card;
use holotable_games::rebellion_combat::{Action, RebellionCombat, plans};

use super::{cards, targeting};
use crate::policy::Policy;

/// Shoots at what it can destroy, and plays whatever does damage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<RebellionCombat> for Greedy {
    fn choose(&mut self, g: &RebellionCombat, s: &State, _rng: &mut GameRng) -> Action {
        let legal = legal_actions(g, s);
        let hurts = |card: Card| g.tables.ops(card).iter().any(|op| matches!(op, Op::Damage { .. }));
        let chosen = match s.stage {
            _ if s.playing.is_some() => targeting::best(g, s, &legal, cards::damage_at_once(g, s)),
            Stage::Assign => targeting::best(g, s, &legal, 1),
            Stage::Actions => {
                legal.iter().find(|a| matches!(a, Action::Play { card } if hurts(*card))).copied()
            }
            Stage::Plans if plans::waits(s) => targeting::dearest(g, &legal),
            Stage::Leaders | Stage::Plans => legal.last().copied(),
            _ => None,
        };
        chosen.unwrap_or(legal[0])
    }
}
