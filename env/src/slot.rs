//! [`Slot`]: a plain number below a bound.

use std::fmt::{self, Debug};

use crate::finite::Finite;
use crate::json::{Json, Misfit, Value, unfit};
use crate::pack::Pack;

/// A plain number below `N`: a place on the table, a seat, a position in a hand. It takes a byte, so `N` is at most 256;
/// `Slot<N, u16>` takes two bytes and goes further. One that is too small for its `N` does not compile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Slot<const N: usize, K = u8>(K);

/// What a [`Slot`] is kept as: `u8` or `u16`.
pub trait Kept: Copy + Eq + Debug + Pack + Send + Sync + 'static {
    /// How many numbers there are.
    const COUNT: usize;

    /// `i`, which is below [`COUNT`](Kept::COUNT).
    fn keep(i: usize) -> Self;

    /// The number.
    fn index(self) -> usize;
}

macro_rules! kept {
    ($($number:ty),+) => {
        $(impl Kept for $number {
            const COUNT: usize = 1 << <$number>::BITS;

            #[inline]
            fn keep(i: usize) -> Self {
                i as $number
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self)
            }
        })+
    };
}

kept!(u8, u16);

impl<const N: usize, K: Kept> Finite for Slot<N, K> {
    const N: usize = N;

    #[inline]
    fn index(self) -> usize {
        self.0.index()
    }

    #[inline]
    fn at(i: usize) -> Self {
        const { assert!(N <= K::COUNT, "the slot's numbers do not fit: Slot<N, u16> keeps more") };
        assert!(i < N, "slot {i} is not below {N}");
        Self(K::keep(i))
    }

    fn label(self) -> String {
        self.index().to_string()
    }
}

impl<const N: usize, K: Kept> Debug for Slot<N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.index())
    }
}

impl<const N: usize, K: Kept> Pack for Slot<N, K> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        K::keep(self.index()).pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        K::unpack(bytes).and_then(|i| Self::try_at(i.index()))
    }
}

impl<Cx: ?Sized, const N: usize, K: Kept> Json<Cx> for Slot<N, K> {
    fn to_json(&self, _cx: &Cx) -> Value {
        Value::from(self.index())
    }

    fn from_json(json: &Value, _cx: &Cx) -> Result<Self, Misfit> {
        let i = json.as_u64().and_then(|i| Self::try_at(i as usize));
        i.ok_or_else(|| unfit(&format!("a whole number below {N}"), json))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_numbered() {
        assert_eq!(Slot::<3>::all().map(Slot::index).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Slot::<3>::try_at(3), None);
    }
}
