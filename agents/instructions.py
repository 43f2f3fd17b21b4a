#!/usr/bin/env python3
"""Compare how many instructions each scenario of a program takes with agents/instructions.txt.

The program is the target `instructions` of holotable-players, built by the profile of `make train`: what people wait for is what
is counted. It runs once under callgrind, which counts instead of measuring time: the same program has the same counts under any
load, and on any x86-64 processor with AVX2. What the C library executes is not counted, since machines have different ones. Each
scenario that takes 2 % more or fewer is printed with the change, and the exit code is 1; UPDATE=1 records the new counts instead.

    make instructions
    make instructions UPDATE=1
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

RECORD = Path(__file__).resolve().with_suffix(".txt")
HEAD = "# scenario, instructions: `make instructions UPDATE=1` rewrites this file\n"
# By how much a count may differ without a word.
TOLERANCE = 0.02
GAMES = ("dark_side_rising", "rebellion_combat", "conflict", "risk", "rebellion")
STEPS = ("step", "legal", "observation", "mask", "from_bytes")
# The functions whose instructions are counted, and one that stands between a preparation and the first of them.
SCENARIOS = [f"{game}::{step}" for game in GAMES for step in STEPS] + ["flat_search", "network_search", "fast_gradient"]
READY = "ready"
MODULE = "instructions::scenario::"


def build() -> str:
    """The program, as cargo says where it lies. `holotable` is built with it, for the features of the crates of others."""
    command = [os.environ.get("CARGO", "cargo"), "build", "--profile", "quick", "--locked", "-p", "holotable-players"]
    command += ["-p", "holotable", "--bench", "instructions", "--message-format", "json-render-diagnostics"]
    # In several units, code that has nothing to do with a scenario decides which of its functions are inlined.
    command += ["--config", "profile.quick.package.holotable-players.codegen-units=1"]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=RECORD.parent.parent)
    if built.returncode:
        sys.exit(built.returncode)
    messages = map(json.loads, built.stdout.splitlines())
    return next(said["executable"] for said in messages if said.get("executable"))


def count(program: str) -> dict[str, int]:
    """The instructions of each scenario. Callgrind writes a profile of what is new at the end of each."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--quiet", "--tool=callgrind", "--compress-strings=no", f"--callgrind-out-file={folder}/out"]
        command += [f"--dump-after={MODULE}{name}" for name in [READY, *SCENARIOS]]
        if subprocess.run([*command, program]).returncode:
            refuse("the program failed under callgrind")
        for path in Path(folder).iterdir():
            profile = path.read_text()
            end = re.search(rf"^desc: Trigger: --dump-after={MODULE}(\S+)$", profile, re.MULTILINE)
            if end and end[1] != READY:
                counts[end[1]] = own(profile, program)
    return counts


def own(profile: str, program: str) -> int:
    """The instructions of a profile that the program itself executed.

    A line `ob=` names the object of the costs that follow. A line of costs is a position and a count. The one after `calls=` has
    what the callee took, which is listed by itself too.
    """
    ours, called, total = False, False, 0
    for line in profile.splitlines():
        if line.startswith("ob="):
            ours = line == f"ob={program}"
        elif ours and not called and re.match(r"[-+*\d]", line):
            total += int(line.split()[1])
        called = line.startswith("calls=")
    return total


def compare(counts: dict[str, int], recorded: dict[str, int]) -> list[str]:
    """A line for each scenario that differs."""
    lines = [f"{name}: is new" for name in counts if name not in recorded]
    lines += [f"{name}: is not run any more" for name in recorded if name not in counts]
    for name in (name for name in counts if name in recorded):
        new, old = counts[name], recorded[name]
        if abs(new - old) > TOLERANCE * old:
            lines.append(f"{name}: {old:,} instructions became {new:,}, {100 * (new / old - 1):+.1f} %")
    return lines


def refuse(why: str) -> NoReturn:
    print(why, file=sys.stderr)
    sys.exit(2)


def main() -> None:
    if len(sys.argv) != 1:
        refuse("usage: agents/instructions.py")
    if not shutil.which("valgrind"):
        refuse("there is no valgrind: apt-get install valgrind")
    if "avx2" not in Path("/proc/cpuinfo").read_text():
        refuse("instructions are counted on processors with AVX2 only, since the kernels differ without it")
    counts = count(build())
    if os.environ.get("UPDATE"):
        RECORD.write_text(HEAD + "".join(f"{name} {counts[name]}\n" for name in sorted(counts)))
        return
    lines = (line.split() for line in RECORD.read_text().splitlines() if not line.startswith("#"))
    recorded = {name: int(number) for name, number in lines}
    differ = compare(counts, recorded)
    for line in differ:
        print(line)
    if differ:
        sys.exit("record these counts if they are meant: make instructions UPDATE=1")
    print(f"{len(counts)} scenarios take as many instructions as before, to {TOLERANCE:.0%}")


if __name__ == "__main__":
    main()
