//! `holotable serve`: the games in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use holotable_store::error::Error;

use super::CommandResult;
use crate::serve::kept::{IN_MEMORY, usual_path};
use crate::serve::{Config, Limits, Server};

/// Play, watch and analyse games in a browser on this machine
///
/// Prints an address to open. Play any seats against any agents, with what every card does in sight and a story of what
/// happened; step through time, branch anywhere with the same dice, new dice or a result of your choice; see what an agent
/// thinks, and what of the game was luck and what was error. Nothing is fetched from anywhere else.
///
/// Only this machine is let in. With --host, others are too: whoever has the address with its token opens games, and whoever has
/// the link of a seat plays that seat and sees its cards alone. The connection is not encrypted.
///
/// Games are kept in an SQLite database, move by move, and go on after a restart. Above --keep games, those make room in which
/// nothing happened for longest.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable serve
  holotable serve --port 0                  whatever port is free
  holotable serve --host 192.168.1.20       for others who are told the address
  holotable serve --games ours.sqlite       games in a file of your own
  holotable serve --games :memory:          games are gone when the server ends")]
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
    /// The database of the games [default: holotable/games.sqlite where programs of this system keep data]
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// The most games that are kept, 1 to 1000000
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    keep: u32,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let games = args.games.clone().unwrap_or_else(usual_path);
    let server = Server::bind(&Config {
        host: args.host,
        port: args.port,
        token: args.token,
        games: games.clone(),
        most_games: args.keep as usize,
        limits: Limits::default(),
    })?;
    // Nobody would find a server whose address is not told.
    let kept =
        if games.as_os_str() == IN_MEMORY { "in memory".into() } else { format!("in {}", games.display()) };
    writeln!(out, "Open {} in a browser; Ctrl-C ends it. Games are kept {kept}.", server.url())
        .and_then(|()| out.flush())
        .map_err(|e| Error::new(format!("cannot print the address to open: {e}")))?;
    Ok(server.run()?)
}
