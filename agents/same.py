#!/usr/bin/env python3
r"""Whether two programs do the same: all that each prints and writes, case by case, as SHA-256.

For a change that must change nothing, such as a move of code: build the program before and after, and compare both. A line a case
says whether they are equal; under one that differs stands where it first does. The exit code is 1 if one differs, and 2 if one is
refused by both. A case runs in both programs at once, on a thread each. Figures that are times are left out, by their names.
Where something was to change, --less leaves that out, so that all else can be compared.

    agents/same.py old/holotable target/quick/holotable
    agents/same.py old/holotable target/quick/holotable --only "train " --only "bench risk"
    agents/same.py old/holotable target/quick/holotable --less '"data_version": ?2,\s*'
"""

import argparse
import ast
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
# A line for each set of options that changes rules.
OPTIONS = ROOT / "env/games/tests/golden/replays.txt"
RECIPES = ROOT / "configs/train"
# Games for some programs only: with the feature `toys`.
TOYS = ["secret_pig", "minefield", "guess", "league"]
BOTS = "random,greedy,expert"
ONE_THREAD = ["--threads", "1"]
# Two updates of any recipe, small, on one thread: one in which the values learn alone, and one against past selves.
SMALL = {
    "learner": "fast",
    "threads": 1,
    "num_envs": 64,
    "envs_per_worker": 4,
    "rollout_steps": 64,
    "minibatch_size": 512,
    "total_steps": 8192,
    "warmup_updates": 1,
    "past_every_updates": 1,
    "eval_every_updates": 1,
    "eval_games": 8,
    "checkpoint_every_updates": 1,
    "time_limit_minutes": 0,
}
# What tells the time: keys of JSON, lines, and files, of which two are sums over others.
TIMES = {"seconds", "steps_per_s", "wall_time", "profile"}
TIMES_LINE = b"where the time went: "
TIMES_FILES = {"SHA256SUMS", "_games.json", "tensorboard"}


def cases(games):
    """The name and the commands of each case; `games` tells the agents of each game."""
    yield "games", [["games", "--json"]]
    for game, agents in games.items():
        for command in (["rules"], ["layout", "--json"], ["cards", "--json"], ["outcomes", "--json"]):
            yield f"{command[0]} {game}", [[command[0], game, *command[1:]]]
        yield f"bench {game}", [["bench", game, "--digest", "100000"]]
        everyone = ["--agents", ",".join(agents), "--games", "20", *ONE_THREAD, "--json"]
        yield f"tournament {game}, all agents", [["tournament", game, *everyone]]
        yield f"watch {game}", [["watch", game, "--agent", "flat:8+random"], ["watch", game, "--viewer", "0"]]
        page = [["replay", "record", game, "--out", "game.jsonl"], ["replay", "page", "game.jsonl"]]
        yield f"page {game}", page
        yield f"generate {game}", [["generate", game, "--agents", "random", "--count", "20", *ONE_THREAD, "--out", "games"]]
    for game, options in option_sets():
        name, given = " ".join([game, *options]), [part for option in options for part in ("-o", option)]
        bots = [game, *given, "--agents", BOTS, "--games", "6", *ONE_THREAD, "--json"]
        yield f"tournament {name}", [["tournament", *bots]]
        record = [["replay", "record", game, *given, "--agent", bot, "--out", f"{bot}.jsonl"] for bot in ("random", "expert")]
        yield f"replay {name}", [*record, ["replay", "show", "random.jsonl"]]
    small = [part for key, value in SMALL.items() for part in ("--set", f"{key}={value}")]
    for recipe in sorted(RECIPES.glob("*.toml")):
        yield f"train {recipe.stem}", [["train", str(recipe), *small, "--out", "run"]]


def option_sets():
    """The game and the options of each line of OPTIONS."""
    for line in OPTIONS.read_text(encoding="utf-8").splitlines():
        game, rest = line.split(" ", 1)
        options, _ = rest.rsplit(" ", 1)
        yield game, [f"{name}={value}" for name, value in ast.literal_eval(options)]


def games_of(binary):
    """The games that a program has, each with its agents."""
    listed = json.loads(subprocess.run([binary, "games", "--json"], check=True, capture_output=True).stdout)
    games = {game["name"]: [agent["name"] for agent in game["agents"]] for game in listed}
    for toy in TOYS:
        if subprocess.run([binary, "rules", toy], capture_output=True).returncode == 0:
            games[toy] = ["random"]
    return games


def run(binary, commands, less):
    """All that a program prints and writes but for `less`, by its name; what a command is refused with, alone, under None."""
    parts = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, command in enumerate(commands, 1):
            done = subprocess.run([binary, *command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
            if done.returncode:
                return {None: done.stderr.strip() or b"exit code %d" % done.returncode}
            kept = [line for line in done.stdout.splitlines(True) if not line.startswith(TIMES_LINE)]
            parts[f"output {number} ({command[0]})"] = b"".join(kept)
        for path in sorted(pathlib.Path(folder).rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not TIMES_FILES.intersection(name.parts):
                parts[name.as_posix()] = timeless(name.name, path.read_bytes())
    return {name: less.sub(b"", data) for name, data in parts.items()}


def timeless(name, data):
    """A file of a run without what tells the time, a value a line; any other as it is."""
    if name not in ("state.json", "metrics.jsonl"):
        return data

    def read(pairs):
        return {key: value for key, value in pairs if key not in TIMES}

    lines = [json.dumps(json.loads(line, object_pairs_hook=read), indent=1) for line in data.splitlines()]
    return "\n".join(lines).encode()


def digest(parts):
    named = [[str(name), hashlib.sha256(data).hexdigest()] for name, data in parts.items()]
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()[:16]


def differences(old, new):
    """A line for each part that differs: where, and what stands there in both."""
    for parts, which in ((old, "old"), (new, "new")):
        if None in parts:
            yield f"the {which} program refuses: {brief(parts[None])}"
            return
    for name in dict.fromkeys([*old, *new]):
        a, b = (parts.get(name, b"no such file").splitlines() for parts in (old, new))
        if a != b:
            at = first(a, b)
            ends = [lines[at] if at < len(lines) else b"the end" for lines in (a, b)]
            start = max(0, first(*ends) - 20)
            yield f"{name}, line {at + 1}: {' | '.join(brief(line[start : start + 60]) for line in ends)}"


def first(a, b):
    """The first place in which two sequences differ."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def brief(line):
    text = line.decode(errors="replace").strip().replace("\t", " ")
    return text if text.isprintable() and "\N{REPLACEMENT CHARACTER}" not in text else "bytes that are no text"


def parser():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old", help="the program before")
    options.add_argument("new", help="the program after")
    options.add_argument("--only", action="append", metavar="NAME", help="cases in whose name this stands, as often as needed")
    options.add_argument("--less", default="$^", metavar="REGEX", help="leave out all that matches")
    return options


def main():
    options = parser()
    args = options.parse_args()
    binaries = [str(pathlib.Path(path).resolve()) for path in (args.old, args.new)]
    try:
        games, _ = (games_of(binary) for binary in binaries)
    except (OSError, ValueError, subprocess.CalledProcessError) as e:
        options.error(f"a program does not list its games: {e}")
    chosen = [case for case in cases(games) if not args.only or any(part in case[0] for part in args.only)]
    try:
        less = re.compile(args.less.encode())
    except re.error as e:
        options.error(f"--less {args.less}: {e}")
    if not chosen:
        options.error(f"no case has {' or '.join(args.only)} in its name")
    began, differ, refused = time.monotonic(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, (name, commands) in enumerate(chosen, 1):
            print(f"{number} of {len(chosen)}: {name}", end="\033[K\r", file=sys.stderr, flush=True)
            old, new = pool.map(run, binaries, [commands] * 2, [less] * 2)
            if None in old and None in new:
                refused += 1
                print(f"refused  {name}: {brief(old[None])}", flush=True)
            elif old == new:
                print(f"equal    {digest(old)}  {name}", flush=True)
            else:
                differ += 1
                print(f"DIFFERS  {digest(old)}  {digest(new)}  {name}", flush=True)
                print("".join(f"         {line}\n" for line in differences(old, new)), end="", flush=True)
    print(f"{len(chosen)} cases: {differ} differ, {refused} refused by both; {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 2 if refused else int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
