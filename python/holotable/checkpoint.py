"""Checkpoint folders as other libraries need them: the game, the network's form, its inputs and its weights."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._native import Agent, Game, read_state


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that was checked as any agent is."""

    folder: Path
    game: Game
    """The game it was trained on; where that was several values of an option, with the first."""
    mark: dict[str, Any]
    """Its game, options, rules version and data set, as ``state.json`` says."""
    network: dict[str, Any]
    """Its ``hidden_sizes``, ``activation``, whether it takes a ``prior`` and whether it chooses by ``subgoals``; ``row_width``
    where it scores actions by the rows that they name."""
    layout: dict[str, Any]
    """What its inputs mean, with a ``hash``; see :meth:`Agent.features_layout`."""
    slope: float
    """What the log-odds of its values are multiplied by, as ``holotable calibration`` measured; 1 where none is kept."""

    def weights(self, load_file: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
        """The weights by which a network tells what the agent tells: the slope is multiplied into the head of the value."""
        weights = load_file(self.folder / "model.safetensors")
        for name in ("value.weight", "value.bias"):
            weights[name] = weights[name] * self.slope
        return weights

    def must_choose_actions(self, what: str) -> None:
        """Refuses a network that ``what`` cannot take over.

        Raises:
            ValueError: the outputs of the network are subgoals and not actions.
        """
        if self.network.get("subgoals"):
            raise ValueError(f"checkpoint {self.folder}: its network chooses by subgoals, but {what} takes actions only")


def read(checkpoint: str | os.PathLike[str]) -> Checkpoint:
    """The checkpoint in a folder, or the best one of a training run.

    Raises:
        ValueError: no checkpoint, a damaged one, or one of another game, version or data set.
    """
    folder = Path(checkpoint)
    folder = folder / "best" if (folder / "best").is_dir() else folder
    state = _state(folder)
    game = _game(folder, state["game"])
    # The agent is what checks the checkpoint, and what knows its inputs.
    layout = Agent(f"{folder}{os.sep}", game).features_layout()
    assert layout is not None, "a checkpoint is a network"
    slope = (state.get("calibration") or {"slope": 1.0})["slope"]
    return Checkpoint(folder, game, state["game"], state["network"], layout, slope)


def _state(folder: Path) -> dict[str, Any]:
    """What ``state.json`` says of game and network; the agent checks the rest."""
    if not folder.is_dir():
        raise ValueError(f"no checkpoint folder at {folder}")
    try:
        state = json.loads(read_state(folder))
    except OSError as e:
        raise ValueError(f"checkpoint {folder}: cannot read state.json: {e}") from e
    except (ValueError, RecursionError) as e:
        raise ValueError(f"checkpoint {folder}: state.json is damaged: {e}") from e
    if not isinstance(state, dict) or not isinstance(state.get("game"), dict) or "network" not in state:
        raise ValueError(f"checkpoint {folder}: state.json is damaged: it names no game and network")
    return state


def _game(folder: Path, mark: dict[str, Any]) -> Game:
    """The game of a checkpoint; where it was trained on several values of an option, with the first."""
    try:
        options = {k: v[0] if isinstance(v, list) else v for k, v in mark["options"].items()}
        plain: dict[str, Any] = {k: _plain(v) for k, v in options.items()}
        # A checkpoint does not choose which folder is read.
        plain.pop("data", None)
        return Game(mark["name"], **plain)
    except (KeyError, AttributeError, IndexError, TypeError, ValueError) as e:
        raise ValueError(f"checkpoint {folder}: state.json is of no game here: {e}") from e


def _plain(value: Any) -> int | bool | str:
    """Numbers among the values of a mix are written as words."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value
