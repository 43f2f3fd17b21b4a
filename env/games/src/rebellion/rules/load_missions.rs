//! The missions of the data set.

use holotable_env::data::{Files, distinct, range, wrong};
use holotable_env::english::many;
use holotable_env::{Error, Finite, ensure};

use super::deck_counts::{DeckCounts, MOST};
use super::schema;
use super::tables::{MissionCard, Played, World};
use super::task::{Origin, Task};
use super::venue::{self, Aim, Venue};
use super::verb::{Context, Names};
use super::words::{ByPlace, BySide, Leaders, MISSIONS, Mission, Missions, PROJECTS, Side};
use crate::rebellion_combat::tables::Tables as Combat;

/// The file with the missions and projects.
pub const MISSION: &str = "missions.toml";

/// The missions that are played, by side.
#[derive(Debug, Default)]
pub struct Decks {
    /// The cards.
    pub cards: BySide<Vec<MissionCard>>,
    /// How many of each.
    pub copies: BySide<DeckCounts>,
    /// Those that a side begins with.
    pub starting: BySide<Missions>,
    /// The projects.
    pub projects: BySide<Missions>,
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
        label.say("venue", venue::words(&m.venue));
        label.say("effects", listed(&m.effects));
        label.say("or", listed(&m.or));
        let (side, start, project, copies) = (m.side, m.start, m.project, m.copies);
        let name = m.name.clone();
        let cx = Context { name: &name, side, combat, worlds, missions: &[] };
        let card = card(m, &cx, played)?;
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

pub(in crate::rebellion) fn listed(all: &[Task<Names>]) -> String {
    all.iter().map(Task::words).collect::<Vec<_>>().join("; ")
}

/// What an action card does in the assignment phase, as a mission that just happens.
pub fn deed(cx: &Context<'_>, card: &schema::Card) -> Result<MissionCard, String> {
    let venue = Venue::read(&card.venue, cx)?;
    let tasks = tasks(&card.effects, false, &venue, cx)?;
    let words = format!("{} ({}): {}", card.name, venue.words, listed(&card.effects));
    Ok(MissionCard { name: card.name.clone(), venue, ways: vec![tasks], words, ..MissionCard::default() })
}

/// What is done, where and by whom it can be.
fn tasks(all: &[Task<Names>], attempt: bool, venue: &Venue, cx: &Context<'_>) -> Result<Vec<Task>, String> {
    let one = |written: &Task<Names>| {
        let task = written.resolve(cx)?;
        fits(cx, attempt, venue, task).map(|()| task)
    };
    all.iter().map(one).collect()
}

fn card(m: schema::Mission, cx: &Context<'_>, played: Played) -> Result<MissionCard, String> {
    range(&m.name, "icons", m.icons, 1, 4)?;
    range(&m.name, "bonus", m.bonus, 0, 10)?;
    range(&m.name, "copies", m.copies, 1, MOST)?;
    let single = !m.start || m.copies == 1 && !m.project;
    ensure(single, || format!("{}: a mission that a side begins with is one card, and no project", m.name))?;
    ensure(!m.project || m.side == Side::Empire, || format!("{}: projects are the Empire's", m.name))?;
    let portrait = match &m.portrait {
        Some(name) => cx.leaders(m.side, &[name])?,
        None => Leaders::default(),
    };
    let mut venue = Venue::read(&m.venue, cx)?;
    venue.forbidden = m.attempt && m.side == Side::Rebels;
    ensure(!m.effects.is_empty() || !m.or.is_empty(), || format!("{} does nothing", m.name))?;
    let (mut ways, mut words) = (Vec::new(), Vec::new());
    for mut way in [m.effects.clone(), m.or.clone()] {
        // Where there are no projects, what draws some is left out (ruling W26).
        way.retain(|one| played == Played::All || !matches!(one, Task::Projects { .. }));
        if !way.is_empty() {
            ways.push(tasks(&way, m.attempt, &venue, cx)?);
            words.push(listed(&way));
        }
    }
    let words = sentence(&m, &venue, &words.join("; or "));
    let schema::Mission { name, copies, skill, icons, all_icons, attempt, bonus, .. } = m;
    Ok(MissionCard { name, copies, portrait, all_icons, skill, icons, attempt, bonus, venue, ways, words })
}

/// What a mission does goes with where, and with whose it is.
fn fits(cx: &Context<'_>, attempt: bool, venue: &Venue, task: Task) -> Result<(), String> {
    let name = cx.name;
    if let Task::Projects { n, keep } = task {
        ensure(keep == 1 || keep == n, || format!("{name}: one project is kept, or all"))?;
    }
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
        Task::Objective { .. } => (Some(Side::Rebels), &[Aim::System, Aim::Leader, Aim::Captive, Aim::Base]),
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
    ensure(side.is_none_or(|side| side == cx.side), || format!("{name}: its effect is for the other side"))?;
    ensure(venue.aim != Aim::Base || !attempt, || format!("{name}: nobody comes to the base to oppose it"))?;
    let against = cx.side == Side::Empire || venue.aim != Aim::Leader;
    ensure(against, || format!("{name}: the Rebels do not go against their own leaders"))
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
