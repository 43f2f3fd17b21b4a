"""The numbers that pin the Rust formulas are still those of the NumPy ones."""

import json

import numpy as np
import ppo_oracle
import pytest


def assert_close(found, stored, path):
    if isinstance(stored, dict):
        assert found.keys() == stored.keys(), path
        for key in stored:
            assert_close(found[key], stored[key], f"{path}.{key}")
    elif isinstance(stored, list):
        assert len(found) == len(stored), path
        for i, (a, b) in enumerate(zip(found, stored, strict=True)):
            assert_close(a, b, f"{path}[{i}]")
    elif isinstance(stored, float):
        assert found == pytest.approx(stored, rel=1e-9, abs=1e-9), path
    else:
        assert found == stored, path


def test_golden_numbers_are_current():
    stored = {}
    for file, names in ppo_oracle.FILES.items():
        cases = json.loads(file.read_text())
        assert list(cases) == names, file
        stored.update(cases)
    assert_close(ppo_oracle.golden(), stored, "golden")


def test_gae_by_hand():
    # One step to the end: reward 1, value 0.25, nothing after.
    assert ppo_oracle.gae([1.0], [0.25], [1], [0], 9.0, 0.5, 0.5) == pytest.approx([0.75])
    # Two steps, lambda 1: the advantage is the discounted return minus the value.
    assert ppo_oracle.gae([1.0, 2.0], [0.0, 7.0], [0, 1], [0, 0], 9.0, 0.5, 1.0)[0] == pytest.approx(2.0)


def test_one_team_is_the_textbook():
    rng = np.random.default_rng(1)
    rewards, values = rng.normal(size=6).tolist(), rng.normal(size=6).tolist()
    ends = [0, 1, 0, 0, 0, 0]
    rows = [[r] for r in rewards]
    split = ppo_oracle.team_gae([0] * 6, rows, values, ends, [0] * 6, 0.3, 0, 0.9, 0.7)
    assert split == pytest.approx(ppo_oracle.gae(rewards, values, ends, [0] * 6, 0.3, 0.9, 0.7))
