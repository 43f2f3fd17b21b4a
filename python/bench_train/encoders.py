"""The other network: each card on the table or on the team goes through a small encoder that its kind shares.

Which parts of an observation are cards says the layout: the blocks with several rows of many fields. Their rows stay
in order, side by side, since actions name cards by their place. Blocks of narrow rows (tokens, dice, a flag for each
card by number) go on as they are: for those the first layer is a table of embeddings already.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import torch
from network import Network, linear
from torch import nn

import holotable as ht

MANY = 8
"""Rows of more fields than these are cards."""


class Encoder(nn.Module):
    """Rows of ``fields`` values each to ``width`` values each, all by the same weights."""

    def __init__(self, rows: int, fields: int, width: int) -> None:
        super().__init__()
        self.shape = rows, fields
        self.layers = nn.Sequential(linear(fields, width, 2**0.5), nn.ReLU())

    def forward(self, block: torch.Tensor) -> torch.Tensor:
        return self.layers(block.unflatten(1, self.shape)).flatten(1)


class Encoded(Network):
    """The plain network behind encoders, one for each block of cards."""

    def __init__(self, game: ht.Game, hidden_sizes: tuple[int, ...], width: int) -> None:
        inputs, outputs, encoders = zip(*_pieces(game.layout()["observation_blocks"], width), strict=True)
        super().__init__(sum(outputs), game.num_actions, hidden_sizes)
        self.inputs, self.encoders = inputs, nn.ModuleList(encoders)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of shape (rows, actions) and (rows,)."""
        pieces = zip(self.encoders, obs.split(self.inputs, 1), strict=True)
        return super().forward(torch.cat([encoder(piece) for encoder, piece in pieces], 1), mask)


def _pieces(blocks: list[dict[str, Any]], width: int) -> Iterator[tuple[int, int, nn.Module]]:
    """The observation in pieces, as few as can be: values, what they become, and by which module."""
    for cards, some in groupby(blocks, key=lambda block: block["rows"] > 1 and len(block["fields"]) > MANY):
        shapes = [(block["rows"], len(block["fields"])) for block in some]
        if cards:
            yield from ((rows * fields, rows * width, Encoder(rows, fields, width)) for rows, fields in shapes)
        else:
            values = sum(rows * fields for rows, fields in shapes)
            yield values, values, nn.Identity()
