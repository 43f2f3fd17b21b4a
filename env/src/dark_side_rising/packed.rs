//! States as bytes: about 230 of them in the middle of a game.

use super::state::{CardSet, Ending, Frame, InPlay, Stage, State};
use super::words::CARDS;
use crate::pack::Pack;
use crate::packed;

packed!(struct State {
    deck, defeated, recruits, chosen, table, need, teams, bases, paid, used, rolled, waiting, spent, supply,
    discards, tokens, locked, counters, operational, vader, deployed, active, turn, stage, cursor, helmet,
    opening, assigned, healing_forbidden, fewer_dice, fed, fed_now, strikes, turned_away, frames, asking,
    ending,
});
packed!(struct InPlay { card, damage });
packed!(struct Frame { at, left, origin, memo });
packed!(
    enum Stage {
        Deploy,
        Vader,
        Attack,
        Imperials,
        Gather,
        Muster,
        Rolled,
        Resolve,
        Struck,
        Defeat,
        Refill,
        Conclude,
        Over,
    }
);
packed!(
    enum Ending {
        None,
        Won,
        DeathStarComplete,
        TenRebelsLost,
        TeamWipedOut,
    }
);

impl Pack for CardSet {
    #[inline]
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
    }

    #[inline]
    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        u64::unpack(bytes).filter(|bits| bits >> CARDS == 0).map(Self)
    }
}
