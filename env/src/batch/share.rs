//! [`helpers`]: threads that step slots of a batch beside the caller; [`share`]: how the slots are shared out.

use std::hint::spin_loop;
use std::mem::take;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::SlotAction;
use crate::buffers::{Buffers, Shape};
use crate::error::Error;
use crate::threads::{Threads, count};

/// How many slots are dealt at once to several threads: few, so that nobody waits long for the last piece.
const PIECE: usize = 32;
/// How many slots one thread alone steps at once: more, since rules and observations each run faster for longer, but not so
/// many that a slot has left the processor's caches before it is observed.
const ALONE: usize = 256;
/// How often the caller looks whether the last pieces are done before it sleeps, since waking takes longer than a piece.
const LOOKS: usize = 20_000;

/// The helpers that make it `threads` threads together with the caller, or as many as the machine has cores for 0; `None` if the
/// caller does it alone.
pub fn helpers(threads: usize) -> Result<Option<Threads>, Error> {
    match count(threads) {
        1 => Ok(None),
        threads => Threads::new(threads - 1).map(Some),
    }
}

/// Slots with their actions and rows.
pub struct Piece<'a, S> {
    pub slots: &'a mut [S],
    /// As many words for each slot.
    pub legal: &'a mut [u64],
    pub actions: &'a [SlotAction],
    pub out: Buffers<'a>,
}

impl<S> Piece<'_, S> {
    /// The first `n` slots, and the others.
    fn split(self, shape: Shape, n: usize) -> (Self, Self) {
        let words = self.legal.len() / self.slots.len();
        let (slots, slots_b) = self.slots.split_at_mut(n);
        let (legal, legal_b) = self.legal.split_at_mut(n * words);
        let (actions, actions_b) = self.actions.split_at(n);
        let (out, out_b) = shape.split(self.out, n);
        (
            Self { slots, legal, actions, out },
            Self { slots: slots_b, legal: legal_b, actions: actions_b, out: out_b },
        )
    }

    /// Takes up to `n` slots off this end, if any are left.
    fn take(&mut self, shape: Shape, n: usize, end: End) -> Option<Self> {
        let left = self.slots.len();
        if left == 0 {
            return None;
        }
        let whole = Self {
            slots: take(&mut self.slots),
            legal: take(&mut self.legal),
            actions: self.actions,
            out: take(&mut self.out),
        };
        let (piece, rest) = match end {
            End::Front => whole.split(shape, n.min(left)),
            End::Back => {
                let (rest, piece) = whole.split(shape, left - n.min(left));
                (piece, rest)
            }
        };
        *self = rest;
        Some(piece)
    }
}

/// The caller takes slots from the front and helpers from the back, so that most are stepped by the thread that stepped
/// them before and whose caches hold them.
#[derive(Clone, Copy)]
enum End {
    Front,
    Back,
}

/// Calls `f` with every slot of `all`, a few at a time, here and on the helpers.
pub fn share<S: Send>(
    helpers: Option<&mut Threads>,
    shape: Shape,
    mut all: Piece<'_, S>,
    f: &(impl Fn(Piece<'_, S>) + Sync),
) {
    let Some(pool) = helpers.filter(|_| all.slots.len() > PIECE).and_then(Threads::pool) else {
        while let Some(piece) = all.take(shape, ALONE, End::Front) {
            f(piece);
        }
        return;
    };
    let useful = pool.current_num_threads().min(all.slots.len() / PIECE);
    let (rest, at_work) = (Mutex::new(all), AtomicUsize::new(useful));
    let work = |end| {
        let next = || rest.lock().expect("nothing panics while pieces are dealt").take(shape, PIECE, end);
        while let Some(piece) = next() {
            f(piece);
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..useful {
            scope.spawn(|_| {
                work(End::Back);
                at_work.fetch_sub(1, Ordering::Release);
            });
        }
        work(End::Front);
        // The scope waits for the helpers in any case: this only keeps it from sleeping over the last pieces.
        let mut looks = 0;
        while at_work.load(Ordering::Acquire) > 0 && looks < LOOKS {
            spin_loop();
            looks += 1;
        }
    });
}
