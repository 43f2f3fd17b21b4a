//! [`Mcts`]: Monte Carlo tree search with chance and hidden cards.

use std::fmt;

use holotable_env::{Game, GameRng, legal_actions};

use super::budget::{Budget, Clock};
use super::deal;
use super::edge::{Edge, weighed};
use super::evaluator::Evaluator;
use super::significance::best_by_gain;
use super::tree::Tree;
use crate::policy::{Policy, Weighed};

/// Plays the judge's favourite unless a growing tree of moves finds another surely better; without a favourite, the
/// move that the tree looked at most.
///
/// Each simulation deals what is hidden anew, walks down the tree by PUCT, with the judge's prior, meeting chance as
/// it falls, and adds the first decision it does not know, which the judge values. Every decision is judged by the
/// score of the team that makes it (max^n, Luckhardt and Irani 1986). Decisions are told apart by what the seat that
/// makes them knows, as in information set tree search with several observers (Cowling, Powley and Whitehouse 2012,
/// IEEE TCIAIG 4), so that no seat, not even an opponent, plays as if it saw hidden cards. The tree is grown anew for
/// every decision.
pub struct Mcts<G: Game> {
    budget: Budget,
    evaluator: Box<dyn Evaluator<G>>,
}

impl<G: Game> Mcts<G> {
    /// A search within this budget a decision, guided by `evaluator`.
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

/// By how much a move is surely better than another; negative if that is open. Their tries were not paired: what one
/// more try looks at depends on what came before.
fn gain_over<A>(one: &Edge<A>, other: &Edge<A>) -> f64 {
    match (one.scores.mean_estimate(), other.scores.mean_estimate()) {
        (Some(one), Some(other)) => one.less(other).lower_bound_of_gain(),
        _ => f64::NEG_INFINITY,
    }
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("budget", &self.budget).finish_non_exhaustive()
    }
}
