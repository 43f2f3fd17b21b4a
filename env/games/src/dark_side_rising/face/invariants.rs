//! Every invariant of a state, stated once: conservation of cards, dice and tokens, damage within capacity,
//! one open choice at most.

use holotable_env::{Finite, ensure, turns};

use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::card::CardSet;
use crate::dark_side_rising::rules::in_play::InPlay;
use crate::dark_side_rising::rules::op::Choice;
use crate::dark_side_rising::rules::state::{Ending, Origin, Stage, State, nothing};
use crate::dark_side_rising::rules::words::{Colour, Component, Token};
use crate::dark_side_rising::rules::{targets, turn};

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &DarkSideRising, s: &State) -> Result<(), String> {
    seats(g, s)?;
    cards(g, s)?;
    counts(g, s)?;
    this_turn(g, s)?;
    ending(g, s)?;
    let rests = matches!(s.stage, Stage::Deploy | Stage::Muster | Stage::Rolled | Stage::Over) || s.asking;
    ensure(rests, || format!("the turn rests in '{}' without a decision", s.stage.word()))?;
    let away = matches!(s.stage, Stage::Deploy | Stage::Over);
    ensure(away == s.deployed.is_none(), || "a team is deployed exactly during its turn".into())
}

/// The game is over exactly when a rule ends it, and a turn begins on a table that the one before has left in order.
fn ending(g: &DarkSideRising, s: &State) -> Result<(), String> {
    ensure((s.stage == Stage::Over) == (s.ending != Ending::None), || "stage and ending disagree".into())?;
    let due = turn::ending(g, s);
    ensure(due == Ending::None || s.ending != Ending::None, || {
        format!("the game is over ({}), but it goes on", due.word())
    })?;
    ensure(due == s.ending, || format!("the game cannot have ended so ({})", s.ending.word()))?;
    // With the option a turn may have begun before its team is deployed.
    let begins = s.stage == Stage::Deploy && !g.rules.before_dark_dice;
    if begins { begun(g, s) } else { Ok(()) }
}

/// What a turn begins with: nobody is at full damage and no component full, for these leave and flip at the end of a turn,
/// and nothing of a turn has happened yet.
fn begun(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let full = s.cards().chain(s.seats.all()).find(|card| g.is_full(**card));
    let name = |card: &InPlay| g.tables[card.card].name.as_str();
    ensure(full.is_none(), || format!("{} is at full damage before the turn begins", full.map_or("", name)))?;
    // The counters of the set-up may fill a component before anybody has had a turn.
    let full = Component::all().find(|&c| s.counters[c] >= g.tables.tiles[c].spaces && s.turn > 0);
    ensure(full.is_none(), || {
        format!("component {} is full before the turn begins", full.map_or("", Component::word))
    })?;
    let mut fresh = *s;
    turn::clear(&mut fresh);
    ensure(fresh == *s && nothing(&s.locked), || "something of a turn is there before it begins".into())
}

/// A team of Rebels for each player.
fn seats(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let n = s.seats.count();
    ensure(n == g.players, || format!("{n} seats, but the game has {} players", g.players))?;
    ensure(usize::from(s.active) < n, || format!("seat {} of {n} is active", s.active))?;
    for (p, rebels) in s.seats.each().enumerate() {
        ensure(rebels.iter().all(|m| m.is_rebel()), || format!("an Imperial on the team of seat {p}"))?;
        let team = s.seats.team(p);
        ensure(!s.seats.teams()[..p].contains(&team), || format!("two seats play {}", team.word()))?;
    }
    Ok(())
}

/// Every card in exactly one zone, damage within capacity.
fn cards(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let (all, mut left) = (g.tables.deck(), g.tables.deck().without(s.deck).without(s.defeated));
    ensure(s.deck.and(s.defeated).is_empty(), || "a card is in the deck and defeated".into())?;
    for named in [s.deck, s.defeated, s.recruits, s.chosen] {
        ensure(named.without(all).is_empty(), || format!("there are no cards {:?}", named.without(all)))?;
    }
    for card in s.cards().chain(s.seats.all()) {
        ensure(all.has(card.card), || format!("there is no card {:?}", card.card))?;
        let (name, capacity) = (&g.tables[card.card].name, g.tables[card.card].capacity);
        ensure(left.has(card.card), || format!("{name} is in two places"))?;
        ensure(card.damage <= capacity, || format!("{name} has {} damage of {capacity}", card.damage))?;
        left.take(card.card);
    }
    let names = |set: CardSet| set.iter().map(|c| g.tables[c].name.as_str()).collect::<Vec<_>>().join(", ");
    ensure(left.is_empty(), || format!("these cards are nowhere: {}", names(left)))
}

/// Tokens, dice and counters as many as there are in the box.
fn counts(g: &DarkSideRising, s: &State) -> Result<(), String> {
    for t in Token::all() {
        let zones = [s.supply, s.discards, s.tokens, s.locked];
        let n: u32 = zones.iter().map(|zone| u32::from(zone[t])).sum();
        let count = g.tables.tokens[t].count;
        ensure(u32::from(count) == n, || format!("{n} tokens of kind {}, not {count}", t.word()))?;
    }
    for c in Colour::all() {
        let rolled: u32 = s.faces(c).iter().map(|&n| u32::from(n)).sum();
        let (out, supply) =
            (rolled + u32::from(s.waiting[c]) + u32::from(s.spent[c]), g.tables.dice[c].supply);
        ensure(out <= u32::from(supply), || format!("{out} {} dice in use of {supply}", c.word()))?;
    }
    for c in Component::all() {
        let (n, most) = (s.counters[c], if s.operational.has(c) { 0 } else { g.tables.tiles[c].spaces });
        ensure(n <= most, || format!("component {} has {n} counters of {most}", c.word()))?;
    }
    Ok(())
}

/// What belongs to the running turn: symbols within what is printed, one open choice at most.
fn this_turn(g: &DarkSideRising, s: &State) -> Result<(), String> {
    for (spot, need) in s.need.iter().enumerate() {
        let card = s.deployed.and_then(|sector| s.table[sector][spot]);
        let printed = card.map(|card| g.tables[card.card].need).unwrap_or_default();
        let within = need.iter().all(|(t, n)| *n <= printed[t]);
        ensure(within, || format!("{need:?} symbols are needed where {printed:?} are printed"))?;
    }
    let struck: u32 = s.cards().filter(|c| c.is_imperial()).map(|c| u32::from(c.damage)).sum();
    let strikes = u32::from(s.strikes);
    ensure(strikes <= struck, || format!("{strikes} strikes left {struck} damage on Imperials"))?;
    ensure(s.fewer_dice < 16, || format!("{} dice are lost", s.fewer_dice))?;
    ensure(s.paid.values().iter().all(|&n| n <= MOST_PAID), || {
        format!("a price of more than {MOST_PAID} is paid")
    })?;
    turns::check(s.turn)?;
    let out = s.rolled_dice() + s.spent.values().iter().sum::<u8>();
    let unrolled = s.stage < Stage::Rolled;
    ensure(!unrolled || out == 0, || "dice are rolled or spent before the opening roll".into())?;
    ensure(s.asking != s.frames.is_empty(), || "an open choice and an effect under way go together".into())?;
    if s.asking { choice(g, s) } else { Ok(()) }
}

/// More than any price and the surplus of a double.
const MOST_PAID: u8 = 8;

/// An open choice: one effect, of somebody who may ask now, with something to choose from.
fn choice(g: &DarkSideRising, s: &State) -> Result<(), String> {
    let stages = [Stage::Deploy, Stage::Gather, Stage::Muster, Stage::Rolled, Stage::Struck];
    ensure(stages.contains(&s.stage), || format!("nobody is asked for a choice in '{}'", s.stage.word()))?;
    let early = s.stage != Stage::Deploy || g.rules.before_dark_dice;
    ensure(early, || "nobody is asked for a choice before the team is deployed".into())?;
    let collected = s.stage != Stage::Gather || s.cursor > 0;
    ensure(collected, || "dice are chosen before the pool is collected".into())?;
    let [frame] = s.frames[..] else { return Err(format!("{} effects under way, not 1", s.frames.len())) };
    let known = match Origin::unpack(frame.origin) {
        Origin::Member(place) => s.own().get(place).map(|m| g.tables[m.card].span),
        Origin::Elsewhere => {
            let tokens = g.tables.tokens.values().iter().map(|kind| kind.span);
            std::iter::once(g.base(s).span).chain(tokens).find(|span| span.ends_with(frame.at, frame.left))
        }
        Origin::Table(_) => None,
    };
    let known = known.is_some_and(|span| span.ends_with(frame.at, frame.left));
    ensure(known, || "the effect that asks is of nobody who could".into())?;
    let ask = g.asked(s).ok_or("the effect under way asks for nothing")?;
    let turns = ask.choice == Choice::Face;
    let there = frame.chosen_die().is_some_and(|die| s.rolled[die] > 0);
    ensure(!turns || there, || "the die to change is not there".into())?;
    ensure(turns || frame.memo < 16, || "the effect has asked too often".into())?;
    ensure(targets::any(g, s), || "an effect asks for a choice but has no target".into())
}
