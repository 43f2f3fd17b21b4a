//! What of a game at a table was [luck and skill](crate::luck).

use super::evaluation::{Found, Judged};
use super::{Table, opinion_luck};
use crate::any::{AnyPlayer, AnyState};
use crate::error::Error;
use crate::luck::{mean, value};
use crate::stop;

/// What one move did to the chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ply {
    /// The chance to win before it.
    pub before: f64,
    /// What chance added.
    pub luck: f64,
    /// What the choice added.
    pub skill: f64,
    /// Whether all results of the move were judged.
    pub exact: bool,
    /// What the judge's own choice would have been worth more, and which that is, where it is another.
    pub cost: Option<(f64, usize)>,
}

impl Table {
    /// The chance of a team to win at each node of a path, the quick part of an analysis.
    ///
    /// # Errors
    /// As [`AnyGame::player`](crate::any::AnyGame::player).
    pub fn value(&self, at: usize, agent: &str, team: usize) -> Result<Option<f64>, Error> {
        let mut players = self.players();
        Ok(value(players.named(&self.game, agent)?, self.nodes[at].state.as_ref(), team))
    }

    /// What the move that led to a node was worth to a team; nothing for the start, or where the judge has no opinion.
    ///
    /// # Errors
    /// As [`AnyGame::player`](crate::any::AnyGame::player).
    pub fn split(&self, at: usize, agent: &str, team: usize) -> Result<Option<Ply>, Error> {
        let node = &self.nodes[at];
        let (Some(parent), Some(came)) = (node.parent, &node.came) else { return Ok(None) };
        let (action, seat, after) = (came.action, came.seat, node.state.as_ref());
        let before = self.nodes[parent].state.as_ref();
        let mut players = self.players();
        let judge = players.named(&self.game, agent)?;
        let ours = self.game.teams().of_seats()[seat] == team;
        Ok(split(judge, (before, action, after), team, ours, parent))
    }

    /// Evaluates each node of the tree, and of all but the first the move that led there.
    ///
    /// # Errors
    /// As [`AnyGame::player`](crate::any::AnyGame::player); when a [token](stop::Token) that is heeded asked for the end.
    pub fn evaluate(&mut self, agent: &str, team: usize) -> Result<(), Error> {
        self.begin_evaluation(agent, team);
        for n in self.order(0).0 {
            if stop::asked() {
                return Err(Error::new("the evaluation was broken off"));
            }
            *self.found(n) = Found { value: self.value(n, agent, team)?, ply: self.ply(n, agent, team)? };
        }
        Ok(())
    }

    /// The same in words; nothing either from a judge that is no network, which would take too long over so many results.
    ///
    /// # Errors
    /// As [`split`](Self::split).
    pub fn ply(&self, at: usize, agent: &str, team: usize) -> Result<Option<Judged>, Error> {
        if !self.is_network(agent) {
            return Ok(None);
        }
        let Some(ply) = self.split(at, agent, team)? else { return Ok(None) };
        let parent = self.nodes[at].parent.map(|parent| &self.nodes[parent].state);
        Ok(Some(Judged {
            luck: ply.luck,
            skill: ply.skill,
            exact: ply.exact,
            cost: ply.cost.map(|(cost, _)| cost),
            better: ply.cost.and_then(|(_, best)| parent.map(|s| s.tell(best))),
        }))
    }
}

fn split(
    judge: &mut dyn AnyPlayer,
    (before, action, after): (&dyn AnyState, usize, &dyn AnyState),
    team: usize,
    ours: bool,
    parent: usize,
) -> Option<Ply> {
    let then = value(judge, before, team)?;
    let now = value(judge, after, team)?;
    let (mean_of_it, exact) = mean(judge, before, action, team)?;
    let best = judge.weigh(before, &mut opinion_luck(parent)).map(|weighed| weighed.action);
    let cost = best.filter(|&best| best != action).and_then(|best| {
        let (of_best, _) = mean(judge, before, best, team)?;
        let cost = if ours { of_best - mean_of_it } else { mean_of_it - of_best };
        (cost > 0.0).then_some((cost, best))
    });
    Some(Ply { before: then, luck: now - mean_of_it, skill: mean_of_it - then, exact, cost })
}
