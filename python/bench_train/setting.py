"""What all learners share: the game, the network's widths and PPO's hyper-parameters, by the names of our recipes."""

from dataclasses import dataclass, field, fields
from typing import Any

GAME = "dark_side_rising"


@dataclass(frozen=True)
class Setting:
    """One task and one way to learn it; the numbers are the defaults of ``holotable train``, without its refinements."""

    hidden_sizes: tuple[int, int] = (64, 64)
    num_envs: int = 128
    rollout_steps: int = 64
    num_epochs: int = 4
    minibatch_size: int = 1024
    learning_rate: float = 3e-4
    gamma: float = 0.997
    gae_lambda: float = 0.95
    clip_range: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    """The weight of half the mean squared error of the values."""
    max_grad_norm: float = 0.5
    seed: int = 1
    threads: int = 2
    options: dict[str, int] = field(default_factory=lambda: {"players": 2, "imperials": 7})

    @property
    def decisions(self) -> int:
        """Decisions of an iteration: a rollout and the passes over it."""
        return self.num_envs * self.rollout_steps

    def recipe(self, **more: Any) -> str:
        """The recipe of ``holotable train``: the same numbers, the plain observation, a constant step size, all passes."""
        plain = {"activation": "relu", "chances": False, "anneal_lr": False, "target_kl": 0}
        # Our values are chances to win, which nothing discounts, and our traces decay at the end of a turn only: after the 13
        # decisions of one, 0.95 a decision is 0.5.
        plain |= {"gamma": 1.0, "gae_lambda": 0.5}
        shared = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "options"}
        keys = {**shared, **plain, **more}
        lines = [f"{key} = {_toml(value)}" for key, value in keys.items()]
        options = [f"{key} = {_toml(value)}" for key, value in self.options.items()]
        return "\n".join([*lines, "[game]", f"name = {_toml(GAME)}", "[game.options]", *options, ""])


def _toml(value: Any) -> str:
    """Words, numbers, flags and lists of numbers as TOML has them."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(list(value) if isinstance(value, tuple) else value)
