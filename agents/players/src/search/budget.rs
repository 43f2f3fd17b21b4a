//! [`Budget`]: the limit of a search per decision, in simulations or in time, and the [`Clock`] that enforces it.

use std::time::{Duration, Instant};

use holotable_store::stop::{Stop, Token};

/// The limit of a search per decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// This many simulations, at least 1: reproducible on every machine.
    Simulations(u64),
    /// This long: stronger on a faster machine, and not reproducible.
    Time(Duration),
}

/// The most simulations of a decision, and the most milliseconds.
const MOST: u64 = 1_000_000_000;

impl Budget {
    /// Reads `1000` as simulations and `200ms` as a time; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|n| plain && (1..=MOST).contains(n))
        };
        match text.strip_suffix("ms") {
            Some(digits) => number(digits).map(|n| Self::Time(Duration::from_millis(n))),
            None => number(text).map(Self::Simulations),
        }
    }
}

/// How often a search looks whether it is to end.
const LOOK: Duration = Duration::from_millis(20);

/// Keeps track of a budget while it is spent.
#[derive(Debug)]
pub(super) struct Clock {
    budget: Budget,
    begun: Instant,
    done: u64,
    stop: Option<Token>,
    /// When it was last asked.
    looked: Instant,
    stopped: bool,
}

impl Clock {
    /// Starts the clock.
    pub fn start(budget: Budget) -> Self {
        let (begun, stop) = (Instant::now(), Token::heeded());
        // Whoever is asked again and again after the end was asked for does not begin.
        let stopped = stop.as_ref().is_some_and(Stop::is_asked);
        Self { budget, begun, done: 0, stop, looked: begun, stopped }
    }

    /// Counts simulations just made.
    pub fn count(&mut self, simulations: u64) {
        self.done += simulations;
    }

    /// How many rounds of so many simulations may be made at once, at least one, after so many rounds: all that fit into a share of
    /// the budget, or in a time so few that it is hardly overrun.
    pub fn rounds(&self, simulations: usize, share: f64, rounds: usize) -> usize {
        match self.budget {
            Budget::Simulations(n) => {
                let left = ((n as f64 * share) as u64).saturating_sub(self.done);
                usize::try_from(left).unwrap_or(usize::MAX) / simulations
            }
            Budget::Time(_) => rounds / 8,
        }
        .max(1)
    }

    /// Whether this many more simulations may begin within a share of the budget.
    pub fn fits(&mut self, simulations: u64, share: f64) -> bool {
        !self.is_stopped()
            && match self.budget {
                Budget::Simulations(n) => (self.done + simulations) as f64 <= n as f64 * share,
                Budget::Time(time) => self.begun.elapsed() < time.mul_f64(share),
            }
    }

    /// Whether the search is to end, whatever is left of its budget.
    pub fn is_stopped(&mut self) -> bool {
        if let Some(stop) = &self.stop
            && !self.stopped
            && self.looked.elapsed() >= LOOK
        {
            self.stopped = stop.is_asked();
            self.looked = Instant::now();
        }
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_numbers_and_times() {
        assert_eq!(Budget::read("1000"), Some(Budget::Simulations(1000)));
        assert_eq!(Budget::read("200ms"), Some(Budget::Time(Duration::from_millis(200))));
        for text in
            ["", "0", "0ms", "ms", "-1", "+1", "1e3", "1.5", "10s", "1000000001", "99999999999999999999"]
        {
            assert_eq!(Budget::read(text), None, "{text}");
        }
    }

    #[test]
    fn simulations_are_counted() {
        let mut clock = Clock::start(Budget::Simulations(10));
        assert!(clock.fits(5, 0.5) && !clock.fits(6, 0.5));
        clock.count(5);
        assert!(!clock.fits(1, 0.5) && clock.fits(5, 1.0) && !clock.fits(6, 1.0));
    }

    #[test]
    fn as_many_rounds_as_fit_are_made_at_once() {
        let mut clock = Clock::start(Budget::Simulations(100));
        // Half of the budget holds 16 rounds of three moves; one round is always made.
        assert_eq!((clock.rounds(3, 0.5, 0), clock.rounds(60, 0.5, 0)), (16, 1));
        clock.count(48);
        assert_eq!((clock.rounds(3, 0.5, 16), clock.rounds(2, 1.0, 16)), (1, 26));
        let clock = Clock::start(Budget::Time(Duration::from_secs(1)));
        assert_eq!([0, 15, 16, 80].map(|rounds| clock.rounds(3, 0.5, rounds)), [1, 1, 2, 10]);
    }

    #[test]
    fn a_search_that_is_to_end_ends() {
        let asked = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let heard = std::sync::Arc::clone(&asked);
        Token::new(move || heard.load(std::sync::atomic::Ordering::Relaxed)).heed(|| {
            let mut clock = Clock::start(Budget::Simulations(MOST));
            assert!(clock.fits(1, 1.0));
            asked.store(true, std::sync::atomic::Ordering::Relaxed);
            while clock.fits(1, 1.0) {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert!(clock.is_stopped() && Clock::start(Budget::Simulations(MOST)).is_stopped());
        });
        assert!(!Clock::start(Budget::Simulations(MOST)).is_stopped());
    }

    #[test]
    fn time_runs_out() {
        let mut clock = Clock::start(Budget::Time(Duration::from_millis(2)));
        std::thread::sleep(Duration::from_millis(3));
        assert!(!clock.fits(1, 1.0));
    }
}
