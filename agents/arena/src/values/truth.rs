//! The value after each action of a decision beside whole games that are played on from there: [`Truth`].
//!
//! Each action is simulated many times by the agent, in the same simulation with the same hidden cards and the same luck for all
//! actions. A simulation gives three estimates: the value at the next decision, the value once the turn has passed, and the result
//! of the game. What matters for a choice is how they differ between the actions of one decision.

use holotable_env::{Chance, Sample, generator, streams};
use holotable_store::error::Error;
use serde::Serialize;

use super::agreement::{Agreement, Centred, Covariances};
use super::{Games, Kinds, Played, draws};
use crate::rollouts::CommonLuck;
use holotable_erased::AnyState;

/// The most actions of a decision that are compared: those that the agent likes best.
const MOST_ACTIONS: usize = 8;
/// After how many decisions the turn counts as passed in a game without turns.
const DECISIONS: u32 = 16;
/// The least share of an action that counts: below it all are as unlikely.
const LEAST_SHARE: f64 = 1e-6;

/// How many simulations a decision takes.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Whole games for each action.
    pub playouts: u64,
    /// Simulations of all actions to the end of the turn, those that go on to the end of the game among them.
    pub simulations: u64,
}

/// How the estimates for decisions of one kind agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// The kind of decision.
    pub kind: String,
    /// How many decisions were compared.
    pub decisions: u64,
    /// The mean number of actions that were compared.
    pub actions: f64,
    /// The results of whole games beside the value at the next decision.
    pub next: Agreement,
    /// The same beside the value once the turn has passed.
    pub turn: Agreement,
    /// The same beside the logarithm of the agent's probability of the action.
    pub policy: Agreement,
    /// The value once the turn has passed, as the truth, beside the value at the next decision.
    pub next_of_turn: Agreement,
    /// The same beside the logarithm of the agent's probability.
    pub policy_of_turn: Agreement,
}

/// A decision whose actions were compared.
#[derive(Debug)]
pub(crate) struct Compared {
    kind: usize,
    actions: usize,
    next: Covariances,
    turn: Covariances,
    policy: Covariances,
    next_of_turn: Covariances,
    policy_of_turn: Covariances,
}

/// Compares the actions of one decision of a game, of a kind drawn among those that occur; `None` if none does.
///
/// # Errors
/// One line where the agent gives no evaluation.
pub(crate) fn of_game(
    games: &mut Games<'_>,
    played: &Played,
    kinds: &Kinds,
    depth: Depth,
) -> Result<Option<Compared>, Error> {
    let mut lot = draws(played.seed);
    let decisions: Vec<(usize, usize)> = (played.actions.iter().enumerate())
        .filter(|&(at, &action)| kinds.asked[kinds.of(action)] && played.states[at].legal().len() > 1)
        .map(|(at, &action)| (at, kinds.of(action)))
        .collect();
    let mut occurring: Vec<usize> = decisions.iter().map(|&(_, kind)| kind).collect();
    occurring.sort_unstable();
    occurring.dedup();
    if occurring.is_empty() {
        return Ok(None);
    }
    let kind = occurring[lot.below(occurring.len())];
    let of_kind: Vec<usize> = decisions.iter().filter(|(_, of)| *of == kind).map(|&(at, _)| at).collect();
    let state = played.states[of_kind[lot.below(of_kind.len())]].as_ref();
    games.must_evaluate(state)?;
    Ok(compare(games, state, kind, depth))
}

/// Compares the actions of a decision. `None` for an agent that has no probabilities, and where the games are broken off.
fn compare(games: &mut Games<'_>, state: &dyn AnyState, kind: usize, depth: Depth) -> Option<Compared> {
    let seed = state.hash_code();
    let analysis = games.evaluator.analyse(state, &mut Sample(generator(seed, streams::AGENT)))?;
    let actions: Vec<(usize, f64)> =
        analysis.moves.iter().take(MOST_ACTIONS).map(|action| (action.action, action.share)).collect();
    let shares: Vec<f64> = actions.iter().map(|(_, share)| share.max(LEAST_SHARE).ln()).collect();
    let rounds = depth.playouts.max(depth.simulations / actions.len() as u64);
    let halves = || [vec![Mean::default(); actions.len()], vec![Mean::default(); actions.len()]];
    let [mut results, mut next, mut turn] = [halves(), halves(), halves()];
    for round in 0..rounds {
        let half = (round % 2) as usize;
        let luck = CommonLuck::new(state, round);
        for (i, &(action, _)) in actions.iter().enumerate() {
            let found = simulate(games, &luck, action, round < depth.playouts)?;
            next[half][i].count(found.next);
            turn[half][i].count(found.turn);
            found.result.into_iter().for_each(|result| results[half][i].count(result));
        }
    }
    let centred = |halves: [Vec<Mean>; 2]| {
        Centred::of(halves.map(|means| means.into_iter().map(Mean::value).collect()))
    };
    let [results, next, turn] = [results, next, turn].map(centred);
    let policy = Centred::of([shares.clone(), shares]);
    Some(Compared {
        kind,
        actions: actions.len(),
        next: Covariances::of(&results, &next),
        turn: Covariances::of(&results, &turn),
        policy: Covariances::of(&results, &policy),
        next_of_turn: Covariances::of(&turn, &next),
        policy_of_turn: Covariances::of(&turn, &policy),
    })
}

/// A mean of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn count(&mut self, number: f64) {
        (self.sum, self.count) = (self.sum + number, self.count + 1);
    }

    fn value(self) -> f64 {
        self.sum / f64::from(self.count.max(1))
    }
}

/// What a simulation of an action gives.
struct Simulated {
    /// The value at the next decision.
    next: f64,
    /// The value once the turn has passed.
    turn: f64,
    /// The result, if the game was played on.
    result: Option<f64>,
}

/// Plays an action and goes on, at least until the turn has passed. A value counts where the agent speaks for the team. `None`
/// where the games are broken off.
fn simulate(
    games: &mut Games<'_>,
    luck: &CommonLuck,
    mut action: usize,
    to_the_end: bool,
) -> Option<Simulated> {
    let (mut state, mut rng) = luck.begin();
    let first_turn = state.turn();
    let team = games.game.teams().of_seats()[state.actor().expect("a decision is due")];
    let (mut next, mut turn, mut decisions) = (None, None, 0);
    loop {
        if games.plan.stop.is_asked() {
            return None;
        }
        luck.play(state.as_mut(), action, &mut rng);
        if state.actor().is_none() {
            let result = games.value(state.as_ref(), team)?;
            return Some(Simulated {
                next: next.unwrap_or(result),
                turn: turn.unwrap_or(result),
                result: Some(result),
            });
        }
        if !state.is_forced() {
            decisions += 1;
            let passed = state.turn() != first_turn || state.turn() == 0 && decisions >= DECISIONS;
            if next.is_none() || passed && turn.is_none() {
                let value = games.value(state.as_ref(), team);
                next = next.or(value);
                turn = turn.or(value.filter(|_| passed));
            }
            if let (Some(next), Some(turn), false) = (next, turn, to_the_end) {
                return Some(Simulated { next, turn, result: None });
            }
        }
        action = games.player().choose(state.as_ref(), &mut rng);
    }
}

/// How the estimates agree, for each kind of decision of which there were any.
pub(super) fn table<'a>(
    kinds: &Kinds,
    compared: impl Iterator<Item = &'a Compared>,
    seed: u64,
) -> Vec<Truth> {
    let compared: Vec<&Compared> = compared.collect();
    let row = |(kind, name): (usize, &String)| {
        let meant: Vec<&Compared> =
            compared.iter().copied().filter(|decision| decision.kind == kind).collect();
        let agreement = |of: fn(&Compared) -> Covariances| {
            Agreement::of(&meant.iter().map(|decision| of(decision)).collect::<Vec<_>>(), seed)
        };
        let actions: usize = meant.iter().map(|decision| decision.actions).sum();
        (!meant.is_empty()).then(|| Truth {
            kind: name.clone(),
            decisions: meant.len() as u64,
            actions: actions as f64 / meant.len() as f64,
            next: agreement(|decision| decision.next),
            turn: agreement(|decision| decision.turn),
            policy: agreement(|decision| decision.policy),
            next_of_turn: agreement(|decision| decision.next_of_turn),
            policy_of_turn: agreement(|decision| decision.policy_of_turn),
        })
    };
    kinds.names.iter().enumerate().filter_map(row).collect()
}
