//! Prints a game in words, decision by decision, for `watch` and `replay show`.

use std::io::Write;

use holotable_env::{Story, Viewer};
use holotable_erased::{AnyGame, AnyState};
use holotable_players::policy::Analysis;
use holotable_store::error::Error;

use super::CommandResult;

/// Whether there is such a viewer at the table.
pub fn seated(game: &dyn AnyGame, viewer: Viewer) -> CommandResult {
    match viewer {
        Viewer::Seat(seat) if seat >= game.teams().players() => {
            let last = game.teams().players() - 1;
            Err(Error::new(format!("--viewer is {seat} but must be from 0 to {last}, 'table' or 'all'"))
                .into())
        }
        Viewer::Seat(_) | Viewer::Table | Viewer::All => Ok(()),
    }
}

/// Prints the state before a decision and the action taken. How many moves there were may tell what is in a hand, so only
/// who knows the hand is told.
pub fn decision(
    out: &mut dyn Write,
    s: &dyn AnyState,
    viewer: Viewer,
    number: usize,
    (seat, agent): (usize, &str),
    action: usize,
) -> CommandResult {
    writeln!(out, "{}", s.text(viewer).trim_end())?;
    // What is asked may tell what a hand holds, too.
    if viewer.knows(seat) {
        writeln!(out, "Asked: {}\n", s.prompt().expect("a decision is due"))?;
    } else {
        writeln!(out, "Seat {seat} decides.\n")?;
    }
    let choice = match s.legal().len() {
        _ if !viewer.knows(seat) => String::new(),
        1 => ", the only move".to_owned(),
        legal => format!(", one of {legal} moves"),
    };
    Ok(writeln!(out, "{number}. Seat {seat} ({agent}){choice}: {}\n", s.describe_action_for(action, viewer))?)
}

/// Prints what happened, a line for each event.
pub fn events(out: &mut dyn Write, story: &Story, viewer: Viewer) -> CommandResult {
    let lines = story.lines(viewer);
    lines.iter().try_for_each(|line| writeln!(out, "   {line}"))?;
    if !lines.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// The number of moves to print.
const TOLD: usize = 3;

/// Prints the score that an agent expects and the moves it ranked best.
pub fn reasons(out: &mut dyn Write, s: &dyn AnyState, analysis: &Analysis<usize>) -> CommandResult {
    writeln!(out, "   It expects to win {:.1} % and considered:", 100.0 * analysis.score)?;
    for m in analysis.moves.iter().take(TOLD) {
        let then = m.score.map(|score| format!(", then {:.1} % to win", 100.0 * score)).unwrap_or_default();
        writeln!(out, "   {:5.1} %  {}{then}", 100.0 * m.share, s.describe_action(m.action))?;
    }
    Ok(writeln!(out)?)
}

/// Prints the final state and how the game ended.
pub fn ending(out: &mut dyn Write, s: &dyn AnyState, viewer: Viewer) -> CommandResult {
    writeln!(out, "{}\n", s.text(viewer).trim_end())?;
    Ok(writeln!(out, "{}", s.standing())?)
}
