"""Training speed side by side: our trainer, sb3-contrib's MaskablePPO and a CleanRL-style loop on torch.

The same game, network and hyper-parameters for all, in one run, in turns; two threads, but for torch in Python one if it is
faster so, which is tried first. Our learner on torch, all in Rust, is there with one thread and with two. Decisions a second are end to
end: environment, inference and update, whole iterations after a first one that does not count. Whatever else uses the
machine slows everybody down, and torch's busy waiting most (set OMP_WAIT_POLICY=PASSIVE there): compare the ratios of
one run on a quiet machine, not figures of different runs.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

# Our loop on torch is the example.
sys.path.append(str(Path(__file__).parents[1] / "examples"))

import learning
import matrix
import stable_baselines3
import torch
from loop import BagLoop, Loop
from network import parameters
from ours import Ours
from setting import GAME, Setting

from sb3 import OnDummyVecEnv, OnOurVecEnv

PARTS = ("speed", "matrix", "learning", "gradient")
SIZES = ((64, 64), (256, 256))
RIVALS = (OnDummyVecEnv, OnOurVecEnv, Loop, BagLoop)
# How many times as fast as each we want to be, and how much of our time shall be matrix products, by hidden width.
BARS = {
    64: {OnDummyVecEnv.name: 15.0, OnOurVecEnv.name: 8.0, Loop.name: 3.0},
    256: {OnDummyVecEnv.name: 6.0, OnOurVecEnv.name: 3.0, Loop.name: 1.5},
}
MATRIX_BARS = {64: 0.5, 256: 0.7}


@dataclass(frozen=True)
class Speed:
    """Decisions a second of a learner."""

    name: str
    parameters: int
    runs: list[float]
    ratio: float
    """How many times as fast we are."""
    bar: float | None
    profile: dict[str, float]
    """The shares of our time by parts of an iteration."""

    @property
    def median(self) -> float:
        return statistics.median(self.runs)


def say(line: str) -> None:
    """A line of progress."""
    print(f"[{time.strftime('%H:%M:%S')}] {line}", file=sys.stderr, flush=True)


def speeds(setting: Setting, binary: str, repeats: int, seconds: float) -> list[Speed]:
    """All learners in turns, ``repeats`` times about so many seconds."""
    own = [Ours(setting, binary), Ours(setting, binary, "torch", 1), Ours(setting, binary, "torch", 2)]
    rivals = [rival(setting) for rival in RIVALS]
    threads = [None] * len(own) + [faster_threads(rival) for rival in rivals]
    learners = [*own, *rivals]
    names = [
        one.name if n is None else f"{one.name}, {n} thread{'s' * (n > 1)}" for one, n in zip(learners, threads, strict=True)
    ]
    counts = [max(2, round(seconds / iterate(learner, n, 1))) for learner, n in zip(learners, threads, strict=True)]
    runs: list[list[float]] = [[] for _ in learners]
    for repeat in range(repeats):
        for learner, n, name, count, mine in zip(learners, threads, names, counts, runs, strict=True):
            mine.append(count * setting.decisions / iterate(learner, n, count))
            say(f"hidden {setting.hidden_sizes}, round {repeat + 1}: {name}: {mine[-1]:,.0f} decisions/s")
    bars, ours = BARS[setting.hidden_sizes[0]], statistics.median(runs[0])
    # Ours has the form of the loop's network.
    size = parameters(rivals[RIVALS.index(Loop)].network)
    spent = own[0].profile
    return [
        Speed(
            name,
            parameters(learner.network) if learner in rivals else size,
            mine,
            ours / statistics.median(mine),
            bars.get(learner.name),
            {part: seconds / spent.total() for part, seconds in spent.items()} if learner is own[0] else {},
        )
        for learner, name, mine in zip(learners, names, runs, strict=True)
    ]


def iterate(learner: Any, threads: int | None, n: int) -> float:
    """Seconds of ``n`` iterations of a learner; on so many threads of torch, if it computes in this process."""
    if threads is not None:
        torch.set_num_threads(threads)
    return learner.iterate(n)


def faster_threads(learner: Any) -> int:
    """With how many threads of torch a learner is faster, one or two."""
    iterate(learner, Setting.threads, 1)
    return min((1, Setting.threads), key=lambda threads: iterate(learner, threads, 1))


def show_speeds(setting: Setting, rows: list[Speed]) -> None:
    print(f"\nhidden {list(setting.hidden_sizes)}: decisions a second, end to end")
    print(f"{'learner':<48}{'median':>10}{'range':>22}{'ours is':>10}{'bar':>8}{'parameters':>13}")
    for row in rows:
        spread = f"{min(row.runs):,.0f} to {max(row.runs):,.0f}"
        bar = "" if row.bar is None else f">={row.bar:g}x"
        print(f"{row.name:<48}{row.median:>10,.0f}{spread:>22}{row.ratio:>9.2f}x{bar:>8}{row.parameters:>13,}")
    shares = (f"{part} {share:.1%}" for part, share in rows[0].profile.items())
    print(f"an iteration of ours: {', '.join(shares)}")


def show_matrix(setting: Setting, ours: Speed) -> dict[str, Any]:
    """The share of matrix products in our time."""
    inputs, actions, filled, legal = matrix.shares(setting)
    work, iteration = matrix.work(setting, inputs, actions, filled, legal), setting.decisions / ours.median
    bar = MATRIX_BARS[setting.hidden_sizes[0]]
    print(f"matrix products, forward and backward, of an iteration of {1000 * iteration:.1f} ms, at torch's best sgemm rate on"
          " the same shapes (not counted: environment, activations, losses, sampling, Adam):")  # fmt: skip
    print(f"  dense, all {inputs} inputs and {actions} actions (upper bound; above 100 % it is work that we avoid):"
          f" {1000 * work.dense:.1f} ms, {work.dense / iteration:.0%} of our time   bar >={bar:.0%}")  # fmt: skip
    print(f"  sparse, {filled:.1%} of inputs that are not 0 and {legal:.1%} of actions that are legal:"
          f" {1000 * work.sparse:.1f} ms, {work.sparse / iteration:.0%} of our time")  # fmt: skip
    return {**asdict(work), "iteration": iteration, "filled": filled, "legal": legal, "bar": bar}


def show_learning(binary: str, imperials: int, steps: int, games: int, seeds: int) -> list[dict[str, Any]]:
    """Win rates after equally many decisions, of runs with several seeds."""
    steps -= steps % Setting().decisions
    print(f"\nsame learning: wins of {games:,} games to {imperials} Imperial(s) after {steps:,} decisions,"
          f" hidden {list(Setting().hidden_sizes)}; the intervals are those of the games, runs differ by more")  # fmt: skip
    rows = []
    for kind in (None, Loop, OnOurVecEnv):
        rates = []
        for seed in range(1, seeds + 1):
            # Slots take the seeds from here on.
            setting = Setting(options={"players": 2, "imperials": imperials}, seed=1000 * seed)
            say(f"learning: {kind.name if kind else 'ours'}, seed {setting.seed}")
            if kind is None:
                row = learning.of_ours(binary, setting, steps, games)
            else:
                learner = kind(setting)
                by = learning.by_loop if kind is Loop else learning.by_stable_baselines
                row = learning.of_theirs(learner, by(learner.network), steps, games)
            low, high = row.interval
            print(f"  {row.name:<36}{row.rate:>8.2%}   95 % interval {low:.2%} to {high:.2%}", flush=True)
            rates.append(row.rate)
            rows.append({**asdict(row), "seed": setting.seed, "ci_low": low, "ci_high": high})
        print(f"  {'median of the runs':<36}{statistics.median(rates):>8.2%}")
    return rows


def show_gradient(cargo: str) -> dict[str, bool]:
    """The tests in Rust that hold our losses, gradients and players against torch's on minibatches of real rollouts."""
    print("\none minibatch, the same weights: our losses and gradients are torch's to 1e-5 (agents/torch/tests/it/gradient.rs)")
    say("gradient: cargo test (compiles the tests the first time)")
    command = [cargo, "test", "--locked", "-p", "holotable-torch", "--test", "it", "gradient::"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    passed = {name: word == "ok" for name, word in re.findall(r"test gradient::(\w+) \.\.\. (\w+)", done.stdout)}
    if done.returncode != 0 or not passed:
        print(done.stdout + done.stderr)
        passed["all"] = False
    for test, well in passed.items():
        print(f"  {test}: {'passed' if well else 'FAILED'}")
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-train", description=__doc__)
    parser.add_argument("--binary", default="target/release/holotable", help="our trainer")
    parser.add_argument("--cargo", default="cargo", help="runs the gradient's tests")
    parser.add_argument("--quick", action="store_true", help="one short round and little learning: rough figures")
    parser.add_argument("--parts", default=",".join(PARTS), help="which of %(default)s, with commas (matrix needs speed)")
    parser.add_argument("--steps", type=int, help="decisions of the part learning (2,000,000; quick: 200,000)")
    parser.add_argument("--seeds", type=int, help="runs of each learner in the part learning (3; quick: 1)")
    parser.add_argument("--imperials", type=int, default=1, help="of the part learning (%(default)s)")
    parser.add_argument("--json", metavar="FILE", help="also write all figures there")
    args = parser.parse_args()
    parts = args.parts.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"unknown part '{unknown[0]}'; there are {', '.join(PARTS)}")
    if "matrix" in parts and "speed" not in parts:
        parser.error("the part matrix needs the part speed")
    torch.set_num_threads(Setting.threads)
    repeats, seconds = (1, 1.0) if args.quick else (3, 10.0)
    print(f"{GAME}, {Setting().options}, {Setting.threads} threads, {platform.machine()}, torch {torch.__version__},"
          f" Stable-Baselines3 {stable_baselines3.__version__}; compare ratios in one run only")  # fmt: skip
    print("the network is the same for all: SB3 shares a trunk only by a features extractor, which it gets here")
    load, waiting = os.getloadavg()[0], os.environ.get("OMP_WAIT_POLICY", "the default")
    print(f"load of the machine {load:.1f}, OMP_WAIT_POLICY {waiting}: torch's threads wait in busy loops, so where other"
          " programs run, PASSIVE is kinder to the learners on torch")  # fmt: skip
    found: dict[str, Any] = {"torch": torch.__version__, "threads": Setting.threads, "load": load, "sizes": {}}
    for hidden_sizes in SIZES if "speed" in parts else ():
        setting = Setting(hidden_sizes=hidden_sizes)
        rows = speeds(setting, args.binary, repeats, seconds)
        show_speeds(setting, rows)
        size = found["sizes"][str(hidden_sizes[0])] = {"speed": [{**asdict(r), "median": r.median} for r in rows]}
        if "matrix" in parts:
            size["matrix"] = show_matrix(setting, rows[0])
    if "learning" in parts:
        steps = args.steps or (200_000 if args.quick else 2_000_000)
        seeds = args.seeds or (1 if args.quick else 3)
        found["learning"] = show_learning(args.binary, args.imperials, steps, 1000, seeds)
    if "gradient" in parts:
        found["gradient"] = show_gradient(args.cargo)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(found, file, indent=1)
    if not all(found.get("gradient", {}).values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
