"""One environment for Gymnasium, and the registration of all games."""

import os
import secrets
import warnings
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt

from . import players, spaces
from ._native import Episode, Game, GameOverError, State, games
from ._pickle import HasEpisode
from ._spec import HasSpec
from .render import Renders

Illegal = Literal["raise", "penalty", "noop", "terminate"]
Seat = int | Literal["alternate", "random"]


class OpponentWarning(UserWarning):
    """One agent is trained for all sides of a competitive game; name an ``opponent``."""


def env_id(game: str) -> str:
    """The id of a game in Gymnasium's registry: ``dark_side_rising`` is ``holotable/DarkSideRising-v0``."""
    return f"holotable/{''.join(word.capitalize() for word in game.split('_'))}-v0"


def register_envs() -> None:
    """Registers every game with Gymnasium; ``import holotable`` does it."""
    for game in games():
        if env_id(game["name"]) not in gymnasium.registry:
            gymnasium.register(
                env_id(game["name"]),
                entry_point="holotable.gym:Env",
                vector_entry_point="holotable.vector:VectorEnv",
                kwargs={"game": game["name"]},
            )


def register_pettingzoo() -> None:
    """Registers every game with PettingZoo too, where it is installed and has a registry."""
    try:
        from pettingzoo import register
        from pettingzoo.env_registry.registration import aec_registry, parallel_registry
    except ImportError:
        return
    for game in games():
        name, kwargs = env_id(game["name"]), {"game": game["name"]}
        if name not in aec_registry:
            register("aec", name, "holotable.zoo:AEC", kwargs=kwargs)
        if name not in parallel_registry:
            register("parallel", name, "holotable.zoo:Parallel", kwargs=kwargs)


class Env(HasSpec, HasEpisode, Renders, gymnasium.Env[Any, np.int64]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A game in which one agent decides for one seat against an opponent, or without one for every seat in turn.

    An observation is what the acting seat sees: float32 of shape ``(game.observation_size,)``, or with
    ``obs="dict"`` a dict of it (``observation``) and of the mask (``action_mask``). An action is a number below
    ``game.num_actions``. The reward is that of the seat that decided: +1 for a won game, -1 for a lost one,
    between for shares, 0 before the end; in a co-operative game all seats share it.

    With an ``opponent`` the episode is that of one seat: it plays all others between the decisions of that seat, which alone
    are asked for, rewarded and counted, and the episode ends when the result of that seat is final. Without one in a game of
    opponents the same agent moves for all sides and each reward is that of whoever moved last, which few learners are made
    for: :class:`OpponentWarning`.

    ``info`` has the same keys at every step: ``action_mask`` (int8 of shape ``(game.num_actions,)``; never all 0: all 1
    at the end), ``player`` (who acts now), ``illegal`` (whether the action was) and ``ending`` (a dict: ``reason``, the
    number in ``game.facts()["reasons"]`` or -1 before the end, and named counts).

    Args:
        game: the name of a game, or a :class:`Game` with its options.
        obs: ``"flat"`` or ``"dict"``.
        illegal: what an illegal action does. ``"penalty"``: nothing moves and the reward is ``penalty``;
            ``"noop"``: nothing moves and the reward is 0; ``"terminate"``: the episode ends with the reward ``penalty``;
            ``"raise"``: :class:`IllegalActionError`.
        penalty: the reward of an illegal action.
        opponent: who plays the other seats: any agent that :func:`holotable.load_agent` takes, a dict of agents by seat,
            or ``"self"`` for nobody, without a warning. In a co-operative game these are partners.
        seat: the seat that learns where there is an opponent: its number, ``"alternate"`` (the default: the next one in
            each episode) or ``"random"``.
        skip_forced: play moves without alternative at once instead of asking, where everybody can see that there is none.
        max_decisions: cut an episode (``truncated``) after this many decisions, illegal ones included; 0 for never.
        render_mode: ``"ansi"`` for words, ``"rgb_array"`` for a picture (uint8 of shape ``(height, width, 3)``).
        data: a folder with another data set.
        options: the options of the game, as :func:`holotable.games` lists them.

    Raises:
        ValueError: an unknown game or agent, or a value outside its range.
        TypeError: an unknown option, or one that is no number, flag or string.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        obs: Literal["flat", "dict"] = "flat",
        illegal: Illegal = "penalty",
        penalty: float = -1.0,
        opponent: Any = None,
        seat: Seat | None = None,
        skip_forced: bool = True,
        max_decisions: int = 0,
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        **options: int | bool | str,
    ) -> None:
        self.game = as_game(game, data, options)
        warn_of_no_opponent(self.game, opponent)
        self.render_mode = self.check_render_mode(render_mode)
        self.observation_space = spaces.of_form(self.game, obs)
        self.action_space = spaces.actions(self.game)
        self._made = {
            "illegal": illegal,
            "penalty": penalty,
            "skip_forced": skip_forced,
            "max_decisions": max_decisions,
            "nested": obs == "dict",
            **players.against(opponent, seat, self.game),
        }
        self._episode = Episode(self.game, **self._made)
        self._begun = False

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action of the acting seat.

        Args:
            action: a whole number below ``game.num_actions``.

        Returns:
            observation, reward, terminated, truncated, info; see the class.

        Raises:
            GameOverError: the episode is over.
            IllegalActionError: with ``illegal="raise"``, naming the action and the rule.
            ValueError, TypeError: no number of an action.
        """
        return self._episode.step(action)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts the first episode of ``seed``, or without one the next episode of the last seed; the very first reset
        draws one, which ``np_random_seed`` tells.

        ``options={"state": state}`` starts in a :class:`State` of the same game instead, with its generator if it
        has one. Options of the game, such as ``options={"imperials": 3}``, hold from this episode on, if observations and actions
        mean the same under them. Without a seed, an episode under other options than before has one that ``np_random`` draws.

        Raises:
            ValueError: an unknown option or value, one for which another environment has to be made, or a state of another game.
            GameOverError: in the state the game is over, or the result of the seat that learns is final before it is asked.
        """
        state, game = check_reset_options(options, self.game)
        if seed is None and not self._begun:
            seed = fresh_seed()
        other = seed is None and game != self.game
        begun = self._restart(int(self.np_random.integers(2**32)) if other else seed, state, game)
        super().reset(seed=seed)
        self._begun = True
        return begun

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as bool of shape ``(game.num_actions,)``; what sb3-contrib asks for."""
        return self._episode.action_masks()

    def state(self) -> State:
        """A copy of the position, generator included: what it does is what the environment would do."""
        return self._episode.state()

    def close(self) -> None:
        """Nothing is left open."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Env":
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__setstate__(self.__getstate__())
        return twin

    def _repr_html_(self) -> str:
        return self.state()._repr_html_()


def fresh_seed() -> int:
    """A seed of the system's entropy, small enough to be written down."""
    return secrets.randbits(32)


def warn_of_no_opponent(game: Game, opponent: Any) -> None:
    """Warns where one agent is to move for all sides of a competitive game."""
    if opponent is None and len(set(game.facts()["teams"])) > 1:
        line = f"one agent moves for all sides of {game.name}; name an opponent such as 'random', or 'self' if that is meant"
        warnings.warn(line, OpponentWarning, stacklevel=3)


def as_game(game: str | Game, data: str | os.PathLike[str] | None = None, options: dict[str, Any] | None = None) -> Game:
    """A game by name with options, or one that has them already."""
    options = options or {}
    if isinstance(game, str):
        return Game(game, data=data, **options)
    if not isinstance(game, Game):
        raise TypeError(f"game must be a name or a Game, not {type(game).__name__}")
    if options or data is not None:
        raise ValueError(f"{game!r} has its options already; give a name to choose {sorted(options) or 'data'}")
    return game


def check_reset_options(options: dict[str, Any] | None, game: Game) -> tuple[State | None, Game]:
    """The state in which to start, if one is given, and the rules from then on."""
    given = dict(options or {})
    state = given.pop("state", None)
    game = with_options(game, given, "state")
    if state is None:
        return None, game
    if not isinstance(state, State):
        raise TypeError(f"reset option 'state' must be a State, not {type(state).__name__}")
    if state.game != game:
        raise ValueError("the state is of another game, or of other options or data, than the environment")
    if state.is_terminal():
        raise GameOverError("an episode cannot start in a state whose game is over")
    return state, game


def with_options(game: Game, given: dict[str, Any], beside: str) -> Game:
    """The same game with some options changed, where what is observed and done means the same; ``beside`` is what a reset takes too."""
    for key in given:
        if key not in game.options:
            known = ", ".join(repr(name) for name in (beside, *game.options))
            raise ValueError(f"unknown reset option {key!r}; there are {known}")
    if not given:
        return game
    changed = Game(game.name, data=game.data, **{**game.options, **given})
    if any(changed.facts()[key] != game.facts()[key] for key in ("layout_hash", "teams")):
        words = ", ".join(f"{key}={value!r}" for key, value in given.items())
        raise ValueError(f"with {words} observations or seats are others: make another environment instead of a reset")
    return changed
