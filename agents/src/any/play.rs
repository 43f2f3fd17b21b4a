//! [`play`]: one whole game between players.

use std::collections::BTreeMap;

use holotable_env::Summary;

use super::SAME_GAME;
use super::player::{AnyPlayer, Player};
use crate::bots::Bots;
use crate::game_match::Match;
use crate::policy::Policy;

/// Players by numbers of the caller's.
pub type Players = BTreeMap<usize, Box<dyn AnyPlayer>>;

/// What is watched while a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Check every invariant of the game in every state.
    pub check: bool,
    /// Cut the game after this many decisions; forced moves do not count.
    pub decisions: u64,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// The reason, and the counts of the game.
    pub summary: Summary,
    /// Its decisions; forced moves do not count.
    pub decisions: u64,
}

/// See [`AnyGame::play`](super::AnyGame::play).
pub(super) fn play<G: Bots>(
    game: &G,
    seats: &[usize],
    players: &mut Players,
    seed: u64,
    limits: Limits,
) -> Result<Option<Ending>, String> {
    let policies = players.iter_mut().map(|(&number, player)| (number, policy::<G>(player.as_mut())));
    let mut policies: BTreeMap<usize, &mut dyn Policy<G>> = policies.collect();
    let mut game_match = Match::new(seed, game.players());
    let mut s = game.start(&mut game_match.chance);
    let mut decisions = 0;
    while let Some(seat) = game.actor(&s) {
        if decisions == limits.decisions {
            return Ok(None);
        }
        let policy = policies.get_mut(&seats[seat]).expect("every seat has a player");
        let decision = game_match.decide(game, &s, seat, *policy);
        decisions += u64::from(!decision.forced);
        game.step(&mut s, decision.action, &mut game_match.chance);
        if limits.check {
            game.check(&s)?;
        }
    }
    let scores = (0..game.players()).map(|seat| game.score(&s, seat)).collect();
    Ok(Some(Ending { scores, summary: game.summary(&s), decisions }))
}

fn policy<G: Bots>(player: &mut dyn AnyPlayer) -> &mut dyn Policy<G> {
    let player: &mut dyn std::any::Any = player;
    player.downcast_mut::<Player<G>>().expect(SAME_GAME).policy.as_mut()
}
