"""Games as data: :func:`generate` lets agents play and keeps the games, :func:`steps` gives what was seen in them as arrays.

A data set is a folder of Parquet files with a row a game: seed, options, agents, hashes, actions, the answers of chance and the
result, some kilobytes each. Observations and masks are not kept: games are played back, faster than arrays are read from a disk,
and every value is the bit that an environment shows. ``holotable generate`` writes the same files.

>>> import tempfile
>>> import holotable.data
>>> folder = tempfile.mkdtemp()
>>> holotable.data.generate("dark_side_rising", folder, agents="expert", games=20)
>>> for batch in holotable.data.steps(folder, batch=256, shuffle=1, drop_last=True):
...     assert batch["obs"].shape == (256, 1199) and batch["action_mask"].any(axis=1).all()

Tools that read Parquet (pandas, polars, DuckDB, Spark) read the rows themselves. ``players``, ``actions`` and ``answers`` have an
item for each move, and ``picks`` holds the answers of chance of all moves, ``answers`` of them for each.
"""

import os
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _native, players
from ._native import Game
from .gym import as_game
from .progress import progress_bar

FIRST_SEED = 1 << 41
"""Far from the seeds of training and tournaments: what learns from these games is evaluated by others."""
BLOCK = 8192
"""Decisions that are played back at a time, at least."""


def generate(
    game: str | Game,
    folder: str | os.PathLike[str],
    *,
    agents: Any = "expert",
    games: int = 1000,
    seed: int = FIRST_SEED,
    threads: int = 0,
    progress: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> None:
    """Lets agents play and keeps the games in a folder, a thousand a file.

    What is there of the same games is kept: the same call goes on with a folder that is not complete, and one for more games adds to
    it. What was played is saved every 30 seconds and when the call is interrupted. ``_games.json`` lists the files with their
    checksums: one that is missing, or that is not as it was written, is made anew, with a :class:`DataWarning`. Another one tells
    how often others decided for an agent, as the names of programs may allow. The bytes of the files do not depend on the number of
    threads.

    Args:
        game: a name (with ``options``) or a :class:`holotable.Game`.
        folder: made if there is none.
        agents: an agent as for :func:`holotable.load_agent` for all seats, or a list with one for each.
        games: how many.
        seed: of the first game; each next one has the next.
        threads: 0 for one a core, or where Python chooses for 64 games at once.
        progress: show a bar; by default where standard error is a terminal, and in notebooks.
        data: a folder with another data set of cards and dice.

    Raises:
        ValueError: an unknown agent or game, agents that are neither one nor one a seat, a value outside its range, a folder that
            cannot be written, that is in use, or that holds other games, more games or files that are none of them, or an agent that
            has no answer.
        TypeError: an unknown option, or no agent.
        KeyboardInterrupt: Ctrl-C; the games that are played stay.
        Exception: what an agent written in Python raises.
    """
    of = as_game(game, data, options)
    with progress_bar(progress, "games") as bar:
        told(_native.generate(of, players.for_seats(agents), folder, games, seed, threads, bar))


class DataWarning(UserWarning):
    """Games that were not as they had been written and are made anew, or in which others decided for an agent."""


def told(notes: list[str]) -> None:
    """Warns of each."""
    for note in notes:
        warnings.warn(note, DataWarning, stacklevel=3)


def steps(
    folder: str | os.PathLike[str],
    *,
    batch: int = 4096,
    shuffle: int | None = None,
    drop_last: bool = False,
    agent: str | os.PathLike[str] | None = None,
    threads: int = 0,
    data: str | os.PathLike[str] | None = None,
    verify: bool = True,
) -> Iterator[dict[str, np.ndarray]]:
    """The decisions of a data set, in batches of numpy arrays, once.

    A batch of n decisions has ``obs`` ``float32 (n, observation)`` and ``action_mask`` ``int8 (n, actions)`` as environments show
    them to the acting seat, ``action`` ``int64 (n,)``, ``return`` ``float32 (n,)``: the score of that seat at the end of the game,
    0 lost to 1 won, ``player`` ``uint8 (n,)``: the seat, and ``game`` ``int64 (n,)``: the number of the game in the data set. Moves
    without an alternative that everybody can see are left out, as environments leave them out.

    With an agent that is a network or a search there are three more: ``policy`` ``float32 (n, actions)``, the share that it gives to
    each action, 0 where that is not legal, ``value`` ``float32 (n,)``, the score that it expects for the acting seat, and ``evaluated``
    ``bool (n,)``. A search evaluates the decisions that it searches, with ``@all`` all of them; of the others ``evaluated`` is False,
    and ``policy`` and ``value`` are NaN.

    Args:
        folder: as :func:`generate` and ``holotable generate`` write it.
        batch: decisions in a batch; only the last one may have fewer.
        shuffle: a seed: files, the games of a file, and the decisions of some games at a time come in an order of chance. None for
            the order in which they were played.
        drop_last: leave out a last batch with fewer decisions.
        agent: whose policy and value are wanted, by its name or the folder of its checkpoint, such as ``"ppo"`` or the one that
            played; None for nobody's, which is much faster.
        threads: that play back, 0 for one a core; the arrays do not depend on it.
        data: the folder of the data set of cards and dice with which the games were played, if not the built-in one.
        verify: hold the files against ``_games.json``, which lists them with their checksums: all of what was written is read, and nothing
            else. False reads whatever Parquet files with such rows lie in the folder, such as some that you have picked out yourself.

    Raises:
        ValueError: no games; files that are missing, were changed, or are none of those that were written; games of another
            version or data set than here; games that do not play back; a value outside its range; no such agent, or one that
            gives no evaluation, as bots give none.
        KeyboardInterrupt: Ctrl-C.
    """
    if batch < 1:
        raise ValueError(f"batch is {batch} but must be at least 1")
    return _batches(folder, batch, shuffle, drop_last, players.by_name(agent), threads, data, verify)


def _batches(folder, batch, shuffle, drop_last, agent, threads, data, verify):
    rest: list[dict[str, np.ndarray]] = []
    waiting = 0
    for block in _blocks(folder, max(batch, BLOCK), shuffle, agent, threads, data, verify):
        start, n = 0, len(block["action"])
        while waiting + n - start >= batch:
            end = start + batch - waiting
            rest.append({name: array[start:end] for name, array in block.items()})
            yield _joined(rest)
            rest, waiting, start = [], 0, end
        if start < n:
            rest.append({name: array[start:] for name, array in block.items()})
            waiting += n - start
    if rest and not drop_last:
        yield _joined(rest)


def _joined(pieces):
    """Several pieces as one; a single one is not copied."""
    if len(pieces) == 1:
        return pieces[0]
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def _blocks(folder, least, shuffle, agent, threads, data, verify):
    """Decisions of whole games, at least so many at a time but at the end of a file."""
    rng = None if shuffle is None else np.random.default_rng(shuffle)
    files = _native.parts(folder, verify)
    for number in range(len(files)) if rng is None else rng.permutation(len(files)):
        path, first, sums = files[number]
        games = _native.Games(path, data, sums)
        counts = games.decisions()
        chosen = np.arange(len(games)) if rng is None else rng.permutation(len(games))
        while len(chosen):
            n = int(np.searchsorted(np.cumsum(counts[chosen]), least)) + 1
            block = games.steps(chosen[:n].tolist(), threads, agent)
            chosen = chosen[n:]
            block["game"] += first
            if rng is not None:
                mixed = rng.permutation(len(block["action"]))
                block = {name: array[mixed] for name, array in block.items()}
            yield block


def replays(
    folder: str | os.PathLike[str], *, data: str | os.PathLike[str] | None = None, verify: bool = True
) -> Iterator[str]:
    """The games of a data set as replays, for :meth:`holotable.Game.replay`, ``holotable replay`` and ``holotable serve``.

    Args:
        folder, data, verify: as for :func:`steps`.

    Raises:
        ValueError: as for :func:`steps`.
    """
    for path, _, sums in _native.parts(folder, verify):
        games = _native.Games(path, data, sums)
        for number in range(len(games)):
            yield games.replay(number)
