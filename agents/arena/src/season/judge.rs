//! Luck and error in the first games of every match, as a stronger agent sees them.

use std::sync::Arc;

use holotable_env::Replay;
use holotable_erased::{AnyGame, AnyPlayer};
use holotable_store::error::Error;
use holotable_store::stop;
use serde::{Deserialize, Serialize};

use crate::luck::split;

/// What the judge says of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Judged {
    /// The number of the game in its match, from 0.
    pub game: u64,
    /// What luck added to the score of each entrant; `None` where the judge cannot tell.
    pub luck: Option<Vec<f64>>,
    /// What the decisions of each entrant cost it, as shares of a win.
    pub errors: Vec<f64>,
    /// The decisions of each entrant that the judge has evaluated.
    pub decisions: Vec<u64>,
}

/// What the judge says of the game with this number, in which each team was that of the entrant in this place.
pub(super) fn judge_game(
    evaluator: &mut dyn AnyPlayer,
    game: &Arc<dyn AnyGame>,
    (number, replay): (u64, &Replay),
    seating: &[usize],
) -> Result<Judged, Error> {
    let states = Arc::clone(game).frames(replay)?;
    let (teams, entrants) = (game.teams(), seating.len());
    let (mut luck, mut errors, mut decisions) = (Some(0.0), vec![0.0; entrants], vec![0; entrants]);
    for (pair, step) in states.windows(2).zip(&replay.moves) {
        if stop::asked() {
            break;
        }
        let action = game.actions().number(&step.action).expect("the replay has just played back");
        let acting = teams.of_seats()[step.seat];
        // Of two teams one has the luck that the other lacks; of more, an evaluator speaks for whoever acts.
        let of = if teams.leads().len() > 2 { acting } else { 0 };
        let found = split(evaluator, (pair[0].as_ref(), action, pair[1].as_ref()), of);
        luck = luck.zip(found).map(|(sum, split)| sum + split.luck);
        let choice = pair[0].legal().len() > 1;
        if let Some(split) = found.filter(|_| choice) {
            errors[seating[acting]] += split.error.abs();
            decisions[seating[acting]] += 1;
        }
    }
    let luck = luck.filter(|_| teams.leads().len() <= 2).map(|first| {
        let mut luck = vec![-first; entrants];
        luck[seating[0]] = first;
        luck
    });
    Ok(Judged { game: number, luck, errors, decisions })
}
