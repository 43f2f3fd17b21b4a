//! [`Sparse`]: a sparse matrix; nine in ten of the inputs of a network are 0.

use std::ops::Range;

use crate::kernel::fast;

/// The number of columns of a segment: few enough that a column index within it is a byte, and that as many rows of
/// `kernel::LANES` numbers fit the first-level cache.
pub(crate) const SEGMENT: usize = 128;

/// A sparse matrix in compressed rows, each divided into segments of `SEGMENT` columns.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    segments: usize,
    /// Where each row begins in the lists.
    starts: Vec<usize>,
    /// How many numbers each row has up to the end of each segment.
    ends: Vec<u16>,
    /// The column of each number within its segment.
    place: Vec<u8>,
    value: Vec<f32>,
}

/// The non-zero numbers of a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entries<'a> {
    ends: &'a [u16],
    place: &'a [u8],
    value: &'a [f32],
}

impl<'a> Entries<'a> {
    /// The non-zero numbers of a segment: their columns within it in ascending order, and their values.
    #[inline(always)]
    pub(crate) fn segment(&self, segment: usize) -> (&'a [u8], &'a [f32]) {
        let start = if segment == 0 { 0 } else { self.ends[segment - 1] };
        let range = usize::from(start)..usize::from(self.ends[segment]);
        (&self.place[range.clone()], &self.value[range])
    }

    /// All segments.
    #[inline(always)]
    pub(crate) fn segments(self) -> impl Iterator<Item = (&'a [u8], &'a [f32])> {
        (0..self.ends.len()).map(move |segment| self.segment(segment))
    }

    /// Writes them into a dense row of zeros.
    pub fn write(&self, row: &mut [f32]) {
        for ((place, value), row) in self.segments().zip(row.chunks_mut(SEGMENT)) {
            place.iter().zip(value).for_each(|(&place, &value)| row[usize::from(place)] = value);
        }
    }

    /// Appends the columns of all numbers, counted from `first` on, and the numbers.
    pub fn list(&self, first: usize, columns: &mut Vec<i32>, values: &mut Vec<f32>) {
        for ((place, value), first) in self.segments().zip((first..).step_by(SEGMENT)) {
            columns.extend(place.iter().map(|&place| (first + usize::from(place)) as i32));
            values.extend_from_slice(value);
        }
    }

    /// Calls `f` with the numbers in some columns, by their places among these.
    #[inline(always)]
    pub(crate) fn within(self, columns: Range<usize>, mut f: impl FnMut(usize, f32)) {
        for segment in columns.start / SEGMENT..columns.end.div_ceil(SEGMENT) {
            let ((places, values), first) = (self.segment(segment), segment * SEGMENT);
            let start = places.partition_point(|&place| first + usize::from(place) < columns.start);
            for (&place, &value) in places[start..].iter().zip(&values[start..]) {
                let column = first + usize::from(place);
                if column >= columns.end {
                    break;
                }
                f(column - columns.start, value);
            }
        }
    }

    /// The number in a column.
    pub(crate) fn at(&self, column: usize) -> f32 {
        let (place, value) = self.segment(column / SEGMENT);
        place.binary_search(&((column % SEGMENT) as u8)).map_or(0.0, |i| value[i])
    }
}

impl Sparse {
    /// A matrix of `width` columns without rows.
    pub fn new(width: usize) -> Self {
        let mut sparse = Self::default();
        sparse.reset(width);
        sparse
    }

    /// Removes all rows and sets the number of columns.
    pub(crate) fn reset(&mut self, width: usize) {
        assert!(u16::try_from(width).is_ok(), "rows have at most 65,535 numbers, not {width}");
        self.clear();
        self.segments = width.div_ceil(SEGMENT);
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.ends.clear();
        self.place.clear();
        self.value.clear();
    }

    /// How many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Appends a dense row, given in parts.
    pub fn push(&mut self, parts: &[&[f32]]) {
        let start = self.place.len();
        self.starts.push(start);
        fast(
            #[inline(always)]
            || {
                // The columns of the open segment that are read already.
                let mut read = 0;
                for &part in parts {
                    let mut rest = part;
                    while !rest.is_empty() {
                        let numbers;
                        (numbers, rest) = rest.split_at(rest.len().min(SEGMENT - read));
                        self.put(read, numbers);
                        read += numbers.len();
                        if read == SEGMENT {
                            self.ends.push((self.place.len() - start) as u16);
                            read = 0;
                        }
                    }
                }
                if read > 0 {
                    self.ends.push((self.place.len() - start) as u16);
                }
            },
        );
    }

    /// Appends the dense numbers of a segment from its column `first` on.
    #[inline(always)]
    fn put(&mut self, first: usize, numbers: &[f32]) {
        for (word, numbers) in numbers.chunks(32).enumerate() {
            let mut bits = 0u32;
            for (i, x) in numbers.iter().enumerate() {
                bits |= u32::from(*x != 0.0) << i;
            }
            while bits != 0 {
                let i = bits.trailing_zeros() as usize;
                self.place.push((first + 32 * word + i) as u8);
                self.value.push(numbers[i]);
                bits &= bits - 1;
            }
        }
    }

    /// Appends a row of entries: columns in ascending order with their values.
    pub(crate) fn append(&mut self, entries: impl Iterator<Item = (usize, f32)>) {
        let mut row = self.begin();
        entries.for_each(|(column, value)| row.put(column, value));
        row.end();
    }

    /// Begins to append a row number by number.
    #[inline(always)]
    pub(crate) fn begin(&mut self) -> Begun<'_> {
        self.starts.push(self.place.len());
        let first = self.ends.len();
        self.ends.resize(first + self.segments, 0);
        Begun { sparse: self, first }
    }

    /// Appends a row of another matrix of the same width.
    pub fn copy(&mut self, row: Entries<'_>) {
        self.starts.push(self.place.len());
        self.ends.extend_from_slice(row.ends);
        self.place.extend_from_slice(row.place);
        self.value.extend_from_slice(row.value);
    }

    /// Row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> Entries<'_> {
        let range = self.starts[i]..self.starts.get(i + 1).copied().unwrap_or(self.place.len());
        let ends = &self.ends[i * self.segments..(i + 1) * self.segments];
        Entries { ends, place: &self.place[range.clone()], value: &self.value[range] }
    }
}

/// A row that is being appended.
#[derive(Debug)]
pub(crate) struct Begun<'a> {
    sparse: &'a mut Sparse,
    /// Where its ends begin; until the row is complete each counts the numbers of its own segment only.
    first: usize,
}

impl Begun<'_> {
    /// Appends a number in a column to the right of all others.
    #[inline(always)]
    pub fn put(&mut self, column: usize, value: f32) {
        self.sparse.ends[self.first + column / SEGMENT] += 1;
        self.sparse.place.push((column % SEGMENT) as u8);
        self.sparse.value.push(value);
    }

    /// Completes the row.
    #[inline(always)]
    pub fn end(self) {
        let ends = &mut self.sparse.ends[self.first..];
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_into_segments() {
        let mut row = vec![0.0; 2 * SEGMENT + 5];
        let full = [(1, 2.0), (SEGMENT - 1, 3.0), (2 * SEGMENT, 4.0), (2 * SEGMENT + 4, 5.0)];
        for (i, x) in full {
            row[i] = x;
        }
        let mut sparse = Sparse::new(row.len());
        // In parts that end within a segment and at the end of one.
        let (head, tail) = row.split_at(70);
        sparse.push(&[&row]);
        sparse.push(&[head, &[], tail]);
        sparse.push(&[&row[..2 * SEGMENT], &row[2 * SEGMENT..]]);
        sparse.append(full.into_iter());
        sparse.append(std::iter::empty());
        for entries in (0..4).map(|i| sparse.row(i)) {
            let cut: Vec<_> = entries.segments().collect();
            assert_eq!(cut, [(&[1, 127][..], &[2.0, 3.0][..]), (&[], &[]), (&[0, 4], &[4.0, 5.0])]);
            assert_eq!((entries.at(SEGMENT - 1), entries.at(SEGMENT)), (3.0, 0.0));
            let (mut columns, mut values) = (vec![7], vec![1.0]);
            entries.list(1000, &mut columns, &mut values);
            assert_eq!((columns, values), (vec![7, 1001, 1127, 1256, 1260], vec![1.0, 2.0, 3.0, 4.0, 5.0]));
        }
        assert_eq!((sparse.len(), sparse.row(4).segment(2).0.len()), (5, 0));
    }
}
