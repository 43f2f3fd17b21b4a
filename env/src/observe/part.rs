//! [`Part`]: a game inside another one.

use super::{Layout, Observe, Observer, Standard};
use crate::chance::{Sample, generator};
use crate::game::Game;

/// The rules of a game that is played inside another, with who writes its observations and what these mean.
///
/// The outer state holds the inner one (`battle: Option<combat::State>`), the outer actions one block for the inner
/// ones (`Battle { battle: combat::Action }`), the outer rules this, and everything is delegated.
#[derive(Clone, Debug)]
pub struct Part<G: Game, O = Standard> {
    game: G,
    observer: O,
    layout: Layout,
    example: G::State,
}

impl<G: Observe> Part<G> {
    /// A game whose standard observation is shown.
    pub fn new(game: G) -> Self {
        Self::observed_by(game, Standard)
    }
}

impl<G: Game, O: Observer<G>> Part<G, O> {
    /// A game of which `observer` writes the observations.
    pub fn observed_by(game: G, observer: O) -> Self {
        let example = game.start(&mut Sample(generator(0, 0)));
        let layout = Layout::at(&game, &observer, &example, 0);
        Self { game, observer, layout, example }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who writes its observations.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// What its actions and observed values mean, the names without a scope.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Some state of it, to ask for what is the same in all.
    pub(super) fn example(&self) -> &G::State {
        &self.example
    }
}
