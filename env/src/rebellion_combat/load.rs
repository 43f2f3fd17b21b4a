//! Compiles the data set from `configs/rebellion_combat/*.toml` into [`Tables`] and [`Scenario`]s.
//!
//! All validation is here; after loading nothing can fail.

use std::path::Path;

use super::generate::LEAST;
use super::op::{Op, When};
use super::scenario::{Scenario, Setup};
use super::state::Beside;
use super::tables::{Die, Leader, Sources, Tables, Tactic, Unit};
use super::words::{CARDS, Face, LEADERS, LEVELS, NEIGHBOURS, ROWS, Side, Theatre};
use super::written::{
    CampData, DiceFile, DieData, LeaderData, LeaderFile, NeighbourData, ScenarioData, ScenarioFile,
    TacticData, TacticFile, UnitData, UnitFile,
};
use crate::data::{self, at, range, six, sourced, sourced_but};
use crate::dice::DiceTable;
use crate::error::{Error, ErrorKind, nearest};
use crate::finite::Finite;
use crate::layout::short_hash;

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 5] = [
    ("units.toml", include_str!("../../../configs/rebellion_combat/units.toml")),
    ("tactics.toml", include_str!("../../../configs/rebellion_combat/tactics.toml")),
    ("leaders.toml", include_str!("../../../configs/rebellion_combat/leaders.toml")),
    ("dice.toml", include_str!("../../../configs/rebellion_combat/dice.toml")),
    ("scenarios.toml", include_str!("../../../configs/rebellion_combat/scenarios.toml")),
];

/// The data set in a folder, or the built-in one, and its battles with a name.
///
/// # Errors
/// [`ErrorKind::Io`] for a file that cannot be read, [`ErrorKind::Data`] with file and place for one
/// that does not make sense.
pub fn load(folder: Option<&Path>) -> Result<(Tables, Vec<Scenario>), Error> {
    let texts = data::texts(&FILES, folder)?;
    let mut program = Vec::new();
    let (units, ships) = units(&texts[0])?;
    let tactics = tactics(&texts[1], &mut program)?;
    let space_cards = tactics.iter().filter(|t| t.theatre == Theatre::Space).count();
    let tables = Tables {
        places: super::tables::places(&units),
        volleys: super::tables::volleys(&units),
        stats: [0, 1].map(|side| std::array::from_fn(|row| units[side][row].stat())),
        units,
        ships,
        leaders: leaders(&texts[2])?,
        tactics,
        space_cards,
        program,
        dice: dice(&texts[3])?,
        hash: short_hash(texts.iter().map(String::as_bytes)),
    };
    let scenarios = scenarios(&texts[4], &tables)?;
    Ok((tables, scenarios))
}

fn wrong(file: usize, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Data, format!("{}: {why}", FILES[file].0))
}

/// The units of both sides, ships first, and how many rows are ships.
fn units(text: &str) -> Result<([Vec<Unit>; Side::N], [usize; Side::N]), Error> {
    let mut sides = [Vec::new(), Vec::new()];
    for (i, table) in data::parse::<UnitFile>(FILES[0].0, text)?.unit.iter().enumerate() {
        let (side, unit) = at(FILES[0].0, "unit", i, table, unit)?;
        sides[side.index()].push(unit);
    }
    let mut ships = [0; Side::N];
    for (side, rows) in Side::all().zip(&sides) {
        let word = side.word();
        ships[side.index()] = rows.iter().filter(|u| u.theatre == Theatre::Space).count();
        if rows.len() != ROWS {
            return Err(wrong(0, format!("{} kinds of units for the {word}, not {ROWS}", rows.len())));
        }
        if !rows.is_sorted_by_key(|u| u.theatre) {
            return Err(wrong(0, format!("the ships of the {word} are not before its ground units")));
        }
        distinct(0, rows.iter().map(|u| &u.name))?;
        for theatre in Theatre::all() {
            let cheap = |u: &&Unit| u32::from(u.value) <= LEAST / 2 && u.supply > 0 && u.stands_alone();
            if !rows.iter().filter(|u| u.theatre == theatre).any(|u| cheap(&u)) {
                let place = theatre.word();
                return Err(wrong(
                    0,
                    format!("the {word} have no unit of value 2 or less that can fight in {place}"),
                ));
            }
        }
    }
    Ok((sides, ships))
}

fn unit(table: &toml::Table) -> Result<(Side, Unit), String> {
    let (d, source): (UnitData, Sources) = sourced_but(table, &["name", "side"])?;
    let within = |what: &str, n: u8, lo: u8, hi: u8| range(&d.name, what, n, lo, hi);
    if (d.health > 0) != d.colour.is_some() {
        return Err("'health' above 0 goes with its 'colour'".into());
    }
    let unit = Unit {
        theatre: d.theatre,
        class: d.class,
        dice: [within("black", d.black, 0, 5)?, within("red", d.red, 0, 5)?],
        health: within("health", d.health, 0, LEVELS as u8)?,
        colour: d.colour,
        carries: within("carries", d.carries, 0, 8)?,
        moves: d.moves,
        helpless: d.helpless,
        draws: within("draws", d.draws, 0, 2)?,
        cuts_red: within("cuts_red", d.cuts_red, 0, 5)?,
        supply: within("supply", d.supply, 0, 30)?,
        value: within("value", d.value, 1, 20)?,
        source,
        name: d.name,
    };
    Ok((d.side, unit))
}

fn tactics(text: &str, program: &mut Vec<Op>) -> Result<Vec<Tactic>, Error> {
    let mut cards = Vec::new();
    for (i, table) in data::parse::<TacticFile>(FILES[1].0, text)?.card.iter().enumerate() {
        cards.push(at(FILES[1].0, "card", i, table, |table| tactic(table, program))?);
    }
    if cards.len() != CARDS {
        return Err(wrong(1, format!("{} kinds of cards, not {CARDS}", cards.len())));
    }
    if !cards.is_sorted_by_key(|c| c.theatre) {
        return Err(wrong(1, "the cards of the space deck are not before those of the ground deck"));
    }
    for theatre in Theatre::all() {
        distinct(1, cards.iter().filter(|c| c.theatre == theatre).map(|c| &c.name))?;
    }
    Ok(cards)
}

fn tactic(table: &toml::Table, program: &mut Vec<Op>) -> Result<Tactic, String> {
    let (d, source): (TacticData, Sources) = sourced_but(table, &["name", "theatre"])?;
    let start = program.len();
    if d.special {
        program.push(Op::Spend);
    }
    if d.effect.is_empty() {
        return Err("there is no verb in its effect".into());
    }
    for table in &d.effect {
        let op: Op = data::strict(table)?;
        allowed(d.when, &op)?;
        program.push(op);
    }
    if program.len() > usize::from(u8::MAX) {
        return Err("the cards have more than 255 verbs in all".into());
    }
    if d.special && d.when == When::Block {
        return Err("only the attacker has dice to pay with".into());
    }
    Ok(Tactic {
        theatre: d.theatre,
        copies: range(&d.name, "copies", d.copies, 0, 15)?,
        when: d.when,
        special: d.special,
        span: start as u8..program.len() as u8,
        source,
        name: d.name,
    })
}

/// Which verbs a card may have: the attacker's and the defender's are not the same.
fn allowed(when: When, op: &Op) -> Result<(), String> {
    let (fits, n) = match *op {
        Op::Spend => (false, 1),
        Op::Discard => (true, 1),
        Op::Block { n } => (when == When::Block, n),
        Op::Reroll { n } | Op::Draw { n, .. } => (when == When::Attack, n),
        Op::Damage { amount, .. } => (when == When::Attack, amount.n),
        Op::ForbidBlock | Op::ForbidRetreat | Op::FreeRetreat => (when == When::Attack, 1),
    };
    if !fits {
        return Err(format!("{op:?} cannot stand on a card that is played to {}", when.word()));
    }
    range("effect", "n", n, 1, 5).map(|_| ())
}

fn leaders(text: &str) -> Result<[Vec<Leader>; Side::N], Error> {
    let mut sides: [Vec<Leader>; Side::N] = [Vec::new(), Vec::new()];
    for (i, table) in data::parse::<LeaderFile>(FILES[2].0, text)?.leader.iter().enumerate() {
        let (side, leader) = at(FILES[2].0, "leader", i, table, |table| {
            let (d, source): (LeaderData, Sources) = sourced_but(table, &["name", "side"])?;
            let before = &sides[d.side.index()];
            let tactics =
                [range(&d.name, "space", d.space, 0, 4)?, range(&d.name, "ground", d.ground, 0, 4)?];
            let replaces = match &d.replaces {
                None => None,
                Some(name) => {
                    let i = before.iter().position(|l| l.name == *name);
                    Some(i.ok_or_else(|| format!("there is no '{name}' before it"))? as u8)
                }
            };
            Ok((d.side, Leader { name: d.name, tactics, replaces, source }))
        })?;
        sides[side.index()].push(leader);
    }
    for side in &sides {
        distinct(2, side.iter().map(|l| &l.name))?;
        if side.len() > LEADERS {
            return Err(wrong(2, format!("{} leaders of a side, more than {LEADERS}", side.len())));
        }
    }
    Ok(sides)
}

fn dice(text: &str) -> Result<Vec<Die>, Error> {
    let file = data::parse::<DiceFile>(FILES[3].0, text)?;
    let die = |table: &toml::Table| {
        let (d, source): (DieData, Sources) = sourced(table)?;
        six(d.faces.len())?;
        let mut sides = [0; Face::N];
        d.faces.iter().for_each(|face| sides[face.index()] += 1);
        let most = range("die", "most", d.most, 1, 5)?;
        Ok(Die { sides, table: DiceTable::new(sides, 5), most, source })
    };
    Ok(vec![at(FILES[3].0, "black", 0, &file.black, die)?, at(FILES[3].0, "red", 0, &file.red, die)?])
}

fn scenarios(text: &str, tables: &Tables) -> Result<Vec<Scenario>, Error> {
    let mut scenarios = Vec::new();
    for (i, table) in data::parse::<ScenarioFile>(FILES[4].0, text)?.scenario.iter().enumerate() {
        scenarios.push(at(FILES[4].0, "scenario", i, table, |table| scenario(table, tables))?);
    }
    distinct(4, scenarios.iter().map(|s| &s.name))?;
    Ok(scenarios)
}

fn scenario(table: &toml::Table, t: &Tables) -> Result<Scenario, String> {
    let d: ScenarioData = table.clone().try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
    if d.name == "random" {
        return Err("'random' is the generator's name".into());
    }
    let mut setup = Setup {
        loyalty: d.loyalty,
        rebels_current: d.current == Side::Rebels,
        plans: d.plans,
        ..Setup::default()
    };
    if d.neighbours.len() > NEIGHBOURS {
        return Err(format!("{} neighbours, more than {NEIGHBOURS}", d.neighbours.len()));
    }
    d.neighbours.iter().for_each(|n| setup.beside.push(beside(n)));
    for (side, camp) in [(Side::Empire, &d.empire), (Side::Rebels, &d.rebels)] {
        let i = side.index();
        setup.units[i] = force(t, side, camp)?;
        setup.leaders[i] = leader_set(t, side, &camp.leaders)?;
        setup.pool[i] = leader_set(t, side, &camp.pool)?;
        if setup.leaders[i] & setup.pool[i] != 0 {
            return Err("a leader is in the system and in the pool".into());
        }
    }
    if !setup.is_combat(t) {
        return Err("no theatre has units of both sides".into());
    }
    Ok(Scenario { name: d.name, about: d.about, setup })
}

fn beside(n: &NeighbourData) -> Beside {
    let units = n.units.iter().fold(0, |set, side| set | 1 << side.index());
    Beside { loyalty: n.loyalty, units, origin: n.origin }
}

fn force(t: &Tables, side: Side, camp: &CampData) -> Result<[u8; ROWS], String> {
    let mut units = [0; ROWS];
    for (name, n) in &camp.units {
        let row = row(t, side, name)?;
        units[row] = range(name, "number", *n, 0, t.unit(side, row).supply)?;
    }
    Ok(units)
}

/// The row of a unit by its name.
pub fn row(t: &Tables, side: Side, name: &str) -> Result<usize, String> {
    let rows = &t.units[side.index()];
    find(rows.iter().map(|u| u.name.as_str()), name, &format!("unit of the {}", side.word()))
}

/// A set of leaders by their names.
pub fn leader_set(t: &Tables, side: Side, names: &[String]) -> Result<u16, String> {
    let all = &t.leaders[side.index()];
    names.iter().try_fold(0, |set, name| {
        let i = find(all.iter().map(|l| l.name.as_str()), name, &format!("leader of the {}", side.word()))?;
        if set >> i & 1 == 1 { Err(format!("{name} is listed twice")) } else { Ok(set | 1 << i) }
    })
}

fn find<'a>(names: impl Iterator<Item = &'a str> + Clone, name: &str, what: &str) -> Result<usize, String> {
    names.clone().position(|n| n == name).ok_or_else(|| {
        let hint = nearest(name, names).map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
        format!("no {what} is called '{name}'{hint}")
    })
}

fn distinct<'a>(file: usize, names: impl Iterator<Item = &'a String>) -> Result<(), Error> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(wrong(file, format!("the name '{name}' is used twice")));
        }
        seen.push(name);
    }
    Ok(())
}
