"""The cluster: connected to it, what its nodes are given, and work that is spread over them."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .._native import Game
from ..gym import as_game
from ..players import Source

Table = dict[str, Any]
"""A game and who plays it, as it is sent to nodes."""
SHARDS_A_CORE = 4
"""So many tasks for each core: few enough to cost nothing, many enough that the cores end at about the same time."""


def ray() -> Any:
    """The library.

    Raises:
        ModuleNotFoundError: it is missing; the line says how to get it.
    """
    try:
        import ray as library  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError("ray is missing: pip install 'holotable[ray]'", name=e.name) from e
    return library


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """Connects to the cluster at this address, ``auto`` for the one of which this machine is a node; None for that of
    ``RAY_ADDRESS``, or else for one of this machine alone, which ends with this. A connection that there is stays."""
    library = ray()
    if library.is_initialized():
        yield
        return
    # Without an address Ray would look for whatever cluster was started last on this machine.
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    try:
        library.init(address=address, log_to_driver=False, logging_level="ERROR")
    except ConnectionError as e:
        raise ValueError(f"there is no cluster at {address}: {' '.join(str(e).split())}") from None
    try:
        yield
    finally:
        library.shutdown()


def shards_for(games: int, shards: int) -> int:
    """How many tasks so many games are; ``shards`` if that is not 0.

    Raises:
        ValueError: a number outside its range.
    """
    if not 0 <= shards <= 10_000:
        raise ValueError(f"shards is {shards} but must be from 0, for {SHARDS_A_CORE} a core, to 10000")
    cores = int(ray().cluster_resources().get("CPU", 1))
    return shards or max(1, min(games, SHARDS_A_CORE * cores))


def opened(game: str | Game, data: str | os.PathLike[str] | None, options: dict[str, Any]) -> Game:
    """The game as the caller has it."""
    return as_game(game, None if data is None else os.path.expanduser(data), options)


def sent(game: Game, data: str | os.PathLike[str] | None, agents: list[tuple[str, Source]]) -> Table:
    """A table for :func:`received`, with the folder of its data set as it was given."""
    data = game.data if data is None else os.fspath(data)
    return {"name": game.name, "options": dict(game.options), "data": data, "agents": agents, "place": os.getcwd()}


def received(table: Table) -> tuple[Game, list[tuple[str, Source]]]:
    """The game and the agents, as this node has them."""
    enter(table["place"])
    data = table["data"]
    game = Game(table["name"], data=None if data is None else os.path.expanduser(data), **table["options"])
    return game, [(name, own(source)) for name, source in table["agents"]]


def enter(place: str) -> None:
    """Paths that do not begin at the root are from where the caller is, if that is a folder here."""
    if os.path.isdir(place):
        os.chdir(place)


def own(source: Source) -> Source:
    """An agent by the name that it has on this node."""
    return os.path.expanduser(source) if isinstance(source, str) else source


@contextmanager
def named() -> Iterator[None]:
    """Says in errors on which node they came up."""
    try:
        yield
    except (ValueError, OSError) as e:
        context = ray().get_runtime_context()
        address = ray().util.get_node_ip_address()
        raise ValueError(f"node {address} ({context.get_node_id()[:8]}): {e}") from None


def spread(
    work: Callable[..., Any], calls: Sequence[tuple[Any, ...]], bar: Any, keep: Callable[[Any], Any] = lambda found: found
) -> list[Any]:
    """What ``work`` gives for each of these arguments, in their order, each on a core of some node. What was under way on a node
    that died is done again on another one. Each result goes through ``keep`` here as soon as it comes.

    Raises:
        Exception: the first that the work raises; the rest of it is ended.
    """
    library = ray()
    task = library.remote(num_cpus=1, max_retries=-1)(work)
    under_way = [task.remote(*call) for call in calls]
    # No reference stays to a result that was kept, so that the cluster can drop it.
    places, found = {one: place for place, one in enumerate(under_way)}, [None] * len(calls)
    try:
        while under_way:
            # Not for ever: Ctrl-C is heard between.
            done, under_way = library.wait(under_way, timeout=0.2)
            for one in done:
                found[places.pop(one)] = keep(library.get(one))
            if bar is not None:
                bar(len(calls) - len(under_way), len(calls))
        return found
    except BaseException as e:  # noqa: BLE001
        for one in under_way:
            library.cancel(one, force=True)
        raise cause_of(e) from None


def cause_of(error: BaseException) -> BaseException:
    """What the work raised, without what Ray puts around it."""
    inner = getattr(error, "cause", None)
    return inner if isinstance(error, ray().exceptions.RayTaskError) and isinstance(inner, BaseException) else error
