//! `State`: a position for search and analysis.

#![expect(clippy::doc_markdown, reason = "docstrings for Python, which holds them against the stubs")]

use holotable_env::{OUTCOME_LIMIT, Viewer};
use holotable_players::observation_wrapper::FeatureSet;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::arrays::filled;
use crate::classes::{Game, State};
use crate::convert;
use crate::errors::Fault;
use crate::pixels::{Canvas, draw};
use crate::{own, signals};

impl State {
    /// Who looks: everything unless a seat or the table is named.
    fn viewer(&self, viewer: Option<&Bound<'_, PyAny>>) -> Result<Viewer, Fault> {
        convert::viewer(viewer, self.inner.rules().teams().players())
    }

    fn action(&self, action: &Bound<'_, PyAny>) -> Result<usize, Fault> {
        convert::below(action, self.inner.rules().layout(FeatureSet::PLAIN).actions, "action")
    }

    /// The player asked for, or else whoever acts (after the end: player 0).
    fn player(&self, player: Option<&Bound<'_, PyAny>>) -> Result<usize, Fault> {
        match player {
            Some(player) => convert::below(player, self.inner.rules().teams().players(), "player"),
            None => Ok(self.inner.actor().unwrap_or(0)),
        }
    }
}

#[pymethods]
impl State {
    /// The rules.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.inner.rules() }
    }

    /// The seat that decides now; None when the game is over.
    fn current_player(&self) -> Option<usize> {
        self.inner.actor()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.inner.actor().is_none()
    }

    /// The result of each seat, 0 lost to 1 won; None before the end.
    fn scores(&self) -> Option<Vec<f64>> {
        self.inner.scores()
    }

    /// The result of each seat as the environments reward it: -1 lost to +1 won; all 0 before the end.
    fn returns(&self) -> Vec<f64> {
        match self.inner.scores() {
            Some(scores) => scores.into_iter().map(|score| 2.0 * score - 1.0).collect(),
            None => vec![0.0; self.inner.rules().teams().players()],
        }
    }

    /// The legal actions in order of their numbers; empty only when the game is over.
    fn legal_actions(&self) -> Vec<usize> {
        self.inner.legal()
    }

    /// Whether there is one legal action only and everybody can see that: environments with ``skip_forced`` play it at once.
    fn is_forced(&self) -> bool {
        self.inner.is_forced()
    }

    /// 1 for each legal action, of shape ``(game.num_actions,)``; all 1 when the game is over.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let legal = self.inner.legal();
        let mut mask = vec![i8::from(legal.is_empty()); self.inner.rules().layout(FeatureSet::PLAIN).actions];
        for a in legal {
            mask[a] = 1;
        }
        filled(py, mask.iter().copied(), mask.len())
    }

    /// Plays an action and all that follows until the next decision; chance is drawn from the generator.
    ///
    /// Raises:
    ///     IllegalActionError: naming the action and the rule.
    ///     GameOverError: nothing can be played any more.
    ///     ValueError: no such action; or the action needs chance and the state has no generator.
    ///     TypeError: not a whole number.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> Result<(), Fault> {
        let action = self.action(action)?;
        Ok(self.inner.apply(action)?)
    }

    /// One result of an action as a new state with a generator forked from this one's; raises as :meth:`apply`.
    /// This position stays as it is; its generator moves on, so that the next sample is another.
    fn sample(&mut self, action: &Bound<'_, PyAny>) -> Result<Self, Fault> {
        let action = self.action(action)?;
        Ok(Self { inner: self.inner.sample(action)? })
    }

    /// Every result of an action with its probability, summing to 1; the states have no generator.
    ///
    /// Raises:
    ///     TooManyOutcomesError: more than ``limit`` results (by default 100,000); sample instead.
    #[pyo3(signature = (action, limit = None))]
    fn outcomes(
        slf: &Bound<'_, Self>,
        action: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyAny>>,
    ) -> Result<Vec<(f64, State)>, Fault> {
        let limit = limit.map_or(Ok(OUTCOME_LIMIT), |n| convert::below(n, usize::MAX, "limit"))?;
        let before = own::copy(slf)?;
        let action = convert::below(action, before.rules().layout(FeatureSet::PLAIN).actions, "action")?;
        let every = signals::awake(slf.py(), || before.outcomes(action, limit))??;
        Ok(every.into_iter().map(|o| (o.probability, Self { inner: o.state })).collect())
    }

    /// A copy, with a copy of the generator or without one.
    #[pyo3(signature = (*, generator = true))]
    fn clone(&self, generator: bool) -> Self {
        Self { inner: self.inner.copy(generator) }
    }

    /// Becomes ``other``, generator included: undo by copy. ValueError for a state of another game.
    fn assign(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = other
            .cast::<Self>()
            .map_err(|_| Fault::Type("only a State can be assigned to a State".into()))?;
        // Borrowed already: it is this very state.
        let Ok(other) = other.try_borrow() else { return Ok(()) };
        Ok(self.inner.assign(other.inner.as_ref()).map_err(Fault::from)?)
    }

    /// Another generator from here on; without a seed, one of the system's entropy.
    #[pyo3(signature = (seed = None, *, episode = None))]
    fn reseed(
        &mut self,
        seed: Option<&Bound<'_, PyAny>>,
        episode: Option<&Bound<'_, PyAny>>,
    ) -> Result<(), Fault> {
        self.inner.set_rng(Some(convert::game_rng(seed, episode)?));
        Ok(())
    }

    /// Whether chance can be sampled here.
    #[getter]
    fn has_generator(&self) -> bool {
        self.inner.rng().is_some()
    }

    /// A copy in which what ``player`` cannot see is dealt anew, with a forked generator; see :meth:`sample`.
    fn redeal(&mut self, player: &Bound<'_, PyAny>) -> Result<Self, Fault> {
        let player = self.player(Some(player))?;
        Ok(Self { inner: self.inner.redeal(player)? })
    }

    /// The :meth:`returns` at the end of a random game from here; see :meth:`sample` for the generator.
    fn playout(slf: &Bound<'_, Self>) -> Result<Vec<f64>, Fault> {
        let mut from = own::copy(slf)?;
        let scores = slf.py().detach(|| from.playout())?;
        slf.borrow_mut().inner.set_rng(from.rng().cloned());
        Ok(scores.into_iter().map(|score| 2.0 * score - 1.0).collect())
    }

    /// The position in the rulebook's words, without the generator. With the number of a seat as ``viewer`` what that seat
    /// cannot know is left out, with ``"table"`` all that is hidden; :meth:`Game.from_json` reads it without a viewer.
    #[pyo3(signature = (*, viewer = None))]
    fn to_json(&self, viewer: Option<&Bound<'_, PyAny>>) -> Result<String, Fault> {
        Ok(self.inner.json(self.viewer(viewer)?).to_string())
    }

    /// The table in words for a ``viewer`` as in :meth:`to_json`; ``str(state)`` is the whole.
    #[pyo3(signature = (*, viewer = None))]
    fn text(&self, viewer: Option<&Bound<'_, PyAny>>) -> Result<String, Fault> {
        Ok(self.inner.text(self.viewer(viewer)?))
    }

    /// What the acting seat is asked: what asks, what it will do, how much is left; None when the game is over.
    fn prompt(&self) -> Option<String> {
        self.inner.prompt()
    }

    /// Position and generator in at most 1 KiB; :meth:`Game.from_bytes` reads them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut out = Vec::with_capacity(512);
        self.inner.bytes(&mut out);
        PyBytes::new(py, &out)
    }

    /// What a seat (by default whoever acts) may know, of shape ``(game.observation_size,)``.
    #[pyo3(signature = (player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyArray1<f32>>, Fault> {
        let player = self.player(player)?;
        let mut obs = vec![0.0; self.inner.rules().layout(FeatureSet::PLAIN).observation];
        self.inner.observe(player, &mut obs);
        Ok(PyArray1::from_vec(py, obs))
    }

    /// :meth:`observation` and after it what the game's bots work out from it, as :meth:`Agent.features` is for a network
    /// that takes both.
    #[pyo3(signature = (player = None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> Result<Bound<'py, PyArray1<f32>>, Fault> {
        let player = self.player(player)?;
        let mut features = vec![0.0; self.inner.rules().layout(FeatureSet::EXPERT).observation];
        self.inner.features(player, &mut features);
        Ok(PyArray1::from_vec(py, features))
    }

    /// How likely the game's own bot is to play each action here, of shape ``(game.num_actions,)``, as :meth:`Agent.prior`
    /// has it: 1 + ln(probability) / 8, at least 0.
    fn prior<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let mut prior = vec![0.0; self.inner.rules().layout(FeatureSet::PLAIN).actions];
        self.inner.prior(&mut prior);
        PyArray1::from_vec(py, prior)
    }

    /// :meth:`observation` by name: ``(name, value, unit)``, in order.
    #[pyo3(signature = (player = None))]
    fn describe(&self, player: Option<&Bound<'_, PyAny>>) -> Result<Vec<(String, f32, String)>, Fault> {
        let player = self.player(player)?;
        Ok(self.inner.describe(player).into_iter().map(|n| (n.name, n.value, n.unit)).collect())
    }

    /// What an action means here, with the names of what it concerns.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> Result<String, Fault> {
        Ok(self.inner.describe_action(self.action(action)?))
    }

    /// The rule that forbids an action here; None when it is legal.
    fn why_illegal(&self, action: &Bound<'_, PyAny>) -> Result<Option<String>, Fault> {
        Ok(self.inner.why_illegal(self.action(action)?))
    }

    /// How the game ended or stands: ``reason`` and named counts.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::summary(py, &self.inner.summary())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|o| o.try_borrow().is_ok_and(|o| self.inner.same(o.inner.as_ref())))
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash_code()
    }

    fn __copy__(&self) -> Self {
        self.clone(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(true)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("holotable._pickle")?.getattr("state")?;
        (rebuild, (self.game(), self.to_bytes(py))).into_pyobject(py)
    }

    /// The table as a picture of shape ``(height, width, 3)`` for a ``viewer`` as in :meth:`to_json`.
    #[pyo3(signature = (*, viewer = None))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let Canvas { size: (w, h), pixels } = draw(&self.inner.picture(self.viewer(viewer)?));
        PyArray1::from_vec(py, pixels).reshape([h as usize, w as usize, 3])
    }

    /// The table as an SVG image for a ``viewer`` as in :meth:`to_json`.
    #[pyo3(signature = (*, viewer = None))]
    fn svg(&self, viewer: Option<&Bound<'_, PyAny>>) -> Result<String, Fault> {
        Ok(self.inner.picture(self.viewer(viewer)?).svg())
    }

    fn _repr_html_(&self) -> String {
        self.inner.picture(Viewer::All).html()
    }

    fn __str__(&self) -> String {
        self.inner.text(Viewer::All)
    }

    fn __repr__(&self) -> String {
        let who = self.inner.actor().map_or_else(|| "over".into(), |p| format!("player {p} to act"));
        format!("<State of {}: {who}>", self.inner.rules().facts().name)
    }
}
