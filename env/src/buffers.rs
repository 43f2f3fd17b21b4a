//! [`Buffers`]: where a batch writes, owned by the caller, and [`Arrays`], buffers that own their memory.

use ndarray::{Array1, Array2};

use crate::observe::Layout;

/// The caller's buffers for a batch of `n` slots, row-major, one row a slot.
#[derive(Debug, Default)]
pub struct Buffers<'a> {
    /// `n × observation`: what the acting seat sees (after the end: what the last actor sees). May be empty: who does
    /// not read it need not pay for it.
    pub obs: &'a mut [f32],
    /// `n × actions`: what the acting seat may do; all true once over, so that no policy divides by zero. May be empty.
    pub mask: &'a mut [bool],
    /// `n × players`: the reward of every seat for this step.
    pub reward: &'a mut [f32],
    /// `n`: the seat that acts now.
    pub actor: &'a mut [u8],
    /// `n × players`: the seat's result became final in this step, and the reward is for it: the seat is out while
    /// others play on, or the game ended.
    pub terminated: &'a mut [bool],
    /// `n`: the game ended by its rules.
    pub over: &'a mut [bool],
    /// `n`: the episode was cut at `max_decisions`.
    pub truncated: &'a mut [bool],
    /// `n × observation`: with `AutoReset::SameStep`, the last observation of an episode that ended in
    /// this step (other rows are left alone). May be empty in the other modes.
    pub final_obs: &'a mut [f32],
}

impl Buffers<'_> {
    /// The same buffers, borrowed for a shorter time.
    pub fn reborrow(&mut self) -> Buffers<'_> {
        Buffers {
            obs: self.obs,
            mask: self.mask,
            reward: self.reward,
            actor: self.actor,
            terminated: self.terminated,
            over: self.over,
            truncated: self.truncated,
            final_obs: self.final_obs,
        }
    }

    /// Says of every slot that nothing has happened to it.
    pub(crate) fn clear(&mut self) {
        self.reward.fill(0.0);
        self.terminated.fill(false);
        self.over.fill(false);
        self.truncated.fill(false);
    }
}

/// Buffers that own their memory.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are those of `Buffers`")]
pub struct Arrays {
    pub obs: Array2<f32>,
    pub mask: Array2<bool>,
    pub reward: Array2<f32>,
    pub actor: Array1<u8>,
    pub terminated: Array2<bool>,
    pub over: Array1<bool>,
    pub truncated: Array1<bool>,
    pub final_obs: Array2<f32>,
}

impl Arrays {
    /// Zeroed arrays for `n` slots.
    pub fn new(n: usize, layout: &Layout, players: usize) -> Self {
        Self {
            obs: Array2::zeros((n, layout.observation)),
            mask: Array2::from_elem((n, layout.actions), false),
            reward: Array2::zeros((n, players)),
            actor: Array1::zeros(n),
            terminated: Array2::from_elem((n, players), false),
            over: Array1::from_elem(n, false),
            truncated: Array1::from_elem(n, false),
            final_obs: Array2::zeros((n, layout.observation)),
        }
    }

    /// The arrays as [`Buffers`].
    pub fn buffers(&mut self) -> Buffers<'_> {
        const OWNED: &str = "owned arrays are contiguous";
        Buffers {
            obs: self.obs.as_slice_mut().expect(OWNED),
            mask: self.mask.as_slice_mut().expect(OWNED),
            reward: self.reward.as_slice_mut().expect(OWNED),
            actor: self.actor.as_slice_mut().expect(OWNED),
            terminated: self.terminated.as_slice_mut().expect(OWNED),
            over: self.over.as_slice_mut().expect(OWNED),
            truncated: self.truncated.as_slice_mut().expect(OWNED),
            final_obs: self.final_obs.as_slice_mut().expect(OWNED),
        }
    }
}

/// The row lengths of the buffers of a batch; 0 for what is not written.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub obs: usize,
    pub actions: usize,
    pub players: usize,
    /// The length of a row of last observations.
    pub finals: usize,
}

impl Shape {
    /// The rows of the first `n` slots and those of the others.
    #[expect(clippy::needless_pass_by_value, reason = "the borrows are split, not copied")]
    pub fn split(self, out: Buffers<'_>, n: usize) -> (Buffers<'_>, Buffers<'_>) {
        let (obs, obs_b) = out.obs.split_at_mut(n * self.obs);
        let (mask, mask_b) = out.mask.split_at_mut(n * self.actions);
        let (reward, reward_b) = out.reward.split_at_mut(n * self.players);
        let (actor, actor_b) = out.actor.split_at_mut(n);
        let (terminated, terminated_b) = out.terminated.split_at_mut(n * self.players);
        let (over, over_b) = out.over.split_at_mut(n);
        let (truncated, truncated_b) = out.truncated.split_at_mut(n);
        let (final_obs, final_b) = out.final_obs.split_at_mut(n * self.finals);
        (
            Buffers { obs, mask, reward, actor, terminated, over, truncated, final_obs },
            Buffers {
                obs: obs_b,
                mask: mask_b,
                reward: reward_b,
                actor: actor_b,
                terminated: terminated_b,
                over: over_b,
                truncated: truncated_b,
                final_obs: final_b,
            },
        )
    }
}
