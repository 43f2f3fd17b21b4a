"""Who plays, how well, and who is better: agents by name, tournaments with intervals, comparisons in pairs."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _native, players
from ._native import Agent, Game
from .gym import as_game
from .progress import progress_bar


def load_agent(agent: Any, game: str | Game, *, seed: int | None = 0) -> Agent:
    """An agent of any kind, ready to be asked.

    Args:
        agent: a name that :func:`holotable.games` lists (``"random"``, a bot, ``"ppo"`` for the trained network that
            comes with the game), the path of a checkpoint folder or of a training run, or a search over one of these:
            ``"flat:1000"`` (simulations a decision), ``"flat:200ms"``, ``"flat:1000+ppo"`` (evaluated by the network). Or of
            your own: a function that takes a :class:`State` and gives an action; an object with ``act(state)`` or, to be
            asked about many games at once, ``act_many(states)``; a model of Stable-Baselines3 or sb3-contrib (anything
            with ``predict``); a torch module from observations to logits; the path or session of such an ONNX model.
            What is hidden from the acting seat has been dealt anew in the states that these are given.
        game: the name of a game or a :class:`Game`; the agent plays it under any options that it was made for.
        seed: of the agent's own choices; None for one of the system's.

    Raises:
        ValueError: no such agent (the line names the nearest one), or a checkpoint of another game.
        TypeError: it is none of these.
    """
    return Agent(players.source(agent), as_game(game), seed=seed, name=players.title(agent))


@dataclass(frozen=True)
class Side:
    """How one agent did from one side of the table."""

    name: str
    games: int
    wins: int
    win_rate: float
    ci_low: float
    """The lower end of Wilson's 95 % interval for the win rate."""
    ci_high: float
    """The upper end of it."""
    mean_score: float
    """From 0 to 1, ties and shares included."""


@dataclass(frozen=True)
class Row:
    """How one agent did."""

    name: str
    games: int
    wins: int
    win_rate: float
    ci_low: float
    """The lower end of Wilson's 95 % interval for the win rate."""
    ci_high: float
    """The upper end of it."""
    mean_turns: float | None
    decisions_per_game: float
    reasons: dict[str, int]
    """How often each of the game's reasons ended it."""
    sides: list[Side] = field(default_factory=list)
    """How it did from each side of the table, where teams compete."""
    elo: float | None = None
    """Its rating on Elo's scale, the first agent's being 0, where teams compete."""
    stood_in: dict[str, int] = field(default_factory=dict)
    """How often another agent decided in its place, as the name of a program may say, by the kind of reason: the program was ``late``,
    its answer was ``wrong``, it was ``gone``."""


@dataclass(frozen=True)
class Report:
    """How agents did on the same seeds."""

    game: str
    options: dict[str, Any]
    seed: int
    agents: list[Row]

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> "Report":
        """From what ``holotable tournament --json`` prints."""
        rows = [Row(**{**row, "sides": [Side(**side) for side in row.get("sides", [])]}) for row in found["agents"]]
        return cls(found["game"], found["options"], found["seed"], rows)

    def __getitem__(self, name: str) -> Row:
        """The row of an agent."""
        for row in self.agents:
            if row.name == name:
                return row
        raise KeyError(f"no agent {name!r}; there are {', '.join(row.name for row in self.agents)}")

    def __str__(self) -> str:
        lines = [f"{'agent':<16} {'games':>7} {'win rate':>9}   95 % interval        decisions"]
        for r in self.agents:
            interval = f"{r.ci_low:7.2%} to {r.ci_high:7.2%}"
            lines.append(f"{r.name:<16.16} {r.games:>7} {r.win_rate:>9.2%}   {interval}   {r.decisions_per_game:8.1f}")
        return "\n".join(lines)


def tournament(
    game: str | Game,
    agents: Sequence[Any] | Mapping[str, Any],
    games: int = 1000,
    seed: int = 1_000_000,
    *,
    threads: int = 0,
    check: bool = False,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Report:
    """Where all seats win together, every agent plays all seats of its own games; game ``i`` has seed ``seed + i`` whoever
    plays. Where teams compete, it meets each other agent in turn on each seed, from every side of the table.

    Runs on other threads without Python's lock; Ctrl-C ends it after the games under way.

    Args:
        game: a name (with ``options``) or a :class:`Game`.
        agents: as for :func:`load_agent`; a dict gives them names. Those written in Python are asked on this thread,
            about all games under way at once, while the others think on theirs.
        games: games for each agent.
        threads: 0 for one a core, or where Python chooses for 64 games at once; the result does not depend on it.
        check: check every invariant of the game in every state.
        data: a folder with another data set.
        progress: show a bar, that of tqdm where it is installed (``holotable[progress]``), on standard error or in the
            notebook; by default where standard error is a terminal, and in notebooks.

    Raises:
        ValueError: an unknown agent or game, a value outside its range, or no games; also the first broken invariant.
        TypeError: an unknown option, or no agent.
        KeyboardInterrupt: Ctrl-C.
        Exception: what an agent written in Python raises, with its traceback.
    """
    of = as_game(game, data, options)
    with progress_bar(progress, "games") as bar:
        return Report.read(_native.tournament(of, players.entered(agents), games, seed, threads, check, bar))


@dataclass(frozen=True)
class Adjusted:
    """A difference of scores with the luck of each game taken off."""

    evaluator: str
    difference: float
    """The mean score of ``a`` less that of ``b``, luck taken off."""
    ci_low: float
    """The lower end of its 95 % interval, by Student's t over the pairs."""
    ci_high: float
    """The upper end of it."""
    plain: float
    """The mean difference of the scores as they were."""
    variance_ratio: float | None
    """How many times as much the plain difference of a pair varies; None if the adjusted one does not vary at all."""
    luck_share: float | None
    """The share of the variance of a pair's plain difference that is luck as the evaluator sees it; None if that does not vary at all."""

    def __str__(self) -> str:
        interval = f"{100 * self.ci_low:+.2f} to {100 * self.ci_high:+.2f}"
        share = "" if self.luck_share is None else f", {100 * self.luck_share:.0f} % of the variance"
        return f"luck taken off by {self.evaluator}{share}: {100 * self.difference:+.2f} points ({interval})"


@dataclass(frozen=True)
class Comparison:
    """How two agents did on the same seeds, seed by seed."""

    game: str
    options: dict[str, Any]
    seed: int
    games: int
    """Seeds; each was played twice."""
    a: str
    b: str
    both: int
    """Seeds on which both won."""
    only_a: int
    only_b: int
    neither: int
    difference: float
    """The win rate of ``a`` less that of ``b``."""
    ci_low: float
    """The lower end of the 95 % interval of the difference (Bonett and Price)."""
    ci_high: float
    """The upper end of it."""
    p_value: float
    """Of McNemar's exact two-sided test on the seeds that only one of them won."""
    games_for_power_80: int | None
    """Seeds that it takes to find such a difference with a power of 80 %; None without a difference."""
    adjusted: "Adjusted | None" = None
    """The same with the luck taken off, if there was an evaluator of it."""

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> "Comparison":
        """From what ``holotable compare --json`` prints."""
        adjusted = Adjusted(**found["adjusted"]) if "adjusted" in found else None
        return cls(**{**found, "a": found["a"]["name"], "b": found["b"]["name"], "adjusted": adjusted})

    @property
    def win_rate_a(self) -> float:
        return (self.both + self.only_a) / self.games

    @property
    def win_rate_b(self) -> float:
        return (self.both + self.only_b) / self.games

    def __str__(self) -> str:
        interval = f"{100 * self.ci_low:+.2f} to {100 * self.ci_high:+.2f}"
        line = (
            f"{self.a} less {self.b}: {100 * self.difference:+.2f} points ({interval}), p {self.p_value:.3g}; "
            f"of {self.games} seeds {self.both} won by both, {self.only_a} by {self.a} only, {self.only_b} by {self.b} only"
        )
        return line if self.adjusted is None else f"{line}; {self.adjusted}"


def compare(
    game: str | Game,
    a: Any,
    b: Any,
    games: int = 1000,
    seed: int = 1_000_000,
    *,
    luck_adjusted: bool | str | os.PathLike[str] = False,
    threads: int = 0,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Comparison:
    """Which of two agents is better, and how sure that is: both play the same seeds, so that luck cancels out.

    Where teams compete an agent has one of them, the next one with each seed, and the other agent has the rest.

    Runs on other threads without Python's lock; Ctrl-C ends it after the games under way.

    Args:
        game: a name (with ``options``) or a :class:`Game`.
        a: an agent, as for :func:`load_agent`.
        b: the other one.
        games: seeds; each is played once by either agent.
        seed: the first of them.
        luck_adjusted: take off each result what chance added to it, as ``ppo`` or a network or search of this name evaluates it. The
            difference has the same mean whatever the evaluator is worth, and varies less; each game takes much longer, so it pays for
            slow agents. In games of one or two teams.
        threads: 0 for one a core; the result does not depend on it.
        data: a folder with another data set.
        progress: show a bar, that of tqdm where it is installed (``holotable[progress]``), on standard error or in the
            notebook; by default where standard error is a terminal, and in notebooks.

    Raises:
        ValueError, TypeError, KeyboardInterrupt, Exception: as :func:`tournament`.
    """
    of = as_game(game, data, options)
    evaluator = "ppo" if luck_adjusted is True else players.by_name(luck_adjusted) or None
    with progress_bar(progress, "games") as bar:
        return Comparison.read(_native.compare(of, players.entered([a, b]), evaluator, games, seed, threads, bar))
