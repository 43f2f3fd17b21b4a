//! [`Walk`]: chance that takes every way in turn, and [`outcomes`], every result of a step with its
//! probability.

use std::fmt;
use std::ops::ControlFlow;

use crate::chance::Chance;
use crate::game::Game;
use crate::trace::Trace;

/// An odometer over the answers of chance: run the same step again after each [`advance`](Walk::advance)
/// and it takes the next way through, until all have been taken.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// For each question so far: the answer given and the weights asked with.
    path: Vec<(usize, Vec<u32>)>,
    depth: usize,
}

impl Walk {
    /// The probability of the way just taken.
    pub fn probability(&self) -> f64 {
        self.path
            .iter()
            .map(|(i, weights)| {
                f64::from(weights[*i]) / weights.iter().map(|&w| u64::from(w)).sum::<u64>() as f64
            })
            .product()
    }

    /// The answers of the way just taken, as a [`Tape`](crate::Tape) plays them.
    pub fn picks(&self) -> Vec<u32> {
        self.path.iter().map(|(i, _)| *i as u32).collect()
    }

    /// How many ways there are if every question has the width it had on the way just taken: an estimate
    /// of the total, exact where the questions do not depend on the answers.
    pub fn width(&self) -> f64 {
        self.path.iter().map(|(_, w)| w.iter().filter(|&&w| w > 0).count() as f64).product()
    }

    /// Moves on to the next way; `false` when all have been taken.
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some((i, weights)) = self.path.last_mut() {
            if let Some(next) = (*i + 1..weights.len()).find(|&j| weights[j] > 0) {
                *i = next;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chance for Walk {
    fn pick(&mut self, weights: &[u32]) -> usize {
        if self.depth == self.path.len() {
            let first = weights.iter().position(|&w| w > 0).expect("a positive weight");
            self.path.push((first, weights.to_vec()));
        }
        let (i, _) = self.path[self.depth];
        self.depth += 1;
        i
    }
}

/// One result of an action.
#[derive(Clone, Debug)]
pub struct Outcome<S> {
    /// How likely it is; over all outcomes of an action these sum to 1.
    pub probability: f64,
    /// The answers of chance that lead to it.
    pub picks: Vec<u32>,
    /// The state it leads to.
    pub state: S,
}

/// A step has more results than the caller wanted to hear of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooManyOutcomes {
    /// The limit that was given.
    pub limit: usize,
    /// About how many results there are: the product of the widths of the chance questions.
    pub about: f64,
}

impl fmt::Display for TooManyOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this action has about {:.0} results, over the limit of {}; sample it instead",
            self.about, self.limit
        )
    }
}

impl std::error::Error for TooManyOutcomes {}

/// How many results [`outcomes`] lists unless told otherwise.
pub const OUTCOME_LIMIT: usize = 100_000;

/// Every result of action `a` in state `s` with its probability, in the order of the answers of chance.
///
/// Different answers may lead to equal states (two dice of one colour are already one question, but two
/// ways may still meet); they are listed apart. [`each_outcome`] visits them without holding them all.
///
/// # Errors
/// [`TooManyOutcomes`] when there are more than `limit`; the work done until then is bounded by it.
pub fn outcomes<G: Game>(
    game: &G,
    s: &G::State,
    a: G::Action,
    limit: usize,
) -> Result<Vec<Outcome<G::State>>, TooManyOutcomes> {
    outcomes_while(game, s, a, limit, || true)
}

/// The same, broken off once `goes_on` says no: then they are only some of all results.
///
/// # Errors
/// As [`outcomes`].
pub fn outcomes_while<G: Game>(
    game: &G,
    s: &G::State,
    a: G::Action,
    limit: usize,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Vec<Outcome<G::State>>, TooManyOutcomes> {
    let mut list = Vec::new();
    walk_through(game, s, a, limit, |state, walk| {
        list.push(Outcome { probability: walk.probability(), picks: walk.picks(), state: *state });
        if goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let all = sum(list.iter().map(|outcome| outcome.probability));
    for outcome in &mut list {
        outcome.probability /= all;
    }
    Ok(list)
}

/// A sum in which what rounding loses is kept (Neumaier, ZAMM 54, 1974).
fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for number in numbers {
        let next = sum + number;
        lost += if sum.abs() >= number.abs() { sum - next + number } else { number - next + sum };
        sum = next;
    }
    sum + lost
}

/// Calls `visit` with every result of action `a` in state `s`, in the order of the answers of chance, and with the
/// [`Walk`] that led to it, which knows its probability and answers. Gives their number.
///
/// # Errors
/// [`TooManyOutcomes`] when there are more than `limit`, of which as many have been visited.
pub fn each_outcome<G: Game>(
    game: &G,
    s: &G::State,
    a: G::Action,
    limit: usize,
    mut visit: impl FnMut(&G::State, &Walk),
) -> Result<usize, TooManyOutcomes> {
    walk_through(game, s, a, limit, |state, walk| {
        visit(state, walk);
        ControlFlow::Continue(())
    })
}

/// [`each_outcome`] that ends where `visit` breaks off.
fn walk_through<G: Game>(
    game: &G,
    s: &G::State,
    a: G::Action,
    limit: usize,
    mut visit: impl FnMut(&G::State, &Walk) -> ControlFlow<()>,
) -> Result<usize, TooManyOutcomes> {
    let (mut walk, mut count) = (Walk::default(), 0);
    loop {
        let mut state = *s;
        game.step(&mut state, a, &mut Trace::new(&mut walk));
        if count == 0 && walk.width() > 100.0 * limit as f64 {
            return Err(TooManyOutcomes { limit, about: walk.width() });
        }
        if count == limit {
            return Err(TooManyOutcomes { limit, about: walk.width().max(limit as f64 + 1.0) });
        }
        count += 1;
        if visit(&state, &walk).is_break() || !walk.advance() {
            return Ok(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_keeps_what_rounding_loses() {
        assert_eq!(sum([1.0, 1e100, 1.0, -1e100].into_iter()).to_bits(), 2.0_f64.to_bits());
        let tenth = sum(std::iter::repeat_n(0.1, 10));
        assert_eq!(tenth.to_bits(), 1.0_f64.to_bits(), "{tenth}");
        assert!([0.1; 10].iter().sum::<f64>() < 1.0, "without that it is less");
    }

    #[test]
    fn every_way_is_taken_once_and_the_mass_is_one() {
        let mut walk = Walk::default();
        let mut seen = Vec::new();
        let mut mass = 0.0;
        loop {
            let first = walk.pick(&[1, 0, 3]);
            let second = if first == 2 { walk.pick(&[1, 1]) } else { 9 };
            seen.push((first, second));
            mass += walk.probability();
            if !walk.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 9), (2, 0), (2, 1)]);
        assert!((mass - 1.0f64).abs() < 1e-12);
    }
}
