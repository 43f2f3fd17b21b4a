"""What goes over the wire. ``done`` and ``reward`` of an observation come from OpenEnv."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, ConfigDict, Field


class GameAction(Action):
    """What a model says."""

    answer: str = Field(description="An answer in words; its last statement of an action counts")


class GameObservation(Observation):
    """What the seat sees and is asked. The reward is 0 before the end, then -1 lost to +1 won; a forfeit is -1."""

    text: str = Field(description="What the seat sees and is asked, in words")
    legal_actions: list[str] = Field(default_factory=list, description="The names of the legal actions")
    action: str | None = Field(default=None, description="The name of the action that the last answer played")
    error: str | None = Field(default=None, description="Why the last answer was not taken")
    forfeit: str | None = Field(default=None, description="Why the seat lost the game by its answers")
    retries: int = Field(default=0, ge=0, description="How many more illegal answers this decision may have")


class GameReset(BaseModel):
    """The arguments of a reset beside ``seed`` and ``episode_id``: which game it is, and how the seat is asked."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(default="rebellion_combat", description="The name of the game")
    options: dict[str, int | bool | str] = Field(default_factory=dict, description="The options of the game by name")
    opponent: str = Field(default="random", description="The agent that plays the other seats, one that the server allows")
    seat: int = Field(default=0, ge=0, description="The number of the seat")
    retries: int = Field(default=3, ge=0, description="How many illegal answers in a row get a reason; one more forfeits")
    legal: bool = Field(default=True, description="Whether observations list the legal actions")
    rules: bool = Field(default=True, description="Whether the first observation begins with the rules")


class GameState(State):
    """Which game a session plays. ``step_count`` counts answers, also those that were not taken."""

    game: str | None = Field(default=None, description="The name of the game, None before the first reset")
    options: dict[str, int | bool | str] = Field(default_factory=dict, description="Every option in force")
    opponent: str | None = Field(default=None, description="The agent that plays the other seats")
    seat: int = Field(default=0, ge=0, description="The number of the seat")
    seed: int | None = Field(default=None, description="The seed of the game, None for one of the system's")
    illegal_answers: int = Field(default=0, ge=0, description="How many answers were not taken")
