//! [`Tables`]: the games that pages have open.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::table::Table;

/// The most games at a time; the one that nobody looked at for longest makes room.
pub const MOST_TABLES: usize = 64;

/// The games that pages have open, by number.
#[derive(Debug, Default)]
pub struct Tables {
    all: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    tables: BTreeMap<u64, (u64, Arc<Mutex<Table>>)>,
    made: u64,
    clock: u64,
}

impl Tables {
    /// Another game; gives its number.
    pub fn add(&self, table: Table) -> u64 {
        let mut open = lock(&self.all);
        while open.tables.len() >= MOST_TABLES {
            let oldest = open.tables.iter().min_by_key(|(_, (seen, _))| *seen).map(|(&number, _)| number);
            oldest.and_then(|number| open.tables.remove(&number));
        }
        (open.made, open.clock) = (open.made + 1, open.clock + 1);
        let (number, seen) = (open.made, open.clock);
        open.tables.insert(number, (seen, Arc::new(Mutex::new(table))));
        number
    }

    /// The game with this number.
    pub fn find(&self, number: u64) -> Option<Arc<Mutex<Table>>> {
        let mut open = lock(&self.all);
        open.clock += 1;
        let now = open.clock;
        let (seen, table) = open.tables.get_mut(&number)?;
        *seen = now;
        Some(Arc::clone(table))
    }
}

/// What a mutex holds, also if somebody who held it failed: a table changes only by whole moves.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
