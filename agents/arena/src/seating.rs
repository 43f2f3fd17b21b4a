//! [`Seating`]: which agent plays which seat, and whose result counts; `SeatingGroup`: equal seatings of several agents, which
//! are played once for all of them.

use holotable_players::teams::Teams;

/// Which agent plays which seat, and the seat whose result counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// For each seat the number of its agent in the list.
    pub seats: Vec<usize>,
    /// The seat whose result counts.
    pub counts: usize,
}

impl Seating {
    /// One agent in every seat, as in a game that is won or lost together.
    pub fn everyone(agent: usize, players: usize) -> Self {
        Self { seats: vec![agent; players], counts: 0 }
    }

    /// The agents of each team, by the number of the team; the result of the seat `counts` counts.
    pub fn of_teams(teams: &Teams, agents: &[usize], counts: usize) -> Self {
        Self { seats: teams.of_seats().iter().map(|&team| agents[team]).collect(), counts }
    }

    /// The agent whose result counts.
    pub fn agent(&self) -> usize {
        self.seats[self.counts]
    }

    /// The seats of the teams that other agents play, one of each.
    pub fn opponents(&self, teams: &Teams) -> Vec<usize> {
        let others = |&seat: &usize| self.seats[seat] != self.agent();
        teams.leads().iter().copied().filter(others).collect()
    }

    /// Every seating in which an agent meets others. Between two teams it meets each in turn from both sides. Around more
    /// teams all agents sit in a ring, in every distance and from every place on, so that each has each team equally
    /// often and meets each other agent equally often; with fewer agents than teams the ring goes around again. With
    /// nobody to play against it has every seat.
    pub fn all(teams: &Teams, agent: usize, agents: usize) -> Vec<Self> {
        let leads = teams.leads();
        if leads.len() == 1 || agents == 1 {
            return vec![Self::everyone(agent, teams.players())];
        }
        let mut seatings = Vec::new();
        if leads.len() == 2 {
            for opponent in (0..agents).filter(|&opponent| opponent != agent) {
                seatings.push(Self::of_teams(teams, &[agent, opponent], leads[0]));
                seatings.push(Self::of_teams(teams, &[opponent, agent], leads[1]));
            }
            return seatings;
        }
        for distance in 1..agents {
            for first in 0..agents {
                let ring: Vec<usize> = (0..leads.len()).map(|t| (first + t * distance) % agents).collect();
                let own = leads.iter().filter(|&&lead| ring[teams.of_seats()[lead]] == agent);
                seatings.extend(own.map(|&lead| Self::of_teams(teams, &ring, lead)));
            }
        }
        seatings
    }
}

/// Seatings that differ only in the seat whose result counts: in a game for two, one for each of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatingGroup {
    pub counted: Vec<CountedSeating>,
}

/// A seating, and the number of seeds on which its result counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountedSeating {
    pub seating: Seating,
    /// The first so many seeds count.
    pub seeds: u64,
}

impl SeatingGroup {
    /// All seatings of a tournament in which each of `agents` has `games` games: its seatings take turns on each seed.
    pub fn all(teams: &Teams, agents: usize, games: u64) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for agent in 0..agents {
            let seatings = Seating::all(teams, agent, agents);
            let turns = seatings.len() as u64;
            for (turn, seating) in seatings.into_iter().enumerate() {
                let seeds = games.saturating_sub(turn as u64).div_ceil(turns);
                let same = groups.iter_mut().find(|group| group.seats() == seating.seats);
                let one = CountedSeating { seating, seeds };
                match same {
                    Some(group) => group.counted.push(one),
                    None => groups.push(Self { counted: vec![one] }),
                }
            }
        }
        groups
    }

    /// The seating in which each seat has the agent of this number, whoever that leaves out; each agent's first seat
    /// counts.
    pub fn fixed(seats: &[usize], games: u64) -> Self {
        let mut counted: Vec<CountedSeating> = Vec::new();
        for (counts, agent) in seats.iter().enumerate() {
            if counted.iter().all(|one| one.seating.agent() != *agent) {
                counted.push(CountedSeating {
                    seating: Seating { seats: seats.to_vec(), counts },
                    seeds: games,
                });
            }
        }
        Self { counted }
    }

    /// For each seat the number of its agent.
    pub fn seats(&self) -> &[usize] {
        &self.counted[0].seating.seats
    }

    /// How many seeds it is played on: as many as anybody needs.
    pub fn seeds(&self) -> u64 {
        self.counted.iter().map(|one| one.seeds).max().unwrap_or(0)
    }
}
