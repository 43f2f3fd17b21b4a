//! [`AnyState`]: a position of any game with its rules and, optionally, its own random generator.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use holotable_agents::bots::{Bots, Random};
use holotable_agents::policy::Policy;
use holotable_env::{
    Chance, Explain, Finite, Game, GameRng, Named, Picture, Summary, Viewer, Write, generator, outcomes,
};
use rand::Rng;
use serde_json::Value;

use crate::errors::Fault;
use crate::rules::{AnyGame, Rules};

/// A position of one game.
#[derive(Debug)]
pub struct Position<G: Game> {
    /// The rules.
    pub rules: Arc<Rules<G>>,
    /// The state of the game.
    pub state: G::State,
    /// The generator, if the position has one.
    pub rng: Option<GameRng>,
}

/// Results of an action with their probabilities.
pub type Outcomes = Vec<(f64, Box<dyn AnyState>)>;

/// The operations that Python needs on a position of any game. Numbers of actions and players are in range: the caller has checked.
pub trait AnyState: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn rules(&self) -> Arc<dyn AnyGame>;
    /// A copy, with the generator or without.
    fn copy(&self, rng: bool) -> Box<dyn AnyState>;
    /// Becomes equal to another position of the same rules, generator included.
    fn assign(&mut self, other: &dyn AnyState) -> Result<(), Fault>;
    /// Gives the position another generator, or none.
    fn set_rng(&mut self, rng: Option<GameRng>);
    fn has_rng(&self) -> bool;
    fn actor(&self) -> Option<usize>;
    fn legal(&self) -> Vec<usize>;
    fn apply(&mut self, action: usize) -> Result<(), Fault>;
    /// One result of an action, with a generator of its own forked from this one's.
    fn sample(&mut self, action: usize) -> Result<Box<dyn AnyState>, Fault>;
    fn outcomes(&self, action: usize, limit: usize) -> Result<Outcomes, Fault>;
    /// A copy in which what `player` cannot see is dealt anew, with a forked generator.
    fn redeal(&mut self, player: usize) -> Result<Box<dyn AnyState>, Fault>;
    /// The scores at the end of a random game from here.
    fn playout(&mut self) -> Result<Vec<f64>, Fault>;
    /// The score of each seat, 0 lost to 1 won; `None` before the end.
    fn scores(&self) -> Option<Vec<f64>>;
    fn json(&self, viewer: Viewer) -> Value;
    fn bytes(&self, out: &mut Vec<u8>);
    fn observe(&self, player: usize, out: &mut [f32]);
    fn describe(&self, player: usize) -> Vec<Named>;
    fn tell(&self, action: usize) -> String;
    /// Which rule forbids an action; `None` when it is legal.
    fn why_illegal(&self, action: usize) -> Option<String>;
    fn text(&self, viewer: Viewer) -> String;
    /// What the acting seat is asked; `None` at the end.
    fn prompt(&self) -> Option<String>;
    fn summary(&self) -> Summary;
    fn picture(&self, viewer: Viewer) -> Picture;
    fn same(&self, other: &dyn AnyState) -> bool;
    fn hash(&self) -> u64;
}

/// Chance without a generator: picks the only possibility where there is just one, and records that it was asked where there are
/// more.
struct NoChance {
    asked: bool,
}

impl Chance for NoChance {
    fn pick(&mut self, weights: &[u32]) -> usize {
        let mut possible = (0..weights.len()).filter(|&i| weights[i] > 0);
        let first = possible.next().expect("a positive weight");
        self.asked |= possible.next().is_some();
        first
    }
}

fn no_generator(what: &str) -> Fault {
    Fault::Value(format!(
        "{what} needs chance, but this state has no generator; give it one with reseed(seed)"
    ))
}

impl<G: Bots> Position<G> {
    fn game(&self) -> &G {
        &self.rules.game
    }

    fn with(&self, state: G::State, rng: Option<GameRng>) -> Box<dyn AnyState> {
        Box::new(Self { rules: Arc::clone(&self.rules), state, rng })
    }

    fn checked(&self, action: usize) -> Result<G::Action, Fault> {
        if self.actor().is_none() {
            return Err(Fault::Over("the game is over: start a new one with Game.new_state".into()));
        }
        let a = G::Action::at(action);
        match self.why_illegal(action) {
            None => Ok(a),
            Some(why) => Err(Fault::Illegal(format!("action {action}, {}, is not legal: {why}", a.label()))),
        }
    }

    /// Forks an independent generator off this position's.
    fn fork(&mut self, what: &str) -> Result<GameRng, Fault> {
        let rng = self.rng.as_mut().ok_or_else(|| no_generator(what))?;
        Ok(holotable_env::Sample(generator(rng.0.next_u64(), FORKED)))
    }
}

/// The stream of forked generators. Games use the numbers of their episodes, from 0, so the two never meet.
const FORKED: u64 = 1 << 62;

impl<G: Bots> AnyState for Position<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn rules(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.rules) as Arc<dyn AnyGame>
    }

    fn copy(&self, rng: bool) -> Box<dyn AnyState> {
        self.with(self.state, if rng { self.rng.clone() } else { None })
    }

    fn assign(&mut self, other: &dyn AnyState) -> Result<(), Fault> {
        let other = other.as_any().downcast_ref::<Self>().filter(|o| o.rules.codec == self.rules.codec);
        let other = other.ok_or_else(|| {
            Fault::Value("the other state is of another game, or of other options or data".into())
        })?;
        (self.state, self.rng) = (other.state, other.rng.clone());
        Ok(())
    }

    fn set_rng(&mut self, rng: Option<GameRng>) {
        self.rng = rng;
    }

    fn has_rng(&self) -> bool {
        self.rng.is_some()
    }

    fn actor(&self) -> Option<usize> {
        self.game().actor(&self.state)
    }

    fn legal(&self) -> Vec<usize> {
        let mut list = Vec::with_capacity(32);
        self.game().legal(&self.state, |a| list.push(a.index()));
        list
    }

    fn apply(&mut self, action: usize) -> Result<(), Fault> {
        let a = self.checked(action)?;
        let game = &self.rules.game;
        if let Some(rng) = &mut self.rng {
            game.step(&mut self.state, a, rng);
            return Ok(());
        }
        let (mut state, mut chance) = (self.state, NoChance { asked: false });
        game.step(&mut state, a, &mut chance);
        if chance.asked {
            return Err(no_generator(&a.label()));
        }
        self.state = state;
        Ok(())
    }

    fn sample(&mut self, action: usize) -> Result<Box<dyn AnyState>, Fault> {
        let a = self.checked(action)?;
        let mut rng = self.fork("sample")?;
        let mut state = self.state;
        self.game().step(&mut state, a, &mut rng);
        Ok(self.with(state, Some(rng)))
    }

    fn outcomes(&self, action: usize, limit: usize) -> Result<Outcomes, Fault> {
        let a = self.checked(action)?;
        let every = outcomes(self.game(), &self.state, a, limit)?;
        Ok(every.into_iter().map(|o| (o.probability, self.with(o.state, None))).collect())
    }

    fn redeal(&mut self, player: usize) -> Result<Box<dyn AnyState>, Fault> {
        let mut rng = self.fork("redeal")?;
        let mut state = self.state;
        self.game().redeal(&mut state, player, &mut rng);
        Ok(self.with(state, Some(rng)))
    }

    fn playout(&mut self) -> Result<Vec<f64>, Fault> {
        let mut rng = self.fork("playout")?;
        let (game, mut s) = (self.game(), self.state);
        while game.actor(&s).is_some() {
            let a = Random.choose(game, &s, &mut rng);
            game.step(&mut s, a, &mut rng);
        }
        Ok((0..game.players()).map(|p| f64::from(game.score(&s, p))).collect())
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let score = |p| f64::from(self.game().score(&self.state, p));
        self.actor().is_none().then(|| (0..self.game().players()).map(score).collect())
    }

    fn json(&self, viewer: Viewer) -> Value {
        self.game().to_json(&self.state, viewer)
    }

    fn bytes(&self, out: &mut Vec<u8>) {
        self.rules.codec.write(&self.state, self.rng.as_ref(), out);
    }

    fn observe(&self, player: usize, out: &mut [f32]) {
        self.game().observe(&self.state, player, &mut Write::new(out));
    }

    fn describe(&self, player: usize) -> Vec<Named> {
        let mut explain = Explain::default();
        self.game().observe(&self.state, player, &mut explain);
        explain.values
    }

    fn tell(&self, action: usize) -> String {
        self.game().tell(&self.state, G::Action::at(action))
    }

    fn why_illegal(&self, action: usize) -> Option<String> {
        let (game, a) = (self.game(), G::Action::at(action));
        let mut legal = false;
        game.legal(&self.state, |b| legal |= a == b);
        match (legal, self.actor()) {
            (true, _) => None,
            (false, None) => Some("the game is over".into()),
            (false, Some(_)) => Some(game.why_illegal(&self.state, a)),
        }
    }

    fn text(&self, viewer: Viewer) -> String {
        self.game().text(&self.state, viewer)
    }

    fn prompt(&self) -> Option<String> {
        self.actor().is_some().then(|| self.game().prompt(&self.state))
    }

    fn summary(&self) -> Summary {
        self.game().summary(&self.state)
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        self.game().picture(&self.state, viewer)
    }

    fn same(&self, other: &dyn AnyState) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|o| o.rules.codec == self.rules.codec && o.state == self.state)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rules.codec, &self.state).hash(&mut hasher);
        hasher.finish()
    }
}
