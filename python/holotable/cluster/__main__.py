"""``python -m holotable.cluster``: tournaments, comparisons, seasons, sweeps and games as data on a cluster."""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .. import Comparison, Report, players, training
from . import dataset, matches, nodes, seasons, trials

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ends, as shells have it."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code."""
    args = parser().parse_args(words)
    try:
        args.run(args)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ValueError, TypeError, OSError, ModuleNotFoundError) as e:
        print(f"error: {' '.join(str(e).split())}", file=sys.stderr)
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    """What the command line may hold."""
    whole = argparse.ArgumentParser(prog="python -m holotable.cluster", description=__doc__)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    one = command(commands, "tournament", play, "how well agents play, as `holotable tournament` says it")
    table(one)
    one.add_argument("--agents", default="random,greedy,expert", metavar="AGENT,...", help="names or folders of checkpoints")
    games_arguments(one, 1_000_000)

    one = command(commands, "compare", compare, "which of two agents is better, as `holotable compare` says it")
    table(one)
    one.add_argument("a", help="the first agent")
    one.add_argument("b", help="the second agent")
    one.add_argument("--luck-adjusted", nargs="?", const="ppo", metavar="EVALUATOR", help="take the luck off each result")
    games_arguments(one, 1_000_000)

    one = command(commands, "games", generate, "games as data, the bytes of `holotable generate`")
    table(one)
    one.add_argument("--agents", default="expert", metavar="AGENT,...", help="one for all seats, or one for each")
    one.add_argument("--count", type=int, default=1000, help="how many games")
    one.add_argument("--out", required=True, metavar="FOLDER", help="a folder here")
    one.add_argument("--seed", type=int, default=1 << 41, help="of the first game")

    one = command(commands, "season", rate, "what a season of the arena has not played, as `holotable arena play` plays it")
    one.add_argument("folder", help="the folder of the season, which every node sees")
    one.add_argument("--processes", type=int, default=0, help="players at the same time, 0 for one on every core")
    one.add_argument("--json", action="store_true", help="print the JSON of `holotable arena ladder --json`")

    one = command(commands, "sweep", train, "a recipe for every point of a space, as `holotable train --sweep`")
    one.add_argument("recipe", help="a TOML file, or the name of one that comes along")
    one.add_argument("space", help="a TOML file, the same as for `holotable train --sweep`")
    one.add_argument("--out", required=True, metavar="FOLDER", help="a folder that every node sees")
    one.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a key of the recipe")
    one.add_argument("--scheduler", choices=["fifo", "asha", "pbt"], default="fifo", help="who is ended or changed early")
    one.add_argument("--cores", type=int, default=1, help="of a trial")
    one.add_argument("--json", action="store_true", help="print JSON")
    return whole


def command(commands: Any, name: str, run: Callable[[Any], None], about: str) -> argparse.ArgumentParser:
    """One of the commands, with what all have."""
    one = commands.add_parser(name, help=about, description=about)
    one.set_defaults(run=run)
    where = "of the cluster, `auto` for the one of which this machine is a node; without it, RAY_ADDRESS or this machine alone"
    one.add_argument("--address", help=where)
    return one


def table(one: argparse.ArgumentParser) -> None:
    """Which game under which options."""
    one.add_argument("game", help="the game, by its name in `holotable games`")
    one.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    one.add_argument("--data", metavar="FOLDER", help="a folder with another data set of cards and dice")


def games_arguments(one: argparse.ArgumentParser, seed: int) -> None:
    """How many games, and in how many shards."""
    one.add_argument("--games", type=int, default=1000, help="for each agent, all on the same seeds")
    one.add_argument("--seed", type=int, default=seed, help="of the first game")
    one.add_argument("--shards", type=int, default=0, help="tasks, 0 for four a core; the result does not depend on it")
    one.add_argument("--json", action="store_true", help="print the JSON of the command for one machine, byte for byte")


def options(args: Any) -> dict[str, Any]:
    """The options of the game by name."""
    return dict(pair(text) for text in args.option)


def pair(text: str) -> tuple[str, str]:
    """A name and a value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"'{text}' must be written NAME=VALUE")
    return name.strip(), value


def _names(text: str) -> list[str]:
    """Agents with commas between; one in whose name there is a comma stands in double quotes, as for ``holotable``."""
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error as e:
        raise ValueError(f"'{text}' is no list of agents: {e}") from None


def play(args: Any) -> None:
    text = found(args, _names(args.agents), None)
    show(text if args.json else f"{Report.read(json.loads(text))}\n")


def compare(args: Any) -> None:
    text = found(args, [args.a, args.b], matches.Evaluator(args.luck_adjusted))
    show(text if args.json else f"{Comparison.read(json.loads(text))}\n")


def found(args: Any, agents: list[str], evaluator: matches.Evaluator | None) -> str:
    """The JSON of a tournament or comparison."""
    table = nodes.sent(nodes.opened(args.game, args.data, options(args)), args.data, players.entered(agents))
    return matches.found(table, evaluator, args.games, args.seed, args.shards, args.address, None)


def generate(args: Any) -> None:
    agents = _names(args.agents)
    words = {"agents": agents, "games": args.count, "seed": args.seed, "address": args.address, "data": args.data}
    dataset.games(args.game, args.out, **words, **options(args))
    show(f"{args.out}: {args.count} games\n")


def rate(args: Any) -> None:
    ladder = seasons.season(args.folder, address=args.address, processes=args.processes)
    show(f"{json.dumps(ladder, indent=2)}\n" if args.json else seasons.arena("ladder", args.folder))


def train(args: Any) -> None:
    space, out = training.named(args.space), Path(args.out)
    found = trials.swept(args.recipe, args.set, space, out, args.scheduler, args.cores, args.address)
    show((found.folder / "sweep.json").read_text(encoding="utf-8") if args.json else f"{found}\n")


def show(text: str) -> None:
    sys.stdout.write(text)


if __name__ == "__main__":
    sys.exit(main())
