//! Games without type parameters: a game is a type in Rust, and here it becomes a value.
//!
//! Rules, observers, bots and searches are compiled for each game, since they need its states as they are. All that is
//! above them is compiled once: learner, tournaments, command line and Python know [`AnyGame`], [`AnyState`],
//! [`AnyBatch`] and [`AnyPlayer`]. [`Kind::named`] is where a name becomes a game.
//!
//! ```
//! use holotable_erased::Kind;
//! use holotable_env::{Sample, Viewer, generator};
//!
//! let game = Kind::named("dark_side_rising")?.build([("players", "3")], None)?;
//! let mut s = game.clone().start(Sample(generator(7, 0)));
//! let (mut player, mut rng) = (game.player("greedy")?, Sample(generator(8, 0)));
//! while s.actor().is_some() {
//!     let action = player.choose(s.as_ref(), &mut rng);
//!     s.apply(action)?;
//! }
//! assert!(s.scores().is_some(), "{}", s.text(Viewer::All));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Numbers of actions, seats and slots are in range: the caller has checked.

mod actions;
mod any_legal;
mod batch;
mod chosen;
mod clocked;
mod ending;
mod game;
mod kind;
mod measure;
mod next_decision;
mod opponents;
mod play;
mod play_back;
mod player;
mod position;
mod refusal;
mod rules;
mod traits;

pub use self::actions::Actions;
pub use self::any_legal::{Xorshift, any_legal};
pub use self::clocked::Clock;
pub use self::ending::{Ending, FORFEIT, Limits};
pub use self::game::erase;
pub use self::kind::Kind;
pub use self::measure::{Figures, MANY_SLOTS, REPEATS, SLOTS, Spread};
pub use self::opponents::{Opponent, Opponents};
pub use self::play_back::{Decision, Numbers};
pub use self::refusal::{Failed, Refusal};
pub use self::traits::{AnyBatch, AnyGame, AnyPlayer, AnyState, Chooser, Players, Recorded, StepResult};

/// For what the caller has checked.
const SAME_GAME: &str = "it is of the same game";
