//! [`Facts`]: what is the same under all options of a game.

use holotable_env::OptionSpec;

use crate::bots::{Bots, ExpertFeatures};
use crate::odds_features::OddsFeatures;

/// An agent's name, and one line about it.
pub type Named = (&'static str, &'static str);

/// Every agent that has a name, of a game with these [`Bots::BOTS`] and [`Bots::NETWORKS`].
pub fn named_agents(bots: &[Named], networks: &[Named]) -> Vec<Named> {
    let random = ("random", "any legal action, each equally likely");
    [random].into_iter().chain(bots.iter().copied()).chain(networks.iter().copied()).collect()
}

/// The name of the strongest of these bots.
pub fn strongest(bots: &[Named]) -> &'static str {
    bots.last().map_or("random", |(name, _)| name)
}

/// What is the same under all options of a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name in commands, files and Python.
    pub name: &'static str,
    /// One line that says what the game is.
    pub about: &'static str,
    /// The version of the rules.
    pub rules_version: u32,
    /// No game lasts more decisions than this.
    pub max_decisions: usize,
    /// Why games end, wins first.
    pub reasons: &'static [&'static str],
    /// The options and their ranges.
    pub options: &'static [OptionSpec],
    /// The bots with one line about each, weakest first.
    pub bots: &'static [(&'static str, &'static str)],
    /// The trained networks that come with the game, with one line about each.
    pub networks: &'static [(&'static str, &'static str)],
    /// Who takes one kind of decision over from any player, with one line about each.
    pub specialists: &'static [(&'static str, &'static str)],
    /// Whether there is a [prior](crate::observation_wrapper::ObservationWrapper::prior) for networks.
    pub gives_prior: bool,
    /// Whether decisions can be taken as [subgoals](OddsFeatures::subgoals).
    pub has_subgoals: bool,
}

impl Facts {
    /// Those of the game of this type.
    pub fn of<G: Bots>() -> Self {
        Self {
            name: G::NAME,
            about: G::ABOUT,
            rules_version: G::RULES_VERSION,
            max_decisions: G::MAX_DECISIONS,
            reasons: G::REASONS,
            options: G::option_specs(),
            bots: G::BOTS,
            networks: G::NETWORKS,
            specialists: G::SPECIALISTS,
            gives_prior: G::ExpertFeatures::GIVES_PRIOR,
            has_subgoals: G::OddsFeatures::SUBGOALS,
        }
    }

    /// Every agent that has a name, with one line about it.
    pub fn agents(&self) -> Vec<(&'static str, &'static str)> {
        named_agents(self.bots, self.networks)
    }

    /// The name of the strongest bot.
    pub fn strongest(&self) -> &'static str {
        strongest(self.bots)
    }
}
