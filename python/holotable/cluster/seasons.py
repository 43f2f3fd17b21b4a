"""A season of the arena on a cluster whose nodes see one folder."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any

from .._native import main as native
from . import nodes


def season(folder: str | os.PathLike[str], *, address: str | None = None, processes: int = 0) -> dict[str, Any]:
    """Plays what a season has not played yet, as ``holotable arena play`` does, in a process on every core of a cluster. Results,
    schedule and ladder have the same bytes as those of one program. When a node dies, others play its matches.

    Args:
        folder: the folder of the season, which every node sees by this path.
        address: as for :func:`holotable.cluster.tournament`.
        processes: 0 for one on every core.

    Returns:
        The ladder, as ``holotable arena ladder --json`` prints it.

    Raises:
        ValueError: what the command refuses, with the node; processes below 0.
        ModuleNotFoundError: Ray is missing.
        KeyboardInterrupt: Ctrl-C; what was played is kept.
    """
    if processes < 0:
        raise ValueError(f"processes is {processes} but must be 0, for one on every core, or more")
    path = os.path.abspath(os.path.expanduser(folder))
    with nodes.connected(address):
        cores = int(nodes.ray().cluster_resources().get("CPU", 1))
        nodes.spread(played, [(path,)] * (processes or cores), None)
    return json.loads(arena("ladder", path, "--json"))


def played(folder: str) -> None:
    """Plays along on a node until the season is over."""
    with nodes.named():
        arena("play", folder, "--threads", "1")


def arena(*words: str) -> str:
    """What ``holotable arena`` prints, in a process that ends soon after this one."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        command = [sys.executable, "-m", "holotable.cluster.seasons", *words]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=told, encoding="utf-8") as child:
            assert child.stdin is not None and child.stdout is not None
            try:
                printed = child.stdout.read()
            finally:
                child.stdin.close()
        if child.returncode == 0:
            return printed
        told.seek(0)
        errors = [line.removeprefix("error: ") for line in told if line.startswith("error: ")]
    raise ValueError(errors[-1].strip() if errors else f"holotable arena ended with {child.returncode}")


def ended_with_parent() -> None:
    """Asks this process to end once nobody holds its input any more: it saves first."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=ended_with_parent, daemon=True).start()
    sys.exit(native(["holotable", "arena", *sys.argv[1:]]))
