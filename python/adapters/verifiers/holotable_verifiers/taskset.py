"""The data set: which games are played, from which seeds, and how a rollout is rated."""

import asyncio
from collections.abc import Iterator
from typing import Any, Literal, Self

import verifiers.v1 as vf
from pydantic import Field, model_validator

import holotable as ht
from holotable.text import TextEnv

SPLITS = {"eval": range(1_000_000), "train": range(1_000_000, 2**31)}
"""The seeds of each split. The two ranges are disjoint, so no game of training is a game of evaluation."""

SYSTEM_PROMPT = (
    "You play one seat of a tabletop game. Each message shows what this seat sees and what you are asked. "
    'Think, then end with one line of JSON: {"action": "NAME argument=value ..."}'
)


class GameConfig(vf.TasksetConfig):
    """Which games, under ``--env.taskset.*``. A value that the game does not have is a ValueError of one line."""

    game: str = "rebellion_combat"
    """The name of a game, as ``holotable games`` lists them."""
    options: dict[str, int | bool | str] = Field(default_factory=dict)
    """The options of the game by name."""
    opponent: str | dict[int, str] = "random"
    """The agent that plays the other seats, or a dict of agents by seat."""
    seat: int = 0
    """The number of the model's seat."""
    split: Literal["eval", "train"] = "eval"
    """The range of seeds, see :data:`SPLITS`."""
    first: int = Field(0, ge=0)
    """How many seeds of the split are left out before the first game."""
    games: int = Field(100, ge=1)
    """How many games there are, each with its own seed."""
    retries: int = Field(3, ge=0)
    """How many illegal answers in a row are answered with a reason. One more forfeits the game."""
    legal: bool = True
    """Whether each message lists the legal actions."""
    rules: bool = True
    """Whether the first message begins with the rules."""

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        size = len(SPLITS[self.split])
        if self.first + self.games > size:
            raise ValueError(f"first + games is {self.first + self.games} but split {self.split!r} has {size} seeds")
        text_env(self.model_dump())
        return self

    def seeds(self) -> range:
        """The seed of each game, in order."""
        return SPLITS[self.split][self.first : self.first + self.games]


class GameData(vf.TaskData):
    """One game: the fields of :class:`GameConfig` that it depends on, and its seed."""

    game: str
    options: dict[str, int | bool | str]
    opponent: str | dict[int, str]
    seat: int
    retries: int
    legal: bool
    rules: bool
    seed: int


def text_env(game: dict[str, Any]) -> TextEnv:
    """The environment of one seat. ValueError where the game, an option, an agent or the seat does not exist.

    Args:
        game: the fields of :class:`GameConfig` or :class:`GameData` by name.
    """
    try:
        rules = ht.Game(game["game"], **game["options"])
    except (OSError, TypeError) as error:
        raise ValueError(str(error)) from error
    return TextEnv(
        rules, opponent=game["opponent"], seat=game["seat"], retries=game["retries"], rules=game["rules"], legal=game["legal"]
    )


class GameTask(vf.Task[GameData]):
    """How a rollout is rated: by what :class:`GameEnv` keeps in ``trace.info["game"]``, which ``vf-replay`` reads too."""

    @vf.reward
    async def result(self, trace: vf.Trace) -> float:
        """The result of the game: 0 lost to 1 won, 0.5 for a draw; 0 for a forfeit and for a game without an end."""
        value = trace.info.get("game", {}).get("result")
        return 0.0 if value is None else (value + 1.0) / 2.0

    @vf.metric
    async def game(self, trace: vf.Trace) -> dict[str, float]:
        """Counts of the model's answers, and 0 or 1 for ``forfeits`` and ``finished``."""
        noted = trace.info.get("game", {})
        counts = {name: float(noted.get(name, 0)) for name in ("decisions", "illegal_answers", "forfeits")}
        return {**counts, "finished": float(noted.get("result") is not None)}

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the first legal actions lead to the end of the game, twice by the same way, from the prompt of this task.

        Args:
            runtime: not used, a game needs none.
        """
        first, second = await asyncio.to_thread(lambda: (self._first_actions(), self._first_actions()))
        return first == second and first[0] == self.data.prompt

    def _first_actions(self) -> list[str]:
        env = text_env(self.data.model_dump())
        told = [env.reset(seed=self.data.seed)[0]]
        while env.state is not None and not env.state.is_terminal():
            told.append(env.step(str(env.state.legal_actions()[0]))[0])
        return told


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """One task for each seed; its prompt is what the seat sees at its first decision."""

    def load(self) -> Iterator[GameTask]:
        """The tasks in the order of their seeds, each made when it is asked for."""
        config = self.config
        fields = config.model_dump(include=GameData.model_fields.keys() - vf.TaskData.model_fields.keys())
        env = text_env(fields)
        for seed in config.seeds():
            prompt, _ = env.reset(seed=seed)
            name = f"{config.game}#{seed}"
            yield GameTask(GameData(name=name, prompt=prompt, system_prompt=SYSTEM_PROMPT, seed=seed, **fields), config.task)
