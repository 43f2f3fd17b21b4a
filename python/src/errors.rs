//! What Python raises: one line that names the thing, the value and what is allowed.

use holotable_env::{Error, ErrorKind, TooManyOutcomes};
use holotable_erased::Refusal;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};

create_exception!(
    holotable,
    IllegalActionError,
    PyValueError,
    "An action that the rules do not allow now; the line names the action and the rule. Nothing has changed."
);
create_exception!(
    holotable,
    GameOverError,
    PyRuntimeError,
    "A finished game was asked to go on; reset it or start a new one. Nothing has changed."
);
create_exception!(
    holotable,
    TooManyOutcomesError,
    PyValueError,
    "An action has more results than the limit; the line says about how many. Sample it instead."
);

/// Why a call was refused.
#[derive(Debug)]
pub enum Fault {
    /// By the games.
    Env(Error),
    /// By the agents.
    Agents(holotable_store::error::Error),
    /// The game is over.
    Over(String),
    /// An action that is not legal now.
    Illegal(String),
    /// More results than the limit.
    TooMany(TooManyOutcomes),
    /// A value out of its range.
    Value(String),
    /// A value of the wrong type.
    Type(String),
    /// What Python has raised.
    Raised(PyErr),
}

impl Fault {
    /// An agent had no answer.
    pub fn forfeit(agent: &str, why: &str) -> Self {
        Fault::Raised(PyRuntimeError::new_err(format!("{agent} forfeits: {why}")))
    }
}

impl From<Error> for Fault {
    fn from(e: Error) -> Self {
        Fault::Env(e)
    }
}

impl From<holotable_store::error::Error> for Fault {
    fn from(e: holotable_store::error::Error) -> Self {
        Fault::Agents(e)
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Fault::Raised(error)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let line = refusal.to_string();
        match refusal {
            Refusal::Over => Fault::Over(format!("{line}: start a new one with Game.new_state")),
            Refusal::Illegal(line) => Fault::Illegal(line),
            Refusal::NeedsChance(_) => Fault::Value(format!("{line}; give it one with reseed(seed)")),
            Refusal::TooMany(e) => Fault::TooMany(e),
            Refusal::Foreign | Refusal::Waits | Refusal::NoLuck => Fault::Value(line),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Env(e) => match e.kind() {
                ErrorKind::Illegal => IllegalActionError::new_err(e.to_string()),
                ErrorKind::Io | ErrorKind::Threads => PyOSError::new_err(e.to_string()),
                ErrorKind::UnknownGame
                | ErrorKind::UnknownOption
                | ErrorKind::Option
                | ErrorKind::Data
                | ErrorKind::State
                | ErrorKind::Replay => PyValueError::new_err(e.to_string()),
            },
            Fault::Agents(e) => PyValueError::new_err(e.to_string()),
            Fault::Over(line) => GameOverError::new_err(line),
            Fault::Illegal(line) => IllegalActionError::new_err(line),
            Fault::TooMany(e) => TooManyOutcomesError::new_err(e.to_string()),
            Fault::Value(line) => PyValueError::new_err(line),
            Fault::Type(line) => PyTypeError::new_err(line),
            Fault::Raised(error) => error,
        }
    }
}
