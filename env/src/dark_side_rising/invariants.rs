//! Every invariant of a state, stated once: conservation of cards, dice and tokens, damage within capacity,
//! one open choice at most.

use super::DarkSideRising;
use super::cards::Span;
use super::op::Op;
use super::state::{CardSet, Ending, Origin, Stage, State};
use super::targets;
use super::words::{CARDS, Colour, Component, Face, Token};
use crate::finite::Finite;

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &DarkSideRising, s: &State) -> Result<(), String> {
    cards(g, s)?;
    let t = &g.tables;
    let total: usize =
        [s.supply, s.discards, s.tokens, s.locked].iter().flatten().map(|&n| usize::from(n)).sum();
    ensure(total == t.token_total(), || format!("there are {total} tokens, not {}", t.token_total()))?;
    for (i, kind) in t.tokens.iter().enumerate() {
        let n: u32 = [s.supply, s.discards, s.tokens, s.locked].iter().map(|zone| u32::from(zone[i])).sum();
        ensure(n == u32::from(kind.count), || {
            format!("{} tokens of kind {}, not {}", n, Token::at(i).word(), kind.count)
        })?;
    }
    for c in Colour::ALL {
        let i = c.index();
        let rolled = s.rolled[i * Face::N..][..Face::N].iter();
        let out: u32 = rolled.chain([&s.waiting[i], &s.spent[i]]).map(|&n| u32::from(n)).sum();
        ensure(out <= u32::from(t.dice[i].supply), || {
            format!("{out} {} dice in use of {}", c.word(), t.dice[i].supply)
        })?;
    }
    for (i, tile) in t.tiles.iter().enumerate() {
        let most = if s.is_operational(i) { 0 } else { tile.spaces };
        let name = Component::at(i).word();
        ensure(s.counters[i] <= most, || {
            format!("component {name} has {} counters of {most}", s.counters[i])
        })?;
    }
    ensure(usize::from(s.active) < g.players, || format!("seat {} of {} is active", s.active, g.players))?;
    ensure(s.operational >> Component::N == 0, || "more than six components".into())?;
    turn_state(g, s)?;
    ensure((s.stage == Stage::Over) == (s.ending != Ending::None), || "stage and ending disagree".into())?;
    let rests = matches!(s.stage, Stage::Deploy | Stage::Muster | Stage::Rolled | Stage::Over) || s.asking;
    ensure(rests, || format!("the turn rests in {:?} without a decision", s.stage))?;
    let away = matches!(s.stage, Stage::Deploy | Stage::Over);
    ensure(away == s.deployed.is_none(), || "a team is deployed exactly during its turn".into())
}

/// What belongs to the running turn: symbols within what is printed, one open choice at most.
fn turn_state(g: &DarkSideRising, s: &State) -> Result<(), String> {
    if let Some(sector) = s.deployed {
        for (need, card) in s.need.iter().zip(s.table[sector.index()]) {
            let printed = if card.is_card() { g.tables.cards[usize::from(card.card)].need } else { [0; 4] };
            let within = need.iter().zip(printed).all(|(n, p)| *n <= p);
            ensure(within, || format!("{need:?} symbols are needed where {printed:?} are printed"))?;
        }
    }
    let struck: u8 = s.table.iter().flatten().filter(|c| c.is_imperial()).map(|c| c.damage).sum();
    ensure(s.strikes <= struck, || format!("{} strikes left {struck} damage on Imperials", s.strikes))?;
    ensure(s.fewer_dice < 16, || format!("{} dice are lost", s.fewer_dice))?;
    ensure(s.paid.iter().all(|&n| n <= MOST_PAID), || format!("a price of more than {MOST_PAID} is paid"))?;
    ensure(s.turn < u16::MAX, || "the game has gone on for ever".into())?;
    let unrolled = s.stage < Stage::Rolled;
    let none_rolled = s.rolled.iter().chain(&s.spent).all(|&n| n == 0);
    ensure(!unrolled || none_rolled, || "dice are rolled or spent before the opening roll".into())?;
    ensure(s.asking != s.frames.is_empty(), || "an open choice and an effect under way go together".into())?;
    if s.asking { choice(g, s) } else { Ok(()) }
}

/// More than any price and the surplus of a double.
const MOST_PAID: u8 = 8;

/// An open choice: one effect, of somebody who may ask now, with something to choose from.
fn choice(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let t = &g.tables;
    let asks =
        matches!(s.stage, Stage::Gather | Stage::Muster | Stage::Rolled | Stage::Struck | Stage::Refill);
    ensure(asks, || format!("nobody is asked for a choice in {:?}", s.stage))?;
    ensure(s.stage != Stage::Gather || s.cursor > 0, || {
        "dice are chosen before the pool is collected".into()
    })?;
    let [frame] = s.frames[..] else { return Err(format!("{} effects under way, not 1", s.frames.len())) };
    let tail =
        |span: Span| frame.at >= span.at && frame.left > 0 && frame.at + frame.left == span.at + span.len;
    let whole = usize::from(frame.at) + usize::from(frame.left) <= t.program.len();
    ensure(whole, || format!("no verb {}", frame.at))?;
    let known = match Origin::unpack(frame.origin) {
        Origin::Member(place) => s.own().get(place).is_some_and(|m| tail(t.cards[usize::from(m.card)].span)),
        Origin::Elsewhere => {
            let base = &t.bases[s.bases[usize::from(s.active)].index()];
            tail(base.span) || t.tokens.iter().any(|kind| tail(kind.span))
        }
        Origin::Table(_) => false,
    };
    ensure(known, || "the effect that asks is of nobody who could".into())?;
    let changing = matches!(t.program[usize::from(frame.at)], Op::ChangeDie { .. }) && frame.memo > 0;
    let chosen = s.rolled.get(usize::from(frame.memo).wrapping_sub(1));
    ensure(!changing || chosen.is_some_and(|&n| n > 0), || "the die to change is not there".into())?;
    ensure(changing || frame.memo < 16, || "the effect has asked too often".into())?;
    ensure(targets::any(g, s), || "an effect asks for a choice but has no target".into())
}

/// Every card in exactly one zone, damage within capacity, teams where there are seats.
fn cards(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let mut seen = CardSet(s.deck.0 ^ s.defeated.0);
    ensure(s.deck.0 & s.defeated.0 == 0, || "a card is in the deck and defeated".into())?;
    let on_table = s.table.iter().flatten().filter(|c| c.is_card());
    let on_teams = s.teams.iter().flat_map(|team| team.iter());
    for card in on_table.chain(on_teams) {
        ensure(usize::from(card.card) < CARDS, || format!("there is no card {}", card.card))?;
        let printed = &g.tables.cards[usize::from(card.card)];
        ensure(!seen.has(card.card), || format!("{} is in two places", printed.name))?;
        let (name, damage, capacity) = (&printed.name, card.damage, printed.capacity);
        ensure(damage <= capacity, || format!("{name} has {damage} damage of {capacity}"))?;
        seen.add(card.card);
    }
    ensure(seen.count(CardSet(u64::MAX)) == CARDS, || {
        format!("{} cards of {CARDS}", seen.count(CardSet(u64::MAX)))
    })?;
    for (p, team) in s.teams.iter().enumerate() {
        ensure(team.iter().all(|m| m.is_rebel()), || format!("an Imperial on the team of seat {p}"))?;
        ensure(p < g.players || team.is_empty(), || format!("seat {p} does not play but has a team"))?;
        let alive = !team.is_empty() || s.stage == Stage::Over;
        ensure(p >= g.players || alive, || format!("seat {p} has no Rebel left but the game goes on"))?;
        let twin = (0..p.min(g.players)).find(|&q| p < g.players && s.bases[p] == s.bases[q]);
        ensure(twin.is_none(), || format!("two seats play {}", s.bases[p].word()))?;
    }
    for place in s.table.iter().flatten() {
        ensure(place.is_card() || place.damage == 0, || "damage on an empty place".into())?;
    }
    Ok(())
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}
