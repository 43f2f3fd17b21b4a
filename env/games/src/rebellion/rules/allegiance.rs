//! [`Loyalties`]: whom each system is loyal to.

use std::ops::Index;

use holotable_env::Pack;

use super::words::{Loyalty, Place, Places, Side};

/// Whom each system is loyal to, as the set of each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loyalties {
    empire: Places,
    rebels: Places,
}

impl Loyalties {
    /// What is loyal to a side.
    #[inline]
    pub fn to(self, side: Side) -> Places {
        match side {
            Side::Empire => self.empire,
            Side::Rebels => self.rebels,
        }
    }

    /// Makes a system loyal to a side, or neutral.
    #[inline]
    pub fn set(&mut self, place: Place, loyalty: Loyalty) {
        self.empire.take(place);
        self.rebels.take(place);
        match loyalty {
            Loyalty::Neutral => {}
            Loyalty::Empire => self.empire.add(place),
            Loyalty::Rebels => self.rebels.add(place),
        }
    }
}

impl Index<Place> for Loyalties {
    type Output = Loyalty;

    #[inline]
    fn index(&self, place: Place) -> &Loyalty {
        if self.empire.has(place) {
            &Loyalty::Empire
        } else if self.rebels.has(place) {
            &Loyalty::Rebels
        } else {
            &Loyalty::Neutral
        }
    }
}

/// No system is loyal to both.
impl Pack for Loyalties {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.empire.pack(out);
        self.rebels.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (empire, rebels) = (Places::unpack(bytes)?, Places::unpack(bytes)?);
        empire.and(rebels).is_empty().then_some(Self { empire, rebels })
    }
}
