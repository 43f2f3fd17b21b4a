//! The arithmetic of Rebellion's battles, while one is fought.

use holotable_env::{Finite, Sink};
use holotable_games::rebellion::seats::side_of;
use holotable_games::rebellion::{Rebellion, State};
use holotable_games::rebellion_combat::words::{Side, Theatre};

use super::OddsFeatures;
use super::rebellion_combat::{front, fronts};

/// Expectations in the battle that is fought; nothing outside of battles.
#[derive(Clone, Copy, Debug, Default)]
pub struct BattleExpectations;

impl OddsFeatures<Rebellion> for BattleExpectations {
    fn of(_game: &Rebellion) -> Self {
        Self
    }

    fn write(&self, g: &Rebellion, s: &State, viewer: usize, out: &mut impl Sink) {
        let doc = "the theatres of the battle that is fought, space first, each for me and then for them";
        out.rows("chance_fronts", doc, Theatre::N * Side::N, |rows| {
            if let Some(battle) = &s.battle {
                rows.fill(fronts(side_of(viewer).index(), |side, theatre| {
                    front(g.battle(), battle, side, theatre)
                }));
            }
        });
    }
}
