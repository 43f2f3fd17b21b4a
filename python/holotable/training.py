"""Training from Python: :func:`train` and :func:`sweep` run recipes with the learner of ``holotable train``."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from . import _native
from ._native import Game
from .progress import LOST, in_notebook, progress_bar, shows

Recipe = str | os.PathLike[str] | Mapping[str, Any]
Metrics = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """A training run: what became of it, and its folder, which every command takes."""

    folder: Path
    """``latest/`` to go on from, ``best/`` to play with, ``metrics.jsonl``, ``tensorboard/``."""
    steps: int
    """Decisions so far, over all sessions."""
    updates: int
    seconds: float
    """Of training, over all sessions."""
    score: float | None
    """The mean score of the last evaluation, from 0 to 1; None if there was none."""
    best_score: float | None
    finished: bool
    """Whether there is nothing left to do; otherwise ``resume=True`` goes on."""
    ended: str
    """Why the session ended, in words."""

    @property
    def best(self) -> Path | None:
        """The checkpoint that did best in an evaluation: an agent for :func:`holotable.load_agent` and tournaments."""
        folder = self.folder / "best"
        return folder if folder.is_dir() else None

    def metrics(self) -> list[Metrics]:
        """What was measured in each update, as ``metrics.jsonl`` has it; a last line that is not whole yet is left out."""
        with (self.folder / "metrics.jsonl").open("rb") as lines:
            return [json.loads(line) for line in lines if line.endswith(b"\n")]

    def __fspath__(self) -> str:
        return os.fspath(self.folder)


def train(
    recipe: Recipe,
    out: str | os.PathLike[str],
    *,
    resume: bool = False,
    callback: Callable[[Metrics], Any] | None = None,
    progress: bool | None = None,
    **overrides: Any,
) -> Run:
    """Trains a policy by PPO, as ``holotable train`` does, on all cores and without Python's lock.

    The same recipe and seed give the same network as there. Ctrl-C ends the session after the update under way, saves it
    and raises KeyboardInterrupt; ``resume=True`` goes on as if nothing had been.

    >>> run = ht.train("dark_side_rising", "runs/first", total_steps=1_000_000)
    >>> run = ht.train({"game": ht.Game("rebellion_combat"), "total_steps": 200_000, "eval_games": 500}, "runs/small")
    >>> ht.tournament("rebellion_combat", ["greedy", run.best], games=200)

    Args:
        recipe: a TOML file, the name of a recipe that comes along (``conflict``, ``conflict_alone``,
            ``conflict_family``, ``dark_side_rising``, ``dark_side_rising_all``, ``dark_side_rising_alone``,
            ``dark_side_rising_small``, ``rebellion``, ``rebellion_alone``, ``rebellion_combat``,
            ``rebellion_combat_alone``, ``rebellion_combat_named``, ``rebellion_team``, ``risk``,
            ``risk_alone``), or a dict with the keys of one; its ``game`` may be a :class:`Game` or a name.
            ``holotable train --help`` and the ``config.toml`` of a run explain the keys.
        out: the folder of the run, which must be new unless ``resume``.
        resume: go on from the latest checkpoint in ``out``, if there is one.
        callback: called after each update with its metrics (the keys of ``metrics.jsonl``: ``steps``, ``win_rate``,
            ``entropy``, ``eval_score`` where there was an evaluation, ...), on this thread; False ends the session.
        progress: show it on standard error; by default where that is a terminal or a notebook.
        **overrides: keys of the recipe that take the place of those in it.

    Raises:
        ValueError: an invalid recipe, or a folder that holds a run or cannot be written.
        KeyboardInterrupt: Ctrl-C; the run is saved.
        Exception: whatever ``callback`` raises; the run is saved.
    """
    file, keys = read(recipe, overrides)
    shown = shows(progress)
    # What a program writes to standard error does not reach a notebook.
    aloud = shown and in_notebook()
    hear = _aloud(callback) if aloud else callback
    report = _native.train(file, keys, os.fspath(out), resume, shown and not aloud, hear)
    return Run(folder=Path(out), **report)


@dataclass(frozen=True)
class Sweep:
    """What became of a sweep."""

    folder: Path
    """``trial-001/``, ``trial-002/``, ... are runs, and ``sweep.json`` holds this report."""
    best: Path | None
    """The checkpoint of the best trial of the best group."""
    groups: list[dict[str, Any]]
    """Trials that differ in their seed only, the best group first: ``set`` (the keys that vary), ``seeds``, the mean ``score``
    with the interval ``ci_low`` to ``ci_high``, ``trials`` (their numbers), ``decisions``, ``minutes`` and ``failed``."""
    trials: list[dict[str, Any]]
    """All trials, the best first, with the same keys; ``failed`` says why, if it did."""

    @classmethod
    def read(cls, out: str | os.PathLike[str], report: Mapping[str, Any]) -> "Sweep":
        """From what ``holotable train --sweep`` leaves in ``sweep.json``."""
        best = report["best"]
        return cls(Path(out), None if best is None else Path(best), report["groups"], report["trials"])

    def __str__(self) -> str:
        lines = []
        for group in self.groups:
            values = ", ".join(f"{key} = {value}" for key, value in group["set"].items()) or "the recipe"
            if group["score"] is None:
                lines.append(f"{values}: no score")
                continue
            low, high = 100 * group["ci_low"], 100 * group["ci_high"]
            lines.append(f"{values}: {100 * group['score']:.2f} % ({low:.2f} to {high:.2f}), {group['seeds']} seeds")
        return "\n".join(lines)


def sweep(
    recipe: Recipe,
    space: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    jobs: int = 1,
    progress: bool | None = None,
    **overrides: Any,
) -> Sweep:
    """Trains a recipe once for every point of a space, each trial in a process of its own, and averages seeds.

    Called again with the same arguments it goes on with what was stopped. Ctrl-C saves and ends the trials under way.

    >>> ht.sweep("dark_side_rising", {"learning_rate": [4e-4, 8e-4], "seed": [1, 2, 3]}, "runs/rates", total_steps=4_000_000)

    Args:
        recipe: as for :func:`train`.
        space: a TOML file, or a dict: keys of the recipe with lists of values, for each combination of them; or
            ``{"grid": ...}`` and ``{"random": {"trials": 20, "seed": 1, "space": {"learning_rate": {"log_uniform": [1e-4, 1e-2]}}}}``
            as ``holotable train --help`` shows them.
        out: the folder of the sweep.
        jobs: trials at a time; they share the cores.
        progress: show a bar on standard error; by default where that is a terminal or a notebook.
        **overrides: keys of the recipe that take the place of those in it.

    Raises:
        ValueError: an invalid recipe or space, or a folder that holds another sweep.
        KeyboardInterrupt: Ctrl-C.
    """
    file, keys = read(recipe, overrides)
    with progress_bar(progress, "trials") as bar:
        return Sweep.read(out, _native.sweep(file, keys, named(space), os.fspath(out), jobs, bar))


def named(space: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[str, str]:
    """What errors call a space, and its text in TOML."""
    if isinstance(space, Mapping):
        tables = space if space.keys() <= {"grid", "random"} else {"grid": space}
        return "space", "".join(f"{name} = {_toml(name, table)}\n" for name, table in tables.items())
    return os.fspath(space), Path(space).read_text(encoding="utf-8")


def read(recipe: Recipe, overrides: Mapping[str, Any]) -> tuple[str | None, list[str]]:
    """The file or name of a recipe, if it has one, and what overrides it."""
    if isinstance(recipe, Mapping):
        return None, list(_overrides({**recipe, **overrides}))
    return os.fspath(recipe), list(_overrides(overrides))


def _overrides(keys: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The keys as ``train --set`` takes them."""
    for key, value in keys.items():
        name = f"{prefix}{key}"
        if name == "game" and isinstance(value, str):
            value = {"name": value}
        if name == "game" and isinstance(value, Game):
            if value.data is not None:
                raise ValueError("a recipe has no data set of its own: give it a Game of the built-in one")
            value = {"name": value.name, "options": value.options}
        if isinstance(value, Mapping):
            yield from _overrides(value, f"{name}.")
            continue
        yield f"{name}={_toml(name, value)}"


def _toml(name: str, value: Any) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case Integral():
            return str(int(value))
        case Real() if isfinite(value):
            return repr(float(value))
        case str() | os.PathLike():
            return _text(name, os.fspath(value))
        case list() | tuple():
            return f"[{', '.join(_toml(name, item) for item in value)}]"
        case Mapping():
            return f"{{ {', '.join(f'{_text(name, key)} = {_toml(key, item)}' for key, item in value.items())} }}"
    raise TypeError(f"{name} is {value!r} but must be a number, text, True, False or a list of these")


def _text(name: str, text: str | bytes) -> str:
    """Text as TOML, of which JSON allows more: half a character, and DEL as it is."""
    if isinstance(text, str) and not any("\ud800" <= character <= "\udfff" for character in text):
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise ValueError(f"{name} is {text!r} but must be text that UTF-8 can write")


def _aloud(callback: Callable[[Metrics], Any] | None) -> Callable[[Metrics], Any]:
    """Prints a line for each evaluation too."""

    def hear(metrics: Metrics) -> Any:
        if metrics["eval_score"] is not None:
            low, high = 100 * metrics["eval_low"], 100 * metrics["eval_high"]
            score = f"eval {100 * metrics['eval_score']:.1f} % ({low:.1f} to {high:.1f})"
            with LOST:
                print(
                    f"update {metrics['update']}, {metrics['steps']:,} steps, {metrics['steps_per_s']:,.0f} a second, {score}"
                )
        return None if callback is None else callback(metrics)

    return hear
