"""Runs every example of the site: the Python blocks of each page in order and in one namespace, as a reader would, the lines of
its console blocks that begin with `$ holotable`, and what stands behind `>>>` in docstrings.

A block that imports what is not installed is left out and named, unless `--all` is given: `make interop` runs it where everything is.
Blocks of pages of the repository count as the pages' own. What trains is cut short: an example is there to be right, not to learn.
"""

import ast
import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import traceback
from importlib.util import find_spec
from pathlib import Path

import holotable

HERE = Path(__file__).resolve().parent
INCLUDE = re.compile(r"^```\{include\} (\S+)\n((?::.*\n)*)```$", re.M)
SHORTER = (re.compile(r"\btotal_steps=[\d_]+"), "total_steps=30_000")
# Modules whose docstrings are about what another library makes, and the scripts that run the same with that library.
ELSEWHERE = {
    "torch.py": "interop/torch_module.py",
    "onnx.py": "tests/test_onnx.py",
    "openspiel.py": "interop/spiel.py",
    "minari.py": "interop/collectors.py",
}
BLOCK = re.compile(r"^( *)```(python|console)\n(.*?)^\1```$", re.M | re.S)


def main() -> int:
    """The exit code: 1 where an example fails."""
    everything = "--all" in sys.argv[1:]
    os.environ["MPLBACKEND"] = "agg"
    os.environ["MINARI_DATASETS_PATH"] = tempfile.mkdtemp()
    start, run, left, failed = time.perf_counter(), 0, [], []
    for page in sorted(HERE.rglob("*.md")):
        if page.is_relative_to(HERE / "generated"):
            continue
        name, space = page.relative_to(HERE).as_posix(), {"__name__": "__main__"}
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for number, (kind, code) in enumerate(blocks(whole(page)), 1):
                where = f"{name}, block {number}"
                missing = [] if everything or kind == "console" else absent(code)
                if missing:
                    left.append(f"{where} (needs {', '.join(missing)})")
                    continue
                run += 1
                problem = python(code, space) if kind == "python" else console(code)
                if problem:
                    failed.append(where)
                    print(f"{where} fails:\n{code}\n{problem}", file=sys.stderr)
    for where, code, wants in docstrings():
        if where.split(",")[0] in ELSEWHERE:
            continue
        run += 1
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            problem = python(code, {"__name__": "__main__", "ht": holotable}, wants)
        if problem:
            failed.append(where)
            print(f"{where} fails:\n{code}\n{problem}", file=sys.stderr)
    for where in left:
        print(f"left to make interop: {where}")
    print(f"examples: {run} run, {len(left)} left out, {len(failed)} fail, {time.perf_counter() - start:.0f} s")
    return 1 if failed or not run else 0


def whole(page: Path) -> str:
    """A page with what it takes in."""

    def taken(found: re.Match) -> str:
        options = dict(re.findall(r'^:([a-z-]+): "?(.*?)"?$', found[2], re.M))
        file = page.parent / found[1]
        text = file.read_text() if file.exists() else ""
        if "start-after" in options:
            text = text.split(options["start-after"], 1)[1]
        if "end-before" in options:
            text = text.split(options["end-before"], 1)[0]
        return text

    return INCLUDE.sub(taken, page.read_text())


def blocks(text: str) -> list[tuple[str, str]]:
    """The kind and the text of each example."""
    return [(kind, re.sub(f"^{indent}", "", code, flags=re.M)) for indent, kind, code in BLOCK.findall(text)]


def absent(code: str) -> list[str]:
    """The libraries that a block imports and that are not here."""
    needs = {
        "holotable.sb3": "stable_baselines3",
        "holotable.torch": "torch",
        "holotable.openspiel": "pyspiel",
        "holotable.cluster": "ray",
        "holotable.minari": "minari",
    }
    named = re.findall(r"^\s*(?:import|from) ([\w.]+)", code, re.M) + re.findall(r"\bholotable\.\w+", code)
    named += [name for name in ("onnxruntime", "torch") if f"{name}." in code]
    modules = {needs.get(name, name.split(".")[0]) for name in named}
    return sorted(module for module in modules if find_spec(module) is None)


def docstrings() -> list[tuple[str, str, str | None]]:
    """Where an example of a docstring stands, its lines, and what the last of them prints if that is said."""
    found = []
    for path in sorted(Path(holotable.__file__).parent.glob("*.py")):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (said := ast.get_docstring(node)):
                examples = doctest.DocTestParser().get_examples(said)
                if examples:
                    where = f"{path.name}, {getattr(node, 'name', 'the module')}"
                    found.append((where, "".join(one.source for one in examples), examples[-1].want or None))
    return found


def python(code: str, space: dict, wants: str | None = None) -> str | None:
    """Runs a block; what went wrong. The last line is to print what is wanted, if that is said."""
    shown = io.StringIO()
    code = SHORTER[0].sub(SHORTER[1], code)
    try:
        with contextlib.redirect_stdout(shown):
            if wants is None:
                exec(compile(code, "example", "exec"), space)  # noqa: S102
                return None
            *lines, last = ast.parse(code).body
            exec(compile(ast.Module(lines, []), "example", "exec"), space)  # noqa: S102
            exec(compile(ast.Interactive([last]), "example", "single"), space)  # noqa: S102
    except Exception:  # noqa: BLE001
        return traceback.format_exc()
    came = shown.getvalue()
    return None if came == wants else f"it prints {came!r}, not {wants!r}"


def console(code: str) -> str | None:
    """Runs the commands of a block; what went wrong."""
    for line in code.splitlines():
        words = shlex.split(line, comments=True)
        if words[:2] == ["$", "holotable"]:
            done = subprocess.run([sys.executable, "-m", *words[1:]], capture_output=True, text=True, timeout=300)
            if done.returncode:
                return f"{line}\nexit code {done.returncode}\n{done.stderr}"
    return None


if __name__ == "__main__":
    sys.exit(main())
