"""sb3-contrib's ``MaskablePPO``, as users write it and on our ``VecEnv``."""

import time

import torch
from ppo import trunk
from sb3_contrib import MaskablePPO
from setting import GAME, Setting
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

import holotable as ht
import holotable.sb3


class Trunk(BaseFeaturesExtractor):
    """Layers that policy and value share: ``net_arch`` has no way to say so any more, a features extractor has."""

    def __init__(self, space, hidden_sizes: tuple[int, ...]) -> None:
        super().__init__(space, hidden_sizes[-1])
        self.layers = trunk(space.shape[0], hidden_sizes)

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        return self.layers(obs)


class StableBaselines:
    """``MaskablePPO`` on some vector."""

    def __init__(self, setting: Setting, envs) -> None:
        s = setting
        self.setting = setting
        self.model = MaskablePPO(
            "MlpPolicy", envs, n_steps=s.rollout_steps, batch_size=s.minibatch_size, n_epochs=s.num_epochs,
            learning_rate=s.learning_rate, gamma=s.gamma, gae_lambda=s.gae_lambda, clip_range=s.clip_range,
            ent_coef=s.ent_coef, max_grad_norm=s.max_grad_norm, seed=s.seed, device="cpu",
            vf_coef=s.vf_coef / 2,  # its value loss is the whole mean squared error, ours half of it
            policy_kwargs={
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {"hidden_sizes": s.hidden_sizes},
                "net_arch": [],
            },
        )  # fmt: skip

    @property
    def network(self) -> torch.nn.Module:
        return self.model.policy

    def iterate(self, n: int) -> float:
        """Seconds of ``n`` iterations."""
        begin = time.perf_counter()
        self.model.learn(n * self.setting.decisions, reset_num_timesteps=False)
        return time.perf_counter() - begin


class OnDummyVecEnv(StableBaselines):
    """As users write it: ``gymnasium.make`` in a ``DummyVecEnv``."""

    name = "MaskablePPO, DummyVecEnv"

    def __init__(self, setting: Setting) -> None:
        made = {"vec_env_cls": DummyVecEnv, "seed": setting.seed, "env_kwargs": setting.options}
        super().__init__(setting, make_vec_env(ht.env_id(GAME), setting.num_envs, **made))


class OnOurVecEnv(StableBaselines):
    """On the Rust vector."""

    name = "MaskablePPO, our VecEnv"

    def __init__(self, setting: Setting) -> None:
        envs = holotable.sb3.VecEnv(GAME, setting.num_envs, seed=setting.seed, **setting.options)
        super().__init__(setting, envs)
