//! What persons did in kept games: what their decisions cost, and those that are to be practised.

use holotable_store::error::Error;
use rusqlite::{OptionalExtension as _, params};

use super::{Kept, now};
use crate::session::trial::Review;

/// After how many days a mistake that was mended once, twice and so on is asked again.
const DAYS: [i64; 5] = [1, 3, 7, 21, 60];

const MISTAKES: &str = "SELECT game, position, cost, agent,
    (SELECT word FROM hosts WHERE hosts.game = mistakes.game) FROM mistakes";

/// A decision of a kept game that cost much.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The number of the game.
    pub game: i64,
    /// The position in which it was made.
    pub position: usize,
    /// What it cost of the chance to win.
    pub cost: f64,
    /// The agent that says so.
    pub agent: String,
    /// The link of whoever began the game.
    pub link: Option<String>,
}

impl Kept {
    /// Keeps what a game was like for the persons of it, and its mistakes to be practised.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn add_review(&self, id: i64, agent: &str, review: &Review) -> Result<(), Error> {
        self.write(|database| {
            database.execute(
                "INSERT OR REPLACE INTO reviews VALUES (?1, ?2, ?3)",
                params![id, review.decisions as i64, review.cost],
            )?;
            for (position, cost) in &review.mistakes {
                database.execute(
                    "INSERT OR IGNORE INTO mistakes (game, position, cost, agent, due) VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![id, *position as i64, cost, agent, now()],
                )?;
            }
            Ok(())
        })
    }

    /// How many games of the same kind were reviewed before this one, and what a decision of theirs cost.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn reviews_before(&self, id: i64) -> Result<(i64, Option<f64>), Error> {
        self.ask(|database| {
            database.query_row(
                "SELECT count(*), sum(cost) / sum(decisions) FROM reviews JOIN games ON games.id = reviews.game
                 WHERE reviews.game < ?1 AND games.game = (SELECT game FROM games WHERE id = ?1)",
                [id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        })
    }

    /// The mistake that is to be practised next: that which cost most of those that are due. Beside it how many are due, and how many
    /// there are.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn next_mistake(&self) -> Result<(Option<Mistake>, i64, i64), Error> {
        self.ask(|database| {
            let counts = "SELECT count(*) FILTER (WHERE due <= ?1), count(*) FROM mistakes";
            let (due, all) = database.query_row(counts, [now()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let sql = format!("{MISTAKES} WHERE due <= ?1 ORDER BY cost DESC LIMIT 1");
            let next = database.query_row(&sql, [now()], mistake).optional()?;
            Ok((next, due, all))
        })
    }

    /// The mistake at this position of a game.
    ///
    /// # Errors
    /// One line where the database does not answer.
    pub fn mistake(&self, game: i64, position: usize) -> Result<Option<Mistake>, Error> {
        self.ask(|database| {
            let sql = format!("{MISTAKES} WHERE game = ?1 AND position = ?2");
            database.query_row(&sql, params![game, position as i64], mistake).optional()
        })
    }

    /// Asks a mistake no more: its position was taken off the tree, or its game cannot be read.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn drop_mistake(&self, game: i64, position: usize) -> Result<(), Error> {
        self.write(|database| {
            let known = params![game, position as i64];
            database.execute("DELETE FROM mistakes WHERE game = ?1 AND position = ?2", known).map(|_| ())
        })
    }

    /// Notes how a mistake was answered: one that was mended is asked again after 1, 3, 7, 21 and 60 days, another after ten minutes.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn practised(&self, game: i64, position: usize, mended: bool) -> Result<(), Error> {
        self.write(|database| {
            let known = params![game, position as i64];
            let times: Option<i64> = database
                .query_row("SELECT right FROM mistakes WHERE game = ?1 AND position = ?2", known, |row| {
                    row.get(0)
                })
                .optional()?;
            let times = if mended { times.unwrap_or_default() + 1 } else { 0 };
            let seconds = match usize::try_from(times).unwrap_or_default() {
                0 => 600,
                times => DAYS[(times - 1).min(DAYS.len() - 1)] * 86_400,
            };
            database.execute(
                "UPDATE mistakes SET right = ?3, due = ?4 WHERE game = ?1 AND position = ?2",
                params![game, position as i64, times, now() + seconds],
            )?;
            Ok(())
        })
    }
}

/// A row of [`MISTAKES`].
fn mistake(row: &rusqlite::Row<'_>) -> rusqlite::Result<Mistake> {
    let position: i64 = row.get(1)?;
    Ok(Mistake {
        game: row.get(0)?,
        position: position as usize,
        cost: row.get(2)?,
        agent: row.get(3)?,
        link: row.get(4)?,
    })
}
