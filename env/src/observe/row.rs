//! [`Row`]: named numbers side by side, and [`Rows`], where a block of them is written.

use std::marker::PhantomData;

use super::cell::{Cell, Flag};
use super::unit::Unit;

/// What the value of this number is called.
pub(super) type Label = fn(usize) -> String;

/// The declaration of one number of a row.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name of the field, empty for a value that has but a key.
    field: &'static str,
    /// For a value of an array by key, how keys are called and the number of this one.
    key: Option<(Label, usize)>,
    /// What one unit of it is.
    pub unit: Unit,
    /// The least value ever written.
    pub lo: f32,
    /// The greatest value ever written.
    pub hi: f32,
}

impl Column {
    /// A number from 0 to 1.
    pub const fn share(field: &'static str, unit: Unit) -> Self {
        Self { field, key: None, unit, lo: 0.0, hi: 1.0 }
    }

    /// A number of this kind.
    pub const fn of_cell<C: Cell>(field: &'static str) -> Self {
        Self { hi: C::MOST, ..Self::share(field, C::UNIT) }
    }

    /// The same column of key number `i`, called as `label` says.
    pub(super) const fn of_key(self, label: Label, i: usize) -> Self {
        Self { key: Some((label, i)), ..self }
    }

    /// The name, unique in its row: the field's, the key's, or both as in `need_tactical`.
    pub fn name(&self) -> String {
        let Self { field, key, .. } = self;
        match key {
            None => (*field).to_owned(),
            Some((label, i)) if field.is_empty() => label(*i),
            Some((label, i)) => format!("{field}_{}", label(*i)),
        }
    }

    /// The same column of an array that is the value of `field`.
    ///
    /// # Panics
    /// If it has no key, or a field already.
    #[doc(hidden)]
    #[must_use]
    pub const fn of(self, field: &'static str) -> Self {
        assert!(self.key.is_some() && self.field.is_empty(), "only arrays by key are named by their field");
        Self { field, ..self }
    }

    /// The same column in another unit.
    #[must_use]
    pub const fn in_unit(self, unit: &'static str) -> Self {
        Self { unit: Unit::Words(unit), ..self }
    }

    /// The same column with another least value.
    #[must_use]
    pub const fn from(self, lo: f32) -> Self {
        Self { lo, ..self }
    }

    /// The same column with another greatest value.
    #[must_use]
    pub const fn to(self, hi: f32) -> Self {
        Self { hi, ..self }
    }
}

/// A struct of named numbers: derive it.
///
/// The columns are the fields in order; `put` writes them in the same order, so neither can differ from the other. A field
/// that is a row itself is flattened (`#[row(flatten)]`); an array by key is one, with a column for each key, called
/// `field_key` if the array is named too (`#[row(flatten, named)]`).
///
/// ```
/// use holotable_env::{ByKey, Capped, Explain, Finite, Flag, Row, Sink, finite_enum};
/// finite_enum! {
///     /// What units are.
///     pub enum Class { /** On the ground. */ Trooper = "trooper", /** In space. */ Fighter = "fighter" }
/// }
/// /// A system.
/// #[derive(Clone, Copy, Row)]
/// struct System {
///     mine: Flag,
///     #[row(flatten, named)]
///     units: ByKey<Class, Capped<8>, { Class::N }>,
/// }
///
/// let mut seen = Explain::default();
/// seen.row("here", "this system", || System { mine: Flag::YES, units: ByKey::new([2, 9].map(Capped::of)) });
/// let shown: Vec<_> = seen.values.iter().map(|v| (v.name.as_str(), v.value)).collect();
/// assert_eq!(shown, [("here.mine", 1.0), ("here.units_trooper", 0.25), ("here.units_fighter", 1.0)]);
/// ```
pub trait Row: Copy {
    /// The declaration of each number.
    const COLUMNS: &'static [Column];

    /// Writes the numbers.
    ///
    /// # Panics
    /// If `out` has fewer places than there are columns.
    fn put(self, out: &mut [f32]);
}

/// The rows of one block, all 0 until they are set.
#[derive(Debug)]
pub struct Rows<'a, R> {
    values: &'a mut [f32],
    kind: PhantomData<R>,
}

impl<'a, R: Row> Rows<'a, R> {
    pub(super) fn over(values: &'a mut [f32]) -> Self {
        const { assert!(!R::COLUMNS.is_empty(), "a row has at least one number") };
        Self { values, kind: PhantomData }
    }

    /// Sets row `i`.
    ///
    /// # Panics
    /// If the block has no such row.
    #[inline]
    pub fn set(&mut self, i: usize, row: R) {
        row.put(&mut self.values[i * R::COLUMNS.len()..][..R::COLUMNS.len()]);
    }

    /// Sets one flag of row `i`: for what holds of few rows, so that it need not be asked of each.
    ///
    /// ```
    /// use holotable_env::{Explain, Flag, Row, Rows, Sink};
    /// /// A place for a card.
    /// #[derive(Clone, Copy, Default, Row)]
    /// struct Place {
    ///     taken: Flag,
    ///     locked: Flag,
    /// }
    ///
    /// let mut seen = Explain::default();
    /// seen.rows("places", "the places from the left", 3, |rows| {
    ///     rows.fill([Place { taken: Flag::YES, ..Place::default() }; 2]);
    ///     rows.mark(1, const { Rows::<Place>::flag("locked") });
    /// });
    /// let shown: Vec<f32> = seen.values.iter().map(|v| v.value).collect();
    /// assert_eq!(shown, [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    /// ```
    ///
    /// # Panics
    /// If the block has no such row.
    #[inline]
    pub fn mark(&mut self, i: usize, flag: usize) {
        self.values[i * R::COLUMNS.len()..][..R::COLUMNS.len()][flag] = Flag::YES.number();
    }

    /// The number of a flag among the columns, for [`mark`](Self::mark).
    ///
    /// # Panics
    /// If no field of that name is a flag; where it stands in a `const`, it does not compile.
    pub const fn flag(field: &str) -> usize {
        let mut i = 0;
        while i < R::COLUMNS.len() {
            let column = &R::COLUMNS[i];
            if column.key.is_none() && matches!(column.unit, Unit::Flag) && same(column.field, field) {
                return i;
            }
            i += 1;
        }
        panic!("no field of that name is a flag")
    }

    /// Sets the rows from the first on, as many as `rows` gives and the block has.
    #[inline]
    pub fn fill(&mut self, rows: impl IntoIterator<Item = R>) {
        self.fill_from(0, rows);
    }

    /// The same from row `first` on.
    ///
    /// # Panics
    /// If the block has no row `first`.
    #[inline]
    pub fn fill_from(&mut self, first: usize, rows: impl IntoIterator<Item = R>) {
        let places = self.values[first * R::COLUMNS.len()..].chunks_exact_mut(R::COLUMNS.len());
        places.zip(rows).for_each(|(place, row)| row.put(place));
    }
}

/// Whether two names are the same, for what is worked out while compiling.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The columns of an array that is the value of `field`.
#[doc(hidden)]
pub const fn named_columns<const N: usize>(field: &'static str, columns: &[Column]) -> [Column; N] {
    let mut all = [Column::share("", Unit::Flag); N];
    let mut i = 0;
    while i < N {
        all[i] = columns[i].of(field);
        i += 1;
    }
    all
}

/// How many columns there are in all parts.
#[doc(hidden)]
pub const fn columns_in(parts: &[&[Column]]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < parts.len() {
        count += parts[i].len();
        i += 1;
    }
    count
}

/// The columns of all parts in a row.
#[doc(hidden)]
pub const fn join_columns<const N: usize>(parts: &[&[Column]]) -> [Column; N] {
    let mut all = [Column::share("", Unit::Flag); N];
    let (mut count, mut i) = (0, 0);
    while i < parts.len() {
        let mut j = 0;
        while j < parts[i].len() {
            all[count] = parts[i][j];
            (count, j) = (count + 1, j + 1);
        }
        i += 1;
    }
    all
}
