//! [`Sight`]: what a network is told of a game: an observation in a [`View`] and, beside the mask, a prior.
//!
//! An environment shows what lies on the table. A player may work out more from it, exact chances above all, and networks
//! are poor at that arithmetic. [`Features`] adds it after the observation, so that learner and trained player see the
//! same, and the environment stays as fast and plain as it is.
//!
//! The prior is what the game's own bot would do: a number for each action, as the mask has one. It is no part of the
//! observation, so networks take it with either view or go without.

use std::path::Path;

use holotable_env::{Finite, Layout, Observer, Relations, Sink};

use crate::bots::{Bots, Features};
use crate::checkpoint::stored_blocks;

/// What is shown of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What the game itself shows, as environments do.
    Plain,
    /// That, and what the game's bots work out.
    Features,
}

/// What a network is told of a game.
#[derive(Clone, Debug)]
pub struct Sight<G: Bots> {
    features: G::Features,
    view: View,
}

/// How many nats a prior spans: an action less likely than e to the minus this counts as one that is never played.
pub const PRIOR_SPAN: f32 = 8.0;

impl<G: Bots> Sight<G> {
    /// The sight of a game in this view.
    pub fn of(game: &G, view: View) -> Self {
        Self { features: game.features(), view }
    }

    /// The same in another view.
    #[must_use]
    pub fn in_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// In the view of the checkpoint in `folder`, whose layout says whether that has features. A folder that cannot be
    /// read is taken to; loading it tells what is wrong.
    pub fn stored(folder: &Path, game: &G) -> Self {
        let sight = Self::of(game, View::Features);
        let plain = Layout::of(game).observation_blocks.len();
        let features = Layout::observed_by(game, &sight).observation_blocks.split_off(plain);
        let shown =
            stored_blocks(folder).is_none_or(|blocks| features.iter().any(|f| blocks.contains(&f.name)));
        if shown { sight } else { sight.in_view(View::Plain) }
    }

    /// Writes the prior in `s` into `out`, for each action number how likely the game's own bot is to play it:
    /// 1 + ln(probability) / 8, but at least 0, so 1 if it surely does and 0 if hardly ever. All are 0 where no bot has a
    /// say, and at the end. It depends on nothing but what the acting seat may know.
    ///
    /// `out` may be empty: who does not take the prior need not pay for it.
    pub fn prior(&self, game: &G, s: &G::State, out: &mut [f32]) {
        out.fill(0.0);
        if !out.is_empty() && game.actor(s).is_some() {
            let strength = |p: f64| (1.0 + p.ln() as f32 / PRIOR_SPAN).max(0.0);
            self.features.action_distribution(game, s, |a, p| out[a.index()] = strength(p));
        }
    }
}

impl<G: Bots> Observer<G> for Sight<G> {
    fn write(&self, game: &G, s: &G::State, viewer: usize, out: &mut impl Sink) {
        game.observe(s, viewer, out);
        if self.view == View::Features {
            self.features.write(game, s, viewer, out);
        }
    }

    fn relations(&self, game: &G) -> Relations {
        game.relations()
    }
}
