//! [`expand`]: what was seen at every decision of many games, as arrays.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::search::Spec;
use holotable_store::error::Error;
use holotable_store::stop;
use holotable_store::threads;
use rayon::prelude::*;
use serde_json::Value;

use super::row::Row;
use crate::{luck, provenance};
use holotable_erased::{AnyGame, AnyPlayer};

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
    /// What shares an agent gives to the actions, `f32[decisions * actions]`, 0 before; empty if no agent is asked. No numbers where
    /// it gives no evaluation.
    pub policy: &'a mut [f32],
    /// The score that it expects for the seat that acts, 0 to 1, `f32[decisions]`; empty if no agent is asked. No number where it has
    /// no evaluation.
    pub value: &'a mut [f32],
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
        let (policy, more_policy) = self.policy.split_at_mut(n * (self.policy.len() / all));
        let (value, more_value) = self.value.split_at_mut(n * (self.value.len() / all));
        let rest = Self {
            obs: more_obs,
            mask: more_mask,
            action: more_action,
            player: more_player,
            score: more_score,
            game: more_game,
            policy: more_policy,
            value: more_value,
        };
        (Self { obs, mask, action, player, score, game, policy, value }, rest)
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
        if rules
            .first()
            .is_some_and(|first| first.layout(FeatureSet::PLAIN) != game.layout(FeatureSet::PLAIN))
        {
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
    provenance::rules(&row.game, row.rules_version, &row.data, options, data)
}

/// Plays these rows of a data set back, on so many threads, 0 for one a core, and writes their decisions one after the other into
/// `steps`, which are as many as the rows say; with the name of an agent, what that one makes of each as well. A search evaluates
/// the decisions that it searches.
///
/// # Errors
/// One line with the number of a row that does not play back; that there is no such agent, or that it never gives an evaluation,
/// before anything is played back; when the threads cannot be started; when a [token](stop::Token) that is heeded asked for the
/// end.
pub fn expand(
    rows: &[Row],
    rules: &[Arc<dyn AnyGame>],
    chosen: &[usize],
    steps: Steps<'_>,
    agent: Option<&str>,
    threads: usize,
) -> Result<(), Error> {
    let mut work = Vec::with_capacity(chosen.len());
    let mut left = steps;
    for &i in chosen {
        let (own, rest) = left.split(rows[i].decisions as usize);
        work.push((i, own));
        left = rest;
    }
    if let (Some(agent), Some(first)) = (agent, chosen.first()) {
        must_evaluate(rules[*first].as_ref(), agent)?;
    }
    // A pool of its own: one of before is gone where a process was forked, as loaders of data like to be.
    let pool = threads::pool(threads)?;
    stop::at_once(&pool, |token| {
        work.into_par_iter().try_for_each_init(
            || agent.map(RowEvaluator::new),
            |evaluator, (i, mut own)| {
                let played = token.heed(|| {
                    one(&rows[i], rules[i].as_ref(), i, &mut own)?;
                    evaluator.as_mut().map_or(Ok(()), |evaluator| evaluator.analyse(&rows[i], &rules[i], own))
                });
                played.map_err(|e| e.within(format!("row {i}")))
            },
        )
    })
}

/// Refuses an agent that evaluates nothing.
fn must_evaluate(rules: &dyn AnyGame, agent: &str) -> Result<(), Error> {
    let player = rules.player(agent)?;
    if Spec::read(agent)?.is_some() || player.features_layout().is_some() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{agent} gives no evaluation: policies and values are those of networks and searches, such as ppo and flat:100@all"
    )))
}

/// That somebody does not wait for it any more.
fn go_on() -> Result<(), Error> {
    if stop::asked() { Err(Error::new("the games were broken off")) } else { Ok(()) }
}

/// Plays a row back and writes its decisions that had an alternative, if there is a place for them; returns how many they are.
pub(super) fn retrace(
    row: &Row,
    rules: &dyn AnyGame,
    mut out: Option<&mut Steps<'_>>,
) -> Result<usize, Error> {
    let mut moves = row.moves().map_err(|e| e.within("row"))?;
    let mut decisions = 0;
    let scores = rules.play_back(&row.start, &mut moves, &mut |decision| {
        if let Some(out) = &mut out {
            let place = out.place(decisions).ok_or_else(|| {
                format!("it says that the game has {} decisions, but it has more", row.decisions)
            })?;
            decision.look(place.obs, place.mask);
            *place.action = decision.action as i64;
            *place.player = decision.seat as u8;
        }
        decisions += 1;
        Ok(())
    })?;
    if !row.scores.iter().map(|&score| score as f32).eq(scores) {
        return Err(Error::new("result: the moves lead to another one"));
    }
    Ok(decisions)
}

/// Plays one row back.
fn one(row: &Row, rules: &dyn AnyGame, number: usize, steps: &mut Steps<'_>) -> Result<(), Error> {
    go_on()?;
    let found = retrace(row, rules, Some(steps))?;
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

/// An agent of which evaluations are asked, with what it needs for the rules of the latest row.
struct RowEvaluator<'a> {
    name: &'a str,
    of: Option<(Arc<dyn AnyGame>, Box<dyn AnyPlayer>)>,
}

impl<'a> RowEvaluator<'a> {
    fn new(name: &'a str) -> Self {
        Self { name, of: None }
    }

    /// Writes what it makes of each decision of a row; where it gives no evaluation, that there is no number.
    fn analyse(&mut self, row: &Row, rules: &Arc<dyn AnyGame>, steps: Steps<'_>) -> Result<(), Error> {
        if self.of.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, rules)) {
            self.of = Some((Arc::clone(rules), rules.player(self.name)?));
        }
        let Some((_, player)) = &mut self.of else { unreachable!("it was just made") };
        let states = Arc::clone(rules).frames(&row.replay(rules.actions())?)?;
        let asked = states.iter().filter(|s| s.actor().is_some() && !s.is_forced());
        let n = rules.layout(FeatureSet::PLAIN).actions;
        for ((state, policy), value) in asked.zip(steps.policy.chunks_exact_mut(n)).zip(steps.value) {
            go_on()?;
            let Some(analysis) = luck::analysis(player.as_mut(), state.as_ref()) else {
                policy.fill(f32::NAN);
                *value = f32::NAN;
                continue;
            };
            analysis.moves.iter().for_each(|one| policy[one.action] = one.share as f32);
            *value = analysis.score as f32;
        }
        Ok(())
    }
}
