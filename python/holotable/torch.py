"""A trained network as a torch module, and back: to look into it, to fine-tune it, to train it by another learner.

Needs torch and safetensors, as ``holotable[torch]`` brings them.

>>> from holotable.torch import PolicyValueNet
>>> net = PolicyValueNet.load("runs/first")
>>> logits, value = net(torch.from_numpy(agent.features(state))[None], torch.from_numpy(agent.prior(state))[None])
>>> ...  # gradient steps
>>> net.save("runs/tuned")  # a checkpoint: an agent by its folder, or start_from of another run
"""

import os
from importlib import import_module
from typing import Any

from . import _native, checkpoint
from .rows import named

try:
    # By name, as type checkers take `torch` for this module where the library is not installed.
    torch: Any = import_module("torch")
    stored: Any = import_module("safetensors.torch").load_file
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(f"{e.name} is missing: pip install 'holotable[torch]'", name=e.name) from e

functional: Any = torch.nn.functional


def load_file(path: Any) -> dict[str, Any]:
    """The arrays of a file, which may hold half precision, in single precision."""
    return {name: array.float() for name, array in stored(path).items()}


class PolicyValueNet(torch.nn.Module):
    """The policy and value network of a checkpoint, with its weights as parameters of the same names (dots as underscores).

    Attributes:
        checkpoint: the :class:`holotable.checkpoint.Checkpoint` that it comes from: game, layout of the inputs, form.
    """

    def __init__(self, source: checkpoint.Checkpoint, weights: dict[str, Any]) -> None:
        super().__init__()
        self.checkpoint = source
        network = source.network
        self._activate: Any = {"relu": torch.relu, "tanh": torch.tanh}[network["activation"]]
        self._names = dict(zip((name.replace(".", "_") for name in weights), weights, strict=True))
        for attribute, name in self._names.items():
            self.register_parameter(attribute, torch.nn.Parameter(weights[name].clone()))
        self._blocks, self._kinds = named(source.layout) if network.get("row_width") else ([], [])
        for kind in self._kinds:
            for view in kind.views:
                pairs = torch.from_numpy(view.pairs)
                self.register_buffer(f"pairs_{kind.name}_{view.block.name}", pairs, persistent=False)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> "PolicyValueNet":
        """The network of a checkpoint folder, or of the best one of a training run.

        Raises:
            ValueError: no checkpoint, a damaged one, one of another game, version or data set, or one of a network that
                chooses by subgoals.
        """
        source = checkpoint.read(folder)
        source.must_choose_actions("PolicyValueNet")
        weights = source.weights(load_file)
        # Those of the learner's past selves and Adam's moments are no parameters.
        heads = ("trunk.", "policy.", "value.", "prior.", "rows.", "named.")
        return cls(source, {name: array for name, array in weights.items() if name.startswith(heads)})

    def forward(self, observation: Any, prior: Any = None) -> tuple[Any, Any]:
        """Logits of all actions, float32 of shape (N, actions), legal or not, and logits of the chances to win, float32 of shape
        (N,): ``torch.sigmoid`` makes chances of these.

        Args:
            observation: float32 of shape (N, inputs), as :meth:`holotable.Agent.features` has them.
            prior: float32 of shape (N, actions), as :meth:`holotable.Agent.prior` has it, for a network that takes one.

        Raises:
            ValueError: a prior is missing, or the network takes none.
        """
        takes = self.checkpoint.network["prior"]
        if takes != (prior is not None):
            raise ValueError("the network takes a prior, but there is none" if takes else "the network takes no prior")
        x = torch.cat([observation, prior], dim=1) if takes else observation
        for i in range(len(self.checkpoint.network["hidden_sizes"])):
            x = self._activate(x @ self._get(f"trunk.{i}.weight") + self._get(f"trunk.{i}.bias"))
        logits = functional.linear(x, self._get("policy.weight"), self._get("policy.bias"))
        if self._kinds:
            logits = logits + self._by_rows(observation, x)
        if takes:
            logits = logits + prior * self._get("prior.gain")
        return logits, x @ self._get("value.weight") + self._get("value.bias")

    def _by_rows(self, observation: Any, hidden: Any) -> Any:
        """What the rows that actions name add to their logits, float32 of shape (N, actions)."""
        encoded = {}
        for block in self._blocks:
            rows = observation[:, block.start : block.start + block.rows * block.fields].unflatten(1, (block.rows, -1))
            at = f"rows.{block.name}"
            encoded[block.name] = torch.relu(rows @ self._get(f"{at}.weight") + self._get(f"{at}.bias"))
        logits = hidden.new_zeros(len(hidden), self.checkpoint.layout["actions"])
        for kind in self._kinds:
            at = f"named.{kind.name}"
            total = (hidden @ self._get(f"{at}.context.weight") + self._get(f"{at}.context.bias"))[:, None]
            for view in kind.views:
                seen = encoded[view.block.name] @ self._get(f"{at}.{view.block.name}.weight")
                total = total + getattr(self, f"pairs_{kind.name}_{view.block.name}") @ seen
            logits[:, kind.start : kind.start + kind.actions] = torch.relu(total) @ self._get(f"{at}.score")
        return logits

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes a checkpoint with these weights: it plays by the name of its folder, and ``start_from`` goes on from it.

        Raises:
            ValueError: weights that are not finite, or a folder that cannot be written.
        """
        arrays = [
            (name, self._get(name).detach().cpu().to(torch.float32).contiguous().numpy()) for name in self._names.values()
        ]
        _native.save_weights(self.checkpoint.game, os.fspath(self.checkpoint.folder), os.fspath(folder), arrays)

    def _get(self, name: str) -> Any:
        return getattr(self, name.replace(".", "_"))
