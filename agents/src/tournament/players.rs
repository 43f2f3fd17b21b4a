//! Plays one game between agents, and keeps loaded players for the next one in a [`Bench`].

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use holotable_env::Tabletop;

use crate::bots::Bots;
use crate::error::Error;
use crate::game_match::Match;
use crate::policy::Policy;
use crate::roster::load;

/// Plays one game and returns its final state and the number of decisions; or, if checked, the invariant that it broke.
pub(crate) fn play_one<G: Tabletop>(
    game: &G,
    seats: &[usize],
    players: &mut Players<G>,
    seed: u64,
    check: bool,
) -> Result<(G::State, u64), String> {
    let mut game_match = Match::new(seed, game.players());
    let mut s = game.start(&mut game_match.chance);
    let mut decisions = 0;
    while let Some(seat) = game.actor(&s) {
        let player = players.get_mut(&seats[seat]).expect("every agent of the seating has a player");
        let decision = game_match.decide(game, &s, seat, player.as_mut());
        decisions += u64::from(!decision.forced);
        game.step(&mut s, decision.action, &mut game_match.chance);
        if check {
            game.check(&s)?;
        }
    }
    Ok((s, decisions))
}

/// The players of a game by the numbers of their agents.
pub(crate) type Players<G> = BTreeMap<usize, Box<dyn Policy<G>>>;

/// A pool of loaded players of one agent, which threads take and give back.
pub(crate) struct Bench<'a, G> {
    spec: &'a str,
    waiting: Mutex<Vec<Box<dyn Policy<G>>>>,
}

impl<'a, G: Bots> Bench<'a, G> {
    pub fn new(game: &G, spec: &'a str) -> Result<Self, Error> {
        Ok(Self { spec, waiting: Mutex::new(vec![load(game, spec)?]) })
    }

    pub fn take(&self, game: &G) -> Result<Box<dyn Policy<G>>, Error> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        waiting.map_or_else(|| load(game, self.spec), Ok)
    }

    pub fn give_back(&self, player: Box<dyn Policy<G>>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(player);
    }
}
