"""TorchRL's checker on its wrappers of our environments, with masks."""

import torch
from torchrl.envs import ActionMask, GymEnv, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

import holotable as ht
from games import GAMES


def gym_env(name: str, options: dict) -> TransformedEnv:
    env = GymWrapper(ht.Env(name, obs="dict", illegal="raise", **options))
    return TransformedEnv(env, ActionMask())


def main() -> None:
    torch.manual_seed(0)
    for game, (gym_id, options) in GAMES.items():
        check(game, gym_id, options)


def check(game: str, gym_id: str, options: dict) -> None:
    # It tries keywords of its own first, and goes on where these raise TypeError.
    check_env_specs(GymEnv(gym_id, opponent="random", **options))
    check_env_specs(GymWrapper(ht.Env(game, **options)))
    check_env_specs(gym_env(game, options))
    steps = gym_env(game, options).rollout(300)
    assert steps["action_mask"].any(-1).all()
    print(f"{game}: GymWrapper with ActionMask: check_env_specs passed, {len(steps)} masked steps without an illegal action")
    for name, make in (("aec_env", ht.aec_env), ("parallel_env", ht.parallel_env)):
        env = PettingZooWrapper(
            make(game, illegal="raise", **options),
            use_mask=True,
            group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT,
        )
        check_env_specs(env)
        steps = env.rollout(300)
        print(f"{game}: PettingZooWrapper of {name}: check_env_specs passed, {len(steps)} steps")


if __name__ == "__main__":
    main()
