//! [`Mcts`]: Monte Carlo tree search with chance and hidden cards.

use std::fmt;

use holotable_env::{Game, legal_actions};
use rand::Rng;

use super::budget::{Budget, Clock};
use super::judge::Judge;
use super::tree::{Edge, Tree};
use crate::play::Table;
use crate::policy::{Luck, Policy, Weighed, Weight};

/// Plays the move that a growing tree of moves looked at most.
///
/// Each simulation deals what is hidden anew, walks down the tree by PUCT, with the judge's prior, meeting chance as
/// it falls, and adds the first decision it does not know, which the judge values. Every decision is judged by the
/// score of the team that makes it (max^n, Luckhardt and Irani 1986). Decisions are told apart by what the seat that
/// makes them knows, as in information set tree search with several observers (Cowling, Powley and Whitehouse 2012,
/// IEEE TCIAIG 4), so that no seat, not even an opponent, plays as if it saw hidden cards. The tree is grown anew for
/// every decision.
pub struct Mcts<G: Game> {
    budget: Budget,
    judge: Box<dyn Judge<G>>,
}

impl<G: Game> Mcts<G> {
    /// A search within this budget a decision, guided by `judge`.
    pub fn new(budget: Budget, judge: Box<dyn Judge<G>>) -> Self {
        Self { budget, judge }
    }
}

impl<G: Game> Policy<G> for Mcts<G> {
    fn choose(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> G::Action {
        self.weigh(game, s, luck).expect("a search weighs").action
    }

    fn weigh(&mut self, game: &G, s: &G::State, luck: &mut Luck) -> Option<Weighed<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let legal = legal_actions(game, s);
        let mut clock = Clock::start(self.budget);
        let deal = |luck: &mut Luck| {
            let (mut view, mut table) = (*s, Table::new(luck.0.next_u64(), game.players()));
            game.redeal(&mut view, seat, &mut table.chance);
            (view, table)
        };
        let (view, mut table) = deal(luck);
        let mut tree = Tree::new(game, (&view, seat, &legal), self.judge.as_mut(), &mut table);
        clock.count(1);
        while clock.fits(1, 1.0) {
            let (view, mut table) = deal(luck);
            tree.simulate(game, view, self.judge.as_mut(), &mut table);
            clock.count(1);
        }
        let root = tree.root();
        let mut edges = root.edges.clone();
        edges.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("no score is NaN"));
        let tries: u32 = edges.iter().map(|e| e.visits).sum();
        let weight = |e: &Edge<G::Action>| Weight {
            action: e.action,
            share: if tries == 0 { f64::from(e.prior) } else { f64::from(e.visits) / f64::from(tries) },
            score: e.mean(),
        };
        Some(Weighed {
            action: edges[0].action,
            score: edges[0].mean().unwrap_or_else(|| root.mean()),
            moves: edges.iter().map(weight).collect(),
        })
    }
}

/// Moves are ranked by how often they were looked at, then by their scores, then by the judge's prior.
fn rank<A>(edge: &Edge<A>) -> (u32, f64, f32) {
    (edge.visits, edge.mean().unwrap_or(0.0), edge.prior)
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("budget", &self.budget).finish_non_exhaustive()
    }
}
