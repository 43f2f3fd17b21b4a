//! [`LabelledGame`]: a game with what a search thought of the moves at the decisions that it searched.

use std::path::Path;

use holotable_erased::AnyPlayer;
use holotable_store::error::Error;
use holotable_store::stop::Stop as _;
use holotable_store::{checksummed, files};
use serde::{Deserialize, Serialize};

use super::{Plan, Student};

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

/// A game by its moves: chance answers by its seed.
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
/// As [`AnyGame::player`](holotable_erased::AnyGame::player).
pub fn searcher(
    plan: &Plan<'_>,
    folder: &Path,
    student: &Student,
    number: usize,
) -> Result<Box<dyn AnyPlayer>, Error> {
    student.game(number).player(&format!("{}+{}", plan.search, folder.display()))
}

/// Plays a game; `None` where the plan is to stop meanwhile. In every other round of the variants the network plays and the search only tells what it thinks, so that the
/// network learns about the positions that it gets into itself too.
pub fn play(
    plan: &Plan<'_>,
    folder: &Path,
    student: &Student,
    number: usize,
) -> Result<Option<LabelledGame>, Error> {
    let follows = student.round(number).is_multiple_of(2);
    let mut search = searcher(plan, folder, student, number)?;
    let mut network = student.player(number);
    let (mut s, mut seats) = student.begin(plan.seed, number);
    let mut played = LabelledGame { number, actions: Vec::new(), labels: Vec::new() };
    while let Some(seat) = s.actor() {
        let (mut action, analysis) = plan.stop.heed(|| search.consider(s.as_ref(), &mut seats[seat]));
        if plan.stop.is_asked() {
            return Ok(None);
        }
        if let Some(analysis) = analysis.filter(|w| w.moves.iter().any(|one| one.score.is_some())) {
            let score = |&a: &usize| analysis.moves.iter().find(|one| one.action == a)?.score;
            played.labels.push(Label {
                decision: played.actions.len(),
                scores: s.legal().iter().map(|a| score(a).map(|score| score as f32)).collect(),
                value: analysis.score as f32,
            });
            if !follows {
                action = network.choose(s.as_ref(), &mut seats[seat]);
            }
        }
        played.actions.push(action);
        s.apply(action).map_err(|_| Error::new("a player chose an action that is not legal"))?;
    }
    Ok(Some(played))
}

/// The games, one a line, each with its checksum.
pub fn text(games: &[LabelledGame]) -> String {
    let line = |game| checksummed::with_checksum(&serde_json::to_string(game).expect("plain data is JSON"));
    games.iter().map(line).collect()
}

/// The games in a file.
///
/// # Errors
/// One line that names the line that was changed or is none.
pub fn read(path: &Path) -> Result<Vec<LabelledGame>, Error> {
    let text = files::read(path)?;
    let line = |(i, line): (usize, &str)| {
        checksummed::read(line, "labelled game")
            .map_err(|e| e.within(format!("line {} of {} is damaged", i + 1, path.display())))
    };
    text.split_inclusive('\n').enumerate().map(line).collect()
}
