"""Many machines, by Ray: tournaments, comparisons, seasons, sweeps and games as data on a cluster, with the results of one program.

A game is a function of its rules, its options, its agents and a seed. So what travels is seeds one way and counts the other: a node
that dies costs the games that it was playing, which another one plays again, and every result is the one that a single program
finds, byte for byte, however many nodes there are. Nodes need this package with the extra ``holotable[ray]``, and no torch.

>>> import holotable.cluster
>>> report = holotable.cluster.tournament("rebellion_combat", ["expert", "greedy"], games=10_000, address="auto")

The same on the command line: ``python -m holotable.cluster tournament | compare | season | sweep | games --help``. What learns by RLlib is
in :mod:`holotable.cluster.rllib`.

A node plays only if it has what the caller has: the same version of this package, of the rules, of the data set and of every
checkpoint. Otherwise it is refused by its name. Paths are those of each node, and ``~`` is the home folder there.
"""

from .dataset import games
from .matches import compare, tournament
from .seasons import season
from .trials import sweep

__all__ = ["compare", "games", "season", "sweep", "tournament"]
