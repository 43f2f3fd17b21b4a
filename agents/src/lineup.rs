//! [`Lineup`]: which agent plays which seat, from the view of one agent; a seating that is in the views of several agents is
//! played once for all of them.

use holotable_env::Game;

use crate::game_match::teams;

/// Which agent plays which seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// For each seat the number of its agent in the list.
    pub seats: Vec<usize>,
    /// The seat whose result counts.
    pub counts: usize,
}

impl Lineup {
    /// One agent in every seat, as in a game that is won or lost together.
    pub fn everyone(agent: usize, players: usize) -> Self {
        Self { seats: vec![agent; players], counts: 0 }
    }

    /// An agent as the team of the seat `lead`, whose result counts, against one rival that plays all other teams.
    pub fn against<G: Game>(game: &G, agent: usize, rival: usize, lead: usize) -> Self {
        let seat = |p| if game.team(p) == game.team(lead) { agent } else { rival };
        Self { seats: (0..game.players()).map(seat).collect(), counts: lead }
    }

    /// The agent whose result counts.
    pub fn agent(&self) -> usize {
        self.seats[self.counts]
    }

    /// The other agent at the table, if there is one.
    pub fn rival(&self) -> Option<usize> {
        self.seats.iter().copied().find(|&other| other != self.agent())
    }

    /// Every seating of an agent against each of the others: it has one team, and one rival has all other teams. With
    /// nobody to play against it has every seat.
    pub fn all<G: Game>(game: &G, agent: usize, agents: usize) -> Vec<Self> {
        let players = game.players();
        let teams = teams(game);
        if teams.len() == 1 || agents == 1 {
            return vec![Self::everyone(agent, players)];
        }
        let rivals = (0..agents).filter(|&rival| rival != agent);
        rivals
            .flat_map(|rival| teams.iter().map(move |&lead| Self::against(game, agent, rival, lead)))
            .collect()
    }
}

/// A seating with every agent whose results come from it: in a game for two, each of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    pub views: Vec<View>,
}

/// A lineup and on which seeds its result counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub lineup: Lineup,
    /// How many of them, from the first one on.
    pub seeds: u64,
}

impl Seating {
    /// All seatings of a tournament in which each of `agents` has `games` games: its lineups take turns on each seed.
    pub fn all<G: Game>(game: &G, agents: usize, games: u64) -> Vec<Self> {
        let mut seatings: Vec<Self> = Vec::new();
        for agent in 0..agents {
            let lineups = Lineup::all(game, agent, agents);
            let turns = lineups.len() as u64;
            for (turn, lineup) in lineups.into_iter().enumerate() {
                let seeds = games.saturating_sub(turn as u64).div_ceil(turns);
                let same = seatings.iter_mut().find(|seating| seating.seats() == lineup.seats);
                let view = View { lineup, seeds };
                match same {
                    Some(seating) => seating.views.push(view),
                    None => seatings.push(Self { views: vec![view] }),
                }
            }
        }
        seatings
    }

    /// For each seat the number of its agent.
    pub fn seats(&self) -> &[usize] {
        &self.views[0].lineup.seats
    }

    /// How many seeds it is played on: as many as anybody needs.
    pub fn seeds(&self) -> u64 {
        self.views.iter().map(|view| view.seeds).max().unwrap_or(0)
    }
}
