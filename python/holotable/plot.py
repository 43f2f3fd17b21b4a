"""Learning curves of training runs."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _native


@dataclass(frozen=True)
class Plot:
    """A picture of learning curves, shown as such in a notebook, and its numbers.

    Attributes:
        svg: the picture, SVG as text.
        data: the numbers: ``x`` (the axis), ``game``, ``window`` (games that win rates are averaged over) and ``curves``, a
            dict each: ``label``, ``differs`` (the keys of its recipe that tell it apart), ``runs`` (folders), ``seeds``,
            ``interval`` (``"seeds"``: Student's t over the seeds; ``"games"``: of the one seed's evaluation games); ``score``,
            ``win_rate``, ``entropy``, ``approx_kl`` and ``explained_variance``, each with the equally long lists ``x``, ``mean``,
            ``low`` and ``high`` (None where nothing is known); ``calibration`` with the lists ``predicted``, ``actual`` and
            ``count``; ``seconds`` by part. Scores and rates are from 0 to 1.
    """

    svg: str
    data: dict[str, Any]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the picture into a file, an SVG; returns its path.

        Raises:
            OSError: it cannot be written.
        """
        _native.write_file(path, self.svg.encode())
        return Path(path)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        labels = ", ".join(curve["label"] for curve in self.data["curves"])
        return f"Plot({labels})"


def plot(
    runs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    x: str = "decisions",
    out: str | os.PathLike[str] | None = None,
) -> Plot:
    """The learning curves of training runs, the picture of ``holotable plot``.

    Runs whose recipes differ in the seed only are one curve: their mean where all of them have data, with a 95 % interval.

    Args:
        runs: the folder of a run or of a sweep (for all runs in it), or several of them.
        x: what curves run over: ``"decisions"``, ``"minutes"`` or ``"updates"``.
        out: a file to save the picture in as well.

    Raises:
        ValueError: another ``x``, no run, a folder without records, or a record that is broken (with file and line).
        TypeError: ``runs`` is not a path nor a sequence of paths.
        OSError: ``out`` cannot be written.
    """
    if isinstance(runs, (str, os.PathLike)):
        runs = [runs]
    elif not isinstance(runs, Sequence) or isinstance(runs, (bytes, bytearray)):
        raise TypeError(f"runs must be a path or a sequence of paths, not {type(runs).__name__}")
    folders = []
    for run in runs:
        if not isinstance(run, (str, os.PathLike)):
            raise TypeError(f"a run must be a path, not {type(run).__name__} {run!r}")
        folders.append(os.fsdecode(run))
    drawn = Plot(*_native.plot(folders, x))
    if out is not None:
        drawn.save(out)
    return drawn
