"""Games of holotable as an environment of OpenEnv: a session is one game, played in words."""

from .client import HolotableEnv
from .models import GameAction, GameObservation, GameReset, GameState

__all__ = ["GameAction", "GameObservation", "GameReset", "GameState", "HolotableEnv"]
