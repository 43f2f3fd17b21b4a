//! [`Task`]: what a mission does, as a verb.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::words::{Leader, Place, Row, Theatre, Units};

/// From where a mission moves units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// From the Rebel Base space, as if it were adjacent.
    Base,
    /// From one system, however far.
    System,
    /// From any systems, however far.
    Anywhere,
}

/// Where a mission brings units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Where it is carried out.
    Here,
    /// The Rebel Base space, or the system of a revealed base.
    Base,
}

/// What a mission does, as `missions.toml` writes it: [`Task`] with names.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of `Task`")]
pub enum Written {
    Capture {},
    Bring {},
    Freeze {
        reputation: u8,
    },
    Detain {},
    Lure {
        prize: String,
        reputation: u8,
    },
    Beacon {},
    Rescue {
        along: bool,
    },
    Question {},
    Bury {},
    Confess {
        systems: u8,
    },
    Search {},
    Probe {
        per: u8,
    },
    Probes {
        n: u8,
        portrait: u8,
    },
    Intercept {
        n: u8,
    },
    Plant {
        n: u8,
    },
    Projects {
        n: u8,
        keep: u8,
    },
    Inspect {},
    Study {
        n: u8,
    },
    Arrange {
        n: u8,
    },
    Objective {
        n: u8,
    },
    Loyalty {
        n: u8,
    },
    Spread {
        systems: u8,
    },
    Unsettle {},
    Sabotage {},
    Repair {},
    Produce {},
    Queue {
        unit: String,
        space: u8,
    },
    Gain {
        units: BTreeMap<String, u8>,
        at: Spot,
    },
    Rise {
        circles: u8,
        triangles: u8,
    },
    Hasten {
        n: u8,
        portrait: u8,
    },
    Commission {
        spaces: u8,
    },
    Destroy {
        health: u8,
        #[serde(default)]
        theatre: Option<Theatre>,
    },
    Raid {
        health: u8,
    },
    Demolish {},
    Annihilate {},
    Move {
        from: Origin,
        #[serde(default)]
        theatre: Option<Theatre>,
        #[serde(default)]
        units: BTreeMap<String, u8>,
        #[serde(default)]
        only: Option<String>,
        #[serde(default)]
        n: u8,
        carried: bool,
        held: bool,
    },
    Fight {},
    Mobilize {
        units: u8,
        cards: u8,
    },
    Train {},
    Shield {},
    Reassign {},
    Fetch {
        project: bool,
    },
    Advance {},
    Inquire {},
    Guard {},
    Loosen {},
    Expel {},
    Enlist {
        leader: String,
        at: String,
    },
}

/// What a mission does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The leader whom it is against is captured.
    Capture,
    /// The captive and who took him go to the nearest system with an Imperial unit.
    Bring,
    /// The captive gets the carbonite ring, and the Rebels lose reputation.
    Freeze {
        /// How much.
        reputation: u8,
    },
    /// The leader is not retrieved in the next refresh phase.
    Detain,
    /// The captive becomes Imperial; this one, or who replaces him, costs the Rebels reputation.
    Lure {
        /// Who.
        prize: Leader,
        /// How much.
        reputation: u8,
    },
    /// The captive is rescued, and the Rebels place him in the region of the base.
    Beacon,
    /// The captive is rescued.
    Rescue {
        /// The leaders of the mission may go along.
        along: bool,
    },
    /// The Empire sees the objectives in the hand.
    Question,
    /// The Empire puts one of them under their deck.
    Bury,
    /// The Rebels name systems, that of the base among them.
    Confess {
        /// How many.
        systems: u8,
    },
    /// The Empire is told whether the base is here.
    Search,
    /// The Empire draws a probe card for so many Rebel units at the base, one at least.
    Probe {
        /// Units a card.
        per: u8,
    },
    /// The Empire draws probe cards.
    Probes {
        /// How many.
        n: u8,
        /// How many more with the leader of the portrait.
        portrait: u8,
    },
    /// The Rebels draw probe cards, hand over those of systems with Imperial units, and shuffle the others into the deck.
    Intercept {
        /// How many.
        n: u8,
    },
    /// The Rebels put probe cards of the Empire, drawn by lot, on top of the deck or under it.
    Plant {
        /// How many.
        n: u8,
    },
    /// The Empire draws projects; those that it does not keep go under their deck.
    Projects {
        /// How many it draws.
        n: u8,
        /// How many it keeps.
        keep: u8,
    },
    /// Of the next two objectives one goes back on top of the deck, the other to its bottom.
    Inspect,
    /// The Rebels take one of the next objectives, the others go to the bottom of the deck.
    Study {
        /// Of how many.
        n: u8,
    },
    /// The Rebels put the next objectives in an order of their choice.
    Arrange {
        /// How many.
        n: u8,
    },
    /// The Rebels draw objectives.
    Objective {
        /// How many.
        n: u8,
    },
    /// The system becomes more loyal.
    Loyalty {
        /// By so many steps.
        n: u8,
    },
    /// Systems of the region become more loyal, each by one step.
    Spread {
        /// How many.
        systems: u8,
    },
    /// Systems of the region that are loyal to the Rebels become neutral.
    Unsettle,
    /// The system gets a sabotage marker.
    Sabotage,
    /// The sabotage marker is removed.
    Repair,
    /// Each icon of the system puts a unit on the queue.
    Produce,
    /// A unit is put on the queue.
    Queue {
        /// Which.
        unit: Row,
        /// On which space, from 1.
        space: u8,
    },
    /// Units come at once.
    Gain {
        /// Which.
        units: Units,
        /// Where.
        at: Spot,
    },
    /// Units with these icons come, of either theatre.
    Rise {
        /// So many with circles.
        circles: u8,
        /// So many with triangles.
        triangles: u8,
    },
    /// Units of the queue come one space nearer.
    Hasten {
        /// How many.
        n: u8,
        /// How many more with the leader of the portrait.
        portrait: u8,
    },
    /// One unit of the first spaces of the queue is deployed here.
    Commission {
        /// How many spaces.
        spaces: u8,
    },
    /// Enemy units here are destroyed.
    Destroy {
        /// With so much health at most.
        health: u8,
        /// Those of one theatre alone.
        theatre: Option<Theatre>,
    },
    /// Units of the Imperial queue are destroyed.
    Raid {
        /// With so much health at most.
        health: u8,
    },
    /// For each icon of the system a unit of the Imperial queue that it builds is destroyed.
    Demolish,
    /// The system is destroyed.
    Annihilate,
    /// Units move here.
    Move(Passage),
    /// Both sides fight here afterwards.
    Fight,
    /// At the end of the phase so many units come to the base space, or the base moves to the system of a card that is drawn.
    Mobilize {
        /// Units.
        units: u8,
        /// Probe cards for each leader.
        cards: u8,
    },
    /// A leader is trained by Yoda: he gets his ring, and becomes who replaces him.
    Train,
    /// The missions of a leader are not opposed from the pool in this round.
    Shield,
    /// A leader of the mission is put on a starting mission.
    Reassign,
    /// The leader is put on a mission that is taken out of the deck.
    Fetch {
        /// On a project.
        project: bool,
    },
    /// Units move in from adjacent systems, and both sides fight where they meet.
    Advance,
    /// The Empire is told whether the base is in the region.
    Inquire,
    /// In this round the Rebels attempt no mission here and use no action card.
    Guard,
    /// The leader holds no units in this round.
    Loosen,
    /// The Imperial ground units here move to one Imperial system without Rebel ground units.
    Expel,
    /// Here this leader joins the Rebels.
    Enlist {
        /// Who.
        leader: Leader,
        /// Where.
        at: Place,
    },
}

/// The most kinds of units of which a passage limits the number, and the most of each.
pub const KINDS: usize = 4;
/// See [`KINDS`].
pub const MOST: u8 = (1 << BITS) - 1;
/// How many of a kind are left takes so many bits of what is left.
pub const BITS: usize = 2;

/// What a mission lets move, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// From where.
    pub from: Origin,
    /// Units of one theatre alone.
    pub theatre: Option<Theatre>,
    /// At most so many of each kind; any if none are named.
    pub units: Units,
    /// Units of one kind alone.
    pub only: Option<Row>,
    /// At most so many together; 0 for any number.
    pub n: u8,
    /// Some need to be carried, as ever.
    pub carried: bool,
    /// A leader of the side holds them, as ever.
    pub held: bool,
}

fn one_or(n: u8, one: &str, many: &str) -> String {
    if n == 1 { one.to_owned() } else { format!("{n} {many}") }
}

fn listed(units: &BTreeMap<String, u8>) -> String {
    units.iter().map(|(name, n)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
}

#[expect(clippy::wildcard_enum_match_arm, reason = "each part tells of its own verbs")]
impl Written {
    /// The same in words.
    pub fn words(&self) -> String {
        let all = [Self::of_leaders, Self::of_cards, Self::of_systems, Self::of_movement, Self::of_the_round];
        all.into_iter().find_map(|words| words(self)).expect("every verb has words")
    }

    /// What is done with leaders, and what they tell.
    fn of_leaders(&self) -> Option<String> {
        Some(match self {
            Self::Capture {} => "the leader is captured".into(),
            Self::Bring {} => "both go to the nearest system with an Imperial unit".into(),
            Self::Freeze { reputation } => {
                format!("the captive is frozen in carbonite, and the Rebels lose {reputation} reputation")
            }
            Self::Detain {} => "the leader is not retrieved in the next refresh phase".into(),
            Self::Lure { prize, reputation } => {
                format!(
                    "the captive becomes Imperial, and for {prize} the Rebels lose {reputation} reputation"
                )
            }
            Self::Beacon {} => "the captive is rescued, and placed in a system of the base's region".into(),
            Self::Rescue { along: true } => "the captive is rescued, and the leaders may go along".into(),
            Self::Rescue { along: false } => "the captive is rescued".into(),
            Self::Question {} => "the Empire sees the objectives in the hand".into(),
            Self::Bury {} => "it puts one of them under their deck".into(),
            Self::Confess { systems } => {
                format!("the Rebels name {systems} systems, that of the base among them")
            }
            Self::Search {} => "the Empire is told whether the base is there".into(),
            _ => return None,
        })
    }

    /// What is done with cards.
    fn of_cards(&self) -> Option<String> {
        Some(match self {
            Self::Probe { per } => {
                format!(
                    "the Empire draws a probe card for each {per} Rebel units at the base, and at least one"
                )
            }
            Self::Probes { n, portrait } => {
                format!("the Empire draws {n} probe cards, {portrait} more with the leader of the portrait")
            }
            Self::Intercept { n } => format!(
                "the Rebels draw {n} probe cards, hand over those of systems with Imperial units and shuffle the others into the deck"
            ),
            Self::Plant { n } => {
                format!("{n} probe cards of the Empire, by lot, go on top of the deck or under it")
            }
            Self::Projects { n, keep } if n == keep => {
                format!("{} drawn", one_or(*n, "a project is", "projects are"))
            }
            Self::Projects { n, keep } => {
                format!("{n} projects are drawn and {keep} of them kept, the other goes under the deck")
            }
            Self::Inspect {} => {
                "of the next two objectives one goes on top of the deck, the other to its bottom".into()
            }
            Self::Study { n } => {
                format!("of the next {n} objectives one is kept, the other goes under the deck")
            }
            Self::Arrange { n } => format!("the next {n} objectives come in any order"),
            Self::Objective { n } => one_or(*n, "an objective is drawn", "objectives are drawn"),
            _ => return None,
        })
    }

    /// What is done with systems, units and queues.
    fn of_systems(&self) -> Option<String> {
        Some(match self {
            Self::Loyalty { n } => format!("{n} loyalty is gained there"),
            Self::Spread { systems } => {
                format!("1 loyalty is gained in {} of the region", one_or(*systems, "a system", "systems"))
            }
            Self::Unsettle {} => "systems of the region that are loyal to the Rebels become neutral".into(),
            Self::Sabotage {} => "a sabotage marker: nothing is built or deployed there".into(),
            Self::Repair {} => "the sabotage marker is removed".into(),
            Self::Produce {} => "each icon puts a unit on the queue".into(),
            Self::Queue { unit, space } => format!("{unit} on space {space} of the queue"),
            Self::Gain { units, at: Spot::Here } => format!("{} come there", listed(units)),
            Self::Gain { units, at: Spot::Base } => format!("{} come to the base", listed(units)),
            Self::Rise { circles, triangles } => {
                format!("{circles} units with circles and {triangles} with triangles come there")
            }
            Self::Hasten { n, portrait } => format!(
                "{} on the queue one space nearer, {portrait} more with the leader of the portrait",
                one_or(*n, "a unit comes", "units come")
            ),
            Self::Commission { spaces } => {
                format!("a unit of the first {spaces} spaces of the queue is deployed there")
            }
            Self::Destroy { health, theatre } => {
                let what = match theatre {
                    None => "units",
                    Some(Theatre::Ground) => "ground units",
                    Some(Theatre::Space) => "ships",
                };
                format!("enemy {what} with up to {health} health are destroyed there")
            }
            Self::Raid { health } => {
                format!("units on the Imperial queue with up to {health} health are destroyed")
            }
            Self::Demolish {} => {
                "for each icon a unit on the Imperial queue that it builds is destroyed".into()
            }
            Self::Annihilate {} => "the system is destroyed".into(),
            _ => return None,
        })
    }

    /// What moves and fights, and what is for the rest of the round.
    fn of_movement(&self) -> Option<String> {
        Some(match self {
            Self::Move { from, only: Some(only), n, .. } => {
                let from = if *from == Origin::Anywhere { "any systems" } else { "one place" };
                format!("up to {n} {only} move there from {from}")
            }
            Self::Move { from, theatre, units, n, .. } => {
                let what = match (theatre, *n, units.is_empty()) {
                    (_, _, false) => format!("up to {}", listed(units)),
                    (Some(Theatre::Ground), 0, _) => "ground units".into(),
                    (Some(Theatre::Ground), n, _) => format!("up to {n} ground units"),
                    (Some(Theatre::Space), ..) => "ships".into(),
                    (None, ..) => "units".into(),
                };
                let from = if *from == Origin::Base { "from the base" } else { "from one system" };
                format!("{what} move there {from}")
            }
            Self::Fight {} => "then both sides fight".into(),
            Self::Mobilize { units, cards } => format!(
                "at the end of the phase up to {units} units come to the space of the hidden base, or the base moves to the system of one of {cards} probe cards for each leader"
            ),
            Self::Train {} => {
                "Yoda trains a leader: he may reroll a die a round, and Luke Skywalker becomes a Jedi".into()
            }
            Self::Shield {} => {
                "nobody comes from the pool against the missions of one leader in this round".into()
            }
            Self::Reassign {} => "one of its leaders is put on a starting mission in the hand".into(),
            Self::Advance {} => "units move in from adjacent systems, and both sides fight".into(),
            _ => return None,
        })
    }

    /// What action cards do in the assignment phase.
    fn of_the_round(&self) -> Option<String> {
        Some(match self {
            Self::Fetch { project: true } => {
                "the leader is put on a project out of the deck, which is shuffled".into()
            }
            Self::Fetch { project: false } => {
                "the leader is put on a mission out of the deck, which is shuffled".into()
            }
            Self::Inquire {} => "the Empire is told whether the base is in the region".into(),
            Self::Guard {} => {
                "in this round the Rebels attempt no missions and use no action cards there".into()
            }
            Self::Loosen {} => "in this round the leader holds no units".into(),
            Self::Expel {} => {
                "Imperial ground units there move to one Imperial system without Rebel ground units".into()
            }
            Self::Enlist { leader, at } => format!("in {at} {leader} joins"),
            _ => return None,
        })
    }
}
