//! Intervals for win rates, from the one place that has them.

use holotable_arena::stats;
use pyo3::prelude::*;

use crate::convert::below;
use crate::errors::Fault;

/// The most games: so many that all sums are still exact.
const MOST_GAMES: usize = 1 << 53;

/// Wilson's interval; see `holotable.stats`.
#[pyfunction]
pub fn wilson(wins: &Bound<'_, PyAny>, games: &Bound<'_, PyAny>) -> Result<(f64, f64), Fault> {
    let (wins, games) = rate(wins, games)?;
    Ok(stats::wilson(wins, games))
}

/// Newcombe's interval; see `holotable.stats`.
#[pyfunction]
pub fn newcombe(
    wins_a: &Bound<'_, PyAny>,
    games_a: &Bound<'_, PyAny>,
    wins_b: &Bound<'_, PyAny>,
    games_b: &Bound<'_, PyAny>,
) -> Result<(f64, f64), Fault> {
    Ok(stats::newcombe(rate(wins_a, games_a)?, rate(wins_b, games_b)?))
}

fn rate(wins: &Bound<'_, PyAny>, games: &Bound<'_, PyAny>) -> Result<(u64, u64), Fault> {
    let games = below(games, MOST_GAMES + 1, "games")?;
    if games == 0 {
        return Err(Fault::Value("games is 0 but must be at least 1".into()));
    }
    Ok((below(wins, games + 1, "wins")? as u64, games as u64))
}
