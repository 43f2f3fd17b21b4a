//! [`Listen`]: chance that keeps what the rules tell.

use crate::chance::{Chance, Weights};
use crate::story::Story;

/// Passes answers of chance on, and keeps what the rules tell.
///
/// ```
/// use holotable_env::{Chance, Deed, Item, Listen, Sample, Viewer, generator};
///
/// let mut rng = Sample(generator(7, 0));
/// let mut listen = Listen::new(&mut rng);
/// let face = 1 + listen.below(6);
/// listen.tell(|story| {
///     story.cause("Seat 1").push(Deed::Roll, Item::new(face.to_string()));
/// });
/// assert_eq!(listen.into_story().lines(Viewer::Table), [format!("Seat 1 rolled {face}")]);
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
