#!/usr/bin/env python3
"""Print the crates of the workspace: lines of code, what each may import, and how deep the imports of its modules go.

A line of code is one of Rust that is neither blank nor a comment. Tests may import what they like. A level is a module at the
top of a crate that imports one of the level below. Modules that import each other in a circle are named. The exit code is 1
where there is a circle, or a crate of more than 8 levels.

    python3 agents/crates.py          the table
    python3 agents/crates.py -v       with the longest chain of modules of each crate
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

MOST_LEVELS = 8
ROOT = Path(__file__).resolve().parent.parent
PATH = re.compile(r"(?<![$\w])(crate|super|self)((?:::super)*)::(\{[^;]*?\}|\w+)")


def code(path: Path) -> int:
    """Lines of code of a file."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def heads(tree: str) -> list[str]:
    """The first names of a tree of imports: a and b of {a::{x, y}, b}."""
    if not tree.startswith("{"):
        return [tree]
    inner = re.sub(r"::\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", tree[1:-1]))
    return [part.strip().split("::")[0] for part in inner.split(",") if part.strip()]


def imports(src: Path) -> dict[str, set[str]]:
    """What each module at the top of a crate imports of the others."""
    tops = {path.stem if path.is_file() else path.name for path in src.iterdir()} - {"lib", "main"}
    tops = {top for top in tops if not top.endswith("tests")}
    found: dict[str, set[str]] = {top: set() for top in tops}
    for path in src.rglob("*.rs"):
        parts = list(path.relative_to(src).with_suffix("").parts)
        if parts[-1] == "mod":
            parts.pop()
        if parts[0] not in tops:
            continue
        text = "\n".join(line for line in path.read_text().splitlines() if not line.strip().startswith("//"))
        text = text.split("#[cfg(test)]\nmod tests {")[0]
        for root, supers, tree in PATH.findall(text):
            up = (root == "super") + supers.count("super")
            if root == "crate" or up == len(parts):
                found[parts[0]] |= {head for head in heads(tree) if head in tops} - {parts[0]}
    return found


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that reach each other."""

    def reach(start: str) -> set[str]:
        seen, stack = set(), [start]
        while stack:
            for head in graph[stack.pop()] - seen:
                seen.add(head)
                stack.append(head)
        return seen

    reached = {module: reach(module) for module in graph}
    groups = {
        tuple(sorted(m for m in graph if m in reached[one] and one in reached[m])) for one in graph if one in reached[one]
    }
    return [list(group) for group in sorted(groups)]


def chain(graph: dict[str, set[str]]) -> list[str]:
    """The longest chain of imports; circles are left where they begin."""
    known: dict[str, list[str]] = {}

    def longest(module: str, above: tuple[str, ...]) -> list[str]:
        if module not in known:
            below = [longest(head, (*above, module)) for head in sorted(graph[module] - set(above) - {module})]
            known[module] = [module, *max(below, key=len, default=[])]
        return known[module]

    return max((longest(module, ()) for module in sorted(graph)), key=len, default=[])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-v", "--verbose", action="store_true", help="print the longest chain of modules of each crate")
    verbose = parser.parse_args().verbose
    asked = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--offline"]
    crates = json.loads(subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout)["packages"]
    names = {crate["name"] for crate in crates}
    print(f"{'crate':20} {'files':>5} {'lines':>6} {'tests':>6} {'levels':>6}  imports")
    total, failed = 0, False
    for crate in sorted(crates, key=lambda crate: crate["name"]):
        folder = Path(crate["manifest_path"]).parent
        source = list((folder / "src").rglob("*.rs"))
        tests = list((folder / "tests").rglob("*.rs"))
        graph = imports(folder / "src")
        deps = sorted(
            d["name"].removeprefix("holotable-") for d in crate["dependencies"] if d["name"] in names and d["kind"] is None
        )
        lines, of_tests, longest = sum(map(code, source)), sum(map(code, tests)), chain(graph)
        total += lines + of_tests
        print(f"{crate['name']:20} {len(source):5} {lines:6} {of_tests:6} {len(longest):6}  {' '.join(deps)}")
        failed |= len(longest) > MOST_LEVELS
        if verbose:
            print(f"{'':20} {' > '.join(longest)}")
        for circle in circles(graph):
            failed = True
            print(f"{'':20} a circle: {', '.join(circle)}")
    print(f"{'all':20} {'':5} {total:6}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
