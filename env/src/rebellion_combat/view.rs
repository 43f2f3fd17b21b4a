//! The observation: what a side sees, itself first; never the other hand.

use super::RebellionCombat;
use super::attack;
use super::end;
use super::legal::destinations;
use super::sheet::{
    BESIDE, COMBAT, DESTROYED, DICE, DISCARDED, HAND, HURT, LEADER_ROWS, LOST, PLAYED, RETREATED, SIDES,
    UNITS, UNSEEN, WOUNDED,
};
use super::state::{Stage, State};
use super::targets;
use super::words::{CARDS, Colour, Face, LEADERS, LEVELS, ROWS, Side, Theatre};
use crate::bits::places;
use crate::finite::Finite;
use crate::observe::{Sink, flag};

/// Writes what `me` sees.
pub fn observe(g: &RebellionCombat, s: &State, me: Side, sink: &mut impl Sink) {
    let sides = [me, me.other()];
    sink.block(&COMBAT, |out| combat(g, s, me, out));
    sink.block(&SIDES, |out| {
        let dice = attack::all_dice(g, s);
        for (row, side) in SIDES.rows_mut::<9>(out).iter_mut().zip(sides) {
            let camp = s.camp(side);
            for (at, &n) in dice[side.index()].as_flattened().iter().enumerate() {
                row[2 + at] = f32::from(n) * 0.2;
            }
            row[0] = eighth(s.hand_size(&g.tables, side, Theatre::Space));
            row[1] = eighth(s.hand_size(&g.tables, side, Theatre::Ground));
            (row[6], row[7], row[8]) = (flag(camp.held), flag(camp.free), flag(camp.has_retreated));
        }
    });
    sink.block(&UNITS, |out| units(s, sides, out));
    sink.block(&HURT, |out| hurt(s, sides, out));
    let camps = sides.map(|side| s.camp(side));
    sink.block(&DESTROYED, |out| zone(camps.map(|camp| &camp.parked), out));
    sink.block(&LOST, |out| zone(camps.map(|camp| &camp.lost), out));
    sink.block(&RETREATED, |out| zone(camps.map(|camp| &camp.retreated), out));
    sink.block(&WOUNDED, |out| wounded(g, s, out));
    sink.block(&DICE, |out| {
        out.iter_mut().zip(s.dice.as_flattened()).for_each(|(x, &n)| *x = f32::from(n) * 0.2);
    });
    let (mine, theirs) = (&s.camp(me).hand, &s.camp(me.other()).hand);
    let unseen: [u8; CARDS] = std::array::from_fn(|card| s.deck[card] + theirs[card]);
    for (block, zone) in [(&HAND, mine), (&DISCARDED, &s.discards), (&UNSEEN, &unseen)] {
        sink.block(block, |out| out.iter_mut().zip(zone).for_each(|(x, &n)| *x = third(n)));
    }
    sink.block(&PLAYED, |out| {
        if s.playing.left > 0 {
            out[usize::from(s.playing.card)] = 1.0;
        }
    });
    sink.block(&LEADER_ROWS, |out| leaders(g, s, sides, out));
    sink.block(&BESIDE, |out| beside(s, me, out));
}

fn combat(g: &RebellionCombat, s: &State, me: Side, out: &mut [f32]) {
    let them = me.other();
    out[0] = flag(s.stage != Stage::Over && s.decides() == me);
    out[1] = flag(me == Side::Empire);
    out[2] = flag(s.current == me);
    let attack = matches!(s.stage, Stage::Actions | Stage::Assign | Stage::Block);
    out[3] = flag(attack && s.side == me);
    let fought =
        !matches!(s.stage, Stage::Leaders | Stage::Retreat | Stage::Lead | Stage::Take | Stage::Over);
    out[4] = flag(fought && s.theatre == Theatre::Space);
    out[5] = flag(fought && s.theatre == Theatre::Ground);
    if s.playing.left > 0 {
        out[13] = 1.0;
    } else if let Some(at) = stage_field(s.stage) {
        out[at] = 1.0;
    }
    if s.stage == Stage::Assign
        && let Some((colour, face)) = attack::next_die(g, s)
    {
        out[if face == Face::Direct { 16 } else { 14 + colour.index() }] = 1.0;
    }
    out[17] = flag(s.no_block);
    out[18] = flag(s.plans);
    out[19] = (f32::from(s.round) * (1.0 / 10.0)).min(1.0);
    out[20] = (f32::from(s.room) * (1.0 / 20.0)).min(1.0);
    out[21] = (f32::from(end::points(g, s, me)) * (1.0 / 40.0)).min(1.0);
    out[22] = (f32::from(end::points(g, s, them)) * (1.0 / 40.0)).min(1.0);
    out[23] = f32::from(g.rules.hold) / 20.0;
}

/// The field of the stage, if it holds a choice.
fn stage_field(stage: Stage) -> Option<usize> {
    match stage {
        Stage::Leaders => Some(6),
        Stage::Actions => Some(7),
        Stage::Assign => Some(8),
        Stage::Block => Some(9),
        Stage::Plans => Some(10),
        Stage::Retreat | Stage::Lead => Some(11),
        Stage::Take => Some(12),
        Stage::Tactics | Stage::Structures | Stage::Roll | Stage::Over => None,
    }
}

fn units(s: &State, sides: [Side; 2], out: &mut [f32]) {
    for (out, side) in out.chunks_exact_mut(ROWS * LEVELS).zip(sides) {
        let force = s.units[side.index()].as_flattened();
        out.iter_mut().zip(force).for_each(|(x, &n)| *x = eighth(n));
    }
}

fn hurt(s: &State, sides: [Side; 2], out: &mut [f32]) {
    let first = if sides[0] == s.side { ROWS } else { 0 };
    for hit in s.hits.iter() {
        let hurt = &mut out[first + usize::from(hit.row)];
        *hurt = (*hurt + 0.125).min(1.0);
    }
}

/// A zone of both sides.
fn zone(zones: [&[u8; ROWS]; 2], out: &mut [f32]) {
    for (out, zone) in out.chunks_exact_mut(ROWS).zip(zones) {
        out.iter_mut().zip(zone).for_each(|(x, &n)| *x = eighth(n));
    }
}

fn wounded(g: &RebellionCombat, s: &State, out: &mut [f32]) {
    for (row, hit) in WOUNDED.rows_mut(out).iter_mut().zip(s.hits.iter()) {
        let unit = g.tables.stat(s.side.other(), usize::from(hit.row));
        *row = [
            1.0,
            f32::from(unit.dice[0]) * 0.2,
            f32::from(unit.dice[1]) * 0.2,
            flag(unit.colour == Some(Colour::Red)),
            f32::from(unit.health) / 6.0,
            f32::from(hit.marked) / 6.0,
            (f32::from(hit.assigned) / 6.0).min(1.0),
            flag(targets::doomed(g, s, *hit)),
            f32::from(unit.value) / 20.0,
        ];
    }
}

fn leaders(g: &RebellionCombat, s: &State, sides: [Side; 2], out: &mut [f32]) {
    let rows = LEADER_ROWS.rows_mut::<4>(out);
    for (rows, side) in rows.chunks_exact_mut(LEADERS).zip(sides) {
        let camp = s.camp(side);
        for i in places(u64::from(camp.leaders | camp.pool)) {
            let [space, ground] = g.tables.leaders[side.index()][i].tactics.map(|n| f32::from(n) / 4.0);
            rows[i] = [flag(camp.leaders >> i & 1 == 1), flag(camp.pool >> i & 1 == 1), space, ground];
        }
    }
}

fn beside(s: &State, me: Side, out: &mut [f32]) {
    let (them, open) = (me.other(), destinations(s, me));
    let moving = matches!(s.stage, Stage::Lead | Stage::Take);
    for (i, (row, b)) in BESIDE.rows_mut(out).iter_mut().zip(s.beside.iter()).enumerate() {
        *row = [
            1.0,
            flag(b.loyalty.is_to(me)),
            flag(b.loyalty.is_to(them)),
            flag(b.has(me)),
            flag(b.has(them)),
            flag(b.origin),
            flag(open >> i & 1 == 1),
            flag(moving && usize::from(s.to) == i),
        ];
    }
}

#[inline]
fn eighth(n: u8) -> f32 {
    (f32::from(n) * 0.125).min(1.0)
}

#[inline]
fn third(n: u8) -> f32 {
    (f32::from(n) * (1.0 / 3.0)).min(1.0)
}
