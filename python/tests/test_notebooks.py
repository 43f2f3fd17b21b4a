"""The notebooks: those that need only the base package run, and none carries its output."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
BASE = ["mcts", "play"]


def cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", BASE)
def test_the_cells_run(name, capsys):
    scope = {}
    for cell in cells(NOTEBOOKS / f"{name}.ipynb"):
        exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), scope)  # noqa: S102
    assert capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_outputs_are_stripped_and_cells_parse(path):
    for cell in cells(path):
        assert cell["outputs"] == [] and cell["execution_count"] is None
        compile("".join(cell["source"]), path.name, "exec")
