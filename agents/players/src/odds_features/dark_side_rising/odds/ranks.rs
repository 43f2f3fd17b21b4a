//! [`Ranks`]: numbers for small counts, to look up what is known about them.

/// Numbers the ways to write four counts below `B` whose sum is below `B`.
#[derive(Debug)]
pub(super) struct Ranks<const B: usize> {
    rank: Vec<u16>,
    /// How many there are.
    pub count: usize,
}

impl<const B: usize> Ranks<B> {
    pub fn new() -> Self {
        let mut count = 0;
        let rank = (0..B.pow(4)).map(|code| {
            if digits::<B>(code).iter().sum::<u8>() < B as u8 {
                count += 1;
            }
            (count.max(1) - 1) as u16
        });
        let rank = rank.collect();
        Self { rank, count }
    }

    pub fn rank(&self, counts: [u8; 4]) -> usize {
        usize::from(self.rank[code::<B>(counts)])
    }
}

/// Four counts below `B` as one number below `B` to the fourth.
pub(super) fn code<const B: usize>(counts: [u8; 4]) -> usize {
    counts.iter().rev().fold(0, |code, &n| code * B + usize::from(n))
}

/// The counts of a [`code`].
pub(super) fn digits<const B: usize>(code: usize) -> [u8; 4] {
    std::array::from_fn(|i| (code / B.pow(i as u32) % B) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_a_number_of_its_own() {
        let ranks = Ranks::<7>::new();
        assert_eq!(ranks.count, 210, "6 dice of 4 colours and none: 10 choose 4");
        let ways = (0..7usize.pow(4)).map(digits::<7>).filter(|counts| counts.iter().sum::<u8>() < 7);
        let numbers: Vec<usize> = ways.map(|counts| ranks.rank(counts)).collect();
        assert_eq!(numbers, (0..210).collect::<Vec<_>>());
    }

    #[test]
    fn codes_are_read_back() {
        assert!((0..9usize.pow(4)).all(|n| code::<9>(digits::<9>(n)) == n));
    }
}
