//! [`Trace`]: chance that keeps its answers, and the events that the rules report.

use crate::chance::{Chance, Weights};
use crate::story::Story;

/// Passes on the answers of another source of chance and keeps them. [`listening`](Trace::listening) keeps the events of the
/// rules too.
///
/// The type does not depend on the source. The rules are therefore compiled once for all sources but the generator of fast
/// games, [`Sample`](crate::Sample).
///
/// ```
/// use holotable_env::{Chance, Deed, Item, Sample, Trace, Viewer, generator};
///
/// let mut rng = Sample(generator(7, 0));
/// let mut trace = Trace::listening(&mut rng);
/// let face = 1 + trace.below(6);
/// trace.tell(|story| {
///     story.cause("Seat 1").push(Deed::Roll, Item::new(face.to_string()));
/// });
/// let (picks, story) = trace.into_parts();
/// assert_eq!(picks, [face as u32 - 1]);
/// assert_eq!(story.lines(Viewer::Table), [format!("Seat 1 rolled {face}")]);
/// ```
pub struct Trace<'a> {
    source: &'a mut dyn Chance,
    picks: Vec<u32>,
    story: Option<Story>,
}

impl<'a> Trace<'a> {
    /// Keeps the answers of `source`.
    pub fn new(source: &'a mut dyn Chance) -> Self {
        Self { source, picks: Vec::new(), story: None }
    }

    /// Keeps the answers of `source` and the events of the rules.
    pub fn listening(source: &'a mut dyn Chance) -> Self {
        Self { story: Some(Story::default()), ..Self::new(source) }
    }

    /// The answers so far, as a [`Tape`](crate::Tape) plays them.
    pub fn into_picks(self) -> Vec<u32> {
        self.picks
    }

    /// The answers and the events so far. There are no events unless the trace was [`listening`](Trace::listening).
    pub fn into_parts(self) -> (Vec<u32>, Story) {
        (self.picks, self.story.unwrap_or_default())
    }

    fn keep(&mut self, i: usize) -> usize {
        self.picks.push(i as u32);
        i
    }
}

impl Chance for Trace<'_> {
    fn pick(&mut self, weights: &[u32]) -> usize {
        let i = self.source.pick(weights);
        self.keep(i)
    }

    fn pick_summed(&mut self, weights: &Weights) -> usize {
        let i = self.source.pick_summed(weights);
        self.keep(i)
    }

    fn below(&mut self, n: usize) -> usize {
        let i = self.source.below(n);
        self.keep(i)
    }

    fn tell(&mut self, tell: impl FnOnce(&mut Story)) {
        if let Some(story) = &mut self.story {
            tell(story);
        }
    }
}

impl std::fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trace")
            .field("picks", &self.picks)
            .field("story", &self.story)
            .finish_non_exhaustive()
    }
}
