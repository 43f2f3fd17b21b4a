//! [`LabelledGame`]: a game with what a search thought of the moves at the decisions that it searched.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Plan, Student};
use crate::any::AnyPlayer;
use crate::error::Error;
use crate::files;
use crate::folder::sum;

/// What stands in front of the checksum.
const SEAL: &str = "{\"sha256\":\"";

/// What the search found at one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// How many actions were played before.
    pub decision: usize,
    /// The mean score of the simulations of each legal action, in the order of their numbers; none of one left out.
    pub scores: Vec<Option<f32>>,
    /// The score that the search expects after its choice.
    pub value: f32,
}

/// A game by its moves: the luck is that of its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledGame {
    /// Its number: it has this seed more than the first, and takes its turn among the variants of the game.
    pub number: usize,
    /// All actions.
    pub actions: Vec<usize>,
    /// The decisions that were searched.
    pub labels: Vec<Label>,
}

/// The search for the game with this number.
///
/// # Errors
/// As [`AnyGame::player`](crate::any::AnyGame::player).
pub fn searcher(
    plan: &Plan<'_>,
    folder: &Path,
    student: &Student,
    number: usize,
) -> Result<Box<dyn AnyPlayer>, Error> {
    student.game(number).player(&format!("{}+{}", plan.search, folder.display()))
}

/// Plays a game. In every other round of the variants the network plays and the search only tells what it thinks, so that the
/// network learns about the positions that it gets into itself too.
pub fn play(plan: &Plan<'_>, folder: &Path, student: &Student, number: usize) -> Result<LabelledGame, Error> {
    let follows = student.round(number).is_multiple_of(2);
    let mut search = searcher(plan, folder, student, number)?;
    let mut network = student.player(number);
    let (mut s, mut seats) = student.begin(plan.seed, number);
    let mut played = LabelledGame { number, actions: Vec::new(), labels: Vec::new() };
    while let Some(seat) = s.actor() {
        let (mut action, weighed) = search.consider(s.as_ref(), &mut seats[seat]);
        if let Some(weighed) = weighed.filter(|w| w.moves.iter().any(|one| one.score.is_some())) {
            let score = |&a: &usize| weighed.moves.iter().find(|one| one.action == a)?.score;
            played.labels.push(Label {
                decision: played.actions.len(),
                scores: s.legal().iter().map(|a| score(a).map(|score| score as f32)).collect(),
                value: weighed.score as f32,
            });
            if !follows {
                action = network.choose(s.as_ref(), &mut seats[seat]);
            }
        }
        played.actions.push(action);
        s.apply(action).map_err(|_| Error::new("a player chose an action that is not legal"))?;
    }
    Ok(played)
}

/// The games, one a line, and the checksum of these lines in one more.
pub fn text(games: &[LabelledGame]) -> String {
    let line = |game: &LabelledGame| serde_json::to_string(game).expect("plain data is JSON") + "\n";
    let lines: String = games.iter().map(line).collect();
    let seal = format!("{SEAL}{}\"}}\n", sum(lines.as_bytes()));
    lines + &seal
}

/// The games in a file.
///
/// # Errors
/// One line: the file was changed, or with the line that is none.
pub fn read(path: &Path) -> Result<Vec<LabelledGame>, Error> {
    let text = files::read(path)?;
    let (text, seal) = text.rsplit_once(SEAL).unwrap_or((&text, ""));
    if seal.trim_end().strip_suffix("\"}") != Some(&sum(text.as_bytes())) {
        let why = "it was damaged or edited: its checksum is another; remove it, so that its games are searched anew";
        return Err(Error::io("read", path, why));
    }
    let line = |(i, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|e| Error::new(format!("line {} of {} is damaged: {e}", i + 1, path.display())))
    };
    text.lines().enumerate().map(line).collect()
}
