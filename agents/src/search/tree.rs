//! [`Tree`]: what the simulations of a tree search have found out, by what the acting seat knows.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use holotable_env::{Chance, Game};

use super::judge::{Judge, Judgement};
use super::{results, settle};
use crate::play::Table;

/// How strongly few tries draw the search to a move, against its mean score of 0 to 1.
const CURIOSITY: f64 = 1.0;

/// Decisions and what came of them.
///
/// A node is what a seat knows when it decides: the state with everything hidden from that seat put in one fixed
/// order. Chance therefore needs no nodes of its own: each result of a step leads to the node of the next decision,
/// and moves that lead to the same table in another order meet there again.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    places: HashMap<G::State, usize>,
}

/// One decision.
pub(super) struct Node<A> {
    team: usize,
    visits: u32,
    total: f64,
    /// The moves, in order of their numbers.
    pub edges: Vec<Edge<A>>,
}

/// One move.
#[derive(Clone, Copy)]
pub(super) struct Edge<A> {
    pub action: A,
    pub prior: f32,
    pub visits: u32,
    total: f64,
}

impl<G: Game> Tree<G> {
    /// The tree of the decision of `seat` between the actions `legal` in `s`.
    pub fn new(
        game: &G,
        (s, seat, legal): (&G::State, usize, &[G::Action]),
        judge: &mut dyn Judge<G>,
        table: &mut Table,
    ) -> Self {
        let mut tree = Self { nodes: Vec::new(), places: HashMap::new() };
        tree.add(game, (s, seat, legal), judge, table);
        tree
    }

    /// The decision that is searched for.
    pub fn root(&self) -> &Node<G::Action> {
        &self.nodes[0]
    }

    /// Plays from `s`, which looks like the root, through known decisions to one not yet known or to the end, and
    /// learns from what is found there.
    pub fn simulate(&mut self, game: &G, mut s: G::State, judge: &mut dyn Judge<G>, table: &mut Table) {
        let (mut place, mut path) = (0, Vec::new());
        let scores = loop {
            let edge = self.nodes[place].choose();
            path.push((place, edge));
            game.step(&mut s, self.nodes[place].edges[edge].action, &mut table.chance);
            let Some((seat, legal)) = settle(game, &mut s, &mut table.chance) else {
                break results(game, &s);
            };
            let mut known = s;
            game.redeal(&mut known, seat, &mut InOrder);
            match self.places.entry(known) {
                Entry::Occupied(found) => place = *found.get(),
                Entry::Vacant(free) => {
                    free.insert(self.nodes.len());
                    break self.add(game, (&s, seat, &legal), judge, table);
                }
            }
        };
        for (place, edge) in path {
            self.nodes[place].learn(edge, &scores);
        }
    }

    /// Adds a decision and says what it is worth to each team.
    fn add(
        &mut self,
        game: &G,
        (s, seat, legal): (&G::State, usize, &[G::Action]),
        judge: &mut dyn Judge<G>,
        table: &mut Table,
    ) -> Vec<f32> {
        let Judgement { prior, scores } = judge.judge(game, s, legal, table);
        let team = game.team(seat);
        self.nodes.push(Node::new(team, f64::from(scores[team]), legal, &prior));
        scores
    }
}

impl<A: Copy> Node<A> {
    fn new(team: usize, score: f64, legal: &[A], prior: &[f32]) -> Self {
        let edge = |(&action, &prior)| Edge { action, prior, visits: 0, total: 0.0 };
        Self { team, visits: 1, total: score, edges: legal.iter().zip(prior).map(edge).collect() }
    }

    /// The mean score of the team that decides.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }

    /// The move to try next: the best sum of mean score and curiosity, the first of equals. A move not yet tried
    /// counts as the decision does.
    ///
    /// This is PUCT (Silver et al. 2017, Nature 550), on scores from 0 to 1.
    fn choose(&self) -> usize {
        let curiosity = CURIOSITY * f64::from(self.visits).sqrt();
        let mean = self.mean();
        let worth =
            |e: &Edge<A>| e.mean().unwrap_or(mean) + curiosity * f64::from(e.prior) / f64::from(1 + e.visits);
        let mut best = (0, f64::MIN);
        for (i, edge) in self.edges.iter().enumerate() {
            let worth = worth(edge);
            if worth > best.1 {
                best = (i, worth);
            }
        }
        best.0
    }

    fn learn(&mut self, edge: usize, scores: &[f32]) {
        let score = f64::from(scores[self.team]);
        self.visits += 1;
        self.total += score;
        self.edges[edge].visits += 1;
        self.edges[edge].total += score;
    }
}

impl<A> Edge<A> {
    /// The mean score after this move for the team that decides; `None` if it was never tried.
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.total / f64::from(self.visits))
    }
}

/// Chance that always takes the first way: what it deals depends on nothing but what it may be dealt from.
struct InOrder;

impl Chance for InOrder {
    fn pick(&mut self, weights: &[u32]) -> usize {
        weights.iter().position(|&w| w > 0).expect("a positive weight")
    }
}
