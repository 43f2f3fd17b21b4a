//! What a side sees more where the abilities of action cards are played. Each row is a struct beside what fills it.

use holotable_env::{ByKey, Count, Finite, Flag, Row, Sink};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::Ring;
use crate::rebellion::rules::action_cards::moment::Moment;
use crate::rebellion::rules::action_cards::rings;
use crate::rebellion::rules::action_cards::window::imaginable;
use crate::rebellion::rules::state::{Stage, State};
use crate::rebellion::rules::words::{CARDS, LEADERS, Leader, PLACES, Place, Recruit, Side, Stack};
use crate::rebellion_combat::words::{ByColour, ByFace, Card, Colour, Face};

/// Writes what a side may know of action cards.
pub fn observe(g: &Rebellion, s: &State, me: Side, out: &mut impl Sink) {
    let sides = [me, me.other()];
    out.row("actions", "action cards in hands and decks, and what is asked of them", || actions(s, me));
    let doc =
        "the action cards in the order of recruits.toml, those to begin with last, mine and then theirs";
    out.rows("action_cards", doc, 2 * CARDS, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            let may = imaginable(g, s, side);
            let n = g.tables.recruits[side].len();
            let all = Recruit::all().take(n).map(|card| one_card(s, me, side, card, may.has(card)));
            rows.fill_from(i * CARDS, all);
        }
    });
    let doc = "what action cards do for leaders, mine in the order of the battle's leaders.toml, then theirs";
    out.rows("action_leaders", doc, 2 * LEADERS, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            rows.fill_from(i * LEADERS, Leader::all().map(|leader| one_leader(g, s, side, leader)));
        }
    });
    let doc = "where the Rebels attempt no missions and use no action cards in this round, in the order of systems.toml";
    out.rows("guarded", doc, PLACES, |rows| {
        rows.fill(Place::all().map(|place| GuardRow { guarded: (s.guarded == Some(place)).into() }));
    });
    let stacks = g.tables.room().1;
    let doc = "which missions that lie face down came out of a deck in this round, mine and then theirs";
    out.rows("fetched", doc, 2 * stacks, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            let one = |stack: Stack| FetchRow { fetched: (s.fetched[side] == Some(stack)).into() };
            rows.fill_from(i * stacks, Stack::all().take(stacks).map(one));
        }
    });
    out.rows("odds", "what action cards bring in the combat, to me and then to them", Side::N, |rows| {
        if s.battle.is_some() {
            rows.fill(sides.into_iter().map(|side| odds(s, side)));
        }
    });
    let kinds = g.components().tactics.len();
    let doc = "their tactic cards that lie open, by kind, in the order of tactics.toml";
    out.rows("open_tactics", doc, kinds, |rows| {
        let camps = s.battle.as_ref().map(|battle| battle.camps);
        if let Some(camp) = camps.as_ref().map(|camps| &camps[me.other()]).filter(|camp| camp.odds.open) {
            rows.fill(Card::all().take(kinds).map(|card| OpenRow { cards: Count::of(camp.hand[card]) }));
        }
    });
}

#[derive(Clone, Copy, Row)]
struct ActionRow {
    #[row(flatten, named)]
    asked: ByKey<Moment, Flag, { Moment::N }>,
    my_action_cards: Count<6>,
    their_action_cards: Count<6>,
    my_action_deck: Count<12>,
    their_action_deck: Count<12>,
    under_my_action_deck: Count<12>,
    under_their_action_deck: Count<12>,
    i_have_drawn: Count<4>,
    they_have_drawn: Count<4>,
    a_card_is_chosen_for: Flag,
    nobody_comes_from_the_pool: Flag,
    dice_set: Count<2>,
    best_die_against_the_rebels: Count<2>,
    a_die_can_be_blanked: Flag,
    #[row(flatten, named)]
    colour_of_the_die_set: ByColour<Flag>,
    #[row(flatten, named)]
    face_of_the_die_set: ByFace<Flag>,
    less_health: Flag,
    black_hits_turned: Count<2>,
    combat_waits_for_cards: Flag,
}

fn actions(s: &State, me: Side) -> ActionRow {
    let count = |n: usize| n as u8;
    let (mine, theirs) = (s.action_cards[me], s.action_cards[me.other()]);
    let deck = |side: Side| Count::of(count(s.recruits[side].len()));
    let mut asked = ByKey::<Moment, Flag, { Moment::N }>::default();
    asked[s.moment] = Flag::YES;
    let battle = s.battle.as_ref();
    ActionRow {
        asked,
        my_action_cards: Count::of(count(mine.held().len())),
        their_action_cards: Count::of(count(theirs.held().len())),
        my_action_deck: deck(me),
        their_action_deck: deck(me.other()),
        under_my_action_deck: Count::of(count(mine.under().len())),
        under_their_action_deck: Count::of(count(theirs.under().len())),
        i_have_drawn: Count::of(count(s.drawn[me].len())),
        they_have_drawn: Count::of(count(s.drawn[me.other()].len())),
        a_card_is_chosen_for: s.used.is_some().into(),
        nobody_comes_from_the_pool: s.surprised.into(),
        dice_set: Count::of(s.set),
        best_die_against_the_rebels: Count::of(s.sharp),
        a_die_can_be_blanked: rings::blanks(s).into(),
        colour_of_the_die_set: ByKey::from_fn(|colour: Colour| {
            s.die.is_some_and(|die| die.colour == colour).into()
        }),
        face_of_the_die_set: ByKey::from_fn(|face: Face| s.die.is_some_and(|die| die.face == face).into()),
        less_health: battle.is_some_and(|battle| battle.cards.frail > 0).into(),
        black_hits_turned: Count::of(battle.map_or(0, |battle| battle.cards.turned)),
        combat_waits_for_cards: battle
            .is_some_and(|battle| battle.stage == crate::rebellion_combat::state::Stage::Cards)
            .into(),
    }
}

#[derive(Clone, Copy, Row)]
struct CardRow {
    in_my_hand: Flag,
    kept_for_its_first_leader: Flag,
    kept_for_its_second_leader: Flag,
    /// As far as the other side can know.
    may_be_in_the_hand: Flag,
    used: Flag,
    in_my_deck: Flag,
    under_my_deck: Flag,
    i_drew_it: Flag,
    carried_out_now: Flag,
    chosen_for_now: Flag,
}

fn one_card(s: &State, me: Side, side: Side, card: Recruit, may: bool) -> CardRow {
    let (mine, hand) = (me == side, s.action_cards[side]);
    // Which of the cards that were drawn is kept, only who draws them knows.
    let open = s.stage != Stage::Recruit || s.asked == me;
    CardRow {
        in_my_hand: (mine && hand.held().has(card)).into(),
        kept_for_its_first_leader: (mine && hand.is_kept_for(card, 0)).into(),
        kept_for_its_second_leader: (mine && hand.is_kept_for(card, 1)).into(),
        may_be_in_the_hand: may.into(),
        used: hand.used().has(card).into(),
        in_my_deck: (mine && s.recruits[side].has(card)).into(),
        under_my_deck: (mine && hand.under().has(card)).into(),
        i_drew_it: (mine && s.drawn[side].has(card)).into(),
        carried_out_now: (s.turn == side && s.act == Some(card)).into(),
        chosen_for_now: (open && s.asked == side && s.used == Some(card)).into(),
    }
}

#[derive(Clone, Copy, Row)]
struct LeaderRow {
    #[row(flatten, named)]
    ring: ByKey<Ring, Flag, { Ring::N }>,
    holds_no_units: Flag,
    /// Came for this combat alone.
    guest: Flag,
    /// A card of the hand was kept for whom it shows.
    card_was_kept: Flag,
}

fn one_leader(g: &Rebellion, s: &State, side: Side, leader: Leader) -> LeaderRow {
    let guests = s.battle.as_ref().map(|battle| battle.camps[side].odds.guests).unwrap_or_default();
    LeaderRow {
        ring: ByKey::from_fn(|ring: Ring| (side == Side::Rebels && s.rings[ring] == Some(leader)).into()),
        holds_no_units: (side == Side::Empire && s.loose == Some(leader)).into(),
        guest: guests.has(leader).into(),
        card_was_kept: s.action_cards[side].leaders(&g.tables, side).has(leader).into(),
    }
}

#[derive(Clone, Copy, Row)]
struct GuardRow {
    guarded: Flag,
}

#[derive(Clone, Copy, Row)]
struct FetchRow {
    fetched: Flag,
}

#[derive(Clone, Copy, Row)]
struct OddsRow {
    black_dice_fewer: Count<5>,
    red_dice_fewer: Count<5>,
    no_space_cards: Flag,
    cannot_retreat: Flag,
    open_hand: Flag,
    black_hits_as_red: Count<2>,
}

fn odds(s: &State, side: Side) -> OddsRow {
    let odds = s.battle.as_ref().map(|battle| battle.camps[side].odds).unwrap_or_default();
    OddsRow {
        black_dice_fewer: Count::of(odds.fewer[Colour::Black]),
        red_dice_fewer: Count::of(odds.fewer[Colour::Red]),
        no_space_cards: odds.muted.into(),
        cannot_retreat: odds.barred.into(),
        open_hand: odds.open.into(),
        black_hits_as_red: Count::of(odds.turns),
    }
}

#[derive(Clone, Copy, Row)]
struct OpenRow {
    cards: Count<8>,
}
