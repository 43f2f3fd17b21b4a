//! [`Set`]: some of the values of a numbered type, as bits.

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::bits::{Word, places};
use crate::finite::Finite;
use crate::json::{Json, Misfit, Value, elements};
use crate::pack::Pack;

/// Some of the values of `K`, which has at most 64; `Set<K, u16>` takes two bytes and goes to 16. As JSON and in data files it is a list.
///
/// ```
/// use holotable_env::{Finite, Set, finite_enum};
/// finite_enum! {
///     /// A side of a coin.
///     pub enum Side {
///         /// The one with the portrait.
///         Heads = "heads",
///         /// The other one.
///         Tails = "tails",
///     }
/// }
///
/// let mut seen: Set<Side> = Set::EMPTY;
/// seen.add(Side::Tails);
/// assert_eq!((seen.has(Side::Tails), seen.has(Side::Heads), seen.len()), (true, false, 1));
/// assert_eq!(seen, Set::from(vec![Side::Tails]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<K>", into = "Vec<K>")]
#[serde(bound(
    serialize = "K: Finite + Serialize, W: Word",
    deserialize = "K: Finite + Deserialize<'de>, W: Word"
))]
pub struct Set<K, W = u64> {
    word: W,
    keys: PhantomData<K>,
}

impl<K: Finite> Set<K> {
    /// The values whose bit is 1.
    #[inline]
    pub const fn of_bits(bits: u64) -> Self {
        const { assert!(K::N <= 64, "a set has 64 bits") };
        Self { word: bits, keys: PhantomData }
    }
}

impl<K: Finite, W: Word> Set<K, W> {
    /// The set of nothing.
    pub const EMPTY: Self = Self { word: W::ZERO, keys: PhantomData };

    /// The values whose bit is 1.
    #[inline]
    fn kept(bits: u64) -> Self {
        const { assert!(K::N <= W::BITS, "a set has a bit for every value") };
        Self { word: W::of(bits), keys: PhantomData }
    }

    /// A bit for each value, that of number 0 the lowest.
    #[inline]
    pub fn bits(self) -> u64 {
        self.word.into()
    }

    /// The first `n` values.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn first(n: usize) -> Self {
        assert!(n <= K::N, "{n} values of {}", K::N);
        Self::kept(u64::MAX.checked_shr(64 - n as u32).unwrap_or(0))
    }

    /// The set of `key` alone.
    #[inline]
    pub fn only(key: K) -> Self {
        Self::kept(1 << key.index())
    }

    /// Whether `key` is in the set.
    #[inline]
    pub fn has(self, key: K) -> bool {
        self.bits() >> key.index() & 1 == 1
    }

    /// Adds `key`.
    #[inline]
    pub fn add(&mut self, key: K) {
        *self = self.or(Self::only(key));
    }

    /// Takes `key` out.
    #[inline]
    pub fn take(&mut self, key: K) {
        *self = self.without(Self::only(key));
    }

    /// Whether nothing is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// How many values are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.bits().count_ones() as usize
    }

    /// What is in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::kept(self.bits() & other.bits())
    }

    /// What is in one set or the other.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::kept(self.bits() | other.bits())
    }

    /// What is in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self::kept(self.bits() & !other.bits())
    }

    /// The `n`-th value of the set in order of their numbers.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth(self, n: usize) -> K {
        let mut bits = self.bits();
        for _ in 0..n {
            bits &= bits - 1;
        }
        K::at(bits.trailing_zeros() as usize)
    }

    /// The values in order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = K> {
        places(self.bits()).map(K::at)
    }
}

impl<K: Finite, W: Word> Default for Set<K, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: Finite, W: Word> FromIterator<K> for Set<K, W> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::EMPTY;
        keys.into_iter().for_each(|key| set.add(key));
        set
    }
}

impl<K: Finite, W: Word> From<Vec<K>> for Set<K, W> {
    fn from(list: Vec<K>) -> Self {
        list.into_iter().collect()
    }
}

impl<K: Finite, W: Word> From<Set<K, W>> for Vec<K> {
    fn from(set: Set<K, W>) -> Self {
        set.iter().collect()
    }
}

impl<K: Finite, W: Word> fmt::Debug for Set<K, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// As many bytes as there are values to an eighth.
impl<K: Finite, W: Word> Pack for Set<K, W> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bits().to_le_bytes()[..K::N.div_ceil(8)]);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (mine, rest) = bytes.split_at_checked(K::N.div_ceil(8))?;
        *bytes = rest;
        let bits = mine.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        bits.checked_shr(K::N as u32).is_none_or(|beyond| beyond == 0).then(|| Self::kept(bits))
    }
}

impl<Cx: ?Sized, K: Finite + Json<Cx>, W: Word> Json<Cx> for Set<K, W> {
    fn to_json(&self, cx: &Cx) -> Value {
        self.iter().map(|key| key.to_json(cx)).collect()
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        let mut set = Self::EMPTY;
        for key in elements::<Cx, K>(json, cx)? {
            if set.has(key) {
                return Err(Misfit::new(format!("{} is listed twice", key.to_json(cx))));
            }
            set.add(key);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slot::Slot;

    #[test]
    fn sets_are_written_as_lists_and_as_few_bytes() {
        let set: Set<Slot<12>> = [11, 0, 3].map(Slot::at).into_iter().collect();
        assert_eq!(format!("{set:?}"), "{0, 3, 11}");
        assert_eq!((set.nth(1), set.without(Set::only(Slot::at(3))).len()), (Slot::at(3), 2));
        let json = set.to_json(&());
        assert_eq!((json.to_string(), Set::from_json(&json, &())), ("[0,3,11]".into(), Ok(set)));
        let twice = Set::<Slot<12>>::from_json(&serde_json::json!([4, 4]), &()).unwrap_err();
        assert_eq!(twice.to_string(), "4 is listed twice");
        let mut bytes = Vec::new();
        set.pack(&mut bytes);
        assert_eq!((bytes.len(), Set::unpack(&mut &bytes[..])), (2, Some(set)));
        assert_eq!(Set::<Slot<12>>::unpack(&mut &[0, 16][..]), None, "there is no place 12");
        let small: Set<Slot<12>, u16> = set.iter().collect();
        let mut same = Vec::new();
        small.pack(&mut same);
        assert_eq!((size_of_val(&small), same, small.to_json(&())), (2, bytes, json));
        assert_eq!((Set::<Slot<64>>::first(64).len(), Set::<Slot<64>>::first(0).len()), (64, 0));
        assert_eq!(Set::<Slot<64>>::unpack(&mut &[255; 8][..]).map(Set::len), Some(64));
    }
}
