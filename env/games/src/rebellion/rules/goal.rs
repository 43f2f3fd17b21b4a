//! [`Goal`]: what an objective asks for, as a verb.

use holotable_env::english::an;
use holotable_env::{Set, finite_enum};

use super::verb::verbs;
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

verbs! {
    /// A condition.
    pub enum Goal {
        /// Imperial units of a theatre with so much health in all were destroyed in a combat that the Rebels began.
        DestroyHealth { theatre: Theatre, n: u8 } => {
            let what = match theatre {
                Theatre::Space => "ships",
                Theatre::Ground => "ground units",
            };
            format!("if {n} health or more of Imperial {what} was destroyed in a combat that the Rebels began")
        },
        /// One of these Imperial units was destroyed in a combat that the Rebels began.
        DestroyUnit { units: Set<Row> } =>
            format!("if {} was destroyed in a combat that the Rebels began", an(&units.join(" or "))),
        /// So many Imperial systems have a Rebel unit or a sabotage marker.
        Harass { n: u8 } => format!("if {n} or more Imperial systems have a Rebel unit or a sabotage marker"),
        /// A Death Star is attacked with its plans.
        Plans => "with a fighter at a Death Star: one direct hit of three dice destroys it",
        /// This system has a Rebel unit and no Imperial one.
        Hold { system: Place } => format!("if {system} has a Rebel unit and no Imperial unit"),
        /// The ground battle was won in a system that was subjugated when the combat began.
        Liberate => "if the ground battle was won in a subjugated system",
        /// So many systems have a Rebel unit.
        Outposts { n: u8 } => format!("if {n} or more systems have a Rebel unit"),
        /// A battle was won where one of these Imperial leaders is, or was until he retreated from it.
        Defeat { leaders: Leaders } => format!("if a battle was won where {} is", leaders.join(" or ")),
        /// So many Rebel systems have a Rebel unit.
        Defend { n: u8 } => format!("if {n} or more Rebel systems have a Rebel unit"),
        /// All systems with icons of one region are loyal to the Rebels, subjugated or not.
        UniteRegion => "if all systems with icons of one region are loyal to the Rebels",
        /// So many systems are loyal to the Rebels, subjugated or not.
        Support { n: u8 } => format!("if {n} or more systems are loyal to the Rebels"),
        /// No leader is a captive.
        Free => "if no leader is a captive",
        /// A system was destroyed.
        Sympathy => "if a system was destroyed, so much for each destroyed system",
    }
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
