//! [`Calls`]: which call of a tool is being answered, as those who hear messages and those who answer them know it.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::RequestId;
use tokio::sync::Notify;

/// How long opponents may still think once no more messages come.
const GRACE: Duration = Duration::from_millis(500);

/// The call that is being answered, if any.
#[derive(Debug, Default)]
pub struct Calls {
    running: Mutex<Option<RequestId>>,
    freed: Notify,
    end: OnceLock<Instant>,
}

impl Calls {
    fn running(&self) -> MutexGuard<'_, Option<RequestId>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that this one is.
    pub fn begin(&self, id: RequestId) {
        *self.running() = Some(id);
    }

    /// Says that this one is not any more: it has been answered, or nobody waits for its answer.
    pub fn end(&self, id: &RequestId) {
        let mut running = self.running();
        if running.as_ref() == Some(id) {
            *running = None;
            self.freed.notify_one();
        }
    }

    /// Whether a call is being answered.
    pub fn is_busy(&self) -> bool {
        self.running().is_some()
    }

    /// Waits until one has ended.
    pub async fn freed(&self) {
        self.freed.notified().await;
    }

    /// Says that no more messages come.
    pub fn close(&self) {
        self.end.get_or_init(|| Instant::now() + GRACE);
    }

    /// Whether nobody waits for the answer to this one.
    pub fn is_gone(&self, id: &RequestId) -> bool {
        self.running().as_ref() != Some(id) || self.end.get().is_some_and(|end| Instant::now() >= *end)
    }
}
