//! Every invariant of a state, stated once: conservation of units, cards, dice and leaders, and a stage that fits.

use holotable_env::{Finite, ensure};

use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::{Die, Own};
use crate::rebellion_combat::rules::ask::{Choice, asked};
use crate::rebellion_combat::rules::end::{self, MOST_ROUNDS};
use crate::rebellion_combat::rules::op::When;
use crate::rebellion_combat::rules::state::{Camp, Ending, Odds, Stage, State};
use crate::rebellion_combat::rules::words::{ByColour, Face, Moves, Neighbour, Side, Theatre};
use crate::rebellion_combat::rules::{attack, flow, legal, plans};

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &RebellionCombat, s: &State) -> Result<(), String> {
    s.count_cards(&g.tables)?;
    for side in Side::all() {
        units(g, s, side)?;
        leaders(g, s, side)?;
    }
    hits(g, s)?;
    for (colour, die) in g.tables.dice.iter() {
        let shown: u16 = Face::all().map(|face| u16::from(s.dice[Die { colour, face }])).sum();
        let (n, most) = (shown + u16::from(s.aside[colour]), die.most);
        ensure(n <= u16::from(most), || format!("{n} {} dice, more than {most}", colour.word()))?;
    }
    ensure((s.stage == Stage::Over) == (s.ending != Ending::None), || "stage and ending disagree".into())?;
    ensure(s.round <= MOST_ROUNDS, || format!("round {} of at most {MOST_ROUNDS}", s.round))?;
    let rounds = !matches!(s.stage, Stage::Leaders | Stage::Cards | Stage::Tactics);
    ensure(rounds == (s.round > 0), || "rounds begin after the tactic cards are drawn".into())?;
    for (theatre, won) in s.won.iter() {
        let gone = won.is_none_or(|side| !s.any(&g.tables, side.other(), theatre));
        ensure(gone, || format!("the battle in {} is won, but the enemy is there", theatre.word()))?;
    }
    // The ring of Yoda is of a mission, all else of action cards.
    let ring = s.camps.iter().any(|(_, camp)| camp.odds.again > 0);
    let plain = |odds: Odds| Odds { again: 0, ..odds } == Odds::default();
    let odds = s.cards.frail > 0 || !s.camps.iter().all(|(_, camp)| plain(camp.odds));
    ensure(g.campaign || !s.cards.waits && !odds && !ring, || {
        "a battle by itself has no cards of a campaign".into()
    })?;
    ensure(s.cards.waits || !odds, || "cards of a campaign were played that has none".into())?;
    tidy(s)?;
    playing(g, s)?;
    stage(g, s)
}

/// No more units than are in the box, none with as much damage as destroys it, and where they can be.
fn units(g: &RebellionCombat, s: &State, side: Side) -> Result<(), String> {
    let Camp { units, parked, lost, retreated, .. } = &s.camps[side];
    let attack = matches!(s.stage, Stage::Roll | Stage::Actions | Stage::Assign | Stage::Block);
    let second = attack && s.side != s.current && side != s.current;
    for (row, &moved) in retreated.iter() {
        let (unit, levels) = (g.tables.unit(side, row), units.levels(row));
        let (name, supply) = (&unit.name, unit.supply);
        let zones = [parked[row], lost[row], moved, s.hurt(side, row)];
        let n: u16 = levels.iter().chain(&zones).map(|&n| u16::from(n)).sum();
        ensure(n <= u16::from(supply), || format!("{n} of {name}, more than {supply}"))?;
        let most = usize::from(unit.health.max(1));
        ensure(levels.iter().skip(most).all(|&n| n == 0), || {
            format!("{name} with {most} or more damage is not destroyed")
        })?;
        ensure(parked[row] == 0 || second && unit.theatre == s.theatre, || {
            format!("{} of {name} are not yet gone, but their step is over", parked[row])
        })?;
        ensure(moved == 0 || s.camps[side].has_retreated() && unit.moves != Moves::Immobile, || {
            format!("{moved} of {name} cannot have retreated")
        })?;
    }
    Ok(())
}

/// Nobody is in two places, or beside whom he replaces; one leader at most has left, and to a place that is there.
fn leaders(g: &RebellionCombat, s: &State, side: Side) -> Result<(), String> {
    let (Camp { leaders, pool, away, fled_to, .. }, word) = (&s.camps[side], side.word());
    let any = leaders.or(*pool).or(*away);
    ensure(leaders.len() + pool.len() + away.len() == any.len(), || {
        format!("a leader of the {word} is in two places")
    })?;
    for leader in any.iter() {
        let person = g.tables.leader(side, leader);
        let person = person.ok_or_else(|| format!("the {word} have no leader {}", leader.index()))?;
        let both = person.replaces.is_some_and(|other| any.has(other));
        ensure(!both, || format!("{} is in play beside whom it replaces", person.name))?;
    }
    ensure(away.len() <= 1, || format!("{} leaders of the {word} led a retreat", away.len()))?;
    let moving = matches!(s.stage, Stage::Lead | Stage::Take) && side == s.side;
    ensure(fled_to.is_some() == (moving || !away.is_empty()), || {
        format!("a retreat of the {word} without a leader, or to nowhere")
    })?;
    let there = fled_to.is_none_or(|to| to.index() < s.beside.len());
    ensure(there, || format!("the {word} retreat to a system that is not there"))
}

/// Hurt units are in order, of the defender, in this theatre, and not hurt without damage.
fn hits(g: &RebellionCombat, s: &State) -> Result<(), String> {
    ensure(s.hits.is_sorted(), || "hurt units out of order".into())?;
    for hit in s.hits.iter() {
        let Own { row, marked } = hit.unit;
        let unit = g.tables.unit(s.side.other(), row);
        ensure(unit.theatre == s.theatre, || "a unit is hurt that is not in this battle".into())?;
        let fits =
            (1..=attack::MOST_ASSIGNED).contains(&hit.assigned) && marked.index() < usize::from(unit.health);
        ensure(fits, || format!("{} is hurt by {} after {}", unit.name, hit.assigned, marked.index()))?;
    }
    Ok(())
}

/// What a stage does not use is empty.
fn tidy(s: &State) -> Result<(), String> {
    let attack = matches!(s.stage, Stage::Actions | Stage::Assign | Stage::Block);
    let hit = plans::waits(s) && s.dice.iter().all(|(die, &n)| n == u8::from(die == plans::HIT));
    ensure(!plans::waits(s) || hit, || "dice of the plans that are no hit".into())?;
    let empty = s.hits.is_empty() && (hit || !s.any_dice()) && !s.no_block && s.cards.turned == 0;
    ensure(attack || empty, || format!("dice or hurt units in '{}'", s.stage.word()))?;
    let effects = s.camps.iter().any(|(_, camp)| camp.held || camp.free);
    let known = |camp: &Camp| {
        let Odds { fewer, turns, again, guests, .. } = camp.odds;
        fewer.values().iter().all(|&n| n <= 9)
            && turns <= 9
            && again <= 1
            && guests.without(camp.leaders).is_empty()
    };
    ensure(s.camps.iter().all(|(_, camp)| known(camp)), || "cards of a campaign did too much".into())?;
    ensure(s.cards.frail <= 1, || format!("{} health less", s.cards.frail))?;
    ensure(s.stage != Stage::Over || !effects, || "a card of a round outside of one".into())?;
    ensure(s.stage == Stage::Take || s.room == 0, || "capacity without a retreat".into())?;
    let choosing = s.playing.is_some();
    ensure(choosing || s.aside == ByColour::default(), || "dice are set aside for nothing".into())?;
    ensure(choosing || s.hits.iter().all(|hit| !hit.chosen), || "a unit is chosen by no card".into())
}

/// A card being played is of this theatre and time, and waits for a choice that can be made.
fn playing(g: &RebellionCombat, s: &State) -> Result<(), String> {
    let Some(playing) = s.playing else { return Ok(()) };
    // Only kinds of cards that there are can be discarded.
    let (name, _) = g.tables.name_and_copies(playing.card);
    ensure(s.discards[playing.card] > 0, || format!("{name} is played but not discarded"))?;
    let (tactic, verbs) = (g.tables.tactic(playing.card), 1..=g.tables.ops(playing.card).len());
    ensure(verbs.contains(&usize::from(playing.left)), || format!("{name} has no such verb"))?;
    let when = if s.stage == Stage::Block { When::Block } else { When::Attack };
    let time = matches!(s.stage, Stage::Actions | Stage::Block) && tactic.when == when;
    ensure(time && tactic.theatre == s.theatre, || format!("{name} cannot be played now"))?;
    ensure(playing.memo < 32, || format!("{name} has asked too often"))?;
    let ask = asked(g, s).ok_or_else(|| format!("{name} has nothing to choose from"))?;
    let aside: u8 = s.aside.values().iter().sum();
    let due = if ask.choice == Choice::Die { playing.memo } else { 0 };
    ensure(aside == due, || "dice are set aside for nothing".into())?;
    let others = matches!(ask.choice, Choice::Target { others: true, .. });
    ensure(others || s.hits.iter().all(|hit| !hit.chosen), || format!("{name} has chosen no unit"))
}

/// The combat rests where there is a decision.
fn stage(g: &RebellionCombat, s: &State) -> Result<(), String> {
    let t = &g.tables;
    let first = s.side == s.current;
    let opening = s.theatre == Theatre::Space;
    let rests = match s.stage {
        _ if s.playing.is_some() => true,
        Stage::Leaders => legal::may_add_leader(g, s) && opening,
        // A battle by itself never waits.
        Stage::Cards => s.cards.waits && opening,
        Stage::Tactics => flow::cards_of_leaders(g, s) > 0,
        Stage::Structures => !opening && s.contested(t, s.theatre) && flow::cards_of_structures(g, s) > 0,
        Stage::Roll => attack::has_dice(g, s, s.side, s.theatre),
        Stage::Actions => attack::may_act(g, s),
        Stage::Assign => attack::next_die(g, s).is_some(),
        Stage::Block => attack::may_block(g, s),
        Stage::Plans if plans::waits(s) => {
            s.side == Side::Rebels && opening && !s.plans && plans::stations(g, s).count() > 1
        }
        Stage::Plans => plans::may_try(g, s) && s.side == Side::Rebels && opening,
        Stage::Retreat => legal::may_retreat(g, s, s.side),
        Stage::Lead => {
            let open = |to: Neighbour| legal::destinations(s, s.side) >> to.index() & 1 == 1;
            legal::may_retreat(g, s, s.side) && s.camps[s.side].fled_to.is_some_and(open)
        }
        Stage::Take => {
            let camp = &s.camps[s.side];
            legal::any_to_take(g, s) && camp.has_retreated() && (!camp.retreated.is_empty() || camp.free)
        }
        Stage::Over => end::judge(g, s) == s.ending && first && opening,
    };
    ensure(rests, || format!("there is no decision in '{}'", s.stage.word()))?;
    if matches!(s.stage, Stage::Leaders | Stage::Tactics) {
        let meets = Theatre::all().any(|theatre| s.contested(t, theatre));
        ensure(meets || s.cards.waits, || "no theatre has units of both sides".into())?;
        let whole = |(_, c): (Side, &Camp)| {
            (c.lost.is_empty() || s.cards.waits) && c.retreated.is_empty() && !c.has_retreated()
        };
        ensure(s.camps.iter().all(whole), || "units are lost before the first round".into())?;
    }
    Ok(())
}
