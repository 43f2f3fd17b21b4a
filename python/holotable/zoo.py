"""PettingZoo: every seat an agent. Needs the extra ``holotable[pettingzoo]``."""

import os
import random
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

try:
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as e:
    raise ModuleNotFoundError("pettingzoo is missing: pip install 'holotable[pettingzoo]'") from e

from gymnasium import Space
from gymnasium.spaces import Box

from . import spaces
from ._native import Episode, Game, State
from ._pickle import HasEpisode
from .gym import Illegal, as_game, check_reset_options
from .render import MODES, Renders, show

Dict = dict[str, Any]


class _Seats(HasEpisode):
    """What the two environments share: an episode, and what each seat sees of it."""

    metadata: dict[str, Any]
    passes = False
    """Whether there is one action more, to pass."""

    def _set_up(
        self,
        game: str | Game,
        obs: Literal["dict", "flat"],
        illegal: Illegal,
        penalty: float,
        skip_forced: bool,
        max_decisions: int,
        max_cycles: int | None,
        render_mode: str | None,
        data: str | os.PathLike[str] | None,
        options: dict[str, int | bool | str],
    ) -> None:
        self.game = as_game(game, data, options)
        if max_cycles is not None and max_decisions:
            raise ValueError(f"max_cycles is {max_cycles}, but max_decisions is {max_decisions}: give one of them")
        self.metadata = {
            "render_modes": ["human", *MODES],
            "name": f"{self.game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.render_mode = render_mode
        if render_mode != "human":
            Renders.check_render_mode(render_mode)
        self.possible_agents = [f"player_{i}" for i in range(self.game.num_players)]
        self.agents: list[str] = []
        self._seat = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: spaces.of_form(self.game, obs, passes=self.passes) for a in self.possible_agents}
        self.action_spaces = {a: spaces.actions(self.game, passes=self.passes) for a in self.possible_agents}
        one = spaces.observation(self.game)
        self.state_space = Box(
            np.tile(one.low, self.game.num_players), np.tile(one.high, self.game.num_players), dtype=np.float32
        )
        self._nested = obs == "dict"
        self._made = {
            "illegal": illegal,
            "penalty": penalty,
            "skip_forced": skip_forced,
            "max_decisions": max_decisions if max_cycles is None else max_cycles,
        }
        self._episode = Episode(self.game, **self._made)
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent's observations look like; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """An agent's actions; the same object at every call."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What an agent may know now, with its mask where observations are dicts."""
        seen = self._episode.observe(self._seat[agent])
        return {"observation": seen, "action_mask": self.action_mask(agent)} if self._nested else seen

    def action_mask(self, agent: str) -> npt.NDArray[np.int8]:
        """1 for each action that an agent may choose: all 1 while it is not its turn, never all 0."""
        if self._seat[agent] == self._episode.player:
            return self._episode.action_mask()
        return np.ones(self.game.num_actions, np.int8)

    def state(self) -> npt.NDArray[np.float32]:
        """What every seat sees, one after the other: float32 of shape ``state_space.shape``."""
        return np.concatenate([self._episode.observe(i) for i in range(self.game.num_players)])

    def position(self) -> State:
        """A copy of the position, generator included."""
        return self._episode.state()

    def render(self) -> Any:
        """The table in words or as a picture; ``human`` prints the words."""
        if self.render_mode == "human":
            print(self._episode.state())
            return None
        return show(self._episode.state(), self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        # PettingZoo's checkers pass an option that no environment knows, so those that are no option of the game are ignored.
        known = ("state", *self.game.options)
        state, game = check_reset_options({k: v for k, v in (options or {}).items() if k in known}, self.game)
        other = seed is None and game != self.game
        _, self._info = self._restart(self._seeds.getrandbits(32) if other else seed, state, game)
        if seed is not None:
            self._seeds.seed(int(seed))
        self.agents = self.possible_agents.copy()

    @property
    def acting(self) -> str:
        """The agent whose turn it is."""
        return self.possible_agents[self._episode.player]

    def _infos(self) -> dict[str, dict[str, Any]]:
        # TorchRL's wrapper insists on numbers and arrays before the end, and on the mask in one place only.
        over = self._episode.terminated or self._episode.truncated
        ending = {"ending": self._info["ending"]} if over else {}
        if self._nested:
            return {agent: dict(ending) for agent in self.agents}
        return {agent: {"action_mask": self.action_mask(agent), **ending} for agent in self.agents}

    def _all(self, value: bool) -> dict[str, bool]:
        return dict.fromkeys(self.agents, value)

    def _ended(self) -> dict[str, bool]:
        # An illegal action may end it for all.
        over, ended = self._episode.terminated, self._episode.ended
        return {agent: over or ended[self._seat[agent]] for agent in self.agents}

    def _rewards(self) -> dict[str, float]:
        rewards = self._episode.rewards
        return {agent: rewards[self._seat[agent]] for agent in self.agents}

    def _repr_html_(self) -> str:
        return self.position()._repr_html_()


class AEC(_Seats, AECEnv):
    """A game in turns: ``agent_selection`` decides, and every seat gets its reward.

    Agents are ``player_0``, ``player_1`` and so on. With ``obs="dict"`` (the default) an observation is a dict of
    ``observation`` (float32) and ``action_mask`` (int8); with ``obs="flat"`` it is the observation alone, and the mask
    is in ``infos``. At the end ``infos`` hold the ``ending``. In a co-operative game all seats share the result; in others
    a seat that is out is terminated then and there, with its reward, while the others play on.

    The other arguments are those of :class:`holotable.Env`; illegal actions raise unless told otherwise, and
    ``max_cycles`` is PettingZoo's word for ``max_decisions``. Where it is installed, ``pettingzoo.make("aec",
    "holotable/DarkSideRising-v0", players=3)`` makes one too.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        obs: Literal["dict", "flat"] = "dict",
        illegal: Illegal = "raise",
        penalty: float = -1.0,
        skip_forced: bool = True,
        max_decisions: int = 0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        **options: int | bool | str,
    ) -> None:
        super().__init__()
        self._set_up(game, obs, illegal, penalty, skip_forced, max_decisions, max_cycles, render_mode, data, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the first episode of ``seed``, or without one the next of the last seed; ``options`` as for :meth:`holotable.Env.reset`."""
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations, self.truncations = self._all(False), self._all(False)
        self.infos = self._infos()
        self.agent_selection = self.acting

    def step(self, action: int | None) -> None:
        """Plays an action of ``agent_selection``; None for an agent that is done.

        Raises:
            IllegalActionError: unless ``illegal`` says otherwise; nothing has changed.
            ValueError, TypeError: no number of an action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        *_, truncated, self._info = self._episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self.terminations, self.truncations = self._ended(), self._all(truncated)
        self.infos = self._infos()
        self.agent_selection = self.acting
        self._accumulate_rewards()
        self._deads_step_first()

    def __str__(self) -> str:
        return self.metadata["name"]


class Parallel(_Seats, ParallelEnv):
    """The same game for libraries in which all agents step at once: one of them decides, the others pass.

    Every agent of ``agents`` gives an action and gets an observation and a reward. The action ``game.num_actions`` is to
    pass, the only legal one of an agent whose turn it is not; :attr:`acting` says whose turn it is, and whatever the
    others give is taken as a pass. A seat that is out leaves ``agents``. Arguments as for :class:`AEC`.
    """

    passes = True

    def __init__(
        self,
        game: str | Game,
        *,
        obs: Literal["dict", "flat"] = "dict",
        illegal: Illegal = "raise",
        penalty: float = -1.0,
        skip_forced: bool = True,
        max_decisions: int = 0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        **options: int | bool | str,
    ) -> None:
        self._set_up(game, obs, illegal, penalty, skip_forced, max_decisions, max_cycles, render_mode, data, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts the first episode of ``seed``, or without one the next of the last seed; ``options`` as for :meth:`holotable.Env.reset`."""
        self._begin(seed, options)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[Dict, dict[str, float], dict[str, bool], dict[str, bool], Dict]:
        """Plays the action of the agent whose turn it is; raises as :meth:`AEC.step`.

        Returns:
            observations, rewards, terminations, truncations, infos by agent.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        if self.acting not in actions:
            raise ValueError(f"it is the turn of {self.acting}, who is not among {sorted(actions)}")
        action = actions[self.acting]
        passed = action == self.game.num_actions
        *_, truncated, self._info = self._episode.miss() if passed else self._episode.step(action)
        ended = self._ended()
        out = self._observations(), self._rewards(), ended, self._all(truncated), self._infos()
        self.agents = [] if truncated else [agent for agent in self.agents if not ended[agent]]
        return out

    def action_mask(self, agent: str) -> npt.NDArray[np.int8]:
        """1 for each action that an agent may choose: to pass alone while it is not its turn, never all 0."""
        mask = np.zeros(self.game.num_actions + 1, np.int8)
        if self._seat[agent] == self._episode.player or not self.agents:
            mask[:-1] = super().action_mask(agent)
        else:
            mask[-1] = 1
        return mask

    def _observations(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def __str__(self) -> str:
        return self.metadata["name"]
