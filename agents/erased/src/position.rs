//! [`Position`]: the position of a game of one type, behind [`AnyState`].

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use holotable_env::streams::FORKS;
use holotable_env::{
    Chance, Explain, Finite, GameRng, Named, Observer, Outcome, Picture, Replay, Sample, Summary, Tape,
    Trace, Viewer, Write, each_legal, generator, is_forced, outcomes_while,
};
use holotable_players::bots::{Bots, Random};
use holotable_players::observation_wrapper::{Choice, FeatureSet};
use holotable_players::policy::Policy;
use holotable_store::stop;
use rand::Rng;
use serde_json::Value;

use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::traits::{AnyGame, AnyState, StepResult};

/// A position of a game of one type.
#[derive(Debug)]
pub(crate) struct Position<G: Bots> {
    pub rules: Arc<Rules<G>>,
    pub state: G::State,
    pub rng: Option<GameRng>,
}

/// Chance without a generator: picks the only possibility where there is just one, and records that it was asked where
/// there are more.
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

/// Plays a step and gives its events and its answers of chance.
fn traced<G: Bots>(game: &G, s: &mut G::State, a: G::Action, chance: &mut dyn Chance) -> StepResult {
    let mut trace = Trace::listening(chance);
    game.step(s, a, &mut trace);
    let (picks, story) = trace.into_parts();
    StepResult { story, picks }
}

/// An independent generator, forked off this one.
pub(crate) fn fork(rng: &mut GameRng) -> GameRng {
    Sample(generator(rng.0.next_u64(), FORKS))
}

impl<G: Bots> Position<G> {
    /// The position of this type, if it is one.
    pub fn of(state: &dyn AnyState) -> Option<&Self> {
        let state: &dyn Any = state;
        state.downcast_ref()
    }

    /// A state of these rules as a position.
    pub fn at(rules: &Arc<Rules<G>>, state: G::State, rng: Option<GameRng>) -> Box<dyn AnyState> {
        Box::new(Self { rules: Arc::clone(rules), state, rng })
    }

    fn game(&self) -> &G {
        &self.rules.game
    }

    fn with(&self, state: G::State, rng: Option<GameRng>) -> Box<dyn AnyState> {
        Self::at(&self.rules, state, rng)
    }

    /// The state as whoever acts knows it: what that seat cannot see is dealt anew.
    pub fn seen(&self, rng: &mut GameRng) -> G::State {
        let mut s = self.state;
        let seat = self.game().actor(&s).expect("the game goes on");
        self.game().redeal(&mut s, seat, rng);
        s
    }

    fn checked(&self, action: usize) -> Result<G::Action, Refusal> {
        if self.actor().is_none() {
            return Err(Refusal::Over);
        }
        let a = G::Action::at(action);
        match self.why_illegal(action) {
            None => Ok(a),
            Some(why) => {
                Err(Refusal::Illegal(format!("action {action}, {}, is not legal: {why}", a.label())))
            }
        }
    }

    /// An independent generator, forked off this position's.
    fn forked(&mut self, what: &str) -> Result<GameRng, Refusal> {
        self.rng.as_mut().map(fork).ok_or_else(|| Refusal::NeedsChance(what.to_owned()))
    }
}

impl<G: Bots> AnyState for Position<G> {
    fn rules(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.rules) as Arc<dyn AnyGame>
    }

    fn copy(&self, rng: bool) -> Box<dyn AnyState> {
        self.with(self.state, if rng { self.rng.clone() } else { None })
    }

    fn assign(&mut self, other: &dyn AnyState) -> Result<(), Refusal> {
        let other = Self::of(other).filter(|o| o.rules.codec == self.rules.codec);
        let other = other.ok_or(Refusal::Foreign)?;
        (self.state, self.rng) = (other.state, other.rng.clone());
        Ok(())
    }

    fn rng(&self) -> Option<&GameRng> {
        self.rng.as_ref()
    }

    fn set_rng(&mut self, rng: Option<GameRng>) {
        self.rng = rng;
    }

    fn actor(&self) -> Option<usize> {
        self.game().actor(&self.state)
    }

    fn turn(&self) -> u32 {
        self.game().turn(&self.state)
    }

    fn legal(&self) -> Vec<usize> {
        let mut list = Vec::with_capacity(32);
        each_legal(self.game(), &self.state, &mut |a| list.push(a.index()));
        list
    }

    fn is_forced(&self) -> bool {
        is_forced(self.game(), &self.state)
    }

    fn apply(&mut self, action: usize) -> Result<(), Refusal> {
        let a = self.checked(action)?;
        let game = &self.rules.game;
        if let Some(rng) = &mut self.rng {
            game.step(&mut self.state, a, rng);
            return Ok(());
        }
        let (mut state, mut chance) = (self.state, NoChance { asked: false });
        game.step(&mut state, a, &mut Trace::new(&mut chance));
        if chance.asked {
            return Err(Refusal::NeedsChance(a.label()));
        }
        self.state = state;
        Ok(())
    }

    fn play(&mut self, action: usize, picks: Option<&[u32]>) -> Result<StepResult, Refusal> {
        let a = self.checked(action)?;
        let (game, mut state) = (&self.rules.game, self.state);
        let result = match (picks, &mut self.rng) {
            (Some(picks), _) => {
                let mut tape = Tape::new(picks);
                let result = traced(game, &mut state, a, &mut tape);
                tape.finish()
                    .map_err(|why| Refusal::Illegal(format!("no result of {}: {why}", a.label())))?;
                result
            }
            (None, Some(rng)) => traced(game, &mut state, a, rng),
            (None, None) => {
                let mut chance = NoChance { asked: false };
                let result = traced(game, &mut state, a, &mut chance);
                if chance.asked {
                    return Err(Refusal::NeedsChance(a.label()));
                }
                result
            }
        };
        self.state = state;
        Ok(result)
    }

    fn result(&self) -> Value {
        Replay::result_of(self.game(), &self.state)
    }

    fn sample(&mut self, action: usize) -> Result<Box<dyn AnyState>, Refusal> {
        let a = self.checked(action)?;
        let mut rng = self.forked("sample")?;
        let mut state = self.state;
        self.game().step(&mut state, a, &mut rng);
        Ok(self.with(state, Some(rng)))
    }

    fn outcomes(&self, action: usize, limit: usize) -> Result<Vec<Outcome<Box<dyn AnyState>>>, Refusal> {
        let a = self.checked(action)?;
        let every = outcomes_while(self.game(), &self.state, a, limit, || !stop::asked())?;
        let any = |o: Outcome<G::State>| Outcome {
            probability: o.probability,
            picks: o.picks,
            state: self.with(o.state, None),
        };
        Ok(every.into_iter().map(any).collect())
    }

    fn redeal(&mut self, player: usize) -> Result<Box<dyn AnyState>, Refusal> {
        let mut rng = self.forked("redeal")?;
        let mut state = self.state;
        self.game().redeal(&mut state, player, &mut rng);
        Ok(self.with(state, Some(rng)))
    }

    fn known(&self, rng: &mut GameRng) -> Box<dyn AnyState> {
        let state = self.seen(rng);
        self.with(state, Some(fork(rng)))
    }

    fn playout(&mut self) -> Result<Vec<f64>, Refusal> {
        let mut rng = self.forked("playout")?;
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

    fn features(&self, player: usize, out: &mut [f32]) {
        self.rules.wrapper(FeatureSet::EXPERT).write(self.game(), &self.state, player, &mut Write::new(out));
    }

    fn prior(&self, out: &mut [f32]) {
        self.rules.prior(&self.state, out);
    }

    fn subgoals(&self, out: &mut Vec<Choice>) {
        self.rules.subgoals(&self.state, out);
    }

    fn describe(&self, player: usize) -> Vec<Named> {
        let mut explain = Explain::default();
        self.game().observe(&self.state, player, &mut explain);
        explain.values
    }

    fn describe_action(&self, action: usize) -> String {
        self.game().describe_action(&self.state, G::Action::at(action))
    }

    fn public_label(&self, action: usize) -> Option<String> {
        self.game().public_label(&self.state, G::Action::at(action))
    }

    fn describe_action_for(&self, action: usize, viewer: Viewer) -> String {
        self.game().describe_action_for(&self.state, G::Action::at(action), viewer)
    }

    fn places(&self, action: usize) -> Vec<String> {
        self.game().places(&self.state, G::Action::at(action))
    }

    fn why_illegal(&self, action: usize) -> Option<String> {
        let (game, a) = (self.game(), G::Action::at(action));
        let mut legal = false;
        each_legal(game, &self.state, &mut |b| legal |= a == b);
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
        Self::of(other).is_some_and(|o| o.rules.codec == self.rules.codec && o.state == self.state)
    }

    fn hash_code(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rules.codec, &self.state).hash(&mut hasher);
        hasher.finish()
    }
}
