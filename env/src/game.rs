//! [`Game`]: what a set of rules must answer, and [`Tabletop`]: what a registered game adds for people.

use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use crate::action::Blocks;
use crate::catalogue::Entry;
use crate::chance::Chance;
use crate::error::{Error, ErrorKind};
use crate::finite::Finite;
use crate::observe::Sink;
use crate::options::{OptionSpec, Options};
use crate::pack::Pack;
use crate::picture::Picture;

/// The rules of a game for any number of seats, open or hidden, together or against each other.
///
/// `self` is the rules with their tables, cheap to share; [`State`](Game::State) is only what changes.
/// One step is one decision; everything that chance and the rules do until the next decision happens
/// inside it.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The position. Two equal positions play alike. It holds no generator and no log.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A decision, numbered `0..Action::N` for policies.
    type Action: Finite + Blocks;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// The seats that share a result have the same team, numbered from 0.
    fn team(&self, player: usize) -> usize;

    /// A fresh game, set up by chance.
    fn start(&self, chance: &mut impl Chance) -> Self::State;

    /// The seat that decides now; `None` when the game is over.
    fn actor(&self, s: &Self::State) -> Option<usize>;

    /// Calls `f` with each legal action of the [`actor`](Game::actor) once, in order of their numbers.
    /// Never empty before the end, always empty at the end.
    fn legal(&self, s: &Self::State, f: impl FnMut(Self::Action));

    /// Plays `a`, which must be legal, and all that follows until the next decision.
    fn step(&self, s: &mut Self::State, a: Self::Action, chance: &mut impl Chance);

    /// The result of a finished game for a seat: 0 lost, 1 won, between for shares and ties.
    fn score(&self, s: &Self::State, player: usize) -> f32;

    /// Writes what `player` may know into `sink`, the same blocks in every state.
    fn observe(&self, s: &Self::State, player: usize, sink: &mut impl Sink);

    /// Deals anew what `player` cannot see, consistently with all that the player does see.
    fn redeal(&self, s: &mut Self::State, player: usize, chance: &mut impl Chance);
}

/// The legal actions of `s` as a list, in order of their numbers.
pub fn legal_actions<G: Game>(game: &G, s: &G::State) -> Vec<G::Action> {
    let mut list = Vec::with_capacity(32);
    game.legal(s, |a| list.push(a));
    list
}

/// How a finished game ended, for tables and `info`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// One word of the game's own: `won`, `ten_rebels_lost`.
    pub reason: &'static str,
    /// Named counts: turns, cards won, cards lost.
    pub counts: Vec<(&'static str, f64)>,
}

/// A game that people play, save and configure by name: what the command line, Python and replays need.
pub trait Tabletop: Game<State: Pack> {
    /// The name in commands, files and Python.
    const NAME: &'static str;
    /// One line that says what the game is.
    const ABOUT: &'static str;
    /// The version of the rules: raised when the same answers of chance lead elsewhere.
    const RULES_VERSION: u32;
    /// The words of [`Summary::reason`], wins first.
    const REASONS: &'static [&'static str];
    /// No game lasts more decisions than this.
    const MAX_DECISIONS: usize;

    /// The options and their ranges.
    fn option_specs() -> &'static [OptionSpec];

    /// The rules with these options, on the data set in the folder `data`, or on the built-in one.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] or [`ErrorKind::Data`] with the place and the reason.
    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error>;

    /// The same game under other options.
    ///
    /// # Errors
    /// As [`build`](Tabletop::build).
    fn under(&self, options: &Options) -> Result<Self, Error> {
        Self::build(options, None)
    }

    /// The options in force.
    fn options(&self) -> &Options;

    /// A hash of the data set in force: sixteen hexadecimal digits.
    fn data_hash(&self) -> &str;

    /// Says which invariant a state breaks, if any.
    ///
    /// # Errors
    /// One line.
    fn check(&self, s: &Self::State) -> Result<(), String>;

    /// The state in the rulebook's words.
    fn to_json(&self, s: &Self::State) -> Value;

    /// Reads a state and validates every invariant.
    ///
    /// # Errors
    /// [`ErrorKind::State`] with what is wrong.
    #[expect(clippy::wrong_self_convention, reason = "the rules read their own states")]
    fn from_json(&self, json: &Value) -> Result<Self::State, Error>;

    /// What a team is called.
    fn team_name(&self, team: usize) -> String {
        format!("team {team}")
    }

    /// What an action means in this state, with the names of the cards concerned.
    fn tell(&self, s: &Self::State, a: Self::Action) -> String;

    /// Which rule forbids an action that is not legal in this state.
    fn why_illegal(&self, s: &Self::State, a: Self::Action) -> String;

    /// The table in words, as a person at it sees it.
    fn text(&self, s: &Self::State) -> String;

    /// The table as a picture; its text unless the game draws one.
    fn picture(&self, s: &Self::State) -> Picture {
        Picture::of_text(&self.text(s))
    }

    /// Every printed value of the data set with its provenance.
    fn catalogue(&self) -> Vec<Entry>;

    /// How a finished game ended, or where an unfinished one stands.
    fn summary(&self, s: &Self::State) -> Summary;
}

/// Plays `a` if it is legal.
///
/// # Errors
/// [`ErrorKind::Illegal`] that names the action and the rule; the state is unchanged.
pub fn try_step<G: Tabletop>(
    game: &G,
    s: &mut G::State,
    a: G::Action,
    chance: &mut impl Chance,
) -> Result<(), Error> {
    let mut legal = false;
    game.legal(s, |b| legal |= b == a);
    if !legal {
        let why = if game.actor(s).is_none() { "the game is over".into() } else { game.why_illegal(s, a) };
        return Err(Error::new(ErrorKind::Illegal, format!("{} is not legal: {why}", a.label())));
    }
    game.step(s, a, chance);
    Ok(())
}
