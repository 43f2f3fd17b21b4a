//! [`DeckCounts`]: mission cards of a side by title, of some titles several.

use holotable_env::bits::places;
use holotable_env::{Finite, Pack};

use super::words::{MISSIONS, Mission, Missions};

/// The bits that count a title.
const BITS: usize = 2;
/// The most cards of a title.
pub const MOST: u8 = (1 << BITS) - 1;
/// The lowest bit of each title.
const LOW: u64 = 0x5555_5555_5555_5555;

const _: () = assert!(MISSIONS * BITS < 64, "a pile counts every title");

/// How many cards of each title there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeckCounts {
    counts: u64,
}

impl DeckCounts {
    /// How many there are of a title.
    #[inline]
    pub fn count(self, title: Mission) -> u8 {
        (self.counts >> (BITS * title.index())) as u8 & MOST
    }

    /// Whether there is one of a title.
    #[inline]
    pub fn has(self, title: Mission) -> bool {
        self.count(title) > 0
    }

    /// Adds one. There must be room: the data set says how many there are at most.
    #[inline]
    pub fn add(&mut self, title: Mission) {
        debug_assert!(self.count(title) < MOST, "no more than {MOST} cards of a title");
        self.counts += 1 << (BITS * title.index());
    }

    /// Takes one out, which is there.
    #[inline]
    pub fn take(&mut self, title: Mission) {
        debug_assert!(self.has(title), "the card is there");
        self.counts -= 1 << (BITS * title.index());
    }

    /// The cards of these titles alone.
    #[must_use]
    pub fn of(self, titles: Missions) -> Self {
        let kept = titles.iter().fold(0, |mask, title| mask | u64::from(MOST) << (BITS * title.index()));
        Self { counts: self.counts & kept }
    }

    /// What is in both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { counts: self.counts + other.counts }
    }

    /// What is left when the cards of another pile, which are all there, are taken out.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self { counts: self.counts - other.counts }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// How many there are in all.
    pub fn len(self) -> usize {
        let high = (self.counts >> 1 & LOW).count_ones();
        ((self.counts & LOW).count_ones() + 2 * high) as usize
    }

    /// The titles of which there are any, each once.
    #[inline]
    pub fn titles(self) -> impl Iterator<Item = Mission> {
        places((self.counts | self.counts >> 1) & LOW).map(|bit| Mission::at(bit / BITS))
    }

    /// Every card, those of a title together.
    pub fn cards(self) -> impl Iterator<Item = Mission> {
        self.titles().flat_map(move |title| std::iter::repeat_n(title, usize::from(self.count(title))))
    }
}

impl FromIterator<Mission> for DeckCounts {
    fn from_iter<I: IntoIterator<Item = Mission>>(cards: I) -> Self {
        let mut deck_counts = Self::default();
        cards.into_iter().for_each(|card| deck_counts.add(card));
        deck_counts
    }
}

impl Pack for DeckCounts {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.counts.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let counts = u64::unpack(bytes)?;
        (counts >> (BITS * MISSIONS) == 0).then_some(Self { counts })
    }
}
