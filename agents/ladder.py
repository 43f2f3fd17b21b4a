"""The ladder of checkpoints/dark_side_rising/CARD.md: every agent in every cell, on the same seeds.

Usage: python3 agents/ladder.py BINARY [--games N] [--seconds S] [--record FILE] [AGENT ...]

An agent plays N games in a cell, or fewer if they take longer than S seconds (four times as long for the search with a
network); its interval says what they are worth.
With a record the games of an earlier call count, so that more may be added later; with 0 seconds it only prints them.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time

# Each with how many times S seconds it may take: longer where little sets it apart from the next.
AGENTS = {
    "random": 1,
    "greedy": 1,
    "expert": 1,
    "expert+dice": 1,
    "flat:100": 1,
    "ppo": 1,
    "ppo+dice": 1,
    "flat:384+ppo": 4,
}
PLAYERS, IMPERIALS = [2, 3, 4], [7, 9, 11]
FIRST_SEED = 3_000_000
THREADS = os.cpu_count()


def rate(binary, wins, games):
    """The win rate of all runs together with its interval."""
    command = [binary, "interval", str(wins), str(games), "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rate, low, high = (100 * found[key] for key in ("win_rate", "ci_low", "ci_high"))
    return f"{rate:.1f} % ({low:.1f} to {high:.1f})"


def tournament(binary, agent, players, imperials, games, first):
    """Plays games from the seed `first` on; gives wins, decisions and seconds of processor time."""
    command = [binary, "tournament", "dark_side_rising", "--agents", agent, "--games", str(games), "--seed", str(first)]
    command += ["-o", f"players={players}", "-o", f"imperials={imperials}", "--threads", str(THREADS), "--json"]
    began = processor()
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = processor() - began
    row = json.loads(report)["agents"][0]
    return row["wins"], row["decisions_per_game"] * games, seconds


def processor():
    """Seconds of processor time of all programs run so far: unlike the clock's they do not depend on what else runs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cell(args, agent, players, imperials):
    """What an agent did in a cell: games, wins, decisions and seconds of processor time."""
    limit = args.seconds * AGENTS.get(agent, 1)
    known = {"games": 0, "wins": 0, "decisions": 0.0, "seconds": 0.0}
    for line in open(args.record) if args.record and os.path.exists(args.record) else []:
        entry = json.loads(line)
        if (entry["agent"], entry["players"], entry["imperials"]) == (agent, players, imperials):
            known = {key: entry[key] for key in known}
    began, block = time.monotonic(), THREADS
    while known["games"] < args.games and time.monotonic() - began < limit:
        block = min(block, args.games - known["games"])
        started = time.monotonic()
        found = tournament(args.binary, agent, players, imperials, block, FIRST_SEED + known["games"])
        found = *found[:2], max(0.0, found[2] - args.start)
        for key, more in zip(["games", "wins", "decisions", "seconds"], [block, *found], strict=True):
            known[key] += more
        if args.record:
            with open(args.record, "a") as record:
                record.write(json.dumps({"agent": agent, "players": players, "imperials": imperials, **known}) + "\n")
        # As many games as fit into the rest of the time, at most ten times as many as before.
        pace = (time.monotonic() - started) / block
        left = limit - (time.monotonic() - began)
        block = max(THREADS, min(10 * block, int(left / pace)))
    return known


def duration(seconds):
    if seconds < 1e-6:
        return "< 1 µs"
    for unit, size in [("s", 1), ("ms", 1e-3), ("µs", 1e-6)]:
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("agents", nargs="*", default=list(AGENTS))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--record")
    args = parser.parse_intermixed_args()
    # What the program takes to start is no agent's time.
    *_, args.start = tournament(args.binary, "random", PLAYERS[0], IMPERIALS[0], 1, FIRST_SEED)
    for players in PLAYERS:
        print(
            f"\n| {players} players | "
            + " | ".join(f"{i} Imperials" for i in IMPERIALS)
            + " | games a cell | time a decision |"
        )
        print("|---" * (len(IMPERIALS) + 3) + "|")
        for agent in args.agents:
            cells = [cell(args, agent, players, imperials) for imperials in IMPERIALS]
            shown = []
            for c in cells:
                shown.append(rate(args.binary, c["wins"], c["games"]) if c["games"] else "-")
            games = sorted({c["games"] for c in cells})
            count = f"{games[0]:,}" + (f" to {games[-1]:,}" if len(games) > 1 else "")
            decisions = sum(c["decisions"] for c in cells)
            pace = duration(sum(c["seconds"] for c in cells) / decisions) if decisions else "-"
            print(f"| {agent} | " + " | ".join(shown) + f" | {count} | {pace} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
