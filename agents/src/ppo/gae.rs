//! Generalised advantage estimation (Schulman et al., arXiv:1506.02438) for any number of teams.
//!
//! The decisions of a team in a game are one trajectory, however many seats it has and whoever decides in
//! between. The reward of a step is the sum of what the team earns until its next decision, or until it is out, which may
//! be on another's move and long before the end of the game. With one team this is the textbook's recursion.

use super::calibration::Calibration;

/// The value of a state for a team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueEstimate {
    /// The team.
    pub team: usize,
    /// The value that the network gives it.
    pub value: f32,
}

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The game goes on.
    No,
    /// The game ended by its rules.
    Terminated,
    /// The game was truncated in a state where this team was to decide.
    Truncated(ValueEstimate),
}

/// One decision in a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The team that decided and the value of the state.
    pub estimate: ValueEstimate,
    /// What the step led to.
    pub end: End,
    /// The teams whose result became final in this step, as bits; all that were left where the game ended.
    pub terminated: u64,
}

/// What follows a team's decision, accumulated while going back in time.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The value of the team's next decision; `None` if the record ends before it.
    value: Option<f32>,
    advantage: f32,
    reward: f32,
}

/// The advantage of each decision of a slot, in order of time; `rewards` has `teams` numbers for each step, and `after` is
/// the state in which the record ends.
///
/// `None` where the record ends before the team's next decision, so that there is no value to bootstrap from; the value of
/// such a decision still serves the one before.
pub fn advantages(
    decisions: &[Decision],
    rewards: &[f32],
    teams: usize,
    after: ValueEstimate,
    (gamma, lambda): (f32, f32),
) -> Vec<Option<f32>> {
    let unknown = Next { value: None, advantage: 0.0, reward: 0.0 };
    let over = Next { value: Some(0.0), ..unknown };
    let mut next = vec![unknown; teams];
    next[after.team].value = Some(after.value);
    let mut result = vec![None; decisions.len()];
    for (t, decision) in decisions.iter().enumerate().rev() {
        match decision.end {
            End::No => {}
            End::Terminated => next.fill(over),
            End::Truncated(last) => {
                next.fill(unknown);
                next[last.team].value = Some(last.value);
            }
        }
        for (team, (next, reward)) in next.iter_mut().zip(&rewards[t * teams..]).enumerate() {
            if decision.terminated >> team & 1 == 1 {
                *next = over;
            }
            next.reward += reward;
        }
        let ValueEstimate { team, value: now } = decision.estimate;
        let Next { value, advantage, reward } = next[team];
        result[t] = value.map(|value| reward + gamma * value - now + gamma * lambda * advantage);
        next[team] = Next { value: Some(now), advantage: result[t].unwrap_or(0.0), reward: 0.0 };
    }
    result
}

/// Counts every decision of the learner whose result became final in the record: its value, read as a probability to win, beside the
/// result. `learner` tells which teams the learner plays.
pub fn calibrate(
    trace: &[Decision],
    rewards: &[f32],
    teams: usize,
    learner: impl Fn(usize) -> bool,
    calibration: &mut Calibration,
) {
    let mut results: Vec<Option<f32>> = vec![None; teams];
    for (t, decision) in trace.iter().enumerate().rev() {
        if decision.end != End::No {
            results.fill(None);
        }
        for (team, result) in results.iter_mut().enumerate() {
            if decision.terminated >> team & 1 == 1 {
                *result = Some(rewards[t * teams + team]);
            }
        }
        let ValueEstimate { team, value } = decision.estimate;
        let Some(result) = results[team].filter(|_| learner(team)) else { continue };
        // Rewards run from -1 to 1.
        let chance = |x: f32| f64::from(f32::midpoint(x.clamp(-1.0, 1.0), 1.0));
        calibration.count(chance(value), chance(result));
    }
}
