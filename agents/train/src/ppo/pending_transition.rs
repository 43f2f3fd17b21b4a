//! [`PendingTransition`]: a decision whose return was not known when its rollout ended.
//!
//! Where several teams play, a rollout may end between two decisions of a team, and a seat may be put out by another's
//! move long after its own last one. Such a decision waits with what it earned so far, and gets its advantage in the
//! rollout in which its team decides again or its result becomes final.

use holotable_erased::AnyState;

use super::gae::{End, ValueEstimate};

/// A decision that waits for its return.
#[derive(Debug)]
pub struct PendingTransition {
    /// The slot of the worker.
    pub slot: usize,
    /// The state in which it was made.
    pub before: Box<dyn AnyState>,
    /// The number of what was chosen.
    pub choice: usize,
    /// The log-probability of the choice under the policy that made it.
    pub log_prob: f32,
    /// The team that decided, and the value of the state then.
    pub estimate: ValueEstimate,
    /// What the team has earned since.
    pub reward: f32,
}

impl PendingTransition {
    /// The same decision, with what the team has earned in one rollout more.
    pub fn and(&self, reward: f32) -> Self {
        Self { before: self.before.copy(false), reward: self.reward + reward, ..*self }
    }
}

/// The teams of a slot whose latest decision is open: for each whether it was made in this rollout or before, and what
/// it has earned in this one.
///
/// `steps` are those of the rollout from the last to the first: who decided, what the step led to, the teams terminated
/// by it as bits, the rewards of all teams. `after` is the team that decides next, so that its return is known.
pub fn open<'a>(
    steps: impl Iterator<Item = (usize, End, u64, &'a [f32])>,
    after: usize,
    teams: usize,
) -> Vec<(usize, bool, f32)> {
    let mut waiting: Vec<bool> = (0..teams).map(|team| team != after).collect();
    let mut earned = vec![0.0; teams];
    let mut found = Vec::new();
    for (decided, end, terminated, rewards) in steps {
        if end != End::No {
            // What was open in the game before will never be known.
            return found;
        }
        for team in 0..teams {
            waiting[team] &= terminated >> team & 1 == 0;
            earned[team] += rewards[team];
        }
        if std::mem::take(&mut waiting[decided]) {
            found.push((decided, true, earned[decided]));
        }
    }
    found.extend((0..teams).filter(|&team| waiting[team]).map(|team| (team, false, earned[team])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_waits_until_its_team_decides_again_or_is_out() {
        let step = |decided, terminated| (decided, End::No, terminated, &[0.0, 0.25, 0.0][..]);
        // Team 0, 1, 2, 0 decided; team 1 is next: 2 and 0 wait, each since its last decision.
        let steps = [step(0, 0), step(2, 0), step(1, 0), step(0, 0)];
        assert_eq!(open(steps.into_iter(), 1, 3), [(0, true, 0.0), (2, true, 0.0)]);
        // Team 2 was put out by the last step: only team 0 waits.
        let steps = [step(0, 0b100), step(2, 0), step(1, 0)];
        assert_eq!(open(steps.into_iter(), 1, 3), [(0, true, 0.0)]);
        // Nobody but team 0 decided here: 1 waits from an earlier rollout, with what it earned; 2 is next.
        assert_eq!(open([step(0, 0), step(0, 0)].into_iter(), 2, 3), [(0, true, 0.0), (1, false, 0.5)]);
        // A new game began: what came before it is settled.
        let steps = [step(0, 0), (1, End::Terminated, 0b111, &[0.0; 3][..]), step(2, 0)];
        assert_eq!(open(steps.into_iter(), 1, 3), [(0, true, 0.0)]);
    }
}
