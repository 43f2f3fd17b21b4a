//! The trained agents that come with holotable, found by name from any folder: they are part of whatever is built with them.

use std::path::Path;

use crate::checkpoint::{Inside, Source};

/// The name of the folder with their checkpoints.
const FOLDER: &str = "checkpoints";
/// The agent whose folder bears the name of the game alone.
const MAIN: &str = "ppo";

/// Whether the trained agents are in the program.
pub fn is_complete() -> bool {
    !TRAINED.is_empty()
}

/// The checkpoint of an agent that comes with a game: in the program, or else in the current folder.
pub fn checkpoint(game: &str, agent: &str) -> Source {
    let name = if agent == MAIN { game.to_owned() } else { format!("{game}_{agent}") };
    let inside = TRAINED.iter().find(|inside| inside.name == name).map(Source::Inside);
    inside.unwrap_or_else(|| Source::Folder(Path::new(FOLDER).join(&name)))
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
    "conflict" "conflict_alone" "dark_side_rising" "dark_side_rising_alone" "rebellion" "rebellion_alone"
    "rebellion_combat" "rebellion_combat_alone" "rebellion_team" "risk" "risk_alone"
);
#[cfg(not(feature = "trained"))]
const TRAINED: &[Inside] = &[];
