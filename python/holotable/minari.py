"""Games as data for Minari: :func:`export` turns a folder of games into one of its data sets.

Minari keeps what was seen, about a hundred times the bytes of the games; a learner that can read either is fed faster by
:func:`holotable.data.steps`. Needs the extra ``holotable[minari]``.

>>> import holotable.data, holotable.minari
>>> holotable.data.generate("conflict", "games", agents="expert", games=100)
>>> holotable.minari.export("games", "conflict/expert-v0")
"""

import json
import os
import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Game
from .gym import OpponentWarning, env_id


def export(
    folder: str | os.PathLike[str], dataset_id: str, *, data: str | os.PathLike[str] | None = None, **metadata: Any
) -> Any:
    """Writes the games of a folder as a data set of Minari, where it keeps such (``MINARI_DATASETS_PATH``).

    An episode is a game as ``gymnasium.make(holotable.env_id(game), obs="dict", opponent="self")`` shows it to one agent that decides
    for every seat in turn: observations are dicts of ``observation`` (float32) and ``action_mask`` (int8), the reward of a step is
    that of the seat that decided, and infos are kept. Minari makes the same environment again from the data set.

    Args:
        folder: as :func:`holotable.data.generate` writes it; its games are of the same options.
        dataset_id: such as ``"conflict/expert-v0"``; there must be none of this name yet.
        data: the folder of the data set of cards and dice with which the games were played, if not the built-in one.
        metadata: further arguments of Minari's ``create_dataset``, such as ``author`` or ``description``.

    Returns:
        What ``minari.load_dataset(dataset_id)`` gives.

    Raises:
        ValueError: as :func:`holotable.data.steps`; games of several options; a name that Minari does not take or that is taken.
        ModuleNotFoundError: Minari is missing.
    """
    try:
        # By name, as type checkers take `minari` for this module where the library is not installed.
        DataCollector: Any = import_module("minari").DataCollector
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError("minari is missing: pip install 'holotable[minari]'", name=e.name) from e
    collector, first = None, None
    try:
        for path, _, sums in _native.parts(folder):
            games = _native.Games(path, data, sums)
            for number in range(len(games)):
                header = json.loads(games.replay(number).partition("\n")[0])
                first = first or header
                if header["options"] != first["options"]:
                    both = f"{first['options']} and {header['options']}"
                    raise ValueError(f"a data set of Minari has one environment, but there are games of {both}")
                collector = collector or DataCollector(environment(games.game(number), data), record_infos=True)
                play(collector, header["seed"], games.steps([number], 0)["action"])
        if collector is None or first is None:
            raise ValueError(f"there are no games in {os.fspath(folder)}")
        with warnings.catch_warnings():
            # That there is no author, or no place of the code: who wants them gives them.
            warnings.simplefilter("ignore", UserWarning)
            by = {"algorithm_name": ", ".join(dict.fromkeys(first["seats"]))}
            return collector.create_dataset(dataset_id, **{**by, **metadata})
    finally:
        if collector is not None:
            collector.close()


def environment(game: Game, data: str | os.PathLike[str] | None) -> "gymnasium.Env[Any, Any]":
    """The environment in which one agent decides for every seat in turn."""
    more = {} if data is None else {"data": data}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OpponentWarning)
        return gymnasium.make(env_id(game.name), obs="dict", illegal="raise", opponent="self", **more, **game.options)


def play(collector: Any, seed: int, actions: npt.NDArray[np.int64]) -> None:
    """Plays a game again before the collector's eyes."""
    collector.reset(seed=seed)
    over = False
    for action in actions:
        _, _, over, _, _ = collector.step(action)
    if not over:
        raise ValueError(f"the game of seed {seed} does not play back in the environment")
