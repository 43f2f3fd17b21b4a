//! Hand-crafted features of rebellion combat for networks: expected damage, and how long each side would last.

use holotable_env::rebellion_combat::state::State;
use holotable_env::rebellion_combat::words::{Colour, Side, Theatre};
use holotable_env::rebellion_combat::{RebellionCombat, end};
use holotable_env::{Block, Field, Finite, Sink};

use super::targeting;

/// See its `doc`.
const FRONTS: Block = Block {
    name: "fronts",
    doc: "the theatres, space first, each for me and then for them",
    rows: Theatre::N * Side::N,
    fields: &[
        Field::share("expected_damage", "/5, at most 1"),
        Field::share("black_health", "/20, at most 1"),
        Field::share("red_health", "/20, at most 1"),
        Field::share("worth", "/40, at most 1"),
        Field::share("attacks_it_lasts", "/8, at most 1"),
    ],
};

/// See its `doc`.
const BALANCE: Block = Block {
    name: "balance",
    doc: "the battle as a whole",
    rows: 1,
    fields: &[
        Field { name: "lead", unit: "points as a share of the stake", lo: -1.0, hi: 1.0 },
        Field { name: "units", unit: "worth left as a share of the stake", lo: -1.0, hi: 1.0 },
    ],
};

/// Writes the features for a side.
pub fn write(g: &RebellionCombat, s: &State, me: Side, sink: &mut impl Sink) {
    sink.block(&FRONTS, |out| {
        let rows = FRONTS.rows_mut::<5>(out).iter_mut();
        let fronts = Theatre::all().flat_map(|theatre| [(theatre, me), (theatre, me.other())]);
        for (row, (theatre, side)) in rows.zip(fronts) {
            let [black, red] = health(g, s, side, theatre);
            let (mine, theirs) = (
                targeting::expected_damage(g, s, side, theatre),
                targeting::expected_damage(g, s, side.other(), theatre),
            );
            let lasts = if theirs > 0.0 { f64::from(black + red) / theirs } else { 8.0 };
            *row = [
                share(mine, 5.0),
                share(f64::from(black), 20.0),
                share(f64::from(red), 20.0),
                share(f64::from(targeting::value(g, s, side, theatre)), 40.0),
                share(lasts, 8.0),
            ];
        }
    });
    sink.block(&BALANCE, |out| {
        let (them, stake) = (me.other(), f32::from(end::stake(g, s).max(1)));
        let points = [me, them].map(|side| f32::from(end::points(g, s, side)));
        let value = [me, them].map(|side| targeting::total_value(g, s, side) as f32);
        out[0] = ((points[0] - points[1]) / stake).clamp(-1.0, 1.0);
        out[1] = ((value[0] - value[1]) / stake).clamp(-1.0, 1.0);
    });
}

fn share(x: f64, of: f64) -> f32 {
    (x / of).min(1.0) as f32
}

/// Damage that a side's units in a theatre can still take, by colour.
fn health(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> [u32; Colour::N] {
    let mut sum = [0; Colour::N];
    for row in g.tables.rows(side, theatre) {
        let unit = g.tables.unit(side, row);
        let Some(colour) = unit.colour else { continue };
        for (marked, &n) in s.units[side.index()][row].iter().enumerate() {
            sum[colour.index()] += u32::from(n) * u32::from(unit.health).saturating_sub(marked as u32);
        }
    }
    sum
}
