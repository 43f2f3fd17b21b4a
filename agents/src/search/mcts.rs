//! [`Mcts`]: Monte Carlo tree search with chance and hidden cards.

use std::fmt;

use holotable_env::{Game, legal_actions};

use super::budget::{Budget, Clock};
use super::deal;
use super::judge::Judge;
use super::lead::leader;
use super::tree::Tree;
use super::tried::{Tried, weighed};
use crate::policy::{Luck, Policy, Weighed};

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
        let (legal, team) = (legal_actions(game, s), game.team(seat));
        let mut clock = Clock::start(self.budget);
        let (view, mut table) = deal(game, s, seat, luck);
        let judgement = self.judge.judge(game, &view, &legal, &mut table);
        let mut tree = Tree::new(team, &legal, &judgement);
        clock.count(1);
        while tree.root().len() > 1 && clock.fits(1, 1.0) {
            let (view, mut table) = deal(game, s, seat, luck);
            tree.simulate(game, view, self.judge.as_mut(), &mut table);
            clock.count(1);
        }
        let moves = tree.root();
        let favourite = judgement.favourite().map(|i| legal[i]);
        let chosen = match moves.iter().position(|one| Some(one.action) == favourite) {
            Some(favourite) => leader(moves, favourite, lead),
            None => Tried::most_tried(moves),
        };
        Some(weighed(moves.to_vec(), chosen, &legal, judgement.scores[team]))
    }
}

/// By how much a move is surely better than another; negative if that is open. Their tries were not paired: what one
/// more try looks at depends on what came before.
fn lead<A>(one: &Tried<A>, other: &Tried<A>) -> f64 {
    match (one.scores.spread(), other.scores.spread()) {
        (Some(one), Some(other)) => one.less(other).lead(),
        _ => f64::NEG_INFINITY,
    }
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("budget", &self.budget).finish_non_exhaustive()
    }
}
