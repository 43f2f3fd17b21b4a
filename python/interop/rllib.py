"""RLlib's PettingZoo wrappers and its checker."""

import numpy as np
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

import holotable as ht

OPTIONS = {"players": 3, "imperials": 7}


def main() -> None:
    rng = np.random.default_rng(0)
    for wrapper, make in ((PettingZooEnv, ht.aec_env), (ParallelPettingZooEnv, ht.parallel_env)):
        env = wrapper(make("dark_side_rising", **OPTIONS))
        check(env)
        observations, _ = env.reset(seed=1)
        steps, over = 0, False
        while not over:
            actions = {
                agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()
            }
            observations, rewards, terminated, truncated, _ = env.step(actions)
            over = terminated["__all__"] or truncated["__all__"]
            steps += 1
        print(f"{wrapper.__name__}: a game of {steps} steps, rewards {rewards}")


def check(env) -> None:
    """RLlib's own checker, where this version has one; it plays unmasked actions."""
    try:
        from ray.rllib.utils.pre_checks.env import check_multiagent_environments
    except ImportError:
        print("this RLlib has no check_multiagent_environments")
        return
    twin = type(env)(type(env.par_env if hasattr(env, "par_env") else env.env)("dark_side_rising", illegal="penalty", **OPTIONS))
    check_multiagent_environments(twin)
    print(f"check_multiagent_environments on {type(env).__name__}: passed")


if __name__ == "__main__":
    main()
