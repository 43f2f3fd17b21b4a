//! [`Actions`]: the names of a game's actions, and their numbers.

use std::collections::HashMap;

use super::AnyGame;
use crate::sight::View;

/// The actions of a game by number and by name: a game is asked for each once.
#[derive(Debug)]
pub struct Actions {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Actions {
    /// Those of a game.
    pub fn of(game: &dyn AnyGame) -> Self {
        let names: Vec<String> = (0..game.layout(View::PLAIN).actions).map(|a| game.label(a)).collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        Self { names, numbers }
    }

    /// The name of the action with this number, if there is one.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(String::as_str)
    }

    /// The number of the action with this name, if there is one.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
