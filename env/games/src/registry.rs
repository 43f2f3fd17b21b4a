//! [`with_game!`](crate::with_game): the only place where a name becomes a type.

use holotable_env::{Error, ErrorKind, suggest};

/// The names of all games.
pub const GAMES: &[&str] = &["dark_side_rising", "rebellion_combat", "conflict", "risk", "rebellion"];

/// The error for a name that is no game, neither one of these nor one of `others`.
pub fn unknown_game(name: &str, others: &[&str]) -> Error {
    let games = [GAMES, others].concat();
    let hint = suggest(name, games.iter().copied());
    Error::new(
        ErrorKind::UnknownGame,
        format!("unknown game '{name}'{hint} (the games are {})", games.join(", ")),
    )
}

/// Evaluates `$body` with `$G` standing for the type of the game called `$name`; the body is a `Result`
/// whose error is made `From` [`Error`] where the name is unknown.
#[macro_export]
macro_rules! with_game {
    ($name:expr, |$G:ident| $body:expr) => {
        match $name {
            "dark_side_rising" => {
                type $G = $crate::dark_side_rising::DarkSideRising;
                $body
            }
            "rebellion_combat" => {
                type $G = $crate::rebellion_combat::RebellionCombat;
                $body
            }
            "conflict" => {
                type $G = $crate::conflict::Conflict;
                $body
            }
            "risk" => {
                type $G = $crate::risk::Risk;
                $body
            }
            "rebellion" => {
                type $G = $crate::rebellion::Rebellion;
                $body
            }
            name => Err($crate::unknown_game(name, &[]).into()),
        }
    };
}
