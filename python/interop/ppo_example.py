"""The example ``python/examples/ppo.py``: some updates of it already win more games than random play does."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "examples"))

import ppo

import holotable as ht


def main() -> None:
    args = ppo.Args(total_steps=300_000, eval_games=400)
    learnt = ppo.main(["--total-steps", str(args.total_steps), "--eval-games", str(args.eval_games)])
    report = ht.tournament(args.game, ["random"], args.eval_games, ppo.EVAL_SEED, **args.options)
    random = report["random"].win_rate
    assert learnt > random, f"{learnt:.1%} after training, {random:.1%} by random play"
    print(f"the example of PPO: {learnt:.1%} after {args.total_steps:,} decisions, {random:.1%} by random play")


if __name__ == "__main__":
    main()
