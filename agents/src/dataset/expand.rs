//! [`expand`]: what was seen at every decision of many games, as arrays.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use holotable_env::Replay;
use rayon::prelude::*;
use serde_json::Value;

use super::row::Row;
use crate::any::{AnyGame, Kind};
use crate::error::Error;
use crate::sight::View;
use crate::threads;

/// Where the decisions of games are written, one after the other.
#[derive(Debug)]
pub struct Steps<'a> {
    /// What the acting seat was shown: the game's observation, `f32[decisions * observation]`.
    pub obs: &'a mut [f32],
    /// What was legal, `bool[decisions * actions]`, false before.
    pub mask: &'a mut [bool],
    /// The number of what was played, `i64[decisions]`.
    pub action: &'a mut [i64],
    /// The seat that acted, `u8[decisions]`.
    pub player: &'a mut [u8],
    /// The score that this seat had at the end, 0 to 1, `f32[decisions]`.
    pub score: &'a mut [f32],
    /// The number of the row, `i64[decisions]`.
    pub game: &'a mut [i64],
}

/// Where one decision is written.
#[derive(Debug)]
pub struct Place<'a> {
    /// See [`Steps::obs`].
    pub obs: &'a mut [f32],
    /// See [`Steps::mask`].
    pub mask: &'a mut [bool],
    /// See [`Steps::action`].
    pub action: &'a mut i64,
    /// See [`Steps::player`].
    pub player: &'a mut u8,
}

impl Steps<'_> {
    /// The place of the decision with this number, if there is one.
    pub fn place(&mut self, number: usize) -> Option<Place<'_>> {
        let n = self.action.len();
        if number >= n {
            return None;
        }
        let (obs, actions) = (self.obs.len() / n, self.mask.len() / n);
        Some(Place {
            obs: &mut self.obs[number * obs..][..obs],
            mask: &mut self.mask[number * actions..][..actions],
            action: &mut self.action[number],
            player: &mut self.player[number],
        })
    }

    /// The first `n` decisions, and the others.
    fn split(self, n: usize) -> (Self, Self) {
        let all = self.action.len().max(1);
        let (obs, actions) = (self.obs.len() / all, self.mask.len() / all);
        let (obs, more_obs) = self.obs.split_at_mut(n * obs);
        let (mask, more_mask) = self.mask.split_at_mut(n * actions);
        let (action, more_action) = self.action.split_at_mut(n);
        let (player, more_player) = self.player.split_at_mut(n);
        let (score, more_score) = self.score.split_at_mut(n);
        let (game, more_game) = self.game.split_at_mut(n);
        let rest = Self {
            obs: more_obs,
            mask: more_mask,
            action: more_action,
            player: more_player,
            score: more_score,
            game: more_game,
        };
        (Self { obs, mask, action, player, score, game }, rest)
    }
}

/// The rules of each row, built once for each that differ.
///
/// # Errors
/// One line with the number of the first row that is of no game, version, options or data set that there is here, or of another game
/// than the first.
pub fn rules(rows: &[Row], data: Option<&Path>) -> Result<Vec<Arc<dyn AnyGame>>, Error> {
    let mut known: BTreeMap<[&str; 3], Arc<dyn AnyGame>> = BTreeMap::new();
    let mut rules: Vec<Arc<dyn AnyGame>> = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        let key = [&row.options, &row.data, &row.game].map(String::as_str);
        let wrong = |e: Error| e.within(format!("row {i}"));
        let game = match known.get(&key).filter(|_| row.rules_version == rows[0].rules_version) {
            Some(game) => Arc::clone(game),
            None => build(row, data).map_err(wrong)?,
        };
        if rules.first().is_some_and(|first| first.layout(View::PLAIN) != game.layout(View::PLAIN)) {
            let (own, first) = (&row.game, &rows[0].game);
            return Err(wrong(Error::new(format!(
                "this game of {own} is shown otherwise than that of {first} in row 0: they are no data set together"
            ))));
        }
        known.entry(key).or_insert_with(|| Arc::clone(&game));
        rules.push(game);
    }
    Ok(rules)
}

fn build(row: &Row, data: Option<&Path>) -> Result<Arc<dyn AnyGame>, Error> {
    let options: Value = serde_json::from_str(&row.options)
        .map_err(|e| Error::new(format!("its options are no JSON: {e}")))?;
    let header = holotable_env::Header {
        game: row.game.clone(),
        rules_version: row.rules_version,
        data: row.data.clone(),
        options,
        seed: row.seed,
        seats: Vec::new(),
    };
    let replay = Replay { header, start: Vec::new(), moves: Vec::new(), result: Value::Null };
    Ok(Kind::named(&row.game)?.of_replay(&replay, data)?)
}

/// Plays these rows of a data set back, on so many threads, 0 for one a core, and writes their decisions one after the other into
/// `steps`, which are as many as the rows say.
///
/// # Errors
/// One line with the number of a row that does not play back; when the threads cannot be started.
pub fn expand(
    rows: &[Row],
    rules: &[Arc<dyn AnyGame>],
    chosen: &[usize],
    steps: Steps<'_>,
    threads: usize,
) -> Result<(), Error> {
    let mut work = Vec::with_capacity(chosen.len());
    let mut left = steps;
    for &i in chosen {
        let (own, rest) = left.split(rows[i].decisions as usize);
        work.push((i, own));
        left = rest;
    }
    // A pool of its own: one of before is gone where a process was forked, as loaders of data like to be.
    let pool = threads::pool(threads)?;
    pool.install(|| {
        work.into_par_iter().try_for_each(|(i, own)| {
            one(&rows[i], rules[i].as_ref(), i, own).map_err(|e| e.within(format!("row {i}")))
        })
    })
}

/// Plays one row back.
fn one(row: &Row, rules: &dyn AnyGame, number: usize, mut steps: Steps<'_>) -> Result<(), Error> {
    let found = rules.expand(row, Some(&mut steps))?;
    if found != row.decisions as usize {
        let said = row.decisions;
        return Err(Error::new(format!("it says that the game has {said} decisions, but it has {found}")));
    }
    for (score, &player) in steps.score.iter_mut().zip(steps.player.iter()) {
        *score = row.scores[usize::from(player)] as f32;
    }
    steps.game.fill(number as i64);
    Ok(())
}
