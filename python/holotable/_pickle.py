"""How pickled games, states, agents and environments come back; the names of the functions are part of the pickles."""

import os
from functools import lru_cache
from typing import Any

from ._native import Agent, Episode, Game, State


@lru_cache(maxsize=16)
def built_in(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """A game of built-in data. It never changes, and to build one takes a hundred times as long as to read a state of it."""
    return Game(name, **dict(options))


def game(name: str, options: dict, data: str | os.PathLike[str] | None, data_hash: str) -> Game:
    """The game as it was; a data set that has changed since is refused."""
    rebuilt = built_in(name, tuple(options.items())) if data is None else Game(name, data=data, **options)
    if (now := rebuilt.facts()["data_hash"]) != data_hash:
        raise ValueError(f"the data set of the pickled {name} was {data_hash}, now it is {now}")
    return rebuilt


def state(of: Game, saved: bytes) -> State:
    """The state as it was, generator included."""
    return of.from_bytes(saved)


def agent(source: Any, of: Game, name: str) -> Agent:
    """The agent anew, from the name or the function that it was made of."""
    return Agent(source, of, seed=0, name=name)


class HasEpisode:
    """An environment whose pickles and copies go on exactly where it was: the episode is kept as bytes."""

    game: Game
    _made: dict[str, Any]
    _episode: Episode

    def _restart(self, seed: int | None, state: State | None, game: Game) -> tuple[Any, dict[str, Any]]:
        """Begins an episode under these rules, which hold from then on; where that is refused nothing has changed."""
        if game == self.game:
            return self._episode.reset(seed, state)
        episode = Episode(game, **self._made)
        begun = episode.reset(seed, state)
        self.game, self._episode = game, episode
        return begun

    def __getstate__(self) -> dict[str, Any]:
        kept = {k: v for k, v in self.__dict__.items() if k != "_episode"}
        return {**kept, "_saved": self._episode.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved = kept.pop("_saved")
        self.__dict__.update(kept)
        self._episode = Episode(self.game, **self._made)
        self._episode.restore(saved)
