//! [`Evaluator`]: estimates the scores of a position and a prior over its moves for a search.

use std::fmt;

use holotable_env::{Finite, Game, legal_actions};
use holotable_net::logits::{likeliest, softmax};

use super::{play_forced, results};
use crate::bots::{Bots, Random};
use crate::match_rngs::{MatchRngs, teams};
use crate::net_policy::NetPolicy;
use crate::policy::Policy;

/// The share of the prior that a bot's choice gets; the rest is spread evenly, so that the search can find better moves.
const TRUST_IN_BOTS: f32 = 0.5;
/// The number of turns that a network plays before it evaluates the position.
const TURNS: u32 = 2;
/// The number of decisions that it plays instead in a game without turns.
const DECISIONS: usize = 16;
/// Positions that it evaluates together: few enough to stay in the cache, enough to read a weight once for many.
const BATCH: usize = 48;
/// A move is not searched if its probability is less than this share of that of the network's favourite ...
const NEGLIGIBLE: f64 = 0.02;
/// ... and this many others are likelier: where moves are few, a confident network hides what a search could find.
const SEARCHED_ANYWAY: usize = 4;

/// Evaluates positions of a game.
pub trait Evaluator<G: Game>: Send {
    /// Evaluates `s`, in which a seat may choose between the actions `legal`; random numbers come from `rngs`.
    fn evaluate(&mut self, game: &G, s: &G::State, legal: &[G::Action], rngs: &mut MatchRngs) -> Evaluation;

    /// The expected score of each team in each of these positions, be it that the game has ended there; `None` once `ends` says that
    /// nobody waits for it any more.
    fn scores(
        &mut self,
        game: &G,
        positions: &mut [Position<G>],
        ends: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Vec<f32>>> {
        let score = |Position { s, rngs }: &mut Position<G>| match game.actor(s) {
            _ if ends() => None,
            None => Some(results(game, s)),
            Some(_) => Some(self.evaluate(game, s, &legal_actions(game, s), rngs).scores),
        };
        positions.iter_mut().map(score).collect()
    }

    /// How many positions it scores at once in the least time for each.
    fn batch(&self) -> usize {
        1
    }
}

/// A position that a simulation has come to, and its luck from there on.
#[derive(Clone, Debug)]
pub struct Position<G: Game> {
    /// The state.
    pub s: G::State,
    /// The generators.
    pub rngs: MatchRngs,
}

/// The result of an [`Evaluator`].
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The prior probability that each legal action is the best; sums to 1. Actions with 0 are not searched.
    pub prior: Vec<f32>,
    /// The expected score of each team, 0 to 1.
    pub scores: Vec<f32>,
}

impl Evaluation {
    /// The index of the action with the greatest prior, unless several share it.
    pub(super) fn favourite(&self) -> Option<usize> {
        let top = self.prior.iter().copied().fold(0.0, f32::max);
        let mut best = (0..self.prior.len()).filter(|&i| self.prior[i] >= top);
        best.next().filter(|_| best.next().is_none())
    }
}

/// Evaluates a position by playing it once to its end.
pub struct Playout<G: Game> {
    policy: Box<dyn Policy<G>>,
    trust: f32,
}

impl<G: Game> Playout<G> {
    /// The evaluator in which every seat plays at random, with a uniform prior.
    pub fn random() -> Self {
        Self { policy: Box::new(Random), trust: 0.0 }
    }

    /// The evaluator in which `policy` plays every seat, with a prior that prefers its choice.
    pub fn by(policy: Box<dyn Policy<G>>) -> Self {
        Self { policy, trust: TRUST_IN_BOTS }
    }
}

impl<G: Game> fmt::Debug for Playout<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playout").field("trust", &self.trust).finish_non_exhaustive()
    }
}

impl<G: Game> Evaluator<G> for Playout<G> {
    fn evaluate(&mut self, game: &G, s: &G::State, legal: &[G::Action], rngs: &mut MatchRngs) -> Evaluation {
        let mut prior = vec![(1.0 - self.trust) / legal.len() as f32; legal.len()];
        if self.trust > 0.0 {
            let seat = game.actor(s).expect("a seat has a choice");
            let favourite = rngs.decide(game, s, seat, self.policy.as_mut()).action;
            let place = legal.iter().position(|&a| a == favourite).expect("policies play legal actions");
            prior[place] += self.trust;
        }
        let end = rngs.finish(game, s, self.policy.as_mut());
        Evaluation { prior, scores: results(game, &end) }
    }
}

/// Evaluates by a truncated rollout (Tesauro and Galperin 1996, NIPS 9): the network plays its likeliest moves until two more turns
/// have begun, in a game without turns for 16 decisions, and its value there counts, or the result if the game ends before.
/// That value is more accurate than the one at once, because the moves in between have been played out. The prior leaves out
/// moves fifty times less likely than the favourite, unless they are among the four likeliest.
impl<G: Bots> Evaluator<G> for NetPolicy<G> {
    fn evaluate(&mut self, game: &G, s: &G::State, _legal: &[G::Action], rngs: &mut MatchRngs) -> Evaluation {
        let prior = without_negligible(&softmax(NetPolicy::evaluate(self, game, s).1));
        let position = Position { s: *s, rngs: rngs.clone() };
        let scores = self.scores(game, &mut [position], &mut || false);
        let scores = scores.and_then(|mut scores| scores.pop()).expect("there is one position");
        Evaluation { prior, scores }
    }

    /// All go on step by step together, since the network answers many at once.
    fn scores(
        &mut self,
        game: &G,
        positions: &mut [Position<G>],
        ends: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Vec<f32>>> {
        let teams = teams(game).len();
        let first: Vec<u32> = positions.iter().map(|position| game.turn(&position.s)).collect();
        let (mut scores, mut open) = (vec![Vec::new(); positions.len()], Vec::new());
        for (i, Position { s, .. }) in positions.iter().enumerate() {
            match game.actor(s) {
                Some(_) => open.push(i),
                None => scores[i] = results(game, s),
            }
        }
        for decision in 0.. {
            if open.is_empty() {
                break;
            }
            if ends() {
                return None;
            }
            self.ask(game, open.iter().map(|&i| &positions[i].s));
            let mut row = 0..;
            open.retain(|&i| {
                let Position { s, rngs } = &mut positions[i];
                let (legal, logits, value) = self.answer(game, s, row.next().expect("rows go on"));
                let turn = game.turn(s);
                if turn >= first[i] + TURNS || turn == 0 && decision >= DECISIONS {
                    let seat = game.actor(s).expect("the game goes on");
                    // The value is that of the seat that acts; the other teams are assumed to share the rest evenly.
                    scores[i] = shared(value, game.team(seat), teams);
                    return false;
                }
                rngs.step_alike(game, s, G::Action::at(legal[likeliest(logits)]));
                let goes_on = play_forced(game, s, rngs).is_some();
                if !goes_on {
                    scores[i] = results(game, s);
                }
                goes_on
            });
        }
        Some(scores)
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// Sets negligible probabilities to 0 and normalises the others.
fn without_negligible(probabilities: &[f64]) -> Vec<f32> {
    let mut sorted = probabilities.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let anyway = sorted[SEARCHED_ANYWAY.min(sorted.len()) - 1];
    let least = (NEGLIGIBLE * sorted[0]).min(anyway);
    let kept = |&p: &f64| if p < least { 0.0 } else { p };
    let total: f64 = probabilities.iter().map(kept).sum();
    probabilities.iter().map(|p| (kept(p) / total) as f32).collect()
}

/// The scores of all teams if `team` expects `own` and the others share the rest evenly.
fn shared(own: f32, team: usize, teams: usize) -> Vec<f32> {
    let rest = (1.0 - own) / (teams.max(2) - 1) as f32;
    (0..teams).map(|t| if t == team { own } else { rest }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negligible_moves_are_left_out_where_there_are_many() {
        assert_eq!(
            without_negligible(&[0.5, 0.009, 0.2, 0.1, 0.191]),
            [0.5 / 0.991, 0.0, 0.2 / 0.991, 0.1 / 0.991, 0.191 / 0.991].map(|p: f64| p as f32)
        );
        assert_eq!(without_negligible(&[0.01, 0.99]), [0.01, 0.99], "there are but two");
        assert_eq!(without_negligible(&[0.125; 8]), [0.125; 8]);
    }

    #[test]
    fn one_favourite_or_none() {
        let favourite = |prior: &[f32]| Evaluation { prior: prior.to_vec(), scores: Vec::new() }.favourite();
        assert_eq!(favourite(&[0.2, 0.5, 0.3]), Some(1));
        assert_eq!(favourite(&[0.4, 0.2, 0.4]), None);
        assert_eq!(favourite(&[1.0]), Some(0));
    }

    #[test]
    fn the_other_teams_share_the_rest() {
        assert_eq!(shared(0.75, 0, 1), [0.75]);
        assert_eq!(shared(0.75, 1, 2), [0.25, 0.75]);
        assert_eq!(shared(0.5, 0, 3), [0.5, 0.25, 0.25]);
    }
}
