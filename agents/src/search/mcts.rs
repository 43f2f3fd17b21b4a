//! [`Mcts`]: Monte Carlo tree search for games with chance and hidden information.

use std::fmt;

use holotable_env::{Game, GameRng, legal_actions};

use super::budget::{Budget, Clock};
use super::deal;
use super::edge::{Edge, weighed};
use super::evaluator::Evaluator;
use super::significance::best_by_gain;
use super::tree::Tree;
use crate::policy::{Policy, Weighed};

/// Plays the favourite of the evaluator's prior unless the search finds another move clearly better; without a favourite,
/// the most visited move.
///
/// Each simulation deals what is hidden anew, descends the tree by PUCT with the evaluator's prior, samples chance on the way,
/// and adds the first decision that is not in the tree, which the evaluator scores. At every node the team that decides
/// maximises its own score (max^n, Luckhardt and Irani 1986). Nodes are information sets of the seat that decides, as in
/// information set tree search with several observers (Cowling, Powley and Whitehouse 2012, IEEE TCIAIG 4), so that no seat,
/// not even an opponent, plays as if it saw hidden cards. Every decision starts with a new tree.
pub struct Mcts<G: Game> {
    budget: Budget,
    evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> Mcts<G> {
    /// A search within this budget per decision, guided by `evaluator`.
    pub fn new(budget: Budget, evaluator: Box<dyn Evaluator<G>>) -> Self {
        Self { budget, evaluator }
    }
}

impl<G: Game> Policy<G> for Mcts<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.weigh(game, s, rng).expect("a search weighs").action
    }

    fn weigh(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Weighed<G::Action>> {
        let seat = game.actor(s).expect("asked only while the game goes on");
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let mut clock = Clock::start(self.budget);
        let (view, mut game_match) = deal(game, s, seat, rng);
        let evaluation = self.evaluator.evaluate(game, &view, &legal, &mut game_match);
        let mut tree = Tree::new(team, &legal, &evaluation);
        clock.count(1);
        while tree.root().len() > 1 && clock.fits(1, 1.0) {
            let (view, mut game_match) = deal(game, s, seat, rng);
            tree.simulate(game, view, self.evaluator.as_mut(), &mut game_match);
            clock.count(1);
        }
        let moves = tree.root();
        let favourite = evaluation.favourite().map(|i| legal[i]);
        let chosen = match moves.iter().position(|one| Some(one.action) == favourite) {
            Some(favourite) => best_by_gain(moves, favourite, gain_over),
            None => Edge::most_visited(moves),
        };
        Some(weighed(moves.to_vec(), chosen, &legal, evaluation.scores[team]))
    }
}

/// The margin of one move over another. Their scores are not paired, as each simulation depends on those
/// before it.
fn gain_over<A>(one: &Edge<A>, other: &Edge<A>) -> f64 {
    match (one.scores.mean_estimate(), other.scores.mean_estimate()) {
        (Some(one), Some(other)) => one.less(other).margin(),
        _ => f64::NEG_INFINITY,
    }
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("budget", &self.budget).finish_non_exhaustive()
    }
}
