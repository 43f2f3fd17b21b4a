//! [`Replay`]: a game as a text file that plays back without a generator, and [`play_back`] for games that are kept otherwise.
//!
//! JSON lines: a header (game, version, data hash, options, seed), the answers of chance at the start, one
//! line a decision with its answers of chance, and the result.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::chance::{Chance, Tape};
use crate::error::{Error, ErrorKind};
use crate::excerpt::brief;
use crate::finite::Finite;
use crate::game::Game;
use crate::json::{MOST_VALUES, fitted, object, parse};
use crate::options::Options;
use crate::tabletop::{Tabletop, try_step};
use crate::trace::Trace;

/// What was played under which rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the data set.
    pub data: String,
    /// Every option in force.
    pub options: Value,
    /// The seed of the episode.
    pub seed: u64,
    /// Who sat where, in words.
    pub seats: Vec<String>,
}

/// One decision and what chance answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The seat that decided.
    pub seat: usize,
    /// The action by name.
    pub action: String,
    /// The answers of chance during the step.
    pub picks: Vec<u32>,
}

/// Plays a game back from its answers of chance, at the start and for each move: the seat that decided, the action or why there is none
/// such, the answers. `seen` is given every position before its move, with the action; the last position is returned.
///
/// # Errors
/// [`ErrorKind::Replay`] or [`ErrorKind::Illegal`] with the move that cannot be played here, whose chance does not fit, or that `seen`
/// refused.
pub fn play_back<'a, G: Tabletop>(
    game: &G,
    start: &[u32],
    moves: impl Iterator<Item = (usize, Result<G::Action, String>, &'a [u32])>,
    mut seen: impl FnMut(&G::State, G::Action) -> Result<(), String>,
) -> Result<G::State, Error> {
    let wrong = |why: String| Error::new(ErrorKind::Replay, why);
    let mut tape = Tape::new(start);
    let mut state = game.start(&mut Trace::new(&mut tape));
    tape.finish().map_err(|why| wrong(why).within("start"))?;
    for (i, (seat, action, picks)) in moves.enumerate() {
        let step = || {
            let action = action.map_err(wrong)?;
            if game.actor(&state) != Some(seat) {
                return Err(wrong(format!("it is not the turn of seat {seat}")));
            }
            seen(&state, action).map_err(wrong)?;
            let mut tape = Tape::new(picks);
            try_step(game, &mut state, action, &mut tape)?;
            tape.finish().map_err(wrong)
        };
        step().map_err(|e| e.within(format_args!("move {}", i + 1)))?;
    }
    Ok(state)
}

/// A whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played.
    pub header: Header,
    /// The answers of chance at set-up.
    pub start: Vec<u32>,
    /// The decisions in order.
    pub moves: Vec<Move>,
    /// The summary of the ending.
    pub result: Value,
}

impl Replay {
    /// Starts a recorded game: the state after set-up and a replay without moves.
    pub fn begin<G: Tabletop>(
        game: &G,
        seed: u64,
        seats: Vec<String>,
        chance: &mut dyn Chance,
    ) -> (Self, G::State) {
        let mut trace = Trace::new(chance);
        let state = game.start(&mut trace);
        let header = Header {
            game: G::NAME.into(),
            rules_version: G::RULES_VERSION,
            data: game.data_hash().into(),
            options: serde_json::to_value(game.options()).expect("options are plain values"),
            seed,
            seats,
        };
        // A game can be over before anybody decides.
        let result = Self::result_of(game, &state);
        (Self { header, start: trace.into_picks(), moves: Vec::new(), result }, state)
    }

    /// Plays `a` and keeps it; at the end of the game keeps the result too.
    pub fn step<G: Tabletop>(&mut self, game: &G, s: &mut G::State, a: G::Action, chance: &mut dyn Chance) {
        let seat = game.actor(s).expect("a step is played before the end");
        let mut trace = Trace::new(chance);
        game.step(s, a, &mut trace);
        self.moves.push(Move { seat, action: a.label(), picks: trace.into_picks() });
        if game.actor(s).is_none() {
            self.result = Self::result_of(game, s);
        }
    }

    /// The replay as text, one JSON object a line.
    pub fn to_text(&self) -> String {
        let mut lines = vec![
            serde_json::to_value(&self.header).expect("a header is plain data"),
            json!({ "start": self.start }),
        ];
        lines.extend(self.moves.iter().map(|m| serde_json::to_value(m).expect("a move is plain data")));
        lines.push(json!({ "result": self.result }));
        lines.iter().fold(String::new(), |text, line| text + &line.to_string() + "\n")
    }

    /// Reads a replay.
    ///
    /// # Errors
    /// [`ErrorKind::Replay`] with the line and what is wrong in it.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let wrong = |i: usize, why: String| Error::new(ErrorKind::Replay, format!("line {}: {why}", i + 1));
        if text.bytes().filter(|&byte| byte == b'\n').count() > MOST_VALUES {
            return Err(Error::new(ErrorKind::Replay, format!("a replay has at most {MOST_VALUES} lines")));
        }
        let lines: Vec<&str> = text.lines().collect();
        let [header, start, moves @ .., result] = lines.as_slice() else {
            return Err(Error::new(ErrorKind::Replay, "a replay has a header, a start and a result line"));
        };
        let read = |i: usize, line: &str| -> Result<Value, Error> {
            parse(line.as_bytes()).map_err(|e| wrong(i, brief(&e.to_string())))
        };
        let take = |i: usize, line: &str, key: &str| -> Result<Value, Error> {
            let mut value = read(i, line)?;
            value.get_mut(key).map(Value::take).ok_or_else(|| wrong(i, format!("'{key}' is missing")))
        };
        Ok(Self {
            header: object(read(0, header)?).map_err(|why| wrong(0, why))?,
            start: fitted(take(1, start, "start")?).map_err(|why| wrong(1, format!("start: {why}")))?,
            moves: moves
                .iter()
                .zip(2..)
                .map(|(line, i)| object(read(i, line)?).map_err(|why| wrong(i, why)))
                .collect::<Result<_, _>>()?,
            result: take(lines.len() - 1, result, "result")?,
        })
    }

    /// The rules this replay was played under.
    ///
    /// # Errors
    /// [`ErrorKind::Replay`] when it is of another game, version or data set.
    pub fn rules<G: Tabletop>(&self, data: Option<&Path>) -> Result<G, Error> {
        let refuse = |what: &str, theirs: &str, ours: &str| {
            Err(Error::new(ErrorKind::Replay, format!("the replay's {what} is {theirs}, here it is {ours}")))
        };
        let h = &self.header;
        if h.game != G::NAME {
            return refuse("game", &h.game, G::NAME);
        }
        if h.rules_version != G::RULES_VERSION {
            return refuse("rules version", &h.rules_version.to_string(), &G::RULES_VERSION.to_string());
        }
        let game = G::build(&Options::from_json(G::option_specs(), &h.options)?, data)?;
        if h.data != game.data_hash() {
            return refuse("data set", &h.data, game.data_hash());
        }
        Ok(game)
    }

    /// Plays the game back: the state before each move, and the last one.
    ///
    /// # Errors
    /// [`ErrorKind::Replay`] with the move that is illegal here or whose chance does not fit, and when the
    /// game ends otherwise than recorded.
    pub fn frames<G: Tabletop>(&self, game: &G) -> Result<Vec<G::State>, Error> {
        let names: HashMap<String, G::Action> = G::Action::all().map(|a| (a.label(), a)).collect();
        let moves = self.moves.iter().map(|m| {
            let action = names.get(&m.action).copied();
            (m.seat, action.ok_or_else(|| format!("no action '{}'", m.action)), &m.picks[..])
        });
        let mut frames = Vec::with_capacity(self.moves.len() + 1);
        let last = play_back(game, &self.start, moves, |state, _| {
            frames.push(*state);
            Ok(())
        })?;
        let ended = Self::result_of(game, &last);
        if ended != self.result {
            let why = format!("result: the moves lead to {ended}, not {}", self.result);
            return Err(Error::new(ErrorKind::Replay, why));
        }
        frames.push(last);
        Ok(frames)
    }

    /// What a replay that ends in this state says of the result; nothing before the end.
    pub fn result_of<G: Tabletop>(game: &G, s: &G::State) -> Value {
        if game.actor(s).is_some() {
            return Value::Null;
        }
        // A number of few digits is read back as it was written; the nearest double of a single is not always.
        let score =
            |p: usize| Game::score(game, s, p).to_string().parse::<f64>().expect("a score is a number");
        let scores: Vec<f64> = (0..game.players()).map(score).collect();
        let summary = game.summary(s);
        let counts: serde_json::Map<_, _> =
            summary.counts.iter().map(|(k, v)| ((*k).to_owned(), json!(v))).collect();
        json!({ "scores": scores, "reason": summary.reason, "counts": counts })
    }
}
