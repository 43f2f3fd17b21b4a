//! The verbs of card effects, and the axes they are combined with: who, how many, if, when.
//!
//! Data files write these in TOML (`{ verb = "heal", reach = "team_or_sector", pick = "one", amount = 1 }`).
//! A new card needs no code. A new verb needs a variant here with what it [asks](Op::asks) for, an arm in `apply` that
//! carries it out, one in `targets` that says what it may be aimed at, one in `validate` for who may have it, and its
//! words in `ability`; the compiler leads to all of these, and to what bots think of it. What it does not lead to
//! is listed in `env/README.md`, "To add a verb".

use holotable_env::{Set, finite_enum};
use serde::{Deserialize, Serialize};

use super::words::{Colour, Trait};

/// A verb with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Op {
    /// "Add a DAMAGE to …": counters on Rebels, never above capacity (p10).
    Damage {
        /// Which Rebels.
        #[serde(flatten)]
        who: Who,
    },
    /// "Remove a DAMAGE from …": counters off Rebels (p10).
    Heal {
        /// Which Rebels.
        #[serde(flatten)]
        who: Who,
    },
    /// "Remove a DAMAGE from all other Imperials" (Tarkin, p3): everywhere, not from the source itself.
    HealImperials {
        /// How many counters off each.
        amount: u8,
    },
    /// "Add a DAMAGE to an Imperial" (Tatooine, p6): one that the acting player may reach and that is not full.
    Strike {
        /// Only Imperials without damage.
        #[serde(default)]
        undamaged: bool,
        /// The player may decline.
        #[serde(default)]
        may: bool,
    },
    /// "Draw an Alliance token" (p10), locked until the next turn (p11).
    DrawToken {
        /// How many.
        #[serde(flatten)]
        amount: Amount,
    },
    /// "Remove an operation counter" from a component of choice (p9).
    RemoveCounter {
        /// The player may decline.
        #[serde(default)]
        may: bool,
    },
    /// One counter on each component, not yet operational, that is tied for fewest.
    AddCounters,
    /// "Roll an extra die" of one of these colours (p8).
    AddDie {
        /// The colours to choose from.
        colours: Colours,
        /// How many dice.
        #[serde(flatten)]
        amount: Amount,
    },
    /// Turn a rolled die that shows one of these traits, single or double, to another of its faces (p10).
    ChangeDie {
        /// The traits that may be changed.
        traits: Traits,
    },
    /// Roll one rolled die again before assigning (p10).
    RerollDie,
    /// Roll the Death Star die once more and resolve it.
    RollDeathStar,
    /// The active player rolls one die fewer this turn.
    LoseDie,
    /// No damage can be removed from Rebels for the rest of this turn.
    ForbidHealing,
}

/// What the acting player must choose before a verb acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What to choose.
    pub choice: Choice,
    /// Whether the player may decline.
    pub may: bool,
}

finite_enum! {
    /// What a player may be asked to choose.
    pub enum Choice {
        /// A Rebel to remove damage from.
        Heal = "heal",
        /// An Imperial to damage.
        Strike = "strike",
        /// A component to remove a counter from.
        Component = "component",
        /// A rolled die.
        Die = "die",
        /// A face to turn the chosen die to.
        Face = "face",
        /// The colour of an extra die.
        Colour = "colour",
    }
}

impl Op {
    /// What a verb asks for when its memo stands so; `None` if it acts by itself.
    pub fn asks(&self, memo: u8) -> Option<Ask> {
        let (choice, may) = match self {
            Op::Heal { who } if matches!(who.pick, Pick::One | Pick::Two | Pick::OneEachTeam) => {
                (Choice::Heal, who.may)
            }
            Op::Strike { may, .. } => (Choice::Strike, *may),
            Op::RemoveCounter { may } => (Choice::Component, *may),
            Op::AddDie { .. } => (Choice::Colour, false),
            Op::ChangeDie { .. } if memo > 0 => (Choice::Face, false),
            Op::ChangeDie { .. } | Op::RerollDie => (Choice::Die, false),
            Op::Heal { .. }
            | Op::Damage { .. }
            | Op::HealImperials { .. }
            | Op::DrawToken { .. }
            | Op::AddCounters
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing => return None,
        };
        Some(Ask { choice, may })
    }

    /// The number in the verb, before it is multiplied by what it is counted for; 1 where there is none.
    pub fn amount(&self) -> u8 {
        match self {
            Op::Heal { who } | Op::Damage { who } => who.amount.n,
            Op::AddDie { amount, .. } | Op::DrawToken { amount } => amount.n,
            Op::HealImperials { amount } => *amount,
            Op::Strike { .. }
            | Op::RemoveCounter { .. }
            | Op::AddCounters
            | Op::ChangeDie { .. }
            | Op::RerollDie
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing => 1,
        }
    }
}

/// Which Rebels an effect means, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Who {
    /// Where they are.
    pub reach: Reach,
    /// Which of those.
    #[serde(default)]
    pub pick: Pick,
    /// Only Rebels of these affiliations.
    #[serde(default)]
    pub affiliations: Traits,
    /// The player may decline.
    #[serde(default)]
    pub may: bool,
    /// How many counters on or off each.
    #[serde(flatten)]
    pub amount: Amount,
}

finite_enum! {
    /// Where the Rebels of an effect are.
    pub enum Reach {
        /// In the sector of the source, with the active team if it is deployed there.
        Here = "here",
        /// In the sector clockwise of the source's, with the active team if it is deployed there.
        Clockwise = "clockwise",
        /// On the active player's team, wherever it is deployed.
        ActiveTeam = "active_team",
        /// On every player's team.
        EveryTeam = "every_team",
        /// On the own team or in the sector it is deployed to (p6; everywhere with `global_targets`).
        TeamOrSector = "team_or_sector",
        /// The same but for the Rebel whose ability it is.
        Others = "others",
        /// The Rebel whose ability it is.
        Itself = "itself",
    }
}

finite_enum! {
    /// Which of the Rebels within reach.
    #[derive(Default)]
    pub enum Pick {
        /// All of them.
        #[default]
        All = "all",
        /// One of the player's choice.
        One = "one",
        /// Two different ones of the player's choice.
        Two = "two",
        /// One on each team, each of the player's choice (The Ghost, p10).
        OneEachTeam = "one_each_team",
        /// On each team those with the most damage among the not yet full, if any has damage (Thrawn, p11).
        MostDamaged = "most_damaged",
        /// On each team those with the most room for damage.
        Healthiest = "healthiest",
        /// On each team those with the least room for damage that are not yet full.
        Weakest = "weakest",
    }
}

/// A number of counters, dice or tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// How many, for each `per`.
    #[serde(rename = "amount", default = "one")]
    pub n: u8,
    /// What it is counted for.
    #[serde(default)]
    pub per: Per,
}

fn one() -> u8 {
    1
}

finite_enum! {
    /// What an amount is multiplied by.
    #[derive(Default)]
    pub enum Per {
        /// Nothing: the amount as it is.
        #[default]
        Once = "once",
        /// Every second damage counter on the Rebel whose ability it is.
        TwoDamage = "two_damage",
        /// Every damage counter put on Imperials this turn.
        Strike = "strike",
    }
}

finite_enum! {
    /// When a Rebel's ability can be used.
    pub enum When {
        /// By itself when the dice pool is collected, at the start of step 3 (p8).
        Gather = "gather",
        /// Once a turn after a roll, before any die of that roll is assigned (p10).
        Roll = "roll",
        /// Once a turn at any time in step 3.
        Once = "once",
        /// Once a turn, when the symbols of its price have been assigned to it (p9, p10).
        Paid = "paid",
        /// Once a turn at any time in step 3, for one damage on the Rebel itself (p10).
        Hurt = "hurt",
        /// By itself each time a new Imperial is revealed on the owner's turn (Raddus, p10).
        Revealed = "revealed",
        /// By itself at the end of the owner's turn if an Imperial was damaged on it.
        Struck = "struck",
    }
}

finite_enum! {
    /// What must hold for an ability to work.
    #[derive(Default)]
    pub enum If {
        /// Nothing.
        #[default]
        Always = "always",
        /// Another Rebel of the same affiliation as this one is on the team (leaders, p3).
        SameAffiliation = "same_affiliation",
        /// A Rebel vehicle other than this one is on the team.
        Vehicle = "vehicle",
        /// The team's sector holds an Imperial.
        ImperialHere = "imperial_here",
        /// Darth Vader faces the team's sector.
        VaderHere = "vader_here",
    }
}

/// Some traits; none given means any where it filters.
pub type Traits = Set<Trait>;
/// Some colours.
pub type Colours = Set<Colour>;
