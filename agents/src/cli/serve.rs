//! `holotable serve`: the games in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};

use holotable_store::error::Error;

use super::CommandResult;
use crate::serve::{Config, Limits, Server};

/// Play, watch and analyse games in a browser on this machine
///
/// Prints an address to open. Play any seats against any agents, with what every card does in sight and a story of what
/// happened; step through time, branch anywhere with the same dice, new dice or a result of your choice; see what an agent
/// thinks, and what of the game was luck and what was error. Nothing is fetched from anywhere else.
///
/// Only this machine is let in. With --host, others are too, if they have the token that the address holds; the connection is
/// not encrypted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable serve
  holotable serve --port 0                  whatever port is free
  holotable serve --host 192.168.1.20       for others who are told the address")]
pub struct Args {
    /// The address to listen on; any but this machine's own needs a token, which is made and printed
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Let nobody in without the token, on a machine that others use too
    #[arg(long)]
    token: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let server = Server::bind(&Config {
        host: args.host,
        port: args.port,
        token: args.token,
        limits: Limits::default(),
    })?;
    // Nobody would find a server whose address is not told.
    writeln!(out, "Open {} in a browser; Ctrl-C ends it.", server.url())
        .and_then(|()| out.flush())
        .map_err(|e| Error::new(format!("cannot print the address to open: {e}")))?;
    Ok(server.run()?)
}
