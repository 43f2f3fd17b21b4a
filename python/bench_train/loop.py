"""The example ``python/examples/ppo.py``, as it stands and with zeros skipped, as learners for the comparison."""

import time

from network import Bag
from ppo import PPO, Network
from setting import Setting


class Loop(PPO):
    """As well made as such loops are: tensors made once, no gradients while playing, sums by torch throughout."""

    name = "CleanRL-style loop, our VectorEnv"

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.setting = setting

    def iterate(self, n: int) -> float:
        """Seconds of ``n`` iterations."""
        begin = time.perf_counter()
        for _ in range(n):
            self.update()
        return time.perf_counter() - begin


class BagLoop(Loop):
    """The same, skipping zeros as one can on torch."""

    name = "the same loop, EmbeddingBag first"

    def make_network(self, inputs: int, actions: int) -> Network:
        network = super().make_network(inputs, actions)
        network.trunk[0] = Bag(inputs, self.args.hidden_sizes[0])
        return network
