//! [`Tree`]: what the simulations of a tree search have found out, by what the acting seat knows.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use holotable_env::{Chance, Game};

use super::edge::Edge;
use super::evaluator::{Evaluation, Evaluator};
use super::significance::Scores;
use super::{results, settle};
use crate::game_match::Match;

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
    /// Those of the team that decides.
    scores: Scores,
    /// The moves worth trying, in order of their numbers.
    edges: Vec<Edge<A>>,
}

impl<G: Game> Tree<G> {
    /// The tree of the decision of `team` between the actions `legal`, on which this is the judgement.
    pub fn new(team: usize, legal: &[G::Action], evaluation: &Evaluation) -> Self {
        Self { nodes: vec![Node::new(team, legal, evaluation)], places: HashMap::new() }
    }

    /// The moves of the decision that is searched for.
    pub fn root(&self) -> &[Edge<G::Action>] {
        &self.nodes[0].edges
    }

    /// Plays from `s`, which looks like the root, through known decisions to one not yet known or to the end, and
    /// learns from what is found there.
    pub fn simulate(
        &mut self,
        game: &G,
        mut s: G::State,
        evaluator: &mut dyn Evaluator<G>,
        game_match: &mut Match,
    ) {
        let (mut place, mut path) = (0, Vec::new());
        let scores = loop {
            let edge = self.nodes[place].choose();
            path.push((place, edge));
            game.step(&mut s, self.nodes[place].edges[edge].action, &mut game_match.chance);
            let Some((seat, legal)) = settle(game, &mut s, &mut game_match.chance) else {
                break results(game, &s);
            };
            let mut known = s;
            game.redeal(&mut known, seat, &mut InOrder);
            match self.places.entry(known) {
                Entry::Occupied(found) => place = *found.get(),
                Entry::Vacant(free) => {
                    free.insert(self.nodes.len());
                    break self.add(game, (&s, seat, &legal), evaluator, game_match);
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
        evaluator: &mut dyn Evaluator<G>,
        game_match: &mut Match,
    ) -> Vec<f32> {
        let evaluation = evaluator.evaluate(game, s, legal, game_match);
        self.nodes.push(Node::new(game.team(seat), legal, &evaluation));
        evaluation.scores
    }
}

impl<A: Copy + PartialEq> Node<A> {
    fn new(team: usize, legal: &[A], evaluation: &Evaluation) -> Self {
        let score = f64::from(evaluation.scores[team]);
        let edges = Edge::candidates(legal, &evaluation.prior);
        Self { team, scores: [score].into_iter().collect(), edges }
    }

    /// The move to try next: the best sum of mean score and curiosity, the first of equals. A move not yet tried
    /// counts as the decision does.
    ///
    /// This is PUCT (Silver et al. 2017, Nature 550), on scores from 0 to 1.
    fn choose(&self) -> usize {
        let curiosity = CURIOSITY * f64::from(self.scores.count).sqrt();
        let mean = self.scores.mean().expect("a decision was judged");
        let score = |e: &Edge<A>| {
            e.scores.mean().unwrap_or(mean) + curiosity * f64::from(e.prior) / f64::from(1 + e.scores.count)
        };
        let mut best = (0, f64::MIN);
        for (i, edge) in self.edges.iter().enumerate() {
            let score = score(edge);
            if score > best.1 {
                best = (i, score);
            }
        }
        best.0
    }

    fn learn(&mut self, edge: usize, scores: &[f32]) {
        let score = f64::from(scores[self.team]);
        self.scores.push(score);
        self.edges[edge].scores.push(score);
    }
}

/// Chance that always takes the first way: what it deals depends on nothing but what it may be dealt from.
struct InOrder;

impl Chance for InOrder {
    fn pick(&mut self, weights: &[u32]) -> usize {
        weights.iter().position(|&w| w > 0).expect("a positive weight")
    }
}
