//! The observation: what a seat sees, itself first; cards by their features and by their identity.

use std::array::from_fn;

use super::DarkSideRising;
use super::features::{EIGHTHS, Fixed, QUARTERS, SEVENTHS};
use super::op::Op;
use super::sheet::{
    ALLIES, CARD_ROWS, COMPONENTS, DECK, DICE, GAME, POOL, SEAT_ROWS, SECTORS, SYMBOLS, TABLE, TABLE_OWN,
    TEAM, TOKENS,
};
use super::state::{InPlay, Stage, State};
use super::turn::holds;
use super::words::{Colour, SEATS, Sector, TEAM_CAP};
use crate::finite::Finite;
use crate::observe::{Sink, flag, flags};

/// Writes what `player` sees.
pub fn observe(g: &DarkSideRising, s: &State, player: usize, sink: &mut impl Sink) {
    let mine = player == usize::from(s.active);
    let order: [usize; SEATS] = from_fn(|i| (player + i).checked_sub(g.players).unwrap_or(player + i));
    let order = &order[..g.players];
    sink.block(&GAME, |out| game(g, s, mine, out));
    sink.block(&SECTORS, |out| sectors(s, out));
    sink.block(&COMPONENTS, |out| {
        for (c, row) in COMPONENTS.rows_mut(out).iter_mut().enumerate() {
            let (counters, (spaces, share)) = (s.counters[c], g.features.spaces[c]);
            *row = [f32::from(counters) * share, flag(counters + 1 == spaces), flag(s.is_operational(c))];
        }
    });
    sink.block(&TOKENS, |out| {
        for (i, row) in TOKENS.rows_mut(out).iter_mut().enumerate() {
            let hidden = f32::from(s.supply[i]) * g.features.token[i];
            *row = [QUARTERS.of(s.tokens[i]), QUARTERS.of(s.locked[i]), hidden];
        }
    });
    sink.block(&DICE, |out| out.iter_mut().zip(s.rolled).for_each(|(x, n)| *x = QUARTERS.of(n)));
    sink.block(&SYMBOLS, |out| {
        let shown = s.rolled.iter().zip(&g.features.symbols).map(|(n, symbols)| u64::from(*n) * symbols);
        let shown: u64 = shown.sum();
        for (t, x) in out.iter_mut().enumerate() {
            *x = (f32::from((shown >> (16 * t)) as u16) * 0.125).min(1.0);
        }
    });
    sink.block(&POOL, |out| {
        for (c, row) in POOL.rows_mut(out).iter_mut().enumerate() {
            let left = f32::from(s.dice_left(Colour::at(c), &g.tables)) * g.features.die[c];
            *row = [QUARTERS.of(s.waiting[c]), left, QUARTERS.of(s.spent[c])];
        }
    });
    sink.block(&SEAT_ROWS, |out| seats(g, s, order, out));
    sink.block(&TABLE, |out| table(g, s, out));
    sink.block(&TEAM, |out| team(g, s, player, out));
    sink.block(&ALLIES, |out| allies(g, s, &order[1..], out));
    sink.block(&DECK, |out| flags(s.deck.0, out));
    sink.block(&CARD_ROWS, |out| whereabouts(s, order, out));
}

fn game(g: &DarkSideRising, s: &State, mine: bool, out: &mut [f32]) {
    let r = &g.rules;
    out[0] = g.players as f32 / 4.0;
    out[1] = r.imperials as f32 / 11.0;
    out[2] = s.imperials_defeated() as f32 / 11.0;
    out[3] = (s.rebels_defeated() as f32 / r.rebels_lost as f32).min(1.0);
    out[4] = (s.operational.count_ones() as f32 / r.components as f32).min(1.0);
    if s.asking {
        out[8 + asked(g, s)] = 1.0;
    } else {
        out[5] = flag(s.stage == Stage::Deploy);
        out[6] = flag(s.stage == Stage::Muster);
        // The other stages hold no decision unless an effect asks.
        out[7] = flag(!matches!(s.stage, Stage::Deploy | Stage::Muster | Stage::Over));
    }
    out[14] = flag(s.assigned);
    out[15] = flag(s.healing_forbidden);
    out[16] = QUARTERS.of(s.strikes);
    out[17] = flag(mine);
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
    let ahead = s.deployed.map(|d| (s.vader.index() + Sector::N - d.index()) % Sector::N);
    for (i, row) in SECTORS.rows_mut(out).iter_mut().enumerate() {
        let imperials: u8 = s.table[i].iter().map(|c| u8::from(c.is_imperial())).sum();
        *row = [
            flag(s.vader.index() == i),
            flag(ahead == Some(i)),
            flag(s.is_at(Sector::at(i))),
            f32::from(imperials) / 3.0,
        ];
    }
}

fn seats(g: &DarkSideRising, s: &State, order: &[usize], out: &mut [f32]) {
    for (row, &seat) in SEAT_ROWS.rows_mut::<7>(out).iter_mut().zip(order) {
        let team = &s.teams[seat];
        let room: u8 = team.iter().map(|m| g.features.cards[usize::from(m.card)].capacity - m.damage).sum();
        row[0] = 1.0;
        row[1 + s.bases[seat].index()] = 1.0;
        row[5] = team.len() as f32 / TEAM_CAP as f32;
        row[6] = (f32::from(room) / 24.0).min(1.0);
    }
}

fn table(g: &DarkSideRising, s: &State, out: &mut [f32]) {
    let rows = TABLE.rows_mut::<{ TABLE.fields.len() }>(out);
    let first = s.deployed.map_or(0, Finite::index);
    for (ahead, rows) in rows.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        for (row, card) in rows.iter_mut().zip(&s.table[(first + ahead) % Sector::N]) {
            let Some(fixed) = g.features.cards.get(usize::from(card.card)) else { continue };
            let (own, shared) = row.split_at_mut(TABLE_OWN);
            own.copy_from_slice(&fixed.table.0);
            shared.copy_from_slice(&fixed.table.1);
            damage(fixed, *card, &mut own[3..5]);
        }
    }
    if s.deployed.is_some() {
        for ((row, need), card) in rows.iter_mut().zip(&s.need).zip(&s.table[first]) {
            if card.is_card() {
                row[5] = 1.0;
                row[6] = flag(*need == [0; 4]);
                row[7..TABLE_OWN].iter_mut().zip(need).for_each(|(x, n)| *x = EIGHTHS.of(*n));
            }
        }
    }
}

/// Damage and room of a card, each as a share of 7.
fn damage(fixed: &Fixed, card: InPlay, out: &mut [f32]) {
    out[0] = SEVENTHS.of(card.damage);
    out[1] = SEVENTHS.of(fixed.capacity - card.damage);
}

fn team(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    let mine = player == usize::from(s.active);
    for (i, (row, member)) in TEAM.rows_mut(out).iter_mut().zip(s.teams[player].iter()).enumerate() {
        let fixed = &g.features.cards[usize::from(member.card)];
        *row = fixed.team;
        damage(fixed, *member, &mut row[2..4]);
        if mine {
            row[4] = flag(s.used >> i & 1 == 1);
            row[5] = (f32::from(s.paid[i]) / 3.0).min(1.0);
            row[6] = flag(holds(&g.tables, s, i, g.ability(member.card).condition));
        }
    }
}

fn allies(g: &DarkSideRising, s: &State, others: &[usize], out: &mut [f32]) {
    let rows = ALLIES.rows_mut::<3>(out).as_chunks_mut::<TEAM_CAP>().0;
    for (rows, &seat) in rows.iter_mut().zip(others) {
        for (row, member) in rows.iter_mut().zip(s.teams[seat].iter()) {
            row[0] = 1.0;
            damage(&g.features.cards[usize::from(member.card)], *member, &mut row[1..]);
        }
    }
}

fn whereabouts(s: &State, order: &[usize], out: &mut [f32]) {
    let rows = CARD_ROWS.rows_mut::<3>(out);
    for card in s.table.as_flattened() {
        if let Some(row) = rows.get_mut(usize::from(card.card)) {
            row[0] = 1.0;
        }
    }
    for (i, &seat) in order.iter().enumerate() {
        for member in s.teams[seat].iter() {
            rows[usize::from(member.card)][i.min(1) + 1] = 1.0;
        }
    }
}
