//! [`Own`]: what one thread at a time may use; [`copy`]: what it need not share.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use holotable_erased::AnyState;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::classes::State;
use crate::errors::Fault;

/// What one thread at a time may use. Python's lock alone does not see to that: it is let go while opponents think.
#[derive(Debug)]
pub struct Own<T>(Mutex<T>);

impl<T> Own<T> {
    pub fn new(of: T) -> Self {
        Self(Mutex::new(of))
    }

    /// The whole of it, unless a thread of Python is at work with it: to wait for that one would be for ever where it waits for this.
    pub fn take(&self) -> Result<MutexGuard<'_, T>, Fault> {
        match self.0.try_lock() {
            Ok(own) => Ok(own),
            Err(TryLockError::Poisoned(own)) => Ok(PoisonError::into_inner(own)),
            Err(TryLockError::WouldBlock) => Err(busy("environment")),
        }
    }
}

/// A copy of a state, for what is done without Python's lock: other threads may go on with the state meanwhile.
pub fn copy(state: &Bound<'_, State>) -> Result<Box<dyn AnyState>, Fault> {
    state.try_borrow().map(|state| state.inner.copy(true)).map_err(|_| busy("state"))
}

fn busy(what: &str) -> Fault {
    let line =
        format!("this {what} is used by another thread, or by an agent that it waits for; make one for each");
    Fault::Raised(PyRuntimeError::new_err(line))
}
