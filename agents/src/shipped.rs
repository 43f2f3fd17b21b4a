//! Where the trained agents lie that come with holotable, so that they are found by name from any folder.

use std::env::current_exe;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of the folder with their checkpoints.
const NAME: &str = "checkpoints";
/// The agent whose folder bears the name of the game alone.
const MAIN: &str = "ppo";
/// How far above the program it is looked for: that of a checkout lies three folders above `target/release/holotable`.
const ABOVE: usize = 4;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says where they lie, as a package does that brings them along; the first one to say so is right.
pub fn set_folder(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// The checkpoint of an agent that comes with a game: in the folder that was [set](set_folder), in the current one, or in one beside or
/// above the program. Where there is none, what would be the second.
pub fn checkpoint(game: &str, agent: &str) -> PathBuf {
    let name = if agent == MAIN { game.to_owned() } else { format!("{game}_{agent}") };
    let here = Path::new(NAME).join(&name);
    let program = current_exe().unwrap_or_default();
    let beside = program.ancestors().skip(1).take(ABOVE).map(|folder| folder.join(NAME).join(&name));
    let set = FOLDER.get().map(|folder| folder.join(&name));
    set.into_iter().chain([here.clone()]).chain(beside).find(|folder| folder.is_dir()).unwrap_or(here)
}
