//! [`State`]: the galaxy as one small `Copy` value. Each field is named here and nowhere else: bytes and JSON are derived.

use super::save::{
    Names, armies, base, cards, deep, fight, forces, landed, loyalties, missions, objectives, order, place,
    places, posts, probes, queues, secret, secret_places, stacks, top, under_way, victim, wanted,
};
use super::words::{
    ByLeader, ByPlace, BySide, Job, Leader, Leaders, Loyalty, MISSIONS, Mission, Missions, OBJECTIVES,
    Objective, Objectives, Place, Places, QUEUE, Recruits, Row, Side, Stack, Units, either, space,
};
use crate::rebellion_combat;
use crate::{Json, List, Pack, finite_enum};

finite_enum! {
    /// What is decided. All else happens between two decisions.
    #[derive(Default)]
    pub enum Stage {
        /// Set-up: where a unit stands.
        #[default]
        Muster = "muster",
        /// Set-up: where the base is.
        Hide = "hide",
        /// Assignment: which mission leaders are put on.
        Assign = "assign",
        /// Assignment: which leader is put on it.
        Staff = "staff",
        /// Command: activate a system with a leader, carry a mission out, pass, or reveal the base.
        Turn = "turn",
        /// What the leader activates.
        Target = "target",
        /// From where units move.
        From = "from",
        /// Which units move from there.
        Load = "load",
        /// Where a mission is carried out, or against whom.
        Aim = "aim",
        /// Whom the other side sends against a mission.
        Oppose = "oppose",
        /// Which objective is put on top of its deck.
        Inspect = "inspect",
        /// End of the command phase: what the base space gains or whether the base moves.
        Mobilize = "mobilize",
        /// To where the base moves.
        Relocate = "relocate",
        /// A decision of the battle.
        Battle = "battle",
        /// Whether an objective is played.
        Objective = "objective",
        /// Refresh: which leader is recruited.
        Recruit = "recruit",
        /// Refresh: which unit an icon builds.
        Build = "build",
        /// Refresh: which unit on the board is destroyed, so that one can be built.
        Scrap = "scrap",
        /// Refresh: where a unit is deployed.
        Deploy = "deploy",
        /// The game is over.
        Over = "over",
    }
}

finite_enum! {
    /// How the game ended.
    #[derive(Default)]
    pub enum Ending {
        /// It has not.
        #[default]
        None = "unfinished",
        /// Imperial units are in the system of the revealed base, and no Rebel units.
        BaseTaken = "base_taken",
        /// The reputation of the Rebels met the time by an objective.
        Reputation = "reputation",
        /// The time met the reputation of the Rebels.
        Time = "time",
    }
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub enum Post {
    /// Not recruited.
    #[default]
    Supply,
    /// In the leader pool.
    Pool,
    /// About to activate a system, or to carry a mission out.
    Ready,
    /// In a system or on the Rebel Base space.
    At(Place),
    /// On a mission that lies face down.
    On(Stack),
    /// Captured by the Empire, in a system.
    Captive(Place),
}

/// The galaxy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Names<'cx>)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct State {
    /// What is decided.
    pub stage: Stage,
    /// Whose turn it is in the command phase.
    pub turn: Side,
    /// Who decides.
    pub asked: Side,
    /// Who has passed in this command phase.
    pub passed: BySide<bool>,
    /// The space of the time marker, which counts the rounds.
    pub time: u8,
    /// The space of the reputation marker.
    pub reputation: u8,
    /// The units of each side by place; those in a battle are there instead.
    #[json(with = armies)]
    pub units: BySide<ByPlace<Units>>,
    /// Where the leaders of each side are.
    #[json(with = posts)]
    pub posts: BySide<ByLeader<Post>>,
    /// Whom each system is loyal to.
    #[json(with = loyalties)]
    pub loyalty: ByPlace<Loyalty>,
    /// The systems with a subjugation marker.
    #[json(with = places)]
    pub subjugated: Places,
    /// The systems with a sabotage marker.
    #[json(with = places)]
    pub sabotaged: Places,
    /// What each side has in its build queue, from space 1.
    #[json(with = queues)]
    pub queue: BySide<[Units; QUEUE]>,
    /// Where the base is, once it is chosen.
    #[json(with = base)]
    pub base: Option<Place>,
    /// The base is revealed.
    pub revealed: bool,
    /// Where the base can be as far as everybody has seen.
    #[json(with = places)]
    pub possible: Places,
    /// The probe cards that are out of the game.
    #[json(name = "probes_in_the_box", with = places)]
    pub boxed: Places,
    /// The probe cards that the Empire has drawn.
    #[json(with = probes)]
    pub probes: Places,
    /// Those of them that everybody knows, since the base was there.
    #[json(name = "probes_seen", with = places)]
    pub open: Places,
    /// How deep the cards lie that the Rebels put under the probe deck, the last ones deepest; 0 for all others.
    #[json(name = "probes_under_the_deck", with = deep)]
    pub depth: ByPlace<u8>,
    /// The objectives in the Rebel hand.
    #[json(name = "objectives", with = secret)]
    pub hand: Objectives,
    /// Those of them that the Empire has seen.
    #[json(name = "objectives_seen", with = objectives)]
    pub known: Objectives,
    /// The objectives that were played.
    #[json(name = "objectives_played", with = objectives)]
    pub played: Objectives,
    /// The objective that the Rebels put on top of the deck.
    #[json(name = "objective_on_top", with = top)]
    pub top: Option<Objective>,
    /// The objectives that they put at its bottom, the deepest last.
    #[json(name = "objectives_at_the_bottom", with = order)]
    pub bottom: List<Objective, OBJECTIVES>,
    /// The missions that lie face down.
    #[json(name = "missions_face_down", with = stacks)]
    pub stacks: BySide<[Option<Mission>; MISSIONS]>,
    /// The missions that were turned up in this round.
    #[json(name = "missions_turned_up", with = missions)]
    pub shown: BySide<Missions>,
    /// How many leaders the Rebels have sent to move the base at the end of the phase.
    pub mobilized: u8,
    /// The action cards left in each deck.
    #[json(with = cards)]
    pub recruits: BySide<Recruits>,
    /// What is activated.
    #[json(group = "now", with = place)]
    pub target: Option<Place>,
    /// From where units are moving.
    #[json(group = "now", with = place)]
    pub source: Option<Place>,
    /// From where units have moved in this activation.
    #[json(group = "now", with = places)]
    pub origins: Places,
    /// Units have moved from the present source.
    #[json(group = "now")]
    pub loaded: bool,
    /// Capacity left on the ships that move from there.
    #[json(group = "now")]
    pub room: u8,
    /// How many units may still move to the base space by a mission.
    #[json(group = "now")]
    pub lift: u8,
    /// The mission that is carried out, of the side whose turn it is.
    #[json(group = "now", with = under_way)]
    pub mission: BySide<Option<Mission>>,
    /// The Rebel leader whom it is against.
    #[json(group = "now", with = victim)]
    pub victim: Option<Leader>,
    /// The objectives that the Rebels look at.
    #[json(group = "now", with = secret)]
    pub looked: Objectives,
    /// The probe cards that they have drawn for a new base.
    #[json(group = "now", with = secret_places)]
    pub havens: Places,
    /// The system that is fought over.
    #[json(group = "now", with = place)]
    pub field: Option<Place>,
    /// The battle.
    #[json(group = "now", with = fight)]
    pub battle: Option<rebellion_combat::State>,
    /// It was subjugated when the combat began.
    #[json(group = "now")]
    pub liberates: bool,
    /// An objective was played in this combat.
    #[json(group = "now")]
    pub scored: bool,
    /// The objectives whose time has come in this combat.
    #[json(group = "now", with = objectives)]
    pub due: Objectives,
    /// The objectives whose time is now.
    #[json(group = "now", with = objectives)]
    pub window: Objectives,
    /// The action cards drawn by who recruits.
    #[json(group = "now", with = cards)]
    pub drawn: BySide<Recruits>,
    /// Which icon builds.
    #[json(group = "now")]
    pub job: Job,
    /// The kind of unit that is built if one on the board is destroyed.
    #[json(group = "now", with = wanted)]
    pub wanted: BySide<Option<Row>>,
    /// The units of who decides that still wait for a place.
    #[json(group = "now", with = forces)]
    pub waiting: BySide<Units>,
    /// How many units were deployed in each place by who decides.
    #[json(group = "now", with = landed)]
    pub landed: ByPlace<u8>,
    /// How it ended.
    pub ending: Ending,
}

const _: () = assert!(size_of::<State>() <= 1536, "a state is at most 1.5 KiB");

impl State {
    /// The leaders of a side of whom this holds.
    #[inline]
    pub fn leaders(&self, side: Side, at: Post) -> Leaders {
        self.posts[side].iter().filter(|(_, post)| **post == at).map(|(leader, _)| leader).collect()
    }

    /// How many missions of a side lie face down.
    #[inline]
    pub fn laid(&self, side: Side) -> usize {
        self.stacks[side].iter().flatten().count()
    }

    /// The Rebel leader whom the Empire holds, and where.
    #[inline]
    pub fn captive(&self) -> Option<(Leader, Place)> {
        let mut posts = self.posts[Side::Rebels].iter();
        posts.find_map(|(leader, post)| if let Post::Captive(at) = *post { Some((leader, at)) } else { None })
    }

    /// Whether a leader of a side holds its units at a place.
    #[inline]
    pub fn held(&self, side: Side, place: Place) -> bool {
        self.posts[side].values().contains(&Post::At(place))
    }

    /// The places with units of a side.
    pub fn with_units(&self, side: Side) -> Places {
        self.units[side].iter().filter(|(_, units)| !units.is_empty()).map(|(place, _)| place).collect()
    }

    /// The systems that are loyal to a side.
    pub fn loyal(&self, side: Side) -> Places {
        self.loyalty.iter().filter(|(_, loyalty)| loyalty.is_to(side)).map(|(place, _)| place).collect()
    }

    /// The Imperial systems: loyal to the Empire or subjugated. Or those of the Rebels: loyal to them and not subjugated.
    pub fn of(&self, side: Side) -> Places {
        match side {
            Side::Empire => either(self.loyal(side), self.subjugated),
            Side::Rebels => self.loyal(side).without(self.subjugated),
        }
    }

    /// The system of the base, once it is revealed.
    #[inline]
    pub fn revealed_base(&self) -> Option<Place> {
        self.base.filter(|_| self.revealed)
    }

    /// Where leaders and units of the Rebel Base stand: in its system once it is revealed, else on its space off the map.
    #[inline]
    pub fn rebel_base(&self) -> Place {
        self.revealed_base().unwrap_or_else(space)
    }

    /// Leaders at these posts come back to their pools.
    pub fn retrieve(&mut self, from: impl Fn(Post) -> bool) {
        for posts in self.posts.values_mut() {
            posts.values_mut().iter_mut().filter(|post| from(**post)).for_each(|post| *post = Post::Pool);
        }
    }

    /// Whether the base is still hidden.
    #[inline]
    pub fn hidden(&self) -> bool {
        self.base.is_some() && !self.revealed
    }
}
