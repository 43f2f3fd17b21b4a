"""The Rust vector as Stable-Baselines3's ``VecEnv``. Needs stable-baselines3, as ``holotable[sb3]`` brings it."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv as Base  # pyright: ignore[reportMissingImports]
except ModuleNotFoundError as e:
    raise ModuleNotFoundError("stable-baselines3 is missing: pip install 'holotable[sb3]'") from e

from ._native import Game
from .vector import VectorEnv


class VecEnv(Base):
    """``num_envs`` games for Stable-Baselines3 and sb3-contrib; ``MaskablePPO`` finds the masks without a wrapper.

    Args:
        game: the name of a game, or a :class:`holotable.Game`.
        num_envs: how many.
        seed: environment ``i`` starts at the first episode of ``seed + i``.
        keywords: as for :class:`holotable.VectorEnv`, ``opponent`` and ``seat`` and options of the game among them.
    """

    def __init__(self, game: str | Game, num_envs: int, *, seed: int | None = None, **keywords: Any) -> None:
        self.envs = VectorEnv(game, num_envs, autoreset_mode="SameStep", **keywords)
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        if seed is not None:
            self.seed(seed)

    def reset(self) -> Any:
        """The first observations of new episodes."""
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        obs, info = self.envs.reset(seed=seeds)
        self.reset_infos = [{"action_mask": mask} for mask in info["action_mask"]]
        self._reset_seeds()
        self._reset_options()
        return obs

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Keeps the actions for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Observations, rewards (float32), ends (bool) and an info for each environment."""
        obs, rewards, terminated, truncated, info = self.envs.step(self._actions)
        over = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over).tolist():
            infos[i]["terminal_observation"] = info["final_obs"][i]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
            endings = info["final_info"]["ending"]
            infos[i]["ending"] = {key: values[i] for key, values in endings.items() if key[0] != "_"}
        return obs, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """Nothing is left open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of each environment."""
        values = self.envs.get_attr(attr_name)
        return [values[i] for i in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of your own for all environments."""
        if len(list(self._chosen(indices))) != self.num_envs:
            raise AttributeError(f"cannot set {attr_name!r} of single environments: they share what they have")
        self.envs.set_attr(attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method of each environment gives: ``action_masks``, ``state``, ``render``, ``get_wrapper_attr``."""
        if method_name == "get_wrapper_attr":
            return self.get_attr(*args, indices=indices)
        values = self.envs.call(method_name, *args, **kwargs)
        return [values[i] for i in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No environment is wrapped."""
        return [False for _ in self._chosen(indices)]

    def get_images(self) -> Sequence[Any]:
        """A picture of each table."""
        return [self.envs.state(i).rgb() for i in range(self.num_envs)]

    def _chosen(self, indices: Any) -> Iterable[int]:
        return self._get_indices(indices)
