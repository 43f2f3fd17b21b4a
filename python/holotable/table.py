"""Games and positions as a table to look at."""

import html
import os
from pathlib import Path

from . import _native, players
from ._native import State


class Table:
    """A whole game, or a position, as the table of ``holotable replay page``: pictures, moves and the story of each.

    In a notebook it shows itself, and :meth:`save` writes the same page as one file for any browser. It needs no network and asks
    for none. Variations and names that were saved with a replay are there, too.

    >>> game = ht.Game("dark_side_rising")
    >>> ht.Table(game.play("expert", seed=7), agent="ppo")

    Args:
        of: a replay, as the text that :meth:`Game.play` gives or the path of a file, or a :class:`State`.
        viewer: what is shown of hidden cards: all of them, those that a seat knows by its number, or none with ``"table"``. Of what the
            evaluator found, too, such a page holds only what the viewer could know.
        agent: who evaluates the game: its chance to win along it, what of each move was luck, error and its own correction, and the decisions
            that cost most. A network or a search by name; a search takes a while.
        data: the folder of the data set that the replay was played with, if not the built-in one.
        height: of the frame in a notebook, in pixels.

    Raises:
        ValueError: the replay is none, or does not play back under the rules as they are here; an agent that gives no evaluation.
        OSError: a file that cannot be read.
    """

    def __init__(
        self,
        of: str | os.PathLike[str] | State,
        *,
        viewer: int | str | None = None,
        agent: str | os.PathLike[str] | None = None,
        data: str | os.PathLike[str] | None = None,
        height: int = 760,
    ) -> None:
        if not isinstance(of, State) and (isinstance(of, os.PathLike) or not of.lstrip().startswith("{")):
            of = Path(of).read_text(encoding="utf-8")
        #: The page, HTML as text.
        self.html: str = _native.page(of, viewer=viewer, agent=players.by_name(agent), data=data)
        self.height = height

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page into a file; returns its path.

        Raises:
            OSError: it cannot be written.
        """
        _native.write_file(path, self.html.encode())
        return Path(path)

    def _repr_html_(self) -> str:
        # Scripts run in the frame, which reaches nothing outside of itself.
        return (
            f'<iframe sandbox="allow-scripts" srcdoc="{html.escape(self.html)}" title="holotable" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Table: a page of {len(self.html) // 1000} kB>"
