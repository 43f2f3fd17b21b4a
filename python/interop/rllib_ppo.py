"""RLlib's PPO learns on our vector of environments by our module, and never chooses what is illegal."""

import time

import ray
import torch

import holotable as ht
from holotable.cluster.rllib import MaskedModule, config

GAME, OPTIONS = "dark_side_rising", {"players": 2, "imperials": 1}


def agent(module: MaskedModule):
    """The module as an agent of holotable's: the likeliest legal action."""

    def act(state: ht.State) -> int:
        seen = {
            "observation": torch.from_numpy(state.observation())[None],
            "action_mask": torch.from_numpy(state.action_mask())[None],
        }
        with torch.no_grad():
            return int(module.forward_inference({"obs": seen})["action_dist_inputs"].argmax())

    return act


def main() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    start = time.perf_counter()
    made = config(GAME, num_envs=16, **OPTIONS).env_runners(num_env_runners=0)
    algorithm = (
        made.training(train_batch_size_per_learner=2048, minibatch_size=256, num_epochs=4, lr=1e-3)
        .debugging(seed=1)
        .build_algo()
    )
    try:
        steps = 0
        for _ in range(12):
            # An illegal action would raise.
            result = algorithm.train()
            steps = result["num_env_steps_sampled_lifetime"]
        learnt = agent(algorithm.get_module())
        report = ht.tournament(GAME, {"learnt": learnt, "random": "random"}, games=1000, seed=5_000_000, **OPTIONS)
    finally:
        algorithm.stop()
        ray.shutdown()
    seconds = time.perf_counter() - start
    rows = {row.name: row for row in report.agents}
    print(f"RLlib's PPO: {steps:,.0f} decisions in {seconds:.0f} s, none illegal;\n{report}")
    assert rows["learnt"].ci_low > rows["random"].ci_high, "it has learnt"


if __name__ == "__main__":
    main()
