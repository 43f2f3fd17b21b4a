//! [`Partners`]: what players who share a side share, the Admiral and the General.

use std::hash::{Hash, Hasher};

use holotable_env::{Json, Pack};

use super::fields::{Names, own};
use super::words::{ByRole, BySide, Missions, Role, Stack};

/// What players who share a side share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Json)]
#[json(context = Names<'cx>)]
pub struct Partners {
    /// The player of each side who assigns, or whose turn it is or comes next.
    pub turn: BySide<Role>,
    /// Who has passed in this command phase.
    pub passed: BySide<ByRole<bool>>,
    /// The second of two partners is asked, after the first one.
    #[json(name = "second_is_asked")]
    pub second: bool,
    /// The Admiral's leaders are on a mission, and the General is asked to agree.
    #[json(name = "leaders_are_offered")]
    pub offered: bool,
    /// The mission of the Admiral that a leader of the General joins.
    pub joins: Option<Stack>,
    /// The missions that the Admiral who assigns lays no more, since the General has refused.
    #[json(with = own)]
    pub refused: BySide<Missions>,
}

/// A game in which nobody shares a side has the checksum that it had before there were partners.
impl Hash for Partners {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Self::default() {
            let Self { turn, passed, second, offered, joins, refused } = self;
            (turn, passed, second, offered, joins, refused).hash(state);
        }
    }
}

/// Where nothing is shared it is one byte.
impl Pack for Partners {
    fn pack(&self, out: &mut Vec<u8>) {
        let Self { turn, passed, second, offered, joins, refused } = self;
        let shares = *self != Self::default();
        shares.pack(out);
        if shares {
            turn.pack(out);
            passed.pack(out);
            second.pack(out);
            offered.pack(out);
            joins.pack(out);
            refused.pack(out);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        if !bool::unpack(bytes)? {
            return Some(Self::default());
        }
        let (turn, passed) = (Pack::unpack(bytes)?, Pack::unpack(bytes)?);
        let (second, offered) = (Pack::unpack(bytes)?, Pack::unpack(bytes)?);
        let (joins, refused) = (Pack::unpack(bytes)?, Pack::unpack(bytes)?);
        let shared = Self { turn, passed, second, offered, joins, refused };
        (shared != Self::default()).then_some(shared)
    }
}
