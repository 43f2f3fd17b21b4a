//! `Game`: the rules with options, and where states come from.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use holotable_env::{Error, ErrorKind, OptionSpec, Replay, action_struct};
use holotable_erased::{AnyGame, AnyState, Kind};
use holotable_players::observation_wrapper::FeatureSet;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use serde_json::{Value, json};

use crate::classes::{Game, State};
use crate::convert;
use crate::errors::Fault;
use crate::opponents;
use crate::signals;

/// Every game as a dict: ``name``, ``about``, ``options`` (name, values, default, about), ``agents`` (name, about).
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    convert::to_python(py, &Kind::all().iter().map(about).collect())
}

#[expect(clippy::wrong_self_convention, reason = "a game reads its own states")]
#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, data = None, **options))]
    #[expect(clippy::needless_pass_by_value, reason = "as Python's arguments are extracted")]
    fn new(name: &str, data: Option<PathBuf>, options: Option<&Bound<'_, PyDict>>) -> Result<Self, Fault> {
        let options = convert::options(options)?;
        let given = options.iter().map(|(k, v)| (k.as_str(), v.as_str()));
        let built = Kind::named(name)?.build(given, data.as_deref());
        Ok(Self { rules: built.map_err(unexpected)? })
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.facts().name
    }

    /// How many seats there are.
    #[getter]
    fn num_players(&self) -> usize {
        self.rules.teams().players()
    }

    /// How many action numbers there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.rules.layout(FeatureSet::PLAIN).actions
    }

    /// How many values a seat observes.
    #[getter]
    fn observation_size(&self) -> usize {
        self.rules.layout(FeatureSet::PLAIN).observation
    }

    /// The folder of the data set, None for the built-in one.
    #[getter]
    fn data(&self) -> Option<&OsStr> {
        self.rules.data().map(Path::as_os_str)
    }

    /// Every option in force.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &json!(self.rules.options()))
    }

    /// What is fixed: ``about``, ``rules_version``, ``data_hash``, ``layout_hash``, ``options``, ``teams`` (of each
    /// seat), ``reasons`` (why games end, wins first), ``max_decisions``.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &facts(self.rules.as_ref()))
    }

    /// What numbers mean: ``actions``, ``observation`` (counts), ``action_blocks`` (name, doc, offset, len, fields),
    /// ``observation_blocks`` (name, doc, rows, fields with name, unit, lo, hi) and, where there are any, ``relations``:
    /// for each block of ``names`` pairs of an action and the row that it names, of ``edges`` pairs of neighbours.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout =
            serde_json::to_value(self.rules.layout(FeatureSet::PLAIN)).expect("a layout is plain data");
        convert::to_python(py, &layout)
    }

    /// Every printed value of the data set with where it comes from.
    fn catalogue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &json!(self.rules.catalogue()))
    }

    /// The rules in our own words with the options in force and what is printed on the components, as Markdown: enough to
    /// play by for a person or a language model who has never seen the game.
    fn rules_text(&self) -> String {
        self.rules.rules_text()
    }

    /// A fresh game with the generator of that seed and episode: what an environment reset with ``seed`` plays.
    /// Without a seed, one of the system's entropy.
    #[pyo3(signature = (seed = None, *, episode = None))]
    fn new_state(
        &self,
        seed: Option<&Bound<'_, PyAny>>,
        episode: Option<&Bound<'_, PyAny>>,
    ) -> Result<State, Fault> {
        let rng = convert::game_rng(seed, episode)?;
        Ok(State { inner: Arc::clone(&self.rules).start(rng) })
    }

    /// A state from its words, without a generator. ValueError says which invariant is broken.
    fn from_json(&self, json: &Bound<'_, PyAny>) -> PyResult<State> {
        let json = convert::from_python(json)?;
        Ok(State { inner: Arc::clone(&self.rules).read_json(&json).map_err(Fault::from)? })
    }

    /// A state as :meth:`State.to_bytes` wrote it for the same game, options and data set; else ValueError.
    fn from_bytes(&self, bytes: &Bound<'_, PyAny>) -> Result<State, Fault> {
        let bytes = bytes.cast::<PyBytes>().map_err(|_| {
            let given = bytes.get_type().name().map_or_else(|_| "?".to_owned(), |n| n.to_string());
            Fault::Type(format!("a state is read from bytes, not from {given}"))
        })?;
        Ok(State { inner: Arc::clone(&self.rules).read_bytes(bytes.as_bytes())? })
    }

    /// The name of an action, as replays write it; see :meth:`State.action_to_string` for its meaning in a state.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> Result<String, Fault> {
        Ok(self.rules.label(convert::below(action, self.num_actions(), "action")?))
    }

    /// The number of the action with this name; ValueError names the nearest.
    fn string_to_action(&self, name: &str) -> Result<usize, Fault> {
        let actions = self.rules.actions();
        Ok(actions.number(name).ok_or_else(|| actions.none_called(name))?)
    }

    /// An action as a dict: ``kind``, as :meth:`layout` calls the block, and its arguments by name, each a number or a word.
    fn action_to_struct<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let label = self.action_to_string(action)?;
        convert::to_python(action.py(), &action_struct(&label))
    }

    /// The number of an action that is given as such a dict, its arguments in any order; ValueError names the nearest.
    fn struct_to_action(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let said = convert::from_python(action)?;
        Ok(self.rules.action_number(&said).map_err(Fault::from)?)
    }

    /// One game, as the text of a replay that plays back without a generator: of an agent against itself, or of one
    /// for each seat; agents as for :func:`holotable.load_agent`.
    #[pyo3(signature = (agent = None, *, seed = None))]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        agent: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let py = slf.py();
        let seated = py.import("holotable.players")?.getattr("seated")?;
        let seated: Vec<(String, Bound<'py, PyAny>)> = seated.call1((agent, slf))?.extract()?;
        let (seed, rules) = (convert::seed(seed)?, &slf.get().rules);
        let (names, agents): (Vec<_>, Vec<_>) = seated.into_iter().unzip();
        let (mut players, failures) = opponents::players(rules, &agents)?;
        let seats: Vec<usize> = (0..agents.len()).collect();
        let (replay, _, end) =
            signals::awake(py, || Arc::clone(rules).record(&seats, &names, &mut players, seed))?;
        if let Some((seat, why)) = end.and_then(|end| end.forfeit) {
            return Err(Fault::forfeit(&names[seat], &why).into());
        }
        Ok(failures.or(replay.to_text())?)
    }

    /// The state before each move of a replay, and the last; ValueError where it does not fit this game.
    fn replay(&self, py: Python<'_>, text: &str) -> Result<Vec<State>, Fault> {
        let frames = py.detach(|| frames(&self.rules, text))?;
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
        let args = (self.name(), self.options(py)?, self.data(), self.rules.data_hash());
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

/// Python's word for a keyword that nobody knows, on which libraries rely that try others.
fn unexpected(e: Error) -> Fault {
    if e.kind() == ErrorKind::UnknownOption {
        // In Python's own words, as some libraries look for them.
        let line = e.to_string();
        let option = line.strip_prefix("unknown option ").unwrap_or(&line);
        return Fault::Type(format!("got an unexpected keyword argument {option}"));
    }
    e.into()
}

/// What there is to say about a game before any options are chosen.
fn about(kind: &Kind) -> Value {
    let option = |o: &OptionSpec| json!({ "name": o.name, "values": o.kind.to_string(), "default": o.default, "about": o.doc });
    let agent = |(name, about)| json!({ "name": name, "about": about });
    json!({
        "name": kind.name,
        "about": kind.about,
        "options": kind.options.iter().map(option).collect::<Vec<_>>(),
        "agents": kind.agents().into_iter().map(agent).collect::<Vec<_>>(),
    })
}

/// What is fixed: versions, options, teams, reasons.
fn facts(rules: &dyn AnyGame) -> Value {
    let facts = rules.facts();
    json!({
        "about": facts.about,
        "rules_version": facts.rules_version,
        "data_hash": rules.data_hash(),
        "layout_hash": rules.layout(FeatureSet::PLAIN).hash(),
        "options": rules.options(),
        "teams": rules.teams().of_seats(),
        "reasons": facts.reasons,
        "max_decisions": facts.max_decisions,
    })
}

/// Every state of a replay of this very game.
fn frames(rules: &Arc<dyn AnyGame>, text: &str) -> Result<Vec<Box<dyn AnyState>>, Fault> {
    let replay = Replay::from_text(text)?;
    let theirs = Kind::named(rules.facts().name)?.of_replay(&replay, rules.data())?;
    if theirs.fingerprint() != rules.fingerprint() {
        let line = format!("the replay was played with the options {}", replay.header.options);
        return Err(Error::new(ErrorKind::Replay, line).into());
    }
    Ok(Arc::clone(rules).frames(&replay)?)
}
