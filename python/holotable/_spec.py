"""What Gymnasium keeps of how an environment was made, in words that JSON has."""

from collections.abc import Mapping
from enum import Enum
from os import PathLike, fspath
from typing import Any

from ._native import Agent, Game


class HasSpec:
    """An environment whose ``spec`` names games, agents and paths, so that ``spec.to_json()`` writes all that can be written."""

    _spec: Any = None

    @property
    def spec(self) -> Any:
        """How it was made; None unless Gymnasium made it."""
        return self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        if spec is not None:
            spec.kwargs = _named(spec.kwargs)
        self._spec = spec


def _named(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    game = kwargs.get("game")
    if isinstance(game, Game):
        data = {} if game.data is None else {"data": game.data}
        kwargs = {**kwargs, "game": game.name, **data, **game.options}
    return {key: _word(value) for key, value in kwargs.items()}


def _word(value: Any) -> Any:
    """The same in a word, where there is one; what is a function stays."""
    if isinstance(value, Agent) and isinstance(value.source, str):
        return value.source
    if isinstance(value, PathLike):
        return fspath(value)
    return value.value if isinstance(value, Enum) else value
