//! Compiles the data set from `configs/rebellion/*.toml` into [`Tables`], with the names of units and leaders of the battle.
//!
//! All validation is here; after loading nothing can fail.

use std::path::Path;

use holotable_env::data::{Files, Label, Sections, distinct, range, wrong};
use holotable_env::{Error, Finite, Set, ensure, short_hash};

use super::load_cards::{CARD, cards};
use super::load_missions::{MISSION, missions};
use super::load_names::{self, place, row, system};
use super::tables::{Actions, BASE, First, Normal, ObjectiveCard, Played, Refresh, Tables, Track, World};
use super::verb::Context;
use super::words::{
    ALL, ByIcon, ByLeader, ByPlace, ByRole, BySide, BySkill, Class, ICONS, Icon, Leaders, Loyalty, Moves,
    OBJECTIVES, Objective, Objectives, PLACES, Place, Places, QUEUE, Role, Row, SYSTEMS, Side, Theatre,
    Units, space,
};
use super::{deployments, schema};
use crate::config;
use crate::rebellion_combat::tables::{Names, Tables as Combat};

const SYSTEM: &str = "systems.toml";
const ROUTE: &str = "routes.toml";
const UNIT: &str = "units.toml";
const LEADER: &str = "leaders.toml";
const OBJECTIVE: &str = "objectives.toml";
const VALUES: &str = "values.toml";

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 8] = [
    (SYSTEM, config!("rebellion/systems.toml")),
    (ROUTE, config!("rebellion/routes.toml")),
    (UNIT, config!("rebellion/units.toml")),
    (LEADER, config!("rebellion/leaders.toml")),
    (CARD, config!("rebellion/recruits.toml")),
    (OBJECTIVE, config!("rebellion/objectives.toml")),
    (MISSION, config!("rebellion/missions.toml")),
    (VALUES, config!("rebellion/values.toml")),
];

/// Whom each of two partners commands: read where players share a side, so that the others have the data set without it.
const PARTNER: &str = "partners.toml";
const SHARED: [(&str, &str); 1] = [(PARTNER, config!("rebellion/partners.toml"))];

/// How many regions there are.
const REGIONS: u8 = 8;

/// The data set in a folder, or the built-in one, for battles with these components; with these missions, the objectives that need
/// some where there are any, and with `action_cards` the abilities of action cards.
///
/// # Errors
/// `ErrorKind::Io` for a file that cannot be read, `ErrorKind::Data` with file and place for one that does not make sense.
pub fn load(
    folder: Option<&Path>,
    combat: &Combat,
    played: Played,
    action_cards: bool,
    partners: bool,
) -> Result<Tables, Error> {
    let mut files = Files::read(&FILES, folder)?;
    let mut sections = files.sections(VALUES)?;
    let board: schema::Board = files.section(&mut sections, "map")?;
    let base: schema::Base = files.section(&mut sections, "base")?;
    let (worlds, always) = worlds(&mut files, &base)?;
    let next_to = routes(&mut files, &worlds)?;
    let populous: Places =
        worlds.iter().filter(|(p, w)| p.index() < SYSTEMS && w.build > 0).map(|(p, _)| p).collect();
    let region = |n: u8| populous.iter().filter(|&place: &Place| worlds[place].region == n).collect();
    let regions = (1..=REGIONS).map(region).filter(|region: &Places| !region.is_empty()).collect();
    let track: Track = files.section(&mut sections, "track")?;
    let refresh: Refresh = files.section(&mut sections, "refresh")?;
    let actions: Actions = files.section(&mut sections, "actions")?;
    let mut around = next_to;
    around.iter_mut().for_each(|(place, near)| near.add(place));
    around[space()] = Places::EMPTY;
    let objectives = objectives(&mut files, combat, &worlds, played != Played::None)?;
    let (start, skills) = leaders(&mut files, combat)?;
    let decks = missions(&mut files, combat, &worlds, played)?;
    let stages = (1..=3).map(|stage| of_stage(&objectives, stage)).collect();
    let first = first(&mut files, &mut sections, combat, &worlds)?;
    let normal = normal(&mut files, &mut sections, combat)?;
    sections.end()?;
    let builds = builds(&mut files, combat)?;
    let recruits = cards(&mut files, combat, &worlds, &decks, action_cards)?;
    let (people, shared) = if partners { people(folder, combat)? } else { Default::default() };
    let printed = [files.printed(), shared.as_ref().map_or(&[], Files::printed)].concat();
    let hashes = [Some(files.hash()), shared.as_ref().map(Files::hash), Some(&combat.hash)];
    let tables = Tables {
        version: board.version,
        next_to,
        around,
        populous,
        regions,
        always,
        builds,
        start,
        skills,
        missions: decks.cards,
        copies: decks.copies,
        starting: decks.starting,
        projects: decks.projects,
        all_missions: played == Played::All,
        stations: stations(combat),
        recruits,
        action_cards,
        objectives,
        stages,
        track,
        refresh,
        actions,
        first,
        normal,
        worlds,
        people,
        printed,
        hash: short_hash(hashes.into_iter().flatten().map(str::as_bytes)),
    };
    sound(&tables, combat).map_err(|why| wrong(VALUES, why))?;
    Ok(tables)
}

fn icons(name: &str, list: &[Icon]) -> Result<[Option<Icon>; ICONS], String> {
    ensure(list.len() <= ICONS, || format!("{name} has {} icons, more than {ICONS}", list.len()))?;
    Ok(std::array::from_fn(|i| list.get(i).copied()))
}

fn worlds(files: &mut Files, base: &schema::Base) -> Result<(ByPlace<World>, Places), Error> {
    let mut always = Places::EMPTY;
    let mut n = 0;
    let read = |s: schema::System, _: &mut Label| {
        range(&s.name, "region", s.region, 1, REGIONS)?;
        let least = u8::from(!s.icons.is_empty());
        range(&s.name, "build", s.build, least, least * QUEUE as u8)?;
        if s.always && n < SYSTEMS {
            always.add(Place::at(n));
        }
        n += 1;
        let icons = icons(&s.name, &s.icons)?;
        let at = (i32::from(s.at.0), i32::from(s.at.1));
        Ok(World { name: s.name, region: s.region, icons, build: s.build, mark: s.probe, at })
    };
    let mut list = files.each(SYSTEM, "system", &["name"], read)?;
    ensure(list.len() == SYSTEMS, || format!("{} systems, not {SYSTEMS}", list.len()))
        .map_err(|why| wrong(SYSTEM, why))?;
    let base_icons = icons(BASE, &base.icons).and_then(|icons| {
        range(BASE, "build", base.build, 1, QUEUE as u8)?;
        Ok(icons)
    });
    list.push(World {
        name: BASE.to_owned(),
        region: 0,
        icons: base_icons.map_err(|why| wrong(VALUES, why))?,
        build: base.build,
        mark: Loyalty::Neutral,
        at: (i32::from(base.at.0), i32::from(base.at.1)),
    });
    distinct(list.iter().map(|w| w.name.as_str())).map_err(|why| wrong(SYSTEM, why))?;
    let list: [World; PLACES] = list.try_into().expect("counted");
    Ok((ByPlace::new(list), always))
}

fn routes(files: &mut Files, worlds: &ByPlace<World>) -> Result<ByPlace<Places>, Error> {
    let mut next_to = ByPlace::<Places>::default();
    files.each(ROUTE, "route", &[], |r: schema::Route, label| {
        let [a, b] = &r.between;
        let (one, other) = (system(worlds, a)?, system(worlds, b)?);
        ensure(one != other, || format!("{a} is not next to itself"))?;
        ensure(!next_to[one].has(other), || format!("{a} and {b} are joined twice"))?;
        next_to[one].add(other);
        next_to[other].add(one);
        label.call("route", format!("{a} - {b}"));
        label.say("between", "adjacent");
        Ok(())
    })?;
    let most = crate::rebellion_combat::words::NEIGHBOURS;
    let crowded = next_to.iter().find(|(_, near)| near.len() > most);
    if let Some((place, near)) = crowded {
        let why = format!("{} has {} neighbours, more than {most}", worlds[place].name, near.len());
        return Err(wrong(ROUTE, why));
    }
    let mut reached = Places::only(Place::at(0));
    for _ in 0..SYSTEMS {
        reached = reached.iter().fold(reached, |all, place| all.or(next_to[place]));
    }
    ensure(reached == ALL, || "the board falls into parts".to_owned()).map_err(|why| wrong(ROUTE, why))?;
    Ok(next_to)
}

fn builds(files: &mut Files, combat: &Combat) -> Result<BySide<ByIcon<Set<Row>>>, Error> {
    let mut builds = BySide::<ByIcon<Set<Row>>>::default();
    files.each(UNIT, "unit", &["name", "side"], |u: schema::Unit, _| {
        builds[u.side][u.icon].add(row(combat, u.side, &u.name)?);
        Ok(())
    })?;
    Ok(builds)
}

/// The Imperial station that lies under construction, and the one that moves.
fn stations(combat: &Combat) -> Option<(Row, Row)> {
    let all = || Row::all().filter(|&row| combat.stat(Side::Empire, row).class == Class::Station);
    let moves = |row: &Row| combat.stat(Side::Empire, *row).moves != Moves::Immobile;
    Some((all().find(|row| !moves(row))?, all().find(moves)?))
}

type People = (BySide<Leaders>, BySide<ByLeader<BySkill<u8>>>);

/// Who is there from the beginning, and the skills of all.
fn leaders(files: &mut Files, combat: &Combat) -> Result<People, Error> {
    let (mut start, mut skills) = (BySide::<Leaders>::default(), BySide::<ByLeader<BySkill<u8>>>::default());
    let mut listed = BySide::<Leaders>::default();
    files.each(LEADER, "leader", &["name", "side"], |l: schema::Leader, label| {
        let leader = Names { tables: combat, side: l.side }.leaders(&[&l.name])?;
        ensure(listed[l.side].and(leader).is_empty(), || format!("{} is listed twice", l.name))?;
        listed[l.side] = listed[l.side].or(leader);
        if l.start {
            start[l.side] = start[l.side].or(leader);
        }
        let schema::Skills { diplomacy, intel, spec_ops, logistics } = l.skills;
        let icons = BySkill::new([diplomacy, intel, spec_ops, logistics]);
        for (skill, &n) in icons.iter() {
            range(&l.name, skill.word(), n, 0, 4)?;
        }
        leader.iter().for_each(|leader| skills[l.side][leader] = icons);
        let words = icons.iter().filter(|(_, n)| **n > 0).map(|(skill, n)| format!("{} {n}", skill.word()));
        label.say("skills", words.collect::<Vec<_>>().join(", "));
        Ok(())
    })?;
    for side in Side::all() {
        let n = combat.leaders[side].len();
        let why = || format!("{} leaders of the {}, not {n}", listed[side].len(), side.word());
        ensure(listed[side].len() == n, why).map_err(|why| wrong(LEADER, why))?;
    }
    Ok((start, skills))
}

/// Whom each of two partners commands: every leader is listed once, and each has somebody at the beginning.
fn people(folder: Option<&Path>, combat: &Combat) -> Result<(BySide<ByRole<Leaders>>, Option<Files>), Error> {
    let mut files = Files::read(&SHARED, folder)?;
    let mut people = BySide::<ByRole<Leaders>>::default();
    let all = |people: &ByRole<Leaders>| people[Role::Admiral].or(people[Role::General]);
    files.each(PARTNER, "leader", &["name", "side"], |p: schema::Partner, _| {
        let leader = Names { tables: combat, side: p.side }.leaders(&[&p.name])?;
        ensure(all(&people[p.side]).and(leader).is_empty(), || format!("{} is listed twice", p.name))?;
        people[p.side][p.role] = people[p.side][p.role].or(leader);
        Ok(())
    })?;
    for side in Side::all() {
        let (listed, n) = (all(&people[side]).len(), combat.leaders[side].len());
        ensure(listed == n, || format!("{listed} leaders of the {}, not {n}", side.word()))
            .map_err(|why| wrong(PARTNER, why))?;
    }
    Ok((people, Some(files)))
}

fn objectives(
    files: &mut Files,
    combat: &Combat,
    worlds: &ByPlace<World>,
    with_missions: bool,
) -> Result<Vec<ObjectiveCard>, Error> {
    let mut list = Vec::new();
    files.each(OBJECTIVE, "objective", &["name"], |o: schema::Objective, label| {
        range(&o.name, "stage", o.stage, 1, 3)?;
        range(&o.name, "reputation", o.reputation, 1, 4)?;
        let words = o.goal.words();
        label.say("goal", &words);
        let cx = Context { name: &o.name, side: Side::Rebels, combat, worlds, missions: &[] };
        let goal = o.goal.resolve(&cx)?;
        if o.missions && !with_missions {
            label.leave_out();
            return Ok(());
        }
        let (stage, reputation) = (o.stage, o.reputation);
        list.push(ObjectiveCard { name: o.name, stage, reputation, goal, words, returns: o.returns });
        Ok(())
    })?;
    ensure((1..=OBJECTIVES).contains(&list.len()), || {
        format!("{} objectives, but there must be 1 to {OBJECTIVES}", list.len())
    })
    .and_then(|()| distinct(list.iter().map(|o| o.name.as_str())))
    .map_err(|why| wrong(OBJECTIVE, why))?;
    Ok(list)
}

fn of_stage(objectives: &[ObjectiveCard], stage: u8) -> Objectives {
    let of = objectives.iter().enumerate().filter(|(_, o)| o.stage == stage);
    of.map(|(i, _)| Objective::at(i)).collect()
}

fn named(worlds: &ByPlace<World>, names: &[String]) -> Result<Places, Error> {
    let all: Result<Places, String> = names.iter().map(|name| system(worlds, name)).collect();
    all.map_err(|why| wrong(VALUES, format!("[first]: {why}")))
}

fn first(
    files: &mut Files,
    sections: &mut Sections,
    combat: &Combat,
    worlds: &ByPlace<World>,
) -> Result<First, Error> {
    let stacks: Vec<toml::Table> = sections.list("first", "units")?;
    let data: schema::First = files.section_by(sections, "first", |data, label| {
        label.call("value", "first game");
        Ok(data)
    })?;
    let mut units = BySide::<ByPlace<Units>>::default();
    for table in &stacks {
        let put = |stack: schema::Stack, _: &mut Label| {
            let at = place(worlds, &stack.place)?;
            let side = Side::all().find(|&side| load_names::units(combat, side, &stack.units).is_ok());
            let side = side.unwrap_or(Side::Empire);
            let twice = Side::all().any(|side| !units[side][at].is_empty());
            ensure(!twice, || format!("{} is listed twice", stack.place))?;
            ensure(at != space() || side == Side::Rebels, || format!("{BASE} is for Rebels"))?;
            units[side][at] = load_names::units(combat, side, &stack.units)?;
            Ok(())
        };
        let put = files.table("first game", &["place"], table, put);
        put.map_err(|why| wrong(VALUES, format!("[[first.units]]: {why}")))?;
    }
    Ok(First {
        rebels: named(worlds, &data.rebels)?,
        empire: named(worlds, &data.empire)?,
        subjugated: named(worlds, &data.subjugated)?,
        units,
    })
}

fn normal(files: &mut Files, sections: &mut Sections, combat: &Combat) -> Result<Normal, Error> {
    let n: schema::Normal = files.section_by(sections, "normal", |data, label| {
        label.call("value", "normal game");
        Ok(data)
    })?;
    let lists = BySide::new([&n.empire_units, &n.rebel_units]);
    let mut units = BySide::<Units>::default();
    for side in Side::all() {
        units[side] = load_names::units(combat, side, lists[side]).map_err(|why| wrong(VALUES, why))?;
    }
    Ok(Normal { rebels: n.rebels, empire: n.empire, subjugated: n.subjugated, units })
}

/// Holds the values to what the rules can play with.
fn sound(t: &Tables, combat: &Combat) -> Result<(), String> {
    let track = &t.track;
    range("track", "spaces", track.spaces, 2, 30)?;
    range("track", "reputation", track.reputation, 2, track.spaces)?;
    range("track", "time", track.time, 1, track.reputation - 1)?;
    range("refresh", "probes", t.refresh.probes, 0, 8)?;
    range("refresh", "recruits", t.refresh.recruits, 0, 4)?;
    range("refresh", "objectives", t.refresh.objectives, 0, 3)?;
    range("refresh", "deploy", t.refresh.deploy, 1, deployments::MOST)?;
    range("refresh", "missions", t.refresh.missions, 0, 8)?;
    range("refresh", "hand", t.refresh.hand, 4, 30)?;
    range("actions", "begin", t.actions.begin, 0, 4)?;
    let f = &t.first;
    let all = [f.rebels, f.empire, f.subjugated, t.always];
    let sum: usize = all.iter().map(|set| set.len()).sum();
    let together = all.iter().fold(Places::EMPTY, |all, &set| all.or(set));
    ensure(together.len() == sum, || "a system of the first game has two owners".into())?;
    ensure(together.without(t.populous).is_empty(), || "a remote system has no owner".into())?;
    let troops = |units: &Units| -> usize {
        combat.rows(Side::Empire, Theatre::Ground).map(|row| usize::from(units[row])).sum()
    };
    let held: Places =
        f.units[Side::Empire].iter().filter(|(_, units)| troops(units) > 0).map(|(place, _)| place).collect();
    let due = held.and(t.populous).without(f.empire).without(t.always);
    ensure(due == f.subjugated, || {
        "the first game's systems with Imperial ground units, but without loyalty, are not those that are subjugated".into()
    })?;
    let imperial = f.units[Side::Empire].iter().filter(|(_, units)| !units.is_empty());
    let near = imperial.fold(Places::EMPTY, |all, (place, _)| all.or(t.around[place]));
    ensure(!ALL.without(near).is_empty(), || "no system is left for the base of the first game".into())?;
    let marked = |side: Side| t.worlds.values().iter().filter(|w| w.mark.is_to(side)).count();
    let n = &t.normal;
    ensure(marked(Side::Rebels) >= usize::from(n.rebels), || "too few probe cards are the Rebels'".into())?;
    ensure(marked(Side::Empire) >= usize::from(n.empire), || "too few probe cards are the Empire's".into())?;
    range("normal", "subjugated", n.subjugated, 0, n.empire)?;
    let least = usize::from(n.empire) + t.always.len();
    ensure(troops(&n.units[Side::Empire]) >= least, || {
        "the normal game has fewer Imperial ground units than Imperial systems".into()
    })?;
    let owned = t.worlds.iter().filter(|(_, w)| w.mark != Loyalty::Neutral);
    ensure(owned.map(|(place, _)| place).all(|place| t.populous.has(place) && !t.always.has(place)), || {
        "a remote system's probe card, or one that there is not, has a mark".into()
    })
}
