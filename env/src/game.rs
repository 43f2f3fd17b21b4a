//! [`Game`]: what a set of rules must answer.

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::Chance;
use crate::finite::Finite;

/// The rules of a game for any number of seats, open or hidden, together or against each other.
///
/// `self` is the rules with their tables, cheap to share; [`State`](Game::State) is only what changes.
/// One step is one decision; everything that chance and the rules do until the next decision happens
/// inside it.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The position. Two equal positions play alike. It holds no generator and no log.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A decision, numbered `0..Action::N` for policies.
    type Action: Finite;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// The seats that share a result have the same team, numbered from 0 without a gap.
    fn team(&self, player: usize) -> usize;

    /// A fresh game, set up by chance.
    fn start(&self, chance: &mut impl Chance) -> Self::State;

    /// The seat that decides now; `None` when the game is over.
    fn actor(&self, s: &Self::State) -> Option<usize>;

    /// How many turns, or rounds, have begun; never falls, and stays 0 in a game that has none. Searches look whole turns ahead.
    fn turn(&self, _s: &Self::State) -> u32 {
        0
    }

    /// Calls `f` with each legal action of the [`actor`](Game::actor) once, in order of their numbers.
    /// Never empty before the end, always empty at the end.
    fn legal(&self, s: &Self::State, f: impl FnMut(Self::Action));

    /// Whether how many legal actions there are depends on what only the actor may know. Even a single one is then asked for, so
    /// that nobody learns from who is asked when.
    fn choice_is_private(&self, _s: &Self::State) -> bool {
        false
    }

    /// Plays `a`, which must be legal, and all that follows until the next decision.
    fn step(&self, s: &mut Self::State, a: Self::Action, chance: &mut impl Chance);

    /// Whether the [`score`](Game::score) of a seat is final: the game is over, or the seat is out of it for good while
    /// others play on. Such a seat never decides again. The seats of a team end together.
    fn ended(&self, s: &Self::State, _player: usize) -> bool {
        self.actor(s).is_none()
    }

    /// The result of a seat that has [`ended`](Game::ended): 0 lost, 1 won, between for shares and ties.
    fn score(&self, s: &Self::State, player: usize) -> f32;

    /// Deals anew what `player` cannot see, consistently with all that the player does see.
    fn redeal(&self, s: &mut Self::State, player: usize, chance: &mut impl Chance);
}

/// [`Game::legal`] for a function of any type, so that its code is compiled once for all callers.
pub fn each_legal<G: Game>(game: &G, s: &G::State, f: &mut dyn FnMut(G::Action)) {
    game.legal(s, f);
}

/// The legal actions of `s` as a list, in order of their numbers.
pub fn legal_actions<G: Game>(game: &G, s: &G::State) -> Vec<G::Action> {
    let mut list = Vec::with_capacity(32);
    each_legal(game, s, &mut |a| list.push(a));
    list
}

/// Whether there is one legal action only and everybody can see that.
pub fn is_forced<G: Game>(game: &G, s: &G::State) -> bool {
    let mut count = 0;
    each_legal(game, s, &mut |_| count += 1);
    count == 1 && !game.choice_is_private(s)
}
