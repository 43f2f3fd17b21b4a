//! The observation: what a seat sees, itself first; cards by their features and by their identity.

use super::DarkSideRising;
use super::op::Op;
use super::sheet::{
    ALLIES, CARD_ROWS, COMPONENTS, DECK, DICE, GAME, POOL, SEAT_ROWS, SECTORS, SYMBOLS, TABLE, TABLE_OWN,
    TEAM, TEAM_OWN, TOKENS,
};
use super::state::{InPlay, Stage, State};
use super::turn::holds;
use super::words::{Colour, Sector, TEAM_CAP, Team};
use crate::finite::Finite;
use crate::observe::Sink;

/// Writes what `player` sees.
pub fn observe(g: &DarkSideRising, s: &State, player: usize, sink: &mut impl Sink) {
    let mine = player == usize::from(s.active);
    sink.block(&GAME, |out| game(g, s, mine, out));
    sink.block(&SECTORS, |out| sectors(s, out));
    sink.block(&COMPONENTS, |out| {
        for (c, row) in out.chunks_exact_mut(COMPONENTS.fields.len()).enumerate() {
            let spaces = g.tables.tiles[c].spaces;
            row[0] = f32::from(s.counters[c]) * g.features.space[c];
            row[1] = f32::from(s.counters[c] + 1 == spaces);
            row[2] = f32::from(s.is_operational(c));
        }
    });
    sink.block(&TOKENS, |out| {
        for (i, row) in out.chunks_exact_mut(TOKENS.fields.len()).enumerate() {
            row[0] = quarter(s.tokens[i]);
            row[1] = quarter(s.locked[i]);
            row[2] = f32::from(s.supply[i]) * g.features.token[i];
        }
    });
    sink.block(&DICE, |out| out.iter_mut().zip(s.rolled).for_each(|(x, n)| *x = quarter(n)));
    sink.block(&SYMBOLS, |out| {
        for (i, &n) in s.rolled.iter().enumerate().filter(|(_, n)| **n > 0) {
            let (t, symbols) = g.face(i);
            out[t.index()] = (out[t.index()] + f32::from(n * symbols) * 0.125).min(1.0);
        }
    });
    sink.block(&POOL, |out| {
        for (c, row) in out.chunks_exact_mut(POOL.fields.len()).enumerate() {
            row[0] = quarter(s.waiting[c]);
            row[1] = f32::from(s.dice_left(Colour::at(c), &g.tables)) * g.features.die[c];
            row[2] = quarter(s.spent[c]);
        }
    });
    sink.block(&SEAT_ROWS, |out| seats(g, s, player, out));
    sink.block(&TABLE, |out| table(g, s, out));
    sink.block(&TEAM, |out| team(g, s, player, out));
    sink.block(&ALLIES, |out| allies(g, s, player, out));
    sink.block(&DECK, |out| {
        for (c, x) in out.iter_mut().enumerate() {
            *x = (s.deck.0 >> c & 1) as f32;
        }
    });
    sink.block(&CARD_ROWS, |out| whereabouts(g, s, player, out));
}

fn quarter(n: u8) -> f32 {
    (f32::from(n) * 0.25).min(1.0)
}

fn game(g: &DarkSideRising, s: &State, mine: bool, out: &mut [f32]) {
    let r = &g.rules;
    out[0] = g.players as f32 / 4.0;
    out[1] = r.imperials as f32 / 11.0;
    out[2] = s.imperials_defeated() as f32 / 11.0;
    out[3] = (s.rebels_defeated() as f32 / r.rebels_lost as f32).min(1.0);
    out[4] = (s.operational.count_ones() as f32 / r.components as f32).min(1.0);
    match s.stage {
        Stage::Over => {}
        _ if s.asking => out[8 + asked(g, s)] = 1.0,
        Stage::Deploy => out[5] = 1.0,
        Stage::Muster => out[6] = 1.0,
        // The other stages hold no decision unless an effect asks.
        Stage::Rolled
        | Stage::Vader
        | Stage::Attack
        | Stage::Imperials
        | Stage::Gather
        | Stage::Resolve
        | Stage::Struck
        | Stage::Defeat
        | Stage::Refill
        | Stage::Conclude => out[7] = 1.0,
    }
    out[14] = f32::from(s.assigned);
    out[15] = f32::from(s.healing_forbidden);
    out[16] = quarter(s.strikes);
    out[17] = f32::from(mine);
}

/// Which of the six kinds of choice is asked for.
fn asked(g: &DarkSideRising, s: &State) -> usize {
    let frame = s.frames.last().expect("a verb asks");
    match g.tables.program[usize::from(frame.at)] {
        Op::Strike { .. } => 1,
        Op::RemoveCounter { .. } => 2,
        Op::RerollDie => 3,
        Op::ChangeDie { .. } => 3 + usize::from(frame.memo > 0),
        Op::AddDie { .. } => 5,
        Op::Heal { .. } => 0,
        Op::Damage { .. }
        | Op::HealImperials { .. }
        | Op::DrawToken { .. }
        | Op::AddCounters
        | Op::RollDeathStar
        | Op::LoseDie
        | Op::ForbidHealing => unreachable!("this verb asks for nothing"),
    }
}

fn sectors(s: &State, out: &mut [f32]) {
    for (i, row) in out.chunks_exact_mut(SECTORS.fields.len()).enumerate() {
        row[0] = f32::from(s.vader.index() == i);
        row[1] = f32::from(s.deployed.is_some_and(|d| (d.index() + i) % Sector::N == s.vader.index()));
        row[2] = f32::from(s.deployed.is_some_and(|d| d.index() == i));
        row[3] = s.table[i].iter().filter(|c| c.is_imperial()).count() as f32 / 3.0;
    }
}

fn seats(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    for (i, row) in out.chunks_exact_mut(SEAT_ROWS.fields.len()).enumerate().take(g.players) {
        let seat = (player + i) % g.players;
        row[0] = 1.0;
        row[1 + Team::index(s.bases[seat])] = 1.0;
        row[5] = s.teams[seat].len() as f32 / TEAM_CAP as f32;
        let room: u8 =
            s.teams[seat].iter().map(|m| g.features.capacity[usize::from(m.card)] - m.damage).sum();
        row[6] = (f32::from(room) / 24.0).min(1.0);
    }
}

/// Capacity, damage and room, each as a share of 7.
fn spaces(g: &DarkSideRising, card: InPlay, out: &mut [f32]) {
    const SEVENTH: f32 = 1.0 / 7.0;
    let capacity = g.features.capacity[usize::from(card.card)];
    out[0] = f32::from(capacity) * SEVENTH;
    out[1] = f32::from(card.damage) * SEVENTH;
    out[2] = f32::from(capacity - card.damage) * SEVENTH;
}

fn table(g: &DarkSideRising, s: &State, out: &mut [f32]) {
    let first = s.deployed.unwrap_or(Sector::Scarif);
    for (ahead, rows) in out.chunks_exact_mut(3 * TABLE.fields.len()).enumerate() {
        let sector = Sector::at((first.index() + ahead) % Sector::N);
        let here = s.is_at(sector);
        for (spot, row) in rows.chunks_exact_mut(TABLE.fields.len()).enumerate() {
            let card = s.table[sector.index()][spot];
            if !card.is_card() {
                continue;
            }
            row[0] = f32::from(card.is_rebel());
            row[1] = f32::from(card.is_imperial());
            spaces(g, card, &mut row[2..5]);
            let need = if here { s.need[spot] } else { g.features.need[usize::from(card.card)] };
            row[5] = f32::from(here);
            row[6] = f32::from(need == [0; 4]);
            row[7..TABLE_OWN].iter_mut().zip(need).for_each(|(x, n)| *x = f32::from(n) * 0.125);
            row[TABLE_OWN..].copy_from_slice(&g.features.table[usize::from(card.card)]);
        }
    }
}

fn team(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    let mine = player == usize::from(s.active);
    for (i, (row, member)) in out.chunks_exact_mut(TEAM.fields.len()).zip(s.teams[player].iter()).enumerate()
    {
        row[0] = 1.0;
        spaces(g, *member, &mut row[1..4]);
        if mine {
            row[4] = f32::from(s.used >> i & 1 == 1);
            row[5] = (f32::from(s.paid[i]) / 3.0).min(1.0);
            row[6] = f32::from(holds(&g.tables, s, i, g.ability(member.card).condition));
        }
        row[TEAM_OWN..].copy_from_slice(&g.features.team[usize::from(member.card)]);
    }
}

fn allies(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    let width = ALLIES.fields.len();
    for ally in 1..g.players {
        let seat = (player + ally) % g.players;
        let rows = out[(ally - 1) * TEAM_CAP * width..].chunks_exact_mut(width);
        for (row, member) in rows.zip(s.teams[seat].iter()) {
            let mut three = [0.0; 3];
            spaces(g, *member, &mut three);
            row.copy_from_slice(&[1.0, three[1], three[2]]);
        }
    }
}

fn whereabouts(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    let width = CARD_ROWS.fields.len();
    for card in s.table.iter().flatten().filter(|c| c.is_card()) {
        out[usize::from(card.card) * width] = 1.0;
    }
    for seat in 0..g.players {
        let column = if seat == player { 1 } else { 2 };
        for member in s.teams[seat].iter() {
            out[usize::from(member.card) * width + column] = 1.0;
        }
    }
}
