//! [`Slips`]: an agent that now and then plays just any legal move, so that others are a match for it.

use holotable_env::{Chance as _, Game, GameRng};
use holotable_store::error::Error;

use crate::bots::Random;
use crate::policy::{Analysis, Policy, StoodIn};

/// The word with which the name of such an agent begins.
const SLIPS: &str = "slips:";

/// The words for help texts: how such an agent is written and what it is.
pub const HELP: (&str, &str) =
    ("slips:PERCENT+AGENT", "the agent, but any legal move at so many of a hundred decisions");

/// How often `slips:PERCENT+AGENT` slips, and the name of the agent; `None` if `spec` does not begin like one.
///
/// # Errors
/// One line: what is wrong with the per cent, or that no agent is named.
pub fn read(spec: &str) -> Result<Option<(usize, &str)>, Error> {
    let Some(rest) = spec.strip_prefix(SLIPS) else { return Ok(None) };
    let Some((percent, agent)) = rest.split_once('+').filter(|(_, agent)| !agent.is_empty()) else {
        return Err(Error::new(format!("'{spec}' names no agent after '+', as in {SLIPS}10+expert")));
    };
    if agent.starts_with(SLIPS) {
        return Err(Error::new(format!("'{spec}': an agent slips once")));
    }
    match percent.parse() {
        Ok(often @ 1..=99) => Ok(Some((often, agent))),
        _ => Err(Error::new(format!("'{percent}' of '{spec}' must be a whole per cent from 1 to 99"))),
    }
}

/// An agent that plays any legal move at some of its decisions.
#[expect(missing_debug_implementations, reason = "policies have none")]
pub struct Slips<G: Game> {
    /// At how many of a hundred decisions.
    often: usize,
    agent: Box<dyn Policy<G>>,
}

impl<G: Game> Slips<G> {
    /// The agent, which slips at so many of a hundred decisions.
    pub fn new(often: usize, agent: Box<dyn Policy<G>>) -> Self {
        Self { often, agent }
    }
}

impl<G: Game> Policy<G> for Slips<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        if rng.below(100) < self.often {
            Random.choose(game, s, rng)
        } else {
            self.agent.choose(game, s, rng)
        }
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        self.agent.analyse(game, s, rng)
    }

    fn forfeit(&mut self) -> Option<String> {
        self.agent.forfeit()
    }

    fn stood_in(&mut self) -> Option<StoodIn> {
        self.agent.stood_in()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_read_and_mistakes_named() {
        assert_eq!(read("slips:10+flat:9+ppo"), Ok(Some((10, "flat:9+ppo"))));
        assert_eq!(read("expert"), Ok(None));
        for (text, part) in [
            ("slips:10", "names no agent"),
            ("slips:10+", "names no agent"),
            ("slips:5+slips:5+expert", "slips once"),
            ("slips:0+expert", "from 1 to 99"),
            ("slips:+expert", "from 1 to 99"),
            ("slips:100+expert", "from 1 to 99"),
        ] {
            let line = read(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
