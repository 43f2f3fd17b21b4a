//! [`Private`]: what each seat has that only it may know.

use std::ops::{Index, IndexMut};

use crate::json::{Json, Misfit, Value};
use crate::pack::Pack;
use crate::viewer::Viewer;

/// A value for each seat that only this seat may know, such as a hand of cards. As JSON it is `null` for any other viewer,
/// whom the context names; what everybody knows of it, such as how many cards there are, the game keeps beside it.
///
/// ```
/// use holotable_env::{Json, Private, Viewer};
/// let mut hands: Private<[u8; 2], 2> = Private::default();
/// hands[1] = [4, 5];
/// assert_eq!(hands.to_json(&Viewer::Seat(0)).to_string(), "[[0,0],null]");
/// assert_eq!(Private::from_json(&hands.to_json(&Viewer::All), &Viewer::All), Ok(hands));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Private<T, const N: usize> {
    seats: [T; N],
}

impl<T, const N: usize> Private<T, N> {
    /// These values in the order of the seats.
    pub const fn new(seats: [T; N]) -> Self {
        Self { seats }
    }

    /// The values in the order of the seats.
    pub const fn seats(&self) -> &[T; N] {
        &self.seats
    }
}

impl<T, const N: usize> Index<usize> for Private<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, seat: usize) -> &T {
        &self.seats[seat]
    }
}

impl<T, const N: usize> IndexMut<usize> for Private<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut T {
        &mut self.seats[seat]
    }
}

impl<T: Copy + Default, const N: usize> Default for Private<T, N> {
    fn default() -> Self {
        Self::new([T::default(); N])
    }
}

impl<T: Pack + Copy, const N: usize> Pack for Private<T, N> {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.seats.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Pack::unpack(bytes).map(Self::new)
    }
}

impl<Cx: AsRef<Viewer> + ?Sized, T: Json<Cx>, const N: usize> Json<Cx> for Private<T, N> {
    fn to_json(&self, cx: &Cx) -> Value {
        let value = |(seat, value): (usize, &T)| match cx.as_ref().knows(seat) {
            true => value.to_json(cx),
            false => Value::Null,
        };
        self.seats.iter().enumerate().map(value).collect()
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        Json::from_json(json, cx).map(Self::new)
    }
}
