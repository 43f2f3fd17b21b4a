"""The benchmark runs and prints the figures that have bars."""

import subprocess
import sys

from conftest import GAMES


def test_it_runs():
    done = subprocess.run([sys.executable, "-m", "holotable.bench", "--quick"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("bar ") == 6 * len(GAMES) and "CartPole: numpy vector" in done.stdout
