//! `Game`: the rules with options, and where states come from.

use std::sync::Arc;

use holotable_env::games::GAMES;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use serde_json::{Value, json};

use crate::convert;
use crate::errors::Fault;
use crate::rules::{self, AnyGame};
use crate::state::State;

/// The games there are, each as a dict: name, about, options, agents.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let list = GAMES.iter().map(|name| rules::about(name)).collect::<Result<Vec<_>, _>>()?;
    convert::to_python(py, &Value::Array(list))
}

/// A game with its options.
#[pyclass(module = "holotable", frozen)]
#[expect(missing_debug_implementations, reason = "Python shows it by __repr__")]
pub struct Game {
    pub rules: Arc<dyn AnyGame>,
}

#[expect(clippy::wrong_self_convention, reason = "a game reads its own states")]
#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, data = None, **options))]
    fn new(name: &str, data: Option<String>, options: Option<&Bound<'_, PyDict>>) -> Result<Self, Fault> {
        Ok(Self { rules: rules::build(name, &convert::options(options)?, data)? })
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    #[getter]
    fn num_players(&self) -> usize {
        self.rules.players()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.rules.layout().actions
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.rules.layout().observation
    }

    #[getter]
    fn data(&self) -> Option<&str> {
        self.rules.data()
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &self.rules.facts()["options"])
    }

    /// Everything that is fixed: about, versions, hashes, options, teams, reasons, the longest game.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &self.rules.facts())
    }

    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout =
            serde_json::to_value(self.rules.layout()).unwrap_or_else(|e| json!({ "error": e.to_string() }));
        convert::to_python(py, &layout)
    }

    fn catalogue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &self.rules.catalogue())
    }

    #[pyo3(signature = (seed = None, *, episode = None))]
    fn new_state(
        &self,
        seed: Option<&Bound<'_, PyAny>>,
        episode: Option<&Bound<'_, PyAny>>,
    ) -> Result<State, Fault> {
        let luck = convert::luck(seed, episode)?;
        Ok(State { inner: Arc::clone(&self.rules).start(luck) })
    }

    fn from_json(&self, json: &Bound<'_, PyAny>) -> PyResult<State> {
        let json = convert::from_python(json)?;
        Ok(State { inner: Arc::clone(&self.rules).read_json(&json)? })
    }

    fn from_bytes(&self, bytes: &Bound<'_, PyAny>) -> Result<State, Fault> {
        let bytes = bytes.cast::<PyBytes>().map_err(|_| {
            let given = bytes.get_type().name().map_or_else(|_| "?".to_owned(), |n| n.to_string());
            Fault::Type(format!("a state is read from bytes, not from {given}"))
        })?;
        Ok(State { inner: Arc::clone(&self.rules).read_bytes(bytes.as_bytes())? })
    }

    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> Result<String, Fault> {
        Ok(self.rules.label(convert::below(action, self.num_actions(), "action")?))
    }

    fn string_to_action(&self, name: &str) -> Result<usize, Fault> {
        let found = (0..self.num_actions()).find(|&a| self.rules.label(a) == name);
        found.ok_or_else(|| {
            let names: Vec<String> = (0..self.num_actions()).map(|a| self.rules.label(a)).collect();
            let hint = holotable_env::nearest(name, names.iter().map(String::as_str));
            let hint = hint.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
            Fault::Value(format!("no action '{name}'{hint}"))
        })
    }

    #[pyo3(signature = (agent = "random", *, seed = None))]
    fn play(&self, py: Python<'_>, agent: &str, seed: Option<&Bound<'_, PyAny>>) -> Result<String, Fault> {
        let seed = convert::seed(seed)?;
        py.detach(|| self.rules.play(agent, seed))
    }

    fn replay(&self, py: Python<'_>, text: &str) -> Result<Vec<State>, Fault> {
        let frames = py.detach(|| Arc::clone(&self.rules).replay(text))?;
        Ok(frames.into_iter().map(|inner| State { inner }).collect())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|o| o.get().rules.fingerprint() == self.rules.fingerprint())
    }

    fn __hash__(&self) -> u64 {
        self.rules.fingerprint()
    }

    fn __copy__(&self) -> Self {
        Self { rules: Arc::clone(&self.rules) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("holotable._pickle")?.getattr("game")?;
        let facts = self.rules.facts();
        let args = (self.name(), self.options(py)?, self.data(), facts["data_hash"].as_str());
        (rebuild, args.into_pyobject(py)?).into_pyobject(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let options = self.options(py)?;
        let mut words = vec![PyString::new(py, self.name()).repr()?.to_string()];
        for pair in options.cast_into::<PyDict>()? {
            words.push(format!("{}={}", pair.0, pair.1.repr()?));
        }
        Ok(format!("Game({})", words.join(", ")))
    }
}
