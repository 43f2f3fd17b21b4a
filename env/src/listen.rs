//! [`Listen`]: chance that keeps what the rules tell.

use crate::chance::{Chance, Weights};
use crate::story::Story;

/// Passes answers of chance on, and keeps what the rules tell.
///
/// ```
/// use holotable_env::dark_side_rising::DarkSideRising;
/// use holotable_env::{Game, Listen, Options, Sample, Tabletop, Viewer, generator, legal_actions};
///
/// let game = DarkSideRising::build(&Options::resolve(DarkSideRising::option_specs(), [])?, None)?;
/// let mut luck = Sample(generator(7, 0));
/// let mut s = game.start(&mut luck);
/// let mut listen = Listen::new(&mut luck);
/// let first = legal_actions(&game, &s)[0];
/// game.step(&mut s, first, &mut listen);
/// let lines = listen.into_story().lines(Viewer::Table);
/// assert!(lines[0].starts_with("Death Star die rolled "), "{lines:?}");
/// # Ok::<(), holotable_env::Error>(())
/// ```
#[derive(Debug)]
pub struct Listen<'a, C> {
    inner: &'a mut C,
    story: Story,
}

impl<'a, C: Chance> Listen<'a, C> {
    /// A listener in front of `inner`.
    pub fn new(inner: &'a mut C) -> Self {
        Self { inner, story: Story::default() }
    }

    /// What was told.
    pub fn into_story(self) -> Story {
        self.story
    }
}

impl<C: Chance> Chance for Listen<'_, C> {
    fn pick(&mut self, weights: &[u32]) -> usize {
        self.inner.pick(weights)
    }

    fn pick_summed(&mut self, weights: &Weights) -> usize {
        self.inner.pick_summed(weights)
    }

    fn below(&mut self, n: usize) -> usize {
        self.inner.below(n)
    }

    fn tell(&mut self, tell: impl FnOnce(&mut Story)) {
        tell(&mut self.story);
    }
}
