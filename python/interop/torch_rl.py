"""TorchRL's checker on its wrappers of our environments, with masks."""

import torch
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

import holotable as ht

OPTIONS = {"players": 3, "imperials": 7}


def gym_env() -> TransformedEnv:
    env = GymWrapper(ht.Env("dark_side_rising", obs="dict", illegal="raise", **OPTIONS))
    return TransformedEnv(env, ActionMask())


def main() -> None:
    torch.manual_seed(0)
    check_env_specs(GymWrapper(ht.Env("dark_side_rising", **OPTIONS)))
    check_env_specs(gym_env())
    steps = gym_env().rollout(300)
    assert steps["action_mask"].any(-1).all()
    print(f"GymWrapper with ActionMask: check_env_specs passed, {len(steps)} masked steps without an illegal action")
    for name, make in (("aec_env", ht.aec_env), ("parallel_env", ht.parallel_env)):
        env = PettingZooWrapper(
            make("dark_side_rising", illegal="raise", **OPTIONS),
            use_mask=True,
            group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT,
        )
        check_env_specs(env)
        steps = env.rollout(300)
        print(f"PettingZooWrapper of {name}: check_env_specs passed, {len(steps)} steps")


if __name__ == "__main__":
    main()
