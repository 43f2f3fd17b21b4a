//! The observation: what a seat sees, itself first; cards by their features and by their identity.
//!
//! The features of a card never change, so they are computed once and copied.

use super::DarkSideRising;
use super::cards::{Card, Tables};
use super::op::{Op, Reach, When};
use super::state::{CardSet, DieType, InPlay, Stage, State};
use super::turn::holds;
use super::words::{CARDS, Colour, Component, Kind, SEATS, Sector, TEAM_CAP, Team, Token, Trait};
use crate::finite::Finite;
use crate::observe::{Block, Field, Sink};

const GAME: Block = Block {
    name: "game",
    doc: "the state of the whole",
    rows: 1,
    fields: &[
        Field::share("players", "/4"),
        Field::share("imperials_to_defeat", "/11"),
        Field::share("imperials_defeated", "/11"),
        Field::share("rebels_lost", "of the limit"),
        Field::share("components_operational", "of the limit"),
        Field::flag("deploy"),
        Field::flag("before_opening_roll"),
        Field::flag("rolled"),
        Field::flag("asked_heal"),
        Field::flag("asked_strike"),
        Field::flag("asked_component"),
        Field::flag("asked_die"),
        Field::flag("asked_face"),
        Field::flag("asked_colour"),
        Field::flag("die_assigned_in_this_roll"),
        Field::flag("healing_forbidden"),
        Field::share("strikes_this_turn", "/4"),
        Field::flag("my_turn"),
    ],
};

const SECTORS: Block = Block {
    name: "sectors",
    doc: "the sectors clockwise: Scarif, Eadu, Jedha",
    rows: Sector::N,
    fields: &[Field::flag("vader"), Field::flag("team_deployed"), Field::share("imperials", "/3")],
};

const COMPONENTS: Block = Block {
    name: "components",
    doc: "the components of the Death Star",
    rows: Component::N,
    fields: &[Field::share("counters", "of its spaces"), Field::flag("one_space_left"), Field::flag("operational")],
};

const TOKENS: Block = Block {
    name: "tokens",
    doc: "the Alliance tokens by kind",
    rows: Token::N,
    fields: &[Field::share("usable", "/4"), Field::share("locked", "/4"), Field::share("face_down", "of the kind")],
};

const DICE: Block = Block {
    name: "dice",
    doc: "rolled dice not yet assigned, by type: colour × face",
    rows: DieType::N,
    fields: &[Field::share("shown", "/4")],
};

const POOL: Block = Block {
    name: "pool",
    doc: "the Rebellion dice by colour",
    rows: Colour::N,
    fields: &[Field::share("waiting", "/4"), Field::share("in_the_box", "of the supply"), Field::share("spent", "/4")],
};

const SEAT_ROWS: Block = Block {
    name: "seats",
    doc: "the players, you first",
    rows: SEATS,
    fields: &[
        Field::flag("plays"),
        Field::flag("tatooine"),
        Field::flag("yavin_4"),
        Field::flag("lothal"),
        Field::flag("alderaan"),
        Field::share("rebels", "/12"),
        Field::share("room_for_damage", "/24, at most 1"),
    ],
};

/// The features that cards on the table and on teams share.
macro_rules! card_fields {
    ($($own:expr),* ; $($more:expr),*) => {
        &[
            $($own,)*
            Field::flag("tactical"),
            Field::flag("intelligence"),
            Field::flag("support"),
            Field::flag("leadership"),
            Field::flag("vehicle"),
            Field::flag("extra_die"),
            Field::flag("change_die"),
            Field::flag("reroll_die"),
            Field::flag("draw_token"),
            Field::flag("heal"),
            Field::flag("remove_counter"),
            Field::flag("strike"),
            Field::flag("deals_with_tactical"),
            Field::flag("deals_with_intelligence"),
            Field::flag("deals_with_support"),
            Field::flag("deals_with_leadership"),
            Field::share("price", "/3"),
            $($more),*
        ]
    };
}

const TABLE: Block = Block {
    name: "table",
    doc: "the nine places, sector by sector clockwise from Scarif; the symbols still to match are those left this \
          turn in the deployed sector; 'affects' are an Imperial's victims",
    rows: 9,
    fields: card_fields!(
        Field::flag("rebel"),
        Field::flag("imperial"),
        Field::share("capacity", "/7"),
        Field::share("damage", "/7"),
        Field::share("room", "/7"),
        Field::flag("reachable"),
        Field::flag("matched"),
        Field::share("need_tactical", "/8"),
        Field::share("need_intelligence", "/8"),
        Field::share("need_support", "/8"),
        Field::share("need_leadership", "/8");
        Field::flag("affects_here"),
        Field::flag("affects_clockwise"),
        Field::flag("affects_active_team"),
        Field::flag("affects_every_team"),
        Field::flag("heals_imperials"),
        Field::flag("rolls_death_star")
    ),
};

const TEAM: Block = Block {
    name: "team",
    doc: "your Rebels by place, the longest-serving first",
    rows: TEAM_CAP,
    fields: card_fields!(
        Field::flag("rebel"),
        Field::share("capacity", "/7"),
        Field::share("damage", "/7"),
        Field::share("room", "/7"),
        Field::flag("used_this_turn"),
        Field::share("paid", "/3"),
        Field::flag("condition_holds");
        Field::share("amount", "/3"),
        Field::flag("by_itself_before_rolling"),
        Field::flag("before_assigning"),
        Field::flag("free"),
        Field::flag("paid_with_dice"),
        Field::flag("paid_with_damage"),
        Field::flag("triggered")
    ),
};

const ALLIES: Block = Block {
    name: "allies",
    doc: "the Rebels of the other players: twelve places of the next seat, of the one after, of the third",
    rows: TEAM_CAP * (SEATS - 1),
    fields: &[Field::flag("rebel"), Field::share("damage", "/7"), Field::share("room", "/7")],
};

const CARD_ROWS: Block = Block {
    name: "cards",
    doc: "where each asset card is, by number: the 40 Rebels in the order of rebels.toml, then the 11 Imperials",
    rows: CARDS,
    fields: &[Field::flag("deck"), Field::flag("table"), Field::flag("my_team"), Field::flag("other_team")],
};

/// Fields before and after the shared features.
const TABLE_OWN: usize = 11;
const TEAM_OWN: usize = 7;
const SHARED: usize = 17;
const TABLE_MORE: usize = 6;
const TEAM_MORE: usize = 7;
const _: () = assert!(TABLE.fields.len() == TABLE_OWN + SHARED + TABLE_MORE);
const _: () = assert!(TEAM.fields.len() == TEAM_OWN + SHARED + TEAM_MORE);

/// The fixed features of every card: shared ones, then those of Imperials, then those of Rebels on a team.
#[derive(Clone, Debug)]
pub struct Features {
    table: Vec<[f32; SHARED + TABLE_MORE]>,
    team: Vec<[f32; SHARED + TEAM_MORE]>,
}

impl Features {
    /// Computes the features of all cards of a data set.
    pub fn of(t: &Tables) -> Self {
        Self {
            table: t.cards.iter().map(|c| join(shared(t, c), imperial(t, c))).collect(),
            team: t.cards.iter().map(|c| join(shared(t, c), ability(t, c))).collect(),
        }
    }
}

fn join<const A: usize, const B: usize, const N: usize>(a: [f32; A], b: [f32; B]) -> [f32; N] {
    let mut row = [0.0; N];
    row[..A].copy_from_slice(&a);
    row[A..].copy_from_slice(&b);
    row
}

fn shared(t: &Tables, card: &Card) -> [f32; SHARED] {
    let mut row = [0.0; SHARED];
    let (affiliation, rest) = row.split_at_mut(Trait::N);
    let (kind, rest) = rest.split_at_mut(1);
    let (family, rest) = rest.split_at_mut(7);
    let (deals, price) = rest.split_at_mut(Trait::N);
    kind[0] = f32::from(card.kind == Kind::Vehicle);
    if let Some(rebel) = card.rebel {
        affiliation[rebel.affiliation.index()] = 1.0;
        if let Some((symbol, n)) = rebel.price {
            deals[symbol.index()] = 1.0;
            price[0] = f32::from(n) / 3.0;
        }
    }
    for op in t.ops(card.span) {
        match op {
            Op::AddDie { colours, .. } => {
                family[0] = 1.0;
                Colour::ALL.iter().filter(|c| colours.has(**c)).for_each(|c| deals[c.index()] = 1.0);
            }
            Op::ChangeDie { traits } => {
                family[1] = 1.0;
                Trait::ALL.iter().filter(|x| traits.has(**x)).for_each(|x| deals[x.index()] = 1.0);
            }
            Op::RerollDie => family[2] = 1.0,
            Op::DrawToken { .. } => family[3] = 1.0,
            Op::Heal { .. } => family[4] = 1.0,
            Op::RemoveCounter { .. } => family[5] = 1.0,
            Op::Strike { .. } => family[6] = 1.0,
            Op::Damage { who } => {
                Trait::ALL.iter().filter(|x| who.affiliations.has(**x)).for_each(|x| affiliation[x.index()] = 1.0);
            }
            Op::HealImperials { .. } | Op::AddCounters | Op::RollDeathStar | Op::LoseDie | Op::ForbidHealing => {}
        }
    }
    row
}

fn imperial(t: &Tables, card: &Card) -> [f32; TABLE_MORE] {
    let mut row = [0.0; TABLE_MORE];
    if card.rebel.is_some() {
        return row;
    }
    for op in t.ops(card.span) {
        match op {
            Op::Damage { who } => match who.reach {
                Reach::Here => row[0] = 1.0,
                Reach::Clockwise => row[1] = 1.0,
                Reach::ActiveTeam => row[2] = 1.0,
                Reach::EveryTeam | Reach::TeamOrSector | Reach::Itself => row[3] = 1.0,
            },
            Op::HealImperials { .. } => row[4] = 1.0,
            Op::RollDeathStar => row[5] = 1.0,
            Op::Heal { .. }
            | Op::Strike { .. }
            | Op::DrawToken { .. }
            | Op::RemoveCounter { .. }
            | Op::AddCounters
            | Op::AddDie { .. }
            | Op::ChangeDie { .. }
            | Op::RerollDie
            | Op::LoseDie
            | Op::ForbidHealing => {}
        }
    }
    row
}

fn ability(t: &Tables, card: &Card) -> [f32; TEAM_MORE] {
    let mut row = [0.0; TEAM_MORE];
    let Some(rebel) = card.rebel else { return row };
    let amount = t.ops(card.span).iter().map(|op| match op {
        Op::Heal { who } | Op::Damage { who } => who.amount.n,
        Op::AddDie { amount, .. } | Op::DrawToken { amount } => amount.n,
        _ => 1,
    });
    row[0] = f32::from(amount.max().unwrap_or(0).min(3)) / 3.0;
    let when = match rebel.when {
        When::Gather => 1,
        When::Roll => 2,
        When::Once => 3,
        When::Paid => 4,
        When::Hurt => 5,
        When::Revealed | When::Struck => 6,
    };
    row[when] = 1.0;
    row
}

/// Writes what `player` sees.
pub fn observe(g: &DarkSideRising, s: &State, player: usize, sink: &mut impl Sink) {
    let mine = player == usize::from(s.active);
    sink.block(&GAME, |out| game(g, s, mine, out));
    sink.block(&SECTORS, |out| sectors(s, out));
    sink.block(&COMPONENTS, |out| {
        for (c, row) in out.chunks_exact_mut(COMPONENTS.fields.len()).enumerate() {
            let spaces = g.tables.tiles[c].spaces;
            row[0] = f32::from(s.counters[c]) / f32::from(spaces);
            row[1] = f32::from(s.counters[c] + 1 == spaces);
            row[2] = f32::from(s.is_operational(c));
        }
    });
    sink.block(&TOKENS, |out| {
        for (i, row) in out.chunks_exact_mut(TOKENS.fields.len()).enumerate() {
            row[0] = quarter(s.tokens[i]);
            row[1] = quarter(s.locked[i]);
            row[2] = f32::from(s.supply[i]) / f32::from(g.tables.tokens[i].count.max(1));
        }
    });
    sink.block(&DICE, |out| out.iter_mut().zip(s.rolled).for_each(|(x, n)| *x = quarter(n)));
    sink.block(&POOL, |out| {
        for (c, row) in out.chunks_exact_mut(POOL.fields.len()).enumerate() {
            row[0] = quarter(s.waiting[c]);
            row[1] = f32::from(s.dice_left(Colour::at(c), &g.tables)) / f32::from(g.tables.dice[c].supply.max(1));
            row[2] = quarter(s.spent[c]);
        }
    });
    sink.block(&SEAT_ROWS, |out| seats(g, s, player, out));
    sink.block(&TABLE, |out| table(g, s, out));
    sink.block(&TEAM, |out| team(g, s, player, out));
    sink.block(&ALLIES, |out| allies(g, s, player, out));
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
    let stage = match s.stage {
        _ if s.asking => 8 + asked(g, s),
        Stage::Deploy => 5,
        Stage::Muster => 6,
        _ => 7,
    };
    out[stage] = 1.0;
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
        _ => 0,
    }
}

fn sectors(s: &State, out: &mut [f32]) {
    for (i, row) in out.chunks_exact_mut(SECTORS.fields.len()).enumerate() {
        row[0] = f32::from(s.vader.index() == i);
        row[1] = f32::from(s.deployed.is_some_and(|d| d.index() == i));
        row[2] = s.table[i].iter().filter(|c| c.is_imperial()).count() as f32 / 3.0;
    }
}

fn seats(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    for (i, row) in out.chunks_exact_mut(SEAT_ROWS.fields.len()).enumerate().take(g.players) {
        let seat = (player + i) % g.players;
        row[0] = 1.0;
        row[1 + Team::index(s.bases[seat])] = 1.0;
        row[5] = s.teams[seat].len() as f32 / TEAM_CAP as f32;
        let room: u8 = s.teams[seat].iter().map(|m| g.tables.cards[usize::from(m.card)].capacity - m.damage).sum();
        row[6] = (f32::from(room) / 24.0).min(1.0);
    }
}

/// Capacity, damage and room, each as a share of 7.
fn spaces(g: &DarkSideRising, card: InPlay, out: &mut [f32]) {
    const SEVENTH: f32 = 1.0 / 7.0;
    let capacity = g.tables.cards[usize::from(card.card)].capacity;
    out[0] = f32::from(capacity) * SEVENTH;
    out[1] = f32::from(card.damage) * SEVENTH;
    out[2] = f32::from(capacity - card.damage) * SEVENTH;
}

fn table(g: &DarkSideRising, s: &State, out: &mut [f32]) {
    for (i, row) in out.chunks_exact_mut(TABLE.fields.len()).enumerate() {
        let card = s.place(i);
        if !card.is_card() {
            continue;
        }
        row[0] = f32::from(card.is_rebel());
        row[1] = f32::from(card.is_imperial());
        spaces(g, card, &mut row[2..5]);
        let here = s.deployed.is_some_and(|d| d.index() == i / 3);
        let need = if here { s.need[i % 3] } else { g.tables.cards[usize::from(card.card)].need };
        row[5] = f32::from(here);
        row[6] = f32::from(need == [0; 4]);
        row[7..TABLE_OWN].iter_mut().zip(need).for_each(|(x, n)| *x = f32::from(n) * 0.125);
        row[TABLE_OWN..].copy_from_slice(&g.features.table[usize::from(card.card)]);
    }
}

fn team(g: &DarkSideRising, s: &State, player: usize, out: &mut [f32]) {
    let mine = player == usize::from(s.active);
    for (i, (row, member)) in out.chunks_exact_mut(TEAM.fields.len()).zip(s.teams[player].iter()).enumerate() {
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
    for c in CardSet::iter(s.deck) {
        out[usize::from(c) * width] = 1.0;
    }
    for card in s.table.iter().flatten().filter(|c| c.is_card()) {
        out[usize::from(card.card) * width + 1] = 1.0;
    }
    for seat in 0..g.players {
        let column = if seat == player { 2 } else { 3 };
        for member in s.teams[seat].iter() {
            out[usize::from(member.card) * width + column] = 1.0;
        }
    }
}
