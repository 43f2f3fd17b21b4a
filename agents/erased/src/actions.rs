//! [`Actions`]: the names of a game's actions, and their numbers.

use std::collections::HashMap;

use holotable_env::{Finite, suggest};
use holotable_store::error::Error;

/// The actions of a game by number and by name.
#[derive(Debug)]
pub struct Actions {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Actions {
    /// Those of this type.
    pub(crate) fn of<A: Finite>() -> Self {
        let names: Vec<String> = (0..A::N).map(|number| A::at(number).label()).collect();
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

    /// The number of the first action whose name is this but for capital letters.
    pub fn ignoring_case(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    /// That there is no action of this name, with the nearest one.
    pub fn none_called(&self, name: &str) -> Error {
        let near = suggest(name, self.names.iter().map(String::as_str));
        Error::new(format!("no action '{name}'{near}"))
    }
}
