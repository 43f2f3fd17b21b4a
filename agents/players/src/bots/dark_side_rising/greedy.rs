//! `greedy`: the best immediate completion. Every card counts the same; only the chance to get it does.

use std::sync::Arc;

use holotable_env::{Finite, GameRng, legal_actions};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::Action;
use holotable_games::dark_side_rising::state::{Stage, State};

use super::dice::{self, Target};
use crate::odds_features::dark_side_rising::Goal;
use crate::odds_features::dark_side_rising::odds::Odds;
use crate::odds_features::dark_side_rising::sector::cards;
use crate::policy::Policy;

/// Chases the card that is most likely to be completed.
#[derive(Debug)]
pub struct Greedy {
    chances: Arc<Odds>,
}

impl Greedy {
    /// The bot for a game's dice.
    pub fn new(g: &DarkSideRising) -> Self {
        Self { chances: Odds::shared(&g.tables) }
    }

    fn deploy(&self, g: &DarkSideRising, s: &State, legal: &[Action]) -> Action {
        let pool = *g.base(s).dice.values();
        let chance = |a: &Action| match a {
            Action::Deploy { sector } => {
                let needs = cards(&s.table[*sector]).map(|(_, c)| *g.tables[c.card].need.values());
                needs.map(|need| self.chances.chance(pool, need)).fold(0.0, f64::max)
            }
            _ => 0.0,
        };
        best(legal, chance)
    }
}

/// The first action with the greatest value.
pub fn best(legal: &[Action], mut value: impl FnMut(&Action) -> f64) -> Action {
    let mut best = (f64::MIN, legal[0]);
    for a in legal {
        let v = value(a);
        if v > best.0 {
            best = (v, *a);
        }
    }
    best.1
}

/// Ends the turn; where the rules do not let it end yet (option `early_stop`), the first move there is.
pub fn stop(legal: &[Action]) -> Action {
    if legal.contains(&Action::EndTurn) { Action::EndTurn } else { legal[0] }
}

impl Policy<DarkSideRising> for Greedy {
    fn choose(&mut self, g: &DarkSideRising, s: &State, _rng: &mut GameRng) -> Action {
        let legal = legal_actions(g, s);
        if s.stage == Stage::Deploy {
            return self.deploy(g, s, &legal);
        }
        if s.asking || s.stage == Stage::Muster {
            return legal[0];
        }
        // A free ability or a token that finishes a card at once is taken whenever it is offered.
        let finishes = |a: &&Action| match a {
            Action::TokenSymbol { spot, .. } => s.need[spot.index()].values().iter().sum::<u8>() == 1,
            Action::Use { .. } | Action::TokenHeal | Action::TokenCounter => true,
            _ => false,
        };
        if let Some(a) = legal.iter().find(finishes) {
            return *a;
        }
        let needs = s.need.map(|need| *need.values());
        let open = (0..needs.len()).filter(|&spot| needs[spot] != [0; 4]);
        let targets: Vec<Target> =
            open.map(|spot| Target { goal: Goal::Spot(spot), need: needs[spot], value: 1.0 }).collect();
        let a = dice::play(g, s, &self.chances, &targets);
        a.filter(|a| legal.contains(a)).unwrap_or_else(|| stop(&legal))
    }
}
