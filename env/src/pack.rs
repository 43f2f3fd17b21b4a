//! [`Pack`]: states as a few bytes, read back with every value in its range.
//!
//! Reading answers `None` for bytes that no value has; what is read may still break an invariant of its
//! game, which [`Save::check`](crate::Save::check) says.

use crate::list::List;

/// A value that is written as bytes and read back equal. Structs and enums derive it.
///
/// ```
/// use holotable_env::Pack;
/// #[derive(PartialEq, Debug, Pack)]
/// struct Hand { cards: u64, damage: [u8; 3] }
/// #[derive(PartialEq, Debug, Pack)]
/// enum Phase { Draw, Play }
///
/// let hand = Hand { cards: 5, damage: [1, 0, 2] };
/// let mut bytes = Vec::new();
/// (hand.pack(&mut bytes), Phase::Play.pack(&mut bytes));
/// assert_eq!(bytes.len(), 12);
/// let mut rest = &bytes[..];
/// assert_eq!((Hand::unpack(&mut rest), Phase::unpack(&mut rest)), (Some(hand), Some(Phase::Play)));
/// assert_eq!(Phase::unpack(&mut &[2][..]), None);
/// ```
pub trait Pack: Sized {
    /// Appends the value.
    fn pack(&self, out: &mut Vec<u8>);

    /// Takes a value off the front of `bytes`; `None` when they are too few or no value is written so.
    fn unpack(bytes: &mut &[u8]) -> Option<Self>;

    /// Appends values one after the other.
    #[inline]
    fn pack_all(values: &[Self], out: &mut Vec<u8>) {
        for value in values {
            value.pack(out);
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Pack for $number {
            #[inline]
            fn pack(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                let (value, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*value))
            }
        })+
    };
}

numbers!(u16, u32, u64, u128, i8, i16, i32, i64);

impl Pack for u8 {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (&value, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(value)
    }

    #[inline]
    fn pack_all(values: &[Self], out: &mut Vec<u8>) {
        out.extend_from_slice(values);
    }
}

impl Pack for bool {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        match u8::unpack(bytes)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Pack> Pack for Option<T> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_some().pack(out);
        if let Some(value) = self {
            value.pack(out);
        }
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        if bool::unpack(bytes)? { T::unpack(bytes).map(Some) } else { Some(None) }
    }
}

impl<T: Pack + Copy, const N: usize> Pack for [T; N] {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        T::pack_all(self, out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        const { assert!(N > 0) };
        let mut values = [T::unpack(bytes)?; N];
        for value in &mut values[1..] {
            *value = T::unpack(bytes)?;
        }
        Some(values)
    }
}

/// The length, then only the values in use.
impl<T: Pack + Copy + Default, const N: usize> Pack for List<T, N> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(self.len() as u8);
        T::pack_all(self, out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let n = usize::from(u8::unpack(bytes)?);
        let mut list = Self::default();
        for _ in 0..n {
            if list.is_full() {
                return None;
            }
            list.push(T::unpack(bytes)?);
        }
        Some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finite, Pack, Slot};

    #[test]
    fn lists_keep_what_they_hold_and_no_more() {
        let mut list = List::<u16, 3>::default();
        list.push(7);
        list.push(9);
        let mut bytes = Vec::new();
        list.pack(&mut bytes);
        assert_eq!(bytes, [2, 7, 0, 9, 0]);
        assert_eq!(List::unpack(&mut &bytes[..]), Some(list));
        assert_eq!(List::<u16, 1>::unpack(&mut &bytes[..]), None, "more than fits");
        assert_eq!(List::<u16, 3>::unpack(&mut &bytes[..4]), None, "too few bytes");
    }

    #[derive(Clone, Copy, PartialEq, Debug, Pack)]
    enum Step {
        Idle,
        Fight { edge: u16, rolls: u8 },
        Move(Slot<3>, Option<u8>),
    }

    #[derive(PartialEq, Debug, Pack)]
    struct Steps([Step; 2]);

    #[test]
    fn an_enum_is_its_variant_and_its_fields() {
        let steps = Steps([Step::Fight { edge: 300, rolls: 2 }, Step::Move(Slot::at(1), None)]);
        let mut bytes = Vec::new();
        steps.pack(&mut bytes);
        assert_eq!(bytes, [1, 44, 1, 2, 2, 1, 0]);
        assert_eq!(Steps::unpack(&mut &bytes[..]), Some(steps));
        assert_eq!(Step::unpack(&mut &[0][..]), Some(Step::Idle));
        assert_eq!(Step::unpack(&mut &[1, 44][..]), None, "too few bytes");
        assert_eq!(Step::unpack(&mut &[3][..]), None, "there is no fourth variant");
    }

    #[test]
    fn values_out_of_range_are_not_read() {
        assert_eq!(bool::unpack(&mut &[2][..]), None);
        assert_eq!(Slot::<3>::unpack(&mut &[3][..]), None);
        assert_eq!(Option::<u8>::unpack(&mut &[1, 200][..]), Some(Some(200)));
        assert_eq!(Option::<u8>::unpack(&mut &[1][..]), None);
    }
}
