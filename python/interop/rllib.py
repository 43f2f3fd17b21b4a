"""RLlib's PettingZoo wrappers and its checker."""

import numpy as np
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

import holotable as ht
from games import GAMES


def main() -> None:
    for game, (_, options) in GAMES.items():
        try_out(game, options)


def try_out(game: str, options: dict) -> None:
    rng = np.random.default_rng(0)
    for wrapper, make in ((PettingZooEnv, ht.aec_env), (ParallelPettingZooEnv, ht.parallel_env)):
        check(wrapper(make(game, illegal="penalty", **options)))
        env = wrapper(make(game, **options))
        observations, _ = env.reset(seed=1)
        steps, over = 0, False
        while not over:
            actions = {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
            observations, rewards, terminated, truncated, _ = env.step(actions)
            over = terminated["__all__"] or truncated["__all__"]
            steps += 1
        print(f"{game}: {wrapper.__name__}: a game of {steps} steps, rewards {rewards}")


def check(env) -> None:
    """RLlib's own checker, where this version has one; it plays unmasked actions."""
    try:
        from ray.rllib.utils.pre_checks.env import check_multiagent_environments
    except ImportError:
        print("this RLlib has no check_multiagent_environments")
        return
    check_multiagent_environments(env)
    print(f"check_multiagent_environments on {type(env).__name__}: passed")


if __name__ == "__main__":
    main()
