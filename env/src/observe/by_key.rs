//! Arrays by key as rows.

use super::cell::Cell;
use super::row::{Column, Row};
use crate::by_key::ByKey;
use crate::finite::Finite;

/// A column for each key.
impl<K: Finite, C: Cell, const N: usize> Row for ByKey<K, C, N> {
    const COLUMNS: &'static [Column] = &{
        let mut all = [Column::of_cell::<C>(""); N];
        let mut i = 0;
        while i < N {
            all[i] = all[i].of_key(label::<K>, i);
            i += 1;
        }
        all
    };

    #[inline]
    fn put(self, out: &mut [f32]) {
        for (place, cell) in out.iter_mut().zip(self.values()) {
            *place = cell.number();
        }
    }
}

fn label<K: Finite>(i: usize) -> String {
    K::at(i).label()
}
