//! Work that may be broken off: [`Stop`] is who asks for its end, and [`Token::heed`] how what takes long hears of it.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

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
        let asked = || Token::heeded().map(|token| token.is_asked());
        assert_eq!(asked(), None);
        yes.heed(|| {
            assert_eq!(asked(), Some(true));
            no.heed(|| assert_eq!(asked(), Some(false)));
            assert_eq!(asked(), Some(true));
        });
        assert_eq!(asked(), None);
    }
}
