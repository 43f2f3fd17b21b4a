//! [`Policy`]: chooses a move from what a player may know; [`Analysis`]: a choice with the estimates behind it.

use holotable_env::{Game, GameRng, Layout};

/// Chooses moves for one game.
pub trait Policy<G: Game>: Send {
    /// A legal action for the seat that acts in `s`.
    ///
    /// What that seat cannot see has been dealt anew in `s` ([`Game::redeal`]), so that no policy can use it. The answer must
    /// depend on nothing but the arguments, so that threads may play any share of the games; only a search with a time limit
    /// also depends on the machine.
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action;

    /// The same choice with the estimates behind it; `None`, and no random number drawn, for a policy that has none.
    fn analyse(&mut self, _game: &G, _s: &G::State, _rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        None
    }

    /// Why it has had no answer since this was last asked, so that its seat has lost the game; what it chose then is any legal
    /// action. `None` for a policy that always has one.
    fn forfeit(&mut self) -> Option<String> {
        None
    }

    /// Why another has decided in its place since this was last asked; `None` where none has.
    fn stood_in(&mut self) -> Option<StoodIn> {
        None
    }

    /// What a network is shown of `s`; `None` for a policy that is no network.
    fn features(&mut self, _game: &G, _s: &G::State) -> Option<&[f32]> {
        None
    }

    /// The layout of the [`features`](Self::features).
    fn features_layout(&self, _game: &G) -> Option<Layout> {
        None
    }

    /// The [prior](crate::observation_wrapper::ObservationWrapper::prior) in `s`, one number for each action; `None` for a policy
    /// that takes none.
    fn prior(&mut self, _game: &G, _s: &G::State) -> Option<&[f32]> {
        None
    }
}

/// Why another agent has decided in the place of one that had no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoodIn {
    /// The kind of reason, for who counts.
    pub kind: &'static str,
    /// The reason, in one line.
    pub why: String,
    /// The agent that decided instead.
    pub who: String,
}

/// A choice with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// What [`Policy::choose`] would have answered.
    pub action: A,
    /// The score that the acting seat expects, 0 to 1: its chance to win where nothing is shared.
    pub score: f64,
    /// Every legal action, the best first.
    pub moves: Vec<MoveAnalysis<A>>,
}

/// A policy's estimates for one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveAnalysis<A> {
    /// The action.
    pub action: A,
    /// Its share of a network's probability or of a search's simulations; over all actions these sum to 1.
    pub share: f64,
    /// The score that the acting seat expects after it, 0 to 1; `None` if it was not searched.
    pub score: Option<f64>,
}

impl<A> Analysis<A> {
    /// The same about other names of the actions.
    pub fn map<B>(self, name: impl Fn(A) -> B) -> Analysis<B> {
        let moves = self.moves.into_iter();
        let moves = moves.map(|MoveAnalysis { action, share, score }| MoveAnalysis {
            action: name(action),
            share,
            score,
        });
        Analysis { moves: moves.collect(), action: name(self.action), score: self.score }
    }
}
