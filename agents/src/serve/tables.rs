//! [`Tables`]: the games that pages have open.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use super::fault::Fault;
use super::limits::Limits;
use super::secret;
use super::think::Thinker;
use crate::session::GameSession;

/// The most games at a time. For one more a finished one makes room, or else an idle one: that which nobody looked at for longest.
pub const MOST_TABLES: usize = 64;
/// When a game that is under way counts as idle.
const IDLE: Duration = Duration::from_mins(10);
/// And when one in which nothing was played.
const UNUSED: Duration = Duration::from_mins(1);

/// How many games are opened at once: to play a replay back takes time and memory.
const MAKERS: usize = 4;

/// A table, and who thinks for it.
#[derive(Debug)]
pub struct Desk {
    /// The table, held for as long as something is looked up or played, and never while somebody thinks.
    pub table: Arc<tokio::sync::Mutex<GameSession>>,
    /// The work that is done away from those who look at the table.
    pub thinker: Thinker,
}

/// The games that pages have open, by names that nobody guesses.
#[derive(Debug)]
pub struct Tables {
    all: Mutex<BTreeMap<String, Place>>,
    /// Who may open games now.
    pub makers: Semaphore,
    /// What a server puts up with.
    pub limits: Limits,
}

#[derive(Debug)]
struct Place {
    seen: Instant,
    desk: Arc<Desk>,
}

impl Place {
    /// How soon it makes room, the least first; not at all while it is in use.
    fn rank(&self, now: Instant) -> Option<(bool, Instant)> {
        if Arc::strong_count(&self.desk) > 1 {
            return None;
        }
        let table = self.desk.table.try_lock().ok()?;
        let (finished, idle) = (table.is_finished(), if table.nodes.len() > 1 { IDLE } else { UNUSED });
        (finished || now.duration_since(self.seen) >= idle).then_some((!finished, self.seen))
    }
}

impl Tables {
    /// A register without any table.
    pub fn new(limits: Limits) -> Self {
        Self { all: Mutex::default(), makers: Semaphore::new(MAKERS), limits }
    }

    /// Another game at this time; gives its name.
    ///
    /// # Errors
    /// One line if all tables are in use.
    pub fn add(&self, table: GameSession, now: Instant) -> Result<String, Fault> {
        let name = secret()?;
        let mut all = lock(&self.all);
        if all.len() >= MOST_TABLES {
            let ranked = all.iter().filter_map(|(name, place)| Some((place.rank(now)?, name.clone())));
            let (_, spare) = ranked.min().ok_or_else(full)?;
            all.remove(&spare);
        }
        let desk = Desk { table: Arc::new(tokio::sync::Mutex::new(table)), thinker: Thinker::default() };
        all.insert(name.clone(), Place { seen: now, desk: Arc::new(desk) });
        Ok(name)
    }

    /// The game with this name, which somebody looks at now.
    pub fn find(&self, name: &str, now: Instant) -> Option<Arc<Desk>> {
        let mut all = lock(&self.all);
        let place = all.get_mut(name)?;
        place.seen = now;
        Some(Arc::clone(&place.desk))
    }
}

fn full() -> Fault {
    let line = format!(
        "{MOST_TABLES} games are open, which are all that may be: finish one, or wait until nobody has looked at one for {} minutes",
        IDLE.as_secs() / 60
    );
    Fault::new(StatusCode::SERVICE_UNAVAILABLE, line)
}

/// What a mutex holds, also if somebody who held it failed: what is in there changes as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Seat;
    use holotable_erased::Kind;

    fn table(moves: usize) -> GameSession {
        let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
        let mut table = GameSession::new(game, vec![Seat::Agent("random".into()); 2], 3);
        for at in 0..moves {
            if table.nodes[at].state.actor().is_none() {
                break;
            }
            table.let_agent(at).unwrap();
        }
        table
    }

    #[test]
    fn a_game_that_is_played_never_makes_room() {
        let (tables, begun) = (Tables::new(Limits::default()), Instant::now());
        let names: Vec<String> = (0..MOST_TABLES).map(|_| tables.add(table(1), begun).unwrap()).collect();
        let refused = tables.add(table(1), begun).unwrap_err();
        assert!(format!("{refused:?}").contains("64 games are open"), "{refused:?}");
        assert!(names.iter().all(|name| tables.find(name, begun).is_some()));
        // An hour later all but the one in use are idle, and the one that was looked at first goes.
        let later = begun + 6 * IDLE;
        let used = tables.find(&names[0], begun).unwrap();
        tables.find(&names[1], begun + UNUSED).unwrap();
        tables.add(table(1), later).unwrap();
        let open: Vec<bool> = names.iter().map(|name| tables.find(name, later).is_some()).collect();
        assert_eq!(open.iter().filter(|open| !**open).count(), 1);
        assert!(open[0] && open[1]);
        drop(used);
        assert!(tables.add(table(1), later).is_err(), "all were just looked at");
    }

    #[test]
    fn finished_games_make_room_first_and_then_those_in_which_nothing_was_played() {
        let (tables, begun) = (Tables::new(Limits::default()), Instant::now());
        let [fresh, finished] = [0, 10_000].map(|moves| tables.add(table(moves), begun).unwrap());
        let _: Vec<String> = (2..MOST_TABLES).map(|_| tables.add(table(1), begun).unwrap()).collect();
        let now = begun + UNUSED;
        tables.add(table(1), now).unwrap();
        assert!(tables.find(&finished, begun).is_none());
        tables.add(table(1), now).unwrap();
        assert!(tables.find(&fresh, begun).is_none());
        assert!(tables.add(table(1), now).is_err());
    }
}
