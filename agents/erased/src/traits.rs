//! What is known of games, positions, batches and players without their types: [`AnyGame`], [`AnyState`], [`AnyBatch`],
//! [`AnyPlayer`], [`Chooser`]. They speak of each other, so they stand together.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use holotable_env::catalogue::Entry;
use holotable_env::{
    BatchConfig, Buffers, Error, GameRng, IllegalAction, Layout, Named, Options, Outcome, Picture, Replay,
    SlotAction, SlotState, Story, Summary, Viewer, action_label,
};
use holotable_net::Net;
use holotable_players::facts::Facts;
use holotable_players::observation_wrapper::{Choice, FeatureSet};
use holotable_players::policy::{Analysis, StoodIn};
use holotable_players::teams::Teams;
use holotable_store::checkpoint::{GameMark, Source};
use holotable_store::error::Error as AgentError;
use serde_json::Value;

use crate::actions::Actions;
use crate::clocked::Clock;
use crate::ending::{Ending, Limits};
use crate::measure::Figures;
use crate::play_back::{Decision, Numbers};
use crate::refusal::{Failed, Refusal};

/// A game with its options and data set.
pub trait AnyGame: Any + Debug + Send + Sync {
    /// What is the same under all options.
    fn facts(&self) -> &Facts;

    /// The options in force.
    fn options(&self) -> &Options;

    /// The folder of the data set, if it is not the built-in one.
    fn data(&self) -> Option<&Path>;

    /// A hash of the data set in force.
    fn data_hash(&self) -> &str;

    /// Every printed value of the data set with its provenance.
    fn catalogue(&self) -> Vec<Entry>;

    /// The rules in our own words with the options in force and the components, as Markdown: enough to play by.
    fn rules_text(&self) -> String;

    /// Differs between games, versions, options and data sets.
    fn fingerprint(&self) -> u64;

    /// What a network trained on it belongs to.
    fn mark(&self) -> GameMark;

    /// The seats and their teams.
    fn teams(&self) -> &Teams;

    /// What a team is called.
    fn team_name(&self, team: usize) -> String;

    /// The meaning of the numbers with these features.
    fn layout(&self, features: FeatureSet) -> &Layout;

    /// The names of all actions, and their numbers.
    fn actions(&self) -> &Actions;

    /// The name of an action.
    fn label(&self, action: usize) -> String;

    /// The same game under other options.
    ///
    /// # Errors
    /// As [`Tabletop::build`](holotable_env::Tabletop::build).
    fn under(&self, options: &Options) -> Result<Arc<dyn AnyGame>, Error>;

    /// A fresh game, whose chance is that of `rng`.
    fn start(self: Arc<Self>, rng: GameRng) -> Box<dyn AnyState>;

    /// A position from its words, without a generator.
    ///
    /// # Errors
    /// As [`read_state`](holotable_env::read_state).
    fn read_json(self: Arc<Self>, json: &Value) -> Result<Box<dyn AnyState>, Error>;

    /// A position, and its generator if it had one, from the bytes of [`AnyState::bytes`].
    ///
    /// # Errors
    /// As [`Codec::read`](holotable_env::Codec::read).
    fn read_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyState>, Error>;

    /// Several games stepped together.
    fn batch(self: Arc<Self>, features: FeatureSet, n: usize, config: BatchConfig) -> Box<dyn AnyBatch>;

    /// The agent of that name, as [`load`](holotable_players::registry::load) finds it.
    ///
    /// # Errors
    /// As [`load`](holotable_players::registry::load).
    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, AgentError>;

    /// The checkpoint by which the agent of that name plays or evaluates, `None` if it needs none
    /// ([how it is found](holotable_players::registry::checkpoint)).
    ///
    /// # Errors
    /// One line where there is no such agent.
    fn checkpoint(&self, spec: &str) -> Result<Option<Source>, AgentError>;

    /// Those of the networks that come with the game that were trained on these rules.
    fn networks(&self) -> Vec<&'static str> {
        let all = self.facts().networks.iter().map(|(name, _)| *name);
        all.filter(|name| self.player(name).is_ok()).collect()
    }

    /// The first of these, or else the strongest bot.
    fn best(&self) -> &'static str {
        self.networks().first().copied().unwrap_or(self.facts().strongest())
    }

    /// The player that follows a network that was trained with these features.
    fn network(&self, net: &Net, features: FeatureSet) -> Box<dyn AnyPlayer>;

    /// The player that follows a chooser.
    fn chosen(self: Arc<Self>, chooser: Box<dyn Chooser>) -> Box<dyn AnyPlayer>;

    /// The same player under a clock that counts its decisions in games.
    fn clocked(&self, player: Box<dyn AnyPlayer>, clock: Arc<Clock>) -> Box<dyn AnyPlayer>;

    /// Plays one game: in each seat the player with the number that `seats` gives. `None` if the limits cut it.
    ///
    /// # Errors
    /// The invariant that the game broke, if these are checked.
    fn play(
        &self,
        seats: &[usize],
        players: &mut Players,
        seed: u64,
        limits: Limits<'_>,
    ) -> Result<Option<Ending>, String>;

    /// One game, the last position and how it ended there. In each seat plays the player with the number that `seats` gives, who is
    /// called as `names` says. The game stops where a seat forfeits it, and where a [token](holotable_store::stop::Token) is heeded
    /// that asks for the end.
    fn record(
        self: Arc<Self>,
        seats: &[usize],
        names: &[String],
        players: &mut Players,
        seed: u64,
    ) -> Recorded;

    /// A replay without moves yet, of a game with this seed, and its first position, whose chance is that of
    /// [`record`](Self::record).
    fn begin(self: Arc<Self>, names: &[String], seed: u64) -> (Replay, Box<dyn AnyState>);

    /// The position before each move of a replay, and the last.
    ///
    /// # Errors
    /// As [`Replay::frames`].
    fn frames(self: Arc<Self>, replay: &Replay) -> Result<Vec<Box<dyn AnyState>>, Error>;

    /// Plays back a whole game by the answers of chance at its set-up and by its moves, and shows each decision that had an
    /// alternative; returns the score of each seat.
    ///
    /// # Errors
    /// [`ErrorKind::Replay`](holotable_env::ErrorKind::Replay) with the move that is illegal here, whose chance does not fit or that
    /// `seen` refuses, and when the game is not over.
    fn play_back<'a>(
        &self,
        start: &[u32],
        moves: &mut dyn Iterator<Item = Numbers<'a>>,
        seen: &mut dyn FnMut(&Decision<'_>) -> Result<(), String>,
    ) -> Result<Vec<f32>, Error>;

    /// How fast it plays random legal moves; each figure is measured for so many seconds in all.
    ///
    /// # Errors
    /// Where the threads cannot be had.
    fn measure(&self, seconds: f64, threads: usize) -> Result<Figures, AgentError>;
}

/// A game that was recorded: its replay, its last position, and how it ended; `None` if it was broken off.
pub type Recorded = (Replay, Box<dyn AnyState>, Option<Ending>);

/// What came of an action.
#[derive(Clone, Debug, Default)]
pub struct StepResult {
    /// The events of the step, as the rules told them.
    pub story: Story,
    /// The answers of chance.
    pub picks: Vec<u32>,
}

/// A position with its rules and, optionally, its own random generator. Two are equal if their games, options, data sets
/// and positions are, whatever their generators.
pub trait AnyState: Any + Debug + Send + Sync {
    /// The rules.
    fn rules(&self) -> Arc<dyn AnyGame>;

    /// A copy, with the generator or without.
    fn copy(&self, rng: bool) -> Box<dyn AnyState>;

    /// Becomes equal to another position of the same rules, generator included.
    ///
    /// # Errors
    /// [`Refusal::Foreign`].
    fn assign(&mut self, other: &dyn AnyState) -> Result<(), Refusal>;

    /// The generator.
    fn rng(&self) -> Option<&GameRng>;

    /// Gives the position another generator, or none.
    fn set_rng(&mut self, rng: Option<GameRng>);

    /// The seat that decides now; `None` when the game is over.
    fn actor(&self) -> Option<usize>;

    /// How many turns have begun; 0 in a game without turns.
    fn turn(&self) -> u32;

    /// The legal actions in order of their numbers.
    fn legal(&self) -> Vec<usize>;

    /// Whether there is one legal action only and everybody can see that: environments play it at once.
    fn is_forced(&self) -> bool;

    /// Plays an action and all that follows until the next decision.
    ///
    /// # Errors
    /// [`Refusal::Over`], [`Refusal::Illegal`], or [`Refusal::NeedsChance`] where there is no generator to draw it from.
    fn apply(&mut self, action: usize) -> Result<(), Refusal>;

    /// The same, and tells what happened. Chance answers with `picks` where these are given, and the generator is left as it
    /// is.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), and [`Refusal::Illegal`] for answers that do not fit.
    fn play(&mut self, action: usize, picks: Option<&[u32]>) -> Result<StepResult, Refusal>;

    /// What a [`Replay`] says of the result; nothing before the end.
    fn result(&self) -> Value;

    /// One result of an action, with a generator of its own forked from this one's.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn sample(&mut self, action: usize) -> Result<Box<dyn AnyState>, Refusal>;

    /// Every result of an action; the positions have no generators. Where a [token](holotable_store::stop::Token) is heeded
    /// that asks for the end, they are only some.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), and [`Refusal::TooMany`] when there are more than `limit`.
    fn outcomes(&self, action: usize, limit: usize) -> Result<Vec<Outcome<Box<dyn AnyState>>>, Refusal>;

    /// A copy in which what `player` cannot see is dealt anew, with a forked generator.
    ///
    /// # Errors
    /// [`Refusal::NeedsChance`].
    fn redeal(&mut self, player: usize) -> Result<Box<dyn AnyState>, Refusal>;

    /// The position as whoever acts knows it: what that seat cannot see is dealt anew by `rng`, off which a generator of
    /// its own is forked.
    fn known(&self, rng: &mut GameRng) -> Box<dyn AnyState>;

    /// The scores at the end of a random game from here.
    ///
    /// # Errors
    /// [`Refusal::NeedsChance`].
    fn playout(&mut self) -> Result<Vec<f64>, Refusal>;

    /// The score of each seat, 0 lost to 1 won; `None` before the end.
    fn scores(&self) -> Option<Vec<f64>>;

    /// The position in the rulebook's words, as far as `viewer` may know it.
    fn json(&self, viewer: Viewer) -> Value;

    /// Position and generator as bytes, after clearing `out`.
    fn bytes(&self, out: &mut Vec<u8>);

    /// Writes what the game shows to `player`.
    fn observe(&self, player: usize, out: &mut [f32]);

    /// Writes what a network is shown in [`FeatureSet::EXPERT`], for `player`.
    fn features(&self, player: usize, out: &mut [f32]);

    /// Writes the [prior](holotable_players::observation_wrapper::ObservationWrapper::prior) of whoever acts; nothing if `out` is
    /// empty.
    fn prior(&self, out: &mut [f32]);

    /// Writes what whoever acts may take as a [subgoal](holotable_players::odds_features::OddsFeatures::subgoals), after clearing
    /// `out`.
    fn subgoals(&self, out: &mut Vec<Choice>);

    /// What a network can choose, by subgoals or by legal actions.
    fn choices(&self, subgoals: bool) -> Vec<Choice> {
        if subgoals {
            let mut out = Vec::new();
            self.subgoals(&mut out);
            return out;
        }
        self.legal().into_iter().map(|action| Choice { number: action, action }).collect()
    }

    /// What the game shows to `player`, by name.
    fn describe(&self, player: usize) -> Vec<Named>;

    /// What an action means here.
    fn describe_action(&self, action: usize) -> String;

    /// What those are told of an action who must not know which it is; nothing of actions that all see.
    fn public_label(&self, action: usize) -> Option<String>;

    /// What an action of the seat that acts means to a viewer.
    fn describe_action_for(&self, action: usize, viewer: Viewer) -> String;

    /// What an action touches of what the picture shows the seat that acts.
    fn places(&self, action: usize) -> Vec<String>;

    /// Which rule forbids an action; `None` when it is legal.
    fn why_illegal(&self, action: usize) -> Option<String>;

    /// The table in words.
    fn text(&self, viewer: Viewer) -> String;

    /// What the acting seat is asked; `None` at the end.
    fn prompt(&self) -> Option<String>;

    /// How the game ended or stands.
    fn summary(&self) -> Summary;

    /// The table as a picture.
    fn picture(&self, viewer: Viewer) -> Picture;

    /// Whether the two are equal.
    fn same(&self, other: &dyn AnyState) -> bool;

    /// Alike for equal positions.
    fn hash_code(&self) -> u64;
}

impl dyn AnyGame + '_ {
    /// The number of an action that stands as a number, as its digits, as its name, or as a structure of `kind` and arguments by name.
    ///
    /// # Errors
    /// One line: what it is instead, or the nearest name.
    pub fn action_number(&self, said: &Value) -> Result<usize, AgentError> {
        let actions = self.layout(FeatureSet::PLAIN).actions;
        if let Value::Number(n) = said {
            let number = n.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < actions);
            return number.ok_or_else(|| {
                AgentError::new(format!("there is no action {n}: the actions are 0 to {}", actions - 1))
            });
        }
        let name = match said.as_str() {
            Some(name) => name.to_owned(),
            None => action_label(said).map_err(AgentError::new)?,
        };
        self.named(&name).ok_or_else(|| self.actions().none_called(&name))
    }

    /// The number of the action with this name, whose arguments may stand in any order.
    pub fn named(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.actions().number(name) {
            return Some(number);
        }
        let parts = |label: &str| label.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
        let asked = parts(name);
        let kind = name.split(' ').next().unwrap_or_default();
        let blocks = &self.layout(FeatureSet::PLAIN).action_blocks;
        let mut inside =
            blocks.iter().filter(|block| block.name == kind).flat_map(|b| b.offset..b.offset + b.len);
        inside.find(|&action| parts(&self.label(action)) == asked)
    }
}

impl dyn AnyState + '_ {
    /// How the game ended or stands, in one line.
    pub fn standing(&self) -> String {
        let summary = self.summary();
        let spaced = |word: &str| word.replace('_', " ");
        let counts: Vec<_> = summary.counts.iter().map(|(name, n)| format!("{} {n}", spaced(name))).collect();
        let state = if self.actor().is_none() { "Over" } else { "Not over" };
        let counts = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
        format!("{state}: {}{counts}", spaced(summary.reason))
    }
}

impl PartialEq for dyn AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn AnyState {}

impl Hash for dyn AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_code().hash(state);
    }
}

/// Games of one set of rules stepped together: a [`Batch`](holotable_env::Batch), of which the methods are.
pub trait AnyBatch: Debug + Send + Sync {
    /// The rules.
    fn rules(&self) -> Arc<dyn AnyGame>;

    /// Has the batch stepped by this many threads, the caller's among them; 0 for as many as there are cores.
    ///
    /// # Errors
    /// Where they cannot be started.
    fn set_threads(&mut self, threads: usize) -> Result<(), Error>;

    /// Does one thing in every slot and writes where each then stands.
    ///
    /// # Errors
    /// [`IllegalAction`] for the first slot that may not; nothing has moved.
    fn step(&mut self, actions: &[SlotAction], out: &mut Buffers<'_>) -> Result<(), IllegalAction>;

    /// Writes where every slot stands.
    fn write(&self, out: &mut Buffers<'_>);

    /// Writes where one slot stands.
    fn write_slot(&self, slot: usize, out: &mut Buffers<'_>);

    /// What a seat is shown of a position, with the features of the batch.
    fn observe(&self, state: &dyn AnyState, player: usize, out: &mut [f32]);

    /// The legal actions of a slot as bits, 64 action numbers a word.
    fn legal(&self, slot: usize) -> &[u64];

    /// Whether an action number is legal in a slot; none is once it is over.
    fn is_legal(&self, slot: usize, action: usize) -> bool;

    /// Writes the [prior](holotable_players::observation_wrapper::ObservationWrapper::prior) of whoever acts in a slot; nothing if
    /// `out` is empty.
    fn prior(&self, slot: usize, out: &mut [f32]);

    /// Writes what whoever acts in a slot may take as a [subgoal](holotable_players::odds_features::OddsFeatures::subgoals), after
    /// clearing `out`.
    fn subgoals(&self, slot: usize, out: &mut Vec<Choice>);

    /// Which rule forbids an action in a slot.
    fn why_illegal(&self, slot: usize, action: usize) -> String;

    /// How many turns have begun in the current episode of a slot; 0 in a game without turns.
    fn turn(&self, slot: usize) -> u32;

    /// The seat that acts in a slot, or that acted last.
    fn actor(&self, slot: usize) -> usize;

    /// The only seat that learns in the current episode of a slot, if not all do.
    fn learner(&self, slot: usize) -> Option<usize>;

    /// The seed and the number of the current episode of a slot.
    fn episode(&self, slot: usize) -> (u64, u64);

    /// Decisions that the learner has taken in the current episode of a slot.
    fn decisions(&self, slot: usize) -> u32;

    /// Whether the episode of a slot has ended and the slot waits.
    fn is_over(&self, slot: usize) -> bool;

    /// Whether the result of a seat is final.
    fn ended(&self, slot: usize, player: usize) -> bool;

    /// The position in which the latest finished episode of a slot ended.
    fn last(&self, slot: usize) -> Box<dyn AnyState>;

    /// Starts a slot anew: at episode 0 of `seed` if given, else at its next episode.
    fn reset(&mut self, slot: usize, seed: Option<u64>);

    /// All that is needed to go on with a slot exactly; the position itself has no generator.
    fn save(&self, slot: usize) -> SlotState<Box<dyn AnyState>>;

    /// Puts a slot where [`save`](Self::save) found it.
    ///
    /// # Errors
    /// [`Refusal::Foreign`] for a position of another game, or of other options or data; [`Refusal::Waits`], [`Refusal::Over`] and
    /// [`Refusal::NoLuck`] for what no slot of this batch can be in.
    fn restore(&mut self, slot: usize, saved: &SlotState<Box<dyn AnyState>>) -> Result<(), Refusal>;
}

/// A player of a game. It is asked about positions of that game that are not over, and knows of them what the acting seat
/// may: the rest is dealt anew by `rng`.
pub trait AnyPlayer: Any + Send {
    /// A legal action for whoever acts; without asking the policy if there is but one.
    fn choose(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> usize;

    /// The choice with the estimates behind it; `None` for a player that has none.
    fn analyse(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Analysis<usize>>;

    /// Why the player has [forfeited](holotable_players::policy::Policy::forfeit), if it has.
    fn forfeit(&mut self) -> Option<String>;

    /// Why another has decided in its [place](holotable_players::policy::Policy::stood_in) since this was last asked.
    fn stood_in(&mut self) -> Option<StoodIn>;

    /// What the network is shown, if it is one.
    fn features(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>>;

    /// The layout of that.
    fn features_layout(&self) -> Option<Layout>;

    /// The [prior](holotable_players::observation_wrapper::ObservationWrapper::prior) that the network takes, if it is one that
    /// does.
    fn prior(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> Option<Vec<f32>>;
}

impl dyn AnyPlayer {
    /// What the player [chooses](AnyPlayer::choose), and the estimates behind it if it has any and there is a choice.
    pub fn consider(&mut self, state: &dyn AnyState, rng: &mut GameRng) -> (usize, Option<Analysis<usize>>) {
        if let [only] = state.legal()[..] {
            return (only, None);
        }
        let before = rng.clone();
        if let Some(analysis) = self.analyse(state, rng) {
            return (analysis.action, Some(analysis));
        }
        // It was asked in vain, so that its generator is as before.
        *rng = before;
        (self.choose(state, rng), None)
    }
}

/// Chooses moves in positions of any game without knowing their types, as functions of other languages do.
pub trait Chooser: Send {
    /// A legal action for whoever acts in each of these positions, none of which is over. What that seat cannot see has been
    /// dealt anew, and each position has a generator of its own for what the chooser may want to try.
    ///
    /// # Errors
    /// [`Failed`]: the game cannot go on.
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed>;

    /// Why it has failed since this was last asked, if that loses the game for whoever it plays for, and is no fault of the
    /// caller's.
    fn excuse(&mut self) -> Option<String> {
        None
    }

    /// Why another has decided in its place since this was last asked.
    fn stood_in(&mut self) -> Option<StoodIn> {
        None
    }
}

/// Players by numbers of the caller's.
pub type Players = BTreeMap<usize, Box<dyn AnyPlayer>>;
