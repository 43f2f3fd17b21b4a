"""Learning curves: the numbers, the picture, and what is refused."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import holotable as ht


def write(folder: Path, rate: float, seed: int, slope: float) -> Path:
    """A run of ten updates of 100 decisions with an evaluation after every fifth."""
    (folder / "latest").mkdir(parents=True)
    recipe = f'# Adam\'s step size.\nlearning_rate = {rate}\nseed = {seed}\n\n[game]\nname = "rebellion_combat"\n'
    (folder / "latest" / "config.toml").write_text(recipe)
    lines = []
    for update in range(1, 11):
        score = slope * update if update % 5 == 0 else None
        record = {"update": update, "steps": 100 * update, "seconds": 6.0 * update, "episodes": 10, "truncated": 0}
        record |= {"win_rate": 0.5, "entropy": 1 / update, "approx_kl": 0.01, "explained_variance": 0.5}
        record |= {"profile": {"environment": 2.0, "learning": 1.0}, "calibration_table": [[10, 0.25, 0.5]]}
        record |= {"eval_score": score, "eval_low": score and score - 0.02, "eval_high": score and score + 0.02}
        lines.append(json.dumps(record))
    (folder / "metrics.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def test_seeds_are_one_curve(tmp_path):
    runs = [write(tmp_path / "a", 0.001, 1, 0.05), write(tmp_path / "b", 0.001, 2, 0.05), write(tmp_path / "c", 0.01, 1, 0.03)]
    plot = ht.plot(runs)
    assert (plot.data["x"], plot.data["game"]) == ("decisions", "rebellion_combat")
    both, alone = plot.data["curves"]
    assert both["label"] == "learning_rate=0.001" and both["seeds"] == ["1", "2"] and both["interval"] == "seeds"
    assert both["score"]["x"] == [500, 1000] and both["score"]["mean"] == pytest.approx([0.25, 0.5])
    assert both["score"]["low"] == pytest.approx([0.25, 0.5]) == both["score"]["high"]
    assert alone["interval"] == "games" and alone["score"]["high"] == pytest.approx([0.17, 0.32])
    assert alone["entropy"]["low"] is None and both["seconds"] == {"environment": 40, "learning": 20}
    assert [Path(run) for run in both["runs"]] == runs[:2]
    assert ht.plot(tmp_path, x="minutes").data["curves"][0]["score"]["x"] == pytest.approx([0.5, 1.0])
    assert repr(plot) == "Plot(learning_rate=0.001, learning_rate=0.01)"


def test_the_picture(tmp_path):
    run = write(tmp_path / "run", 0.001, 1, 0.05)
    plot = ht.plot(str(run), out=tmp_path / "first.svg")
    assert plot._repr_svg_() == plot.svg == (tmp_path / "first.svg").read_text()
    words = {text for element in ElementTree.fromstring(plot.svg).iter() if (text := (element.text or "").strip())}
    assert {"rebellion_combat", "Evaluation score", "run (1 seed)", "Where the time went", "decisions"} <= words
    assert plot.save(tmp_path / "second.svg").read_text() == plot.svg
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.svg", "run", "second.svg"]


def test_the_command_draws_the_same(tmp_path):
    from holotable._native import main

    run = write(tmp_path / "run", 0.001, 1, 0.05)
    assert main(["holotable", "plot", str(run), "--x", "updates", "--out", str(tmp_path / "curves.svg")]) == 0
    assert (tmp_path / "curves.svg").read_text() == ht.plot(run, x="updates").svg


def test_what_is_refused(tmp_path):
    run = write(tmp_path / "run", 0.001, 1, 0.05)
    with pytest.raises(ValueError, match="the axis x is 'minuets' but must be one of .*; did you mean 'minutes'"):
        ht.plot(run, x="minuets")
    with pytest.raises(ValueError, match="at least one run"):
        ht.plot([])
    with pytest.raises(TypeError, match="a path or a sequence of paths, not int"):
        ht.plot(7)
    with pytest.raises(TypeError, match="a run must be a path, not int 7"):
        ht.plot([run, 7])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no run lies here"):
        ht.plot(tmp_path / "empty")
    with pytest.raises(OSError):
        ht.plot(run, out=tmp_path / "nowhere" / "curves.svg")
    metrics = run / "metrics.jsonl"
    metrics.write_text(metrics.read_text() + "{]\n")
    with pytest.raises(ValueError, match=r"metrics.jsonl line 11: not a record"):
        ht.plot(run)
