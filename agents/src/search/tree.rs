//! [`Tree`]: what a [`Search`](super::Search) has found out about the decisions that follow a move.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use holotable_env::{Chance, Game};

use super::edge::Edge;
use super::evaluator::{Evaluation, Evaluator};
use super::significance::Scores;
use super::{play_forced, results};
use crate::game_match::Match;

/// The exploration constant of PUCT, for scores from 0 to 1.
const EXPLORATION: f64 = 1.0;

/// Decisions with the scores of their moves.
///
/// Each simulation descends by PUCT with the evaluator's prior, samples chance on the way, and adds the first decision that is not in
/// the tree, which the evaluator scores. At every node the team that decides maximises its own score (max^n, Luckhardt and Irani
/// 1986). Nodes are information sets of the seat that decides, as in information set tree search with several observers (Cowling,
/// Powley and Whitehouse 2012, IEEE TCIAIG 4), so that no seat, not even an opponent, plays as if it saw hidden cards: the key of a
/// node is the state with everything that the acting seat cannot see put in one fixed order. There are no chance nodes: each result of a
/// step leads to the node of the next decision, and different orders of moves that lead to the same position share a node.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    places: HashMap<G::State, usize>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self { nodes: Vec::new(), places: HashMap::new() }
    }
}

/// One decision.
struct Node<A> {
    team: usize,
    /// The scores of the team that decides, one per visit.
    scores: Scores,
    /// The moves with a positive prior, in order of their numbers.
    edges: Vec<Edge<A>>,
}

impl<G: Game> Tree<G> {
    /// Runs one simulation from `s`: descends to a new node or to the end of the game, evaluates it, and updates the scores on the
    /// path. Returns the scores, one for each team.
    pub fn simulate(
        &mut self,
        game: &G,
        mut s: G::State,
        evaluator: &mut dyn Evaluator<G>,
        game_match: &mut Match,
    ) -> Vec<f32> {
        let mut path = Vec::new();
        let scores = loop {
            let Some((seat, legal)) = play_forced(game, &mut s, game_match) else {
                break results(game, &s);
            };
            let mut known = s;
            game.redeal(&mut known, seat, &mut InOrder);
            let place = match self.places.entry(known) {
                Entry::Occupied(found) => *found.get(),
                Entry::Vacant(free) => {
                    free.insert(self.nodes.len());
                    break self.add(game, (&s, seat, &legal), evaluator, game_match);
                }
            };
            let edge = self.nodes[place].choose();
            path.push((place, edge));
            game_match.step_alike(game, &mut s, self.nodes[place].edges[edge].action);
        };
        for (place, edge) in path {
            self.nodes[place].update(edge, &scores);
        }
        scores
    }

    /// Adds a node and returns its scores, one for each team.
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

    /// The edge to follow next by PUCT (Silver et al. 2017, Nature 550), on scores from 0 to 1; the first of equals. An edge
    /// without visits has the mean score of its node.
    fn choose(&self) -> usize {
        let exploration = EXPLORATION * f64::from(self.scores.count).sqrt();
        let mean = self.scores.mean().expect("a node was evaluated");
        let score = |e: &Edge<A>| {
            e.scores.mean().unwrap_or(mean) + exploration * f64::from(e.prior) / f64::from(1 + e.scores.count)
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

    fn update(&mut self, edge: usize, scores: &[f32]) {
        let score = f64::from(scores[self.team]);
        self.scores.push(score);
        self.edges[edge].scores.push(score);
    }
}

/// Chance that always picks the first possibility. A redeal by it depends only on what the seat knows, so that all states of
/// an information set get the same key.
struct InOrder;

impl Chance for InOrder {
    fn pick(&mut self, weights: &[u32]) -> usize {
        weights.iter().position(|&w| w > 0).expect("a positive weight")
    }
}
