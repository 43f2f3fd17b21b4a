//! What the expert makes of a battle of Rebellion, for networks: chances beside what units are worth to it.

use holotable_env::{Finite, Row, Sample, Sink, generator};
use holotable_games::rebellion_combat::state::State;
use holotable_games::rebellion_combat::words::{Side, Theatre};
use holotable_games::rebellion_combat::{Action, RebellionCombat, worth};

use super::expert::{self, Expert};
use super::targeting;
use crate::bots::ExpertFeatures;
use crate::odds_features::rebellion_combat as chances;
use crate::odds_features::rebellion_combat::{fronts, share};

#[derive(Clone, Copy, Row)]
struct Front {
    #[row(unit = "/5, at most 1")]
    expected_damage: f32,
    #[row(unit = "/20, at most 1")]
    black_health: f32,
    #[row(unit = "/20, at most 1")]
    red_health: f32,
    #[row(unit = "/40, at most 1")]
    worth: f32,
    #[row(unit = "/8, at most 1")]
    attacks_it_lasts: f32,
}

#[derive(Clone, Copy, Row)]
struct Balance {
    #[row(unit = "points as a share of the stake", from = -1.0)]
    lead: f32,
    #[row(unit = "worth left as a share of the stake", from = -1.0)]
    units: f32,
}

impl ExpertFeatures<RebellionCombat> for Expert {
    fn of(_game: &RebellionCombat) -> Self {
        Self
    }

    fn write(&self, g: &RebellionCombat, s: &State, viewer: usize, out: &mut impl Sink) {
        let doc = "the theatres, space first, each for me and then for them";
        out.rows("fronts", doc, Theatre::N * Side::N, |rows| {
            rows.fill(fronts(viewer, |side, theatre| front(g, s, side, theatre)));
        });
        out.rows("balance", "the battle as a whole", 1, |rows| rows.set(0, balance(g, s, Side::at(viewer))));
    }

    fn action_distribution(&self, g: &RebellionCombat, s: &State, mut f: impl FnMut(Action, f64)) {
        // A generator of its own makes the distribution a function of the state.
        let mut rng = Sample(generator(1, 0));
        expert::action_distribution(g, s, &mut rng, &mut f);
    }
}

fn front(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> Front {
    let chances::Front { expected_damage, black_health, red_health, attacks_it_lasts } =
        chances::front(g, s, side, theatre);
    let worth = share(f64::from(targeting::value(g, s, side, theatre)), 40.0);
    Front { expected_damage, black_health, red_health, worth, attacks_it_lasts }
}

fn balance(g: &RebellionCombat, s: &State, me: Side) -> Balance {
    let (sides, stake) = ([me, me.other()], f32::from(worth::stake(g, s).max(1)));
    let points = sides.map(|side| f32::from(worth::points(g, s, side)));
    let value = sides.map(|side| targeting::total_value(g, s, side) as f32);
    let lead = |of: [f32; Side::N]| ((of[0] - of[1]) / stake).clamp(-1.0, 1.0);
    Balance { lead: lead(points), units: lead(value) }
}
