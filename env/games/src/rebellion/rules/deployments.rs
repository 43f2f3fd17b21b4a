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

    /// Where at least so many units were deployed, one to [`MOST`].
    #[inline]
    pub fn full(self, most: u8) -> Places {
        match most {
            1 => self.ones.or(self.twos),
            2 => self.twos,
            _ => self.ones.and(self.twos),
        }
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

#[cfg(test)]
mod tests {
    use holotable_env::Finite;

    use super::*;

    #[test]
    fn full_places_are_those_where_so_many_were_deployed() {
        for n in 0..=MOST {
            let mut deployments = Deployments::default();
            let place = Place::at(7);
            (0..n).for_each(|_| deployments.add(place));
            for most in 1..=MOST {
                let full = deployments.full(most);
                assert_eq!(full.has(place), deployments.at(place) >= most, "{n} of {most}");
                assert_eq!(full.len(), usize::from(full.has(place)));
            }
        }
    }
}
