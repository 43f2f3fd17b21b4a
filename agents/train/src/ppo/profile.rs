//! [`Profile`]: where the time of an update goes.

use std::fmt;
use std::time::Instant;

use serde::Serialize;

/// Seconds that each part of an update took. Work done by several threads at once counts as the wall-clock time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Profile {
    /// Steps and observations of the games.
    pub environment: f64,
    /// Forward passes, and sampling actions.
    pub inference: f64,
    /// Advantages and calibration.
    pub advantages: f64,
    /// Gradients and optimiser steps.
    pub learning: f64,
    /// Evaluation games, when they are played.
    pub evaluation: f64,
    /// The record and the checkpoints of the update before.
    pub logging: f64,
}

impl Profile {
    /// Adds another, part by part.
    pub fn add(&mut self, other: &Profile) {
        let Profile { environment, inference, advantages, learning, evaluation, logging } = other;
        self.environment += environment;
        self.inference += inference;
        self.advantages += advantages;
        self.learning += learning;
        self.evaluation += evaluation;
        self.logging += logging;
    }

    /// Scales the time that several threads spent in playing down to the wall-clock `seconds` it took.
    #[must_use]
    pub fn within(self, seconds: f64) -> Self {
        let Profile { environment, inference, advantages, .. } = self;
        let scale = seconds / (environment + inference + advantages).max(f64::MIN_POSITIVE);
        Self {
            environment: environment * scale,
            inference: inference * scale,
            advantages: advantages * scale,
            ..self
        }
    }
}

/// The parts as shares of their sum, the greatest first; none below half a per cent.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Profile { environment, inference, advantages, learning, evaluation, logging } = *self;
        let mut parts = [
            (environment, "environment"),
            (inference, "inference"),
            (advantages, "advantages"),
            (learning, "learning"),
            (evaluation, "evaluation"),
            (logging, "logging"),
        ];
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        let all: f64 = parts.iter().map(|(seconds, _)| seconds).sum();
        let shown = parts.iter().map(|(seconds, name)| (100.0 * seconds / all, name));
        let shown: Vec<String> = shown
            .filter(|(share, _)| *share >= 0.5)
            .map(|(share, name)| format!("{name} {share:.0}%"))
            .collect();
        f.write_str(&shown.join(", "))
    }
}

/// A stopwatch that is read at the end of each part.
#[derive(Debug)]
pub struct Watch(Instant);

impl Watch {
    /// Starts it.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The seconds since it was started or read last.
    pub fn lap(&mut self) -> f64 {
        let now = Instant::now();
        (now - std::mem::replace(&mut self.0, now)).as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_side_by_side_fill_the_time_that_passed() {
        let mut both = Profile { environment: 1.0, inference: 2.0, ..Profile::default() };
        both.add(&Profile { environment: 2.0, inference: 2.0, advantages: 1.0, ..Profile::default() });
        let expected = Profile { environment: 1.5, inference: 2.0, advantages: 0.5, ..Profile::default() };
        assert_eq!(both.within(4.0), expected);
        assert_eq!(expected.to_string(), "inference 50%, environment 38%, advantages 12%");
        assert_eq!(Profile::default().within(1.0), Profile::default());
    }
}
