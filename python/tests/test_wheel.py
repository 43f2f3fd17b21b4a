"""What users install: small, for every Python from 3.10, and the README's first example runs in an empty environment."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEEL = os.environ.get("HOLOTABLE_WHEEL")
built = pytest.mark.skipif(WHEEL is None, reason="made by make test")


def readme_example() -> str:
    """The first Python block of the README."""
    return re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]


def test_the_readmes_example_runs_here():
    exec(compile(readme_example(), "README.md", "exec"), {})


@built
def test_the_wheel_is_small_and_complete():
    path = Path(WHEEL)
    assert path.stat().st_size <= 10 << 20 and "-cp310-abi3-" in path.name
    names = zipfile.ZipFile(path).namelist()
    for needed in ("holotable/py.typed", "holotable/_native.pyi", "holotable/zoo.py"):
        assert needed in names
    assert any(name.endswith("licenses/LICENSE") for name in names), "MIT asks for it"
    assert any(name.endswith("licenses/NOTICE") for name in names), "the font's licence asks for it"
    metadata = zipfile.ZipFile(path).read(next(n for n in names if n.endswith("METADATA"))).decode()
    base = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert sorted(line.split()[1].split(">")[0] for line in base) == ["gymnasium", "numpy"]


@built
def test_the_readmes_example_runs_in_an_empty_environment(tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    # Without hashes, of which the wheel under test has none: pip takes all or nothing.
    pinned = (ROOT / "python" / "constraints.txt").read_text().splitlines()
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("\n".join(line.rstrip(" \\") for line in pinned if "--hash" not in line))
    quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", str(constraints)]
    subprocess.run([python, *quiet, str(Path(WHEEL).resolve())], check=True)
    (tmp_path / "example.py").write_text(readme_example())
    done = subprocess.run([python, "-W", "error", "example.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    command = [python.parent / "holotable", "tournament", "rebellion_combat", "--agents", "ppo,random", "--games", "20"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "ppo" in done.stdout, done.stderr
    installed = subprocess.run([python, "-m", "pip", "list", "--format=freeze"], capture_output=True, text=True).stdout
    assert "torch" not in installed and "pettingzoo" not in installed
