"""Intervals for win rates, as tournaments report them: for games of several runs added up, or played elsewhere.

>>> from holotable.stats import newcombe, wilson
>>> low, high = wilson(265, 843)
>>> low, high = newcombe(265, 843, 235, 843)
"""

from typing import SupportsIndex

from . import _native


def wilson(wins: SupportsIndex, games: SupportsIndex) -> tuple[float, float]:
    """Wilson's 95 % score interval for a win rate, both ends from 0 to 1.

    Args:
        wins: games won, at most ``games``.
        games: games played, at least 1.

    Raises:
        ValueError: a number outside its range.
        TypeError: it is no whole number.
    """
    return _native.wilson(wins, games)


def newcombe(
    wins_a: SupportsIndex, games_a: SupportsIndex, wins_b: SupportsIndex, games_b: SupportsIndex
) -> tuple[float, float]:
    """Newcombe's 95 % interval for the first win rate less the second, both ends from -1 to 1 (his method 10).

    It takes the games of both for independent: where both played the same seeds, :func:`holotable.compare` says more.

    Args:
        wins_a: games that the first won, at most ``games_a``.
        games_a: games that it played, at least 1.
        wins_b: games that the second won, at most ``games_b``.
        games_b: games that it played, at least 1.

    Raises:
        ValueError: a number outside its range.
        TypeError: it is no whole number.
    """
    return _native.newcombe(wins_a, games_a, wins_b, games_b)
