//! How a game of Dark Side Rising ended, for tables and `info`.

use super::state::{Ending, State};
use crate::game::Summary;

/// The words of the endings, the win first.
pub const REASONS: &[&str] = &["won", "death_star_complete", "ten_rebels_lost", "team_wiped_out"];

impl Ending {
    /// The word for this ending; `unfinished` while the game goes on.
    pub fn word(self) -> &'static str {
        match self {
            Ending::None => "unfinished",
            Ending::Won => REASONS[0],
            Ending::DeathStarComplete => REASONS[1],
            Ending::TenRebelsLost => REASONS[2],
            Ending::TeamWipedOut => REASONS[3],
        }
    }
}

/// The ending with its counts.
pub fn summary(s: &State) -> Summary {
    Summary {
        reason: s.ending.word(),
        counts: vec![
            ("turns", f64::from(s.turn)),
            ("imperials_defeated", s.imperials_defeated() as f64),
            ("rebels_lost", s.rebels_defeated() as f64),
            ("components_operational", f64::from(s.operational.count_ones())),
            ("largest_team", s.teams.iter().map(|t| t.len()).max().unwrap_or(0) as f64),
            ("recruits_turned_away", f64::from(s.turned_away)),
        ],
    }
}
