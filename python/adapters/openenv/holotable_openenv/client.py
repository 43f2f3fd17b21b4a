"""The client: one session on a server, which is one game at a time."""

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult

from .models import GameAction, GameObservation, GameState


class HolotableEnv(EnvClient[GameAction, GameObservation, GameState]):
    """A session. ``reset`` takes ``seed``, ``episode_id`` and the fields of :class:`holotable_openenv.GameReset` by name.

    Args:
        base_url: the address of the server, such as ``http://localhost:8000``.

    Raises:
        RuntimeError: the server refuses an argument, or a step after the end; the line says why.
    """

    def _step_payload(self, action: GameAction) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[GameObservation]:
        reward, done = payload.get("reward"), payload.get("done", False)
        observation = GameObservation(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> GameState:
        return GameState(**payload)
