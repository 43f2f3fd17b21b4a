//! What there is to look at on a table, and who may look: what a seat cannot know is told to nobody while the game is played.

use holotable_env::Viewer;
use holotable_players::observation_wrapper::FeatureSet;

use super::fault::Fault;
use super::rights::Rights;
use super::tables::Desk;
use crate::session::GameSession;

/// A position that there is.
pub fn at(table: &GameSession, node: usize) -> Result<usize, Fault> {
    if table.has(node) { Ok(node) } else { Err(Fault::missing("there is no such position")) }
}

/// An action that has a number of this game.
pub fn action(table: &GameSession, action: usize) -> Result<usize, Fault> {
    let n = table.game.layout(FeatureSet::PLAIN).actions;
    if action < n { Ok(action) } else { Err(Fault::bad(format!("action {action} must be below {n}"))) }
}

/// Whose eyes a link looks with, if it may. One that does not say has those of the seat that acts if that is its own, or else those of
/// the table.
pub fn viewer(
    table: &GameSession,
    rights: &Rights,
    node: usize,
    word: Option<&str>,
) -> Result<Viewer, Fault> {
    let Some(word) = word else {
        let actor = table.nodes[node].state.actor();
        let own = actor.filter(|&seat| rights.decides(table, seat));
        let others = if table.is_open() { Viewer::All } else { Viewer::Table };
        return Ok(own.map_or(others, Viewer::Seat));
    };
    let viewer: Viewer = word.parse().map_err(|e| Fault::bad(format!("viewer '{word}': {e}")))?;
    match viewer {
        _ if rights.admits(table, viewer) => Ok(viewer),
        Viewer::Seat(seat) if seat >= table.seats.len() => Err(no_seat(seat, table.seats.len())),
        Viewer::Seat(seat) => {
            Err(Fault::hidden(format!("the cards of seat {seat} are hidden while the game is played")))
        }
        Viewer::Table | Viewer::All => Err(Fault::hidden("cards are hidden while the game is played")),
    }
}

/// Refuses what nobody does alone while people at several screens play.
pub fn free(desk: &Desk, table: &GameSession) -> Result<(), Fault> {
    if !desk.is_under_way(table) {
        return Ok(());
    }
    Err(Fault::hidden("people at several screens play this game; this is for when the game is over"))
}

/// Refuses what helps one of several teams while people at several screens play: whoever plays against others plays alone.
pub fn unaided(desk: &Desk, table: &GameSession) -> Result<(), Fault> {
    if table.game.teams().leads().len() > 1 { free(desk, table) } else { Ok(()) }
}

/// What is said of a seat that a game of so many players does not have.
pub fn no_seat(seat: usize, players: usize) -> Fault {
    Fault::bad(format!("there is no seat {seat}: the seats are 0 to {}", players - 1))
}

/// Refuses what would tell a viewer something hidden.
pub fn unhidden(table: &GameSession, node: usize, viewer: Viewer) -> Result<(), Fault> {
    if table.hides_nothing(node, viewer) {
        return Ok(());
    }
    Err(Fault::hidden(
        "this would show what others hide; it is there once the game is over, or with all hands open",
    ))
}
