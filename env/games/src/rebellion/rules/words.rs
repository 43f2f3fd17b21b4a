//! The words of the game as numbered types, and the sizes that the encoding is built on. Sides, theatres, kinds of units and leaders
//! are those of the [battle](crate::rebellion_combat).

use holotable_env::Set;
use holotable_env::Slot;
use holotable_env::{ByKey, Finite, finite_enum};

pub use crate::rebellion_combat::words::{
    BySide, Class, LEADERS, Leader, Loyalty, Moves, ROWS, Row, Side, Theatre,
};
pub use crate::rebellion_combat::zones::{Leaders, Units};

finite_enum! {
    /// A resource icon.
    pub enum Icon {
        /// Blue triangle.
        SpaceTriangle = "space_triangle",
        /// Blue circle.
        SpaceCircle = "space_circle",
        /// Blue square.
        SpaceSquare = "space_square",
        /// Orange triangle.
        GroundTriangle = "ground_triangle",
        /// Orange circle.
        GroundCircle = "ground_circle",
        /// Orange square.
        GroundSquare = "ground_square",
    }
}

finite_enum! {
    /// What a leader is good at, and a mission asks for.
    #[derive(Default)]
    pub enum Skill {
        /// Diplomacy.
        #[default]
        Diplomacy = "diplomacy",
        /// Intel.
        Intel = "intel",
        /// Spec ops.
        SpecOps = "spec_ops",
        /// Logistics.
        Logistics = "logistics",
    }
}

finite_enum! {
    /// One of the two players who share a side; who has a side alone is both.
    #[derive(Default)]
    pub enum Role {
        /// Commands fleets: builds, deploys and fights in space.
        #[default]
        Admiral = "admiral",
        /// Commands troops: holds the cards, keeps the base and fights on the ground.
        General = "general",
    }
}

impl Role {
    /// The role of the partner.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Admiral => Self::General,
            Self::General => Self::Admiral,
        }
    }

    /// Who decides in a battle of this theatre (p4).
    #[inline]
    pub fn of(theatre: Theatre) -> Self {
        match theatre {
            Theatre::Space => Self::Admiral,
            Theatre::Ground => Self::General,
        }
    }
}

/// How many systems the board has.
pub const SYSTEMS: usize = 32;
/// The systems and the Rebel Base space.
pub const PLACES: usize = SYSTEMS + 1;
/// The most icons of a place.
pub const ICONS: usize = 2;
/// The spaces of a build queue.
pub const QUEUE: usize = 3;
/// Room for objectives: there are fifteen in the box.
pub const OBJECTIVES: usize = 15;
/// Room for the action cards of a side from which leaders are recruited.
pub const RECRUITS: usize = 12;
/// Room for all action cards of a side: those, then the ones that it may begin with.
pub const CARDS: usize = 18;
/// Room for the titles of a side's missions.
pub const MISSIONS: usize = 29;
/// The missions that each side begins with, all there are where no others are played.
pub const START: usize = 4;
/// The most missions of a side that lie face down (ruling W51): so many leaders it has, but for one who is lured to it.
pub const STACKS: usize = 8;
/// The most projects that lie under their deck: there are ten in the box.
pub const PROJECTS: usize = 10;
/// The most projects that are drawn together.
pub const DRAWN: usize = 2;
/// The most leaders on a mission.
pub const TEAM: usize = 2;
/// How many objectives are looked at where one goes on top and the other to the bottom.
pub const LOOK: usize = 2;
/// The most objectives whose order on top of the deck is known.
pub const TOP: usize = 4;

/// A system, in the order of `systems.toml`, or the Rebel Base space as the last.
pub type Place = Slot<PLACES>;
/// Some places.
pub type Places = Set<Place>;
/// An objective, in the order of `objectives.toml`.
pub type Objective = Slot<OBJECTIVES>;
/// Some objectives.
pub type Objectives = Set<Objective, u16>;
/// An action card of a side, in the order of `recruits.toml`; those from which leaders are recruited come first.
pub type Recruit = Slot<CARDS>;
/// Some action cards of a side.
pub type Recruits = Set<Recruit, u32>;
/// The title of a mission of a side, in the order of `missions.toml`.
pub type Mission = Slot<MISSIONS>;
/// Some missions of a side.
pub type Missions = Set<Mission, u32>;
/// A mission that lies face down, by the order in which they were laid in this round.
pub type Stack = Slot<STACKS>;
/// A way to carry a mission out, of two.
pub type Way = Slot<2>;
/// What a die of a mission shows: none, one or two successes.
pub type Face = Slot<3>;
/// An icon that is built: those of the first place, then those of the next.
pub type Job = Slot<{ PLACES * ICONS }>;

/// Something of each place.
pub type ByPlace<T> = ByKey<Place, T, PLACES>;
/// Something of each icon.
pub type ByIcon<T> = ByKey<Icon, T, { Icon::N }>;
/// Something of each skill.
pub type BySkill<T> = ByKey<Skill, T, { Skill::N }>;
/// Something of each of the two players who share a side.
pub type ByRole<T> = ByKey<Role, T, { Role::N }>;
/// Something of each leader of a side.
pub type ByLeader<T> = ByKey<Leader, T, LEADERS>;

/// Where a Rebel leader stands among the Empire's who was lured to its side.
#[inline]
pub fn turncoat() -> Leader {
    Leader::at(LEADERS - 1)
}

/// The Rebel Base space, which is no system.
#[inline]
pub fn space() -> Place {
    Place::at(SYSTEMS)
}

/// Every system.
#[inline]
pub fn systems() -> impl Iterator<Item = Place> {
    (0..SYSTEMS).map(Place::at)
}

/// All systems as a set.
pub const ALL: Places = Places::of_bits((1 << SYSTEMS) - 1);
