"""How pickled games and states come back; the names are part of the pickles."""

from ._native import Game, State


def game(name: str, options: dict, data: str | None, data_hash: str) -> Game:
    """The game as it was; a data set that has changed since is refused."""
    rebuilt = Game(name, data=data, **options)
    if (now := rebuilt.facts()["data_hash"]) != data_hash:
        raise ValueError(f"the data set of the pickled {name} was {data_hash}, now it is {now}")
    return rebuilt


def state(of: Game, saved: bytes) -> State:
    """The state as it was, generator included."""
    return of.from_bytes(saved)
