"""PPO in one file in the manner of CleanRL (Huang et al. 2022, JMLR 23), with masks, on our ``VectorEnv``.

As well made as such loops are: tensors made once, no gradients while playing, sums by torch throughout.
"""

import time

import torch
from network import Network
from setting import GAME, Setting
from torch import nn

import holotable as ht


class Loop:
    """The environments, the network, and the tensors of a rollout of ``rollout_steps`` by ``num_envs``."""

    name = "CleanRL-style loop, our VectorEnv"
    bag = False
    """Whether the first layer is an ``EmbeddingBag``."""

    def __init__(self, setting: Setting) -> None:
        torch.manual_seed(setting.seed)
        self.setting = setting
        self.envs = ht.VectorEnv(GAME, setting.num_envs, autoreset_mode="SameStep", **setting.options)
        steps, envs = setting.rollout_steps, setting.num_envs
        inputs, actions = self.envs.game.observation_size, self.envs.game.num_actions
        self.network = Network(inputs, actions, setting.hidden_sizes, bag=self.bag)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=setting.learning_rate, eps=1e-5, fused=True)
        self.obs = torch.zeros(steps, envs, inputs)
        self.masks = torch.zeros(steps, envs, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, envs, dtype=torch.int64)
        self.log_probs, self.rewards, self.ends, self.values, self.advantages = torch.zeros(5, steps, envs)
        obs, _ = self.envs.reset(seed=setting.seed)
        self.now = torch.from_numpy(obs), torch.from_numpy(self.envs.action_masks())

    def iterate(self, n: int) -> float:
        """Seconds of ``n`` iterations."""
        begin = time.perf_counter()
        for _ in range(n):
            self.appraise(self.play())
            self.learn()
        return time.perf_counter() - begin

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Fills the tensors; the values of where the games stand then."""
        for t in range(self.setting.rollout_steps):
            self.obs[t], self.masks[t] = self.now
            log_probs, self.values[t] = self.network(*self.now)
            self.actions[t] = torch.multinomial(log_probs.exp(), 1).squeeze(1)
            self.log_probs[t] = log_probs.gather(1, self.actions[t].unsqueeze(1)).squeeze(1)
            obs, rewards, terminated, truncated, _ = self.envs.step(self.actions[t].numpy())
            self.rewards[t] = torch.from_numpy(rewards)
            self.ends[t] = torch.from_numpy(terminated | truncated)
            self.now = torch.from_numpy(obs), torch.from_numpy(self.envs.action_masks())
        return self.network(*self.now)[1]

    @torch.no_grad()
    def appraise(self, following: torch.Tensor) -> None:
        """Generalised advantage estimation (arXiv:1506.02438), all environments at once."""
        s, trace = self.setting, torch.zeros(self.setting.num_envs)
        for t in reversed(range(s.rollout_steps)):
            goes_on = 1 - self.ends[t]
            delta = self.rewards[t] + s.gamma * following * goes_on - self.values[t]
            trace = delta + s.gamma * s.gae_lambda * goes_on * trace
            self.advantages[t], following = trace, self.values[t]

    def learn(self) -> None:
        """Passes over the rollout in shuffled minibatches."""
        s = self.setting
        obs, masks = self.obs.flatten(0, 1), self.masks.flatten(0, 1)
        actions, old = self.actions.flatten().unsqueeze(1), self.log_probs.flatten()
        advantages, returns = self.advantages.flatten(), (self.advantages + self.values).flatten()
        for _ in range(s.num_epochs):
            for rows in torch.randperm(s.decisions).split(s.minibatch_size):
                log_probs, values = self.network(obs[rows], masks[rows])
                ratio = (log_probs.gather(1, actions[rows]).squeeze(1) - old[rows]).exp()
                advantage = advantages[rows]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                kept = ratio.clamp(1 - s.clip_range, 1 + s.clip_range)
                policy_loss = -torch.min(ratio * advantage, kept * advantage).mean()
                value_loss = 0.5 * (values - returns[rows]).square().mean()
                entropy = -(log_probs.exp() * log_probs).sum(1).mean()
                loss = policy_loss - s.ent_coef * entropy + s.vf_coef * value_loss
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), s.max_grad_norm)
                self.adam.step()


class BagLoop(Loop):
    """The same, skipping zeros as one can on torch."""

    name = "the same loop, EmbeddingBag first"
    bag = True
