"""How much of an iteration is matrix multiplication that the hardware cannot avoid.

Counted are the products of PPO's forward and backward passes, in single precision, at the best rate that torch's
own sgemm reaches here on each shape; not counted are the environment, activations, losses, sampling and Adam.
"""

import time
from dataclasses import dataclass

import torch
from setting import GAME, Setting

import holotable as ht

SECONDS = 0.2


@dataclass(frozen=True)
class Work:
    """Seconds of matrix products in an iteration."""

    dense: float
    """All inputs and all actions, as a framework multiplies them: an upper bound."""
    sparse: float
    """Only non-zero inputs and legal actions, at the same rates: what has to be multiplied."""


def work(setting: Setting, inputs: int, actions: int, filled: float, legal: float) -> Work:
    """The products of an iteration; ``filled`` and ``legal`` are the shares of non-zero inputs and legal actions."""
    first, second = setting.hidden_sizes
    # The rows of the weights, their columns (the value is one more action), the share that has to be multiplied.
    layers = [(inputs, first, filled), (first, second, 1.0), (second, actions + 1, legal)]
    batches = setting.num_epochs * setting.decisions / setting.minibatch_size
    dense = sparse = 0.0
    for place, (rows, columns, share) in enumerate(layers):
        play = seconds(setting.num_envs, rows, columns)
        forward = seconds(setting.minibatch_size, rows, columns)
        by_weights = seconds(rows, setting.minibatch_size, columns, turned=True)
        # Nobody asks for the slopes by the observations.
        by_inputs = seconds(setting.minibatch_size, columns, rows) if place else 0.0
        layer = setting.rollout_steps * play + batches * (forward + by_weights + by_inputs)
        dense, sparse = dense + layer, sparse + share * layer
    return Work(dense, sparse)


def seconds(m: int, k: int, n: int, turned: bool = False) -> float:
    """The least time of a product of m x k by k x n; ``turned``: the left one is kept as its transpose."""
    left = torch.randn(k, m).t() if turned else torch.randn(m, k)
    right, out = torch.randn(k, n), torch.empty(m, n)
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for _ in range(4):
            torch.mm(left, right, out=out)
        best = min(best, (time.perf_counter() - begin) / 4)
    return best


def shares(setting: Setting) -> tuple[int, int, float, float]:
    """Inputs, actions, and the mean shares of non-zero inputs and of legal actions while playing at random."""
    envs = ht.VectorEnv(GAME, 256, **setting.options)
    obs, _ = envs.reset(seed=setting.seed)
    rng, filled, legal, steps = torch.Generator().manual_seed(setting.seed), 0.0, 0.0, 200
    for _ in range(steps):
        masks = torch.from_numpy(envs.action_masks()).float()
        filled += float((obs != 0).mean()) / steps
        legal += float(masks.mean()) / steps
        obs, *_ = envs.step(torch.multinomial(masks, 1, generator=rng).squeeze(1).numpy())
    return obs.shape[1], masks.shape[1], filled, legal
