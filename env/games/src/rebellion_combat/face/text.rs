//! The game in words: the battle as far as a viewer knows it, what the deciding side is asked, and what an action means.

use std::fmt::Write as _;

use holotable_env::english::counted;
use holotable_env::{Finite, Viewer};

use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::{Action, Own, Target};
use crate::rebellion_combat::rules::ask::{Ask, Choice, asked};
use crate::rebellion_combat::rules::attack::{dice, next_die};
use crate::rebellion_combat::rules::flow::{cards_of_leaders, cards_of_structures};
use crate::rebellion_combat::rules::legal::must_retreat;
use crate::rebellion_combat::rules::names::{self, beside, ending, loyalty, person, title};
use crate::rebellion_combat::rules::op::in_words;
use crate::rebellion_combat::rules::plans;
use crate::rebellion_combat::rules::state::{Beside, Hit, Stage, State};
use crate::rebellion_combat::rules::tables::Tables;
use crate::rebellion_combat::rules::words::{Loyalty, Neighbour, Side, Theatre};
use crate::rebellion_combat::rules::worth::points;
use crate::rebellion_combat::rules::zones::Leaders;

/// The battle as a viewer knows it: of other hands only how many cards they hold.
pub fn table(g: &RebellionCombat, s: &State, viewer: Viewer, name: impl Fn(Neighbour) -> String) -> String {
    let t = &g.tables;
    // The rounds begin with the first battle.
    let round = if s.round == 0 { "Before round 1".into() } else { format!("Round {}", s.round) };
    let mut out = format!("{round}, {}. ", stage(s));
    let [empire, rebels] = [Side::Empire, Side::Rebels].map(|side| points(g, s, side));
    let _ = writeln!(out, "Points: Empire {empire}, Rebels {rebels}. Current player: {}.", title(s.current));
    for (side, camp) in s.camps.iter() {
        let units = camp.units.some().map(|(unit, n)| several(n, &table_unit(t, s, side, unit)));
        let _ = writeln!(out, "{}: {}", title(side), list(units));
        let cards = Theatre::all().map(|deck| format!("{} {}", s.hand_size(t, side, deck), deck.word()));
        let (leaders, pool) = (people(t, side, camp.leaders), people(t, side, camp.pool));
        let _ = writeln!(out, "  leaders: {leaders}; pool: {pool}; cards: {}", list(cards));
        for (card, n) in camp.hand.some().filter(|_| viewer.knows(side.index()) || camp.odds.open) {
            let (deck, name) = (t.tactic(card).theatre.word(), &t.tactic(card).name);
            let _ = writeln!(out, "  in hand: {n} {name} ({deck}): {}", in_words(t.ops(card)));
        }
        for (what, zone) in
            [("destroyed now", camp.parked), ("lost", camp.lost), ("retreated", camp.retreated)]
        {
            if !zone.is_empty() {
                let units = zone.some().map(|(row, n)| counted(n, &t.unit(side, row).name));
                let _ = writeln!(out, "  {what}: {}", list(units));
            }
        }
    }
    for hit in s.hits.iter() {
        let _ = writeln!(out, "Hurt: {}", hurt(g, s, *hit));
    }
    if s.any_dice() {
        let shown = s.dice.iter().filter(|(_, n)| **n > 0);
        let words = shown.map(|(die, n)| format!("{n} {} {}", die.colour.word(), die.face.word()));
        let _ = writeln!(out, "Dice: {}", list(words));
    }
    let beside = list(Neighbour::all().zip(s.beside.iter()).map(|(at, b)| neighbour(name(at), b)));
    let plans = if s.plans { " The Rebels hold the plans of the Death Star." } else { "" };
    let _ = writeln!(out, "The system is {}. Beside it: {beside}.{plans}", loyalty(s.loyalty));
    out
}

/// Where the combat stands, in words.
pub fn stage(s: &State) -> String {
    let (side, who) = (s.decides(), title(s.decides()));
    let place = s.theatre.word();
    // The Empire attacks, the Rebels attack.
    let does = |verb: &str| format!("{who} {verb}{}", if side == Side::Empire { "s" } else { "" });
    match s.stage {
        _ if s.playing.is_some() => does("choose") + " for a card",
        Stage::Leaders => format!("{who} may add a leader"),
        Stage::Cards => "cards of the campaign are due".into(),
        Stage::Tactics => format!("{} {place} cards for leaders", does("draw")),
        Stage::Structures => format!("{} {place} cards for structures", does("draw")),
        Stage::Roll => format!("{}: {place}", does("attack")),
        Stage::Actions => format!("{who} may act: {place}"),
        Stage::Assign => format!("{} damage: {place}", does("assign")),
        Stage::Block => format!("{who} may block: {place}"),
        Stage::Plans if plans::waits(s) => format!("{who} have hit a Death Star"),
        Stage::Plans => format!("{who} may use the plans"),
        Stage::Retreat => format!("{who} may retreat"),
        Stage::Lead => does("choose") + " who leads the retreat",
        Stage::Take => format!("{} units, room for {}", does("load"), s.room),
        Stage::Over => format!("over: {}", ending(s.ending)),
    }
}

/// What the deciding side is asked.
pub fn prompt(g: &RebellionCombat, s: &State) -> String {
    let place = s.theatre.word();
    match s.stage {
        _ if s.playing.is_some() => {
            let name = s.playing.map_or("", |playing| &g.tables.tactic(playing.card).name);
            format!("{name}: {}", asked(g, s).map(still).unwrap_or_default())
        }
        Stage::Leaders => "add a leader from the pool for the tactic cards, or none".into(),
        Stage::Cards => "the campaign's cards are due".into(),
        Stage::Tactics => {
            format!("draw {} for the best leader", counted(cards_of_leaders(g, s), &format!("{place} card")))
        }
        Stage::Structures => {
            format!("draw {} for structures", counted(cards_of_structures(g, s), &format!("{place} card")))
        }
        Stage::Roll => {
            let fewer = names::withheld(g, s).map_or(String::new(), |words| format!(" ({words})"));
            format!("attack {}: roll {}{fewer}", names::place(s.theatre), names::dice(&dice(g, s)))
        }
        Stage::Actions => "play a card or draw one for a special, or assign the damage".into(),
        Stage::Assign => format!("put the {} on an enemy unit", damage(g, s)),
        Stage::Block => "play a card to block damage, or take it".into(),
        Stage::Plans if plans::waits(s) => "say which Death Star the plans destroy".into(),
        Stage::Plans => "attack the Death Star with its plans, or not".into(),
        Stage::Retreat if must_retreat(g, s) => "choose where to retreat: nobody can hurt the other".into(),
        Stage::Retreat => "retreat to a neighbouring system, or stay".into(),
        Stage::Lead => "choose the leader who goes with the retreat".into(),
        Stage::Take if s.camps[s.side].free => "choose units that leave, which need no carriers".into(),
        Stage::Take => format!("choose units to carry along, room for {}", s.room),
        Stage::Over => format!("nothing: {}", ending(s.ending)),
    }
}

/// What is left of what a card does.
fn still(Ask { choice, left, may_stop }: Ask) -> String {
    let more = if may_stop { " more" } else { "" };
    let what = match choice {
        Choice::Special => "choose the special to pay with".into(),
        Choice::Card => "discard another card of this theatre".into(),
        Choice::Die => format!("choose up to {left}{more} of your dice to roll again"),
        Choice::Target { others: true, .. } => {
            format!(
                "put 1 damage each on up to {left}{more} enemy {}",
                if left == 1 { "unit" } else { "units" }
            )
        }
        Choice::Target { damage: 1, .. } => format!("put {left} damage on enemy units"),
        Choice::Target { damage, .. } => format!("put {damage} damage on one enemy unit"),
        Choice::Block => format!("block up to {left}{more} damage"),
        Choice::Deck => format!("draw {left} more, from either deck"),
    };
    what + if may_stop { ", or stop" } else { "" }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

fn people(t: &Tables, side: Side, set: Leaders) -> String {
    list(set.iter().filter_map(|leader| t.leader(side, leader)).map(person))
}

/// A unit with its damage and health.
pub fn table_unit(t: &Tables, s: &State, side: Side, own: Own) -> String {
    let name = &t.unit(side, own.row).name;
    match own.marked.index() {
        0 => name.clone(),
        n => format!("{name} ({n}/{})", s.health(t, side, own.row)),
    }
}

/// So many units, with their damage behind the name.
fn several(n: u8, unit: &str) -> String {
    match unit.split_once(" (") {
        Some((name, damage)) => format!("{} ({damage}", counted(n, name)),
        None => counted(n, unit),
    }
}

/// A hurt unit with its damage and health; some damage may be from before this attack.
fn hurt(g: &RebellionCombat, s: &State, hit: Hit) -> String {
    let (side, row) = (s.side.other(), hit.unit.row);
    let (name, health) = (&g.tables.unit(side, row).name, s.health(&g.tables, side, row));
    let old = match hit.unit.marked.index() {
        0 => String::new(),
        n => format!(", {n} from before"),
    };
    format!("{name} ({}/{health}{old})", hit.total())
}

/// A system beside the one fought over.
pub fn neighbour(name: String, b: &Beside) -> String {
    let mut notes = Vec::new();
    if b.loyalty != Loyalty::Neutral {
        notes.push(loyalty(b.loyalty).to_owned());
    }
    notes.extend(b.units.each().map(|side| format!("units of the {}", title(side))));
    if b.origin {
        notes.push("the attack came from there".into());
    }
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join(", ")) }
}

/// What an action means here.
pub fn describe_action(g: &RebellionCombat, s: &State, a: Action) -> String {
    let t = &g.tables;
    let side = s.decides();
    let who = |leader| t.leader(side, leader).map_or("nobody", |l| l.name.as_str());
    let wounded = |i: usize| s.hits.get(i).map_or("nobody".into(), |hit| hurt(g, s, *hit));
    match a {
        Action::Proceed if s.stage == Stage::Roll => "roll the dice".into(),
        Action::Proceed => "draw the cards".into(),
        Action::Done => done(g, s).into(),
        Action::AddLeader { leader } => format!("add {}", who(leader)),
        Action::Draw { colour } => format!("pay a {} special to draw a card", colour.word()),
        Action::Play { card } if card.index() >= t.tactics.len() => "play a card of another data set".into(),
        Action::Play { card } => format!("play {}: {}", t.tactic(card).name, in_words(t.ops(card))),
        Action::Spend { colour } => format!("pay with a {} special", colour.word()),
        Action::Reroll { die } => format!("roll a {} {} again", die.colour.word(), die.face.word()),
        Action::DrawFrom { deck } => format!("draw a {} card", deck.word()),
        Action::Damage { target: Target::Fresh(unit) } if plans::waits(s) => {
            format!("destroy {}", table_unit(t, s, side.other(), unit))
        }
        Action::Damage { target: Target::Fresh(unit) } => {
            format!("{} on {}", damage(g, s), table_unit(t, s, side.other(), unit))
        }
        Action::Damage { target: Target::Wounded(unit) } => {
            format!("{} on {}", damage(g, s), wounded(unit.index()))
        }
        Action::Discard { card } => format!("discard {}", t.name_and_copies(card).0),
        Action::Block { unit } => format!("block 1 damage on {}", wounded(unit.index())),
        Action::UsePlans => "attack the Death Star with its plans".into(),
        Action::Retreat { to } => match s.beside.get(to.index()) {
            Some(b) => format!("retreat to {}", neighbour(beside(to), b)),
            None => "retreat to nowhere".into(),
        },
        Action::Lead { leader } => format!("{} leads the retreat", who(leader)),
        Action::Take { unit } => format!("take {} along", table_unit(t, s, side, unit)),
    }
}

fn done(g: &RebellionCombat, s: &State) -> &'static str {
    match s.stage {
        _ if s.playing.is_some() => "no more",
        Stage::Leaders => "add no leader",
        Stage::Block => "take the damage",
        Stage::Plans => "do not use the plans",
        Stage::Retreat => "stay",
        Stage::Take => "leave with these",
        Stage::Actions if next_die(g, s).is_none() => "end the combat actions",
        Stage::Cards
        | Stage::Tactics
        | Stage::Structures
        | Stage::Roll
        | Stage::Actions
        | Stage::Assign
        | Stage::Lead
        | Stage::Over => "assign the damage",
    }
}

/// The damage being assigned.
fn damage(g: &RebellionCombat, s: &State) -> String {
    if let Some(playing) = s.playing {
        return g.tables.tactic(playing.card).name.clone();
    }
    match next_die(g, s).filter(|_| s.stage == Stage::Assign) {
        Some(die) => format!("{} {}", die.colour.word(), die.face.word()),
        None => "no damage".into(),
    }
}
