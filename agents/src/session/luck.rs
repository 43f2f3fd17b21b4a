//! What of a game at a table was [luck, error and correction](holotable_arena::luck).

use holotable_arena::luck::{self, Split, value};
use holotable_arena::rollouts::{self, PlayedOn};
use holotable_env::Viewer;
use holotable_store::error::Error;
use holotable_store::stop;

use serde_json::Value;

use super::GameSession;
use super::evaluation::{MoveEvaluation, NodeEvaluation};
use super::results::results;

/// The most results of a move that are listed.
const MOST_RESULTS: usize = 20_000;
/// How many of the moves that seem to have cost most are beside the best ones by whole games, too.
pub const COSTLIEST: usize = 5;
/// An error below this share of the chance to win costs nothing that matters.
const LEAST_ERROR: f64 = 0.005;

impl GameSession {
    /// The chance of a team to win at each node of a path, the quick part of an analysis.
    ///
    /// # Errors
    /// As [`AnyGame::player`](holotable_erased::AnyGame::player).
    pub fn value(&self, at: usize, agent: &str, team: usize) -> Result<Option<f64>, Error> {
        let mut players = self.players();
        Ok(value(players.named(&self.game, agent)?, self.nodes[at].state.as_ref(), team))
    }

    /// The results of an action as a viewer may know them, each with what an agent says it is worth to the seat that acts.
    ///
    /// # Errors
    /// As [`results`] and [`AnyGame::player`](holotable_erased::AnyGame::player).
    pub fn results(
        &self,
        at: usize,
        action: usize,
        viewer: Viewer,
        agent: Option<&str>,
    ) -> Result<Value, Error> {
        let state = self.nodes[at].state.as_ref();
        let team = state.actor().map_or(0, |seat| self.game.teams().of_seats()[seat]);
        let mut players = self.players();
        let mut player = agent.map(|name| players.named(&self.game, name)).transpose()?;
        results(state, action, MOST_RESULTS, viewer, |after| value(*player.as_mut()?, after, team))
    }

    /// What the move that led to a node was worth to a team; nothing for the start, or where the evaluator gives no evaluation.
    ///
    /// # Errors
    /// As [`AnyGame::player`](holotable_erased::AnyGame::player).
    pub fn split(&self, at: usize, agent: &str, team: usize) -> Result<Option<Split>, Error> {
        let node = &self.nodes[at];
        let (Some(parent), Some(played)) = (node.parent, &node.played) else { return Ok(None) };
        let before = self.nodes[parent].state.as_ref();
        let mut players = self.players();
        let evaluator = players.named(&self.game, agent)?;
        Ok(luck::split(evaluator, (before, played.action, node.state.as_ref()), team))
    }

    /// Evaluates each node of the tree, and of all but the first the move that led there.
    ///
    /// # Errors
    /// As [`AnyGame::player`](holotable_erased::AnyGame::player); when a [token](stop::Token) that is heeded asked for the
    /// end.
    pub fn evaluate(&mut self, agent: &str, team: usize) -> Result<(), Error> {
        self.begin_evaluation(agent, team);
        for n in self.order(0).0 {
            if stop::asked() {
                return Err(Error::new("the evaluation was broken off"));
            }
            *self.found(n) =
                NodeEvaluation { value: self.value(n, agent, team)?, ply: self.ply(n, agent, team)? };
        }
        for n in self.costliest(&self.order(0).0) {
            let found = self.played_on(n, agent, team)?;
            if let Some(ply) = &mut self.found(n).ply {
                ply.played_on = found;
            }
        }
        Ok(())
    }

    /// Of these nodes at most [`COSTLIEST`]: those whose moves cost most, as far as the evaluation has come.
    pub fn costliest(&self, nodes: &[usize]) -> Vec<usize> {
        let Some(known) = &self.evaluation else { return Vec::new() };
        let cost =
            |n: &usize| known.found.get(n).and_then(|found| found.ply.as_ref()).map(|ply| ply.error.abs());
        let mut costs: Vec<(usize, f64)> = nodes.iter().filter_map(|n| Some((*n, cost(n)?))).collect();
        costs.retain(|(_, cost)| *cost > LEAST_ERROR);
        costs.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
        costs.into_iter().take(COSTLIEST).map(|(n, _)| n).collect()
    }

    /// The move that led to a node beside the best one, by whole games in which a network plays all seats. Nothing where no other move
    /// was better, or the agent is no network.
    ///
    /// # Errors
    /// Where the game has no agent of this name, as [`split`](Self::split).
    pub fn played_on(&self, at: usize, agent: &str, team: usize) -> Result<Option<PlayedOn>, Error> {
        if !self.is_network(agent) {
            return Ok(None);
        }
        let best = self.split(at, agent, team)?.and_then(|split| split.best);
        let node = &self.nodes[at];
        let (Some(best), Some(parent), Some(played)) = (best, node.parent, &node.played) else {
            return Ok(None);
        };
        let mut players = self.players();
        let player = players.named(&self.game, agent)?;
        let before = self.nodes[parent].state.as_ref();
        Ok(rollouts::played_on(player, before, [played.action, best], team))
    }

    /// The same in words; nothing either from an evaluator that is no network, which would take too long over so many results.
    ///
    /// # Errors
    /// As [`split`](Self::split).
    pub fn ply(&self, at: usize, agent: &str, team: usize) -> Result<Option<MoveEvaluation>, Error> {
        if !self.is_network(agent) {
            return Ok(None);
        }
        let Some(ply) = self.split(at, agent, team)? else { return Ok(None) };
        let parent = self.nodes[at].parent.map(|parent| &self.nodes[parent].state);
        Ok(Some(MoveEvaluation {
            luck: ply.luck,
            error: ply.error,
            unsure: ply.unsure,
            correction: ply.correction,
            exact: ply.exact,
            better: ply.best.and_then(|best| parent.map(|s| s.describe_action(best))),
            played_on: None,
        }))
    }
}
