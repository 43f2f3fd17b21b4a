//! [`Slot`]: a plain number below a bound.

use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::num::NonZero;

use crate::finite::Finite;
use crate::json::{Json, Misfit, Value, unfit};
use crate::pack::Pack;

/// A plain number below `N`: a place on the table, a seat, a position in a hand. It takes a byte, and so does an [`Option`] of it, so
/// `N` is at most 255; `Slot<N, u16>` takes two bytes and goes further. One that is too small for its `N` does not compile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot<const N: usize, K: SlotRepr = u8>(K::Next);

/// What a [`Slot`] is written as: `u8` or `u16`.
pub trait SlotRepr: Copy + Ord + Hash + Pack + TryFrom<usize> + Into<usize> + Send + Sync + 'static {
    /// What it is kept as: the number after it, which is never 0.
    type Next: Copy + Ord + Debug + Send + Sync + 'static;

    /// How many numbers there are.
    const COUNT: usize;

    /// The number after this one, which is below [`COUNT`](SlotRepr::COUNT).
    fn next(self) -> Self::Next;

    /// The number before.
    fn before(next: Self::Next) -> Self;
}

macro_rules! slot_repr {
    ($($number:ty),+) => {
        $(impl SlotRepr for $number {
            type Next = NonZero<$number>;

            const COUNT: usize = <$number>::MAX as usize;

            #[inline]
            fn next(self) -> Self::Next {
                NonZero::<$number>::MIN.saturating_add(self)
            }

            #[inline]
            fn before(next: Self::Next) -> Self {
                next.get() - 1
            }
        })+
    };
}

slot_repr!(u8, u16);

impl<const N: usize, K: SlotRepr> Slot<N, K> {
    #[inline]
    fn number(self) -> K {
        K::before(self.0)
    }
}

/// As the number itself is hashed.
impl<const N: usize, K: SlotRepr> Hash for Slot<N, K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

/// The first one.
impl<const N: usize, K: SlotRepr> Default for Slot<N, K> {
    fn default() -> Self {
        Self::at(0)
    }
}

impl<const N: usize, K: SlotRepr> Finite for Slot<N, K> {
    const N: usize = N;

    #[inline]
    fn index(self) -> usize {
        self.number().into()
    }

    #[inline]
    fn at(i: usize) -> Self {
        const { assert!(N <= K::COUNT, "the slot's numbers do not fit: Slot<N, u16> keeps more") };
        assert!(i < N, "slot {i} is not below {N}");
        let Ok(number) = K::try_from(i) else { unreachable!("N fits, and i is below it") };
        Self(number.next())
    }

    fn label(self) -> String {
        self.index().to_string()
    }
}

impl<const N: usize, K: SlotRepr> Debug for Slot<N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

impl<const N: usize, K: SlotRepr> Pack for Slot<N, K> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.number().pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        K::unpack(bytes).and_then(|i| Self::try_at(i.into()))
    }
}

impl<Cx: ?Sized, const N: usize, K: SlotRepr> Json<Cx> for Slot<N, K> {
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
        let last = Slot::<255>::at(254);
        assert_eq!(
            (last.index(), size_of_val(&Some(last)), Slot::<300, u16>::at(299).index()),
            (254, 1, 299)
        );
    }
}
