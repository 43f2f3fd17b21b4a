"""What a network on torch may have in place of its first layer, and how large a network is."""

import numpy as np
import torch
from ppo import linear
from torch import nn


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


def parameters(module: nn.Module) -> int:
    """How many numbers are learnt."""
    return sum(p.numel() for p in module.parameters())
