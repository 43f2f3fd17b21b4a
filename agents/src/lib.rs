//! The command `holotable`, and the tables at which people play: in the terminal, in a browser, for language models.
//!
//! - [`cli`]: the command; `ladder`: a season of the arena as a static site.
//! - [`session`]: a game that people and agents play, as a tree of positions to be shown; [`mod@serve`] and [`mod@mcp`], with the
//!   features of these names: in a browser, and for language models.
//!
//! Agents are `holotable-players`, games between them `holotable-arena`, training is `holotable-train`, files are `holotable-store`. The
//! learner on torch, `holotable-torch`, has this crate's command line too; nothing here needs torch.

pub mod cli;
mod ladder;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;
