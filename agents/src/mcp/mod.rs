//! `holotable mcp`: the games as tools of the Model Context Protocol, over standard input and output, so that a language model takes
//! a seat.
//!
//! A [`Desk`] plays and knows nothing of the protocol; what a seat may not know is in none of its answers. The protocol is that of
//! the library `rmcp`, which is given one call of a tool at a time here (`connection.rs` says why).

mod arguments;
mod calls;
mod config;
mod connection;
mod desk;
mod hints;
mod playing;
mod server;
mod thinking;
mod tool;
mod words;

use std::sync::Arc;

use holotable_store::error::Error;
use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;

use self::calls::Calls;
use self::connection::Connection;
use self::server::Server;

pub use self::config::Config;
pub use self::desk::Desk;
pub use self::tool::Tool;

/// The most bytes of a message; a longer one is refused.
pub const MESSAGE_BYTES: usize = 1 << 20;

/// Why no more messages are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no more.
    Input,
    /// The user has interrupted the program.
    Interrupted,
}

/// Answers the messages on standard input until it ends or the program is interrupted.
///
/// # Errors
/// One line: what comes first is no greeting of the protocol, or the system gives no threads.
pub fn run(config: &Config) -> Result<Ended, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| refuse(&e))?;
    let ended = runtime.block_on(async {
        tokio::select! {
            ended = answer(config) => ended,
            heard = tokio::signal::ctrl_c() => heard.map(|()| Ended::Interrupted).map_err(|e| refuse(&e)),
        }
    });
    // Who still reads or thinks is not waited for.
    runtime.shutdown_background();
    ended
}

async fn answer(config: &Config) -> Result<Ended, Error> {
    let (input, output) = stdio();
    let calls = Arc::<Calls>::default();
    let sends = AsyncRwTransport::new_server(input, output);
    let connection = Connection::new(sends, Arc::clone(&calls)).map_err(|e| refuse(&e))?;
    let service = match Server::new(config, calls).serve(connection).await {
        Ok(service) => service,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(Ended::Input),
        // What came instead may be long, and a secret.
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            return Err(refuse(&"the first message must be the request `initialize`"));
        }
        Err(e) => return Err(refuse(&e)),
    };
    match service.waiting().await {
        Ok(QuitReason::JoinError(e)) | Err(e) => Err(refuse(&e)),
        Ok(_) => Ok(Ended::Input),
    }
}

fn refuse(why: &dyn std::fmt::Display) -> Error {
    Error::new(format!("cannot speak the Model Context Protocol: {why}"))
}
