//! Luck and error in the first games of every match, as a stronger agent sees them.

use std::collections::BTreeMap;
use std::sync::Arc;

use holotable_env::Replay;
use holotable_erased::{AnyGame, AnyPlayer};
use holotable_store::error::Error;
use holotable_store::stop;
use serde::{Deserialize, Serialize};

use crate::luck::split;

/// What the luck of a game was, as the judge sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Judged {
    /// The number of the game in its match, from 0.
    pub game: u64,
    /// What luck added to the score of each entrant; `None` where the judge cannot tell.
    pub luck: Option<Vec<f64>>,
}

/// What the decisions of an entrant cost, by their kind: the first word of an action's label.
pub(super) type Errors = BTreeMap<String, Cost>;

/// What decisions cost, as the judge sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cost {
    /// How many decisions the judge has evaluated.
    pub decisions: u64,
    /// The sum of what they cost, as shares of a win.
    pub cost: f64,
}

impl Cost {
    pub fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.cost += other.cost;
    }
}

/// What the judge says of the game with this number, in which each team was that of the entrant in this place. `errors` grow by
/// those of the game, entrant by entrant.
pub(super) fn judge_game(
    evaluator: &mut dyn AnyPlayer,
    game: &Arc<dyn AnyGame>,
    (number, replay): (u64, &Replay),
    seating: &[usize],
    errors: &mut [Errors],
) -> Result<Judged, Error> {
    let states = Arc::clone(game).frames(replay)?;
    let teams = game.teams();
    let mut luck = Some(0.0);
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
            let kind = step.action.split(' ').next().unwrap_or_default();
            let known = errors[seating[acting]].entry(kind.to_owned()).or_default();
            known.add(Cost { decisions: 1, cost: split.error.abs() });
        }
    }
    let luck = luck.filter(|_| teams.leads().len() <= 2).map(|first| {
        let mut luck = vec![-first; seating.len()];
        luck[seating[0]] = first;
        luck
    });
    Ok(Judged { game: number, luck })
}
