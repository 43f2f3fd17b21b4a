//! The game in words: the battle as both sides see it, what an action means, and what a card does, in our own words.

use std::fmt::Write as _;

use super::RebellionCombat;
use super::action::{Action, Own, Target};
use super::end;
use super::op::{Amount, From, Op, Per, To};
use super::state::{Beside, Ending, Hit, Stage, State};
use super::tables::Tables;
use super::words::{Colour, Face, LEVELS, Loyalty, ROWS, Side, Theatre};
use crate::bits::places;
use crate::finite::Finite;

/// The battle as everybody at the table sees it: of hands only how many cards they hold.
pub fn table(g: &RebellionCombat, s: &State) -> String {
    let t = &g.tables;
    let points = [Side::Empire, Side::Rebels].map(|side| end::points(g, s, side));
    let mut out = format!(
        "Round {}, {}. Points: Empire {}, Rebels {}. Current player: {}.\n",
        s.round,
        stage(s),
        points[0],
        points[1],
        s.current.word()
    );
    for side in Side::all() {
        let _ = writeln!(out, "{}: {}", title(side), force(t, s, side));
        let camp = s.camp(side);
        let cards =
            Theatre::ALL.iter().map(|&deck| format!("{} {}", s.hand_size(t, side, deck), deck.word()));
        let _ = writeln!(
            out,
            "  leaders: {}; pool: {}; cards: {}",
            names(t, side, camp.leaders),
            names(t, side, camp.pool),
            cards.collect::<Vec<_>>().join(", ")
        );
        for (what, zone) in
            [("destroyed now", camp.parked), ("lost", camp.lost), ("retreated", camp.retreated)]
        {
            if zone != [0; ROWS] {
                let _ = writeln!(out, "  {what}: {}", rows(t, side, &zone));
            }
        }
    }
    for hit in s.hits.iter() {
        let _ = writeln!(out, "Hurt: {}", hurt(g, s, *hit));
    }
    if s.dice != <[[u8; Face::N]; Colour::N]>::default() {
        let _ = writeln!(out, "Dice: {}", dice(s));
    }
    let beside: Vec<_> = s.beside.iter().enumerate().map(|(i, b)| neighbour(i, b)).collect();
    let plans = if s.plans { " The Rebels hold the plans of the Death Star." } else { "" };
    let _ = writeln!(out, "System {}, beside {}.{plans}", s.loyalty.word(), or_none(&beside));
    out
}

fn title(side: Side) -> &'static str {
    match side {
        Side::Empire => "Empire",
        Side::Rebels => "Rebels",
    }
}

/// Where the combat stands, in words.
pub fn stage(s: &State) -> String {
    let who = title(s.decides());
    let place = s.theatre.word();
    match s.stage {
        _ if s.playing.left > 0 => format!("{who} chooses for a card"),
        Stage::Leaders => format!("{who} may add a leader"),
        Stage::Tactics => format!("{who} draws {place} cards for leaders"),
        Stage::Structures => format!("{who} draws {place} cards for structures"),
        Stage::Roll => format!("{who} attacks: {place}"),
        Stage::Actions => format!("{who} may act: {place}"),
        Stage::Assign => format!("{who} assigns damage: {place}"),
        Stage::Block => format!("{who} may block: {place}"),
        Stage::Plans => format!("{who} may use the plans"),
        Stage::Retreat => format!("{who} may retreat"),
        Stage::Lead => format!("{who} chooses who leads the retreat"),
        Stage::Take => format!("{who} loads units, room for {}", s.room),
        Stage::Over => format!("over: {}", ending(s.ending)),
    }
}

fn ending(e: Ending) -> &'static str {
    match e {
        Ending::None => "unfinished",
        Ending::EmpireHolds => "the Empire holds the system",
        Ending::RebelsHold => "the Rebels hold the system",
        Ending::Apart => "the sides no longer meet",
        Ending::Empty => "nobody is left",
        Ending::Stalemate => "nobody can hurt the other",
        Ending::Endless => "it would go on for ever",
    }
}

fn or_none(parts: &[String]) -> String {
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

fn names(t: &Tables, side: Side, set: u16) -> String {
    let name = |i: usize| {
        let leader = &t.leaders[side.index()][i];
        format!("{} {}/{}", leader.name, leader.tactics[0], leader.tactics[1])
    };
    or_none(&places(u64::from(set)).map(name).collect::<Vec<_>>())
}

fn rows(t: &Tables, side: Side, zone: &[u8; ROWS]) -> String {
    let some = (0..ROWS).filter(|&row| zone[row] > 0);
    let parts: Vec<_> = some.map(|row| format!("{} {}", zone[row], t.unit(side, row).name)).collect();
    or_none(&parts)
}

fn force(t: &Tables, s: &State, side: Side) -> String {
    let mut parts = Vec::new();
    for row in 0..ROWS {
        for marked in (0..LEVELS).filter(|&m| s.units[side.index()][row][m] > 0) {
            let unit = own(t, side, Own { row: Finite::at(row), marked: marked as u8 });
            parts.push(format!("{} {unit}", s.units[side.index()][row][marked]));
        }
    }
    or_none(&parts)
}

fn own(t: &Tables, side: Side, own: Own) -> String {
    let unit = t.unit(side, own.row.index());
    match own.marked {
        0 => unit.name.clone(),
        n => format!("{} ({n}/{})", unit.name, unit.health),
    }
}

fn hurt(g: &RebellionCombat, s: &State, hit: Hit) -> String {
    let unit = g.tables.unit(s.side.other(), usize::from(hit.row));
    format!("{} ({}+{}/{})", unit.name, hit.marked, hit.assigned, unit.health)
}

fn dice(s: &State) -> String {
    let mut parts = Vec::new();
    for colour in Colour::all() {
        for face in Face::all().filter(|f| s.dice[colour.index()][f.index()] > 0) {
            let n = s.dice[colour.index()][face.index()];
            parts.push(format!("{n} {} {}", colour.word(), face.word()));
        }
    }
    parts.join(", ")
}

fn neighbour(i: usize, b: &Beside) -> String {
    let mut words = vec![format!("{i}")];
    if b.loyalty != Loyalty::Neutral {
        words.push(format!("loyal to the {}", b.loyalty.word()));
    }
    words.extend(
        Side::all().filter(|&side| b.has(side)).map(|side| format!("with units of the {}", side.word())),
    );
    if b.origin {
        words.push("where the attack came from".into());
    }
    words.join(" ")
}

/// What an action means here.
pub fn tell(g: &RebellionCombat, s: &State, a: Action) -> String {
    let t = &g.tables;
    let side = s.decides();
    let leader = |i: usize| t.leaders[side.index()].get(i).map_or("nobody", |l| l.name.as_str());
    let card = |i: usize| t.tactics[i].name.as_str();
    match a {
        Action::Proceed if s.stage == Stage::Roll => "roll the dice".into(),
        Action::Proceed => "draw the cards".into(),
        Action::Done => done(s).into(),
        Action::AddLeader { leader: l } => format!("add {}", leader(l.index())),
        Action::Draw { colour } => format!("spend a {} special to draw a card", colour.word()),
        Action::Play { card: c } => format!("play {}: {}", card(c.index()), ability(t, c.index())),
        Action::Spend { colour } => format!("pay with a {} special", colour.word()),
        Action::Reroll { die } => format!("roll a {} {} again", die.colour.word(), die.face.word()),
        Action::DrawFrom { deck } => format!("draw a {} card", deck.word()),
        Action::Damage { target } => format!("{} on {}", die(g, s), aim(g, s, target)),
        Action::Discard { card: c } => format!("discard {}", card(c.index())),
        Action::Block { unit } => match s.hits.get(unit.index()) {
            Some(hit) => format!("block a damage on {}", hurt(g, s, *hit)),
            None => "block a damage on nobody".into(),
        },
        Action::UsePlans => "attack the Death Star with its plans".into(),
        Action::Retreat { to } => match s.beside.get(to.index()) {
            Some(b) => format!("retreat to system {}", neighbour(to.index(), b)),
            None => "retreat to nowhere".into(),
        },
        Action::Lead { leader: l } => format!("{} leads the retreat", leader(l.index())),
        Action::Take { unit } => format!("take {} along", own(t, side, unit)),
    }
}

fn done(s: &State) -> &'static str {
    match s.stage {
        _ if s.playing.left > 0 => "no more",
        Stage::Leaders => "add no leader",
        Stage::Block => "block no more",
        Stage::Plans => "do not use the plans",
        Stage::Retreat => "stay",
        Stage::Take => "leave with these",
        Stage::Tactics
        | Stage::Structures
        | Stage::Roll
        | Stage::Actions
        | Stage::Assign
        | Stage::Lead
        | Stage::Over => "assign the damage",
    }
}

/// The damage being assigned.
fn die(g: &RebellionCombat, s: &State) -> String {
    if s.playing.left > 0 {
        return g.tables.tactics[usize::from(s.playing.card)].name.clone();
    }
    match super::attack::next_die(g, s).filter(|_| s.stage == Stage::Assign) {
        Some((colour, face)) => format!("{} {}", colour.word(), face.word()),
        None => "no damage".into(),
    }
}

fn aim(g: &RebellionCombat, s: &State, target: Target) -> String {
    match target {
        Target::Fresh(unit) => own(&g.tables, s.side.other(), unit),
        Target::Wounded(unit) => s.hits.get(unit.index()).map_or("nobody".into(), |hit| hurt(g, s, *hit)),
    }
}

/// What a card does.
pub fn ability(t: &Tables, card: usize) -> String {
    t.ops(card).iter().map(verb).collect::<Vec<_>>().join("; ")
}

fn verb(op: &Op) -> String {
    match *op {
        Op::Spend => "pay a special".into(),
        Op::Discard => "discard another card of this theatre".into(),
        Op::Reroll { n } => format!("roll up to {n} dice again"),
        Op::Damage { amount: Amount { n, per }, to } => {
            let per = match per {
                Per::Once => "",
                Per::RedOfAShip => " for each red die of an own ship",
            };
            let to = match to {
                To::Any => "",
                To::One => " on one unit",
                To::Each => ", one on each of as many units",
            };
            format!("{n} damage{per}{to}")
        }
        Op::Block { n } => format!("block up to {n} damage"),
        Op::Draw { n, from: From::This } => format!("draw {n} cards"),
        Op::Draw { n, from: From::Either } => format!("draw {n} cards from either deck"),
        Op::ForbidBlock => "the enemy cannot block this attack".into(),
        Op::ForbidRetreat => "the enemy cannot retreat this round".into(),
        Op::FreeRetreat => "own units need no carriers to retreat this round".into(),
    }
}
