"""Libraries that collect and learn, their own code on our environments: Tianshou, Minari, SuperSuit, skrl, rl_zoo3."""

import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import gymnasium
import numpy as np

import holotable as ht
import holotable.data
import holotable.minari
from games import GAMES


def tianshou(gym_id: str, options: dict) -> None:
    """Its collector on vectors of environments, infos and all."""
    from tianshou.algorithm.algorithm_base import Policy
    from tianshou.data import Batch, Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv

    rng = np.random.default_rng(1)

    class Masked(Policy):
        """Random among what the infos say is legal."""

        def forward(self, batch, state=None, **kwargs) -> Batch:
            return Batch(act=np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.info["action_mask"]]))

    envs = DummyVectorEnv([lambda: gymnasium.make(gym_id, opponent="random", **options) for _ in range(4)])

    space = gymnasium.make(gym_id, opponent="random", **options)
    buffer = VectorReplayBuffer(20_000, 4)
    collector = Collector(Masked(action_space=space.action_space, observation_space=space.observation_space), envs, buffer)
    collector.reset()
    stats = collector.collect(n_episode=40)
    endings = buffer.info["ending"]["reason"][buffer.terminated[: len(buffer)].nonzero()[0]]
    assert stats.n_collected_episodes == 40 and (endings >= 0).all()
    print(f"{gym_id}: Tianshou collected {stats.n_collected_episodes} episodes, {stats.n_collected_steps} steps with infos")


def minari(gym_id: str, options: dict) -> None:
    """A data set with infos, read back."""
    import minari
    from minari import DataCollector

    env = DataCollector(gymnasium.make(gym_id, opponent="random", **options), record_infos=True)
    rng = np.random.default_rng(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
    name = f"holotable/{gym_id.split('/')[1].lower().replace('-', '')}-v0"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = env.create_dataset(name, algorithm_name="random")
    again = minari.load_dataset(name)
    episode = next(iter(again.iterate_episodes()))
    assert again.total_episodes == made.total_episodes == 5 and episode.infos["action_mask"].any(1).all()
    print(f"{gym_id}: Minari wrote and read {again.total_steps} steps with infos")


def exported(name: str, options: dict) -> None:
    """Games as data become a data set that Minari's own loader reads: what was seen in the games, to the bit."""
    import minari

    with tempfile.TemporaryDirectory() as folder:
        game = ht.Game(name, **options)
        holotable.data.generate(game, folder, agents="greedy", games=4)
        (batch,) = holotable.data.steps(folder, batch=1_000_000)
        dataset_id = f"{name.replace('_', '-')}/greedy-v0"
        holotable.minari.export(folder, dataset_id, author="interop")
        again = minari.load_dataset(dataset_id)
        assert (again.total_episodes, again.total_steps) == (4, len(batch["action"]))
        for number, episode in enumerate(again.iterate_episodes()):
            rows = batch["game"] == number
            assert np.array_equal(episode.observations["observation"][:-1], batch["obs"][rows])
            assert np.array_equal(episode.observations["action_mask"][:-1], batch["action_mask"][rows])
            assert np.array_equal(episode.actions, batch["action"][rows])
            # From 0 to 1 there, from -1 to 1 as a reward.
            assert np.isclose(episode.rewards[-1], 2 * batch["return"][rows][-1] - 1, atol=1e-6)
            assert episode.terminations[-1] and not episode.terminations[:-1].any()
        environment = again.recover_environment()
        assert environment.reset(seed=1)[0]["action_mask"].any()
        try:
            holotable.minari.export(folder, dataset_id)
        except ValueError:
            pass
        else:
            raise AssertionError("a name that is taken is not written over")
    print(f"{name}: Minari loads {again.total_steps} exported steps, equal to the games as data")


def supersuit(name: str, options: dict) -> None:
    """Its wrappers and vectors of the parallel environment."""
    import supersuit as ss

    env = ht.parallel_env(name, obs="flat", illegal="penalty", **options)
    env = ss.pettingzoo_env_to_vec_env_v1(ss.black_death_v3(ss.dtype_v0(env, np.float32)))
    envs = ss.concat_vec_envs_v1(env, 2, base_class="gymnasium")
    envs.reset(seed=1)
    for _ in range(50):
        envs.step(np.array([envs.action_space.sample() for _ in range(envs.num_envs)]))
    print(f"{name}: SuperSuit stepped {envs.num_envs} seats together")


def skrl(gym_id: str, options: dict) -> None:
    """Its wrapper of single environments and of vectors."""
    import torch
    from skrl.envs.wrappers.torch import wrap_env

    one = gymnasium.make(gym_id, opponent="random", **options)
    for env in (one, gymnasium.make_vec(gym_id, num_envs=3, opponent="random", **options)):
        wrapped = wrap_env(env)
        wrapped.reset()
        observation, *_ = wrapped.step(torch.zeros(wrapped.num_envs, 1, dtype=torch.int64))
        assert observation.shape[0] == wrapped.num_envs
        wrapped.close()
    print(f"{gym_id}: skrl wrapped one and a vector")


def zoo(gym_id: str) -> None:
    """rl_zoo3's training script, unmodified."""
    with tempfile.TemporaryDirectory() as folder:
        recipe = Path(folder) / "ppo.yml"
        recipe.write_text(f"{gym_id}:\n  n_timesteps: 2000\n  policy: 'MlpPolicy'\n  n_steps: 256\n")
        script = [sys.executable, "-m", "rl_zoo3.train", "--algo", "ppo", "--env", gym_id, "--gym-packages", "holotable"]
        subprocess.run([*script, "-conf", recipe, "-f", folder, "--eval-freq", "-1"], check=True, capture_output=True)
        assert list(Path(folder).rglob("*.zip")), "a model was saved"
    print(f"{gym_id}: rl_zoo3 trained PPO")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MINARI_DATASETS_PATH"] = folder
        for name, (gym_id, options) in GAMES.items():
            tianshou(gym_id, options)
            minari(gym_id, options)
            exported(name, options)
            supersuit(name, options)
            skrl(gym_id, options)
            zoo(gym_id)


if __name__ == "__main__":
    main()
