//! Faults: what a piece of code says or panics with.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

/// Where the latest panic was and what it said.
static LATEST: Mutex<String> = Mutex::new(String::new());

/// Keeps panics for [`caught`] rather than print them, from now on.
pub fn keep_panics() {
    panic::set_hook(Box::new(|info| {
        *LATEST.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = info.to_string();
    }));
}

/// What `code` returns; a panic is an error like any other.
///
/// # Errors
/// What `code` says or panics with.
pub fn caught<T>(code: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(code)).unwrap_or_else(|payload| {
        let told = LATEST.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        Err(if told.is_empty() { format!("panicked: {}", words(payload.as_ref())) } else { told })
    })
}

/// What was said in a panic when nobody kept it.
fn words(payload: &(dyn Any + Send)) -> &str {
    payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref().copied()).unwrap_or("?")
}

/// Holds a refusal to what users are promised: one line, not empty, and not a page.
///
/// # Errors
/// What is wrong with it.
pub fn one_line(refusal: &str) -> Result<(), String> {
    if refusal.trim().is_empty() || refusal.lines().count() != 1 || refusal.len() > 4000 {
        return Err(format!("a refusal is not one line: {refusal:?}"));
    }
    Ok(())
}
