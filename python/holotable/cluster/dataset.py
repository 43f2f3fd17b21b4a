"""Games as data, file by file on a cluster."""

import os
from typing import Any

from .. import _native, players
from .._native import Game
from ..data import FIRST_SEED, told
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
        folder: written here alone, each file as soon as a node has played it. What is there of the same games is kept.
        address, progress: as for :func:`holotable.cluster.tournament`.

    Raises:
        ValueError, TypeError, ModuleNotFoundError, KeyboardInterrupt, Exception: as :func:`holotable.data.generate` and
            :func:`holotable.cluster.tournament`.
    """
    of = nodes.opened(game, data, options)
    table = nodes.sent(of, data, players.for_seats(agents))
    provenance = _native.games_provenance(*nodes.received(table), seed)
    place = _native.GamesFolder(folder, provenance, games)
    if missing := place.missing():
        with nodes.connected(address), progress_bar(progress, "files") as bar:
            common = nodes.ray().put((table, games, seed, provenance))
            nodes.spread(played, [(common, number) for number in missing], bar, lambda file: place.put(*file))
    told(place.close())


def played(common: Any, number: int) -> tuple[int, bytes]:
    """Plays the games of one file, on a node; its number and its bytes."""
    table, games, seed, provenance = common
    with nodes.named():
        return number, _native.games_file(*nodes.received(table), games, seed, 1, number, provenance)
