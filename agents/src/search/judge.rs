//! [`Judge`]: whoever tells a search what a position is worth and which moves look good there.

use std::fmt;

use holotable_env::Game;

use super::{results, teams};
use crate::bots::{Bots, Random};
use crate::keen::KeenPlayer;
use crate::net::{NetPolicy, chance, softmax};
use crate::play::Table;
use crate::policy::Policy;

/// How much of the prior follows a bot's choice; the rest is shared out evenly, for the search to find better.
const TRUST_IN_BOTS: f32 = 0.5;
/// How much of the prior follows a network.
const TRUST_IN_NETWORKS: f32 = 0.9;

/// Judges positions of a game.
pub trait Judge<G: Game>: Send {
    /// Judges `s`, in which a seat may choose between the actions `legal`; luck is that of `table`.
    fn judge(&mut self, game: &G, s: &G::State, legal: &[G::Action], table: &mut Table) -> Judgement;
}

/// What a [`Judge`] says.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// For each legal action how likely it is to be the best; sums to 1.
    pub prior: Vec<f32>,
    /// The expected score of each team, 0 to 1.
    pub scores: Vec<f32>,
}

/// Judges a position by playing it once to its end.
pub struct Playout<G: Game> {
    policy: Box<dyn Policy<G>>,
    trust: f32,
}

impl<G: Game> Playout<G> {
    /// Every seat plays at random.
    pub fn random() -> Self {
        Self { policy: Box::new(Random), trust: 0.0 }
    }

    /// `policy` plays every seat, and its own choice is looked at first.
    pub fn by(policy: Box<dyn Policy<G>>) -> Self {
        Self { policy, trust: TRUST_IN_BOTS }
    }
}

impl<G: Game> fmt::Debug for Playout<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playout").field("trust", &self.trust).finish_non_exhaustive()
    }
}

impl<G: Game> Judge<G> for Playout<G> {
    fn judge(&mut self, game: &G, s: &G::State, legal: &[G::Action], table: &mut Table) -> Judgement {
        let mut prior = vec![(1.0 - self.trust) / legal.len() as f32; legal.len()];
        if self.trust > 0.0 {
            let seat = game.actor(s).expect("a seat has a choice");
            let favourite = table.decide(game, s, seat, self.policy.as_mut()).action;
            let place = legal.iter().position(|&a| a == favourite).expect("policies play legal actions");
            prior[place] += self.trust;
        }
        let end = table.finish(game, s, self.policy.as_mut());
        Judgement { prior, scores: results(game, &end) }
    }
}

/// Judges by what the network expects, without playing on. The network speaks for the seat that acts; the other
/// teams are taken to share the rest evenly.
impl<G: Bots> Judge<G> for KeenPlayer<G, NetPolicy> {
    fn judge(&mut self, game: &G, s: &G::State, legal: &[G::Action], _table: &mut Table) -> Judgement {
        let seat = game.actor(s).expect("a seat has a choice");
        let (_, logits, value) = self.evaluate(s);
        let even = (1.0 - TRUST_IN_NETWORKS) / legal.len() as f32;
        let prior = softmax(logits).into_iter().map(|p| TRUST_IN_NETWORKS * p as f32 + even).collect();
        Judgement { prior, scores: shared(chance(value) as f32, game.team(seat), teams(game)) }
    }
}

/// The scores of all teams if `team` expects `own` and the others share the rest.
fn shared(own: f32, team: usize, teams: usize) -> Vec<f32> {
    let rest = (1.0 - own) / (teams.max(2) - 1) as f32;
    (0..teams).map(|t| if t == team { own } else { rest }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_teams_share_the_rest() {
        assert_eq!(shared(0.75, 0, 1), [0.75]);
        assert_eq!(shared(0.75, 1, 2), [0.25, 0.75]);
        assert_eq!(shared(0.5, 0, 3), [0.5, 0.25, 0.25]);
    }
}
