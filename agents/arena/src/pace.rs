//! [`Pace`]: when what was done so far is saved again.

use std::time::{Duration, Instant};

/// How often games that go on for hours are saved: so much is lost at most, and the games under way.
pub const SAVES: Duration = Duration::from_secs(30);

/// Tells when so much time has gone by.
#[derive(Debug)]
pub struct Pace {
    every: Duration,
    last: Instant,
}

impl Pace {
    /// A pace of one save in this time, counted from now on.
    pub fn new(every: Duration) -> Self {
        Self { every, last: Instant::now() }
    }

    /// Whether it has since this was last so.
    pub fn is_due(&mut self) -> bool {
        let due = self.last.elapsed() >= self.every;
        if due {
            self.last = Instant::now();
        }
        due
    }
}
