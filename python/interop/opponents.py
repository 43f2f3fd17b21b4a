"""What an opponent is worth: MaskablePPO on the competitive games, once moving for both sides as ``gymnasium.make`` alone has
it, once as one seat against a bot. Either then meets ``random``, which neither learnt against, from both sides.

``python python/interop/opponents.py [decisions] [seeds]``
"""

import sys
import time
import warnings

import torch
from sb3_contrib import MaskablePPO

import holotable as ht
from holotable.sb3 import VecEnv

GAME = "rebellion_combat"
TEST = {"games": 2000, "seed": 5_000_000}


def learnt(opponent: str, seed: int, decisions: int) -> MaskablePPO:
    """A network after so many decisions."""
    envs = VecEnv(GAME, 16, opponent=opponent, seed=1000 * seed)
    return MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=256, seed=seed).learn(decisions)


def main(decisions: int = 60_000, seeds: int = 3) -> None:
    torch.set_num_threads(1)  # networks this small are faster so
    warnings.simplefilter("ignore", ht.OpponentWarning)
    rows = {}
    for opponent in ("self", "greedy"):
        for seed in range(1, seeds + 1):
            start = time.perf_counter()
            model = learnt(opponent, seed, decisions)
            row = ht.tournament(GAME, {"learnt": model, "random": "random"}, **TEST)["learnt"]
            rows[opponent, seed] = row
            interval = f"{row.ci_low:.1%} to {row.ci_high:.1%}"
            seconds = time.perf_counter() - start
            print(f"opponent={opponent:<7} seed {seed}: {row.win_rate:.1%} ({interval}), {seconds:.0f} s", flush=True)
    alone = max(row.ci_high for (opponent, _), row in rows.items() if opponent == "self")
    against = min(row.ci_low for (opponent, _), row in rows.items() if opponent != "self")
    print(f"at most {alone:.1%} without an opponent, at least {against:.1%} with one, by the ends of the intervals")
    assert against > alone, "an opponent is worth its name"


if __name__ == "__main__":
    main(*(int(float(word)) for word in sys.argv[1:]))
