"""The command ``holotable``, also as ``python -m holotable``."""

import signal
import sys

from ._native import main as native


def main() -> None:
    """Runs the command of this process and ends it with its exit code."""
    # While Rust works nobody would look for Ctrl-C, which is to end the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(native(["holotable", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
