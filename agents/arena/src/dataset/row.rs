//! [`Row`]: a game as a row of numbers.

use holotable_env::{Header, Move, Replay};
use holotable_store::error::Error;
use serde_json::{Map, Value, json};

use holotable_erased::Actions;

/// A finished game: what a [`Replay`] holds, with actions by their numbers, which the version of the rules fixes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the data set in force.
    pub data: String,
    /// Every option in force, as JSON.
    pub options: String,
    /// The seed of the episode.
    pub seed: u64,
    /// Who played, for each seat.
    pub agents: Vec<String>,
    /// How chance answered at the set-up.
    pub start: Vec<u32>,
    /// The seat that acted, for each move.
    pub players: Vec<u32>,
    /// The number of the action, for each move.
    pub actions: Vec<u32>,
    /// How often chance answered during the move.
    pub answers: Vec<u32>,
    /// All its answers, one move after the other.
    pub picks: Vec<u32>,
    /// How many of the moves had an alternative: those that agents are asked for.
    pub decisions: u32,
    /// The score of each seat, 0 lost to 1 won.
    pub scores: Vec<f64>,
    /// Why the game ended.
    pub reason: String,
    /// What the game counts at its end, as JSON.
    pub counts: String,
}

impl Row {
    /// A finished game; `decisions` is left at 0.
    pub fn of(replay: &Replay, actions: &Actions) -> Self {
        let Replay { header, start, moves, result } = replay;
        let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
        let number =
            |name: &str| actions.number(name).expect("the game was played with these actions") as u32;
        let scores = result["scores"].as_array().into_iter().flatten().filter_map(Value::as_f64);
        Self {
            game: header.game.clone(),
            rules_version: header.rules_version,
            data: header.data.clone(),
            options: header.options.to_string(),
            seed: header.seed,
            agents: header.seats.clone(),
            start: start.clone(),
            players: moves.iter().map(|m| m.seat as u32).collect(),
            actions: moves.iter().map(|m| number(&m.action)).collect(),
            answers: moves.iter().map(|m| m.picks.len() as u32).collect(),
            picks: moves.iter().flat_map(|m| m.picks.iter().copied()).collect(),
            decisions: 0,
            scores: scores.collect(),
            reason: text("reason"),
            counts: result["counts"].to_string(),
        }
    }

    /// The game as a replay, for all that replays are good for.
    ///
    /// # Errors
    /// One line that says what in it is of no such game.
    pub fn replay(&self, actions: &Actions) -> Result<Replay, Error> {
        let json = |name: &str, text: &str| {
            serde_json::from_str::<Value>(text)
                .map_err(|e| Error::new(format!("its {name} are no JSON: {e}")))
        };
        let mut moves = Vec::with_capacity(self.actions.len());
        for (seat, action, picks) in self.moves()? {
            let name = actions.name(action as usize);
            let name = name.ok_or_else(|| Error::new(format!("the game has no action {action}")))?;
            moves.push(Move { seat: seat as usize, action: name.to_owned(), picks: picks.to_vec() });
        }
        let mut result = Map::new();
        result.insert("scores".into(), json!(self.scores));
        result.insert("reason".into(), json!(self.reason));
        result.insert("counts".into(), json("counts", &self.counts)?);
        Ok(Replay {
            header: Header {
                game: self.game.clone(),
                rules_version: self.rules_version,
                data: self.data.clone(),
                options: json("options", &self.options)?,
                seed: self.seed,
                seats: self.agents.clone(),
            },
            start: self.start.clone(),
            moves,
            result: Value::Object(result),
        })
    }

    /// Seat, action and answers of chance of each move.
    ///
    /// # Errors
    /// One line: its lists are not as long as they must be.
    pub fn moves(&self) -> Result<impl Iterator<Item = (u32, u32, &[u32])>, Error> {
        let (moves, picks) = (self.actions.len(), self.picks.len());
        let asked: u64 = self.answers.iter().map(|&n| u64::from(n)).sum();
        if self.players.len() != moves || self.answers.len() != moves || asked != picks as u64 {
            return Err(Error::new(format!(
                "a row of {moves} actions and {picks} picks has {} players, and {} answers that sum to {asked}",
                self.players.len(),
                self.answers.len()
            )));
        }
        let mut left = &self.picks[..];
        let steps = self.players.iter().zip(&self.actions).zip(&self.answers);
        Ok(steps.map(move |((&seat, &action), &answers)| {
            let (picks, rest) = left.split_at(answers as usize);
            left = rest;
            (seat, action, picks)
        }))
    }
}
