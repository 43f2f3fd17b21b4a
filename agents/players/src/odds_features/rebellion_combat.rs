//! The arithmetic of Rebellion's battles: expected damage, and how long each side would last.

use holotable_env::{Finite, Row, Sink};
use holotable_games::rebellion_combat::state::State;
use holotable_games::rebellion_combat::words::{ByColour, Colour, Face, Side, Theatre};
use holotable_games::rebellion_combat::{RebellionCombat, attack};

use super::OddsFeatures;

/// Computes expectations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectations;

/// One side in one theatre.
#[derive(Clone, Copy, Debug, Row)]
pub struct Front {
    /// Damage that its next attack is expected to do.
    #[row(unit = "/5, at most 1")]
    pub expected_damage: f32,
    /// Damage that its units with black health can still take.
    #[row(unit = "/20, at most 1")]
    pub black_health: f32,
    /// Damage that its units with red health can still take.
    #[row(unit = "/20, at most 1")]
    pub red_health: f32,
    /// How many of the other side's attacks, as they are expected to go, it outlasts; 8 if they do nothing.
    #[row(unit = "/8, at most 1")]
    pub attacks_it_lasts: f32,
}

impl OddsFeatures<RebellionCombat> for Expectations {
    fn of(_game: &RebellionCombat) -> Self {
        Self
    }

    fn write(&self, g: &RebellionCombat, s: &State, viewer: usize, out: &mut impl Sink) {
        let doc = "the theatres, space first, each for me and then for them";
        out.rows("chance_fronts", doc, Theatre::N * Side::N, |rows| {
            rows.fill(fronts(viewer, |side, theatre| front(g, s, side, theatre)));
        });
    }
}

/// What `of` is of each side in each theatre: space first, and in each the viewer's side first.
pub fn fronts<T>(viewer: usize, of: impl Fn(Side, Theatre) -> T) -> impl Iterator<Item = T> {
    let me = Side::at(viewer);
    Theatre::all().flat_map(move |theatre| [me, me.other()].map(|side| of(side, theatre)))
}

/// One side in one theatre.
pub fn front(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> Front {
    let [black, red] = *health(g, s, side, theatre).map(f64::from).values();
    let theirs = expected_damage(g, s, side.other(), theatre);
    let lasts = if theirs > 0.0 { (black + red) / theirs } else { 8.0 };
    Front {
        expected_damage: share(expected_damage(g, s, side, theatre), 5.0),
        black_health: share(black, 20.0),
        red_health: share(red, 20.0),
        attacks_it_lasts: share(lasts, 8.0),
    }
}

/// Damage that a side's next attack in a theatre is expected to do to what is there, each die on its own.
fn expected_damage(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> f64 {
    let dice = attack::dice_of(g, s, side, theatre);
    let enemy = side.other();
    let soft = |colour: Colour| {
        let mut rows = g.tables.rows(enemy, theatre);
        rows.any(|row| g.tables.stat(enemy, row).colour == Some(colour) && s.count(enemy, row) > 0)
    };
    let soft = ByColour::from_fn(soft);
    let each = |colour: Colour| {
        let sides = &g.tables.dice[colour].sides;
        let direct = if *soft.values() == [false; Colour::N] { 0 } else { sides[Face::Direct] };
        let hit = if soft[colour] { sides[Face::Hit] } else { 0 };
        f64::from(dice[colour]) * f64::from(direct + hit) / f64::from(sides.values().iter().sum::<u32>())
    };
    each(Colour::Black) + each(Colour::Red)
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

/// A share of `of`, at most 1.
pub fn share(x: f64, of: f64) -> f32 {
    (x / of).min(1.0) as f32
}
