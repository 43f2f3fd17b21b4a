"""What the environments have in common in showing the table."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import State

MODES = ("ansi", "rgb_array")


class Renders:
    """Shows a state in the environment's render mode."""

    render_mode: str | None

    def state(self) -> State:
        raise NotImplementedError

    def render(self) -> Any:
        """The table in words (``render_mode="ansi"``) or as uint8 of shape (height, width, 3) (``"rgb_array"``)."""
        return show(self.state(), self.render_mode)

    @staticmethod
    def check_render_mode(mode: str | None) -> str | None:
        """The mode, if there is such a one."""
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode is {mode!r} but must be None, 'ansi' or 'rgb_array'")
        return mode


def show(state: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """A state in a render mode; nothing without one, as Gymnasium has it."""
    if mode == "ansi":
        return str(state)
    return state.rgb() if mode == "rgb_array" else None
