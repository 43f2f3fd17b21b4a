#!/usr/bin/env python3
"""What each Rebel's ability of Dark Side Rising is worth to a strong player.

Each Rebel in turn leads the team of its affiliation, once with its ability and once without, and the same agent plays
both on the same seeds: the difference of its win rates is what the ability is worth to a team that has the Rebel from the
first turn. Prints a table, the most valuable first; the interval is Newcombe's for two shares, which leaves out that the
seeds are the same.

    agents/ablate.py target/release/holotable
    agents/ablate.py target/release/holotable --data my_cards --agent expert --games 20000
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tomllib

ABILITY = re.compile(r"^ability = .*$", re.MULTILINE)
# An ability must have a verb: this one takes back the damage that it costs.
NOTHING = 'ability = { when = "hurt", do = [{ verb = "heal", reach = "itself", pick = "one", amount = 1 }] }'


def main() -> None:
    args = parser().parse_args()
    source = pathlib.Path(args.data)
    rebels = (source / "rebels.toml").read_text(encoding="utf-8")
    teams = (source / "teams.toml").read_text(encoding="utf-8")
    bases = {team["trait"]: team for team in tomllib.loads(teams)["team"]}
    rows = []
    for rebel in tomllib.loads(rebels)["rebel"]:
        base = bases[rebel["affiliation"]]
        led = teams.replace(f'leader = "{base["leader"]}"', f'leader = "{rebel["name"]}"')
        seats = f"{base['team']},{'alderaan' if base['team'] == 'tatooine' else 'tatooine'}"
        able = wins(args, source, rebels, led, seats)
        unable = wins(args, source, without_ability(rebels, rebel["name"]), led, seats)
        rows.append((able, unable, rebel))
        print(f"{len(rows)} of 40: {rebel['name']}", end="\r", file=sys.stderr, flush=True)
    rows.sort(key=lambda row: row[1] - row[0])
    print(f"| Rebel | recruit | {args.agent} with the ability | without | points (95 % interval) |\n|---|---|---|---|---|")
    for able, unable, rebel in rows:
        points, low, high = difference(args, able, unable)
        cost = ", ".join(f"{n} {trait}" for trait, n in rebel["recruit"].items())
        cells = [rebel["name"], cost, percent(able, args.games), percent(unable, args.games)]
        print("|", " | ".join([*cells, f"{points:+.1f} ({low:+.1f} to {high:+.1f})"]), "|")


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("holotable", help="the program")
    options.add_argument("--data", default="configs/dark_side_rising", help="the data set [%(default)s]")
    options.add_argument("--agent", default="expert", help="who plays both seats [%(default)s]")
    options.add_argument("--games", type=int, default=12_000, help="with the ability, and as many without [%(default)s]")
    options.add_argument("--imperials", type=int, default=7, help="to defeat [%(default)s]")
    return options


def without_ability(rebels: str, name: str) -> str:
    start = rebels.index(f'name = "{name}"')
    return rebels[:start] + ABILITY.sub(NOTHING, rebels[start:], count=1)


def wins(args: argparse.Namespace, source: pathlib.Path, rebels: str, teams: str, seats: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        shutil.copytree(source, data)
        (data / "rebels.toml").write_text(rebels, encoding="utf-8")
        (data / "teams.toml").write_text(teams, encoding="utf-8")
        options = ["-o", f"teams={seats}", "-o", f"imperials={args.imperials}"]
        command = [args.holotable, "tournament", "dark_side_rising", "--agents", args.agent, "--data", data, *options]
        command += ["--games", str(args.games), "--seed", "6000000", "--json"]
        out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(out.stdout)["agents"][0]["wins"]


def difference(args: argparse.Namespace, able: int, unable: int) -> tuple[float, float, float]:
    """The difference of two win rates and the ends of its interval, in points of per cent."""
    games = str(args.games)
    command = [args.holotable, "interval", str(able), games, "--less", str(unable), games, "--json"]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return 100 * found["difference"], 100 * found["ci_low"], 100 * found["ci_high"]


def percent(k: int, n: int) -> str:
    return f"{100 * k / n:.1f} %"


if __name__ == "__main__":
    main()
