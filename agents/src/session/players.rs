//! [`Players`]: the agents that a table asks, made when they are first asked for.

use std::sync::Arc;

use holotable_erased::{AnyGame, AnyPlayer};
use holotable_store::error::Error;

/// The most agents that are kept; the one that was not asked for longest makes room. No game has more seats.
const MOST: usize = 8;

/// The agents that a table asks; the last is the one that was asked last.
#[derive(Default)]
pub(super) struct Players(Vec<(String, Box<dyn AnyPlayer>)>);

impl Players {
    /// The player of that name.
    ///
    /// # Errors
    /// As [`AnyGame::player`].
    pub fn named(&mut self, game: &Arc<dyn AnyGame>, name: &str) -> Result<&mut dyn AnyPlayer, Error> {
        let player = match self.0.iter().position(|(known, _)| known == name) {
            Some(i) => self.0.remove(i),
            None => (name.to_owned(), game.player(name)?),
        };
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(player);
        Ok(self.0.last_mut().expect("it was put there").1.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holotable_erased::Kind;

    #[test]
    fn those_that_were_asked_last_are_kept() {
        let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
        let mut players = Players::default();
        let mut ask = |name: &str| -> Vec<String> {
            players.named(&game, name).unwrap();
            players.0.iter().map(|(name, _)| name.clone()).collect()
        };
        ask("random");
        let known = (1..MOST).map(|n| ask(&format!("flat:{n}"))).last().unwrap();
        assert_eq!((known.len(), known[0].as_str()), (MOST, "random"));
        ask("random");
        let known = ask("flat:99");
        assert_eq!((known.len(), known[0].as_str()), (MOST, "flat:2"));
        assert!(known.contains(&"random".to_owned()));
        assert!(players.named(&game, "nobody").is_err());
    }
}
