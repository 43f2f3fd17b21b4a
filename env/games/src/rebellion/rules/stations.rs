//! Death Stars: one under construction becomes the finished one of the queue.

use holotable_env::Chance;

use super::Rebellion;
use super::state::State;
use super::story;
use super::supply::fighting;
use super::words::{Place, Row, Side};

/// A unit is deployed there; a finished station replaces the one under construction.
pub fn land(g: &Rebellion, s: &mut State, side: Side, place: Place, row: Row) {
    s.units[side][place][row] += 1;
    if let Some((yard, _)) = g.tables.stations.filter(|_| side == Side::Empire && is_station(g, row)) {
        s.units[side][place][yard] = s.units[side][place][yard].saturating_sub(1);
    }
}

/// Whether a kind of Imperial unit is the station that another one becomes.
pub fn is_station(g: &Rebellion, row: Row) -> bool {
    g.tables.stations.is_some_and(|(_, station)| station == row)
}

/// Whether a station is under construction there.
pub fn has_yard(g: &Rebellion, s: &State, place: Place) -> bool {
    g.tables.stations.is_some_and(|(yard, _)| s.units[Side::Empire][place][yard] > 0)
}

/// With the station under construction the one on the queue is lost.
pub fn lose_orphan(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let Some((yard, station)) = g.tables.stations.filter(|_| g.tables.all_missions) else { return };
    let there = s.units[Side::Empire].values().iter().any(|units| units[yard] > 0);
    if !there && fighting(s)[Side::Empire][yard] == 0 {
        for (i, units) in s.queue[Side::Empire].iter_mut().enumerate() {
            for _ in 0..std::mem::take(&mut units[station]) {
                chance.tell(|story| story::lost_on_queue(story, g, Side::Empire, station, i as u8 + 1));
            }
        }
    }
}
