//! `holotable serve`: [`GameSession`](crate::session::GameSession)s in a browser on this machine.
//!
//! JSON over GET for what is looked up, and over POST for what changes something or takes thought; an analysis comes as events over
//! a request that stays open. Nothing is fetched from anywhere else, and nobody else is let in: [`guard`] says how. What may be
//! asked stands in [`routes`].

mod asked;
mod evaluate;
mod events;
mod fault;
pub mod guard;
pub mod kept;
mod limits;
mod listen;
mod look;
mod practise;
mod rights;
mod room;
pub mod routes;
mod tables;
mod think;
mod together;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use holotable_store::error::Error;

use self::guard::Guard;
use self::kept::Kept;
use self::tables::Tables;

pub use self::limits::Limits;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; any but a loopback one needs a token, which is made.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether a token is needed on this machine too, which others may use.
    pub token: bool,
    /// The database of the games, or [`IN_MEMORY`](kept::IN_MEMORY).
    pub games: PathBuf,
    /// The most games that are kept.
    pub most_games: usize,
    /// What it puts up with.
    pub limits: Limits,
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    token: Option<String>,
    kept: Kept,
    limits: Limits,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// One line: the address is taken or not of this machine, there is no chance to make a token of, or games cannot be kept there.
    pub fn bind(config: &Config) -> Result<Self, Error> {
        if config.host.is_unspecified() {
            let line = "--host must be the very address by which others reach this machine, not all at once";
            return Err(Error::new(line));
        }
        let refuse = |e: std::io::Error| {
            Error::new(format!("cannot listen on {}, port {}: {e}", config.host, config.port))
        };
        let listener = std::net::TcpListener::bind((config.host, config.port)).map_err(refuse)?;
        listener.set_nonblocking(true).map_err(refuse)?;
        let address = listener.local_addr().map_err(refuse)?;
        let needed = config.token || !config.host.is_loopback();
        let token = if needed { Some(secret()?) } else { None };
        let kept = Kept::open(&config.games, config.most_games)?;
        Ok(Self { listener, address, token, kept, limits: config.limits })
    }

    /// Where a browser finds it. The token stands behind `#`, which browsers send to nobody.
    pub fn url(&self) -> String {
        let token = self.token.as_ref().map(|token| format!("#token={token}")).unwrap_or_default();
        format!("http://{}/{token}", self.address)
    }

    /// Answers until the program is interrupted.
    ///
    /// # Errors
    /// One line when that cannot begin.
    pub fn run(self) -> Result<(), Error> {
        let refuse = |e: std::io::Error| Error::new(format!("cannot serve: {e}"));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(refuse)?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(refuse)?;
            let router = router(self.address, self.token, Tables::new(self.kept, self.limits));
            listen::listen(listener, router, self.limits).await;
            Ok(())
        })
    }
}

/// All that is answered at this address.
fn router(address: SocketAddr, token: Option<String>, tables: Tables) -> Router {
    guard::around(routes::routes(Arc::new(tables)), Guard::new(address, token))
}

/// A word that nobody guesses.
fn secret() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| Error::new(format!("this machine gives no chance: {e}")))?;
    Ok(holotable_env::hexadecimal(&bytes))
}
