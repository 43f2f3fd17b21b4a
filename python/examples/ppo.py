"""``python python/examples/ppo.py``: PPO in one file, after CleanRL's, on ``holotable.VectorEnv`` with action masks.

It learns the task of ``configs/train/dark_side_rising_small.toml`` from nothing: two players, one Imperial to defeat. It needs
holotable and torch (``pip install holotable torch``), and some minutes on two cores. ``--help`` lists the options;
``--option imperials=2`` sets an option of the game. One network plays all seats, as suits games whose seats win together. In a game
of rivals give ``--opponent expert``: the network then plays one seat, and the expert the others.

The algorithm: Schulman et al. 2017 (arXiv:1707.06347) and 2015 (arXiv:1506.02438); its form: Huang et al. 2022, JMLR 23.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from itertools import pairwise

import numpy as np
import torch
from torch import nn

import holotable as ht


@dataclass(frozen=True)
class Args:
    """One task and one way to learn it, by the names of holotable's recipes."""

    game: str = "dark_side_rising"
    options: dict[str, str | int] = field(default_factory=lambda: {"players": 2, "imperials": 1})
    opponent: str | None = None
    total_steps: int = 2_400_000
    num_envs: int = 128
    rollout_steps: int = 64
    num_epochs: int = 4
    minibatch_size: int = 1024
    learning_rate: float = 3e-4
    gamma: float = 0.997
    gae_lambda: float = 0.95
    """By decision; in a recipe by turn."""
    clip_range: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    hidden_sizes: tuple[int, ...] = (64, 64)
    seed: int = 1
    threads: int = 2
    eval_every_updates: int = 49
    eval_games: int = 1000

    @property
    def decisions(self) -> int:
        """Decisions of an update: a rollout and the passes over it."""
        return self.num_envs * self.rollout_steps


EVAL_SEED = 1_000_000
"""The seed of the first game of an evaluation, far from those of training."""


def linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    """A layer with orthogonal weights and no bias at first."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def trunk(inputs: int, hidden_sizes: tuple[int, ...]) -> nn.Sequential:
    """The layers that policy and value share."""
    layers = [(linear(a, b, np.sqrt(2)), nn.ReLU()) for a, b in pairwise([inputs, *hidden_sizes])]
    return nn.Sequential(*[module for layer in layers for module in layer])


class Network(nn.Module):
    """Observations to log-probabilities, of illegal actions practically none, and values."""

    def __init__(self, inputs: int, actions: int, hidden_sizes: tuple[int, ...]) -> None:
        super().__init__()
        self.trunk = trunk(inputs, hidden_sizes)
        self.policy = linear(hidden_sizes[-1], actions, 0.01)
        self.value = linear(hidden_sizes[-1], 1, 1.0)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of shape (rows, actions) and (rows,)."""
        hidden = self.trunk(obs)
        logits = self.policy(hidden).masked_fill(~mask, -1e8)
        return logits.log_softmax(1), self.value(hidden).squeeze(1)


def vector(args: Args, num_envs: int) -> ht.VectorEnv:
    """Environments in which an episode that ends is followed by the next one in the same step: every step is a decision."""
    return ht.VectorEnv(args.game, num_envs, autoreset_mode="SameStep", opponent=args.opponent, **args.options)


class PPO:
    """The environments, the network, and the tensors of a rollout of ``rollout_steps`` by ``num_envs``."""

    def __init__(self, args: Args) -> None:
        torch.manual_seed(args.seed)
        self.args = args
        self.envs = vector(args, args.num_envs)
        steps, envs = args.rollout_steps, args.num_envs
        inputs, actions = self.envs.game.observation_size, self.envs.game.num_actions
        self.network = self.make_network(inputs, actions)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=args.learning_rate, eps=1e-5, fused=True)
        self.obs = torch.zeros(steps, envs, inputs)
        self.masks = torch.zeros(steps, envs, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, envs, dtype=torch.int64)
        self.log_probs, self.rewards, self.ends, self.values, self.advantages = torch.zeros(5, steps, envs)
        # Slot i plays the episodes of seed `args.seed + i`.
        obs, _ = self.envs.reset(seed=args.seed)
        self.now = torch.from_numpy(obs), torch.from_numpy(self.envs.action_masks())

    def make_network(self, inputs: int, actions: int) -> Network:
        return Network(inputs, actions, self.args.hidden_sizes)

    def update(self) -> None:
        """One rollout, and the passes over it."""
        self.estimate_advantages(self.play())
        self.learn()

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Fills the tensors; returns the values of the positions after them."""
        for t in range(self.args.rollout_steps):
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
    def estimate_advantages(self, following: torch.Tensor) -> None:
        """Generalised advantage estimation, all environments at once."""
        a, trace = self.args, torch.zeros(self.args.num_envs)
        for t in reversed(range(a.rollout_steps)):
            goes_on = 1 - self.ends[t]
            delta = self.rewards[t] + a.gamma * following * goes_on - self.values[t]
            trace = delta + a.gamma * a.gae_lambda * goes_on * trace
            self.advantages[t], following = trace, self.values[t]

    def learn(self) -> None:
        """Passes over the rollout in shuffled minibatches."""
        a = self.args
        obs, masks = self.obs.flatten(0, 1), self.masks.flatten(0, 1)
        actions, old = self.actions.flatten().unsqueeze(1), self.log_probs.flatten()
        advantages, returns = self.advantages.flatten(), (self.advantages + self.values).flatten()
        for _ in range(a.num_epochs):
            for rows in torch.randperm(len(obs)).split(a.minibatch_size):
                log_probs, values = self.network(obs[rows], masks[rows])
                ratio = (log_probs.gather(1, actions[rows]).squeeze(1) - old[rows]).exp()
                advantage = advantages[rows]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                clipped = ratio.clamp(1 - a.clip_range, 1 + a.clip_range)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
                value_loss = 0.5 * (values - returns[rows]).square().mean()
                entropy = -(log_probs.exp() * log_probs).sum(1).mean()
                loss = policy_loss - a.ent_coef * entropy + a.vf_coef * value_loss
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), a.max_grad_norm)
                self.adam.step()


LogProbs = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


@torch.no_grad()
def wins(log_probs: LogProbs, args: Args) -> int:
    """How many games of an evaluation the likeliest moves win: the first episode of as many seeds, all at once."""
    envs = vector(args, args.eval_games)
    obs, _ = envs.reset(seed=EVAL_SEED)
    open_, won = np.ones(args.eval_games, bool), 0
    while open_.any():
        scores = log_probs(torch.from_numpy(obs), torch.from_numpy(envs.action_masks()))
        obs, rewards, terminated, truncated, _ = envs.step(scores.argmax(1).numpy())
        won += int((open_ & (rewards > 0)).sum())
        open_ &= ~(terminated | truncated)
    return won


def parse(given: list[str] | None) -> Args:
    """An option for each field of ``Args``, and ``--option NAME=VALUE`` for the game."""
    parser = argparse.ArgumentParser(usage="%(prog)s [options]", description=__doc__.split("\n\n")[0])
    defaults = {f.name: f.default if f.default is not MISSING else f.default_factory() for f in fields(Args)}
    for name, default in defaults.items():
        if name == "options":
            parser.add_argument("--option", dest=name, action="append", metavar="NAME=VALUE", help=f"of the game ({default})")
        elif name == "hidden_sizes":
            parser.add_argument("--hidden-sizes", type=int, nargs="+", default=default, help="(%(default)s)")
        else:
            kind = type(default) if default is not None else str
            parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=default, help="(%(default)s)")
    args = vars(parser.parse_args(given))
    options = args["options"] or ()
    if unsaid := [option for option in options if "=" not in option]:
        parser.error(f"--option {unsaid[0]} must be NAME=VALUE")
    known = defaults["options"] if args["game"] == defaults["game"] else {}
    args["options"] = known | dict(option.split("=", 1) for option in options)
    try:
        ht.Game(args["game"], **args["options"])
    except (TypeError, ValueError) as e:
        parser.error(str(e))
    return Args(**{**args, "hidden_sizes": tuple(args["hidden_sizes"])})


def main(given: list[str] | None = None) -> float:
    """Trains, prints the learning curve, and returns the last win rate."""
    args = parse(given)
    torch.set_num_threads(args.threads)
    learner = PPO(args)
    updates, began, rate = max(1, args.total_steps // args.decisions), time.perf_counter(), 0.0
    print(f"{args.game} {args.options}: {updates} updates of {args.decisions:,} decisions each")
    for update in range(1, updates + 1):
        learner.update()
        if update == updates or update % args.eval_every_updates == 0:
            steps, seconds = update * args.decisions, time.perf_counter() - began
            rate = wins(lambda obs, mask: learner.network(obs, mask)[0], args) / args.eval_games
            print(f"{steps:>10,} decisions, {steps / seconds:>7,.0f} a second: wins {rate:.1%} of games", flush=True)
    return rate


if __name__ == "__main__":
    main()
