//! Every invariant of a state, stated once: conservation of cards, dice and tokens, damage within capacity,
//! one open choice at most.

use super::DarkSideRising;
use super::op::Op;
use super::state::{CardSet, Ending, Origin, Stage, State};
use super::targets;
use super::words::{CARDS, Colour, Component, Face, Token};
use crate::finite::Finite;

/// States every invariant once.
pub fn check(g: &DarkSideRising, s: &State) -> Result<(), String> {
    cards(g, s)?;
    let t = &g.tables;
    let total: usize = [s.supply, s.discards, s.tokens, s.locked].iter().flatten().map(|&n| usize::from(n)).sum();
    ensure(total == t.token_total(), || format!("there are {total} tokens, not {}", t.token_total()))?;
    for (i, kind) in t.tokens.iter().enumerate() {
        let n: u32 = [s.supply, s.discards, s.tokens, s.locked].iter().map(|zone| u32::from(zone[i])).sum();
        ensure(n == u32::from(kind.count), || format!("{} tokens of kind {}, not {}", n, Token::at(i).word(), kind.count))?;
    }
    for c in Colour::ALL {
        let i = c.index();
        let rolled = s.rolled[i * Face::N..][..Face::N].iter();
        let out: u32 = rolled.chain([&s.waiting[i], &s.spent[i]]).map(|&n| u32::from(n)).sum();
        ensure(out <= u32::from(t.dice[i].supply), || format!("{out} {} dice in use of {}", c.word(), t.dice[i].supply))?;
    }
    for (i, tile) in t.tiles.iter().enumerate() {
        let most = if s.is_operational(i) { 0 } else { tile.spaces };
        let name = Component::at(i).word();
        ensure(s.counters[i] <= most, || format!("component {name} has {} counters of {most}", s.counters[i]))?;
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
    ensure(s.asking != s.frames.is_empty(), || "an open choice and an effect under way go together".into())?;
    ensure(s.fewer_dice < 16 && s.strikes < 100, || "more lost dice or strikes than a turn can bring".into())?;
    for (i, f) in s.frames.iter().enumerate() {
        let current = i + 1 == s.frames.len();
        ensure(f.left > 0 || !current, || "the current effect has no verb left".into())?;
        match Origin::unpack(f.origin) {
            Origin::Member(place) => ensure(place < s.own().len(), || format!("an effect of nobody at place {place}"))?,
            Origin::Table(at) => ensure(at < 9, || format!("an effect of a card at place {at} of nine"))?,
            Origin::Elsewhere => {}
        }
    }
    if let Some(frame) = s.frames.last() {
        let changing = matches!(g.tables.program[usize::from(frame.at)], Op::ChangeDie { .. }) && frame.memo > 0;
        let chosen = s.rolled.get(usize::from(frame.memo).wrapping_sub(1));
        ensure(!changing || chosen.is_some_and(|&n| n > 0), || "the die to change is not there".into())?;
        ensure(targets::any(g, s), || "an effect asks for a choice but has no target".into())?;
    }
    Ok(())
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
    ensure(seen.count(CardSet(u64::MAX)) == CARDS, || format!("{} cards of {CARDS}", seen.count(CardSet(u64::MAX))))?;
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
