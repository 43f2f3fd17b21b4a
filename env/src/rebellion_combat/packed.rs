//! States as bytes: about 300 of them.

use super::state::{Beside, Camp, Hit, Playing, State};
use crate::packed;

packed!(struct State {
    loyalty, beside, current, units, camps, deck, discards, plans, round, stage, theatre, side, dice, aside, hits,
    no_block, playing, to, room, ending,
});
packed!(struct Beside { loyalty, units, origin });
packed!(struct Camp {
    leaders, pool, away, hand, parked, lost, retreated, held, free, has_retreated,
});
packed!(struct Hit { row, marked, assigned, chosen });
packed!(struct Playing { card, at, left, memo });
