//! [`awake`]: work that Ctrl-C breaks off.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use holotable_store::stop::Token;
use pyo3::prelude::*;

use crate::tick::TICK;

/// Does work without Python's lock, so that other threads of Python run: whatever may last. What lasts in it looks now and then whether
/// Python was interrupted, with [`asked`](holotable_store::stop::asked): then it ends early, what was found is dropped, and this raises.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime only")]
pub fn awake<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let (kept, looked) = (Arc::clone(&raised), Mutex::new(Instant::now()));
    let token = Token::new(move || {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() && looked.elapsed() >= TICK {
            // Python hears of signals on its main thread only: on others this does nothing.
            *kept = Python::attach(|py| py.check_signals()).err();
            *looked = Instant::now();
        }
        kept.is_some()
    });
    let found = py.detach(|| token.heed(work));
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}
