//! [`Tables`]: the games of a server. All of them are kept in a database; those that somebody looks at lie in memory, too.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use holotable_store::error::Error;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use super::asked::aside;
use super::fault::Fault;
use super::kept::{Entry, Kept, Origin};
use super::limits::Limits;
use super::rights::Rights;
use super::room::Room;
use super::secret;
use super::think::Thinker;
use crate::session::change::Change;
use crate::session::{GameSession, MOST_NODES, opening, view};

/// The most games in memory, apart from those at which somebody looks.
const MOST_IN_MEMORY: usize = 64;

/// The most changes of a game.
const MOST_CHANGES: usize = 4 * MOST_NODES;

/// How many games are opened at once: to play a game anew takes time and memory.
const MAKERS: usize = 4;

/// A game in memory, and what belongs to it.
#[derive(Debug)]
pub struct Desk {
    /// Its number in the database.
    pub id: i64,
    /// The game, held for as long as something is looked up or played, and never while somebody thinks.
    pub table: Arc<tokio::sync::Mutex<GameSession>>,
    /// What people at several screens share.
    pub room: Mutex<Room>,
    /// Whether people have links of their own.
    pub is_room: bool,
    /// Whether it was removed.
    gone: AtomicBool,
    /// The work that is done away from those who look at the table.
    pub thinker: Thinker,
    /// Tells whoever listens that something is new.
    pub news: watch::Sender<()>,
}

impl Desk {
    fn new(id: i64, origin: &Origin, table: GameSession) -> Self {
        let room = Room::new(&table, origin.clock);
        Self {
            id,
            gone: AtomicBool::new(false),
            table: Arc::new(tokio::sync::Mutex::new(table)),
            room: Mutex::new(room),
            is_room: !origin.guests.is_empty(),
            thinker: Thinker::default(),
            news: watch::Sender::new(()),
        }
    }

    /// Makes a change, keeps it, and tells those who listen; gives the position that it leads to. One that cannot be kept is not made.
    ///
    /// # Errors
    /// As [`GameSession::apply`] and [`Kept::add`].
    pub fn change(&self, kept: &Kept, table: &mut GameSession, change: Change) -> Result<usize, Error> {
        let actor = table.nodes[table.end(0)].state.actor();
        let mut next = table.clone();
        let at = next.apply(&change)?;
        let moved = matches!(change, Change::Play { .. } | Change::Decide { .. });
        // What was played before leads to the position that is there.
        if !moved || next.nodes.len() > table.nodes.len() {
            let (number, took) = {
                let room = lock(&self.room);
                (room.changes, room.taken())
            };
            if number >= MOST_CHANGES {
                return Err(Error::new(format!("a game keeps {MOST_CHANGES} changes, and these are all")));
            }
            let entry = Entry { picks: picks(&next, at, &change), took, change };
            let (moves, summary) = (next.path(next.end(0)).len() - 1, view::summary_of(&next));
            // Whoever has the table writes alone.
            kept.add(self.id, number, &entry, moves, &summary)?;
            lock(&self.room).note(&entry.change, actor, entry.took);
        }
        *table = next;
        self.news.send_replace(());
        Ok(at)
    }

    /// Whether it was removed for good.
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Whether people at several screens still play: then there is one line, and nobody goes back alone.
    pub fn is_under_way(&self, table: &GameSession) -> bool {
        self.is_room && !table.is_open()
    }
}

/// The answers of chance to a change.
fn picks(table: &GameSession, at: usize, change: &Change) -> Vec<u32> {
    let played = table.nodes[at].played.as_ref();
    let moved = matches!(change, Change::Play { .. } | Change::Decide { .. });
    played.filter(|_| moved).map(|played| played.result.picks.clone()).unwrap_or_default()
}

/// The games of a server, behind links that nobody guesses.
#[derive(Debug)]
pub struct Tables {
    open: Mutex<BTreeMap<i64, Place>>,
    /// One game at a time is read from the database, so that none is there twice.
    reads: tokio::sync::Mutex<()>,
    /// The database of all games.
    pub kept: Arc<Kept>,
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

impl Tables {
    /// The games that are kept there.
    pub fn new(kept: Kept, limits: Limits) -> Self {
        Self {
            open: Mutex::default(),
            reads: tokio::sync::Mutex::default(),
            kept: Arc::new(kept),
            makers: Semaphore::new(MAKERS),
            limits,
        }
    }

    /// Another game; gives the link of whoever began it.
    ///
    /// # Errors
    /// As [`Kept::begin`].
    pub fn add(&self, origin: &Origin, table: GameSession) -> Result<String, Fault> {
        let people = (0..table.seats.len()).filter(|&seat| table.is_person(seat));
        let own: Vec<usize> = people.filter(|seat| !origin.guests.contains(seat)).collect();
        let guests = origin.guests.iter().map(|&seat| Rights { seats: vec![seat], host: false });
        let links = [Rights { seats: own, host: true }, Rights { seats: Vec::new(), host: false }];
        let links: Vec<(String, Rights)> = links
            .into_iter()
            .chain(guests)
            .map(|rights| Ok((secret()?, rights)))
            .collect::<Result<_, Error>>()?;
        let id = self.kept.begin(origin, table.game.facts().name, &view::summary_of(&table), &links)?;
        self.put(Desk::new(id, origin, table));
        Ok(links[0].0.clone())
    }

    /// The game behind a link, and what whoever has the link may do; none where nothing is kept behind it.
    ///
    /// # Errors
    /// One line: the game was kept by another version, or the database does not answer.
    pub async fn find(self: &Arc<Self>, word: &str) -> Result<Option<(Arc<Desk>, Rights)>, Fault> {
        let (kept, word) = (Arc::clone(&self.kept), word.to_owned());
        let Some((id, rights)) = aside(move || Ok(kept.behind(&word)?)).await? else { return Ok(None) };
        if let Some(desk) = self.seen(id) {
            return Ok(Some((desk, rights)));
        }
        let _one = self.reads.lock().await;
        if let Some(desk) = self.seen(id) {
            return Ok(Some((desk, rights)));
        }
        let kept = Arc::clone(&self.kept);
        let desk = aside(move || Ok(read(&kept, id)?)).await?;
        Ok(Some((self.put(desk), rights)))
    }

    /// A game that is in memory, which somebody looks at now.
    fn seen(&self, id: i64) -> Option<Arc<Desk>> {
        let mut open = lock(&self.open);
        let place = open.get_mut(&id)?;
        place.seen = Instant::now();
        Some(Arc::clone(&place.desk))
    }

    /// Puts a game into memory; that at which nobody has looked for longest makes room.
    fn put(&self, desk: Desk) -> Arc<Desk> {
        let mut open = lock(&self.open);
        if open.len() >= MOST_IN_MEMORY {
            let idle = open.iter().filter(|(_, place)| Arc::strong_count(&place.desk) == 1);
            if let Some(id) = idle.min_by_key(|(_, place)| place.seen).map(|(&id, _)| id) {
                open.remove(&id);
            }
        }
        let desk = Arc::new(desk);
        open.insert(desk.id, Place { seen: Instant::now(), desk: Arc::clone(&desk) });
        desk
    }

    /// The links of a game, which only whoever began it is told.
    ///
    /// # Errors
    /// As [`Kept::links`].
    pub fn links(&self, desk: &Desk) -> Result<Value, Error> {
        let links = self.kept.links(desk.id)?.into_iter().filter(|(_, rights)| !rights.host);
        Ok(links.map(|(word, rights)| serde_json::json!({ "id": word, "seats": rights.seats })).collect())
    }

    /// Removes a game for good.
    ///
    /// # Errors
    /// As [`Kept::remove`].
    pub fn remove(&self, desk: &Desk) -> Result<(), Error> {
        let _nobody_plays = desk.table.blocking_lock();
        self.kept.remove(desk.id)?;
        desk.gone.store(true, Ordering::Relaxed);
        lock(&self.open).remove(&desk.id);
        desk.news.send_replace(());
        Ok(())
    }
}

/// The rules and seats of a game, as it began.
///
/// # Errors
/// As [`opening::rules`], [`opening::agent`] and [`GameSession::of_text`].
pub fn begin(origin: &Origin) -> Result<GameSession, Error> {
    if let Some(text) = &origin.replay {
        return GameSession::of_text(text, None);
    }
    let game = opening::rules(&origin.game, &origin.options)?;
    let seats = origin.seats.iter().map(|agent| opening::seat(game.as_ref(), agent.as_deref()));
    let seats = seats.collect::<Result<_, _>>()?;
    let mut table = GameSession::new(game, seats, origin.seed);
    table.hides_seed = !origin.guests.is_empty();
    Ok(table)
}

/// A kept game, played anew.
fn read(kept: &Kept, id: i64) -> Result<Desk, Error> {
    let (origin, entries) = kept.read(id)?;
    let mut table = begin(&origin)?;
    let mut room = Room::new(&table, origin.clock);
    for (i, entry) in entries.into_iter().enumerate() {
        let old = |why: String| {
            Error::new(format!("another version of holotable kept this game: change {}: {why}", i + 1))
        };
        let actor = table.nodes[table.end(0)].state.actor();
        let at = table.apply(&entry.change).map_err(|e| old(e.to_string()))?;
        if picks(&table, at, &entry.change) != entry.picks {
            return Err(old("chance answers otherwise now".into()));
        }
        room.note(&entry.change, actor, entry.took);
    }
    let desk = Desk::new(id, &origin, table);
    *lock(&desk.room) = room;
    Ok(desk)
}

/// What a mutex holds, also if somebody who held it failed: what is in there changes as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
