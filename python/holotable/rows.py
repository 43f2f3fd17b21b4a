"""Which rows of the observation actions name: a network with a ``row_width`` scores actions by these rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Block:
    """A block of the observation that actions name rows of."""

    name: str
    start: int
    """Its first column in the observation."""
    rows: int
    fields: int
    """The columns of a row."""


@dataclass(frozen=True)
class View:
    """The rows of a block that a kind of actions names."""

    block: Block
    pairs: npt.NDArray[np.float32]
    """1 where an action names a row: float32 of shape (actions of the kind, rows)."""


@dataclass(frozen=True)
class Kind:
    """A kind of actions that name rows."""

    name: str
    start: int
    """Its first action."""
    actions: int
    views: list[View]


def named(layout: dict[str, Any]) -> tuple[list[Block], list[Kind]]:
    """The blocks that actions name rows of, and the kinds of these actions, in the order of the layout."""
    names = {names["block"]: names["rows"] for names in layout.get("relations", {}).get("names", [])}
    blocks, start = [], 0
    for block in layout["observation_blocks"]:
        rows, fields = block["rows"], len(block["fields"])
        if block["name"] in names:
            blocks.append(Block(block["name"], start, rows, fields))
        start += rows * fields
    kinds = []
    for kind in layout["action_blocks"]:
        first, count = kind["offset"], kind["len"]
        views = []
        for block in blocks:
            pairs = np.zeros((count, block.rows), np.float32)
            for action, row in names[block.name]:
                if first <= action < first + count:
                    pairs[action - first, row] += 1
            if pairs.any():
                views.append(View(block, pairs))
        if views:
            kinds.append(Kind(kind["name"], first, count, views))
    return blocks, kinds
