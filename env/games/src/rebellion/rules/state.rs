//! [`State`]: the galaxy as one small `Copy` value. Each field is named here and nowhere else: bytes and JSON are derived.

use holotable_env::{ByKey, Finite, Json, List, Pack, finite_enum};

use super::ability::Ring;
use super::action_cards::moment::Moment;
use super::allegiance::Loyalties;
use super::deck_counts::DeckCounts;
use super::deployments::Deployments;
use super::fields::cards::own_card;
use super::fields::people::crews;
use super::fields::places::base;
use super::fields::{Names, decks, for_empire, for_rebels, imperial, open, own, rebel, sides};
use super::hand::Hand;
use super::partners::Partners;
use super::words::{
    ByLeader, ByPlace, BySide, DRAWN, Face, Job, Leader, Leaders, Mission, Missions, OBJECTIVES, Objective,
    Objectives, PROJECTS, Place, Places, QUEUE, Recruit, Recruits, Row, STACKS, Side, Stack, TOP, Units, Way,
    space, turncoat,
};
use crate::rebellion_combat;
use crate::rebellion_combat::action::Die;

pub use super::post::Post;

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
        /// Whether a die of a mission is rolled again.
        Reroll = "reroll",
        /// Which of two ways a mission is carried out, or on which space of the queue a unit lies.
        Pick = "pick",
        /// A choice of what a mission does.
        Effect = "effect",
        /// Which objective is put on top of its deck, or taken from it.
        Inspect = "inspect",
        /// End of the command phase: what the base space gains or whether the base moves.
        Mobilize = "mobilize",
        /// To where the base moves.
        Relocate = "relocate",
        /// A decision of the battle.
        Battle = "battle",
        /// Whether an objective is played.
        Objective = "objective",
        /// Which Imperial leader is eliminated by an objective.
        Eliminate = "eliminate",
        /// Refresh: which mission is discarded from a hand that is too large.
        Discard = "discard",
        /// Refresh: which leader is recruited.
        Recruit = "recruit",
        /// Refresh: which unit an icon builds.
        Build = "build",
        /// Which own unit on the board is destroyed, so that one is built or comes, or for lack of room in a destroyed system.
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
        /// The system of the base was destroyed.
        BaseDestroyed = "base_destroyed",
        /// The reputation of the Rebels met the time by an objective.
        Reputation = "reputation",
        /// The time met the reputation of the Rebels.
        Time = "time",
    }
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
    /// The side that decides.
    pub asked: Side,
    /// Who has passed in this command phase.
    pub passed: BySide<bool>,
    /// The space of the time marker, which counts the rounds.
    pub time: u8,
    /// The space of the reputation marker.
    pub reputation: u8,
    /// The units of each side by place; those in a battle are there instead.
    #[json(with = sides)]
    pub units: BySide<ByPlace<Units>>,
    /// Where the leaders of each side are.
    #[json(with = sides)]
    pub posts: BySide<ByLeader<Post>>,
    /// Whom each system is loyal to.
    #[json(with = open)]
    pub loyalty: Loyalties,
    /// The systems with a subjugation marker.
    #[json(with = open)]
    pub subjugated: Places,
    /// The systems with a sabotage marker.
    #[json(with = open)]
    pub sabotaged: Places,
    /// The systems that are destroyed.
    #[json(with = open)]
    pub destroyed: Places,
    /// What each side has in its build queue, from space 1.
    #[json(with = sides)]
    pub queue: BySide<[Units; QUEUE]>,
    /// Where the base is, once it is chosen.
    #[json(with = base)]
    pub base: Option<Place>,
    /// The base is revealed.
    pub revealed: bool,
    /// Where the base can be as far as everybody has seen.
    #[json(with = open)]
    pub possible: Places,
    /// The probe cards that are out of the game.
    #[json(name = "probes_in_the_box", with = open)]
    pub boxed: Places,
    /// The probe cards that the Empire has drawn.
    #[json(with = for_empire)]
    pub probes: Places,
    /// Those of them that everybody knows, since the base was there or the Rebels handed them over.
    #[json(name = "probes_seen", with = open)]
    pub open: Places,
    /// The probe cards that the Empire had to give back, of which both know that they lie on top of the deck or under it.
    #[json(name = "probes_given_back", with = open)]
    pub planted: Places,
    /// How deep the cards lie that the Rebels put under the probe deck, the last ones deepest, or on top of it, below 0; 0 for
    /// all others.
    #[json(name = "probes_under_the_deck", with = for_rebels)]
    pub depth: ByPlace<i8>,
    /// How often the base has moved.
    #[json(name = "base_moved")]
    pub moved: u8,
    /// The objectives in the Rebel hand.
    #[json(name = "objectives", with = for_rebels)]
    pub hand: Objectives,
    /// Those that the Empire has seen, in the hand or at the bottom of the deck.
    #[json(name = "objectives_seen", with = open)]
    pub known: Objectives,
    /// The objectives that were played.
    #[json(name = "objectives_played", with = open)]
    pub played: Objectives,
    /// The objectives that the Rebels put on top of the deck, the first to be drawn first.
    #[json(name = "objectives_on_top", with = for_rebels)]
    pub top: List<Objective, TOP>,
    /// The objectives that were put at its bottom, the deepest last.
    #[json(name = "objectives_at_the_bottom", with = for_rebels)]
    pub bottom: List<Objective, OBJECTIVES>,
    /// The missions in each hand, projects too.
    #[json(name = "missions_in_hand", with = own)]
    pub missions: BySide<DeckCounts>,
    /// The missions that were discarded, projects too.
    #[json(name = "missions_discarded", with = sides)]
    pub spent: BySide<DeckCounts>,
    /// The projects that the Empire put under their deck, the deepest last.
    #[json(name = "projects_under_the_deck", with = for_empire)]
    pub sunk: List<Mission, PROJECTS>,
    /// The missions that lie face down.
    #[json(name = "missions_face_down", with = sides)]
    pub stacks: BySide<[Option<Mission>; STACKS]>,
    /// The missions that were turned up in this round.
    #[json(name = "missions_turned_up", with = sides)]
    pub shown: BySide<Missions>,
    /// How many leaders the Rebels have sent to move the base at the end of the phase.
    pub mobilized: u8,
    /// A leader was sent a second time.
    #[json(name = "mobilized_again")]
    pub again: bool,
    /// The captive with the carbonite ring.
    #[json(with = rebel)]
    pub frozen: Option<Leader>,
    /// Who was lured to the Empire.
    #[json(with = rebel)]
    pub lured: Option<Leader>,
    /// Who is not retrieved in the next refresh phase.
    #[json(with = rebel)]
    pub detained: Option<Leader>,
    /// Whose missions are not opposed from the pool in this round.
    #[json(with = rebel)]
    pub shielded: Option<Leader>,
    /// Who has two successes more at the next attempt in this round.
    #[json(with = rebel)]
    pub boosted: Option<Leader>,
    /// Who has Yoda's ring.
    #[json(with = rebel)]
    pub yoda: Option<Leader>,
    /// The ring was used in this round.
    #[json(name = "yoda_used")]
    pub taught: bool,
    /// The action cards left in each deck, but for those that lie under it.
    #[json(with = decks)]
    pub recruits: BySide<Recruits>,
    /// The action cards of each side elsewhere.
    #[json(name = "action_cards", with = sides)]
    pub action_cards: BySide<Hand>,
    /// Who has the rings of action cards.
    #[json(with = rebel)]
    pub rings: ByKey<Ring, Option<Leader>, { Ring::N }>,
    /// The mission of each side that lies face down and was taken out of its deck in this round.
    #[json(name = "fetched_in_this_round")]
    pub fetched: BySide<Option<Stack>>,
    /// Where the Rebels attempt no missions and use no action cards in this round.
    #[json(with = open)]
    pub guarded: Option<Place>,
    /// The Imperial leader who holds no units in this round.
    #[json(with = imperial)]
    pub loose: Option<Leader>,
    /// What is activated.
    #[json(group = "now", with = open)]
    pub target: Option<Place>,
    /// From where units are moving.
    #[json(group = "now", with = open)]
    pub source: Option<Place>,
    /// From where units have moved in this activation.
    #[json(group = "now", with = open)]
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
    #[json(group = "now", with = sides)]
    pub mission: BySide<Option<Mission>>,
    /// The leaders who carry it out, where they are.
    #[json(group = "now", with = crews)]
    pub team: BySide<Leaders>,
    /// The Rebel leader whom it is against, or whom it rescues.
    #[json(group = "now", with = rebel)]
    pub victim: Option<Leader>,
    /// The dice of the Rebels for it that may be rolled again, by what they show.
    #[json(group = "now")]
    pub rolled: ByKey<Face, u8, { Face::N }>,
    /// The successes of the Empire that are known then.
    #[json(group = "now")]
    pub against: u8,
    /// Which way it is carried out.
    #[json(group = "now")]
    pub way: Way,
    /// Which of the things that it does is next.
    #[json(group = "now")]
    pub deed: u8,
    /// How much of that is left.
    #[json(group = "now")]
    pub left: u8,
    /// The projects that were drawn for it.
    #[json(group = "now", with = for_empire)]
    pub offer: List<Mission, DRAWN>,
    /// The objectives that the Rebels look at.
    #[json(group = "now", with = for_rebels)]
    pub looked: Objectives,
    /// The probe cards that they have drawn, or the systems that they name beside that of the base.
    #[json(group = "now", with = for_rebels)]
    pub havens: Places,
    /// The action card of the assignment phase that is carried out, of whose turn it is.
    #[json(group = "now", with = own_card)]
    pub act: Option<Recruit>,
    /// What is asked of action cards.
    #[json(group = "now")]
    pub moment: Moment,
    /// The action card of who is asked whose choice is made.
    #[json(group = "now", with = own_card)]
    pub used: Option<Recruit>,
    /// Nobody comes from the pool against the mission of this turn.
    #[json(group = "now")]
    pub surprised: bool,
    /// How many dice of the Rebels are set for the mission.
    #[json(name = "dice_set", group = "now")]
    pub set: u8,
    /// The most successes on a die of the Empire that is known then.
    #[json(name = "best_die_against", group = "now")]
    pub sharp: u8,
    /// The die of the attack that is set first.
    #[json(name = "die_set", group = "now", with = open)]
    pub die: Option<Die>,
    /// The system that is fought over.
    #[json(group = "now", with = open)]
    pub field: Option<Place>,
    /// The battle.
    #[json(group = "now", with = open)]
    pub battle: Option<rebellion_combat::State>,
    /// It was subjugated when the combat began.
    #[json(group = "now")]
    pub liberates: bool,
    /// An objective was played in this combat.
    #[json(group = "now")]
    pub scored: bool,
    /// The objectives whose time has come in this combat.
    #[json(group = "now", with = open)]
    pub due: Objectives,
    /// The objectives whose time is now.
    #[json(group = "now", with = open)]
    pub window: Objectives,
    /// The action cards drawn by who recruits.
    #[json(group = "now", with = decks)]
    pub drawn: BySide<Recruits>,
    /// Which icon builds.
    #[json(group = "now")]
    pub job: Job,
    /// The kind of unit that is built or comes if one on the board is destroyed, or that is chosen on the queue.
    #[json(group = "now", with = sides)]
    pub wanted: BySide<Option<Row>>,
    /// The unit of this kind on the queue is not the nearest one.
    #[json(group = "now")]
    pub later: bool,
    /// The units of who decides that still wait for a place.
    #[json(group = "now", with = sides)]
    pub waiting: BySide<Units>,
    /// How many units were deployed in each place by who decides.
    #[json(name = "landed", group = "now", with = open)]
    pub deployments: Deployments,
    /// What players who share a side share.
    #[json(default)]
    pub partners: Partners,
    /// The ending of the game, once it is over.
    pub ending: Ending,
}

const _: () = assert!(size_of::<State>() <= 1536, "a state is at most 1.5 KiB");

impl State {
    /// The leaders of a side of whom this holds.
    #[inline]
    pub fn leaders(&self, side: Side, at: Post) -> Leaders {
        self.posts[side].iter().filter(|(_, post)| **post == at).map(|(leader, _)| leader).collect()
    }

    /// The leaders of a side who are in the game, captives too.
    pub fn present(&self, side: Side) -> Leaders {
        let out = |post: &Post| matches!(post, Post::Supply | Post::Gone);
        self.posts[side].iter().filter(|(_, post)| !out(post)).map(|(leader, _)| leader).collect()
    }

    /// The leaders on a mission of a side that lies face down.
    #[inline]
    pub fn on(&self, side: Side, stack: Stack) -> Leaders {
        self.leaders(side, Post::On(stack))
    }

    /// How many missions of a side lie face down.
    #[inline]
    pub fn laid(&self, side: Side) -> usize {
        self.stacks[side].iter().flatten().count()
    }

    /// The Rebel leaders whom the Empire holds, and where: one with the captured ring, one with the carbonite ring.
    #[inline]
    pub fn captives(&self) -> impl Iterator<Item = (Leader, Place)> + use<> {
        let posts = self.posts[Side::Rebels];
        let all = Leader::all().map(move |leader| (leader, posts[leader]));
        all.filter_map(|(leader, post)| if let Post::Captive(at) = post { Some((leader, at)) } else { None })
    }

    /// The first of them.
    #[inline]
    pub fn captive(&self) -> Option<(Leader, Place)> {
        self.captives().next()
    }

    /// Whether a leader of a side holds its units at a place.
    #[inline]
    pub fn held(&self, side: Side, place: Place) -> bool {
        let there = self.posts[side].values().contains(&Post::At(place));
        match self.loose.filter(|_| there && side == Side::Empire) {
            None => there,
            Some(loose) => {
                let all = self.posts[side].iter();
                all.filter(|(_, post)| **post == Post::At(place)).any(|(leader, _)| leader != loose)
            }
        }
    }

    /// The places with units of a side.
    pub fn with_units(&self, side: Side) -> Places {
        self.units[side].iter().filter(|(_, units)| !units.is_empty()).map(|(place, _)| place).collect()
    }

    /// The systems that are loyal to a side.
    pub fn loyal(&self, side: Side) -> Places {
        self.loyalty.to(side)
    }

    /// The Imperial systems: loyal to the Empire or subjugated. Or those of the Rebels: loyal to them and not subjugated.
    pub fn of(&self, side: Side) -> Places {
        match side {
            Side::Empire => self.loyal(side).or(self.subjugated),
            Side::Rebels => self.loyal(side).without(self.subjugated),
        }
    }

    /// Whether an Imperial leader is the one who was lured.
    #[inline]
    pub fn is_lured(&self, side: Side, leader: Leader) -> bool {
        side == Side::Empire && leader == turncoat() && self.lured.is_some()
    }

    /// The leaders who carry out the mission of whose turn it is.
    #[inline]
    pub fn crew(&self) -> Leaders {
        self.team[self.turn]
    }

    /// The missions of a side that lie face down.
    pub fn face_down(&self, side: Side) -> impl Iterator<Item = Mission> + '_ {
        self.stacks[side].iter().flatten().copied()
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
