//! Prints a game in words, decision by decision, for `watch` and `replay show`.

use std::io::Write;

use holotable_agents::error::Error;
use holotable_agents::policy::Weighed;
use holotable_env::{Tabletop, Viewer};

use super::CommandResult;

/// Whether there is such a viewer at the table.
pub fn seated<G: Tabletop>(game: &G, viewer: Viewer) -> CommandResult {
    match viewer {
        Viewer::Seat(seat) if seat >= game.players() => {
            let last = game.players() - 1;
            Err(Error::new(format!("--viewer is {seat} but must be from 0 to {last}, 'table' or 'all'"))
                .into())
        }
        Viewer::Seat(_) | Viewer::Table | Viewer::All => Ok(()),
    }
}

/// Prints the state before a decision and the action taken. How many moves there were may tell what is in a hand, so only
/// who knows the hand is told.
pub fn decision<G: Tabletop>(
    out: &mut dyn Write,
    game: &G,
    s: &G::State,
    viewer: Viewer,
    number: usize,
    (seat, agent): (usize, &str),
    action: G::Action,
) -> CommandResult {
    writeln!(out, "{}", game.text(s, viewer).trim_end())?;
    writeln!(out, "Asked: {}\n", game.prompt(s))?;
    let mut legal = 0;
    game.legal(s, |_| legal += 1);
    let choice = match legal {
        _ if !viewer.knows(seat) => String::new(),
        1 => ", the only move".to_owned(),
        _ => format!(", one of {legal} moves"),
    };
    Ok(writeln!(out, "{number}. Seat {seat} ({agent}){choice}: {}\n", game.tell(s, action))?)
}

/// The number of moves to print.
const TOLD: usize = 3;

/// Prints the score that an agent expects and the moves it ranked best.
pub fn reasons<G: Tabletop>(
    out: &mut dyn Write,
    game: &G,
    s: &G::State,
    weighed: &Weighed<G::Action>,
) -> CommandResult {
    writeln!(out, "   It expects to win {:.1} % and considered:", 100.0 * weighed.score)?;
    for m in weighed.moves.iter().take(TOLD) {
        let then = m.score.map(|score| format!(", then {:.1} % to win", 100.0 * score)).unwrap_or_default();
        writeln!(out, "   {:5.1} %  {}{then}", 100.0 * m.share, game.tell(s, m.action))?;
    }
    Ok(writeln!(out)?)
}

/// Prints the final state and how the game ended.
pub fn ending<G: Tabletop>(out: &mut dyn Write, game: &G, s: &G::State, viewer: Viewer) -> CommandResult {
    writeln!(out, "{}\n", game.text(s, viewer).trim_end())?;
    Ok(writeln!(out, "{}", result(game, s))?)
}

/// How a game ended, in one line.
pub fn result<G: Tabletop>(game: &G, s: &G::State) -> String {
    let summary = game.summary(s);
    let counts: Vec<_> = summary.counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let state = if game.actor(s).is_none() { "Over" } else { "Not over" };
    format!("{state}: {} ({})", summary.reason, counts.join(", "))
}
