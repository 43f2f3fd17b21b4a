"""Intervals for win rates: the published ones, those of tournaments and of the command line."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import DSR

import holotable as ht
from holotable.stats import newcombe, wilson


def command(*args):
    run = [sys.executable, "-m", "holotable", "interval", *map(str, args), "--json"]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def test_the_published_intervals():
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert wilson(0, 20)[0] == 0.0 and wilson(np.int64(20), 20)[1] == 1.0


def test_tournaments_and_the_command_line_say_the_same():
    row = ht.tournament(DSR, ["greedy"], games=50, seed=3, progress=False)["greedy"]
    assert (row.ci_low, row.ci_high) == wilson(row.wins, row.games)
    rate = command(265, 843)
    assert rate["win_rate"] == 265 / 843 and (rate["ci_low"], rate["ci_high"]) == wilson(265, 843)
    less = command(265, 843, "--less", 235, 800)
    assert less["difference"] == pytest.approx(265 / 843 - 235 / 800)
    assert (less["ci_low"], less["ci_high"]) == newcombe(265, 843, 235, 800)


@pytest.mark.parametrize(
    "error, wins, games",
    [(ValueError, 3, 2), (ValueError, 0, 0), (ValueError, -1, 2), (TypeError, 0.5, 2), (TypeError, 1, "2")],
)
def test_what_cannot_be_won_is_refused(error, wins, games):
    with pytest.raises(error, match="wins|games"):
        wilson(wins, games)
    with pytest.raises(error, match="wins|games"):
        newcombe(1, 2, wins, games)
