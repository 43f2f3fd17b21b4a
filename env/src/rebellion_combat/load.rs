//! Compiles the data set from `configs/rebellion_combat/*.toml` into [`Tables`] and [`Scenario`]s.
//!
//! All validation is here; after loading nothing can fail.

use std::collections::BTreeMap;
use std::path::Path;

use super::op::{Op, When, in_words};
use super::scenario::{Brought, Scenario, Setup};
use super::schema;
use super::tables::{CHEAPEST, Dice, Names, Person, Places, Tables, Tactic, Unit, Volley};
use super::words::{
    ByColour, ByFace, ByRow, BySide, ByTheatre, Colour, LEADERS, LEVELS, Leader, MOST_CARDS, ROWS, Row, Side,
    Source, Theatre,
};
use crate::catalogue::Entry;
use crate::data::{self, at, config, distinct, each, range, six, sourced, sourced_but};
use crate::dice::DiceTable;
use crate::error::{Error, ErrorKind, ensure};
use crate::finite::Finite;
use crate::json::Json;

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 5] = [
    ("units.toml", config!("rebellion_combat/units.toml")),
    ("tactics.toml", config!("rebellion_combat/tactics.toml")),
    ("leaders.toml", config!("rebellion_combat/leaders.toml")),
    ("dice.toml", config!("rebellion_combat/dice.toml")),
    ("scenarios.toml", config!("rebellion_combat/scenarios.toml")),
];

/// The data set in a folder, or the built-in one, and its battles with a name.
///
/// # Errors
/// [`ErrorKind::Io`] for a file that cannot be read, [`ErrorKind::Data`] with file and place for one
/// that does not make sense.
pub fn load(folder: Option<&Path>) -> Result<(Tables, Vec<Scenario>), Error> {
    let texts = data::texts(&FILES, folder)?;
    let (mut program, mut printed) = (Vec::new(), Vec::new());
    let units = units(&texts[0], &mut printed)?;
    let tactics = tactics(&texts[1], &mut program, &mut printed)?;
    let ships = |side: Side| units[side].iter().filter(|u| u.theatre == Theatre::Space).count();
    let tables = Tables {
        places: BySide::from_fn(|side| Places::of(&units[side])),
        volleys: BySide::from_fn(|side| ByRow::from_fn(|row: Row| Volley::of(&units[side][row.index()]))),
        stats: BySide::from_fn(|side| ByRow::from_fn(|row: Row| units[side][row.index()].stat())),
        ships: BySide::from_fn(ships),
        units,
        leaders: leaders(&texts[2], &mut printed)?,
        space_cards: tactics.iter().filter(|t| t.theatre == Theatre::Space).count(),
        tactics,
        program,
        dice: dice(&texts[3], &mut printed)?,
        printed,
        hash: data::hash(&texts),
    };
    let scenarios = each(FILES[4].0, &texts[4], "scenario", |table| scenario(table, &tables))?;
    distinct(scenarios.iter().map(|s| s.name.as_str())).map_err(wrong(4))?;
    Ok((tables, scenarios))
}

fn wrong(file: usize) -> impl Fn(String) -> Error {
    move |why| Error::new(ErrorKind::Data, format!("{}: {why}", FILES[file].0))
}

/// The printed values of a component with their provenance; those of `instead` are said in other words than the file's.
fn print(
    list: &mut Vec<Entry>,
    component: &'static str,
    name: &str,
    (table, sources): (&toml::Table, BTreeMap<String, Source>),
    instead: &[(&str, String)],
) {
    for (key, source) in sources {
        let value = match (instead.iter().find(|(k, _)| *k == key), &table[&key]) {
            (Some((_, words)), _) => words.clone(),
            (None, toml::Value::Boolean(holds)) => if *holds { "yes" } else { "no" }.into(),
            (None, toml::Value::String(word)) => word.clone(),
            (None, value) => value.to_string(),
        };
        list.push(Entry { component, name: name.to_owned(), key, value, source: source.word() });
    }
}

/// The units of both sides, ships first.
fn units(text: &str, printed: &mut Vec<Entry>) -> Result<BySide<Vec<Unit>>, Error> {
    let mut sides = BySide::<Vec<Unit>>::default();
    for unit in each(FILES[0].0, text, "unit", |table| unit(table, printed))? {
        sides[unit.side].push(unit);
    }
    sides.iter().try_for_each(|(side, rows)| army(side.word(), rows)).map_err(wrong(0))?;
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

fn unit(table: &toml::Table, printed: &mut Vec<Entry>) -> Result<Unit, String> {
    let (unit, sources): (Unit, _) = sourced_but(table, &["name", "side"])?;
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
    print(printed, "unit", &unit.name, (table, sources), &[]);
    Ok(unit)
}

fn tactics(text: &str, program: &mut Vec<Op>, printed: &mut Vec<Entry>) -> Result<Vec<Tactic>, Error> {
    let cards = each(FILES[1].0, text, "card", |table| tactic(table, program, printed))?;
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
    .map_err(wrong(1))?;
    Ok(cards)
}

fn tactic(table: &toml::Table, program: &mut Vec<Op>, printed: &mut Vec<Entry>) -> Result<Tactic, String> {
    let (d, sources): (schema::Tactic, _) = sourced_but(table, &["name", "theatre"])?;
    let start = program.len();
    program.extend(d.special.then_some(Op::Spend));
    ensure(!d.effect.is_empty(), || "there is no verb in its effect".into())?;
    for table in &d.effect {
        let op: Op = data::strict(table)?;
        let (fits, n) = op.fits(d.when);
        ensure(fits, || format!("{op:?} cannot stand on a card that is played to {}", d.when.word()))?;
        range("effect", "n", n, 1, 5)?;
        program.push(op);
    }
    ensure(u8::try_from(program.len()).is_ok(), || "the cards have more than 255 verbs in all".into())?;
    ensure(!d.special || d.when == When::Attack, || "only the attacker has dice to pay with".into())?;
    range(&d.name, "copies", d.copies, 0, 15)?;
    let name = format!("{} ({})", d.name, d.theatre.word());
    print(printed, "tactic card", &name, (table, sources), &[("effect", in_words(&program[start..]))]);
    let span = start as u8..program.len() as u8;
    Ok(Tactic { name: d.name, theatre: d.theatre, copies: d.copies, when: d.when, special: d.special, span })
}

fn leaders(text: &str, printed: &mut Vec<Entry>) -> Result<BySide<Vec<Person>>, Error> {
    let mut sides = BySide::<Vec<Person>>::default();
    each(FILES[2].0, text, "leader", |table| {
        let (d, sources): (schema::Leader, _) = sourced_but(table, &["name", "side"])?;
        let before = &mut sides[d.side];
        ensure(before.len() < LEADERS, || format!("a side has more than {LEADERS} leaders"))?;
        let place = |name: String| {
            let i = before.iter().position(|l| l.name == name);
            i.map(Leader::at).ok_or_else(|| format!("there is no '{name}' before it"))
        };
        let replaces = d.replaces.map(place).transpose()?;
        let tactics = [range(&d.name, "space", d.space, 0, 4)?, range(&d.name, "ground", d.ground, 0, 4)?];
        print(printed, "leader", &d.name, (table, sources), &[]);
        before.push(Person { name: d.name, tactics: ByTheatre::new(tactics), replaces });
        Ok(())
    })?;
    for (_, side) in sides.iter() {
        distinct(side.iter().map(|l| l.name.as_str())).map_err(wrong(2))?;
    }
    Ok(sides)
}

fn dice(text: &str, printed: &mut Vec<Entry>) -> Result<ByColour<Dice>, Error> {
    let file = data::parse::<schema::DiceFile>(FILES[3].0, text)?;
    let mut die = |colour: Colour, table: &toml::Table| {
        at(FILES[3].0, colour.word(), 0, table, |table| {
            let (d, sources): (schema::Dice, _) = sourced(table)?;
            six(d.faces.len())?;
            let mut sides = ByFace::<u32>::default();
            d.faces.iter().for_each(|&face| sides[face] += 1);
            let most = range("die", "most", d.most, 1, 5)?;
            let faces: Vec<_> = sides.iter().map(|(face, n)| format!("{n} {}", face.word())).collect();
            print(printed, "die", colour.word(), (table, sources), &[("faces", faces.join(", "))]);
            Ok(Dice { table: DiceTable::new(*sides.values(), 5), sides, most })
        })
    };
    Ok(ByColour::new([die(Colour::Black, &file.black)?, die(Colour::Red, &file.red)?]))
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
        let twice = brought.leaders.both(brought.pool);
        ensure(twice.is_empty(), || "a leader is in the system and in the pool".into())?;
        for (row, n) in brought.units.some() {
            range(&t.unit(side, row).name, "number", n, 0, t.unit(side, row).supply)?;
        }
    }
    ensure(setup.is_combat(t), || "no theatre has units of both sides".into())?;
    setup.state(t).count_cards(t)?;
    Ok(Scenario { name, about, setup })
}
