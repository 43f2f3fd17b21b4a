"""The environment from Python, as ``vf-eval holotable-verifiers`` makes it."""

from typing import Any, Literal

import verifiers.v1 as vf
from pydantic import ValidationError

from .env import GameEnv


def load_environment(
    game: str = "rebellion_combat",
    *,
    options: dict[str, int | bool | str] | None = None,
    opponent: str | dict[int, str] = "random",
    seat: int = 0,
    split: Literal["eval", "train"] = "eval",
    first: int = 0,
    games: int = 100,
    retries: int = 3,
    legal: bool = True,
    rules: bool = True,
    **env: Any,
) -> GameEnv:
    """An environment whose tasks are games of one kind, one for each seed.

    Args:
        game: the name of the game.
        options: the options of the game by name.
        opponent: the agent that plays the other seats, or a dict of agents by seat.
        seat: the number of the model's seat.
        split: which seeds, ``eval`` or ``train``; see :data:`holotable_verifiers.SPLITS`.
        first: how many seeds of the split are left out before the first game.
        games: how many games there are.
        retries: how many illegal answers in a row are answered with a reason. One more forfeits the game.
        legal: whether each message lists the legal actions.
        rules: whether the first message begins with the rules.
        env: other fields of the environment's configuration, such as ``agent={"max_turns": 50}``.

    Raises:
        ValueError: a game, an option, an agent, a seat or a number that does not exist. The line says which there are.
    """
    taskset = {
        "id": "holotable-verifiers",
        "game": game,
        "options": options or {},
        "opponent": opponent,
        "seat": seat,
        "split": split,
        "first": first,
        "games": games,
        "retries": retries,
        "legal": legal,
        "rules": rules,
    }
    try:
        config = vf.resolve_env_config({"taskset": taskset, **env})
    except ValidationError as error:
        problems = (f"{'.'.join(map(str, e['loc']))}: {e['msg'].removeprefix('Value error, ')}" for e in error.errors())
        raise ValueError("; ".join(problems)) from None
    loaded = vf.load_environment(config)
    assert isinstance(loaded, GameEnv)
    return loaded
