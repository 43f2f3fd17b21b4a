//! [`Ability`]: what an action card does that is not for the assignment phase, and [`When`] a card is used.

use holotable_env::finite_enum;

use super::verb::{N, verbs};
use super::words::{Missions, Side, Skill};

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

verbs! {
    /// What an action card does that is not for the assignment phase.
    pub enum Ability {
        /// The enemy rolls fewer dice in each attack of the first round.
        FewerDice { black: N<0, 5>, red: N<0, 5> } => format!(
            "in the first round the enemy rolls {black} black dice and {red} red ones fewer in each attack"
        ),
        /// Its side draws tactic cards of one theatre.
        Draw { cards: N<0, 8> } => format!("{cards} tactic cards of one theatre are drawn"),
        /// With a station there an enemy ship is destroyed.
        Blast => "with a Death Star there, finished or not, a Rebel ship is destroyed",
        /// An enemy structure is destroyed.
        Raze => "a structure is destroyed",
        /// The enemy's tactic cards lie open.
        OpenHand => "the tactic cards of the enemy lie open",
        /// The enemy cannot retreat.
        Bar => "the enemy cannot retreat",
        /// Another leader comes from the pool for this combat.
        Reinforce => "another leader comes from the pool, leads no retreat, and goes back afterwards",
        /// The enemy plays no tactic cards in the space battle of the first round.
        Mute => "the enemy plays no space cards in the first round",
        /// Every unit there has one health less, but one at least.
        Weaken => "all units there have one health less, but one at least",
        /// In each attack in space some black hits may count as red ones.
        Turn { hits: N<0, 9> } => format!("in each space battle up to {hits} black hits count as red ones"),
        /// Nobody comes from the pool against the mission that is turned up next.
        Surprise => "nobody comes from the pool against a mission of theirs, before it is turned up",
        /// After a leader was rescued one of those who did it is captured.
        Recapture => "after a leader was rescued there, one of those who did it is captured",
        /// Who is captured is eliminated, for reputation.
        Sacrifice { reputation: N<0, 4> } =>
            format!("when captured, the leader is eliminated, and the Rebels gain {reputation} reputation"),
        /// Dice of its side are set instead of rolled.
        Set { dice: N<0, 2> } => format!(
            "up to {dice} own dice are set instead of rolled, for a mission, an attack or the Death Star Plans"
        ),
        /// After a success one of these missions is taken out of the deck.
        Find { missions: Missions } =>
            format!("after a success there {} is taken out of the deck", missions.join(" or ")),
        /// The leader comes from another system against a mission.
        Slip => "the leader comes from another system against an attempt, before dice are rolled",
        /// A mission of this skill fails before dice are rolled.
        Foil { skill: Skill } =>
            format!("an attempt there with {} fails before dice are rolled", skill.word().replace('_', " ")),
        /// A ring for a leader: for any, or for those on the card alone.
        Ring { ring: Ring, anyone: bool } => {
            let _ = anyone;
            ring.words()
        },
    }
}

/// The abilities for combats, as a pattern; and others, for which the same is done.
macro_rules! of_combats {
    ($($other:pat_param),*) => {
        Ability::FewerDice { .. }
            | Ability::Draw { .. }
            | Ability::Blast
            | Ability::Raze
            | Ability::OpenHand
            | Ability::Bar
            | Ability::Reinforce
            | Ability::Mute
            | Ability::Weaken
            | Ability::Turn { .. }
            $(| $other)*
    };
}

/// All others, as a pattern.
macro_rules! of_missions {
    ($($other:pat_param),*) => {
        Ability::Surprise
            | Ability::Recapture
            | Ability::Sacrifice { .. }
            | Ability::Set { .. }
            | Ability::Find { .. }
            | Ability::Slip
            | Ability::Foil { .. }
            | Ability::Ring { .. }
            $(| $other)*
    };
}
pub(super) use {of_combats, of_missions};

impl Ability {
    /// When it is used.
    pub fn when(self) -> When {
        match self {
            of_combats!() => When::Combat,
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
    /// The effect in words.
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
