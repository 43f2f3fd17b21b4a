"""What users install: small, for every Python from 3.10, and the README's first example runs in an empty environment."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import GAMES

ROOT = Path(__file__).parents[2]
WHEEL = os.environ.get("HOLOTABLE_WHEEL")
MOST = 24 << 20
"""Bytes of a wheel, all trained agents in it."""
AGENTS = {path.parent.name: path for path in sorted((ROOT / "checkpoints").glob("*/model.safetensors"))}
built = pytest.mark.skipif(WHEEL is None, reason="made by make test")


def readme_example() -> str:
    """The first Python block of the README."""
    return re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]


def test_the_readmes_example_runs_here():
    exec(compile(readme_example(), "README.md", "exec"), {})  # noqa: S102


@built
def test_the_wheel_is_small_and_complete():
    path = Path(WHEEL)
    assert path.stat().st_size <= MOST and "-cp310-abi3-" in path.name
    names = zipfile.ZipFile(path).namelist()
    for needed in ("holotable/py.typed", "holotable/_native.pyi", "holotable/zoo.py"):
        assert needed in names
    assert any(name.endswith("licenses/LICENSE") for name in names), "MIT asks for it"
    assert any(name.endswith("licenses/NOTICE") for name in names), "the font's licence asks for it"
    assert not any("checkpoints" in name for name in names), "the agents are in the module"
    (module,) = (name for name in names if Path(name).name.startswith("_native.") and not name.endswith(".pyi"))
    compiled = zipfile.ZipFile(path).read(module)
    assert not [name for name, weights in AGENTS.items() if weights.read_bytes() not in compiled]
    metadata = zipfile.ZipFile(path).read(next(n for n in names if n.endswith("METADATA"))).decode()
    base = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert sorted(line.split()[1].split(">")[0] for line in base) == ["gymnasium", "numpy"]


def packed_source(folder):
    """The source of the package as maturin packs it."""
    command = [sys.executable, "-m", "maturin", "sdist", "--manifest-path", ROOT / "python" / "Cargo.toml", "--out", folder]
    subprocess.run(command, check=True, capture_output=True)
    (packed,) = folder.glob("*.tar.gz")
    return packed


@pytest.mark.skipif(shutil.which("cargo") is None, reason="maturin asks cargo what belongs to a crate")
def test_the_packed_source_holds_all_trained_agents(tmp_path):
    pytest.importorskip("maturin")
    with tarfile.open(packed_source(tmp_path)) as source:
        files = {name.partition("/")[2]: name for name in source.getnames()}
        for name, weights in AGENTS.items():
            for file in weights.parent.iterdir():
                if file.suffix != ".svg" and file.name in (
                    "SHA256SUMS",
                    "model.safetensors",
                    "state.json",
                    "layout.json",
                    "config.toml",
                ):
                    held = source.extractfile(files[f"agents/store/checkpoints/{name}/{file.name}"])
                    assert held is not None and held.read() == file.read_bytes(), f"{name}/{file.name}"


def every_agent_plays(python, folder):
    """In a process that finds nothing of the repository; the games that have a trained agent."""
    script = folder / "load.py"
    script.write_text(
        "import holotable as ht\n"
        "named = [(agent['name'], game['name']) for game in ht.games() for agent in game['agents']]\n"
        "for agent, game in named:\n"
        "    ht.load_agent(agent, game).act(ht.Game(game).new_state(1))\n"
        "print(*(game for agent, game in named if agent == 'ppo'))\n"
    )
    done = subprocess.run([python, script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_every_trained_agent_is_found_outside_the_repository(tmp_path):
    assert every_agent_plays(sys.executable, tmp_path) == set(AGENTS) & set(GAMES)


def installed(folder, package):
    """The Python of an empty environment into which pip has put a package."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    # Without hashes, of which the package under test has none: pip takes all or nothing.
    pinned = (ROOT / "python" / "constraints.txt").read_text().splitlines()
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(line.rstrip(" \\") for line in pinned if "--hash" not in line))
    quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", str(constraints)]
    subprocess.run([python, *quiet, str(Path(package).resolve())], check=True)
    return python


@pytest.mark.skipif("HOLOTABLE_SOURCES" not in os.environ, reason="made by make package-test")
@pytest.mark.parametrize("packed", [True, False])
def test_every_trained_agent_is_in_a_package_that_is_built_from_its_source(packed, tmp_path):
    source = packed_source(tmp_path) if packed else ROOT / "python"
    assert every_agent_plays(installed(tmp_path, source), tmp_path) == set(AGENTS) & set(GAMES)


@built
def test_the_readmes_example_runs_in_an_empty_environment(tmp_path):
    python = installed(tmp_path, WHEEL)
    (tmp_path / "example.py").write_text(readme_example())
    done = subprocess.run([python, "-W", "error", "example.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    command = [python.parent / "holotable", "tournament", "rebellion_combat", "--agents", "ppo,random", "--games", "20"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "ppo" in done.stdout, done.stderr
    listed = subprocess.run([python, "-m", "pip", "list", "--format=freeze"], capture_output=True, text=True).stdout
    assert "torch" not in listed and "pettingzoo" not in listed
