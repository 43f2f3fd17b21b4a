//! What lies on disk, and how much of it is believed: files that are written whole or not at all, checkpoints, limits, one line for
//! each error.
//!
//! - [`checkpoint`]: a trained network in a folder; [`shipped`]: those that are part of the program.
//! - [`files`], [`folder`]: what is read and written, whole or not at all; [`checksummed`]: with a checksum; [`limits`]: how much
//!   is taken.
//! - [`error::Error`]: one line for whoever waits. [`stop::Token`]: how work is broken off.
//!
//! ```
//! use holotable_store::files;
//!
//! let path = std::env::temp_dir().join(format!("holotable-tour-{}", std::process::id()));
//! files::write(&path, "a whole file, or none")?;
//! assert_eq!(files::read(&path)?, "a whole file, or none");
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod checkpoint;
pub mod checksummed;
pub mod disk;
pub mod error;
pub mod files;
pub mod folder;
pub mod in_order;
pub mod json;
pub mod limits;
pub mod numbers;
pub mod program;
pub mod progress;
pub mod shipped;
#[cfg(unix)]
pub mod signals;
pub mod stop;
pub mod threads;
pub mod toml_text;
