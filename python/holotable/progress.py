"""Progress of long work: a bar of tqdm where it is installed, a line of text elsewhere."""

import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TextIO

LOST = suppress(OSError, ValueError)
"""Work goes on where its progress cannot be written: the terminal is gone, the log is full, the file is closed."""


def in_notebook() -> bool:
    """Whether a notebook runs this."""
    return "ipykernel" in sys.modules


def shows(progress: bool | None) -> bool:
    """Whether progress is shown: by default where standard error is a terminal, and in notebooks."""
    return sys.stderr.isatty() or in_notebook() if progress is None else progress


@contextmanager
def progress_bar(progress: bool | None, unit: str) -> Iterator["_Bar | _Line | None"]:
    """A bar where one is wanted, closed in the end: by default where standard error is a terminal, or in a notebook."""
    if not shows(progress):
        yield None
        return
    # What goes to standard error is on a red ground in notebooks.
    file = sys.stdout if in_notebook() else sys.stderr
    try:
        shown: _Bar | _Line = _Bar(file, unit)
    except ImportError:
        shown = _Line(file, unit)
    try:
        yield shown
    finally:
        with LOST:
            shown.close()


class _Bar:
    """A bar of tqdm: a widget in notebooks that have them."""

    def __init__(self, file: TextIO, unit: str) -> None:
        with warnings.catch_warnings():
            # That there are no widgets; then tqdm writes text, which will do.
            warnings.simplefilter("ignore")
            tqdm: Any = import_module("tqdm.auto").tqdm
        shape = "{l_bar}{bar}| {n_fmt}/{total_fmt} " + unit + " [{elapsed}<{remaining}, {rate_fmt}]"
        self.bar = tqdm(file=file, unit=f" {unit}", bar_format=shape)

    def __call__(self, done: int, total: int) -> None:
        with LOST:
            self.bar.total = total
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        self.bar.refresh()
        self.bar.close()


class _Line:
    """A line of text, where there is no tqdm."""

    def __init__(self, file: TextIO, unit: str) -> None:
        self.file, self.unit, self.start = file, unit, time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        share = done / total
        seconds = time.monotonic() - self.start
        left = f"{seconds * (1 - share) / share:.0f} s left" if done else "starting"
        bar = "#" * int(30 * share)
        with LOST:
            print(f"\r[{bar:<30}] {done}/{total} {self.unit}, {left}   ", end="", file=self.file, flush=True)

    def close(self) -> None:
        print(file=self.file)
