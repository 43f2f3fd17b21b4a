"""Games as data, file by file on a cluster."""

import os
from pathlib import Path
from typing import Any

from .. import _native, players
from .._native import Game
from ..data import FIRST_SEED
from ..progress import progress_bar
from . import nodes


def games(
    game: str | Game,
    folder: str | os.PathLike[str],
    *,
    agents: Any = "expert",
    games: int = 1000,
    seed: int = FIRST_SEED,
    address: str | None = None,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> None:
    """The same as :func:`holotable.data.generate`, on a cluster: the files have the same bytes. A task is a file of a thousand games.
    Ray Data reads the rows from the folder (``ray.data.read_parquet``), :func:`holotable.data.steps` what was seen in them.

    Args:
        game, agents, games, seed, data, options: as for :func:`holotable.data.generate`.
        folder: one that every node sees, such as on a shared disk. What is there of the same games is kept.
        address, progress: as for :func:`holotable.cluster.tournament`.

    Raises:
        ValueError, TypeError, ModuleNotFoundError, KeyboardInterrupt, Exception: as :func:`holotable.data.generate` and
            :func:`holotable.cluster.tournament`.
    """
    of = nodes.opened(game, data, options)
    table = nodes.sent(of, data, players.for_seats(agents))
    place = os.fspath(Path(folder).absolute())
    missing = _native.missing(*nodes.received(table), place, games, seed)
    if not missing:
        return
    series = _native.games_series(*nodes.received(table), seed)
    with nodes.connected(address), progress_bar(progress, "files") as bar:
        common = nodes.ray().put((table, place, games, seed, series))
        nodes.spread(written, [(common, number) for number in missing], bar)


def written(common: Any, number: int) -> None:
    """Plays the games of one file and writes it, on a node."""
    table, place, games, seed, series = common
    with nodes.named():
        _native.write_games(*nodes.received(table), place, games, seed, 1, number, series)
