//! [`List`]: a `Copy` vector of fixed capacity whose unused cells stay at their default, so that equal
//! lists are equal values.

/// At most `N` values in order, stored in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct List<T, const N: usize> {
    len: u8,
    cells: [T; N],
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        const { assert!(N <= u8::MAX as usize, "a list counts its values in 8 bits") };
        Self { len: 0, cells: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// Adds a value at the end.
    ///
    /// # Panics
    /// If the list is full: callers ask [`is_full`](Self::is_full) first where that can happen.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.cells[usize::from(self.len)] = value;
        self.len += 1;
    }

    /// Adds a value in front of the one at `i`, or at the end if there are `i`.
    ///
    /// # Panics
    /// If the list is full, or has fewer than `i` values.
    #[inline]
    pub fn insert(&mut self, i: usize, value: T) {
        let len = self.len();
        self.push(value);
        self.cells[i..=len].rotate_right(1);
    }

    /// Takes the last value off, if there is one.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.cells[usize::from(self.len)]))
    }

    /// Takes the value at `i` out and closes the gap, keeping the order of the rest.
    ///
    /// # Panics
    /// If there is no value at `i`.
    pub fn remove(&mut self, i: usize) -> T {
        let len = self.len();
        let value = self[..][i];
        self.cells.copy_within(i + 1..len, i);
        self.cells[len - 1] = T::default();
        self.len -= 1;
        value
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether another [`push`](Self::push) would not fit.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }
}

impl<T, const N: usize> std::ops::Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.cells[..usize::from(self.len)]
    }
}

impl<T, const N: usize> std::ops::DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.cells[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_are_equal_values() {
        let mut a = List::<u8, 4>::default();
        for x in [7, 8, 9] {
            a.push(x);
        }
        assert_eq!(a.remove(1), 8);
        assert_eq!(a.pop(), Some(9));
        a.insert(0, 5);
        a.insert(2, 6);
        assert_eq!(a[..], [5, 7, 6]);
        assert_eq!((a.remove(0), a.pop()), (5, Some(6)));
        let mut b = List::<u8, 4>::default();
        b.push(7);
        assert_eq!(a, b);
        assert_eq!(a[..], [7]);
    }
}
