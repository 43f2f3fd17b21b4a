//! The streams of a seed's generator, so that no two uses of one seed draw the same luck: [`generator`](crate::generator)
//! takes one of these numbers where games take that of an episode, from 0.

/// Which seat learns in an episode: this, plus the number of the episode.
pub const LEARNERS: u64 = 1 << 61;
/// What a bot samples of what may follow; the numbers of its samples are the seeds.
pub const SAMPLES: u64 = 1 << 62;
/// What a position's copies draw, whose seeds the position drew.
pub const FORKS: u64 = 3 << 61;
/// What an agent draws that is asked about positions one by one, outside of any game.
pub const AGENT: u64 = 7 << 61;

/// What a seat's player draws in an episode: its own choices, and what the seat cannot see.
pub const fn seat(episode: u64, seat: usize) -> u64 {
    SEATS + (episode << 6) + seat as u64
}

/// The first of the seats' streams, 64 for each episode.
const SEATS: u64 = 1 << 63;
