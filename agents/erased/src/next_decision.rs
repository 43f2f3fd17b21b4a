//! What leads from an action to the next decision: its outcomes and the forced moves after it, which environments play at once.

use crate::traits::AnyState;

impl dyn AnyState + '_ {
    /// The forced move of a position, if there is one.
    pub fn forced(&self) -> Option<usize> {
        (self.actor().is_some() && self.is_forced()).then(|| self.legal()[0])
    }

    /// Plays forced moves until a decision is due or the game is over.
    ///
    /// # Panics
    /// If a forced move needs chance and the position has no generator.
    pub fn play_forced(&mut self) {
        while let Some(action) = self.forced() {
            self.apply(action).expect("a forced move is legal, and the position has its chance");
        }
    }

    /// Every position in which the next decision is due after a legal action, or the game is over, with its probability; `None` if
    /// there are more than `most`. The positions have no generators.
    pub fn decisions_after(&self, action: usize, most: usize) -> Option<Vec<(f64, Box<dyn AnyState>)>> {
        let (mut open, mut due) = (vec![(1.0, self.copy(false), action)], Vec::new());
        while let Some((probability, state, action)) = open.pop() {
            for outcome in state.outcomes(action, most - open.len() - due.len()).ok()? {
                let probability = probability * outcome.probability;
                match outcome.state.forced() {
                    Some(action) => open.push((probability, outcome.state, action)),
                    None => due.push((probability, outcome.state)),
                }
            }
        }
        Some(due)
    }
}
