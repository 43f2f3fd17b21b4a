//! [`Goal`]: what an objective asks for, as a verb.

use holotable_env::english::an;
use holotable_env::{Set, finite_enum};
use serde::Deserialize;

use super::words::{Leaders, Place, Row, Theatre};

finite_enum! {
    /// When an objective can be played.
    pub enum When {
        /// In a combat, once its condition holds.
        Combat = "combat",
        /// At the end of a combat.
        CombatEnd = "combat_end",
        /// By an attempt in a combat.
        Attempt = "attempt",
        /// At the start of the refresh phase.
        Refresh = "refresh",
    }
}

/// A condition as `objectives.toml` writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
pub enum Written {
    /// Imperial units of a theatre with so much health in all were destroyed in a combat that the Rebels began.
    DestroyHealth {
        /// The theatre.
        theatre: Theatre,
        /// How much.
        n: u8,
    },
    /// One of these units was destroyed in a combat that the Rebels began.
    DestroyUnit {
        /// Imperial units by name.
        units: Vec<String>,
    },
    /// So many Imperial systems have a Rebel unit or a sabotage marker.
    Harass {
        /// How many.
        n: u8,
    },
    /// A Death Star is attacked with its plans.
    Plans {},
    /// This system has a Rebel unit and no Imperial one.
    Hold {
        /// By name.
        system: String,
    },
    /// The ground battle was won in a system that was subjugated when the combat began.
    Liberate {},
    /// So many systems have a Rebel unit.
    Outposts {
        /// How many.
        n: u8,
    },
    /// A battle was won where one of these leaders is, or was until he retreated from it.
    Defeat {
        /// Imperial leaders by name.
        leaders: Vec<String>,
    },
    /// So many Rebel systems have a Rebel unit.
    Defend {
        /// How many.
        n: u8,
    },
    /// All systems with icons of one region are loyal to the Rebels, subjugated or not.
    UniteRegion {},
    /// So many systems are loyal to the Rebels, subjugated or not.
    Support {
        /// How many.
        n: u8,
    },
    /// No leader is a captive.
    Free {},
    /// A system was destroyed.
    Sympathy {},
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are those of `Written`")]
pub enum Goal {
    DestroyHealth { theatre: Theatre, n: u8 },
    DestroyUnit { units: Set<Row> },
    Harass { n: u8 },
    Plans,
    Hold { system: Place },
    Liberate,
    Outposts { n: u8 },
    Defeat { leaders: Leaders },
    Defend { n: u8 },
    UniteRegion,
    Support { n: u8 },
    Free,
    Sympathy,
}

impl Goal {
    /// When an objective that asks for it can be played.
    pub fn when(self) -> When {
        match self {
            Goal::DestroyHealth { .. } | Goal::DestroyUnit { .. } => When::Combat,
            Goal::Liberate | Goal::Defeat { .. } => When::CombatEnd,
            Goal::Plans => When::Attempt,
            Goal::Harass { .. }
            | Goal::Hold { .. }
            | Goal::Outposts { .. }
            | Goal::Defend { .. }
            | Goal::UniteRegion
            | Goal::Support { .. }
            | Goal::Free
            | Goal::Sympathy => When::Refresh,
        }
    }
}

impl Written {
    /// The condition in words.
    pub fn words(&self) -> String {
        match self {
            Written::DestroyHealth { theatre, n } => {
                let what = match theatre {
                    Theatre::Space => "ships",
                    Theatre::Ground => "ground units",
                };
                format!("{n} health of Imperial {what} was destroyed in a combat that the Rebels began")
            }
            Written::DestroyUnit { units } => {
                format!("{} was destroyed in a combat that the Rebels began", an(&units.join(" or ")))
            }
            Written::Harass { n } => format!("{n} Imperial systems have a Rebel unit or a sabotage marker"),
            Written::Plans {} => {
                "with a fighter at a Death Star: one direct hit of three dice destroys it".into()
            }
            Written::Hold { system } => format!("{system} has a Rebel unit and no Imperial unit"),
            Written::Liberate {} => "the ground battle was won in a subjugated system".into(),
            Written::Outposts { n } => format!("{n} systems have a Rebel unit"),
            Written::Defeat { leaders } => format!("a battle was won where {} is", leaders.join(" or ")),
            Written::Defend { n } => format!("{n} Rebel systems have a Rebel unit"),
            Written::UniteRegion {} => "all systems with icons of one region are loyal to the Rebels".into(),
            Written::Support { n } => format!("{n} systems are loyal to the Rebels"),
            Written::Free {} => "no leader is a captive".into(),
            Written::Sympathy {} => "a system was destroyed".into(),
        }
    }
}
