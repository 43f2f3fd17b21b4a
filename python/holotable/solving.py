"""Small positions solved exactly: what best play is worth, and what best replies gain against agents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native, players
from ._native import State


@dataclass(frozen=True)
class Bounds:
    """Between what and what a score from 0 to 1 lies; equal but for rounding where everything was followed."""

    low: float
    """If every game that was not followed to its end were lost."""
    high: float
    """If every such game were won."""

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Move:
    """A legal action in the position that was solved."""

    action: int
    label: str
    score: Bounds
    """Of whoever makes it, if all play best afterwards."""


@dataclass(frozen=True)
class Reached:
    """An agent against best replies."""

    name: str
    action: int | None
    """What it chooses; None where there is no choice."""
    scores: list[Bounds]
    """Its score as each team, where best play is the other."""
    exploitability: Bounds
    """By how much that is below best play, in the mean over the teams; 0 is perfect."""


@dataclass(frozen=True)
class Solution:
    """What is known exactly of a position."""

    positions: int
    """Positions that were followed."""
    choices: int
    """Those of them in which there was a choice."""
    moves: int
    """The most moves by which one was first found."""
    best: list[Bounds]
    """The score of each team if all play best."""
    legal: list[Move]
    agents: list[Reached]

    def __getitem__(self, name: str) -> Reached:
        """What an agent reaches."""
        for agent in self.agents:
            if agent.name == name:
                return agent
        raise KeyError(f"no agent {name!r}; there are {', '.join(agent.name for agent in self.agents)}")


def solve(
    state: State,
    agents: Sequence[Any] | Mapping[str, Any] = (),
    *,
    limit: int = 300_000,
    within: float = 1e-6,
) -> Solution:
    """Solves a small position exactly, for best play and for each agent against best replies.

    Every move and every answer of chance is followed. It takes games of one team or two in which nobody who chooses has
    anything hidden from him, such as battles of a few units without tactic cards:

    >>> import holotable as ht
    >>> game = ht.Game("rebellion_combat", tactics=False, value=4)
    >>> found = ht.solve(game.new_state(seed=59), ["expert"])
    >>> round(found.best[0].middle, 4), round(found["expert"].exploitability.middle, 4)
    (0.7455, 0.0521)

    Runs on another thread without Python's lock.

    Args:
        agents: as for :func:`load_agent`; a dict gives them names.
        limit: follow positions until there are so many; where there are more, scores are known between two bounds only.
        within: how closely scores are to be known.

    Raises:
        ValueError: something is hidden, there are more than two teams, an unknown agent, or a value outside its range.
        KeyboardInterrupt: Ctrl-C.
    """
    report = _native.solve(state, players.entered(agents), limit, within)
    found, gains = report["found"], report["exploitability"]
    reached = [
        Reached(agent["name"], agent["action"], [Bounds(**score) for score in agent["scores"]], Bounds(**gain))
        for agent, gain in zip(found["agents"], gains, strict=True)
    ]
    moves = [Move(move["action"], move["label"], Bounds(**move["score"])) for move in found["legal"]]
    best = [Bounds(**score) for score in found["best"]]
    return Solution(found["positions"], found["choices"], found["moves"], best, moves, reached)
