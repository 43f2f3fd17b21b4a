"""Gymnasium's spaces, made from a game's layout: no shape, bound or count is typed here."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ._native import Game

FORMS = ("flat", "dict")


def actions(game: Game, *, passes: bool = False) -> spaces.Discrete:
    """Every action number of the game, and one more to pass if agents may."""
    return spaces.Discrete(game.num_actions + passes)


def observation(game: Game) -> spaces.Box:
    """What a seat sees: float32, each value in its declared range.

    Values are scaled already, so that most lie between 0 and 1. Nothing is to be scaled by ``high``: of a count, whose unit is what there
    usually is at most, it is the greatest number that can be written (255 units of a quarter are 63.75).
    """
    low, high = [], []
    for block in game.layout()["observation_blocks"]:
        low += [field["lo"] for field in block["fields"]] * block["rows"]
        high += [field["hi"] for field in block["fields"]] * block["rows"]
    return spaces.Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)


def mask(game: Game, *, passes: bool = False) -> spaces.Box:
    """1 for each legal action, int8."""
    return spaces.Box(0, 1, (game.num_actions + passes,), np.int8)


def masked(game: Game, *, passes: bool = False) -> spaces.Dict:
    """The observation with the mask beside it."""
    return spaces.Dict({"observation": observation(game), "action_mask": mask(game, passes=passes)})


def of_form(game: Game, form: str, *, passes: bool = False) -> spaces.Space[Any]:
    """The space for ``obs="flat"`` or ``obs="dict"``."""
    if form not in FORMS:
        raise ValueError(f"obs is {form!r} but must be 'flat' or 'dict', or in a VectorEnv 'sparse'")
    return masked(game, passes=passes) if form == "dict" else observation(game)
