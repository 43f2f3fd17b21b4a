//! Work that may be broken off: [`Stop`] is who asks for its end, [`Token::heed`] how what takes long hears of it, and [`asked`] how it
//! looks; `at_once` carries that to other threads.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rayon::ThreadPool;

/// How often it is asked whether to go on while other threads work.
const LOOK: Duration = Duration::from_millis(20);

thread_local! {
    static HEEDED: RefCell<Option<Token>> = const { RefCell::new(None) };
}

/// Says whether work is to end.
pub trait Stop: Sync {
    /// Whether it is.
    fn is_asked(&self) -> bool;

    /// The same to keep, for whoever is deep in a decision; without it only whole decisions are broken off.
    fn token(&self) -> Option<&Token> {
        None
    }
}

impl<F: Fn() -> bool + Sync> Stop for F {
    fn is_asked(&self) -> bool {
        self()
    }
}

/// Says whether work is to end; copies say the same.
#[derive(Clone)]
pub struct Token(Arc<dyn Fn() -> bool + Send + Sync>);

impl Token {
    /// A token that says what this function says.
    pub fn new(asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(asked))
    }

    /// Does work on this thread in which searches end early, with the best that they have found, once that is asked for.
    pub fn heed<T>(&self, work: impl FnOnce() -> T) -> T {
        let _before = Before(HEEDED.replace(Some(self.clone())));
        work()
    }

    /// The token that is heeded on this thread.
    pub fn heeded() -> Option<Self> {
        HEEDED.with_borrow(Clone::clone)
    }
}

impl Stop for Token {
    fn is_asked(&self) -> bool {
        (self.0)()
    }

    fn token(&self) -> Option<&Token> {
        Some(self)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

/// Whether the token that is heeded on this thread asks for the end.
pub fn asked() -> bool {
    HEEDED.with_borrow(|token| token.as_ref().is_some_and(Stop::is_asked))
}

/// Does work on this thread that heeds whoever may stop it, in the middle of a decision too if there is a [token](Stop::token).
pub fn heeding<T>(stop: &dyn Stop, work: impl FnOnce() -> T) -> T {
    match stop.token() {
        Some(token) => token.heed(work),
        None => work(),
    }
}

/// Has the threads of a pool do `work`, each of which is to heed the token that it is given. Meanwhile this thread, which alone may
/// hear that it is to end, listens for that and tells the others.
pub fn at_once<T: Send>(threads: &ThreadPool, work: impl FnOnce(&Token) -> T + Send) -> T {
    let Some(own) = Token::heeded() else { return threads.install(|| work(&Token::new(|| false))) };
    let ends = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&ends);
    let token = Token::new(move || theirs.load(Ordering::Relaxed));
    let mut found = None;
    threads.in_place_scope(|scope| {
        let (done, waits) = channel::<()>();
        let found = &mut found;
        scope.spawn(move |_| {
            *found = Some(work(&token));
            drop(done);
        });
        while waits.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            ends.fetch_or(own.is_asked(), Ordering::Relaxed);
        }
    });
    found.expect("a scope ends with its work")
}

/// What was heeded before, and is again.
struct Before(Option<Token>);

impl Drop for Before {
    fn drop(&mut self) {
        HEEDED.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_heeded_for_as_long_as_the_work_takes() {
        let (yes, no) = (Token::new(|| true), Token::new(|| false));
        let told = || Token::heeded().map(|token| token.is_asked());
        assert_eq!((told(), asked()), (None, false));
        yes.heed(|| {
            assert_eq!((told(), asked()), (Some(true), true));
            no.heed(|| assert_eq!((told(), asked()), (Some(false), false)));
            assert_eq!(told(), Some(true));
        });
        assert_eq!(told(), None);
    }

    #[test]
    fn the_threads_of_a_pool_hear_what_the_one_that_waits_for_them_is_told() {
        let pool = crate::threads::pool(2).unwrap();
        let waits = |token: &Token| {
            token.heed(|| {
                while !asked() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                7
            })
        };
        assert_eq!(Token::new(|| true).heed(|| at_once(&pool, waits)), 7);
        assert!(!at_once(&pool, |token| token.heed(asked)), "nobody asks for the end");
    }
}
