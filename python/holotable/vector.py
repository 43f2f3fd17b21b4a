"""Many environments stepped together in Rust, as Gymnasium's ``VectorEnv``."""

import os
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import players, spaces
from ._native import Batch, Game, State
from ._spec import HasSpec
from .gym import Illegal, Seat, as_game, fresh_seed, warn_of_no_opponent, with_options
from .render import Renders, show
from .sparse import csr

Bools = npt.NDArray[np.bool_]
INFOS = ("action_mask", "player", "rewards", "seats_terminated", "illegal")
"""What infos hold of every step as it is written."""
SINGLE = {"observation_space": "single_observation_space", "action_space": "single_action_space"}
"""Attributes that a vector has under another name than its environments."""


class VectorEnv(  # pyright: ignore[reportIncompatibleVariableOverride]
    HasSpec, gymnasium.vector.VectorEnv[Any, npt.NDArray[np.int64], npt.NDArray[Any]]
):
    """``num_envs`` games in which one agent decides for one seat or for every seat in turn; see :class:`holotable.Env`.

    Slot ``i`` of a vector seeded ``s`` plays exactly the episodes of a single environment seeded ``s + i``, with any
    number of threads.

    The arrays that :meth:`step` and :meth:`reset` return are written by Rust without copying and are yours: what
    you hold is never written again. Their memory is used anew once nothing refers to it, so a loop that keeps only
    the latest step needs the memory of two steps.

    ``info`` has the same keys at every step, each with its ``_key`` of flags as Gymnasium's own vectors have it:
    ``action_mask`` (int8 of shape ``(num_envs, game.num_actions)``, never all 0 in a row), ``player`` (uint8: who acts
    now), ``rewards`` (float32 of shape ``(num_envs, game.num_players)``: the reward of every seat; the step's reward is
    that of the seat that decided), ``seats_terminated`` (bool of the same shape: whose result became final in this step,
    because the seat is out or the game ended), ``illegal`` (bool: whose action was) and ``ending`` (a dict of arrays: the
    ``reason``, a number in ``game.facts()["reasons"]`` or -1 where no episode ended, and named counts). With same-step
    auto-reset, where an episode ended, also ``final_obs`` with ``_final_obs``, and the ending in ``final_info``.

    Args:
        num_envs: how many.
        obs: ``"flat"`` and ``"dict"`` as in :class:`holotable.Env`; ``"sparse"`` for a :class:`holotable.sparse.CSR` of
            all rows, which the spaces describe as the dense rows that it stands for.
        autoreset_mode: an :class:`gymnasium.vector.AutoresetMode` or its value: ``NextStep`` (the default),
            ``SameStep`` or ``Disabled`` (reset with ``options={"reset_mask": done}``).
        max_episode_steps: Gymnasium's word for ``max_decisions``.
        threads: how many threads step the games; 0 for one a core. The results are the same.
        game, illegal, penalty, opponent, seat, skip_forced, max_decisions, render_mode, data, options: as in
            :class:`holotable.Env`. An opponent that is written in Python is asked about many slots at once if it has
            ``act_many``.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        obs: Literal["flat", "dict", "sparse"] = "flat",
        illegal: Illegal = "penalty",
        penalty: float = -1.0,
        opponent: Any = None,
        seat: Seat | None = None,
        skip_forced: bool = True,
        max_decisions: int = 0,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        **options: int | bool | str,
    ) -> None:
        self.game = as_game(game, data, options)
        warn_of_no_opponent(self.game, opponent)
        self.render_mode = Renders.check_render_mode(render_mode)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self._form = obs
        if max_episode_steps is not None and max_decisions:
            raise ValueError(
                f"max_episode_steps is {max_episode_steps}, but max_decisions is {max_decisions}: give one of them"
            )
        self._made = {
            "illegal": illegal,
            "penalty": penalty,
            "skip_forced": skip_forced,
            "max_decisions": max_decisions if max_episode_steps is None else max_episode_steps,
            "auto_reset": self.autoreset_mode.name.lower(),
            "threads": threads,
            **players.against(opponent, seat, self.game),
        }
        self._batch = Batch(self.game, num_envs, **self._made)
        self.num_envs = num_envs
        self.single_observation_space = spaces.observation(self.game) if obs == "sparse" else spaces.of_form(self.game, obs)
        self.single_action_space = spaces.actions(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False
        self._set: set[str] = set()
        # Nothing is looked at before the first reset: opponents would play games that it ends.
        self._mask: Bools = np.ones((num_envs, self.game.num_actions), np.bool_)
        self._all = np.ones(num_envs, np.bool_)
        self._all.flags.writeable = False
        self._flags = dict.fromkeys((f"_{key}" for key in (*INFOS, "ending")), self._all)
        self._no_endings = self._of_all(self._batch.endings(np.zeros(num_envs, np.bool_)))

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts episodes in all slots, or in those of ``options={"reset_mask": bool of shape (num_envs,)}``.

        Args:
            seed: slot ``i`` starts at the first episode of ``seed + i``, or of ``seed[i]``; without a seed (or where
                it is None) a slot goes on to the next episode of its last seed. The very first reset draws a seed, which
                ``np_random_seed`` tells.
            options: the reset mask, if any; or options of the game, which hold for all slots from then on, as in
                :meth:`holotable.Env.reset`.
        """
        given = dict(options or {})
        chosen = self._chosen(given.pop("reset_mask", None))
        game = with_options(self.game, given, "reset_mask")
        if game != self.game and not chosen.all():
            raise ValueError(f"{', '.join(map(repr, given))} change the rules of all environments, but reset_mask chooses some")
        if seed is None and not self._begun:
            seed = fresh_seed()
        other = seed is None and game != self.game
        seeds = self._seeds(int(self.np_random.integers(2**32)) if other else seed)
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
        batch = self._batch if game == self.game else Batch(game, self.num_envs, **self._made)
        for i in np.flatnonzero(chosen).tolist():
            batch.reset(i, seeds[i])
        out = batch.look()
        self.game, self._batch, self._begun = game, batch, True
        self._mask = out["mask"]
        return self._observation(out), self._info(out)

    def step(self, actions: npt.ArrayLike) -> tuple[Any, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Plays one action in every slot.

        Args:
            actions: ``num_envs`` whole numbers below ``game.num_actions``; int64 arrays are read without copying.

        Returns:
            observations (float32 of shape ``(num_envs, game.observation_size)``; or a dict of it and the masks, or a CSR of it),
            rewards (float64), terminations, truncations (bool), infos; see the class.

        Raises:
            GameOverError: with auto-reset disabled, a slot is over.
            IllegalActionError: with ``illegal="raise"``; no slot has moved.
            ValueError, TypeError: the wrong number, shape or type of actions; no slot has moved.
        """
        out = self._batch.step(actions)
        self._mask = out["mask"]
        info = self._info(out)
        if out["any_over"]:
            self._endings(out, info)
        return self._observation(out), out["reward"], out["terminated"], out["truncated"], info

    def action_masks(self) -> Bools:
        """The legal actions now as bool of shape ``(num_envs, game.num_actions)``."""
        return self._mask

    def state(self, slot: int) -> State:
        """A copy of the position of a slot, generator included."""
        return self._batch.state(slot)

    def render(self) -> tuple[Any, ...] | None:
        """Every slot in the render mode."""
        if self.render_mode is None:
            return None
        return tuple(self._render(i) for i in range(self.num_envs))

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What the method or attribute ``name`` of each environment gives: ``state``, ``action_masks``, ``render``, or an
        attribute that all share, such as ``game``, ``spec`` or ``render_mode``."""
        own = {"state": self.state, "action_masks": self._mask.__getitem__, "render": self._render}
        if name in own:
            return tuple(own[name](i, *args, **kwargs) for i in range(self.num_envs))
        shared = getattr(self, SINGLE.get(name, name))
        return tuple(shared(*args, **kwargs) if callable(shared) else shared for _ in range(self.num_envs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """The attribute ``name`` of each environment; they share all that they have."""
        return tuple(getattr(self, SINGLE.get(name, name)) for _ in range(self.num_envs))

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of your own, which all environments share.

        Raises:
            AttributeError: it is one of the vector's own, which are chosen when it is made.
        """
        if hasattr(type(self), name) or (name in self.__dict__ and name not in self._set):
            raise AttributeError(f"{name!r} is chosen when the vector is made")
        self._set.add(name)
        setattr(self, name, values)

    def _render(self, slot: int) -> Any:
        return show(self.state(slot), self.render_mode)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left open."""

    def __getstate__(self) -> dict[str, Any]:
        kept = {k: v for k, v in self.__dict__.items() if k not in ("_batch", "_mask")}
        return {**kept, "_saved": self._batch.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved = kept.pop("_saved")
        self.__dict__.update(kept)
        self._batch = Batch(self.game, self.num_envs, **self._made)
        self._batch.restore(saved)
        self._mask = self._batch.look()["mask"]

    def _observation(self, out: dict[str, Any]) -> Any:
        if self._form == "dict":
            return {"observation": out["observation"], "action_mask": out["action_mask"]}
        return csr(out["observation"]) if self._form == "sparse" else out["observation"]

    def _info(self, out: dict[str, Any]) -> dict[str, Any]:
        info = {key: out[key] for key in INFOS}
        info["ending"] = self._no_endings
        info.update(self._flags)
        return info

    def _endings(self, out: dict[str, Any], info: dict[str, Any]) -> None:
        over = out["terminated"] | out["truncated"]
        endings = self._batch.endings(over)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            info["ending"] = self._of_all(endings)
            return
        # What gymnasium fills in where there is nothing.
        endings["reason"][~over] = 0
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over).tolist():
            final[i] = self._final(out["final_observation"][i : i + 1])
        info["final_obs"], info["_final_obs"] = final, over
        info["final_info"], info["_final_info"] = {"ending": endings, "_ending": over}, over

    def _final(self, row: npt.NDArray[np.float32]) -> Any:
        """A last observation, in which no action is masked: the game is over."""
        if self._form == "sparse":
            return csr(row)
        if self._form == "dict":
            return {"observation": row[0].copy(), "action_mask": np.ones(self.game.num_actions, np.int8)}
        return row[0].copy()

    def _of_all(self, endings: dict[str, Any]) -> dict[str, Any]:
        """With flags that say that every slot has something to tell, be it that it goes on."""
        return {key: self._all if key[0] == "_" else values for key, values in endings.items()}

    def _chosen(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask must be a bool array, not {getattr(mask, 'dtype', type(mask).__name__)}")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must have the shape ({self.num_envs},), not {mask.shape}")
        if not mask.any():
            raise ValueError("reset_mask chooses no environment")
        return mask

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if isinstance(seed, Sequence) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
            return [None if one is None else _seed(one) for one in seed]
        first = _seed(seed)
        return [(first + i) % 2**64 for i in range(self.num_envs)]


def _seed(seed: Any) -> int:
    line = f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}"
    if not isinstance(seed, (int, np.integer)):
        raise TypeError(line)
    if not 0 <= seed < 2**64:
        raise ValueError(line)
    return int(seed)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name.lower()):
            return known
    words = ", ".join(repr(known.value) for known in AutoresetMode)
    raise ValueError(f"autoreset_mode is {mode!r} but must be an AutoresetMode or one of {words}")
