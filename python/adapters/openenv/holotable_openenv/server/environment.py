"""The environment of one session."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata
from pydantic import ValidationError

import holotable as ht
from holotable.text import TextEnv

from ..models import GameAction, GameObservation, GameReset, GameState

OPPONENTS = ("random", "greedy", "expert")
"""The agents that a client may name unless the server says otherwise. A name such as ``exec:COMMAND`` runs a program."""


class HolotableEnvironment(Environment[GameAction, GameObservation, GameState]):
    """One game at a time; sessions share nothing.

    Args:
        opponents: the agents that a client may name as its opponent.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, opponents: Sequence[str] = OPPONENTS) -> None:
        super().__init__()
        self._opponents = tuple(opponents)
        self._env: TextEnv | None = None
        self._state = GameState()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **game: Any) -> GameObservation:
        """A fresh game, up to the first decision of the seat. The same seed and the same answers give the same game.

        Args:
            seed: of the game and of the opponent, 0 to 2**64 - 1; None for one of the system's.
            episode_id: the name of the game in :attr:`state`; None for a fresh one.
            game: the fields of :class:`holotable_openenv.GameReset`.

        Raises:
            ValueError: an argument that does not exist or is outside its range. The line says which there are.
        """
        if seed is not None and (type(seed) is not int or seed not in range(2**64)):
            raise ValueError(f"seed is {seed!r} but must be a whole number from 0 to 2**64 - 1")
        chosen = read(game)
        if chosen.opponent not in self._opponents:
            raise ValueError(f"opponent is {chosen.opponent!r} but this server allows {', '.join(self._opponents)}")
        env = TextEnv(
            known(chosen.game, chosen.options),
            opponent=chosen.opponent,
            seat=chosen.seat,
            retries=chosen.retries,
            rules=chosen.rules,
            legal=chosen.legal,
        )
        text, info = env.reset(seed=seed)
        assert env.state is not None
        self._env = env
        self._state = GameState(
            episode_id=str(uuid4()) if episode_id is None else episode_id,
            game=chosen.game,
            options=env.game.options,
            opponent=chosen.opponent,
            seat=chosen.seat,
            seed=seed,
        )
        over = env.state.is_terminal()
        return self._observation(env, text, env.state.returns()[chosen.seat] if over else None, over, info)

    def step(self, action: GameAction, timeout_s: float | None = None, **others: Any) -> GameObservation:
        """Plays what an answer says. An answer that is no legal action changes nothing, and the observation says why.

        Args:
            action: the answer.
            timeout_s: not used, a step takes as long as the opponents think.
            others: not used.

        Raises:
            RuntimeError: before :meth:`reset`, and after the end.
        """
        if self._env is None:
            raise RuntimeError("there is no game: call reset first")
        text, reward, over, _, info = self._env.step(action.answer)
        self._state.step_count += 1
        self._state.illegal_answers += int(info["error"] is not None)
        return self._observation(self._env, text, reward, over, info)

    @property
    def state(self) -> GameState:
        """Which game this is, and how many answers it has had."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """The name and the version of the environment, and the games that it has."""
        games = ", ".join(game["name"] for game in ht.games())
        return EnvironmentMetadata(
            name="holotable", description=f"Tabletop games in words for one seat: {games}", version=ht.__version__
        )

    def _observation(self, env: TextEnv, text: str, reward: float | None, over: bool, info: dict[str, Any]) -> GameObservation:
        name = env.game.action_to_string
        return GameObservation(
            text=text,
            legal_actions=[name(action) for action in info["legal_actions"]] if env.legal else [],
            action=None if info["action"] is None else name(info["action"]),
            error=info["error"],
            forfeit=info["forfeit"],
            retries=info["retries"],
            reward=reward,
            done=over,
        )


def read(game: Mapping[str, Any]) -> GameReset:
    """The arguments of a reset. ValueError, in one line, where one does not exist or is outside its range.

    Args:
        game: the fields of :class:`holotable_openenv.GameReset`.
    """
    try:
        return GameReset(**game)
    except ValidationError as error:
        fields = ", ".join(GameReset.model_fields)
        problems = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ValueError(f"{'; '.join(problems)} (the arguments are seed, episode_id, {fields})") from None


def known(game: str, options: Mapping[str, Any]) -> ht.Game:
    """A game with its built-in data set. ValueError where the game or an option does not exist.

    Args:
        game: the name of the game.
        options: the options of the game by name.
    """
    if "data" in options:
        raise ValueError("options names 'data', but a client may not choose a folder of the server")
    try:
        return ht.Game(game, **options)
    except TypeError as error:
        raise ValueError(str(error)) from error
