//! [`expand`]: plays back a game that is known by numbers, and writes what was seen at each decision.

use holotable_env::{Error, ErrorKind, Finite, Tape, Write, is_forced};

use crate::bots::Bots;
use crate::dataset::{Row, Steps};

/// See [`AnyGame::expand`](super::AnyGame::expand).
pub(super) fn expand<G: Bots>(game: &G, row: &Row, mut out: Option<&mut Steps<'_>>) -> Result<usize, Error> {
    let wrong = |place: &str, why: String| Error::new(ErrorKind::Replay, format!("{place}: {why}"));
    let mut tape = Tape::new(&row.start);
    let mut s = game.start(&mut tape);
    tape.finish().map_err(|why| wrong("start", why))?;
    let mut decisions = 0;
    let moves = row.moves().map_err(|e| wrong("row", e.to_string()))?;
    for (i, (seat, number, picks)) in moves.enumerate() {
        let wrong = |why: String| wrong(&format!("move {}", i + 1), why);
        let (seat, number) = (seat as usize, number as usize);
        if number >= G::Action::N {
            return Err(wrong(format!("action {number} is none: the actions are 0 to {}", G::Action::N - 1)));
        }
        if game.actor(&s) != Some(seat) {
            return Err(wrong(format!("it is not the turn of seat {seat}")));
        }
        let action = G::Action::at(number);
        let mut legal = false;
        game.legal(&s, |a| legal |= a == action);
        if !legal {
            return Err(wrong(format!("{} is not legal: {}", action.label(), game.why_illegal(&s, action))));
        }
        if !is_forced(game, &s) {
            if let Some(out) = &mut out {
                let place = out.place(decisions).ok_or_else(|| {
                    wrong(format!("it says that the game has {} decisions, but it has more", row.decisions))
                })?;
                game.observe(&s, seat, &mut Write::new(place.obs));
                game.legal(&s, |a| place.mask[a.index()] = true);
                *place.action = number as i64;
                *place.player = seat as u8;
            }
            decisions += 1;
        }
        let mut tape = Tape::new(picks);
        game.step(&mut s, action, &mut tape);
        tape.finish().map_err(wrong)?;
    }
    let ended = game.actor(&s).is_none();
    let scores = (0..game.players()).map(|seat| game.score(&s, seat));
    if !ended || !row.scores.iter().map(|&score| score as f32).eq(scores) {
        return Err(wrong("result", "the moves lead to another one".into()));
    }
    Ok(decisions)
}
