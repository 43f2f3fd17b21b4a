//! [`Deployments`]: how many units were deployed in each place.

use holotable_env::Pack;

use super::words::{Place, Places};

/// The most units that are counted.
pub const MOST: u8 = 3;

/// How many units were deployed in each place, up to three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
pub struct Deployments {
    ones: Places,
    twos: Places,
}

impl Deployments {
    /// How many units were deployed there.
    #[inline]
    pub fn at(self, place: Place) -> u8 {
        u8::from(self.ones.has(place)) + 2 * u8::from(self.twos.has(place))
    }

    /// One more was deployed there.
    #[inline]
    pub fn add(&mut self, place: Place) {
        if self.ones.has(place) {
            self.ones.take(place);
            self.twos.add(place);
        } else {
            self.ones.add(place);
        }
    }
}
