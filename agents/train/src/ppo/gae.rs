//! Generalised advantage estimation (Schulman et al., arXiv:1506.02438) for any number of teams.
//!
//! The decisions of a team in a game are one trajectory, however many seats it has and whoever decides in
//! between. The reward of a step is the sum of what the team earns until its next decision, or until it is out, which may
//! be on another's move and long before the end of the game. With one team this is the textbook's recursion.
//!
//! Traces decay by lambda at the end of a turn, and not inside it: a turn of thirteen decisions is one plan, of which the first
//! decision deserves as much credit as the last. In a game without turns they decay at every decision, as in the paper.

/// The value of a state for a team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueEstimate {
    /// The team.
    pub team: usize,
    /// The chance to win that the network gives it.
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
    /// The turn in which it decided; 0 in a game without turns.
    pub turn: u32,
    /// What the step led to.
    pub end: End,
    /// The teams whose result became final in this step, as bits; all that were left where the game ended.
    pub terminated: u64,
}

/// How much what lies ahead of a decision counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discounts {
    /// The discount from one decision of a team to its next.
    pub gamma: f32,
    /// The trace decay of the advantages.
    pub lambda: f32,
    /// That of the targets of the values, if it is another.
    pub value_lambda: Option<f32>,
}

/// (gamma, lambda), for advantages and values alike.
impl From<(f32, f32)> for Discounts {
    fn from((gamma, lambda): (f32, f32)) -> Self {
        Self { gamma, lambda, value_lambda: None }
    }
}

/// What follows a team's decision, accumulated while going back in time.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The value of the team's next decision; `None` if the record ends before it.
    value: Option<f32>,
    turn: u32,
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
    let unknown = Next { value: None, turn: 0, advantage: 0.0, reward: 0.0 };
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
        let Next { value, turn, advantage, reward } = next[team];
        let decay = if turn == decision.turn && turn > 0 { 1.0 } else { lambda };
        result[t] = value.map(|value| reward + gamma * value - now + gamma * decay * advantage);
        let advantage = result[t].unwrap_or(0.0);
        next[team] = Next { value: Some(now), turn: decision.turn, advantage, reward: 0.0 };
    }
    result
}
