"""Tournaments and comparisons in shards on a cluster."""

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
    shards: int = 0,
    address: str | None = None,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Report:
    """The same as :func:`holotable.tournament`, on a cluster. In competitive games, a tournament of many agents is a ladder: each row
    has a rating on Elo's scale.

    Args:
        game, agents, games, seed, data, options: as for :func:`holotable.tournament`. Agents that are objects are pickled.
        shards: tasks, 0 for four a core; the result does not depend on it.
        address: of the cluster, ``"auto"`` for the one of which this machine is a node; None for that of ``RAY_ADDRESS``, or for
            one of this machine's cores alone. Where Ray is connected already, that connection is used.
        progress: show a bar, as :func:`holotable.tournament` does.

    Raises:
        ValueError: as there; there is no cluster at the address; or the node whose version, rules, data set or checkpoints differ.
        ModuleNotFoundError: Ray is missing.
        TypeError, KeyboardInterrupt, Exception: as :func:`holotable.tournament`.
    """
    table = nodes.sent(nodes.opened(game, data, options), data, players.entered(agents))
    return Report.read(json.loads(found(table, None, games, seed, shards, address, progress)))


def compare(
    game: str | Game,
    a: Any,
    b: Any,
    games: int = 1000,
    seed: int = 1_000_000,
    *,
    luck_adjusted: bool | str = False,
    shards: int = 0,
    address: str | None = None,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> Comparison:
    """The same as :func:`holotable.compare`, on a cluster.

    Args:
        game, a, b, games, seed, luck_adjusted, data, options: as for :func:`holotable.compare`.
        shards, address, progress: as for :func:`tournament`.

    Raises:
        ValueError, TypeError, ModuleNotFoundError, KeyboardInterrupt, Exception: as :func:`tournament`.
    """
    table = nodes.sent(nodes.opened(game, data, options), data, players.entered([a, b]))
    evaluator = Evaluator("ppo" if luck_adjusted is True else luck_adjusted or None)
    return Comparison.read(json.loads(found(table, evaluator, games, seed, shards, address, progress)))


@dataclass(frozen=True)
class Evaluator:
    """Who takes off the luck in a comparison, if anybody does."""

    name: str | None


def found(
    table: nodes.Table,
    evaluator: Evaluator | None,
    games: int,
    seed: int,
    shards: int,
    address: str | None,
    progress: bool | None,
) -> str:
    """What ``holotable tournament --json`` prints of these games, or for a comparison, which has an evaluator, ``holotable compare
    --json``."""
    game, agents = nodes.received(table)
    provenance = _native.provenance(game, agents, *form(evaluator), seed)
    with nodes.connected(address), progress_bar(progress, "shards") as bar:
        n = nodes.shards_for(games, shards)
        common = nodes.ray().put((table, evaluator, games, seed, provenance))
        texts = nodes.spread(played, [(common, f"{shard}/{n}") for shard in range(1, n + 1)], bar)
    return _native.merge(game, texts)


def form(evaluator: Evaluator | None) -> tuple[bool, str | None]:
    """Whether it is a comparison, and the name of the evaluator."""
    return evaluator is not None, evaluator.name if evaluator is not None else None


def played(common: Any, shard: str) -> str:
    """One shard, on a node."""
    table, evaluator, games, seed, provenance = common
    with nodes.named():
        game, agents = nodes.received(table)
        return _native.play_shard(game, agents, *form(evaluator), games, seed, 1, shard, provenance)
