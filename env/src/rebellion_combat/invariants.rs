//! Every invariant of a state, stated once: conservation of units, cards, dice and leaders, and a stage that fits.

use super::RebellionCombat;
use super::apply;
use super::attack;
use super::end::{self, MOST_ROUNDS};
use super::flow;
use super::legal;
use super::op::{Op, To, When};
use super::plans;
use super::state::{Ending, Playing, Stage, State};
use super::targets;
use super::words::{CARDS, Colour, Moves, ROWS, Side, Theatre};
use crate::bits::places;
use crate::finite::Finite;

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &RebellionCombat, s: &State) -> Result<(), String> {
    cards(g, s)?;
    for side in Side::all() {
        units(g, s, side)?;
        leaders(g, s, side)?;
    }
    hits(g, s)?;
    for (c, die) in g.tables.dice.iter().enumerate() {
        let n = s.dice[c].iter().map(|&n| u16::from(n)).sum::<u16>() + u16::from(s.aside[c]);
        let (most, word) = (die.most, Colour::at(c).word());
        ensure(n <= u16::from(most), || format!("{n} {word} dice, more than {most}"))?;
    }
    ensure((s.stage == Stage::Over) == (s.ending != Ending::None), || "stage and ending disagree".into())?;
    ensure(s.round <= MOST_ROUNDS, || format!("round {} of at most {MOST_ROUNDS}", s.round))?;
    let rounds = !matches!(s.stage, Stage::Leaders | Stage::Tactics);
    ensure(rounds == (s.round > 0), || "rounds begin after the tactic cards are drawn".into())?;
    tidy(s)?;
    playing(g, s)?;
    stage(g, s)
}

/// Every card is in exactly one zone.
fn cards(g: &RebellionCombat, s: &State) -> Result<(), String> {
    for card in 0..CARDS {
        let zones = [s.deck[card], s.discards[card], s.camps[0].hand[card], s.camps[1].hand[card]];
        let (n, tactic) = (zones.iter().map(|&n| u16::from(n)).sum::<u16>(), &g.tables.tactics[card]);
        ensure(n == u16::from(tactic.copies), || {
            format!("{n} cards of {} ({}), not {}", tactic.name, tactic.theatre.word(), tactic.copies)
        })?;
    }
    Ok(())
}

/// No more units than are in the box, none with as much damage as destroys it, and where they can be.
fn units(g: &RebellionCombat, s: &State, side: Side) -> Result<(), String> {
    let camp = s.camp(side);
    for (row, unit) in g.tables.units[side.index()].iter().enumerate() {
        let levels = &s.units[side.index()][row];
        let hurt = s.hits.iter().filter(|h| side != s.side && usize::from(h.row) == row).count() as u16;
        let gone = [camp.parked[row], camp.lost[row], camp.retreated[row]];
        let n = levels.iter().chain(&gone).map(|&n| u16::from(n)).sum::<u16>() + hurt;
        let name = &unit.name;
        ensure(n <= u16::from(unit.supply), || format!("{n} of {name}, more than {}", unit.supply))?;
        let most = usize::from(unit.health.max(1));
        ensure(levels.iter().skip(most).all(|&n| n == 0), || {
            format!("{name} with {most} or more damage is not destroyed")
        })?;
        let second = matches!(s.stage, Stage::Roll | Stage::Actions | Stage::Assign | Stage::Block)
            && s.side != s.current;
        let parked = camp.parked[row];
        ensure(parked == 0 || second && side != s.current && unit.theatre == s.theatre, || {
            format!("{parked} of {name} are not yet gone, but their step is over")
        })?;
        let moved = camp.retreated[row];
        ensure(moved == 0 || camp.has_retreated && unit.moves != Moves::Immobile, || {
            format!("{moved} of {name} cannot have retreated")
        })?;
    }
    Ok(())
}

fn leaders(g: &RebellionCombat, s: &State, side: Side) -> Result<(), String> {
    let (camp, all) = (s.camp(side), &g.tables.leaders[side.index()]);
    let word = side.word();
    let (here, pool, away) = (camp.leaders, camp.pool, camp.away);
    ensure(here & pool == 0 && (here | pool) & away == 0, || {
        format!("a leader of the {word} is in two places")
    })?;
    let any = here | pool | away;
    ensure(any >> all.len() == 0, || format!("the {word} have {} leaders", all.len()))?;
    for (i, leader) in all.iter().enumerate() {
        let both = leader.replaces.is_some_and(|r| any >> i & any >> r & 1 == 1);
        ensure(!both, || format!("{} is in play beside whom it replaces", leader.name))?;
    }
    let one = u32::from(camp.has_retreated);
    ensure(away.count_ones() == one, || format!("{} leaders of the {word} led a retreat", away.count_ones()))
}

/// Hurt units are in order, of the defender, in this theatre, and not hurt without damage.
fn hits(g: &RebellionCombat, s: &State) -> Result<(), String> {
    let rows = g.tables.rows(s.side.other(), s.theatre);
    ensure(s.hits.is_sorted(), || "hurt units out of order".into())?;
    for hit in s.hits.iter() {
        let row = usize::from(hit.row);
        ensure(rows.contains(&row), || "a unit is hurt that is not in this battle".into())?;
        let unit = g.tables.unit(s.side.other(), row);
        let fits = hit.assigned > 0 && hit.assigned < 64 && hit.marked < unit.health;
        ensure(fits, || format!("{} is hurt by {} after {}", unit.name, hit.assigned, hit.marked))?;
        let each = matches!(playing_op(g, s), Some(Op::Damage { to: To::Each, .. }));
        ensure(!hit.chosen || each, || format!("{} is chosen by no card", unit.name))?;
    }
    Ok(())
}

fn playing_op(g: &RebellionCombat, s: &State) -> Option<Op> {
    (s.playing.left > 0).then(|| g.tables.program.get(usize::from(s.playing.at)).copied()).flatten()
}

/// What a stage does not use is empty.
fn tidy(s: &State) -> Result<(), String> {
    let attack = matches!(s.stage, Stage::Actions | Stage::Assign | Stage::Block);
    let empty = s.hits.is_empty() && s.dice == [[0; 4]; 2] && !s.no_block;
    ensure(attack || empty, || format!("dice or hurt units in '{}'", s.stage.word()))?;
    let round = !matches!(s.stage, Stage::Leaders | Stage::Tactics | Stage::Over);
    ensure(round || s.camps.iter().all(|c| !c.held && !c.free), || {
        "a card of a round outside of one".into()
    })?;
    let moving = matches!(s.stage, Stage::Lead | Stage::Take);
    ensure(moving || s.to == 0, || "a retreat without a leader".into())?;
    ensure(s.stage == Stage::Take || s.room == 0, || "capacity without a retreat".into())?;
    let beside = s.beside.iter().all(|b| b.units < 4);
    ensure(beside, || "units of a third side in a neighbouring system".into())?;
    let choosing = s.playing.left > 0;
    ensure(choosing || s.aside == [0; 2], || "dice are set aside for nothing".into())?;
    ensure(choosing || s.playing == Playing::default(), || "a card is played with no verb left".into())
}

/// A card being played is of this theatre and time, and waits for a choice that can be made.
fn playing(g: &RebellionCombat, s: &State) -> Result<(), String> {
    let p = s.playing;
    if p.left == 0 {
        return Ok(());
    }
    let tactic =
        g.tables.tactics.get(usize::from(p.card)).ok_or_else(|| format!("there is no card {}", p.card))?;
    let name = &tactic.name;
    let span = &tactic.span;
    let at = p.at >= span.start && p.left <= span.end && p.at == span.end - p.left;
    ensure(at, || format!("{name} has no such verb"))?;
    ensure(s.discards[usize::from(p.card)] > 0, || format!("{name} is played but not discarded"))?;
    let when = if s.stage == Stage::Block { When::Block } else { When::Attack };
    let time = matches!(s.stage, Stage::Actions | Stage::Block) && tactic.when == when;
    ensure(time && tactic.theatre == s.theatre, || format!("{name} cannot be played now"))?;
    let op = g.tables.program[usize::from(p.at)];
    let reroll = matches!(op, Op::Reroll { .. });
    let aside = s.aside.iter().sum::<u8>();
    ensure(if reroll { aside == p.memo } else { aside == 0 }, || "dice are set aside for nothing".into())?;
    ensure(p.memo < 32, || format!("{name} has asked too often"))?;
    ensure(asks(g, s, op), || format!("{name} has nothing to choose from"))
}

/// Whether the verb waits for a choice in this state.
fn asks(g: &RebellionCombat, s: &State, op: Op) -> bool {
    let p = s.playing;
    match op {
        Op::Spend => p.memo == 0 && s.dice.iter().all(|faces| faces[2] > 0),
        Op::Discard => p.memo == 0 && s.hand_size(&g.tables, s.decides(), s.theatre) > 0,
        Op::Reroll { n } => p.memo < n && s.dice != [[0; 4]; 2],
        Op::Damage { amount, to } => {
            let mut any = false;
            targets::each(g, s, None, to == To::Each, &mut |_| any = true);
            any && if to == To::One { p.memo == 0 } else { p.memo < apply::size(g, s, amount) }
        }
        Op::Block { n } => p.memo < n && !s.hits.is_empty(),
        Op::Draw { n, .. } => p.memo < n && Theatre::all().all(|deck| attack::can_draw(g, s, deck)),
        Op::ForbidBlock | Op::ForbidRetreat | Op::FreeRetreat => false,
    }
}

/// The combat rests where there is a decision.
fn stage(g: &RebellionCombat, s: &State) -> Result<(), String> {
    let t = &g.tables;
    let contested = s.contested(t, s.theatre);
    let first = s.side == s.current;
    let opening = s.theatre == Theatre::Space;
    let rests = match s.stage {
        _ if s.playing.left > 0 => true,
        Stage::Leaders => legal::may_add_leader(g, s) && opening,
        Stage::Tactics => flow::cards_of_leaders(g, s) > 0,
        Stage::Structures => contested && s.theatre == Theatre::Ground && flow::cards_of_structures(g, s) > 0,
        Stage::Roll => attack::dice(g, s) != [0; 2],
        Stage::Actions => attack::may_act(g, s),
        Stage::Assign => attack::next_die(g, s).is_some(),
        Stage::Block => attack::may_block(g, s),
        Stage::Plans => plans::may_try(g, s) && s.side == Side::Rebels && opening,
        Stage::Retreat => legal::may_retreat(g, s, s.side),
        Stage::Lead => leaving(g, s),
        Stage::Take => {
            let camp = s.camp(s.side);
            let gone = camp.retreated != [0; ROWS] || camp.free;
            legal::any_to_take(g, s) && camp.has_retreated && gone && usize::from(s.to) < s.beside.len()
        }
        Stage::Over => end::judge(g, s) == s.ending && first && opening,
    };
    ensure(rests, || format!("there is no decision in '{}'", s.stage.word()))?;
    let met = matches!(s.stage, Stage::Leaders | Stage::Tactics);
    let meets = Theatre::all().any(|theatre| s.contested(t, theatre));
    ensure(!met || meets, || "no theatre has units of both sides".into())?;
    let before = matches!(s.stage, Stage::Leaders | Stage::Tactics);
    let whole = s.camps.iter().all(|c| c.lost == [0; ROWS] && c.retreated == [0; ROWS] && !c.has_retreated);
    ensure(!before || whole, || "units are lost before the first round".into())
}

/// A retreat to a place that was open for it, of somebody who can lead it.
fn leaving(g: &RebellionCombat, s: &State) -> bool {
    legal::may_retreat(g, s, s.side)
        && places(legal::destinations(s, s.side)).any(|to| to == usize::from(s.to))
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}
