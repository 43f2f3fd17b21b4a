//! [`Luck`]: what chance added to a decision, to be taken off its return.
//!
//! An action whose step draws chance leads to one of several states. What the learner's network sees in the one that came, less the
//! mean of what it sees in all that might have come, is nothing on average, whatever the network is worth. Taken off the returns, it
//! leaves the means of advantages and targets as they were, and their variance falls. With one team the error of a value is then that
//! of expected SARSA, and longer traces have the control variates of AIVAT (Burch et al., arXiv:1612.06915).
//!
//! A state is worth its scores if the game is over. Else it is worth the network's value to the team that decides next, and what is
//! left of 1 to the other of two teams. Of three teams or more, those that do not decide next in all results keep their luck.

use holotable_env::streams::LUCK;
use holotable_env::{Sample, SlotAction, SlotState, generator};
use holotable_erased::{AnyBatch, AnyState};
use holotable_net::packed::{Activations, PackedNet};
use holotable_net::sparse::Sparse;
use holotable_players::teams::Teams;

/// The most results of an action that are all evaluated.
const MOST_RESULTS: usize = 64;
/// A decision draws its results from a part of the stream of its episode, so many words long.
const WORDS: u128 = 1 << 20;

/// Finds the luck of the steps of a batch.
#[derive(Debug)]
pub struct Luck {
    /// How many results are drawn where there are too many; 0 if no luck is found at all.
    draws: usize,
    /// What is about to be played in each slot.
    moves: Vec<Move>,
    /// What the networks are shown of the states that came and that might have come.
    inputs: Sparse,
    answers: Activations,
    observed: Vec<f32>,
    prior: Vec<f32>,
}

/// An action in a state.
#[derive(Debug)]
struct Move {
    before: SlotState<Box<dyn AnyState>>,
    action: usize,
}

/// States that may come, with their probabilities.
type Results = Vec<(f64, Box<dyn AnyState>)>;

/// What a state is worth.
enum Worth {
    /// To each team its score: the game is over.
    Scores(Vec<f64>),
    /// What the network sees in this row of the inputs to this team, which decides next.
    Seen { row: usize, team: usize },
}

impl Luck {
    /// For networks that see so many numbers of an observation, and so many of a prior.
    pub fn new(draws: usize, (observation, prior): (usize, usize)) -> Self {
        Self {
            draws,
            moves: Vec::new(),
            inputs: Sparse::new(observation + prior),
            answers: Activations::default(),
            observed: vec![0.0; observation],
            prior: vec![0.0; prior],
        }
    }

    /// Hears what is about to be played in each slot.
    pub fn before(&mut self, batch: &dyn AnyBatch, actions: &[SlotAction]) {
        self.moves.clear();
        if self.draws > 0 {
            let played = actions.iter().enumerate().map(|(slot, action)| {
                let &SlotAction::Play(action) = action else { unreachable!("every slot plays an action") };
                Move { before: batch.save(slot), action }
            });
            self.moves.extend(played);
        }
    }

    /// What chance added for each team of each slot, one slot after the other, now that all is played; nothing if no luck is to be
    /// found. `ended` says in which slots the game ended, and values count as much less as `gamma` says.
    pub fn after(
        &mut self,
        batch: &dyn AnyBatch,
        ended: impl Fn(usize) -> bool,
        learner: &PackedNet,
        gamma: f64,
    ) -> Vec<f32> {
        let (rules, moves) = (batch.rules(), std::mem::take(&mut self.moves));
        let (teams, mut slots) = (rules.teams(), Vec::with_capacity(moves.len()));
        self.inputs.clear();
        for (slot, played) in moves.iter().enumerate() {
            let possible = played.results(self.draws);
            // The result is certain, so that there is no luck.
            let possible = if possible.len() > 1 { possible } else { Vec::new() };
            let possible =
                possible.into_iter().map(|(p, state)| (p, self.list(batch, teams, state.as_ref())));
            let possible: Vec<(f64, Worth)> = possible.collect();
            let came = (!possible.is_empty()).then(|| {
                let state = if ended(slot) { batch.last(slot) } else { batch.save(slot).state };
                self.list(batch, teams, state.as_ref())
            });
            slots.push((came, possible));
        }
        if !self.inputs.is_empty() {
            learner.answer(&self.inputs, 0..self.inputs.len(), &mut self.answers);
        }
        let value = |row| gamma * f64::from(learner.value(&self.answers, row));
        let count = teams.leads().len();
        let luck = |came: &Worth, possible: &[(f64, Worth)], team: usize| {
            let worth = |state: &Worth| state.to(team, count, gamma, &value);
            let mean = possible.iter().map(|(p, state)| Some(p * worth(state)?)).sum::<Option<f64>>()?;
            Some((worth(came)? - mean) as f32)
        };
        let of_slot = |(came, possible): &(Option<Worth>, Vec<(f64, Worth)>)| {
            let of_team = |team| came.as_ref().and_then(|came| luck(came, possible, team)).unwrap_or(0.0);
            (0..count).map(of_team).collect::<Vec<f32>>()
        };
        slots.iter().flat_map(of_slot).collect()
    }

    /// Lists a state among the inputs unless the game is over in it.
    fn list(&mut self, batch: &dyn AnyBatch, teams: &Teams, state: &dyn AnyState) -> Worth {
        let Some(seat) = state.actor() else {
            let scores = state.scores().expect("the game is over");
            return Worth::Scores(teams.leads().iter().map(|&seat| scores[seat]).collect());
        };
        batch.observe(state, seat, &mut self.observed);
        state.prior(&mut self.prior);
        self.inputs.push(&[&self.observed, &self.prior]);
        Worth::Seen { row: self.inputs.len() - 1, team: teams.of_seats()[seat] }
    }
}

impl Worth {
    /// What the state is worth to one of so many teams, if that is known; `won` is what it would be worth if the team was sure to win.
    fn to(&self, team: usize, teams: usize, won: f64, value: &impl Fn(usize) -> f64) -> Option<f64> {
        match self {
            Self::Scores(scores) => Some(scores[team]),
            Self::Seen { row, team: next } if *next == team => Some(value(*row)),
            Self::Seen { row, .. } if teams == 2 => Some(won - value(*row)),
            Self::Seen { .. } => None,
        }
    }
}

impl Move {
    /// All results with their probabilities, or so many of them drawn where there are too many. The forced moves that follow are part
    /// of the action, as in a batch.
    fn results(&self, draws: usize) -> Results {
        self.all().unwrap_or_else(|| self.drawn(draws))
    }

    fn all(&self) -> Option<Results> {
        self.before.state.decisions_after(self.action, MOST_RESULTS)
    }

    /// So many results, each drawn by itself. The draws are those of the decision alone, so that the game is what it would be
    /// without them.
    fn drawn(&self, draws: usize) -> Results {
        let SlotState { seed, episode, decisions, .. } = self.before;
        let mut rng = generator(seed, LUCK + episode);
        rng.set_word_pos(WORDS * u128::from(decisions));
        let mut state = self.before.state.copy(false);
        state.set_rng(Some(Sample(rng)));
        let draw = |_| {
            let mut result = state.sample(self.action).expect("the action is legal");
            result.play_forced();
            (1.0 / draws as f64, result)
        };
        (0..draws).map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use holotable_env::Finite;
    use holotable_erased::erase;
    use holotable_games::toys::secret_pig::{Move as PigMove, secret_pig};

    use super::*;

    /// Rolling at the start of a game of two: the other seat must roll after a 1, and so on for four turns.
    fn first_roll() -> Move {
        let state = erase(secret_pig(2)).start(Sample(generator(1, 0)));
        let before = SlotState { state, seed: 1, episode: 0, word: 0, decisions: 0, over: false, viewer: 0 };
        Move { before, action: PigMove::Roll.index() }
    }

    #[test]
    fn forced_moves_are_part_of_an_action() {
        let all = first_roll().all().unwrap();
        assert_eq!(all.len(), 4 * 5 + 1, "five throws that go on in each turn, and four times a 1");
        let mass: f64 = all.iter().map(|(p, _)| p).sum();
        assert!((mass - 1.0).abs() < 1e-12, "{mass}");
        assert!(all.iter().all(|(_, state)| state.forced().is_none()));
        let over: Vec<f64> = all.iter().filter(|(_, s)| s.actor().is_none()).map(|(p, _)| *p).collect();
        assert!(matches!(over[..], [p] if (p - 6f64.powi(-4)).abs() < 1e-12), "{over:?}");
    }

    #[test]
    fn draws_come_as_often_as_they_should() {
        let (roll, n) = (first_roll(), 6_000);
        let (all, drawn) = (roll.all().unwrap(), roll.drawn(n));
        for (p, state) in all {
            let found = drawn.iter().filter(|(_, other)| other.same(state.as_ref())).count() as f64;
            let (mean, deviation) = (p * n as f64, (p * (1.0 - p) * n as f64).sqrt());
            assert!((found - mean).abs() < 6.0 * deviation + 1.0, "{found} of {n}, expected {mean}");
        }
        assert!(
            drawn.iter().all(|(p, state)| (p * n as f64 - 1.0).abs() < 1e-12 && state.forced().is_none())
        );
    }
}
