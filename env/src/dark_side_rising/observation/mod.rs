//! The observation: what a seat sees, itself first; cards by their features and by their identity.

pub mod card;

use std::array::from_fn;

use self::card::OnTable;
use super::card::{CardSet, MOST_REBELS};
use super::op::Choice;
use super::rules::DarkSideRising;
use super::state::{InPlay, Stage, State};
use super::words::{ByTeam, Colour, Component, SEATS, SPOTS, Sector, TEAM_CAP, Token, Trait};
use crate::by_key::ByKey;
use crate::finite::Finite;
use crate::observe::{Observe, Rows, Sink};
use crate::slot::Slot;
use crate::{Capped, Flag, Row, Share};

/// The state of the whole.
#[derive(Clone, Copy, Row)]
struct Whole {
    players: Share<4>,
    #[row(unit = "/11")]
    imperials_to_defeat: f32,
    #[row(unit = "/11")]
    imperials_defeated: f32,
    #[row(unit = "of the limit")]
    rebels_lost: f32,
    #[row(unit = "of the limit")]
    components_operational: f32,
    deploy: Flag,
    before_opening_roll: Flag,
    rolled: Flag,
    #[row(flatten, named)]
    asked: ByKey<Choice, Flag, { Choice::N }>,
    die_assigned_in_this_roll: Flag,
    healing_forbidden: Flag,
    #[row(unit = "/4")]
    strikes_this_turn: Capped<4>,
    my_turn: Flag,
}

#[derive(Clone, Copy, Row)]
struct SectorRow {
    vader: Flag,
    vader_from_deployed: Flag,
    team_deployed: Flag,
    imperials: Share<3>,
}

#[derive(Clone, Copy, Row)]
struct ComponentRow {
    #[row(unit = "of its spaces")]
    counters: f32,
    one_space_left: Flag,
    operational: Flag,
}

#[derive(Clone, Copy, Row)]
struct TokenRow {
    #[row(unit = "/4")]
    usable: Capped<4>,
    #[row(unit = "/4")]
    locked: Capped<4>,
    #[row(unit = "of the kind")]
    face_down: f32,
}

#[derive(Clone, Copy, Row)]
struct DieRow {
    #[row(unit = "/4")]
    shown: Capped<4>,
}

#[derive(Clone, Copy, Row)]
struct SymbolRow {
    shown: Capped<8>,
}

#[derive(Clone, Copy, Row)]
struct PoolRow {
    #[row(unit = "/4")]
    waiting: Capped<4>,
    #[row(unit = "of the supply")]
    in_the_box: f32,
    #[row(unit = "/4")]
    spent: Capped<4>,
}

#[derive(Clone, Copy, Row)]
struct SeatRow {
    plays: Flag,
    #[row(flatten)]
    team: ByTeam<Flag>,
    // Divisions: their last bits differ from those of shares, and trained networks know these.
    #[row(unit = "/12")]
    rebels: f32,
    #[row(unit = "/24, at most 1")]
    room_for_damage: f32,
}

#[derive(Clone, Copy, Row)]
struct DeckRow {
    in_deck: Flag,
}

#[derive(Clone, Copy, Default, Row)]
struct CardRow {
    table: Flag,
    my_team: Flag,
    other_team: Flag,
}

impl Observe for DarkSideRising {
    // Else it would be one function for both views of a game, with features and without, and slower in each.
    #[inline(always)]
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let order: [usize; SEATS] = from_fn(|i| (viewer + i).checked_sub(self.players).unwrap_or(viewer + i));
        let order = &order[..self.players];
        out.row("game", "the state of the whole", || whole(self, s, viewer));
        board(self, s, out);
        dice(self, s, out);
        let seats = order.iter().map(|&seat| seat_row(self, s, seat));
        out.list("seats", "the players, you first", SEATS, seats);
        out.rows(
            "table",
            "the nine places, sector by sector clockwise from the deployed one (from Scarif before deployment); the \
             symbols still to match are those left this turn; 'affects' are an Imperial's victims",
            Sector::N * SPOTS,
            |rows| table(self, s, rows),
        );
        let mine = viewer == usize::from(s.active);
        let team = s.seats[viewer].rebels.iter().enumerate().map(|(place, rebel)| {
            let holds = || self.holds(s, place, self.ability(rebel.card).condition);
            let now = mine.then(|| (s.used.has(Slot::at(place)), s.paid[place], holds()));
            self.fixed.on_team(*rebel, now)
        });
        out.list("team", "your Rebels by place, the longest-serving first", TEAM_CAP, team);
        out.rows(
            "allies",
            "the Rebels of the other players: twelve places of the next seat, of the one after, of the third",
            TEAM_CAP * (SEATS - 1),
            |rows| {
                for (i, &seat) in order[1..].iter().enumerate() {
                    let rebels = s.seats[seat].rebels.iter();
                    rows.fill_from(i * TEAM_CAP, rebels.map(|rebel| self.fixed.on_other_team(*rebel)));
                }
            },
        );
        cards(self, s, order, out);
    }
}

#[inline(always)]
fn whole(g: &DarkSideRising, s: &State, viewer: usize) -> Whole {
    let asked = g.asked(s).map(|ask| ask.choice);
    let at = |stage: bool| Flag::from(stage && !s.asking);
    let share = |n: usize, most: usize| (n as f32 / most as f32).min(1.0);
    Whole {
        players: Share::of(g.players as u8),
        imperials_to_defeat: share(g.rules.imperials, 11),
        imperials_defeated: share(s.imperials_defeated(), 11),
        rebels_lost: share(s.rebels_defeated(), g.rules.rebels_lost),
        components_operational: share(s.operational.len(), g.rules.components),
        deploy: at(s.stage == Stage::Deploy),
        before_opening_roll: at(s.stage == Stage::Muster),
        // The other stages hold no decision unless an effect asks.
        rolled: at(!matches!(s.stage, Stage::Deploy | Stage::Muster | Stage::Over)),
        asked: ByKey::from_fn(|choice| (asked == Some(choice)).into()),
        die_assigned_in_this_roll: s.assigned.into(),
        healing_forbidden: s.healing_forbidden.into(),
        strikes_this_turn: Capped::of(s.strikes),
        my_turn: (viewer == usize::from(s.active)).into(),
    }
}

fn board(g: &DarkSideRising, s: &State, out: &mut impl Sink) {
    let ahead = s.deployed.map(|d| (s.vader.index() + Sector::N - d.index()) % Sector::N);
    out.each(
        "sectors",
        "the sectors clockwise from Scarif; 'vader_from_deployed' counts from the deployed one instead",
        |at: Sector| SectorRow {
            vader: (s.vader == at).into(),
            vader_from_deployed: (ahead == Some(at.index())).into(),
            team_deployed: s.is_at(at).into(),
            imperials: Share::of(
                s.table[at].iter().map(|c| u8::from(c.is_some_and(InPlay::is_imperial))).sum(),
            ),
        },
    );
    out.each("components", "the components of the Death Star", |c: Component| ComponentRow {
        counters: f32::from(s.counters[c]) * g.fixed.space[c],
        one_space_left: (s.counters[c] + 1 == g.tables.tiles[c].spaces).into(),
        operational: s.operational.has(c).into(),
    });
    out.each("tokens", "the Alliance tokens by kind", |t: Token| TokenRow {
        usable: Capped::of(s.tokens[t]),
        locked: Capped::of(s.locked[t]),
        face_down: f32::from(s.supply[t]) * g.fixed.token[t],
    });
}

fn dice(g: &DarkSideRising, s: &State, out: &mut impl Sink) {
    let rolled = s.rolled.values();
    let dice = rolled.iter().map(|n| DieRow { shown: Capped::of(*n) });
    out.list("dice", "rolled dice not yet assigned, by type: colour × face", rolled.len(), dice);
    let symbols = rolled.iter().zip(g.fixed.symbols.values()).map(|(n, symbols)| u64::from(*n) * symbols);
    let symbols: u64 = symbols.sum();
    out.each("symbols", "symbols on the rolled dice not yet assigned, by trait", |t: Trait| SymbolRow {
        shown: Capped::of(((symbols >> (16 * t.index())) as u16).min(8) as u8),
    });
    out.each("pool", "the Rebellion dice by colour", |c: Colour| PoolRow {
        waiting: Capped::of(s.waiting[c]),
        in_the_box: f32::from(s.dice_left(c, &g.tables)) * g.fixed.die[c],
        spent: Capped::of(s.spent[c]),
    });
}

#[inline(always)]
fn seat_row(g: &DarkSideRising, s: &State, seat: usize) -> SeatRow {
    let (team, rebels) = (s.seats[seat].team, &s.seats[seat].rebels);
    let room: u8 = rebels.iter().map(|m| g.fixed.room(*m)).sum();
    SeatRow {
        plays: Flag::YES,
        team: ByTeam::from_fn(|t| (t == team).into()),
        rebels: rebels.len() as f32 / TEAM_CAP as f32,
        room_for_damage: (f32::from(room) / 24.0).min(1.0),
    }
}

fn table(g: &DarkSideRising, s: &State, rows: &mut Rows<'_, OnTable>) {
    let first = s.deployed.unwrap_or(Sector::Scarif);
    for ahead in 0..Sector::N {
        for (spot, place) in s.table[first.ahead(ahead)].iter().enumerate() {
            let Some(card) = place else { continue };
            let row = ahead * SPOTS + spot;
            // Two calls: one row or the other would be built in memory before it is written.
            if ahead == 0 && s.deployed.is_some() {
                rows.set(row, g.fixed.in_reach(*card, &s.need[spot]));
            } else {
                rows.set(row, g.fixed.on_table(*card));
            }
        }
    }
}

/// Each bit of a word.
static BITS: [u32; 32] = {
    let (mut bits, mut i) = ([0; 32], 0);
    while i < 32 {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};

fn cards(g: &DarkSideRising, s: &State, order: &[usize], out: &mut impl Sink) {
    let (rebels, count) = g.fixed.count;
    let doc =
        "the cards in the draw deck, by number: the Rebels in the order of rebels.toml, then the Imperials";
    out.rows("deck", doc, count, |rows| {
        // Without a gap between the Rebels and the Imperials.
        let imperials = s.deck.and(CardSet::IMPERIALS).bits() >> MOST_REBELS << rebels;
        let deck = s.deck.and(CardSet::REBELS).bits() | imperials;
        // Half by half: 32 bits at once are tested in vectors.
        for first in (0..count).step_by(32) {
            let half = (deck >> first) as u32;
            rows.fill_from(first, BITS.iter().map(|bit| DeckRow { in_deck: (half & bit != 0).into() }));
        }
    });
    out.rows("cards", "where each asset card in play is, by number", count, |rows| {
        let nowhere = CardRow::default();
        for card in s.cards() {
            rows.set(g.fixed.row(card.card), CardRow { table: Flag::YES, ..nowhere });
        }
        for (i, &seat) in order.iter().enumerate() {
            let (mine, other) = (Flag::from(i == 0), Flag::from(i > 0));
            for rebel in s.seats[seat].rebels.iter() {
                rows.set(g.fixed.row(rebel.card), CardRow { my_team: mine, other_team: other, ..nowhere });
            }
        }
    });
}
