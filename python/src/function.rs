//! [`Source`]: an agent as Python gives it; [`Function`]: one that is written there; [`ask`]: what it answers.

use std::sync::{Arc, Mutex, PoisonError};

use holotable_arena::exec;
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Chooser, Failed};
use holotable_players::observation_wrapper::FeatureSet;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::classes::State;
use crate::convert;
use crate::errors::Fault;

/// Where the exceptions of functions are kept until whoever asked for their answers raises them.
#[derive(Clone, Default)]
pub struct Failures(Arc<Mutex<Option<PyErr>>>);

impl Failures {
    pub fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// The exception for which an agent had no answer.
    pub fn take(&self) -> Fault {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.map_or_else(|| Fault::Value(Failed.to_string()), Fault::Raised)
    }

    /// What was found unless a function has failed meanwhile.
    pub fn or<T>(&self, found: T) -> Result<T, Fault> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(Fault::Raised(error)),
            None => Ok(found),
        }
    }
}

/// Where the players of an agent come from.
pub enum Source {
    /// From the agent with this name.
    Spec(String),
    /// From a Python function of a list of states.
    Function(Py<PyAny>),
}

impl Source {
    /// A string is a name, anything else a function.
    pub fn of(agent: &Bound<'_, PyAny>) -> Self {
        if let Ok(spec) = agent.cast::<PyString>() {
            return Source::Spec(spec.to_string());
        }
        Source::Function(agent.clone().unbind())
    }

    /// One more player for these rules; the exceptions of a function are kept in `failures`.
    pub fn player(&self, rules: &Arc<dyn AnyGame>, failures: &Failures) -> Result<Box<dyn AnyPlayer>, Fault> {
        match self {
            Source::Spec(spec) => Ok(exec::player(rules.as_ref(), spec)?),
            Source::Function(call) => {
                Ok(Arc::clone(rules).chosen(Box::new(Function::new(call, failures.clone()))))
            }
        }
    }
}

/// An agent that is asked by calling a Python function of a list of states, on the thread that needs the answer.
pub struct Function {
    /// Takes a list of states and gives an action for each.
    call: Py<PyAny>,
    failures: Failures,
}

impl Function {
    pub fn new(call: &Py<PyAny>, failures: Failures) -> Self {
        Self { call: Python::attach(|py| call.clone_ref(py)), failures }
    }
}

impl Chooser for Function {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        Python::attach(|py| ask(self.call.bind(py), states)).map_err(|error| {
            self.failures.keep(error);
            Failed
        })
    }
}

/// The actions that a Python function chooses in these states, after checking that they are legal.
pub fn ask(call: &Bound<'_, PyAny>, states: Vec<Box<dyn AnyState>>) -> PyResult<Vec<usize>> {
    let py = call.py();
    let own: Vec<_> = states.iter().map(|state| state.copy(false)).collect();
    let list = PyList::new(
        py,
        states
            .into_iter()
            .map(|inner| State { inner })
            .map(|s| Py::new(py, s))
            .collect::<PyResult<Vec<_>>>()?,
    )?;
    let answers: Vec<Bound<'_, PyAny>> = call.call1((list,))?.try_iter()?.collect::<PyResult<_>>()?;
    if answers.len() != own.len() {
        let line = format!("the agent gave {} actions for {} states", answers.len(), own.len());
        return Err(Fault::Value(line).into());
    }
    let actions = answers.iter().zip(&own).map(|(answer, state)| {
        let action =
            convert::below(answer, state.rules().layout(FeatureSet::PLAIN).actions, "the agent's action")?;
        match state.why_illegal(action) {
            None => Ok(action),
            Some(why) => {
                let label = state.rules().label(action);
                Err(Fault::Illegal(format!(
                    "the agent chose action {action}, {label}, which is not legal: {why}"
                )))
            }
        }
    });
    Ok(actions.collect::<Result<_, Fault>>()?)
}
