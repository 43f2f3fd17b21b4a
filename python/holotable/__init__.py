"""Tabletop games as exact, fast environments for reinforcement learning and search.

>>> import gymnasium, holotable as ht
>>> env = gymnasium.make("holotable/DarkSideRising-v0", players=2, imperials=7)
>>> obs, info = env.reset(seed=7)
>>> action = env.action_space.sample(mask=info["action_mask"])
>>> obs, reward, terminated, truncated, info = env.step(action)

- ``gymnasium.make`` and ``gymnasium.make_vec``: one environment, or many stepped together (:mod:`holotable.gym`,
  :mod:`holotable.vector`).
- :func:`aec_env` and :func:`parallel_env`: PettingZoo, with the extra ``holotable[pettingzoo]``.
- :class:`Game` and :class:`State`: search and analysis on the very object that learners train on.
- :func:`load_agent`, :func:`tournament` and :func:`compare`: who plays, how well, and who is better; your own agents too.
- :func:`solve`: best play in small positions, exactly, and what best replies gain against agents.
- :func:`train` and :func:`sweep`: the learner of ``holotable train``; :mod:`holotable.torch` and :mod:`holotable.onnx` take what it made elsewhere.
- :class:`Table`: a whole game or a position to step through in a notebook, or as one HTML file.
- :func:`plot`: learning curves of training runs, as a picture and as numbers.
- :func:`games`: what there is to play, with all options and agents.

Whatever is refused raises an exception of one line that says what to do, and changes nothing.
"""

import sys
from importlib.metadata import version

from ._native import (
    Agent,
    Game,
    GameOverError,
    IllegalActionError,
    State,
    TooManyOutcomesError,
    games,
    set_program,
)
from .agents import Adjusted, Comparison, Report, Row, Side, compare, load_agent, tournament
from .gym import Env, OpponentWarning, env_id, register_envs, register_pettingzoo
from .plot import Plot, plot
from .solving import Solution, solve
from .table import Table
from .training import Run, Sweep, sweep, train
from .vector import VectorEnv

__version__ = version("holotable")
__all__ = [
    "Adjusted",
    "Agent",
    "Comparison",
    "Env",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "OpponentWarning",
    "Plot",
    "Report",
    "Row",
    "Run",
    "Side",
    "Solution",
    "State",
    "Sweep",
    "Table",
    "TooManyOutcomesError",
    "VectorEnv",
    "aec_env",
    "compare",
    "env_id",
    "games",
    "load_agent",
    "parallel_env",
    "plot",
    "register_envs",
    "solve",
    "sweep",
    "tournament",
    "train",
]


def aec_env(game: str, **keywords):
    """A PettingZoo AEC environment; see :class:`holotable.zoo.AEC`."""
    from . import zoo

    return zoo.AEC(game, **keywords)


def parallel_env(game: str, **keywords):
    """A PettingZoo parallel environment; see :class:`holotable.zoo.Parallel`."""
    from . import zoo

    return zoo.Parallel(game, **keywords)


set_program([sys.executable, "-m", "holotable"])
register_envs()
register_pettingzoo()
