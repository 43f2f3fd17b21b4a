//! [`Teams`]: who plays together.

use holotable_env::Game;

use crate::match_rngs::teams;

/// The team of each seat. Those of a team share a result; teams are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    of_seat: Vec<usize>,
    leads: Vec<usize>,
}

impl Teams {
    /// The teams of this game.
    pub fn of<G: Game>(game: &G) -> Self {
        Self { of_seat: (0..game.players()).map(|seat| game.team(seat)).collect(), leads: teams(game) }
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.of_seat.len()
    }

    /// The team of each seat.
    pub fn of_seats(&self) -> &[usize] {
        &self.of_seat
    }

    /// One seat of each team, in the order of the teams.
    pub fn leads(&self) -> &[usize] {
        &self.leads
    }
}
