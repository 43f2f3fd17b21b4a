//! [`Kept`]: the games of a server in an SQLite database: how each began, all that happened to it since, and whose each link is.

mod mistakes;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use holotable_store::error::Error;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::rights::Rights;
use super::room::Clock;
use super::tables::lock;
use crate::session::change::Change;

/// The path that stands for a database in memory, as SQLite has it.
pub const IN_MEMORY: &str = ":memory:";

/// What is said of a game that was removed.
pub const GONE: &str = "that game is not kept any more";

/// The version of the tables below.
const FORM: u32 = 1;

/// How many games a page of the list has.
const PAGE: usize = 50;

const TABLES: &str = include_str!("tables.sql");

/// How a game began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the game; empty for a replay, which names it.
    pub game: String,
    /// Its options, as they are named.
    pub options: serde_json::Map<String, Value>,
    /// The seed of chance and agents.
    pub seed: u64,
    /// The agent of each seat; none for a person.
    pub seats: Vec<Option<String>>,
    /// The text of the replay that it goes on from.
    pub replay: Option<String>,
    /// The seats of people who have links of their own.
    pub guests: Vec<usize>,
    /// How long each of them may think.
    pub clock: Option<Clock>,
}

/// A change that is kept, with what came of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What happened to the game.
    pub change: Change,
    /// The answers of chance, if a move was played.
    pub picks: Vec<u32>,
    /// How long the seat that acted took.
    pub took: Duration,
}

/// The games of a server.
#[derive(Debug)]
pub struct Kept {
    database: Mutex<Connection>,
    /// How many games are kept at most.
    most: usize,
}

/// Where games are kept if nobody says where.
pub fn usual_path() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default();
    let folder = match std::env::var_os(if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_DATA_HOME" }) {
        Some(folder) if !folder.is_empty() => folder.into(),
        _ if cfg!(target_os = "macos") => home().join("Library/Application Support"),
        _ => home().join(".local/share"),
    };
    folder.join("holotable").join("games.sqlite")
}

impl Kept {
    /// The database at this path, made if there is none.
    ///
    /// # Errors
    /// One line: what is there is none of ours, or another server uses it.
    pub fn open(path: &Path, most: usize) -> Result<Self, Error> {
        let wrong = |why: &dyn std::fmt::Display| Error::new(format!("--games {}: {why}", path.display()));
        if path != Path::new(IN_MEMORY) {
            prepare(path).map_err(|e| wrong(&e))?;
        }
        let database = Connection::open(path).and_then(|database| {
            // The lock is held until the end: a second server would not see what this one remembers.
            database.execute_batch(
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                 PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; COMMIT;",
            )?;
            Ok(database)
        });
        let database = database.map_err(|e| match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => {
                wrong(&"another holotable serve keeps its games there")
            }
            _ => wrong(&e),
        })?;
        let form: u32 =
            database.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|e| wrong(&e))?;
        let tables: u32 = database
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(|e| wrong(&e))?;
        match form {
            FORM => {}
            0 if tables == 0 => {
                let made = format!("BEGIN; {TABLES} PRAGMA user_version = {FORM}; COMMIT;");
                database.execute_batch(&made).map_err(|e| wrong(&e))?;
            }
            0 => return Err(wrong(&"this is a database of something else")),
            other => {
                return Err(wrong(&format!("its tables have version {other}; this program reads {FORM}")));
            }
        }
        Ok(Self { database: Mutex::new(database), most })
    }

    /// Keeps a new game, for which the oldest make room; gives its number.
    ///
    /// # Errors
    /// One line: the disk is full, say.
    pub fn begin(
        &self,
        origin: &Origin,
        game: &str,
        summary: &Value,
        links: &[(String, Rights)],
    ) -> Result<i64, Error> {
        self.write(|database| {
            let origin = json!(origin).to_string();
            database.execute(
                "INSERT INTO games (origin, game, begun, seen, summary) VALUES (?1, ?2, ?3, ?3, ?4)",
                params![origin, game, now(), summary.to_string()],
            )?;
            let id = database.last_insert_rowid();
            for (word, rights) in links {
                let rights = json!(rights).to_string();
                database.execute("INSERT INTO links VALUES (?1, ?2, ?3)", params![word, id, rights])?;
            }
            database.execute(
                "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE id != ?2
                    ORDER BY moves > 0 DESC, seen DESC, id DESC LIMIT -1 OFFSET ?1 - 1)",
                [self.most as i64, id],
            )?;
            Ok(id)
        })
    }

    /// Keeps what happened to a game, and how it stands.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn add(
        &self,
        id: i64,
        number: usize,
        entry: &Entry,
        moves: usize,
        summary: &Value,
    ) -> Result<(), Error> {
        self.write(|database| {
            database.prepare_cached("INSERT INTO changes VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
                id,
                number as i64,
                json!(entry.change).to_string(),
                json!(entry.picks).to_string(),
                entry.took.as_millis() as i64,
            ])?;
            database
                .prepare_cached("UPDATE games SET seen = ?2, moves = ?3, summary = ?4 WHERE id = ?1")?
                .execute(params![id, now(), moves as i64, summary.to_string()])?;
            Ok(())
        })
    }

    /// How a game began, and all that happened to it.
    ///
    /// # Errors
    /// One line: it was removed, or another version wrote it.
    pub fn read(&self, id: i64) -> Result<(Origin, Vec<Entry>), Error> {
        let (origin, rows) = self.ask(|database| {
            let origin: Option<String> = database
                .query_row("SELECT origin FROM games WHERE id = ?1", [id], |row| row.get(0))
                .optional()?;
            let mut changes = database.prepare_cached(
                "SELECT change, picks, milliseconds FROM changes WHERE game = ?1 ORDER BY number",
            )?;
            let rows = changes.query_map([id], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?))
            })?;
            Ok((origin, rows.collect::<Result<Vec<_>, _>>()?))
        })?;
        let old =
            |e: serde_json::Error| Error::new(format!("another version of holotable kept this game: {e}"));
        let origin = origin.ok_or_else(|| Error::new(GONE))?;
        let entry = |(change, picks, took): (String, String, i64)| {
            let (change, picks) = (serde_json::from_str(&change)?, serde_json::from_str(&picks)?);
            Ok(Entry { change, picks, took: Duration::from_millis(took.unsigned_abs()) })
        };
        let entries = rows.into_iter().map(entry).collect::<Result<_, _>>().map_err(old)?;
        Ok((serde_json::from_str(&origin).map_err(old)?, entries))
    }

    /// The game behind a link, and what whoever has the link may do.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn behind(&self, word: &str) -> Result<Option<(i64, Rights)>, Error> {
        let row: Option<(i64, String)> = self.ask(|database| {
            database
                .prepare_cached("SELECT game, rights FROM links WHERE word = ?1")?
                .query_row([word], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })?;
        let rights = |(id, rights): (i64, String)| Some((id, serde_json::from_str(&rights).ok()?));
        Ok(row.and_then(rights))
    }

    /// The links of a game.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn links(&self, id: i64) -> Result<Vec<(String, Rights)>, Error> {
        let rows: Vec<(String, String)> = self.ask(|database| {
            let mut rows = database.prepare_cached("SELECT word, rights FROM links WHERE game = ?1")?;
            let rows = rows.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })?;
        Ok(rows
            .into_iter()
            .filter_map(|(word, rights)| Some((word, serde_json::from_str(&rights).ok()?)))
            .collect())
    }

    /// A page of the games in which something happened, the latest first, with the link of whoever began each.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn list(&self, game: Option<&str>, page: usize) -> Result<Value, Error> {
        let (all, games) = self.ask(|database| {
            let all: i64 = database.query_row(
                "SELECT count(*) FROM games WHERE moves > 0 AND (?1 IS NULL OR game = ?1)",
                [game],
                |row| row.get(0),
            )?;
            let mut rows = database.prepare_cached(
                "SELECT game, begun, seen, moves, summary, (SELECT word FROM hosts WHERE hosts.game = games.id)
                 FROM games WHERE moves > 0 AND (?1 IS NULL OR game = ?1)
                 ORDER BY seen DESC, id DESC LIMIT ?2 OFFSET ?3",
            )?;
            let rows = rows.query_map(
                params![game, PAGE as i64, i64::try_from(page.saturating_mul(PAGE)).unwrap_or(i64::MAX)],
                |row| {
                    let summary: String = row.get(4)?;
                    Ok(json!({
                        "game": row.get::<_, String>(0)?,
                        "begun": row.get::<_, i64>(1)?,
                        "seen": row.get::<_, i64>(2)?,
                        "moves": row.get::<_, i64>(3)?,
                        "summary": serde_json::from_str(&summary).unwrap_or(Value::Null),
                        "id": row.get::<_, Option<String>>(5)?,
                    }))
                },
            )?;
            Ok((all, rows.collect::<Result<Vec<_>, _>>()?))
        })?;
        Ok(json!({ "all": all, "most": self.most, "games": games, "page": page, "of_a_page": PAGE }))
    }

    /// Removes a game, with its links and mistakes.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn remove(&self, id: i64) -> Result<(), Error> {
        self.write(|database| database.execute("DELETE FROM games WHERE id = ?1", [id]).map(|_| ()))
    }

    /// Looks something up in the database.
    fn ask<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        act(&lock(&self.database)).map_err(|e| Error::new(format!("the kept games cannot be read: {e}")))
    }

    /// Writes all of something, or nothing.
    fn write<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        let mut database = lock(&self.database);
        let written = database.transaction().and_then(|transaction| {
            let done = act(&transaction)?;
            transaction.commit()?;
            Ok(done)
        });
        written.map_err(|e| match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation) => Error::new(GONE),
            _ => Error::new(format!("the game cannot be kept: {e}")),
        })
    }
}

/// Makes the folder and the file, which nobody else may read: the links in it open every game.
fn prepare(path: &Path) -> std::io::Result<()> {
    let (mut folders, mut file) = (std::fs::DirBuilder::new(), std::fs::OpenOptions::new());
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        folders.mode(0o700);
        file.mode(0o600);
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        folders.recursive(true).create(folder)?;
    }
    file.append(true).create(true).open(path).map(|_| ())
}

/// The seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
