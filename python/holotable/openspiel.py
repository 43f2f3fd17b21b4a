"""OpenSpiel: a game of holotable as a game of ``pyspiel``, for its bots and its algorithms. Needs open_spiel.

>>> import pyspiel
>>> from open_spiel.python.algorithms import mcts
>>> from holotable.openspiel import load_game
>>> game = load_game("rebellion_combat", scenario="skirmish")
>>> state = game.new_initial_state()

Chance has nodes of its own: what follows an action with several results is a chance node with their exact probabilities.
How a game is set up is one too where there are several starts.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import pyspiel  # pyright: ignore[reportMissingImports]
except ModuleNotFoundError as e:
    raise ModuleNotFoundError("pyspiel is missing: pip install open_spiel", name=e.name) from e

from ._native import Game, State, TooManyOutcomesError
from .gym import as_game


def load_game(
    game: str | Game,
    *,
    starts: int | Sequence[State] = 1,
    limit: int = 1000,
    samples: int = 64,
    zero_sum: bool = True,
    data: str | os.PathLike[str] | None = None,
    **options: int | bool | str,
) -> "SpielGame":
    """A game for OpenSpiel.

    Args:
        game: the name of a game, or a :class:`Game` with its options.
        starts: where games begin, all equally likely: states, or so many set-ups, those of the seeds 0, 1 and so on.
        limit: how many results an action may have to be enumerated with their exact probabilities.
        samples: for an action with more results, how many are drawn in their stead, all equally likely.
        zero_sum: whether one of two opponents loses what the other wins; where that proves wrong, :meth:`SpielState.returns`
            raises ValueError.
        data, options: as for :class:`holotable.Env`.

    Raises:
        ValueError, TypeError: as :class:`holotable.Env`; or a number below 1.
    """
    of = as_game(game, data, options)
    for name, number in (("limit", limit), ("samples", samples)):
        if number < 1:
            raise ValueError(f"{name} is {number} but must be at least 1")
    if isinstance(starts, int):
        starts = [of.new_state(seed) for seed in range(starts)]
    if not starts:
        raise ValueError("there must be at least one start")
    for state in starts:
        if state.game != of:
            raise ValueError("a start is of another game, or of other options or data")
    return SpielGame(of, [state.clone(generator=False) for state in starts], limit, samples, zero_sum)


class SpielGame(pyspiel.Game):
    """A game with its options and what is chance in it."""

    def __init__(self, game: Game, starts: list[State], limit: int, samples: int, zero_sum: bool) -> None:
        self.game, self.starts, self.limit, self.samples = game, starts, limit, samples
        facts = game.facts()
        teams = len(set(facts["teams"]))
        utility = pyspiel.GameType.Utility
        self.zero_sum = zero_sum and teams == game.num_players == 2
        opponents = utility.ZERO_SUM if self.zero_sum else utility.GENERAL_SUM
        kind = pyspiel.GameType(
            short_name=f"holotable_{game.name}",
            long_name=f"holotable: {game.name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=utility.IDENTICAL if teams == 1 else opponents,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=game.num_players,
            min_num_players=game.num_players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=max(limit, samples, len(starts)),
            num_players=game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=facts["max_decisions"],
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> "SpielState":
        """The start: a chance node where there are several."""
        return SpielState(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielGame":
        return self

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a seat sees now, or with perfect recall all that it has seen and done."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.game.observation_size, recall)


@dataclass(frozen=True)
class Place:
    """Where a state stands. It never changes, so copies of states share it."""

    state: State
    """The position; at a chance node one of those that may follow."""
    results: tuple[tuple[float, State], ...]
    """What chance may lead to; empty where a seat decides and at the end."""
    memory: tuple[tuple[str, ...], ...]
    """What each seat saw and did at each of its decisions."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Place":
        return self


class SpielState(pyspiel.State):
    """A position, or the chance node that an action leads to; forced moves are played at once."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.of = game
        starts = [(1 / len(game.starts), start) for start in game.starts]
        self.place = self._reached(starts, ((),) * game.game.num_players)

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's numbers for chance and the end."""
        if self.place.results:
            return pyspiel.PlayerId.CHANCE
        player = self.place.state.current_player()
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.place.results and self.place.state.is_terminal()

    def returns(self) -> list[float]:
        """-1 lost to +1 won for each seat; 0 before the end."""
        if self.place.results:
            return [0.0] * self.of.game.num_players
        returns = self.place.state.returns()
        if self.of.zero_sum and abs(sum(returns)) > 1e-6:
            raise ValueError(f"{self.of.game.name} is no zero-sum game, it ended with {returns}; say zero_sum=False")
        return returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the results with their probabilities."""
        return [(i, p) for i, (p, _) in enumerate(self.place.results)]

    def _legal_actions(self, player: int) -> list[int]:
        state = self.place.state
        return state.legal_actions() if player == state.current_player() else []

    def _apply_action(self, action: int) -> None:
        state, results, memory = self.place.state, self.place.results, self.place.memory
        if results:
            self.place = self._reached([(1.0, results[action][1])], memory)
            return
        player = state.current_player()
        assert player is not None, "OpenSpiel plays no action at the end"
        more = (*memory[player], f"{_digest(state, player)}:{action}")
        memory = (*memory[:player], more, *memory[player + 1 :])
        self.place = self._reached(self._after(state, action), memory)

    def _after(self, state: State, action: int) -> list[tuple[float, State]]:
        try:
            return state.outcomes(action, self.of.limit)
        except TooManyOutcomesError:
            start = state.clone()
            start.reseed(len(self.full_history()))
            drawn = [start.sample(action).clone(generator=False) for _ in range(self.of.samples)]
            return [(1 / len(drawn), one) for one in drawn]

    def _reached(self, results: list[tuple[float, State]], memory: tuple[tuple[str, ...], ...]) -> Place:
        """Where there is a choice next, be it of chance or of a seat, or the end."""
        while len(results) == 1:
            state = results[0][1]
            legal = state.legal_actions()
            if len(legal) != 1:
                return Place(state, (), memory)
            results = self._after(state, legal[0])
        return Place(results[0][1], tuple(results), memory)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"result {action}"
        return self.place.state.action_to_string(action)

    def __str__(self) -> str:
        results = self.place.results
        return f"{len(results)} results of chance" if results else str(self.place.state)


class Observer:
    """What OpenSpiel's algorithms read of a state."""

    def __init__(self, size: int, recall: bool) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}
        self.recall = recall

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a seat sees."""
        self.tensor[:] = state.place.state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """A digest of what a seat sees, with perfect recall after its memory: what it saw and did at each decision."""
        now = _digest(state.place.state, player)
        return "/".join([*state.place.memory[player], now]) if self.recall else now


def _digest(state: State, player: int) -> str:
    """Differs where what a seat sees or may do does."""
    seen = state.observation(player).tobytes()
    if state.current_player() == player:
        seen += state.action_mask().tobytes()
    return hashlib.blake2b(seen, digest_size=12).hexdigest()
