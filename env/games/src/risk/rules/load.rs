//! Compiles the data set from `configs/risk/*.toml` into [`Tables`].
//!
//! All validation is here; after loading nothing can fail.

use std::path::Path;

use holotable_env::data::{Files, Label, distinct, find, range, wrong};
use holotable_env::{Error, Finite, ensure};

use super::cards::{Card, Deck, Decks, Verb};
use super::map::{Map, Region, World};
use super::schema;
use super::tables::Tables;
use super::values::Values;
use super::words::{ALL, ByPlanet, Class, EDGES, Faction, KINDS, PLANETS, Planet, Planets, REGIONS, When};
use crate::config;

const REGION: &str = "regions.toml";
const PLANET: &str = "planets.toml";
const ROUTE: &str = "routes.toml";
const DIRECTIVE: &str = "directives.toml";
const VALUES: &str = "values.toml";

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 5] = [
    (REGION, config!("risk/regions.toml")),
    (PLANET, config!("risk/planets.toml")),
    (ROUTE, config!("risk/routes.toml")),
    (DIRECTIVE, config!("risk/directives.toml")),
    (VALUES, config!("risk/values.toml")),
];

/// The data set in a folder, or the built-in one.
///
/// # Errors
/// `ErrorKind::Io` for a file that cannot be read, `ErrorKind::Data` with file and place for one that does not make sense.
pub fn load(folder: Option<&Path>) -> Result<Tables, Error> {
    let mut files = Files::read(&FILES, folder)?;
    let regions = regions(&mut files)?;
    let map = map(&mut files, regions)?;
    let decks = decks(&mut files)?;
    let values = values(&mut files, &map)?;
    let hash = files.hash().to_owned();
    Ok(Tables { map, decks, values, hash, printed: files.printed().to_vec() })
}

fn regions(files: &mut Files) -> Result<Vec<Region>, Error> {
    let read = |r: schema::Region, _: &mut Label| {
        Ok(Region { name: r.name, colour: r.colour, bonus: r.bonus, planets: Planets::EMPTY })
    };
    let list = files.each(REGION, "region", &["name"], read)?;
    ensure((1..=REGIONS).contains(&list.len()), || {
        format!("{} regions, but there must be 1 to {REGIONS}", list.len())
    })
    .and_then(|()| distinct(list.iter().map(|r| r.name.as_str())))
    .and_then(|()| list.iter().try_for_each(|r| range(&r.name, "bonus", r.bonus, 0, 50).map(drop)))
    .map_err(|why| wrong(REGION, why))?;
    Ok(list)
}

fn map(files: &mut Files, mut regions: Vec<Region>) -> Result<Map, Error> {
    let mut resources = Planets::EMPTY;
    let mut n = 0;
    let read = |p: schema::Planet, _: &mut Label| {
        let region = find(regions.iter().map(|r| r.name.as_str()), &p.region, "region")?;
        let planet = Planet::try_at(n).ok_or_else(|| format!("there are more than {PLANETS} planets"))?;
        n += 1;
        regions[region].planets.add(planet);
        if p.resource {
            resources.add(planet);
        }
        Ok(World { name: p.name, region, at: (i32::from(p.at.0), i32::from(p.at.1)) })
    };
    let worlds = files.each(PLANET, "planet", &[], read)?;
    distinct(worlds.iter().map(|w| w.name.as_str())).map_err(|why| wrong(PLANET, why))?;
    let empty = regions.iter().find(|r| r.planets.is_empty());
    if let Some(region) = empty {
        return Err(wrong(PLANET, format!("no planet lies in '{}'", region.name)));
    }
    let worlds: [World; PLANETS] = worlds.try_into().map_err(|list: Vec<_>| {
        wrong(PLANET, format!("{} planets, but the board has {PLANETS}", list.len()))
    })?;
    let worlds = ByPlanet::new(worlds);
    let next_to = routes(files, &worlds)?;
    let map = Map::new(regions, worlds, resources, next_to);
    ensure(map.reach(Planet::at(0), ALL).len() == PLANETS - 1, || "the board falls into parts".to_owned())
        .map_err(|why| wrong(ROUTE, why))?;
    Ok(map)
}

fn routes(files: &mut Files, worlds: &ByPlanet<World>) -> Result<ByPlanet<Planets>, Error> {
    let mut next_to = ByPlanet::<Planets>::default();
    let mut n = 0;
    files.each(ROUTE, "route", &[], |r: schema::Route, label| {
        let place = |name: &String| {
            find(worlds.values().iter().map(|w| w.name.as_str()), name, "planet").map(Planet::at)
        };
        let [a, b] = &r.between;
        let (one, other) = (place(a)?, place(b)?);
        ensure(one != other, || format!("{a} is not next to itself"))?;
        ensure(!next_to[one].has(other), || format!("{a} and {b} are joined twice"))?;
        next_to[one].add(other);
        next_to[other].add(one);
        n += 2;
        label.call("route", format!("{a} - {b}"));
        label.say("between", "adjacent");
        Ok(())
    })?;
    ensure(n <= EDGES, || format!("{} routes, but there is room for {}", n / 2, EDGES / 2))
        .map_err(|why| wrong(ROUTE, why))?;
    Ok(next_to)
}

fn decks(files: &mut Files) -> Result<Decks, Error> {
    let list = files.each(DIRECTIVE, "directive", &["faction"], |d: schema::Directive, label| {
        for (what, n) in [("fighter", d.fighter), ("bomber", d.bomber), ("capital", d.capital)] {
            range(&d.name, what, n, 0, 27)?;
        }
        range(
            &d.name,
            "n",
            d.effect.amount(),
            1,
            if matches!(d.effect, Verb::Dice { .. }) { 2 } else { 20 },
        )?;
        ensure(!d.when.is_empty(), || "it may never be played".to_owned())?;
        let misfit = d.when.iter().find(|&when| !d.effect.fits(when));
        ensure(misfit.is_none(), || {
            format!("'{}' cannot be played at '{}'", d.effect.words(), misfit.map_or("", When::word))
        })?;
        let only = matches!(d.effect, Verb::Fire | Verb::RebuildStar).then_some(Faction::Empire);
        ensure(only.is_none_or(|faction| faction == d.faction), || {
            format!("'{}' is for the Empire alone", d.effect.words())
        })?;
        label.call("directive", format!("{} ({})", d.name, d.faction.word()));
        label.say("effect", d.effect.words());
        Ok(d)
    })?;
    let mut decks = Decks::default();
    for faction in Faction::all() {
        decks[faction] = deck(&list, faction).map_err(|why| wrong(DIRECTIVE, why))?;
    }
    Ok(decks)
}

fn deck(list: &[schema::Directive], faction: Faction) -> Result<Deck, String> {
    let own: Vec<&schema::Directive> = list.iter().filter(|d| d.faction == faction).collect();
    distinct(own.iter().map(|d| d.name.as_str()))?;
    let mut kinds = Vec::new();
    for class in Class::all() {
        for d in &own {
            let copies = [d.fighter, d.bomber, d.capital][class.index()];
            if copies > 0 {
                let (name, when, verb) = (d.name.clone(), d.when, Some(d.effect));
                kinds.push(Card { name, class, copies, when, verb });
            }
        }
    }
    let (n, cards) = (kinds.len(), kinds.iter().map(|c| usize::from(c.copies)).sum::<usize>());
    ensure((1..=KINDS).contains(&n), || {
        format!("the {} have {n} kinds of cards, but there must be 1 to {KINDS}", faction.word())
    })?;
    ensure(cards <= 60, || format!("the {} have {cards} cards, more than 60", faction.word()))?;
    Ok(Deck::new(kinds))
}

fn values(files: &mut Files, map: &Map) -> Result<Values, Error> {
    let mut sections = files.sections(VALUES)?;
    let s = &mut sections;
    let values = Values {
        setup: files.section(s, "setup")?,
        reinforcements: files.section(s, "reinforcements")?,
        sets: files.section(s, "sets")?,
        cards: files.section(s, "cards")?,
        battle: files.section(s, "battle")?,
        meter: files.section(s, "force_meter")?,
        hutts: files.section(s, "hutts")?,
        bases: files.section(s, "bases")?,
        star: files.section(s, "death_star")?,
        fortification: files.section(s, "fortification")?,
        winning: files.section(s, "winning")?,
    };
    sections.end()?;
    sound(&values, map).map_err(|why| wrong(VALUES, why))?;
    Ok(values)
}

/// Holds the values to what the rules can play with.
fn sound(v: &Values, map: &Map) -> Result<(), String> {
    for (players, armies) in [(2, 3), (3, 3), (4, 5), (5, 5)] {
        let (troops, claims) = v.setup.of(players);
        for (what, list) in [("troops", troops), ("claims", claims)] {
            ensure(list.len() == armies, || {
                format!("{what}_{players} has {} numbers, not {armies}", list.len())
            })?;
        }
        let short = troops.iter().zip(claims).any(|(&troops, &claim)| troops < claim.max(1) || troops > 200);
        ensure(!short, || format!("troops_{players} must reach for claims_{players}, and be at most 200"))?;
        // Each army claims up to its limit, the neutral Hutts no more often than the players.
        let most = |i: usize| usize::from(if claims[i] == 0 { troops[i] } else { claims[i] });
        let own: usize = (0..players).map(most).sum();
        let hutts = if armies > players { most(players).min(own) } else { 0 };
        ensure(own + hutts >= PLANETS, || format!("with claims_{players} some planets are left unclaimed"))?;
    }
    for (what, n, lo, hi) in [
        ("standard_3", v.setup.standard_3, 14, 200),
        ("standard_4", v.setup.standard_4, 11, 200),
        ("planets_a_troop", v.reinforcements.planets_a_troop, 1, 42),
        ("least", v.reinforcements.least, 1, 50),
        ("fighters", v.sets.fighters, 0, 50),
        ("bombers", v.sets.bombers, 0, 50),
        ("capitals", v.sets.capitals, 0, 50),
        ("one_of_each", v.sets.one_of_each, 0, 50),
        ("ships_of_a_class", v.cards.ships_of_a_class, 1, 6),
        ("spaces", v.meter.spaces, 1, 6),
        ("resources", v.hutts.resources, 1, PLANETS as u8),
        ("tokens", v.bases.tokens, 1, 12),
        ("total", v.star.total, 1, 30),
        ("dice", v.star.dice, 1, 3),
        ("move_die", v.star.move_die, 1, 20),
        ("fires", v.star.fires, 0, 12),
        ("rebuilds", v.star.rebuilds, 0, 12),
        ("ship_moves", v.fortification.ship_moves, 0, 9),
    ] {
        range("values", what, n, lo, hi)?;
    }
    ensure(usize::from(v.hutts.resources) <= map.resources.len(), || {
        format!("the Hutts need {} resource planets of {}", v.hutts.resources, map.resources.len())
    })?;
    ensure(v.hutts.end_the_empire != Faction::Empire, || "the Empire does not win by its end".to_owned())?;
    let (n, spaces) = (v.meter.cards.len(), usize::from(v.meter.spaces));
    ensure(n == spaces, || format!("the Force Meter has {spaces} spaces a side, but cards for {n}"))?;
    let most = [&v.meter.cards, &v.hutts.cards_3, &v.hutts.cards_5]
        .into_iter()
        .flatten()
        .max()
        .copied()
        .unwrap_or(0);
    range("values", "cards", most, 0, 5).map(drop)
}
