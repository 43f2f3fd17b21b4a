//! Action cards: what a side may hold as far as the other one can know, when it is asked ([`window`]), and what is offered then ([`choice`]).
//!
//! Who is asked tells nothing of a hand: a side is asked whenever it may hold a card whose time it is, and a ring, which lies open,
//! whenever it can be used.

pub mod answer;
pub mod assignment;
mod battle;
pub mod choice;
pub mod combat;
pub mod fits;
pub mod missions;
pub mod moment;
pub mod rings;
pub mod wear;
pub mod window;
