"""Games of holotable as an environment of the library verifiers: a rollout is one game from one seed, played in words."""

from .env import GameEnv, GameEnvConfig
from .harness import ChatHarness, ChatHarnessConfig
from .load import load_environment
from .taskset import SPLITS, GameConfig, GameData, GameTask, GameTaskset

__all__ = [
    "SPLITS",
    "ChatHarness",
    "ChatHarnessConfig",
    "GameConfig",
    "GameData",
    "GameEnv",
    "GameEnvConfig",
    "GameTask",
    "GameTaskset",
    "load_environment",
]
