//! The register of random streams: every purpose for which a seed is used has streams of its own, so that no two uses of one
//! seed draw the same numbers. [`generator`] takes one of these numbers where games take that of an
//! episode, from 0.

use rand::Rng as _;

use crate::generator;

/// The purposes by name with the first number of their streams, in rising order; each purpose has the numbers up to the next.
pub const REGISTER: [(&str, u64); 13] = [
    ("the game itself, by episode", 0),
    ("which seat learns, by episode", LEARNERS),
    ("samples of a bot, whose numbers are the seeds", SAMPLES),
    ("copies of a position, whose seeds the position drew", FORKS),
    ("a seat's player, by episode and seat", SEATS),
    ("an agent asked about single positions", AGENT),
    ("the substitute for illegal answers, by seat", SUBSTITUTES),
    ("the first weights of a training run", WEIGHTS),
    ("the order of minibatches in a training run", SHUFFLES),
    ("the actions and opponents of a training run, by its first slot", ROLLOUTS),
    ("the seed of the games of a training run's slot, by slot", SLOTS),
    ("the trials of a sweep, by number", TRIALS),
    ("the results that an action might have had in a training run, by episode", LUCK),
];

/// Which seat learns in an episode: this, plus the number of the episode.
pub const LEARNERS: u64 = 1 << 61;
/// What a bot samples of what may follow; the numbers of its samples are the seeds.
pub const SAMPLES: u64 = 1 << 62;
/// What a position's copies draw, whose seeds the position drew.
pub const FORKS: u64 = 3 << 61;
/// The first of the seats' streams, 64 for each episode: see [`seat`].
pub const SEATS: u64 = 1 << 63;
/// What an agent draws that is asked about positions one by one, outside of any game.
pub const AGENT: u64 = 7 << 61;
/// What plays for a seat whose answer was no legal action: this, plus the seat.
pub const SUBSTITUTES: u64 = AGENT + (1 << 56);
/// The first weights of a training run.
pub const WEIGHTS: u64 = AGENT + (2 << 56);
/// The order of minibatches in a training run.
pub const SHUFFLES: u64 = AGENT + (3 << 56);
/// The actions and opponents of a training run: this, plus the first slot of those that a worker plays.
pub const ROLLOUTS: u64 = AGENT + (4 << 56);
/// The seed of the games of a training run's slot: this, plus the slot. See [`slot_seed`].
pub const SLOTS: u64 = AGENT + (5 << 56);
/// The trials of a sweep: this, plus the number of the trial.
pub const TRIALS: u64 = AGENT + (6 << 56);
/// The results that an action might have had in a training run, with the seed of its slot: this, plus the episode.
pub const LUCK: u64 = AGENT + (7 << 56);
/// What a seat's player draws in an episode: its own choices, and what the seat cannot see.
pub const fn seat(episode: u64, seat: usize) -> u64 {
    SEATS + (episode << 6) + seat as u64
}

/// The seed of the games of a training run's slot: runs with neighbouring seeds share none, as the slots of a vector do.
pub fn slot_seed(seed: u64, slot: u64) -> u64 {
    generator(seed, SLOTS + slot).next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_purposes_share_a_stream() {
        assert!(REGISTER.iter().map(|(_, first)| first).is_sorted_by(|a, b| a < b));
        assert!(seat((1 << 55) - 1, 63) < AGENT, "seats of 2^55 episodes stay below what follows");
        let names: BTreeSet<_> = REGISTER.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), REGISTER.len());
    }

    #[test]
    fn neighbouring_runs_share_no_seed_of_a_slot() {
        let seeds: BTreeSet<u64> =
            (0..20).flat_map(|run| (0..512).map(move |slot| slot_seed(run, slot))).collect();
        assert_eq!(seeds.len(), 20 * 512);
    }
}
