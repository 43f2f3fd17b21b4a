//! The missions of the data set.

use std::collections::BTreeMap;

use holotable_env::data::{Files, distinct, range, wrong};
use holotable_env::english::many;
use holotable_env::{Error, Finite, Set, ensure};

use super::load_names::{row, system, units};
use super::pile::{MOST, Pile};
use super::schema;
use super::tables::{MissionCard, Played, World};
use super::task::{self, Origin, Passage, Task, Written};
use super::venue::{self, Aim, Condition, Venue};
use super::words::{
    ByPlace, BySide, DRAWN, Leader, Leaders, MISSIONS, Mission, Missions, PROJECTS, Places, QUEUE, Row, Side,
    TOP, Units,
};
use crate::rebellion_combat::tables::{Names, Tables as Combat};

/// The file.
pub const MISSION: &str = "missions.toml";

/// The missions that are played, by side.
#[derive(Debug, Default)]
pub struct Decks {
    /// The cards.
    pub cards: BySide<Vec<MissionCard>>,
    /// How many of each.
    pub copies: BySide<Pile>,
    /// Those that a side begins with.
    pub starting: BySide<Missions>,
    /// The projects.
    pub projects: BySide<Missions>,
}

/// What stands on the board and in the box, by name.
struct Context<'a> {
    combat: &'a Combat,
    worlds: &'a ByPlace<World>,
    side: Side,
}

/// Reads the missions, and keeps those that are played.
pub fn missions(
    files: &mut Files,
    combat: &Combat,
    worlds: &ByPlace<World>,
    played: Played,
) -> Result<Decks, Error> {
    let mut decks = Decks::default();
    if played == Played::None {
        return Ok(decks);
    }
    files.each(MISSION, "mission", &["name", "side"], |m: schema::Mission, label| {
        let cx = Context { combat, worlds, side: m.side };
        label.say("venue", venue::words(&m.venue));
        label.say("effects", listed(&m.effects));
        label.say("or", listed(&m.or));
        let (side, start, project, copies) = (m.side, m.start, m.project, m.copies);
        let card = cx.card(m, played)?;
        if played == Played::Starting && !start {
            label.leave_out();
            return Ok(());
        }
        let full = decks.cards[side].len() == MISSIONS;
        ensure(!full, || format!("the {} have more than {MISSIONS} missions", side.word()))?;
        let title = Mission::at(decks.cards[side].len());
        decks.copies[side] =
            decks.copies[side].with(std::iter::repeat_n(title, usize::from(copies)).collect());
        if start {
            decks.starting[side].add(title);
        }
        if project {
            decks.projects[side].add(title);
        }
        decks.cards[side].push(card);
        Ok(())
    })?;
    for side in Side::all() {
        let list = &decks.cards[side];
        let projects = decks.copies[side].of(decks.projects[side]).len();
        ensure(!decks.starting[side].is_empty(), || format!("the {} begin with no mission", side.word()))
            .and_then(|()| range(side.word(), "projects", projects as u8, 0, PROJECTS as u8))
            .and_then(|_| distinct(list.iter().map(|m| m.name.as_str())))
            .map_err(|why| wrong(MISSION, why))?;
    }
    Ok(decks)
}

pub(in crate::rebellion) fn listed(all: &[Written]) -> String {
    all.iter().map(Written::words).collect::<Vec<_>>().join("; ")
}

/// What an action card does in the assignment phase, as a mission that just happens.
pub fn deed(combat: &Combat, worlds: &ByPlace<World>, card: &schema::Card) -> Result<MissionCard, String> {
    let cx = Context { combat, worlds, side: card.side };
    let conditions: Result<Vec<Condition>, String> = card.venue.iter().map(|one| cx.condition(one)).collect();
    let venue = Venue::new(conditions?, venue::words(&card.venue));
    let tasks: Result<Vec<Task>, String> = card.effects.iter().map(|one| cx.task(&card.name, one)).collect();
    let tasks = tasks?;
    tasks.iter().try_for_each(|&task| cx.fits(&card.name, false, &venue, task))?;
    let words = format!("{} ({}): {}", card.name, venue.words, listed(&card.effects));
    Ok(MissionCard { name: card.name.clone(), venue, ways: vec![tasks], words, ..MissionCard::default() })
}

impl Context<'_> {
    fn card(&self, m: schema::Mission, played: Played) -> Result<MissionCard, String> {
        range(&m.name, "icons", m.icons, 1, 4)?;
        range(&m.name, "bonus", m.bonus, 0, 10)?;
        range(&m.name, "copies", m.copies, 1, MOST)?;
        let single = !m.start || m.copies == 1 && !m.project;
        ensure(single, || {
            format!("{}: a mission that a side begins with is one card, and no project", m.name)
        })?;
        ensure(!m.project || m.side == Side::Empire, || format!("{}: projects are the Empire's", m.name))?;
        let portrait = match &m.portrait {
            Some(name) => Names { tables: self.combat, side: m.side }.leaders(&[name])?,
            None => Leaders::default(),
        };
        let conditions: Result<Vec<Condition>, String> =
            m.venue.iter().map(|one| self.condition(one)).collect();
        let mut venue = Venue::new(conditions?, venue::words(&m.venue));
        venue.forbidden = m.attempt && m.side == Side::Rebels;
        let written: Vec<&Vec<Written>> =
            [&m.effects, &m.or].into_iter().filter(|way| !way.is_empty()).collect();
        ensure(!written.is_empty(), || format!("{} does nothing", m.name))?;
        // Where there are no projects, what draws some is left out (ruling W26).
        let kept = |one: &&Written| played == Played::All || !matches!(one, Written::Projects { .. });
        let (mut ways, mut words) = (Vec::new(), Vec::new());
        for way in written {
            let way: Vec<&Written> = way.iter().filter(kept).collect();
            let tasks: Result<Vec<Task>, String> = way.iter().map(|one| self.task(&m.name, one)).collect();
            if !way.is_empty() {
                ways.push(tasks?);
                words.push(way.iter().map(|one| one.words()).collect::<Vec<_>>().join("; "));
            }
        }
        for task in ways.iter().flatten() {
            self.fits(&m.name, m.attempt, &venue, *task)?;
        }
        let words = sentence(&m, &venue, &words.join("; or "));
        let schema::Mission { name, copies, skill, icons, all_icons, attempt, bonus, .. } = m;
        Ok(MissionCard {
            name,
            copies,
            portrait,
            all_icons,
            skill,
            icons,
            attempt,
            bonus,
            venue,
            ways,
            words,
        })
    }

    fn condition(&self, written: &venue::Written) -> Result<Condition, String> {
        use venue::Written as W;
        Ok(match written {
            W::RebelLeader => Condition::RebelLeader,
            W::Captive => Condition::Captive,
            W::Base => Condition::Base,
            W::Populous => Condition::Populous,
            W::Remote => Condition::Remote,
            W::ImperialSystem => Condition::ImperialSystem,
            W::RebelSystem => Condition::RebelSystem,
            W::ImperialLoyalty => Condition::ImperialLoyalty,
            W::Subjugated => Condition::Subjugated,
            W::ImperialUnit => Condition::ImperialUnit,
            W::ImperialShip => Condition::ImperialShip,
            W::NoImperialUnit => Condition::NoImperialUnit,
            W::NoRebelUnit => Condition::NoRebelUnit,
            W::NoSabotage => Condition::NoSabotage,
            W::Has(names) => {
                let rows: Result<Set<Row>, String> =
                    names.iter().map(|name| row(self.combat, Side::Empire, name)).collect();
                Condition::Has(rows?)
            }
            W::Icon(icon) => Condition::Icon(*icon),
            W::At(name) => Condition::At(system(self.worlds, name)?),
            W::AtOneOf(names) => {
                let all: Result<Places, String> =
                    names.iter().map(|name| system(self.worlds, name)).collect();
                Condition::AtOneOf(all?)
            }
            W::Neutral => Condition::Neutral,
            W::NoRebelGround => Condition::NoRebelGround,
            W::Nowhere => Condition::Nowhere,
            W::Outlet => Condition::Outlet,
        })
    }

    fn units(&self, list: &BTreeMap<String, u8>) -> Result<Units, String> {
        units(self.combat, self.side, list)
    }

    fn passage(&self, name: &str, written: &Written) -> Result<Passage, String> {
        let Written::Move { from, theatre, units, only, n, carried, held } = written else {
            unreachable!("it moves units")
        };
        let (from, theatre, carried, held) = (*from, *theatre, *carried, *held);
        let (units, n) = (self.allowed(name, units)?, range(name, "n", *n, 0, 60)?);
        let only = only.as_ref().map(|only| row(self.combat, self.side, only)).transpose()?;
        let several =
            (from == Origin::Anywhere) == only.is_some() && (only.is_none() || units.is_empty() && n > 0);
        ensure(several, || format!("{name}: from anywhere a number of one kind moves"))?;
        Ok(Passage { from, theatre, units, only, n, carried, held })
    }

    /// Units by kind that a mission lets move, few enough to be counted in the state.
    fn allowed(&self, name: &str, list: &BTreeMap<String, u8>) -> Result<Units, String> {
        range(name, "kinds", list.len() as u8, 0, task::KINDS as u8)?;
        list.iter().try_for_each(|(unit, n)| range(name, unit, *n, 1, task::MOST).map(|_| ()))?;
        self.units(list)
    }

    /// The Rebel leader of a name.
    fn rebel(&self, card: &str, name: &str) -> Result<Leader, String> {
        let set = Names { tables: self.combat, side: Side::Rebels }.leaders(&[name])?;
        set.iter().next().ok_or_else(|| format!("{card}: nobody is {name}"))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what has no numbers was compiled before")]
    fn task(&self, name: &str, written: &Written) -> Result<Task, String> {
        let n = |key: &'static str, n: u8, least: u8, most: u8| range(name, key, n, least, most);
        if let Some(task) = plain(written) {
            return Ok(task);
        }
        Ok(match written {
            &Written::Freeze { reputation } => {
                Task::Freeze { reputation: n("reputation", reputation, 0, 4)? }
            }
            Written::Lure { prize, reputation } => Task::Lure {
                prize: self.rebel(name, prize)?,
                reputation: n("reputation", *reputation, 0, 4)?,
            },
            &Written::Rescue { along } => Task::Rescue { along },
            &Written::Confess { systems } => Task::Confess { systems: n("systems", systems, 1, 32)? },
            &Written::Probe { per } => Task::Probe { per: n("per", per, 1, 60)? },
            &Written::Probes { n: cards, portrait } => {
                Task::Probes { n: n("n", cards, 1, 16)?, portrait: n("portrait", portrait, 0, 16)? }
            }
            &Written::Intercept { n: cards } => Task::Intercept { n: n("n", cards, 1, 31)? },
            &Written::Plant { n: cards } => Task::Plant { n: n("n", cards, 1, 16)? },
            &Written::Projects { n: cards, keep } => {
                let cards = n("n", cards, 1, DRAWN as u8)?;
                ensure(keep == 1 || keep == cards, || format!("{name}: one project is kept, or all"))?;
                Task::Projects { n: cards, keep }
            }
            &Written::Study { n: cards } => Task::Study { n: n("n", cards, 1, 2)? },
            &Written::Arrange { n: cards } => Task::Arrange { n: n("n", cards, 1, TOP as u8)? },
            &Written::Objective { n: cards } => Task::Objective { n: n("n", cards, 1, 4)? },
            &Written::Loyalty { n: steps } => Task::Loyalty { n: n("n", steps, 1, 2)? },
            &Written::Spread { systems } => Task::Spread { systems: n("systems", systems, 1, 2)? },
            Written::Queue { unit, space } => Task::Queue {
                unit: row(self.combat, self.side, unit)?,
                space: n("space", *space, 1, QUEUE as u8)?,
            },
            Written::Gain { units, at } => Task::Gain { units: self.units(units)?, at: *at },
            &Written::Rise { circles, triangles } => Task::Rise {
                circles: n("circles", circles, 0, 8)?,
                triangles: n("triangles", triangles, 0, 8)?,
            },
            &Written::Hasten { n: units, portrait } => {
                Task::Hasten { n: n("n", units, 1, 8)?, portrait: n("portrait", portrait, 0, 8)? }
            }
            &Written::Commission { spaces } => {
                Task::Commission { spaces: n("spaces", spaces, 1, QUEUE as u8)? }
            }
            &Written::Destroy { health, theatre } => {
                Task::Destroy { health: n("health", health, 1, 20)?, theatre }
            }
            &Written::Raid { health } => Task::Raid { health: n("health", health, 1, 20)? },
            Written::Move { .. } => Task::Move(self.passage(name, written)?),
            &Written::Mobilize { units, cards } => {
                Task::Mobilize { units: n("units", units, 0, 60)?, cards: n("cards", cards, 1, 16)? }
            }
            &Written::Fetch { project } => Task::Fetch { project },
            Written::Enlist { leader, at } => {
                Task::Enlist { leader: self.rebel(name, leader)?, at: system(self.worlds, at)? }
            }
            plain => unreachable!("{plain:?} has no numbers"),
        })
    }

    /// What a mission does goes with where, and with whose it is.
    fn fits(&self, name: &str, attempt: bool, venue: &Venue, task: Task) -> Result<(), String> {
        let (side, aims): (Option<Side>, &[Aim]) = match task {
            Task::Capture | Task::Bring | Task::Detain => (Some(Side::Empire), &[Aim::Leader]),
            Task::Freeze { .. } | Task::Lure { .. } | Task::Beacon => (Some(Side::Empire), &[Aim::Captive]),
            Task::Rescue { .. } => (Some(Side::Rebels), &[Aim::Captive]),
            Task::Question
            | Task::Bury
            | Task::Confess { .. }
            | Task::Search
            | Task::Probe { .. }
            | Task::Probes { .. }
            | Task::Intercept { .. }
            | Task::Projects { .. }
            | Task::Commission { .. }
            | Task::Annihilate
            | Task::Inquire
            | Task::Guard
            | Task::Loosen
            | Task::Unsettle => (Some(Side::Empire), ANYWHERE),
            Task::Inspect
            | Task::Study { .. }
            | Task::Arrange { .. }
            | Task::Plant { .. }
            | Task::Train
            | Task::Expel
            | Task::Enlist { .. }
            | Task::Shield => (Some(Side::Rebels), ANYWHERE),
            Task::Objective { .. } => {
                (Some(Side::Rebels), &[Aim::System, Aim::Leader, Aim::Captive, Aim::Base])
            }
            Task::Fetch { project } => (project.then_some(Side::Empire), &[Aim::Nowhere]),
            Task::Mobilize { .. } | Task::Reassign => (Some(Side::Rebels), &[Aim::Base]),
            Task::Move(passage) => {
                let base = passage.from == Origin::Base;
                (base.then_some(Side::Rebels), ANYWHERE)
            }
            Task::Loyalty { .. }
            | Task::Spread { .. }
            | Task::Sabotage
            | Task::Repair
            | Task::Produce
            | Task::Queue { .. }
            | Task::Gain { .. }
            | Task::Rise { .. }
            | Task::Hasten { .. }
            | Task::Destroy { .. }
            | Task::Raid { .. }
            | Task::Demolish
            | Task::Advance
            | Task::Fight => (None, ANYWHERE),
        };
        let own = aims.contains(&venue.aim);
        ensure(own, || format!("{name}: its effect does not go with '{}'", venue.words))?;
        ensure(side.is_none_or(|side| side == self.side), || {
            format!("{name}: its effect is for the other side")
        })?;
        ensure(venue.aim != Aim::Base || !attempt, || {
            format!("{name}: nobody comes to the base to oppose it")
        })?;
        let against = self.side == Side::Empire || venue.aim != Aim::Leader;
        ensure(against, || format!("{name}: the Rebels do not go against their own leaders"))
    }
}

/// What is done without any number.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others have numbers")]
fn plain(written: &Written) -> Option<Task> {
    Some(match written {
        Written::Capture {} => Task::Capture,
        Written::Bring {} => Task::Bring,
        Written::Detain {} => Task::Detain,
        Written::Beacon {} => Task::Beacon,
        Written::Question {} => Task::Question,
        Written::Bury {} => Task::Bury,
        Written::Search {} => Task::Search,
        Written::Inspect {} => Task::Inspect,
        Written::Unsettle {} => Task::Unsettle,
        Written::Sabotage {} => Task::Sabotage,
        Written::Repair {} => Task::Repair,
        Written::Produce {} => Task::Produce,
        Written::Demolish {} => Task::Demolish,
        Written::Annihilate {} => Task::Annihilate,
        Written::Fight {} => Task::Fight,
        Written::Train {} => Task::Train,
        Written::Shield {} => Task::Shield,
        Written::Reassign {} => Task::Reassign,
        Written::Advance {} => Task::Advance,
        Written::Inquire {} => Task::Inquire,
        Written::Guard {} => Task::Guard,
        Written::Loosen {} => Task::Loosen,
        Written::Expel {} => Task::Expel,
        _ => return None,
    })
}

/// What is for no leader and no place in particular.
const ANYWHERE: &[Aim] = &[Aim::System, Aim::Leader, Aim::Captive];

/// A mission: its name, where it is carried out, what it takes and does.
fn sentence(m: &schema::Mission, venue: &Venue, effects: &str) -> String {
    let icons = format!("{} {}", m.icons, m.skill.word().replace('_', " "));
    let kind = if m.attempt { "attempt" } else { "resolve" };
    let bonus = if m.bonus > 0 {
        format!(", {} more with own units", many(m.bonus, "die", "dice"))
    } else {
        String::new()
    };
    let all = if m.all_icons { ", every icon counts" } else { "" };
    let portrait = m.portrait.as_ref().map_or_else(String::new, |name| format!(", portrait of {name}"));
    format!("{} ({icons}, {kind} {}{bonus}{all}{portrait}): {effects}", m.name, venue.words)
}
