//! Compiles the data set from `configs/rebellion_combat/*.toml` into [`Tables`] and [`Scenario`]s.
//!
//! All validation is here; after loading nothing can fail.

use std::path::Path;

use holotable_env::data::{Files, distinct, range, six, strict, wrong};
use holotable_env::{DiceTable, Error, Finite, Json, ensure};

use super::op::{Op, When, in_words};
use super::scenario::{Brought, Scenario, Setup};
use super::schema;
use super::tables::{CHEAPEST, Dice, Names, Person, Places, Tables, Tactic, Unit, Volley};
use super::words::{
    ByColour, ByFace, ByRow, BySide, ByTheatre, Colour, LEADERS, LEVELS, Leader, MOST_CARDS, ROWS, Row, Side,
    Theatre,
};
use crate::config;

const UNITS: &str = "units.toml";
const TACTICS: &str = "tactics.toml";
const PEOPLE: &str = "leaders.toml";
const DICE: &str = "dice.toml";
const SCENARIOS: &str = "scenarios.toml";

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 5] = [
    (UNITS, config!("rebellion_combat/units.toml")),
    (TACTICS, config!("rebellion_combat/tactics.toml")),
    (PEOPLE, config!("rebellion_combat/leaders.toml")),
    (DICE, config!("rebellion_combat/dice.toml")),
    (SCENARIOS, config!("rebellion_combat/scenarios.toml")),
];

/// The data set in a folder, or the built-in one, and its battles with a name.
///
/// # Errors
/// `ErrorKind::Io` for a file that cannot be read, `ErrorKind::Data` with file and place for one
/// that does not make sense.
pub fn load(folder: Option<&Path>) -> Result<(Tables, Vec<Scenario>), Error> {
    let mut files = Files::read(&FILES, folder)?;
    let mut program = Vec::new();
    let units = units(&mut files)?;
    let tactics = tactics(&mut files, &mut program)?;
    let leaders = leaders(&mut files)?;
    let dice = dice(&mut files)?;
    let ships = |side: Side| units[side].iter().filter(|u| u.theatre == Theatre::Space).count();
    let tables = Tables {
        places: BySide::from_fn(|side| Places::of(&units[side])),
        volleys: BySide::from_fn(|side| ByRow::from_fn(|row: Row| Volley::of(&units[side][row.index()]))),
        stats: BySide::from_fn(|side| ByRow::from_fn(|row: Row| units[side][row.index()].stat())),
        ships: BySide::from_fn(ships),
        units,
        leaders,
        space_cards: tactics.iter().filter(|t| t.theatre == Theatre::Space).count(),
        tactics,
        program,
        dice,
        hash: files.hash().to_owned(),
        printed: files.printed().to_vec(),
    };
    let scenarios = files.each_unprinted(SCENARIOS, "scenario", |table| scenario(table, &tables))?;
    distinct(scenarios.iter().map(|s| s.name.as_str())).map_err(|why| wrong(SCENARIOS, why))?;
    Ok((tables, scenarios))
}

/// The units of both sides, ships first.
fn units(files: &mut Files) -> Result<BySide<Vec<Unit>>, Error> {
    let mut sides = BySide::<Vec<Unit>>::default();
    for unit in files.each(UNITS, "unit", &["name", "side"], |unit, _| sound(unit))? {
        sides[unit.side].push(unit);
    }
    sides.iter().try_for_each(|(side, rows)| army(side.word(), rows)).map_err(|why| wrong(UNITS, why))?;
    Ok(sides)
}

fn army(word: &str, rows: &[Unit]) -> Result<(), String> {
    ensure(rows.len() == ROWS, || format!("{} kinds of units for the {word}, not {ROWS}", rows.len()))?;
    ensure(rows.is_sorted_by_key(|u| u.theatre), || {
        format!("the ships of the {word} are not before its ground units")
    })?;
    distinct(rows.iter().map(|u| u.name.as_str()))?;
    for theatre in Theatre::all() {
        let cheap = |u: &Unit| {
            u.theatre == theatre && u32::from(u.value) <= CHEAPEST && u.supply > 0 && u.stands_alone()
        };
        ensure(rows.iter().any(cheap), || {
            format!(
                "the {word} have no unit of value {CHEAPEST} or less that can fight in {}",
                theatre.word()
            )
        })?;
    }
    Ok(())
}

fn sound(unit: Unit) -> Result<Unit, String> {
    ensure((unit.health > 0) == unit.colour.is_some(), || "'health' above 0 goes with its 'colour'".into())?;
    for (what, n, lo, hi) in [
        ("black", unit.black, 0, 5),
        ("red", unit.red, 0, 5),
        ("health", unit.health, 0, LEVELS as u8),
        ("carries", unit.carries, 0, 8),
        ("draws", unit.draws, 0, 2),
        ("cuts_red", unit.cuts_red, 0, 5),
        ("supply", unit.supply, 0, 30),
        ("value", unit.value, 1, 20),
    ] {
        range(&unit.name, what, n, lo, hi)?;
    }
    Ok(unit)
}

fn tactics(files: &mut Files, program: &mut Vec<Op>) -> Result<Vec<Tactic>, Error> {
    let cards = files.each(TACTICS, "card", &["name", "theatre"], |d: schema::Tactic, label| {
        let card = tactic(d, program)?;
        let verbs = &program[usize::from(card.span.start)..];
        label.call("tactic card", format!("{} ({})", card.name, card.theatre.word()));
        label.say("effect", in_words(verbs));
        Ok(card)
    })?;
    let deck = |theatre: Theatre| cards.iter().filter(move |c| c.theatre == theatre);
    ensure((1..=MOST_CARDS).contains(&cards.len()), || {
        format!("{} kinds of cards, but there must be 1 to {MOST_CARDS}", cards.len())
    })
    .and_then(|()| {
        ensure(cards.is_sorted_by_key(|c| c.theatre), || {
            "the cards of the space deck are not before those of the ground deck".into()
        })
    })
    .and_then(|()| Theatre::all().try_for_each(|theatre| distinct(deck(theatre).map(|c| c.name.as_str()))))
    .map_err(|why| wrong(TACTICS, why))?;
    Ok(cards)
}

fn tactic(d: schema::Tactic, program: &mut Vec<Op>) -> Result<Tactic, String> {
    let start = program.len();
    program.extend(d.special.then_some(Op::Spend));
    ensure(!d.effect.is_empty(), || "there is no verb in its effect".into())?;
    for table in &d.effect {
        let op: Op = strict(table)?;
        let (fits, n) = op.fits(d.when);
        ensure(fits, || format!("{op:?} cannot stand on a card that is played to {}", d.when.word()))?;
        range("effect", "n", n, 1, 5)?;
        program.push(op);
    }
    ensure(u8::try_from(program.len()).is_ok(), || "the cards have more than 255 verbs in all".into())?;
    ensure(!d.special || d.when == When::Attack, || "only the attacker has dice to pay with".into())?;
    range(&d.name, "copies", d.copies, 0, 15)?;
    let span = start as u8..program.len() as u8;
    Ok(Tactic { name: d.name, theatre: d.theatre, copies: d.copies, when: d.when, special: d.special, span })
}

fn leaders(files: &mut Files) -> Result<BySide<Vec<Person>>, Error> {
    let mut sides = BySide::<Vec<Person>>::default();
    files.each(PEOPLE, "leader", &["name", "side"], |d: schema::Leader, _| {
        let before = &mut sides[d.side];
        ensure(before.len() < LEADERS, || format!("a side has more than {LEADERS} leaders"))?;
        let place = |name: String| {
            let i = before.iter().position(|l| l.name == name);
            i.map(Leader::at).ok_or_else(|| format!("there is no '{name}' before it"))
        };
        let replaces = d.replaces.map(place).transpose()?;
        let tactics = [range(&d.name, "space", d.space, 0, 4)?, range(&d.name, "ground", d.ground, 0, 4)?];
        before.push(Person { name: d.name, tactics: ByTheatre::new(tactics), replaces });
        Ok(())
    })?;
    for (_, side) in sides.iter() {
        distinct(side.iter().map(|l| l.name.as_str())).map_err(|why| wrong(PEOPLE, why))?;
    }
    Ok(sides)
}

fn dice(files: &mut Files) -> Result<ByColour<Dice>, Error> {
    let mut sections = files.sections(DICE)?;
    let mut die = |colour: Colour| {
        files.section_by(&mut sections, colour.word(), |d: schema::Dice, label| {
            six(d.faces.len())?;
            let mut sides = ByFace::<u32>::default();
            d.faces.iter().for_each(|&face| sides[face] += 1);
            let most = range("die", "most", d.most, 1, 5)?;
            label.call("die", colour.word());
            Ok(Dice { table: DiceTable::new(*sides.values(), 5), sides, most })
        })
    };
    let dice = ByColour::new([die(Colour::Black)?, die(Colour::Red)?]);
    sections.end()?;
    Ok(dice)
}

/// A scenario is written as the JSON of a state is, without what belongs to a battle under way.
fn scenario(table: &toml::Table, t: &Tables) -> Result<Scenario, String> {
    let mut table = table.clone();
    let mut take = |key: &str| match table.remove(key) {
        Some(toml::Value::String(words)) => Ok(words),
        _ => Err(format!("'{key}' is missing")),
    };
    let (name, about) = (take("name")?, take("about")?);
    ensure(name != "random", || "'random' is the generator's name".into())?;
    let json = serde_json::to_value(&table).map_err(|e| e.to_string())?;
    let (rest, sides) = Names::of_each::<Brought>(t, &json)?;
    let setup = Setup { sides, ..Setup::from_json(&rest, &Names { tables: t, side: Side::Empire })? };
    for (side, brought) in sides.iter() {
        let twice = brought.leaders.and(brought.pool);
        ensure(twice.is_empty(), || "a leader is in the system and in the pool".into())?;
        for (row, n) in brought.units.some() {
            range(&t.unit(side, row).name, "number", n, 0, t.unit(side, row).supply)?;
        }
    }
    ensure(setup.is_combat(t), || "no theatre has units of both sides".into())?;
    setup.state(t).count_cards(t)?;
    Ok(Scenario { name, about, setup })
}
