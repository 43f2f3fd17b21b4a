//! What the expert makes of Dark Side Rising, for networks: chances, and what they are worth to it.
//!
//! A *promise* is an expected value: the probability to complete something times the expert's value of it, in units of the
//! expert's weights over 2.

use holotable_env::{Finite, Row, Sink, Slot};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::Action;
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::state::{Stage, State};
use holotable_games::dark_side_rising::words::Sector;

use super::dice::Target;
use super::expert::Expert;
use super::value::Weights;
use crate::bots::ExpertFeatures;
use crate::odds_features::dark_side_rising::pool::{pool, pool_at};
use crate::odds_features::dark_side_rising::sector::cards;
use crate::odds_features::dark_side_rising::{Goal, TEAM_ROWS, shown};

/// An expected value, at most 4 either way.
fn promise(x: f64) -> f32 {
    (x as f32 * 0.5).clamp(-4.0, 4.0)
}

#[derive(Clone, Copy, Row)]
struct Deploy {
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    best: f32,
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    second: f32,
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    danger: f32,
}

#[derive(Clone, Copy, Row)]
struct Place {
    #[row(unit = "of matching it with all dice left, best play, no tokens")]
    chance: f32,
    #[row(unit = "the same once the best rolled dice are assigned to it")]
    chance_assigned: f32,
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    worth: f32,
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    promise: f32,
}

#[derive(Clone, Copy, Row)]
struct Member {
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    r#use: f32,
    #[row(unit = "of paying its price")]
    chance: f32,
    #[row(unit = "chance x worth / 2", from = -4.0, to = 4.0)]
    heal: f32,
}

impl ExpertFeatures<DarkSideRising> for Expert {
    const ALIKE: &'static [[&'static str; 2]] =
        &[["sense_deploy", "sectors"], ["sense_cards", "table"], ["sense_team", "team"]];

    fn of(game: &DarkSideRising) -> Self {
        Self::new(game, Weights::default())
    }

    /// Zeros for all but the acting seat.
    fn write(&self, g: &DarkSideRising, s: &State, viewer: usize, out: &mut impl Sink) {
        let acts = viewer == usize::from(s.active) && s.stage != Stage::Over;
        let choosing = acts && matches!(s.stage, Stage::Muster | Stage::Rolled);
        let targets = if acts && s.deployed.is_some() { self.targets(g, s) } else { Vec::new() };
        let doc = "before deployment: what each sector promises at best and at second best, and its danger";
        out.rows("sense_deploy", doc, Sector::N, |rows| {
            if acts && s.stage == Stage::Deploy {
                rows.fill(Sector::all().map(|sector| {
                    let (best, second, danger) = self.sector(g, s, sector);
                    Deploy { best: promise(best), second: promise(second), danger: promise(danger) }
                }));
            }
        });
        out.rows("sense_cards", "the nine places in the order of the table", 9, |rows| {
            let first = s.deployed.unwrap_or(Sector::Scarif);
            for ahead in 0..if acts { Sector::N } else { 0 } {
                let sector = first.ahead(ahead);
                if s.deployed.is_none_or(|d| d == sector) {
                    for (spot, card) in cards(&s.table[sector]) {
                        rows.set(3 * ahead + spot, self.place(g, s, &targets, sector, (spot, card)));
                    }
                }
            }
        });
        let doc = "for each own Rebel: what its ability would bring now, the chance to pay for it, and what healing it brings";
        out.rows("sense_team", doc, TEAM_ROWS, |rows| {
            if choosing {
                rows.fill((0..s.own().len().min(TEAM_ROWS)).map(|place| self.member(g, s, &targets, place)));
            }
        });
    }

    fn action_distribution(&self, g: &DarkSideRising, s: &State, f: impl FnMut(Action, f64)) {
        Expert::action_distribution(self, g, s, f);
    }
}

impl Expert {
    fn place(
        &self,
        g: &DarkSideRising,
        s: &State,
        targets: &[Target],
        sector: Sector,
        (spot, card): (usize, InPlay),
    ) -> Place {
        let (chance, assigned, value) = if s.deployed.is_none() {
            let need = *g.tables[card.card].need.values();
            let chance = self.odds().chance(pool_at(g, s, usize::from(s.active), sector), need);
            (chance, chance, self.completion_value(g, s, card))
        } else if let Some(t) = targets.iter().find(|t| t.goal == Goal::Spot(spot)) {
            let best = self.odds().shown(&shown(s), *s.waiting.values(), t.need).0;
            (self.odds().chance(pool(s), t.need), best, t.value)
        } else {
            (1.0, 1.0, 0.0)
        };
        Place {
            chance: chance as f32,
            chance_assigned: assigned as f32,
            worth: promise(value),
            promise: promise(value * assigned),
        }
    }

    fn member(&self, g: &DarkSideRising, s: &State, targets: &[Target], place: usize) -> Member {
        let unused = !s.used.has(Slot::at(place));
        let price = targets.iter().find(|t| matches!(t.goal, Goal::Price(price) if price.place == place));
        Member {
            r#use: if unused { promise(self.use_of(g, s, place)) } else { 0.0 },
            chance: price.map_or(0.0, |t| self.odds().chance(pool(s), t.need) as f32),
            heal: promise(self.heal_one(g, s, place)),
        }
    }
}
