//! [`Chance`]: the only source of random numbers for the rules, and who may answer.
//!
//! Rules ask `pick(weights)` and never see a generator. [`Sample`] answers by a generator, [`Tape`] by
//! recorded answers, [`Trace`](crate::Trace) passes answers on and keeps them, and [`Walk`](crate::Walk) answers every
//! possible way in turn. Sampling, enumeration and replay are therefore one code path.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::story::Story;

/// Whoever decides what the dice and decks do.
pub trait Chance {
    /// An index into `weights`, chosen with probability proportional to the weight there.
    ///
    /// `weights` has at least one positive entry, sums to less than 2³², and an entry of weight 0 is never
    /// chosen.
    fn pick(&mut self, weights: &[u32]) -> usize;

    /// What [`pick`](Self::pick) answers for weights that were added up before.
    #[inline]
    fn pick_summed(&mut self, weights: &Weights) -> usize {
        self.pick(&weights.each)
    }

    /// A number below `n`, each equally likely.
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        static ONES: [u32; 256] = [1; 256];
        match ONES.get(..n) {
            Some(ones) => self.pick(ones),
            None => self.pick(&vec![1; n]),
        }
    }

    /// Reports an event to a [`Trace`](crate::Trace) that listens. No other source calls `tell`.
    #[inline]
    fn tell(&mut self, _tell: impl FnOnce(&mut Story))
    where
        Self: Sized,
    {
    }
}

/// Many weights with their running sums, for a question that is asked again and again.
#[derive(Clone, Debug)]
pub struct Weights {
    each: Vec<u32>,
    up_to: Vec<u32>,
}

impl Weights {
    /// Adds up weights as [`Chance::pick`] takes them.
    pub fn new(each: Vec<u32>) -> Self {
        let sums = each.iter().scan(0, |sum, w| {
            *sum += w;
            Some(*sum)
        });
        Self { up_to: sums.collect(), each }
    }

    /// The weights.
    #[inline]
    pub fn each(&self) -> &[u32] {
        &self.each
    }
}

/// Answers from a random generator.
#[derive(Clone, Debug)]
pub struct Sample<R>(pub R);

/// The random generator of games and players: a [`Sample`] of one numbered stream of `ChaCha8`, made by [`generator`].
pub type GameRng = Sample<ChaCha8Rng>;

impl<R: Rng> Chance for Sample<R> {
    #[inline]
    fn pick(&mut self, weights: &[u32]) -> usize {
        if weights.len() == 1 {
            return 0;
        }
        let total: u32 = weights.iter().sum();
        let mut ticket = below(&mut self.0, total);
        for (i, &w) in weights.iter().enumerate() {
            if ticket < w {
                return i;
            }
            ticket -= w;
        }
        unreachable!("the ticket is below the sum of the weights")
    }

    #[inline]
    fn pick_summed(&mut self, weights: &Weights) -> usize {
        match weights.up_to[..] {
            [.., _, total] => {
                let ticket = below(&mut self.0, total);
                weights.up_to.partition_point(|&sum| sum <= ticket)
            }
            _ => 0,
        }
    }

    #[inline]
    fn below(&mut self, n: usize) -> usize {
        if n == 1 { 0 } else { below(&mut self.0, n as u32) as usize }
    }
}

/// An unbiased number below `n`: Lemire's multiply-and-reject (arXiv:1805.10941).
#[inline]
fn below(rng: &mut impl Rng, n: u32) -> u32 {
    let mut m = u64::from(rng.next_u32()) * u64::from(n);
    if (m as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (m as u32) < threshold {
            m = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (m >> 32) as u32
}

/// The generator of one environment: keyed by its seed, with one stream for each episode.
///
/// Slot `i` of a batch seeded `s` uses seed `s + i`, so it plays the episodes of a single environment
/// seeded `s + i`.
pub fn generator(seed: u64, episode: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(b"holotabl");
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(episode);
    rng
}

/// The same [`generator`] after so many 32-bit words were read; `None` beyond its end, where it would begin anew.
pub fn generator_at(seed: u64, episode: u64, word: u128) -> Option<ChaCha8Rng> {
    let mut rng = generator(seed, episode);
    rng.set_word_pos(word);
    (rng.get_word_pos() == word).then_some(rng)
}

/// Answers from a recording, in order.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    picks: &'a [u32],
    fault: Option<String>,
}

impl<'a> Tape<'a> {
    /// A tape that will give these answers.
    pub fn new(picks: &'a [u32]) -> Self {
        Self { picks, fault: None }
    }

    /// What was wrong with the recording: an answer missing, out of range or left over.
    ///
    /// # Errors
    /// One line that says which. The rules never fail in the middle of a step, so a tape that does not fit
    /// answers with the first possible result and reports here.
    pub fn finish(self) -> Result<(), String> {
        match self.fault {
            Some(fault) => Err(fault),
            None if self.picks.is_empty() => Ok(()),
            None => Err(format!("{} recorded answers of chance were not asked for", self.picks.len())),
        }
    }
}

impl Chance for Tape<'_> {
    fn pick(&mut self, weights: &[u32]) -> usize {
        let fallback = weights.iter().position(|&w| w > 0).expect("a positive weight");
        let Some((&pick, rest)) = self.picks.split_first() else {
            self.fault.get_or_insert_with(|| "the recording ends before the chance of this step".into());
            return fallback;
        };
        self.picks = rest;
        if weights.get(pick as usize).is_some_and(|&w| w > 0) {
            return pick as usize;
        }
        let n = weights.len();
        self.fault.get_or_insert_with(|| format!("recorded answer {pick} is impossible among {n} results"));
        fallback
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;

    /// If this fails, every seeded run of every user changes: raise the versions of the games.
    #[test]
    fn value_stability() {
        let mut chance = Sample(generator(7, 0));
        let picks: Vec<usize> = (0..12).map(|_| chance.pick(&[2, 0, 1, 3])).collect();
        assert_eq!(picks, [3, 0, 0, 0, 3, 3, 3, 3, 0, 0, 0, 3]);
        let mut other = Sample(generator(7, 1));
        let draws: Vec<usize> = (0..8).map(|_| other.below(51)).collect();
        assert_eq!(draws, [10, 26, 36, 47, 33, 24, 0, 29]);
    }

    #[test]
    fn sums_change_no_answer() {
        for weights in [vec![5], vec![0, 4], vec![2, 0, 1, 3], vec![1; 70]] {
            let (mut one, mut other) = (Sample(generator(2, 0)), Sample(generator(2, 0)));
            let summed = Weights::new(weights.clone());
            for _ in 0..1_000 {
                assert_eq!(one.pick(&weights), other.pick_summed(&summed));
            }
            assert_eq!(one.0, other.0);
        }
    }

    #[test]
    fn sampling_follows_the_weights() {
        let mut chance = Sample(generator(1, 0));
        let mut counts = [0u32; 4];
        for _ in 0..60_000 {
            counts[chance.pick(&[2, 0, 1, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        // Standard deviation of each count is at most 123; six of them is a mistake, not luck.
        for (count, expected) in counts.iter().zip([20_000i32, 0, 10_000, 30_000]) {
            assert!((*count as i32 - expected).abs() < 740, "{counts:?}");
        }
    }

    #[test]
    fn a_tape_plays_back_a_trace_and_reports_misfits() {
        let mut sample = Sample(generator(3, 0));
        let mut trace = Trace::new(&mut sample);
        let seen: Vec<usize> = (0..5).map(|_| trace.pick(&[1, 1, 1])).collect();
        let picks = trace.into_picks();
        let mut tape = Tape::new(&picks);
        assert_eq!((0..5).map(|_| tape.pick(&[1, 1, 1])).collect::<Vec<_>>(), seen);
        assert_eq!(tape.finish(), Ok(()));

        let mut short = Tape::new(&[]);
        assert_eq!(short.pick(&[0, 1]), 1);
        assert!(short.finish().unwrap_err().contains("ends before"));
        let mut wrong = Tape::new(&[9]);
        wrong.pick(&[1, 1]);
        assert!(wrong.finish().unwrap_err().contains("answer 9 is impossible"));
        assert!(Tape::new(&[1]).finish().unwrap_err().contains("not asked for"));
    }
}
