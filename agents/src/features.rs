//! [`WithFeatures`]: the observation of an environment with what a game's bots work out beside it.
//!
//! An environment shows what lies on the table. A player may work out more from it, exact chances above all, and networks
//! are poor at that arithmetic. [`Features`] adds it after the observation, so that learner and trained player see the
//! same, and the environment stays as fast and plain as it is.

use std::path::Path;

use holotable_env::{Finite, Observer, Row, Sink};

use crate::bots::{Bots, Features};
use crate::checkpoint::stored_blocks;
use crate::net::shape::ADVICE;

/// Shows what the game itself shows, then the features and the advice of its bots, if any.
#[derive(Clone, Debug)]
pub struct WithFeatures<G: Bots> {
    features: Option<G::Features>,
}

/// The greatest strength of advice in nats: what is less likely than e to the minus this is not advised at all.
pub const ADVICE_SPAN: f32 = 8.0;

#[derive(Clone, Copy, Row)]
struct Advice {
    #[row(unit = "1 + ln(probability) / 8, at least 0")]
    strength: f32,
}

impl Advice {
    /// To do what the adviser does with probability `p`: 1 if surely, 0 if hardly ever.
    fn of(p: f64) -> Self {
        Self { strength: (1.0 + p.ln() as f32 / ADVICE_SPAN).max(0.0) }
    }
}

impl<G: Bots> WithFeatures<G> {
    /// The observer that shows the features of the game's bots.
    pub fn of(game: &G) -> Self {
        Self { features: Some(game.features()) }
    }

    /// The observer that shows what the game itself shows and no more.
    pub fn without() -> Self {
        Self { features: None }
    }

    /// What the network of the checkpoint in `folder` is shown, whose layout says whether that is features too. A folder
    /// that cannot be read is taken to; loading it tells what is wrong.
    pub fn as_stored(folder: &Path, game: &G) -> Self {
        let shown = stored_blocks(folder).is_none_or(|blocks| blocks.iter().any(|name| name == ADVICE));
        if shown { Self::of(game) } else { Self::without() }
    }
}

impl<G: Bots> Observer<G> for WithFeatures<G> {
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink) {
        game.observe(s, viewer, out);
        let Some(features) = &self.features else { return };
        features.write(game, s, viewer, out);
        let doc = "for each action number, how strongly the game's own bot advises it";
        out.rows(ADVICE, doc, G::Action::N, |rows| {
            if game.actor(s) == Some(viewer) {
                features.action_distribution(game, s, |a, p| rows.set(a.index(), Advice::of(p)));
            }
        });
    }
}
