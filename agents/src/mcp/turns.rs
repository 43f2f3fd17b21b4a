//! [`InTurn`]: a connection that hears the next message once the last request is answered.
//!
//! The library answers requests side by side and takes in as many as come. So two moves of a client that does not wait could be
//! played in either order, and a flood would fill the memory. Heard one by one, moves are played in the order in which they were
//! sent, answers come in that order too, and a flood waits in the pipe.

use std::sync::Arc;

use rmcp::model::JsonRpcMessage;
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Semaphore;

/// A connection that hears the next message once the last request is answered.
pub struct InTurn<T> {
    inner: T,
    /// Has a permit while no request waits for its answer.
    free: Arc<Semaphore>,
}

impl<T> InTurn<T> {
    pub fn new(inner: T) -> Self {
        Self { inner, free: Arc::new(Semaphore::new(1)) }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for InTurn<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let answers = matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        let (sent, free) = (self.inner.send(message), Arc::clone(&self.free));
        async move {
            let sent = sent.await;
            if answers {
                free.add_permits(1);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        // Whoever gives up waiting here gives the permit back, so nothing is lost when this is broken off.
        let free = self.free.acquire().await.expect("it is never closed");
        let message = self.inner.receive().await;
        if matches!(message, Some(JsonRpcMessage::Request(_))) {
            free.forget();
        }
        message
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}
