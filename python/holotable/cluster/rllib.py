"""RLlib's PPO on our vector of environments, with masks; needs the extra ``holotable[rllib]``.

>>> from holotable.cluster.rllib import config
>>> algorithm = config("dark_side_rising", players=2).build_algo()
>>> algorithm.train()

One policy decides for the seat that acts, against an ``opponent`` in competitive games. It is there to use RLlib with these games: the
learner of :func:`holotable.train` takes a small part of the time.
"""

import os
from importlib import import_module
from itertools import pairwise
from typing import Any

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig  # pyright: ignore[reportMissingImports]
from ray.rllib.core.columns import Columns  # pyright: ignore[reportMissingImports]
from ray.rllib.core.rl_module.apis import ValueFunctionAPI  # pyright: ignore[reportMissingImports]
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # pyright: ignore[reportMissingImports]
from ray.rllib.core.rl_module.torch import TorchRLModule  # pyright: ignore[reportMissingImports]
from ray.tune.registry import register_env  # pyright: ignore[reportMissingImports]

from .._native import Game
from ..gym import Env, as_game
from ..vector import VectorEnv

# By name, as type checkers take `torch` for a module of ours where the library is not installed.
torch: Any = import_module("torch")

ENVIRONMENT = "holotable"
"""The name by which RLlib's registry knows our environments."""


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two perceptrons, for the policy and the value, and no probability for what is illegal.

    It takes observations of the form ``obs="dict"``: ``observation`` (float32 of shape ``(B, observation)``) and ``action_mask``
    (int8 of shape ``(B, actions)``, never all 0 in a row). ``model_config={"hidden_sizes": [256, 256]}`` gives other sizes.
    """

    def setup(self) -> None:
        sizes = [self.observation_space["observation"].shape[0], *self.model_config.get("hidden_sizes", [128, 128])]
        self.policy = perceptron(sizes, int(self.action_space.n))
        self.value = perceptron(sizes, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"].float())
        # Not minus infinity, of which entropies are no numbers.
        least = torch.finfo(logits.dtype).min
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, least)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        return self.value(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def perceptron(sizes: list[int], out: int) -> Any:
    """Layers of these sizes with tanh between them."""
    layers: list[Any] = []
    for before, after in pairwise(sizes):
        layers += [torch.nn.Linear(before, after), torch.nn.Tanh()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(sizes[-1], out))


def environment(made: dict[str, Any]) -> "gymnasium.Env[Any, Any] | VectorEnv":
    """One environment, or a vector where their number is given."""
    words = {"obs": "dict", "illegal": "raise", **made}
    number = words.pop("num_envs", None)
    return Env(**words) if number is None else VectorEnv(num_envs=number, **words)


def config(
    game: str | Game,
    *,
    num_envs: int = 16,
    opponent: Any = None,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> PPOConfig:
    """A configuration of RLlib's PPO that trains on a game; the rest of it is set as RLlib's guide says.

    Args:
        game: a name (with ``options``) or a :class:`holotable.Game`.
        num_envs: environments that a runner steps together in Rust.
        opponent, data, options: as for :class:`holotable.Env`; without an opponent one policy decides for every seat.

    Raises:
        ValueError, TypeError: as :class:`holotable.Env`.
    """
    of = as_game(game, data, options)
    register_env(ENVIRONMENT, environment)
    more = {name: value for name, value in (("opponent", opponent), ("data", of.data)) if value is not None}
    return (
        PPOConfig()
        .environment(ENVIRONMENT, env_config={"game": of.name, **of.options, **more})
        .env_runners(num_envs_per_env_runner=num_envs, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
    )
