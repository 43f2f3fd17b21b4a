//! [`TICK`]: how the thread that has Python waits for others.

use std::time::Duration;

/// How often Ctrl-C is looked for and the progress shown.
pub const TICK: Duration = Duration::from_millis(50);
