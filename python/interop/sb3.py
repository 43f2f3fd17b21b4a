"""Stable-Baselines3's checker, and MaskablePPO on every kind of vector, flat and as dicts."""

import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

import holotable as ht
from games import GAMES
from holotable.sb3 import VecEnv


def learn(vector, policy: str) -> float:
    """Decisions a second of a short run."""
    assert is_masking_supported(vector)
    masks = get_action_masks(vector)
    assert masks.shape == (vector.num_envs, vector.action_space.n) and masks.dtype == np.bool_ and masks.any(1).all()
    model = MaskablePPO(policy, vector, n_steps=64, batch_size=256, n_epochs=1, seed=1)
    start = time.perf_counter()
    model.learn(1024)
    return model.num_timesteps / (time.perf_counter() - start)


def main() -> None:
    torch.set_num_threads(1)  # networks this small are faster so
    for name, (gym_id, options) in GAMES.items():
        for obs in ("flat", "dict"):
            try_out(name, gym_id, {"obs": obs, **options})
        same_episodes(name, gym_id)


def try_out(name: str, gym_id: str, keywords: dict) -> None:
    obs = keywords["obs"]
    check_env(ht.Env(name, **keywords))
    check_env(gymnasium.make(gym_id, **keywords))
    print(f"{name}: check_env, {obs}: passed")
    policy = "MultiInputPolicy" if obs == "dict" else "MlpPolicy"
    for kind in (DummyVecEnv, SubprocVecEnv):
        vector = make_vec_env(gym_id, 4, seed=1, vec_env_cls=kind, env_kwargs=keywords)
        print(f"{name}: MaskablePPO, {obs}, {kind.__name__}: {learn(vector, policy):,.0f} decisions/s")
        vector.close()
    ours = VecEnv(name, 4, seed=1, **keywords)
    print(f"{name}: MaskablePPO, {obs}, holotable.sb3.VecEnv: {learn(ours, policy):,.0f} decisions/s")


def same_episodes(name: str, gym_id: str) -> None:
    """Our vector plays what SB3's vector of single environments plays, step for step."""
    ours = VecEnv(name, 3, seed=7)
    theirs = make_vec_env(gym_id, 3, seed=7)
    assert np.array_equal(ours.reset(), theirs.reset())
    rng, ends = np.random.default_rng(0), 0
    for _ in range(1000):
        masks = get_action_masks(ours)
        assert np.array_equal(masks, get_action_masks(theirs))
        actions = (masks * rng.random(masks.shape)).argmax(1)
        mine, other = ours.step(actions), theirs.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(mine[:3], other[:3], strict=True))
        for i in np.flatnonzero(mine[2]):
            ends += 1
            assert np.array_equal(mine[3][i]["terminal_observation"], other[3][i]["terminal_observation"])
            assert mine[3][i]["TimeLimit.truncated"] == other[3][i]["TimeLimit.truncated"]
    print(f"{name}: our VecEnv is SB3's, step for step: 1,000 steps, {ends} episodes")


if __name__ == "__main__":
    main()
