//! [`Study`]: what people and evaluators add to a game: other lines, names of positions, what an evaluator makes of them. It stands
//! in the last line of a replay, beside the result, so that whoever knows nothing of it reads the game all the same.
//!
//! Positions are numbered: the start is 0, then come those of the main line, then those of each variation in order.

use std::collections::{BTreeMap, HashMap, HashSet};

use holotable_env::json::parse;
use holotable_env::{Move, Replay, Viewer};
use holotable_store::error::Error;
use holotable_store::json::object;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::evaluation::{Evaluation, NodeEvaluation};
use super::{Dice, GameSession};

/// The most characters of a name.
pub const MOST_NAME: usize = 80;

/// What is added to a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Study {
    /// The other lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// What a person calls these positions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<usize, String>,
    /// What an evaluator makes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
}

/// A line that departs from another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// The position where it departs.
    pub from: usize,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl GameSession {
    /// The last node of the line through this one.
    pub fn end(&self, at: usize) -> usize {
        std::iter::successors(Some(at), |&node| self.nodes[node].children.first().copied())
            .last()
            .unwrap_or(at)
    }

    /// The nodes as a file numbers them: the line through this one, then each variation. Beside them, of each variation, the number of
    /// the position from which it departs and that of its first.
    pub fn order(&self, at: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let (mut order, mut variations) = (self.path(self.end(at)), Vec::new());
        let mut known: HashSet<usize> = order.iter().copied().collect();
        let mut from = 0;
        while from < order.len() {
            for &child in &self.nodes[order[from]].children {
                if known.contains(&child) {
                    continue;
                }
                variations.push((from, order.len()));
                let line =
                    std::iter::successors(Some(child), |&node| self.nodes[node].children.first().copied());
                order.extend(line);
                known.extend(&order[variations[variations.len() - 1].1..]);
            }
            from += 1;
        }
        (order, variations)
    }

    /// The line through a node as the text of a replay, with all that was added to the game.
    pub fn saved(&self, at: usize) -> String {
        let (order, begins) = self.order(at);
        let numbers: HashMap<usize, usize> = order.iter().enumerate().map(|(i, &node)| (node, i)).collect();
        let ends = begins.iter().skip(1).map(|&(_, first)| first).chain([order.len()]);
        let variation = |(&(from, first), end): (&(usize, usize), usize)| Variation {
            from,
            moves: order[first..end].iter().filter_map(|&node| self.move_to(node)).collect(),
        };
        let name = |(i, &node): (usize, &usize)| Some((i, self.nodes[node].name.clone()?));
        let study = Study {
            variations: begins.iter().zip(ends).map(variation).collect(),
            names: order.iter().enumerate().filter_map(name).collect(),
            evaluation: self.evaluation.as_ref().map(|known| known.renumbered(&numbers)),
        };
        study.beside(&self.replay(self.end(at)).to_text())
    }

    /// The game of a replay's text, with all that was added to it.
    ///
    /// # Errors
    /// One line: what the text is not, what does not play back, what of the additions fits no position.
    pub fn of_text(text: &str, data: Option<&std::path::Path>) -> Result<Self, Error> {
        let mut table = Self::of_replay(&Replay::from_text(text)?, data)?;
        let study = Study::of(text)?;
        for (i, Variation { from, moves }) in study.variations.into_iter().enumerate() {
            // Nodes of a replay are numbered as the file has them.
            let mut at = table.there(from)?;
            for m in moves {
                let wrong = |why: String| Error::new(format!("variation {}: {why}", i + 1));
                let action = table.game.actions().number(&m.action);
                let action = action.ok_or_else(|| wrong(format!("no action '{}'", m.action)))?;
                if table.nodes[at].state.actor() != Some(m.seat) {
                    return Err(wrong(format!("it is not the turn of seat {}", m.seat)));
                }
                // New dice may have shown the same: such moves stand beside each other.
                let (who, seats) = table.mover(at);
                let laid = table.lay(at, action, &Dice::Chosen(m.picks), who, seats);
                at = laid.map_err(|e| wrong(e.to_string()))?;
            }
        }
        table.plain_dice();
        for (at, name) in study.names {
            let at = table.there(at)?;
            if name.chars().count() > MOST_NAME {
                return Err(Error::new(format!("a name has at most {MOST_NAME} characters")));
            }
            table.node_mut(at).name = Some(name);
        }
        if let Some(known) = &study.evaluation {
            table.admit(known)?;
        }
        table.evaluation = study.evaluation;
        Ok(table)
    }

    /// A position that a file numbers.
    fn there(&self, at: usize) -> Result<usize, Error> {
        let n = self.nodes.len();
        if at < n { Ok(at) } else { Err(Error::new(format!("position {at} must be below {n}"))) }
    }

    /// Begins an evaluation; what the same evaluator has found before stays.
    pub fn begin_evaluation(&mut self, agent: &str, team: usize) {
        let same = self.evaluation.as_ref().is_some_and(|known| known.agent == agent && known.team == team);
        if !same {
            self.evaluation = Some(Evaluation::by(agent, team));
        }
    }

    /// What the evaluation has of a position, to be added to.
    ///
    /// # Panics
    /// If none was begun.
    pub fn found(&mut self, at: usize) -> &mut NodeEvaluation {
        self.evaluation.as_mut().expect("an evaluation was begun").found.entry(at).or_default()
    }

    /// What the evaluation has of a position for the eyes of a viewer alone, though all may be open by now. An evaluator knows what
    /// the seat that acts knows, so its value of that seat's own decisions may be told, if it is a network: a search deals by luck
    /// that hangs on all that is hidden. What a move was worth is told of positions only that hide nothing.
    pub fn found_for(&self, at: usize, viewer: Viewer) -> Option<NodeEvaluation> {
        let known = self.evaluation.as_ref()?;
        let NodeEvaluation { value, ply } = known.found.get(&at)?.clone();
        let actor = |at: usize| self.nodes[at].state.actor();
        let seen = |at| actor(at).is_none() || self.sees_all(at, viewer);
        let own = actor(at).is_some_and(|seat| viewer.knows(seat)) && self.is_network(&known.agent);
        let both = |parent| seen(parent) && seen(at);
        Some(NodeEvaluation {
            value: value.filter(|_| own || seen(at)),
            ply: ply.filter(|_| self.nodes[at].parent.is_some_and(both)),
        })
    }

    /// Whether an evaluator is one of the game's networks.
    pub fn is_network(&self, agent: &str) -> bool {
        self.game.facts().networks.iter().any(|(name, _)| *name == agent)
    }

    /// Refuses what no evaluator can have found.
    fn admit(&self, known: &Evaluation) -> Result<(), Error> {
        let teams = self.game.teams().leads().len();
        if known.team >= teams || known.agent.chars().count() > MOST_NAME {
            return Err(Error::new(format!("the evaluation is of team {}, of {teams}", known.team)));
        }
        for (&at, found) in &known.found {
            self.there(at)?;
            let sane = |share: f64, low: f64| (low..=1.0).contains(&share);
            let parts = found.ply.iter().flat_map(|ply| [ply.luck, ply.error, ply.unsure, ply.correction]);
            let played_on = found.ply.iter().filter_map(|ply| ply.played_on);
            let parts = parts.chain(played_on.flat_map(|it| [it.error, it.unsure]));
            let fits = found.value.is_none_or(|value| sane(value, 0.0))
                && parts.into_iter().all(|part| sane(part, -1.0));
            if !fits {
                return Err(Error::new(format!("the evaluation of position {at} is no chance to win")));
            }
        }
        Ok(())
    }

    /// Takes the word for chosen dice off moves that no other of the same action stands beside: they just came so.
    pub(super) fn plain_dice(&mut self) {
        for at in 0..self.nodes.len() {
            let mut known = Vec::new();
            for child in self.nodes[at].children.clone() {
                let Some(played) = &mut self.node_mut(child).played else { continue };
                if !known.contains(&played.action) {
                    known.push(played.action);
                    played.dice = Dice::Same;
                }
            }
        }
    }
}

impl Study {
    /// What the text of a replay has beside its result.
    fn of(text: &str) -> Result<Self, Error> {
        let last = text.lines().last().unwrap_or_default();
        let what = "what was added to the game";
        let mut line = parse(last.as_bytes()).map_err(|e| Error::new(format!("{what}: {e}")))?;
        if let Some(line) = line.as_object_mut() {
            line.remove("result");
        }
        object(what, line)
    }

    /// The text of a replay with this beside its result.
    fn beside(&self, text: &str) -> String {
        let added = serde_json::to_value(self).expect("it is plain data");
        let Some(added) = added.as_object().filter(|added| !added.is_empty()) else { return text.to_owned() };
        let (moves, last) = text.trim_end().rsplit_once('\n').expect("a replay has several lines");
        let mut line: Value = serde_json::from_str(last).expect("it has just been written");
        for (key, value) in added {
            line[key] = json!(value);
        }
        format!("{moves}\n{line}\n")
    }
}
