//! [`Thinking`]: an agent that decides on a thread of its own, so that whoever waits for it may stop waiting and ask again later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use holotable_erased::AnyPlayer;
use holotable_store::error::Error;
use holotable_store::stop::{Stop as _, Token};

use crate::session::{Decision, Turn};

/// How often it is asked whether to wait on.
const LOOK: Duration = Duration::from_millis(10);

/// What an agent has decided.
pub struct Thought {
    /// The action that the player chose, and the generators after it.
    pub decision: Decision,
    /// The player, handed back for its next decision.
    pub player: Box<dyn AnyPlayer>,
}

/// An agent that decides. Dropped, it ends without an answer.
pub struct Thinking {
    thought: Receiver<Thought>,
    dropped: Arc<AtomicBool>,
}

impl Thinking {
    /// Lets a player decide.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn begin(turn: Turn, mut player: Box<dyn AnyPlayer>) -> Result<Self, Error> {
        let (tell, thought) = channel();
        let dropped = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&dropped);
        let token = Token::new(move || asked.load(Ordering::Relaxed));
        let think = move || {
            let decision = token.heed(|| turn.decide(player.as_mut()));
            // Whoever asked may be gone.
            let _ = tell.send(Thought { decision, player });
        };
        thread::Builder::new().spawn(think).map_err(|e| Error::new(format!("cannot start a thread: {e}")))?;
        Ok(Self { thought, dropped })
    }

    /// What it has decided until then; itself again if it has not, or if nobody waits any more.
    ///
    /// # Errors
    /// It has failed.
    pub fn wait(self, until: Instant, gone: &Token) -> Result<Result<Thought, Self>, Error> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.thought.recv_timeout(left.min(LOOK)) {
                Ok(thought) => return Ok(Ok(thought)),
                Err(RecvTimeoutError::Disconnected) => return Err(Error::new("this could not be decided")),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || gone.is_asked() => return Ok(Err(self)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}
