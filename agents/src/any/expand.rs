//! [`expand`]: plays back a game that is known by numbers, and writes what was seen at each decision.

use holotable_env::{Error, ErrorKind, Finite, Write, is_forced, play_back};

use crate::bots::Bots;
use crate::dataset::{Row, Steps};

/// See [`AnyGame::expand`](super::AnyGame::expand).
pub(super) fn expand<G: Bots>(game: &G, row: &Row, mut out: Option<&mut Steps<'_>>) -> Result<usize, Error> {
    let wrong = |why: String| Error::new(ErrorKind::Replay, why);
    let moves = row.moves().map_err(|e| wrong(format!("row: {e}")))?.map(|(seat, number, picks)| {
        let action = Some(number as usize).filter(|&n| n < G::Action::N).map(G::Action::at);
        let none = || format!("action {number} is none: the actions are 0 to {}", G::Action::N - 1);
        (seat as usize, action.ok_or_else(none), picks)
    });
    let mut decisions = 0;
    let last = play_back(game, &row.start, moves, |s, action| {
        if is_forced(game, s) {
            return Ok(());
        }
        if let Some(out) = &mut out {
            let place = out.place(decisions).ok_or_else(|| {
                format!("it says that the game has {} decisions, but it has more", row.decisions)
            })?;
            let seat = game.actor(s).expect("somebody decides");
            game.observe(s, seat, &mut Write::new(place.obs));
            game.legal(s, |a| place.mask[a.index()] = true);
            *place.action = action.index() as i64;
            *place.player = seat as u8;
        }
        decisions += 1;
        Ok(())
    })?;
    let scores = (0..game.players()).map(|seat| game.score(&last, seat));
    if game.actor(&last).is_some() || !row.scores.iter().map(|&score| score as f32).eq(scores) {
        return Err(wrong("result: the moves lead to another one".into()));
    }
    Ok(decisions)
}
