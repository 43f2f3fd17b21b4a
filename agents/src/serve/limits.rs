//! [`Limits`]: what a server puts up with.

use std::time::Duration;

/// What a server puts up with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections in all.
    pub connections: usize,
    /// The most connections of one peer.
    pub of_a_peer: usize,
    /// How long the head of a request may take, or the next one on a connection that stays open.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            of_a_peer: 256,
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
        }
    }
}
