//! `expert`: each side plays for what it wins by.

use holotable_env::{Finite, GameRng, legal_actions};
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::words::Side;
use holotable_games::rebellion::{Action, Rebellion, State};

use super::battle;
use super::empire;
use super::forces::{Forces, tactics};
use super::greedy::best;
use super::missions;
use super::rebels;
use super::weights::{EMPIRE, Empire, REBELS, Rebels};
use crate::bots::rebellion_combat;
use crate::policy::Policy;

/// Scores every action by named weights, and takes the best.
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    /// What it goes by as the Empire.
    pub empire: Empire,
    /// What it goes by as the Rebels.
    pub rebels: Rebels,
}

impl Default for Expert {
    fn default() -> Self {
        Self { empire: EMPIRE, rebels: REBELS }
    }
}

impl Policy<Rebellion> for Expert {
    fn choose(&mut self, g: &Rebellion, s: &State, rng: &mut GameRng) -> Action {
        if s.stage == Stage::Battle {
            return battle::choose(g, s, &mut rebellion_combat::Expert, rng);
        }
        let legal = legal_actions(g, s);
        best(&legal, &self.scores(g, s, &legal), rng)
    }
}

impl Expert {
    /// How good each action is outside battles, on a scale of its own for each stage.
    pub(super) fn scores(&self, g: &Rebellion, s: &State, legal: &[Action]) -> Vec<f64> {
        let f = Forces::of(g, s);
        legal.iter().map(|&a| self.score(&f, a)).collect()
    }

    fn score(&self, f: &Forces<'_>, a: Action) -> f64 {
        match (f.s.stage, a) {
            (Stage::Recruit, Action::Lead { leader }) => 1.0 + tactics(f.g, f.s, f.me, leader),
            (Stage::Objective, Action::Fulfil { objective }) => {
                f64::from(f.g.tables.objectives[objective.index()].reputation)
            }
            _ => match f.me {
                Side::Empire => {
                    let w = &self.empire;
                    missions::score(f, &w.missions, a).unwrap_or_else(|| empire::score(f, w, a))
                }
                Side::Rebels => {
                    let w = &self.rebels;
                    missions::score(f, &w.missions, a).unwrap_or_else(|| rebels::score(f, w, a))
                }
            },
        }
    }
}
