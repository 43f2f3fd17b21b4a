//! [`Card`]: an asset card by its number. That it is a Rebel is seen from the number alone.

use holotable_env::{Finite, Pack, Set};

/// How many Rebels a data set may have.
pub const MOST_REBELS: usize = 48;
/// How many Imperials a data set may have.
pub const MOST_IMPERIALS: usize = 16;

/// An asset card. The Rebels are numbered from 0 on, the Imperials from [`MOST_REBELS`] on, each in the order of its
/// file; a data set need not have all the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// All that may be Rebels.
    pub const REBELS: CardSet = CardSet::of_bits((1 << MOST_REBELS) - 1);
    /// All that may be Imperials.
    pub const IMPERIALS: CardSet = CardSet::of_bits(u64::MAX << MOST_REBELS);

    /// The `i`-th Rebel.
    pub fn rebel(i: usize) -> Self {
        assert!(i < MOST_REBELS, "there is no room for Rebel {i}");
        Self(i as u8)
    }

    /// The `i`-th Imperial.
    pub fn imperial(i: usize) -> Self {
        Self::at(MOST_REBELS + i)
    }

    /// Whether it is a Rebel; else it is an Imperial.
    #[inline]
    pub fn is_rebel(self) -> bool {
        usize::from(self.0) < MOST_REBELS
    }

    /// Whether it is an Imperial.
    #[inline]
    pub fn is_imperial(self) -> bool {
        !self.is_rebel()
    }
}

impl Finite for Card {
    const N: usize = MOST_REBELS + MOST_IMPERIALS;

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    fn at(i: usize) -> Self {
        assert!(i < Self::N, "there is no card {i}");
        Self(i as u8)
    }

    fn label(self) -> String {
        self.0.to_string()
    }
}

impl Pack for Card {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(self.0);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::try_at(usize::from(u8::unpack(bytes)?))
    }
}

/// A set of asset cards.
pub type CardSet = Set<Card>;
