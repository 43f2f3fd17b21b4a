//! The observation: what a seat sees, itself first; cards by their features and by their identity.

pub mod card;
mod relations;

use std::array::from_fn;

use holotable_env::{ByKey, Capped, Count, Finite, Flag, Observe, Relations, Row, Rows, Share, Sink, Slot};

use self::card::OnTable;
use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::apply;
use crate::dark_side_rising::rules::card::{Card, MOST_REBELS};
use crate::dark_side_rising::rules::in_play::InPlay;
use crate::dark_side_rising::rules::op::{Choice, Op};
use crate::dark_side_rising::rules::state::{Frame, Origin, Stage, State};
use crate::dark_side_rising::rules::tables::Span;
use crate::dark_side_rising::rules::words::{
    ByColour, ByFace, ByTeam, ByToken, Colour, Component, PAYEES, SEATS, SPOTS, Sector, Token, Trait,
};

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
}

/// The effect that asks: when, whose it is, and how much of it is left.
#[derive(Clone, Copy, Row)]
struct Effect {
    while_gathering_dice: Flag,
    before_opening_roll: Flag,
    after_a_roll: Flag,
    at_the_end_of_the_turn: Flag,
    of_the_team: Flag,
    #[row(flatten, named)]
    of_token: ByToken<Flag>,
    #[row(unit = "/48, from 1")]
    of_place: Place,
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
}

#[derive(Clone, Copy, Row)]
struct DieRow {
    shown: Count<4>,
}

/// A die that is being turned.
#[derive(Clone, Copy, Row)]
struct Turned {
    #[row(flatten)]
    colour: ByColour<Flag>,
    #[row(flatten, named)]
    face: ByFace<Flag>,
}

#[derive(Clone, Copy, Row)]
struct SpotRow {
    got_die_this_turn: Flag,
    got_die_in_this_roll: Flag,
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
    #[row(flatten)]
    team: ByTeam<Flag>,
    // Divisions: their last bits differ from those of shares, and trained networks know these.
    #[row(unit = "/12, at most 1")]
    rebels: f32,
    #[row(unit = "/24, at most 1")]
    room_for_damage: f32,
}

#[derive(Clone, Copy, Row)]
struct PayeeRow {
    #[row(unit = "/48, from 1")]
    place: Place,
    paid: Count<3>,
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
    #[row(unit = "/144, from 1")]
    place: Share<{ 3 * MOST_REBELS as u16 }>,
    damage: Share<7>,
    used_this_turn: Flag,
}

impl Observe for DarkSideRising {
    // Else it would be one function for both views of a game, with features and without, and slower in each.
    #[inline(always)]
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let order: [usize; SEATS] = from_fn(|i| (viewer + i).checked_sub(self.players).unwrap_or(viewer + i));
        let order = &order[..self.players];
        out.row("game", "the state of the whole", || whole(self, s, viewer));
        out.rows("effect", "the effect that asks, if one does", 1, |rows| {
            if s.asking
                && let Some(verb) = self.verb(s)
            {
                rows.set(0, effect(self, s, verb));
            }
        });
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
        out.rows("spots", "the places of the sector where the team is", SPOTS, |rows| {
            for spot in s.fed.iter() {
                let (this_turn, now) = (Flag::YES, s.fed_now.has(spot).into());
                rows.set(spot.index(), SpotRow { got_die_this_turn: this_turn, got_die_in_this_roll: now });
            }
        });
        let mine = viewer == usize::from(s.active);
        let team = s.seats.rebels(viewer).iter().enumerate().map(|(place, rebel)| {
            let holds = || self.holds(s, place, self.ability(rebel.card).condition);
            let now = mine.then(|| (s.used.has(Slot::at(place)), holds()));
            self.fixed.on_team(*rebel, now)
        });
        let doc = "your Rebels by place, the longest-serving first; 'cards' has those after the twelfth";
        out.list("team", doc, TEAM_ROWS, team);
        let doc = "your Rebels whose ability has a price, in the order of your team: their places, and the symbols paid this turn";
        out.rows("payees", doc, PAYEES, |rows| {
            if mine {
                rows.fill(self.prices(s).map(|price| PayeeRow {
                    place: Place::of(price.place as u8 + 1),
                    paid: Count::of(s.paid[price.payee]),
                }));
            }
        });
        cards(self, s, order, out);
    }

    fn relations(&self) -> Relations {
        relations::relations()
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
    }
}

#[cold]
fn effect(g: &DarkSideRising, s: &State, (op, frame): (Op, Frame)) -> Effect {
    let (origin, at) = (Origin::unpack(frame.origin), |stage: Stage| Flag::from(s.stage == stage));
    let place = if let Origin::Member(place) = origin { place as u8 + 1 } else { 0 };
    let of = |span: Span| Flag::from(origin == Origin::Elsewhere && span.ends_with(frame.at, frame.left));
    Effect {
        while_gathering_dice: at(Stage::Gather),
        before_opening_roll: at(Stage::Muster),
        after_a_roll: at(Stage::Rolled),
        at_the_end_of_the_turn: at(Stage::Struck),
        of_the_team: of(g.base(s).span),
        of_token: ByToken::from_fn(|t| of(g.tables.tokens[t].span)),
        of_place: Place::of(place),
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
    });
}

fn dice(g: &DarkSideRising, s: &State, out: &mut impl Sink) {
    let rolled = s.rolled.values();
    let dice = rolled.iter().map(|n| DieRow { shown: Count::of(*n) });
    let doc = "rolled dice not yet assigned, by type: colour × face (a: the trait the colour is strong in, b: the same twice, \
               c, d and e: the other traits)";
    out.list("dice", doc, rolled.len(), dice);
    out.rows("turned", "the die that is being turned to another face, if one is", 1, |rows| {
        if s.asking
            && let Some(die) = g.turned(s)
        {
            let colour = ByKey::from_fn(|c| (c == die.colour).into());
            rows.set(0, Turned { colour, face: ByKey::from_fn(|f| (f == die.face).into()) });
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
        let imperials = s.deck.and(Card::IMPERIALS).bits() >> MOST_REBELS << rebels;
        let deck = s.deck.and(Card::REBELS).bits() | imperials;
        // Half by half: 32 bits at once are tested in vectors.
        for first in (0..count).step_by(32) {
            let half = (deck >> first) as u32;
            rows.fill_from(first, BITS.iter().map(|bit| DeckRow { in_deck: (half & bit != 0).into() }));
        }
    });
    let doc = "where each asset card in play is, by number: 'place' is its row in 'table', or its place on its team, the \
               longest-serving first; 48 more on the team of the second seat after yours, 96 more on that of the third";
    out.rows("cards", doc, count, |rows| {
        let first = s.deployed.unwrap_or(Sector::Scarif);
        for (i, sector) in (0..Sector::N).map(|ahead| first.ahead(ahead)).enumerate() {
            for (spot, card) in s.table[sector].iter().enumerate() {
                if let Some(card) = card {
                    let (table, place) = (Flag::YES, Share::of((i * SPOTS + spot + 1) as u8));
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
                    place: Share::of((i.saturating_sub(1) * MOST_REBELS + place + 1) as u8),
                    damage: Share::of(rebel.damage),
                    used_this_turn: (acts && s.used.has(Slot::at(place))).into(),
                };
                rows.set(g.fixed.row(rebel.card), row);
            }
        }
    });
}
