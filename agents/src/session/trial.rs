//! [`Trial`]: what an action is worth beside the best one, before it is played, by what the seat that acts can know.

use holotable_arena::luck;
use holotable_arena::rollouts::{self, PlayedOn};
use holotable_env::streams::FORKS;
use holotable_env::{Sample, Viewer, generator};
use holotable_store::error::Error;
use serde::Serialize;

use super::GameSession;

/// How often what the seat cannot see is dealt anew.
const DEALS: usize = 8;

/// A cost that matters, as a share of the chance to win.
const MATTERS: f64 = 0.05;

/// What an evaluator makes of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// What the action costs of the chance to win, beside the best one: 0 for the best one.
    pub cost: f64,
    /// The standard error of the cost.
    pub unsure: f64,
    /// By how much the evaluator corrects its own value of the position: what costs less may be its error.
    pub correction: f64,
    /// The action beside the best one by whole games, where the cost is greater than what the evaluator can be wrong about.
    pub played_on: Option<PlayedOn>,
    /// Whether the cost matters: whole games find that it does, and cannot be wrong about it.
    pub matters: bool,
    /// A better action: the best by the values or the agent's own, by whole games where these were played; nothing beside the agent's own.
    pub better: Option<usize>,
    /// The same in words.
    pub better_words: Option<String>,
}

/// What an evaluator makes of the decisions of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// How many decisions had a choice, and an evaluation.
    pub decisions: usize,
    /// What they cost in all of the chance to win.
    pub cost: f64,
    /// The positions at which a decision cost something that matters, and what it did.
    pub mistakes: Vec<(usize, f64)>,
}

impl GameSession {
    /// What a network of the game makes of an action. What the seat that acts cannot see is dealt anew, so that a mistake is one by
    /// what the seat could know. `None` if the agent is no network, or has no value for the team of the seat after the action.
    ///
    /// # Errors
    /// As [`AnyGame::player`](holotable_erased::AnyGame::player), and where the action is not legal.
    pub fn trial(&self, at: usize, action: usize, agent: &str) -> Result<Option<Trial>, Error> {
        let state = self.nodes[at].state.as_ref();
        let Some(seat) = state.actor().filter(|_| self.is_network(agent)) else { return Ok(None) };
        self.check(state, action)?;
        let team = self.game.teams().of_seats()[seat];
        let deals = if self.sees_all(at, Viewer::Seat(seat)) { 1 } else { DEALS };
        let mut twin = state.copy(false);
        twin.set_rng(Some(Sample(generator(at as u64, FORKS))));
        let (mut costs, mut unsure, mut correction, mut best) = (Vec::new(), 0.0, 0.0, Vec::new());
        for _ in 0..deals {
            let before = twin.redeal(seat).map_err(|e| Error::new(e.to_string()))?;
            let mut after = before.copy(true);
            after.play(action, None).map_err(|e| Error::new(e.to_string()))?;
            let split = {
                let mut players = self.players();
                let evaluator = players.named(&self.game, agent)?;
                luck::split(evaluator, (before.as_ref(), action, after.as_ref()), team)
            };
            let Some(split) = split else { return Ok(None) };
            costs.push(-split.error);
            unsure += split.unsure * split.unsure;
            correction += split.correction.abs() / deals as f64;
            best.extend(split.best);
        }
        let n = deals as f64;
        let cost = costs.iter().sum::<f64>() / n;
        let spread = costs.iter().map(|it| (it - cost).powi(2)).sum::<f64>();
        let between = if deals > 1 { spread / (n - 1.0) / n } else { 0.0 };
        let unsure = (unsure / n / n + between).sqrt();
        // What is best in most deals.
        let better =
            best.iter().copied().max_by_key(|it| (best.iter().filter(|other| *other == it).count(), *it));
        let better = better.filter(|&it| it != action);
        let doubted = better.is_some() && cost >= MATTERS && cost > correction.max(2.0 * unsure);
        let own = self.choice(at, agent)?;
        let games = if doubted { self.in_whole_games(at, action, [better, own], agent, team)? } else { None };
        let better = match games {
            Some((best, _)) => Some(best),
            // What the agent would do itself is right: by how little its values prefer another is within their error.
            None => better.filter(|_| own != Some(action)),
        };
        let played_on = games.map(|(_, played_on)| played_on);
        Ok(Some(Trial {
            cost,
            unsure,
            correction,
            matters: played_on.is_some_and(|it| -it.error >= MATTERS.max(2.0 * it.unsure)),
            played_on,
            better,
            better_words: better.map(|it| state.describe_action(it)),
        }))
    }

    /// An action in whole games beside others: the best of these, with what was found of it.
    fn in_whole_games(
        &self,
        at: usize,
        action: usize,
        others: [Option<usize>; 2],
        agent: &str,
        team: usize,
    ) -> Result<Option<(usize, PlayedOn)>, Error> {
        let mut players = self.players();
        let player = players.named(&self.game, agent)?;
        let state = self.nodes[at].state.as_ref();
        let [first, second] = others;
        let others = first.into_iter().chain(second.filter(|_| second != first));
        let others = others.filter(|&other| other != action);
        let found = others
            .filter_map(|other| Some((other, rollouts::played_on(player, state, [action, other], team)?)));
        Ok(found.min_by(|(_, one), (_, other)| one.error.total_cmp(&other.error)))
    }

    /// What persons in these seats did on the way to a node, as an agent sees it.
    ///
    /// # Errors
    /// As [`trial`](Self::trial).
    pub fn reviewed(&self, at: usize, seats: &[usize], agent: &str) -> Result<Review, Error> {
        let mut review = Review::default();
        for node in self.path(at) {
            let Some((parent, played)) = self.nodes[node].parent.zip(self.nodes[node].played.as_ref()) else {
                continue;
            };
            if played.only || played.who != super::Seat::Person.name() || !seats.contains(&played.seat) {
                continue;
            }
            let Some(trial) = self.trial(parent, played.action, agent)? else { continue };
            review.decisions += 1;
            review.cost += trial.cost;
            if trial.matters {
                review.mistakes.push((parent, trial.cost));
            }
        }
        Ok(review)
    }
}
