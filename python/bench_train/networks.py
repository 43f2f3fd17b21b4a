"""Which network learns more, by decisions and by seconds: ours, or one with encoders that cards share.

The same loop, hyper-parameters, seeds and games. The runs of a seed take turns, and seconds are the processor's on
one thread of torch, without evaluations: what else the machine does matters little.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import learning
import numpy as np
import torch
from encoders import Encoded
from loop import Loop
from network import Network, parameters, plain
from setting import Setting

import holotable as ht

Say = Callable[[str], None]
Build = Callable[[ht.Game, tuple[int, ...]], Network]
# With 32 values a card both have about as many parameters.
NETWORKS: dict[str, Build] = {"plain": plain, "encoders": partial(Encoded, width=32)}
CHECKPOINTS = 6


@dataclass(frozen=True)
class Point:
    """How well a network plays at a checkpoint."""

    decisions: int
    seconds: float
    rate: float


class Run:
    """One network's training with one seed, a stretch at a time."""

    def __init__(self, build: Build, setting: Setting) -> None:
        self.loop = Loop(setting, build)
        self.parameters = parameters(self.loop.network)
        self.random = torch.get_rng_state()
        self.points: list[Point] = []

    def go_on(self, iterations: int, games: int) -> Point:
        """Trains, evaluates, and adds a point. Torch's random numbers are the run's own, so that turns change nothing."""
        last = self.points[-1] if self.points else Point(0, 0.0, 0.0)
        torch.set_rng_state(self.random)
        begin = time.process_time()
        self.loop.iterate(iterations)
        seconds = last.seconds + time.process_time() - begin
        self.random = torch.get_rng_state()
        wins = learning.wins(learning.by_loop(self.loop.network), self.loop.setting, games)
        point = Point(last.decisions + iterations * self.loop.setting.decisions, seconds, wins / games)
        self.points.append(point)
        return point

    @property
    def speed(self) -> float:
        """Decisions a second."""
        return self.points[-1].decisions / self.points[-1].seconds

    def rate_at(self, seconds: float) -> float:
        """The share of games won after this time, between checkpoints by a straight line."""
        points = [Point(0, 0.0, 0.0), *self.points]
        return float(np.interp(seconds, [p.seconds for p in points], [p.rate for p in points]))


def show(imperials: int, steps: int, games: int, seeds: int, say: Say) -> list[dict[str, Any]]:
    """Trains all networks with all seeds; prints medians and ranges, and the rates of each run."""
    steps -= steps % Setting().decisions
    print(f"\nnetworks: wins of {games:,} games to {imperials} Imperial(s), torch loop, hidden {list(Setting().hidden_sizes)},"
          " one thread, seconds of the processor without evaluations: medians and ranges of the runs")  # fmt: skip
    options = {"players": 2, "imperials": imperials}
    # Slots take the seeds from here on.
    settings = [Setting(options=options, seed=1000 * seed, threads=1) for seed in range(1, seeds + 1)]
    together = [train(setting, steps, games, say) for setting in settings]
    # Of each seed the seconds after which the quicker network was done.
    times = [min(run.points[-1].seconds for run in runs.values()) for runs in together]
    by_decisions, by_seconds = (f"after {steps:,} decisions", f"after {min(times):.0f} to {max(times):.0f} s")
    print(f"{'network':<10}{'parameters':>11}{'decisions/s':>27}{by_decisions:>30}{by_seconds:>30}")
    rows = []
    for name in NETWORKS:
        runs = [runs[name] for runs in together]
        last = [run.points[-1].rate for run in runs]
        timed = [run.rate_at(seconds) for run, seconds in zip(runs, times, strict=True)]
        print(f"{name:<10}{runs[0].parameters:>11,}{_spread([run.speed for run in runs], ',.0f'):>27}"
              f"{_spread(last, '.1%'):>30}{_spread(timed, '.1%'):>30}")  # fmt: skip
        print(f"  run by run after equal decisions {_listed(last)}; after equal seconds {_listed(timed)}")
        courses = [[point.rate for point in run.points] for run in runs]
        print(f"  medians at the checkpoints {_listed([statistics.median(some) for some in zip(*courses, strict=True)])}")
        told = [{"seed": run.loop.setting.seed, "points": [asdict(point) for point in run.points]} for run in runs]
        rows.append({"name": name, "parameters": runs[0].parameters, "runs": told, "at_equal_seconds": timed})
    return rows


def train(setting: Setting, steps: int, games: int, say: Say) -> dict[str, Run]:
    """Trains all networks with the setting's seed, in turns from checkpoint to checkpoint."""
    torch.set_num_threads(1)
    runs = {name: Run(build, setting) for name, build in NETWORKS.items()}
    ends = np.linspace(0, steps // setting.decisions, CHECKPOINTS + 1).astype(int)
    for iterations in np.diff(ends).tolist():
        for name, run in runs.items():
            p = run.go_on(iterations, games)
            say(f"networks: seed {setting.seed}, {name}: {p.rate:.1%} after {p.decisions:,} decisions, {p.seconds:.0f} s")
    return runs


def _spread(values: list[float], form: str) -> str:
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def _listed(rates: list[float]) -> str:
    return ", ".join(f"{rate:.1%}" for rate in rates)
