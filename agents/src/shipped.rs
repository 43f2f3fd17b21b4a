//! The trained agents that come with holotable, found by name from any folder: in the program itself, or in a folder that a package
//! brings along.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::checkpoint::{Inside, Source};

/// The name of the folder with their checkpoints.
const NAME: &str = "checkpoints";
/// The agent whose folder bears the name of the game alone.
const MAIN: &str = "ppo";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says where they lie, as a package does that brings them along; the first one to say so is right.
pub fn set_folder(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// The checkpoint of an agent that comes with a game: in the folder that was [set](set_folder), in the program, or in the current
/// folder. Where there is none, what would be the last.
pub fn checkpoint(game: &str, agent: &str) -> Source {
    let name = if agent == MAIN { game.to_owned() } else { format!("{game}_{agent}") };
    let set = FOLDER.get().map(|folder| folder.join(&name)).filter(|folder| folder.is_dir());
    let inside = || TRAINED.iter().find(|inside| inside.name == name).map(Source::Inside);
    set.map(Source::Folder).or_else(inside).unwrap_or_else(|| Source::Folder(Path::new(NAME).join(&name)))
}

#[cfg(feature = "trained")]
macro_rules! inside {
    ($($name:literal)*) => {
        &[$(Inside {
            name: $name,
            files: inside!($name: "SHA256SUMS" "model.safetensors" "state.json" "layout.json" "config.toml"),
        }),*]
    };
    ($name:literal: $($file:literal)*) => {
        &[$(($file, include_bytes!(concat!(env!("HOLOTABLE_CHECKPOINTS"), "/", $name, "/", $file)))),*]
    };
}

/// Those in the program.
#[cfg(feature = "trained")]
const TRAINED: &[Inside] = inside!(
    "conflict" "dark_side_rising" "dark_side_rising_alone" "rebellion" "rebellion_combat" "risk"
);
#[cfg(not(feature = "trained"))]
const TRAINED: &[Inside] = &[];
