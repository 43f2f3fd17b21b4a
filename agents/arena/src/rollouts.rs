//! Whole games after the actions of a decision, with the same deal and the same luck for each: `CommonLuck`, and two actions
//! beside each other by such games: [`played_on`].
//!
//! The difference of two values of a network is one opinion, and may be an error. The mean of results has only the player's own
//! weakness in it, and a standard error that is known.

use holotable_env::{GameRng, Sample, generator, streams};
use holotable_store::stop;
use serde::{Deserialize, Serialize};

use crate::luck::value;
use holotable_erased::{AnyPlayer, AnyState};

/// Seeds of simulations differ by this odd number, and those of turns by another.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;
const TURNS_APART: u64 = 0xd1b5_4a32_d192_ed03;
/// The decisions that [`played_on`] may take in all, a second or two. A count and not a time, so that it finds the same again.
const DECISIONS: u64 = 40_000;
/// The fewest and the most games after each action.
const FEWEST: u32 = 12;
const MOST: u32 = 200;

/// A deal of what whoever decides cannot see, and the luck from there on.
pub(crate) struct CommonLuck {
    position: Box<dyn AnyState>,
    seed: u64,
}

impl CommonLuck {
    /// The deal and the luck of a round of simulations of a position.
    pub(crate) fn new(state: &dyn AnyState, round: u64) -> Self {
        let seed = state.hash_code().wrapping_add(APART.wrapping_mul(round));
        Self { position: state.known(&mut Sample(generator(seed, streams::SAMPLES))), seed }
    }

    /// The position, and the generator of the player.
    pub(crate) fn begin(&self) -> (Box<dyn AnyState>, GameRng) {
        let mut state = self.position.copy(false);
        let rng = self.begin_turn(state.as_mut());
        (state, rng)
    }

    /// Plays a legal action. A turn that begins has luck of its own, the same whatever was drawn before.
    pub(crate) fn play(&self, state: &mut dyn AnyState, action: usize, rng: &mut GameRng) {
        let before = state.turn();
        state.apply(action).expect("the action is legal");
        if state.turn() != before {
            *rng = self.begin_turn(state);
        }
    }

    fn begin_turn(&self, state: &mut dyn AnyState) -> GameRng {
        let seed = self.seed.wrapping_add(TURNS_APART.wrapping_mul(u64::from(state.turn())));
        state.set_rng(Some(Sample(generator(seed, 0))));
        Sample(generator(seed, streams::AGENT))
    }
}

/// An action beside another by whole games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedOn {
    /// The games after each of the two.
    pub games: u32,
    /// The mean result for the team after the first, less that after the second, as a share of the chance to win.
    pub error: f64,
    /// The standard error of that.
    pub unsure: f64,
}

/// Plays on after two legal actions, the player in all seats. What whoever acts cannot see is dealt anew for each pair of games.
/// There are at most 200 pairs, and no more than 40,000 decisions allow, but at least 12. The same position gives the same figures.
/// `None` once a [token](stop::Token) that is heeded asks for the end.
pub fn played_on(
    player: &mut dyn AnyPlayer,
    state: &dyn AnyState,
    actions: [usize; 2],
    team: usize,
) -> Option<PlayedOn> {
    let (mut sum, mut squares, mut games, mut decisions) = (0.0, 0.0, 0, 0);
    while games < FEWEST || games < MOST && decisions < DECISIONS {
        let luck = CommonLuck::new(state, u64::from(games));
        let mut results = [0.0; 2];
        for (result, action) in results.iter_mut().zip(actions) {
            *result = to_the_end(player, &luck, action, team, &mut decisions)?;
        }
        let difference = results[0] - results[1];
        (sum, squares, games) = (sum + difference, squares + difference * difference, games + 1);
    }
    let n = f64::from(games);
    let error = sum / n;
    Some(PlayedOn { games, error, unsure: ((squares / n - error * error).max(0.0) / (n - 1.0)).sqrt() })
}

/// The result of a game for a team after an action.
fn to_the_end(
    player: &mut dyn AnyPlayer,
    luck: &CommonLuck,
    mut action: usize,
    team: usize,
    decisions: &mut u64,
) -> Option<f64> {
    let (mut state, mut rng) = luck.begin();
    loop {
        luck.play(state.as_mut(), action, &mut rng);
        if state.actor().is_none() {
            return value(player, state.as_ref(), team);
        }
        if stop::asked() {
            return None;
        }
        *decisions += 1;
        action = player.choose(state.as_ref(), &mut rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holotable_erased::Kind;

    #[test]
    fn the_same_again_the_same_turned_and_nothing_beside_itself() {
        let game = Kind::named("rebellion_combat").unwrap().build([], None).unwrap();
        let mut player = game.player("expert").unwrap();
        let mut state = game.start(Sample(generator(7, 0)));
        while state.is_forced() {
            state.apply(state.legal()[0]).unwrap();
        }
        let legal = state.legal();
        let actions = [legal[0], legal[legal.len() - 1]];
        let found = played_on(player.as_mut(), state.as_ref(), actions, 0).unwrap();
        assert_eq!(played_on(player.as_mut(), state.as_ref(), actions, 0), Some(found));
        let turned = played_on(player.as_mut(), state.as_ref(), [actions[1], actions[0]], 0).unwrap();
        assert_eq!((turned.error, turned.unsure, turned.games), (-found.error, found.unsure, found.games));
        let same = played_on(player.as_mut(), state.as_ref(), [actions[0]; 2], 0).unwrap();
        assert_eq!((same.error, same.unsure), (0.0, 0.0), "the luck is the same");
    }
}
