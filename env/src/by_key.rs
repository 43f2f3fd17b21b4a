//! [`ByKey`]: an array indexed by a numbered type instead of by bare numbers.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::finite::Finite;
use crate::json::{Json, Misfit, Value, by_word, labelled, read_by_word};
use crate::pack::Pack;

/// A value for each value of `K`; `N` is [`K::N`](Finite::N). Games give the combinations that they use a name:
///
/// ```
/// use holotable_env::{ByKey, Finite, finite_enum};
/// finite_enum! {
///     /// A side of a coin.
///     pub enum Side {
///         /// The one with the portrait.
///         Heads = "heads",
///         /// The other one.
///         Tails = "tails",
///     }
/// }
/// type BySide<T> = ByKey<Side, T, { Side::N }>;
///
/// let mut seen: BySide<u8> = BySide::default();
/// seen[Side::Tails] += 2;
/// assert_eq!(seen.iter().map(|(side, n)| (side.label(), *n)).collect::<Vec<_>>(), [("heads".into(), 0), ("tails".into(), 2)]);
/// ```
///
/// As JSON it is an object with a key for each word; a count of 0 is left out.
pub struct ByKey<K, V, const N: usize> {
    values: [V; N],
    keys: PhantomData<K>,
}

impl<K: Finite, V, const N: usize> ByKey<K, V, N> {
    /// These values in the order of their keys.
    pub const fn new(values: [V; N]) -> Self {
        const { assert!(N == K::N, "one value for each key") };
        Self { values, keys: PhantomData }
    }

    /// The value that `value` gives for each key.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(K) -> V) -> Self {
        Self::new(std::array::from_fn(|i| value(K::at(i))))
    }

    /// Each key with its value, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        K::all().zip(&self.values)
    }

    /// Each key with its value to change, in order.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        K::all().zip(&mut self.values)
    }

    /// The values in the order of their keys.
    #[inline]
    pub const fn values(&self) -> &[V; N] {
        &self.values
    }

    /// The values to change, in the order of their keys.
    #[inline]
    pub const fn values_mut(&mut self) -> &mut [V; N] {
        &mut self.values
    }

    /// What `f` makes of each value.
    #[inline]
    pub fn map<W>(self, f: impl FnMut(V) -> W) -> ByKey<K, W, N> {
        ByKey::new(self.values.map(f))
    }
}

impl<K: Finite, V, const N: usize> Index<K> for ByKey<K, V, N> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.values[key.index()]
    }
}

impl<K: Finite, V, const N: usize> IndexMut<K> for ByKey<K, V, N> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.values[key.index()]
    }
}

// By hand, since derived ones would ask all this of the keys, which are not there.
impl<K, V: Clone, const N: usize> Clone for ByKey<K, V, N> {
    fn clone(&self) -> Self {
        Self { values: self.values.clone(), keys: PhantomData }
    }
}

impl<K, V: Copy, const N: usize> Copy for ByKey<K, V, N> {}

impl<K, V: PartialEq, const N: usize> PartialEq for ByKey<K, V, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<K, V: Eq, const N: usize> Eq for ByKey<K, V, N> {}

impl<K, V: Hash, const N: usize> Hash for ByKey<K, V, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl<K: Finite, V: Default, const N: usize> Default for ByKey<K, V, N> {
    fn default() -> Self {
        Self::from_fn(|_| V::default())
    }
}

impl<K: Finite, V: fmt::Debug, const N: usize> fmt::Debug for ByKey<K, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key.label(), value))).finish()
    }
}

impl<K: Finite, V: Pack + Copy, const N: usize> Pack for ByKey<K, V, N> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.values.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self::new(Pack::unpack(bytes)?))
    }
}

impl<Cx: ?Sized, K: Finite, V: Json<Cx> + Default, const N: usize> Json<Cx> for ByKey<K, V, N> {
    fn to_json(&self, cx: &Cx) -> Value {
        by_word(self.iter().map(|(key, value)| (key.label(), value)), cx)
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        let mut found = Self::default();
        read_by_word(json, cx, |word, value| {
            found[labelled::<K>(word)?] = value;
            Ok(())
        })?;
        Ok(found)
    }
}
