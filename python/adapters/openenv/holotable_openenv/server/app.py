"""The application that serves sessions over HTTP and WebSockets, and the command that starts it."""

import argparse
import functools
from collections.abc import Sequence

import uvicorn
from fastapi import FastAPI
from openenv.core.env_server.http_server import create_app

from ..models import GameAction, GameObservation, GameState
from .environment import OPPONENTS, HolotableEnvironment

SESSIONS = 64
"""How many sessions the application holds at once unless told otherwise."""


def make_app(opponents: Sequence[str] = OPPONENTS, sessions: int = SESSIONS) -> FastAPI:
    """An application whose sessions are games.

    Args:
        opponents: the agents that a client may name as its opponent.
        sessions: how many sessions there may be at once, at least 1.

    Raises:
        ValueError: fewer sessions than 1.
    """
    if sessions < 1:
        raise ValueError(f"sessions is {sessions} but must be at least 1")
    environment = functools.partial(HolotableEnvironment, opponents)
    return create_app(
        environment,
        GameAction,
        GameObservation,
        env_name="holotable",
        max_concurrent_envs=sessions,
        state_cls=GameState,
    )


app = make_app()


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until it is stopped.

    Args:
        arguments: of the command line; None for those of the program.
    """
    parser = argparse.ArgumentParser(description="Serves games of holotable as an environment of OpenEnv.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="how many games at once (default: %(default)s)")
    parser.add_argument(
        "--opponents", default=",".join(OPPONENTS), help="the agents that clients may name (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    try:
        served = make_app(chosen.opponents.split(","), chosen.sessions)
    except ValueError as error:
        parser.error(str(error))
    uvicorn.run(served, host=chosen.host, port=chosen.port)


if __name__ == "__main__":
    main()
