"""Our network on torch: layers that policy and value share, and a head for each."""

from itertools import pairwise

import numpy as np
import torch
from torch import nn


def linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    """A layer with orthogonal weights and no bias at first."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def trunk(inputs: int, hidden_sizes: tuple[int, ...]) -> nn.Sequential:
    """The shared layers."""
    widths = [inputs, *hidden_sizes]
    layers = [(linear(a, b, np.sqrt(2)), nn.ReLU()) for a, b in pairwise(widths)]
    return nn.Sequential(*[module for layer in layers for module in layer])


class Bag(nn.Module):
    """A first layer that sums the rows of the inputs that are not 0, by ``EmbeddingBag``: what skipping zeros is on torch."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        first = linear(inputs, outputs, np.sqrt(2))
        self.rows = nn.EmbeddingBag.from_pretrained(first.weight.detach().T.contiguous(), freeze=False, mode="sum")
        self.bias = first.bias

    def forward(self, obs: torch.Tensor) -> torch.Tensor:
        places = obs.nonzero()
        counts = torch.bincount(places[:, 0], minlength=len(obs))
        offsets = counts.cumsum(0) - counts
        return self.rows(places[:, 1], offsets, per_sample_weights=obs[places[:, 0], places[:, 1]]) + self.bias


class Network(nn.Module):
    """Observations to log-probabilities (illegal actions masked) and values."""

    def __init__(self, inputs: int, actions: int, hidden_sizes: tuple[int, ...], *, bag: bool = False) -> None:
        super().__init__()
        self.trunk = trunk(inputs, hidden_sizes)
        if bag:
            self.trunk[0] = Bag(inputs, hidden_sizes[0])
        self.policy = linear(hidden_sizes[-1], actions, 0.01)
        self.value = linear(hidden_sizes[-1], 1, 1.0)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of shape (rows, actions) and (rows,)."""
        hidden = self.trunk(obs)
        logits = self.policy(hidden).masked_fill(~mask, -1e8)
        return logits.log_softmax(1), self.value(hidden).squeeze(1)


def parameters(module: nn.Module) -> int:
    """How many numbers are learnt."""
    return sum(p.numel() for p in module.parameters())
