//! Winning: the base is taken or destroyed, or the markers of reputation and time meet.

use holotable_env::Chance;

use super::Rebellion;
use super::state::{Ending, Stage, State};
use super::story;
use super::words::Side;

fn over(s: &mut State, ending: Ending, chance: &mut impl Chance) {
    (s.stage, s.ending) = (Stage::Over, ending);
    chance.tell(|story| story::over(story, s));
}

/// The system of the base is destroyed, hidden or not, and the Empire has won.
pub fn destroyed(s: &mut State, chance: &mut impl Chance) {
    over(s, Ending::BaseDestroyed, chance);
}

/// The reputation marker moves away from the time, up to the end of the track.
pub fn lose(g: &Rebellion, s: &mut State, reputation: u8) {
    s.reputation = (s.reputation + reputation).min(g.tables.track.spaces);
}

/// Whether Imperial units are in the system of the revealed base, and no Rebel ones: then the Empire has won.
pub fn taken(s: &mut State, chance: &mut impl Chance) -> bool {
    let Some(base) = s.revealed_base() else { return false };
    let there = |side: Side| !s.units[side][base].is_empty();
    let taken = there(Side::Empire) && !there(Side::Rebels);
    if taken {
        over(s, Ending::BaseTaken, chance);
    }
    taken
}

/// The reputation marker moves towards the time, a space at a time; the Rebels have won when they meet.
pub fn gain(s: &mut State, reputation: u8, chance: &mut impl Chance) {
    for _ in 0..reputation {
        s.reputation -= 1;
        if s.reputation == s.time {
            return over(s, Ending::Reputation, chance);
        }
    }
}

/// The time goes on; the Rebels have won when it meets their reputation. Says whether they have.
pub fn pass_time(s: &mut State, chance: &mut impl Chance) -> bool {
    s.time += 1;
    let met = s.time == s.reputation;
    if met {
        over(s, Ending::Time, chance);
    }
    met
}

/// The side that has won, once the game is over.
pub fn winner(s: &State) -> Option<Side> {
    match s.ending {
        Ending::None => None,
        Ending::BaseTaken | Ending::BaseDestroyed => Some(Side::Empire),
        Ending::Reputation | Ending::Time => Some(Side::Rebels),
    }
}
