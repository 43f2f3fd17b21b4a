"""What all learners share: the game, the network's widths and PPO's hyper-parameters, by the names of our recipes."""

from dataclasses import dataclass, field, fields
from typing import Any

from ppo import Args

GAME = "dark_side_rising"


@dataclass(frozen=True)
class Setting(Args):
    """One task and one way to learn it; the numbers are the defaults of ``holotable train``, without its refinements."""

    game: str = GAME
    options: dict[str, str | int] = field(default_factory=lambda: {"players": 2, "imperials": 7})

    def recipe(self, **more: Any) -> str:
        """The recipe of ``holotable train``: the same numbers, the plain observation, a constant step size, all passes."""
        plain = {"activation": "relu", "odds_features": False, "anneal_lr": False, "target_kl": 0}
        # Our values are chances to win, which nothing discounts, and our traces decay at the end of a turn only: after the 13
        # decisions of one, 0.95 a decision is 0.5.
        plain |= {"gamma": 1.0, "gae_lambda": 0.5}
        shared = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("game", "options", "opponent")}
        keys = {**shared, **plain, **more}
        lines = [f"{key} = {_toml(value)}" for key, value in keys.items()]
        options = [f"{key} = {_toml(value)}" for key, value in self.options.items()]
        return "\n".join([*lines, "[game]", f"name = {_toml(GAME)}", "[game.options]", *options, ""])


def _toml(value: Any) -> str:
    """Words, numbers, flags and lists of numbers as TOML has them."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(list(value) if isinstance(value, tuple) else value)
