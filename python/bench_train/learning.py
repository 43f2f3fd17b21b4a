"""Whether all learn the same: win rates after equally many decisions, on the same games.

A beginner never defeats seven Imperials, so this is a game to fewer, where chance shows what winning is.
"""

import math
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import ours
from ppo import EVAL_SEED, wins
from setting import GAME, Setting

import holotable as ht


@dataclass(frozen=True)
class Result:
    """Games won by the likeliest moves, and Wilson's 95 % interval."""

    name: str
    wins: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        z, n, p = 1.959964, self.games, self.rate
        centre, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


def of_ours(binary: str, setting: Setting, steps: int, games: int) -> Result:
    """Trains with the binary, and plays its checkpoint."""
    with tempfile.TemporaryDirectory() as folder:
        ours.train(binary, setting, steps, Path(folder, "learn"))
        agent = str(Path(folder, "learn", "run", "latest"))
        row = ht.tournament(GAME, [agent], games, EVAL_SEED, **setting.options)[agent]
    return Result("ours", row.wins, row.games)


def of_theirs(learner, log_probs, steps: int, games: int) -> Result:
    """Trains a learner, and plays by ``log_probs`` of observations and masks."""
    learner.iterate(steps // learner.setting.decisions)
    return Result(learner.name, wins(log_probs, replace(learner.setting, eval_games=games)), games)


def by_loop(network):
    """The log-probabilities of our torch network."""
    return lambda obs, masks: network(obs, masks)[0]


def by_stable_baselines(policy):
    """The log-probabilities of a ``MaskablePPO`` policy."""
    return lambda obs, masks: policy.get_distribution(obs, masks.numpy()).distribution.logits
