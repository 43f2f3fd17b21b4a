"""The server's side: the environment of one session, and the application that serves sessions."""

from .environment import HolotableEnvironment

__all__ = ["HolotableEnvironment"]
