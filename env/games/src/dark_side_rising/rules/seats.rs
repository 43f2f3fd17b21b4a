//! [`Seats`]: the players' teams.

use holotable_env::json::Value;
use holotable_env::{Json, List, Misfit, Pack};

use super::card::MOST_REBELS;
use super::in_play::InPlay;
use super::tables::Tables;
use super::words::{SEATS, Team};

/// The team base of each player and the Rebels on it, the longest-serving first.
///
/// All Rebels stand in one list, seat after seat. A card is in one place only, so the list holds every team there can be:
/// nothing limits the size of a team (rulebook p9), and it takes no more room than four short lists would.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seats {
    teams: List<Team, SEATS>,
    /// Where the Rebels of each seat end and those of the next begin.
    ends: [u8; SEATS],
    rebels: List<InPlay, MOST_REBELS>,
}

impl Seats {
    /// How many players there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.teams.len()
    }

    /// The team bases in the order of the seats.
    #[inline]
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// The team base of a seat.
    #[inline]
    pub fn team(&self, seat: usize) -> Team {
        self.teams[seat]
    }

    /// The Rebels of a seat.
    #[inline]
    pub fn rebels(&self, seat: usize) -> &[InPlay] {
        &self.rebels[self.first(seat)..usize::from(self.ends[seat])]
    }

    /// The same to change.
    #[inline]
    pub fn rebels_mut(&mut self, seat: usize) -> &mut [InPlay] {
        let first = self.first(seat);
        &mut self.rebels[first..usize::from(self.ends[seat])]
    }

    /// The Rebels of all seats.
    #[inline]
    pub fn all(&self) -> &[InPlay] {
        &self.rebels
    }

    /// The Rebels of each seat in turn.
    pub fn each(&self) -> impl Iterator<Item = &[InPlay]> {
        (0..self.count()).map(|seat| self.rebels(seat))
    }

    /// Another player, with this team base and nobody on it.
    pub fn sit(&mut self, team: Team) {
        self.teams.push(team);
    }

    /// A Rebel joins a team.
    ///
    /// # Panics
    /// If more Rebels join than there are cards.
    #[inline]
    pub fn join(&mut self, seat: usize, rebel: InPlay) {
        self.rebels.insert(usize::from(self.ends[seat]), rebel);
        self.ends[seat..].iter_mut().for_each(|end| *end += 1);
    }

    /// Takes the Rebel at a place off a team.
    pub fn leave(&mut self, seat: usize, place: usize) -> InPlay {
        let first = self.first(seat);
        self.ends[seat..].iter_mut().for_each(|end| *end -= 1);
        self.rebels.remove(first + place)
    }

    #[inline]
    fn first(&self, seat: usize) -> usize {
        seat.checked_sub(1).map_or(0, |before| usize::from(self.ends[before]))
    }

    /// The seats as they are written.
    fn apart(&self) -> List<Seat, SEATS> {
        let mut seats = List::default();
        for (team, members) in self.teams.iter().zip(self.each()) {
            let mut rebels = List::default();
            for rebel in members {
                rebels.push(*rebel);
            }
            seats.push(Seat { team: *team, rebels });
        }
        seats
    }

    /// The seats as they are kept; `None` if there are more Rebels than cards.
    fn together(apart: &[Seat]) -> Option<Self> {
        let mut seats = Self::default();
        for (i, seat) in apart.iter().enumerate() {
            seats.sit(seat.team);
            for rebel in seat.rebels.iter() {
                if seats.rebels.is_full() {
                    return None;
                }
                seats.join(i, *rebel);
            }
        }
        Some(seats)
    }
}

/// A player's team as it is written.
#[derive(Clone, Copy, Default, Pack, Json)]
#[json(context = Tables)]
struct Seat {
    team: Team,
    rebels: List<InPlay, MOST_REBELS>,
}

impl Json<Tables> for Seats {
    fn to_json(&self, t: &Tables) -> Value {
        self.apart().to_json(t)
    }

    fn from_json(json: &Value, t: &Tables) -> Result<Self, Misfit> {
        let apart = List::<Seat, SEATS>::from_json(json, t)?;
        Self::together(&apart).ok_or_else(|| Misfit::new(format!("has more than {MOST_REBELS} Rebels")))
    }
}

impl Pack for Seats {
    fn pack(&self, out: &mut Vec<u8>) {
        self.apart().pack(out);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::together(&List::<Seat, SEATS>::unpack(bytes)?)
    }
}
