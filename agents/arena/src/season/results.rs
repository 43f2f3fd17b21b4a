//! [`MatchResults`]: the results of a match, in a file that grows by a block at a time.

use std::path::Path;

use holotable_store::error::Error;
use serde::{Deserialize, Serialize};

use super::judge::{Errors, Judged};
use super::kept;

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchResults {
    /// Its blocks, from the first on.
    pub blocks: Vec<Block>,
}

/// The results of some seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    /// The score of each entrant in each game: seed by seed, and seating by seating.
    pub scores: Vec<Vec<f32>>,
    /// The decisions of each entrant.
    pub decisions: Vec<u64>,
    /// The games in which an entrant had no answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Forfeit>,
    /// What the judge says of its first games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<Judged>,
    /// What the decisions of each entrant cost in those games; none where no game is judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Errors>,
}

/// A game that an entrant lost because it had no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Forfeit {
    /// The place of the entrant in the match.
    pub entrant: usize,
    pub seed: u64,
    pub seat: usize,
    pub why: String,
}

impl MatchResults {
    /// Those in a file; none if it is not there.
    ///
    /// # Errors
    /// One line that names the file: it cannot be read, was changed, or holds what such a match cannot have.
    pub fn read(path: &Path, entrants: usize, games: usize) -> Result<Self, Error> {
        let found: Self = kept::read(path, "results of a match")?.unwrap_or_default();
        match found.blocks.iter().all(|block| block.is_possible(entrants, games)) {
            true => Ok(found),
            false => Err(Error::new(format!("{}: these are no results of this match", path.display()))),
        }
    }

    /// Writes them, one block a line.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let block = |block: &Block| serde_json::to_string(block).expect("plain data is JSON");
        let blocks: Vec<String> = self.blocks.iter().map(block).collect();
        kept::write(path, &format!("{{\"blocks\":[\n{}\n]}}", blocks.join(",\n")))
    }
}

impl Block {
    fn is_possible(&self, entrants: usize, games: usize) -> bool {
        let sound = |score: &f32| (0.0..=1.0).contains(score);
        self.scores.len() == games
            && self.scores.iter().all(|scores| scores.len() == entrants && scores.iter().all(sound))
            && self.decisions.len() == entrants
            && self.forfeits.iter().all(|forfeit| forfeit.entrant < entrants)
            && self.judged.iter().all(|one| one.luck.as_ref().is_none_or(|luck| luck.len() == entrants))
            && self.errors.len() == if self.judged.is_empty() { 0 } else { entrants }
    }
}
