//! The observation: what a seat sees, itself first; cards by their features and by their identity.

pub mod card;

use std::array::from_fn;

use self::card::OnTable;
use super::apply;
use super::card::{CardSet, MOST_REBELS};
use super::op::Choice;
use super::rules::DarkSideRising;
use super::state::{Frame, InPlay, Origin, Stage, State};
use super::tables::Span;
use super::words::{ByTeam, Colour, Component, SEATS, SPOTS, Sector, Token, Trait};
use crate::by_key::ByKey;
use crate::finite::Finite;
use crate::observe::{Observe, Rows, Sink};
use crate::slot::Slot;
use crate::{Capped, Count, Flag, Row, Share};

/// How many Rebels of a team have a row of their own; larger teams are rare, and 'cards' shows all of them.
const TEAM_ROWS: usize = 12;

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
    strikes_this_turn: Count<4>,
    my_turn: Flag,
    #[row(flatten)]
    effect: Effect,
}

/// The effect that asks: whose it is, and how much of it is left. All 0 where none asks.
#[derive(Clone, Copy, Default, Row)]
struct Effect {
    asks_while_dice_are_gathered: Flag,
    asks_before_opening_roll: Flag,
    asks_after_a_roll: Flag,
    asks_at_the_end_of_the_turn: Flag,
    asked_by_the_team: Flag,
    #[row(unit = "/48, from 1")]
    asked_by_place: Place,
    damage_to_remove: Count<4>,
    choices_left: Count<4>,
    verbs_left: Count<4>,
    recruited_this_turn: Count<3>,
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
    usable: Count<4>,
    locked: Count<4>,
    #[row(unit = "of the kind")]
    face_down: f32,
    asks: Flag,
}

#[derive(Clone, Copy, Row)]
struct DieRow {
    shown: Count<4>,
    being_turned: Flag,
}

#[derive(Clone, Copy, Row)]
struct SymbolRow {
    shown: Capped<8>,
}

#[derive(Clone, Copy, Row)]
struct PoolRow {
    waiting: Count<4>,
    #[row(unit = "of the supply")]
    in_the_box: f32,
    spent: Count<4>,
}

#[derive(Clone, Copy, Row)]
struct SeatRow {
    plays: Flag,
    #[row(flatten)]
    team: ByTeam<Flag>,
    // Divisions: their last bits differ from those of shares, and trained networks know these.
    #[row(unit = "/12, at most 1")]
    rebels: f32,
    #[row(unit = "/24, at most 1")]
    room_for_damage: f32,
}

#[derive(Clone, Copy, Row)]
struct DeckRow {
    in_deck: Flag,
}

/// A place counted from 1, so that it is not 0 like none. A team may hold all Rebels.
type Place = Share<{ MOST_REBELS as u16 }>;

#[derive(Clone, Copy, Default, Row)]
struct CardRow {
    table: Flag,
    my_team: Flag,
    other_team: Flag,
    seat: Share<3>,
    #[row(unit = "/48, from 1")]
    place: Place,
    damage: Share<7>,
    used_this_turn: Flag,
    #[row(unit = "/3")]
    paid: Capped<3>,
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
        let team = s.seats.rebels(viewer).iter().enumerate().map(|(place, rebel)| {
            let holds = || self.holds(s, place, self.ability(rebel.card).condition);
            let now = mine.then(|| (s.used.has(Slot::at(place)), s.paid[Slot::at(place)], holds()));
            self.fixed.on_team(*rebel, now)
        });
        let doc = "your Rebels by place, the longest-serving first; 'cards' has those after the twelfth";
        out.list("team", doc, TEAM_ROWS, team);
        out.rows(
            "allies",
            "the Rebels of the other players: twelve places of the next seat, of the one after, of the third; 'cards' has the \
             others",
            TEAM_ROWS * (SEATS - 1),
            |rows| {
                for (i, &seat) in order[1..].iter().enumerate() {
                    let rebels = s.seats.rebels(seat).iter().take(TEAM_ROWS);
                    rows.fill_from(i * TEAM_ROWS, rebels.map(|rebel| self.fixed.on_other_team(*rebel)));
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
        strikes_this_turn: Count::of(s.strikes),
        my_turn: (viewer == usize::from(s.active)).into(),
        effect: if s.asking { effect(g, s) } else { Effect::default() },
    }
}

#[cold]
fn effect(g: &DarkSideRising, s: &State) -> Effect {
    let Some((op, frame)) = g.verb(s) else { return Effect::default() };
    let (origin, at) = (Origin::unpack(frame.origin), |stage: Stage| Flag::from(s.stage == stage));
    let place = if let Origin::Member(place) = origin { place as u8 + 1 } else { 0 };
    Effect {
        asks_while_dice_are_gathered: at(Stage::Gather),
        asks_before_opening_roll: at(Stage::Muster),
        asks_after_a_roll: at(Stage::Rolled),
        asks_at_the_end_of_the_turn: at(Stage::Struck),
        asked_by_the_team: asks_by_itself(s, g.base(s).span).into(),
        asked_by_place: Place::of(place),
        damage_to_remove: Count::of(apply::damage_to_remove(s, op, frame)),
        choices_left: Count::of(apply::choices_left(g, s, op, frame)),
        verbs_left: Count::of(frame.left),
        recruited_this_turn: Count::of(s.recruits.len() as u8),
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
        usable: Count::of(s.tokens[t]),
        locked: Count::of(s.locked[t]),
        face_down: f32::from(s.supply[t]) * g.fixed.token[t],
        asks: (s.asking && asks_by_itself(s, g.tables.tokens[t].span)).into(),
    });
}

/// Whether the effect that asks is this one, of a token or of the team.
fn asks_by_itself(s: &State, span: Span) -> bool {
    let of = |frame: &Frame| frame.origin == Origin::Elsewhere.pack() && span.ends_with(frame.at, frame.left);
    s.frames.last().is_some_and(of)
}

fn dice(g: &DarkSideRising, s: &State, out: &mut impl Sink) {
    let rolled = s.rolled.values();
    let doc = "rolled dice not yet assigned, by type: colour × face; the letters of the faces are explained in 'Face'";
    out.rows("dice", doc, rolled.len(), |rows| {
        rows.fill(rolled.iter().map(|n| DieRow { shown: Count::of(*n), being_turned: Flag::NO }));
        if let Some(die) = g.turned(s) {
            rows.set(die.index(), DieRow { shown: Count::of(s.rolled[die]), being_turned: Flag::YES });
        }
    });
    let symbols = rolled.iter().zip(g.fixed.symbols.values()).map(|(n, symbols)| u64::from(*n) * symbols);
    let symbols: u64 = symbols.sum();
    out.each("symbols", "symbols on the rolled dice not yet assigned, by trait", |t: Trait| SymbolRow {
        shown: Capped::of(((symbols >> (16 * t.index())) as u16).min(8) as u8),
    });
    out.each("pool", "the Rebellion dice by colour", |c: Colour| PoolRow {
        waiting: Count::of(s.waiting[c]),
        in_the_box: f32::from(s.dice_left(c, &g.tables)) * g.fixed.die[c],
        spent: Count::of(s.spent[c]),
    });
}

#[inline(always)]
fn seat_row(g: &DarkSideRising, s: &State, seat: usize) -> SeatRow {
    let (team, rebels) = (s.seats.team(seat), s.seats.rebels(seat));
    let room: u8 = rebels.iter().map(|m| g.fixed.room(*m)).sum();
    SeatRow {
        plays: Flag::YES,
        team: ByTeam::from_fn(|t| (t == team).into()),
        rebels: (rebels.len() as f32 / TEAM_ROWS as f32).min(1.0),
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
                let got_die = [s.fed, s.fed_now].map(|fed| fed.has(Slot::at(spot)));
                rows.set(row, g.fixed.in_reach(*card, &s.need[spot], got_die));
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
    let doc = "where each asset card in play is, by number: 'place' is its row in 'table', or its place on the team of the \
               'seat' after yours, the longest-serving first";
    out.rows("cards", doc, count, |rows| {
        let first = s.deployed.unwrap_or(Sector::Scarif);
        for (i, sector) in (0..Sector::N).map(|ahead| first.ahead(ahead)).enumerate() {
            for (spot, card) in s.table[sector].iter().enumerate() {
                if let Some(card) = card {
                    let (table, place) = (Flag::YES, Place::of((i * SPOTS + spot + 1) as u8));
                    let damage = Share::of(card.damage);
                    rows.set(g.fixed.row(card.card), CardRow { table, place, damage, ..CardRow::default() });
                }
            }
        }
        for (i, &seat) in order.iter().enumerate() {
            // Only the acting seat uses abilities.
            let acts = i == 0 && seat == usize::from(s.active);
            for (place, rebel) in s.seats.rebels(seat).iter().enumerate() {
                let row = CardRow {
                    table: Flag::NO,
                    my_team: (i == 0).into(),
                    other_team: (i > 0).into(),
                    seat: Share::of(i as u8),
                    place: Place::of(place as u8 + 1),
                    damage: Share::of(rebel.damage),
                    used_this_turn: (acts && s.used.has(Slot::at(place))).into(),
                    paid: Capped::of(if acts { s.paid[Slot::at(place)] } else { 0 }),
                };
                rows.set(g.fixed.row(rebel.card), row);
            }
        }
    });
}
