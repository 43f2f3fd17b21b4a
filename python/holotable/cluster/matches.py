"""Tournaments and comparisons in parts on a cluster."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _native, players
from .._native import Game
from ..agents import Comparison, Report
from ..progress import progress_bar
from . import nodes


def tournament(
    game: str | Game,
    agents: Sequence[Any] | Mapping[str, Any],
    games: int = 1000,
    seed: int = 1_000_000,
    *,
    parts: int = 0,
    address: str | None = None,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Report:
    """The same as :func:`holotable.tournament`, on a cluster. Between rivals, a tournament of many agents is a ladder: each row
    has a rating on Elo's scale.

    Args:
        game, agents, games, seed, data, options: as for :func:`holotable.tournament`. Agents that are objects are pickled.
        parts: tasks, 0 for four a core; the result does not depend on it.
        address: of the cluster, ``"auto"`` for the one of which this machine is a node; None for that of ``RAY_ADDRESS``, or for
            one of this machine's cores alone. Where Ray is connected already, that connection is used.
        progress: show a bar, as :func:`holotable.tournament` does.

    Raises:
        ValueError: as there; there is no cluster at the address; or the node whose version, rules, data set or checkpoints differ.
        ModuleNotFoundError: Ray is missing.
        TypeError, KeyboardInterrupt, Exception: as :func:`holotable.tournament`.
    """
    table = nodes.sent(nodes.opened(game, data, options), data, players.entered(agents))
    return Report.read(json.loads(found(table, None, games, seed, parts, address, progress)))


def compare(
    game: str | Game,
    a: Any,
    b: Any,
    games: int = 1000,
    seed: int = 1_000_000,
    *,
    luck_adjusted: bool | str = False,
    parts: int = 0,
    address: str | None = None,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Comparison:
    """The same as :func:`holotable.compare`, on a cluster.

    Args:
        game, a, b, games, seed, luck_adjusted, data, options: as for :func:`holotable.compare`.
        parts, address, progress: as for :func:`tournament`.

    Raises:
        ValueError, TypeError, ModuleNotFoundError, KeyboardInterrupt, Exception: as :func:`tournament`.
    """
    table = nodes.sent(nodes.opened(game, data, options), data, players.entered([a, b]))
    judge = Judge("ppo" if luck_adjusted is True else luck_adjusted or None)
    return Comparison.read(json.loads(found(table, judge, games, seed, parts, address, progress)))


@dataclass(frozen=True)
class Judge:
    """Who takes off the luck in a comparison, if anybody does."""

    name: str | None


def found(
    table: nodes.Table,
    judge: Judge | None,
    games: int,
    seed: int,
    parts: int,
    address: str | None,
    progress: bool | None,
) -> str:
    """What ``holotable tournament --json`` prints of these games, or for a comparison, which has a judge, ``holotable compare
    --json``."""
    game, agents = nodes.received(table)
    series = _native.series(game, agents, *form(judge), seed)
    with nodes.connected(address), progress_bar(progress, "parts") as bar:
        n = nodes.parts_for(games, parts)
        common = nodes.ray().put((table, judge, games, seed, series))
        texts = nodes.spread(played, [(common, f"{part}/{n}") for part in range(1, n + 1)], bar)
    return _native.merge(game, texts)


def form(judge: Judge | None) -> tuple[bool, str | None]:
    """Whether it is a comparison, and the name of the judge."""
    return judge is not None, judge.name if judge is not None else None


def played(common: Any, share: str) -> str:
    """One part, on a node."""
    table, judge, games, seed, series = common
    with nodes.named():
        game, agents = nodes.received(table)
        return _native.part(game, agents, *form(judge), games, seed, 1, share, series)
