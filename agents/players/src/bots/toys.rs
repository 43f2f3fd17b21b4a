//! The bots of the toys, which are there to try tournaments, searches and learners on.

use holotable_env::{Game, GameRng};
use holotable_games::toys::guess::Guess;
use holotable_games::toys::league::League;
use holotable_games::toys::minefield::Minefield;
use holotable_games::toys::secret_pig::{Move, SecretPig, State};

use super::{Bots, NoExpertFeatures};
use crate::odds_features::NoOddsFeatures;
use crate::policy::Policy;

/// Holds as soon as it may.
struct Coward;

impl Policy<SecretPig> for Coward {
    fn choose(&mut self, game: &SecretPig, s: &State, _rng: &mut GameRng) -> Move {
        let mut last = None;
        game.legal(s, |a| last = Some(a));
        last.expect("the game goes on")
    }
}

impl Bots for SecretPig {
    const BOTS: &'static [(&'static str, &'static str)] = &[("coward", "holds at once")];

    type OddsFeatures = NoOddsFeatures;
    type ExpertFeatures = NoExpertFeatures;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        (name == "coward").then(|| Box::new(Coward) as _)
    }
}

/// Toys that nobody wrote a bot for.
macro_rules! without_bots {
    ($($game:ty),+) => {
        $(impl Bots for $game {
            type OddsFeatures = NoOddsFeatures;
            type ExpertFeatures = NoExpertFeatures;
        })+
    };
}

without_bots!(Guess, League, Minefield);
