//! What a number of a row may be: [`Flag`], [`Share`], [`Capped`], [`Count`], or an `f32` whose unit is said beside it.

use super::unit::Unit;

/// One number of a [`Row`](super::Row).
pub trait Cell: Copy {
    /// What one unit of it is.
    const UNIT: Unit;
    /// The greatest value ever written.
    const MOST: f32 = 1.0;

    /// The number that a network reads.
    fn number(self) -> f32;
}

/// A number whose unit `#[row(unit = "...")]` says.
impl Cell for f32 {
    const UNIT: Unit = Unit::Words("");

    #[inline]
    fn number(self) -> f32 {
        self
    }
}

/// 1 where something holds, 0 where not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flag(f32);

impl Flag {
    /// It does not hold.
    pub const NO: Self = Self(0.0);
    /// It holds.
    pub const YES: Self = Self(1.0);
}

impl From<bool> for Flag {
    /// Without the branch that `f32::from` takes here and often guesses wrong.
    #[inline]
    fn from(holds: bool) -> Self {
        Self(f32::from_bits(u32::from(holds) * 1.0_f32.to_bits()))
    }
}

impl Cell for Flag {
    const UNIT: Unit = Unit::Flag;

    #[inline]
    fn number(self) -> f32 {
        self.0
    }
}

/// A count as a share of `WHOLE`, which it never exceeds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share<const WHOLE: u16>(f32);

impl<const WHOLE: u16> Share<WHOLE> {
    /// `n` of the whole.
    #[inline]
    pub fn of(n: u8) -> Self {
        debug_assert!(u16::from(n) <= WHOLE, "{n} of {WHOLE}");
        const { assert!(WHOLE as f32 * (1.0 / WHOLE as f32) <= 1.0, "the whole is written as more than 1") };
        Self(f32::from(n) * const { 1.0 / WHOLE as f32 })
    }
}

impl<const WHOLE: u16> Cell for Share<WHOLE> {
    const UNIT: Unit = Unit::Part(WHOLE);

    #[inline]
    fn number(self) -> f32 {
        self.0
    }
}

/// A count as a share of `WHOLE`, 1 for all that is more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Capped<const WHOLE: u16>(f32);

impl<const WHOLE: u16> Capped<WHOLE> {
    /// `n` of the whole, at most all of it.
    #[inline]
    pub fn of(n: u8) -> Self {
        Self((f32::from(n) * const { 1.0 / WHOLE as f32 }).min(1.0))
    }
}

impl<const WHOLE: u16> Cell for Capped<WHOLE> {
    const UNIT: Unit = Unit::Capped(WHOLE);

    #[inline]
    fn number(self) -> f32 {
        self.0
    }
}

/// A count in units of `OF`, in which it is seldom more than 1: no two counts are written alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count<const OF: u16>(f32);

impl<const OF: u16> Count<OF> {
    /// `n` in these units.
    #[inline]
    pub fn of(n: u8) -> Self {
        Self(f32::from(n) * const { 1.0 / OF as f32 })
    }
}

impl<const OF: u16> Cell for Count<OF> {
    const UNIT: Unit = Unit::Part(OF);
    const MOST: f32 = u8::MAX as f32 * (1.0 / OF as f32);

    #[inline]
    fn number(self) -> f32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_whole_and_capped() {
        assert_eq!([0, 1, 4].map(Share::<4>::of), [0.0, 0.25, 1.0].map(Share));
        assert_eq!([7, 8, 9, 255].map(Capped::<8>::of), [0.875, 1.0, 1.0, 1.0].map(Capped));
        assert_eq!(Capped::<1000>::of(255), Capped(255.0 * (1.0 / 1000.0)));
        assert_eq!([4, 8, 255].map(Count::<8>::of), [0.5, 1.0, Count::<8>::MOST].map(Count));
        assert_eq!([Flag::from(false), Flag::from(true)], [Flag::NO, Flag::YES]);
    }
}
