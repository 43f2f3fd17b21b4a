//! Hand-crafted features of rebellion combat for networks: expected damage, and how long each side would last.

use holotable_env::rebellion_combat::state::State;
use holotable_env::rebellion_combat::words::{ByColour, Side, Theatre};
use holotable_env::rebellion_combat::{Action, RebellionCombat, worth};
use holotable_env::{Finite, Row, Sample, Sink, generator};

use super::expert::{self, Expert};
use super::targeting;
use crate::bots::Features;

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

impl Features<RebellionCombat> for Expert {
    fn write(&self, g: &RebellionCombat, s: &State, viewer: usize, out: &mut impl Sink) {
        let me = Side::at(viewer);
        let doc = "the theatres, space first, each for me and then for them";
        out.rows("fronts", doc, Theatre::N * Side::N, |rows| {
            rows.fill(
                Theatre::all().flat_map(|theatre| [me, me.other()].map(|side| front(g, s, side, theatre))),
            );
        });
        out.rows("balance", "the battle as a whole", 1, |rows| rows.set(0, balance(g, s, me)));
    }

    fn action_distribution(&self, g: &RebellionCombat, s: &State, mut f: impl FnMut(Action, f64)) {
        // A generator of its own makes the distribution a function of the state.
        let mut rng = Sample(generator(1, 0));
        expert::action_distribution(g, s, &mut rng, &mut f);
    }
}

fn front(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> Front {
    let health = health(g, s, side, theatre).map(f64::from);
    let mine = targeting::expected_damage(g, s, side, theatre);
    let theirs = targeting::expected_damage(g, s, side.other(), theatre);
    let [black, red] = *health.values();
    let lasts = if theirs > 0.0 { (black + red) / theirs } else { 8.0 };
    Front {
        expected_damage: share(mine, 5.0),
        black_health: share(black, 20.0),
        red_health: share(red, 20.0),
        worth: share(f64::from(targeting::value(g, s, side, theatre)), 40.0),
        attacks_it_lasts: share(lasts, 8.0),
    }
}

fn balance(g: &RebellionCombat, s: &State, me: Side) -> Balance {
    let (sides, stake) = ([me, me.other()], f32::from(worth::stake(g, s).max(1)));
    let points = sides.map(|side| f32::from(worth::points(g, s, side)));
    let value = sides.map(|side| targeting::total_value(g, s, side) as f32);
    let lead = |of: [f32; Side::N]| ((of[0] - of[1]) / stake).clamp(-1.0, 1.0);
    Balance { lead: lead(points), units: lead(value) }
}

fn share(x: f64, of: f64) -> f32 {
    (x / of).min(1.0) as f32
}

/// Damage that a side's units in a theatre can still take, by colour.
fn health(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> ByColour<u32> {
    let mut sum = ByColour::default();
    for row in g.tables.rows(side, theatre) {
        let unit = g.tables.stat(side, row);
        let Some(colour) = unit.colour else { continue };
        for (marked, &n) in s.camps[side].units.levels(row).iter().enumerate() {
            sum[colour] += u32::from(n) * u32::from(unit.health).saturating_sub(marked as u32);
        }
    }
    sum
}
