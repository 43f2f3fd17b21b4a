//! What is printed on the components, as tables: see `load.rs` for how the data set becomes these.

use holotable_env::catalogue::Entry;
use holotable_env::data::find;
use holotable_env::{Finite, Set};
use serde::Deserialize;

use super::ability::{Ability, When};
use super::deck_counts::DeckCounts;
use super::goal::Goal;
use super::task::Task;
use super::venue::Venue;
use super::words::{
    ByIcon, ByLeader, ByPlace, ByRole, BySide, BySkill, ICONS, Icon, Leader, Leaders, Loyalty, MISSIONS,
    Mission, Missions, Objective, Objectives, PLACES, Place, Places, RECRUITS, Recruit, Recruits, Row,
    STACKS, START, Side, Skill, Units,
};

/// What the space of the hidden base is called.
pub const BASE: &str = "Rebel Base";

/// Which missions are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// None.
    None,
    /// Those that each side begins with.
    Starting,
    /// All, with projects.
    All,
}

/// A place of the board.
#[derive(Clone, Debug)]
pub struct World {
    /// The printed name.
    pub name: String,
    /// Its region, from 1; 0 for the Rebel Base space.
    pub region: u8,
    /// Its resource icons from the left; none for a remote system.
    pub icons: [Option<Icon>; ICONS],
    /// The space of the queue on which they build, from 1; 0 if there are none.
    pub build: u8,
    /// Whose mark its probe card has.
    pub mark: Loyalty,
    /// Where our picture shows it, in pixels.
    pub at: (i32, i32),
}

/// An action card.
#[derive(Clone, Debug)]
pub struct Card {
    /// The printed name.
    pub name: String,
    /// Whom it shows.
    pub leaders: Leaders,
    /// The same, with who replaces them.
    pub able: Leaders,
    /// When it is used.
    pub when: When,
    /// What it does in the assignment phase, written as a mission.
    pub deed: MissionCard,
    /// What it does otherwise.
    pub ability: Option<Ability>,
    /// What it does, in words.
    pub words: String,
}

/// An objective.
#[derive(Clone, Debug)]
pub struct ObjectiveCard {
    /// The printed name, with the stage where there are two of it.
    pub name: String,
    /// Its stage, from 1.
    pub stage: u8,
    /// What it is worth.
    pub reputation: u8,
    /// What it asks for.
    pub goal: Goal,
    /// The same in words.
    pub words: String,
    /// It returns to the hand.
    pub returns: bool,
}

/// A mission, or what an action card does like one.
#[derive(Clone, Debug, Default)]
pub struct MissionCard {
    /// The printed name.
    pub name: String,
    /// How many cards of it there are.
    pub copies: u8,
    /// Whose portrait it has.
    pub portrait: Leaders,
    /// Every icon counts for its dice.
    pub all_icons: bool,
    /// The skill that it asks for.
    pub skill: Skill,
    /// How many icons of it the leaders need together.
    pub icons: u8,
    /// The other side may oppose it.
    pub attempt: bool,
    /// Dice more for who carries it out with units there.
    pub bonus: u8,
    /// Where it can be carried out.
    pub venue: Venue,
    /// What it does, one thing after the other; of two such ways who carries it out takes one.
    pub ways: Vec<Vec<Task>>,
    /// What it takes, where and what it does, in words.
    pub words: String,
}

impl MissionCard {
    /// Everything that it may do.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        self.ways.iter().flatten().copied()
    }
}

/// The track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are documented in values.toml")]
pub struct Track {
    pub spaces: u8,
    pub time: u8,
    pub reputation: u8,
    pub recruit: Vec<u8>,
    pub build: Vec<u8>,
}

/// What a refresh brings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are documented in values.toml")]
pub struct Refresh {
    pub probes: u8,
    pub recruits: u8,
    pub objectives: u8,
    pub missions: u8,
    pub hand: u8,
    pub deploy: u8,
}

/// The action cards.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are documented in values.toml")]
pub struct Actions {
    pub begin: u8,
}

/// The set-up of the first game.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are documented in values.toml")]
pub struct First {
    pub rebels: Places,
    pub empire: Places,
    pub subjugated: Places,
    pub units: BySide<ByPlace<Units>>,
}

/// The normal set-up.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are documented in values.toml")]
pub struct Normal {
    pub rebels: u8,
    pub empire: u8,
    pub subjugated: u8,
    pub units: BySide<Units>,
}

/// The data set.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The version of the map.
    pub version: String,
    /// The systems, and the Rebel Base space.
    pub worlds: ByPlace<World>,
    /// The systems next to each.
    pub next_to: ByPlace<Places>,
    /// The same with the system itself.
    pub around: ByPlace<Places>,
    /// The systems with icons.
    pub populous: Places,
    /// The systems with icons of each region.
    pub regions: Vec<Places>,
    /// The systems that are always the Empire's, and have no probe card.
    pub always: Places,
    /// What each icon builds.
    pub builds: BySide<ByIcon<Set<Row>>>,
    /// The leaders who are there from the beginning.
    pub start: BySide<Leaders>,
    /// The leaders whom each player commands where two share a side; none where nobody does.
    pub people: BySide<ByRole<Leaders>>,
    /// The action cards: those from which leaders are recruited, then those that a side may begin with, if they are played.
    pub recruits: BySide<Vec<Card>>,
    /// The abilities of action cards are played.
    pub action_cards: bool,
    /// The skills of the leaders.
    pub skills: BySide<ByLeader<BySkill<u8>>>,
    /// The missions of each side; none where none are played.
    pub missions: BySide<Vec<MissionCard>>,
    /// How many cards of each there are.
    pub copies: BySide<DeckCounts>,
    /// The missions that a side begins with.
    pub starting: BySide<Missions>,
    /// The projects.
    pub projects: BySide<Missions>,
    /// All missions are played, and not the starting ones alone.
    pub all_missions: bool,
    /// The station that lies under construction, and the one that it becomes.
    pub stations: Option<(Row, Row)>,
    /// The objectives.
    pub objectives: Vec<ObjectiveCard>,
    /// The objectives of each stage, in order.
    pub stages: Vec<Objectives>,
    /// The track.
    pub track: Track,
    /// What a refresh brings.
    pub refresh: Refresh,
    /// The action cards.
    pub actions: Actions,
    /// The first game.
    pub first: First,
    /// The normal game.
    pub normal: Normal,
    /// Every value with its provenance.
    pub printed: Vec<Entry>,
    /// A hash of the values, those of the battle included.
    pub hash: String,
}

impl Tables {
    /// The name of a place.
    #[inline]
    pub fn name(&self, place: Place) -> &str {
        &self.worlds[place].name
    }

    /// The place of a name.
    ///
    /// # Errors
    /// One line with the nearest name.
    pub fn place(&self, name: &str) -> Result<Place, String> {
        find(self.worlds.values().iter().map(|w| w.name.as_str()), name, "place").map(Place::at)
    }

    /// Each pair of neighbours once.
    pub fn routes(&self) -> impl Iterator<Item = (Place, Place)> {
        let pairs = (0..PLACES).flat_map(|a| (a + 1..PLACES).map(move |b| (Place::at(a), Place::at(b))));
        pairs.filter(|&(a, b)| self.next_to[a].has(b))
    }

    /// All objectives.
    pub fn all_objectives(&self) -> Objectives {
        Objectives::first(self.objectives.len())
    }

    /// An objective.
    #[inline]
    pub fn objective(&self, objective: Objective) -> &ObjectiveCard {
        &self.objectives[objective.index()]
    }

    /// A mission.
    #[inline]
    pub fn mission(&self, side: Side, mission: Mission) -> &MissionCard {
        &self.missions[side][mission.index()]
    }

    /// The titles of a side's missions.
    pub fn titles(&self, side: Side) -> Missions {
        Missions::first(self.missions[side].len())
    }

    /// How many titles a side can have, and how many of its missions can lie face down: what there is room for.
    pub fn room(&self) -> (usize, usize) {
        if self.all_missions { (MISSIONS, STACKS) } else { (START, START) }
    }

    /// All action cards of a side from which leaders are recruited.
    pub fn all_recruits(&self, side: Side) -> Recruits {
        Recruits::first(self.recruits[side].len().min(RECRUITS))
    }

    /// The action cards with which a side may begin.
    pub fn openings(&self, side: Side) -> Recruits {
        Recruits::first(self.recruits[side].len()).without(self.all_recruits(side))
    }

    /// An action card.
    #[inline]
    pub fn action_card(&self, side: Side, card: Recruit) -> &Card {
        &self.recruits[side][card.index()]
    }

    /// The action cards of a side of which this holds.
    pub fn acts_who(&self, side: Side, which: impl Fn(&Card) -> bool) -> Recruits {
        let all = self.recruits[side].iter().enumerate().filter(|(_, card)| which(card));
        all.map(|(i, _)| Recruit::at(i)).collect()
    }

    /// The leaders of a side who are shown on any of these action cards.
    pub fn shown(&self, side: Side, cards: Recruits) -> Leaders {
        let none = std::iter::empty::<Leader>().collect();
        cards.iter().fold(none, |all: Leaders, card| all.or(self.recruits[side][card.index()].leaders))
    }
}
