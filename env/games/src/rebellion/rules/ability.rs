//! [`Ability`]: what an action card does that is not for the assignment phase, and [`When`] a card is used.

use holotable_env::finite_enum;
use serde::Deserialize;

use super::words::{Mission, Missions, Side, Skill};

finite_enum! {
    /// When an action card is used.
    pub enum When {
        /// In the assignment phase, instead of putting its leader on a mission.
        Assignment = "assignment",
        /// At the start of a combat.
        Combat = "combat",
        /// As its effect says.
        Special = "special",
        /// As soon as it is had.
        Immediate = "immediate",
    }
}

finite_enum! {
    /// An attachment ring of an action card.
    pub enum Ring {
        /// Discarded to turn a failed diplomacy mission into a success.
        ProtocolDroid = "protocol_droid",
        /// Discarded to blank a die of the enemy for a mission.
        Astromech = "astromech",
        /// Discarded to rescue a captive after a success.
        Falcon = "falcon",
    }
}

/// What an action card does, as `recruits.toml` writes it: [`Ability`] with names.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of `Ability`")]
pub enum Written {
    FewerDice { black: u8, red: u8 },
    Draw { cards: u8 },
    Blast {},
    Raze {},
    OpenHand {},
    Bar {},
    Reinforce {},
    Mute {},
    Weaken {},
    Turn { hits: u8 },
    Surprise {},
    Recapture {},
    Sacrifice { reputation: u8 },
    Set { dice: u8 },
    Find { missions: Vec<String> },
    Slip {},
    Foil { skill: Skill },
    Ring { ring: Ring, anyone: bool },
}

/// What an action card does that is not for the assignment phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// The enemy rolls fewer dice in each attack of the first round.
    FewerDice {
        /// So many black ones.
        black: u8,
        /// So many red ones.
        red: u8,
    },
    /// Its side draws tactic cards of one theatre.
    Draw {
        /// How many.
        cards: u8,
    },
    /// With a station there an enemy ship is destroyed.
    Blast,
    /// An enemy structure is destroyed.
    Raze,
    /// The enemy's tactic cards lie open.
    OpenHand,
    /// The enemy cannot retreat.
    Bar,
    /// Another leader comes from the pool for this combat.
    Reinforce,
    /// The enemy plays no tactic cards in the space battle of the first round.
    Mute,
    /// Every unit there has one health less, but one at least.
    Weaken,
    /// In each attack in space black hits may count as red ones.
    Turn {
        /// How many.
        hits: u8,
    },
    /// Nobody comes from the pool against the mission that is turned up next.
    Surprise,
    /// After a leader was rescued one of those who did it is captured.
    Recapture,
    /// Who is captured is eliminated, for reputation.
    Sacrifice {
        /// How much.
        reputation: u8,
    },
    /// Dice of its side are set instead of rolled.
    Set {
        /// How many.
        dice: u8,
    },
    /// After a success one of these missions is taken out of the deck.
    Find {
        /// Which.
        missions: Missions,
    },
    /// The leader comes from another system against a mission.
    Slip,
    /// A mission of this skill fails before dice are rolled.
    Foil {
        /// The skill.
        skill: Skill,
    },
    /// A ring for a leader.
    Ring {
        /// Which.
        ring: Ring,
        /// For any leader, and not for those on the card alone.
        anyone: bool,
    },
}

impl Written {
    /// The ability, with the missions that it names.
    ///
    /// # Errors
    /// One line for a number or a name that there is not.
    pub fn read(&self, missions: impl Fn(&str) -> Result<Mission, String>) -> Result<Ability, String> {
        let few = |what: &str, n: u8, most: u8| {
            if n <= most { Ok(n) } else { Err(format!("'{what}' is {n}, but may be 0 to {most}")) }
        };
        Ok(match self {
            &Self::FewerDice { black, red } => {
                Ability::FewerDice { black: few("black", black, 5)?, red: few("red", red, 5)? }
            }
            &Self::Draw { cards } => Ability::Draw { cards: few("cards", cards, 8)? },
            Self::Blast {} => Ability::Blast,
            Self::Raze {} => Ability::Raze,
            Self::OpenHand {} => Ability::OpenHand,
            Self::Bar {} => Ability::Bar,
            Self::Reinforce {} => Ability::Reinforce,
            Self::Mute {} => Ability::Mute,
            Self::Weaken {} => Ability::Weaken,
            &Self::Turn { hits } => Ability::Turn { hits: few("hits", hits, 9)? },
            Self::Surprise {} => Ability::Surprise,
            Self::Recapture {} => Ability::Recapture,
            &Self::Sacrifice { reputation } => {
                Ability::Sacrifice { reputation: few("reputation", reputation, 4)? }
            }
            &Self::Set { dice } => Ability::Set { dice: few("dice", dice, 2)? },
            Self::Find { missions: names } => {
                let all: Result<Missions, String> = names.iter().map(|name| missions(name)).collect();
                Ability::Find { missions: all? }
            }
            Self::Slip {} => Ability::Slip,
            &Self::Foil { skill } => Ability::Foil { skill },
            &Self::Ring { ring, anyone } => Ability::Ring { ring, anyone },
        })
    }

    /// The same in words.
    pub fn words(&self) -> String {
        match self {
            Self::FewerDice { black, red } => {
                format!(
                    "in the first round the enemy rolls {black} black dice and {red} red ones fewer in each attack"
                )
            }
            Self::Draw { cards } => format!("{cards} tactic cards of one theatre are drawn"),
            Self::Blast {} => "with a Death Star there, finished or not, a Rebel ship is destroyed".into(),
            Self::Raze {} => "a structure is destroyed".into(),
            Self::OpenHand {} => "the tactic cards of the enemy lie open".into(),
            Self::Bar {} => "the enemy cannot retreat".into(),
            Self::Reinforce {} => {
                "another leader comes from the pool, leads no retreat, and goes back afterwards".into()
            }
            Self::Mute {} => "the enemy plays no space cards in the first round".into(),
            Self::Weaken {} => "all units there have one health less, but one at least".into(),
            Self::Turn { hits } => format!("in each space battle up to {hits} black hits count as red ones"),
            Self::Surprise {} => {
                "nobody comes from the pool against a mission of theirs, before it is turned up".into()
            }
            Self::Recapture {} => {
                "after a leader was rescued there, one of those who did it is captured".into()
            }
            Self::Sacrifice { reputation } => {
                format!(
                    "when captured, the leader is eliminated, and the Rebels gain {reputation} reputation"
                )
            }
            Self::Set { dice } => format!(
                "up to {dice} own dice are set instead of rolled, for a mission, an attack or the Death Star Plans"
            ),
            Self::Find { missions } => {
                format!("after a success there {} is taken out of the deck", missions.join(" or "))
            }
            Self::Slip {} => {
                "the leader comes from another system against an attempt, before dice are rolled".into()
            }
            Self::Foil { skill } => {
                format!(
                    "an attempt there with {} fails before dice are rolled",
                    skill.word().replace('_', " ")
                )
            }
            Self::Ring { ring, .. } => ring.words().into(),
        }
    }
}

impl Ability {
    /// When it is used.
    pub fn when(self) -> When {
        match self {
            Self::FewerDice { .. }
            | Self::Draw { .. }
            | Self::Blast
            | Self::Raze
            | Self::OpenHand
            | Self::Bar
            | Self::Reinforce
            | Self::Mute
            | Self::Weaken
            | Self::Turn { .. } => When::Combat,
            Self::Ring { .. } => When::Immediate,
            Self::Surprise
            | Self::Recapture
            | Self::Sacrifice { .. }
            | Self::Set { .. }
            | Self::Find { .. }
            | Self::Slip
            | Self::Foil { .. } => When::Special,
        }
    }

    /// Whose it is, if it is one side's alone.
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Surprise | Self::Recapture | Self::Blast | Self::Raze | Self::OpenHand => {
                Some(Side::Empire)
            }
            Self::Sacrifice { .. }
            | Self::Set { .. }
            | Self::Find { .. }
            | Self::Slip
            | Self::Foil { .. }
            | Self::Ring { .. } => Some(Side::Rebels),
            Self::FewerDice { .. }
            | Self::Draw { .. }
            | Self::Bar
            | Self::Reinforce
            | Self::Mute
            | Self::Weaken
            | Self::Turn { .. } => None,
        }
    }
}

impl Ring {
    /// What it does.
    pub fn words(self) -> &'static str {
        match self {
            Self::ProtocolDroid => {
                "a ring for a leader, discarded to turn a failed diplomacy attempt there into a success"
            }
            Self::Astromech => {
                "a ring for a leader, discarded to blank a die of the enemy for a mission there"
            }
            Self::Falcon => {
                "a ring for one of them, discarded after a success there to rescue a captive there"
            }
        }
    }
}
