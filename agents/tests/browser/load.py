"""What a server bears: rooms with bots in which people move as fast as they can, a long list of kept games, advice. `make serve-bench`."""

import argparse
import http.client
import json
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from browser import started


class Link:
    """A link of a game, over a connection that stays open."""

    def __init__(self, url: str) -> None:
        self.host = url.split("/")[2]
        self.line = http.client.HTTPConnection(self.host)

    def ask(self, path: str, body=None):
        """What the server answers, and after how many seconds."""
        begun = time.monotonic()
        kind = {"content-type": "application/json"}
        if body is None:
            self.line.request("GET", path)
        else:
            self.line.request("POST", path, json.dumps(body), kind)
        answer = self.line.getresponse()
        text = answer.read()
        assert answer.status == 200, f"{path}: {answer.status} {text[:300]!r}"
        return json.loads(text), time.monotonic() - begun


def room(url: str, game: str, agent: str, until: float, times: list[float]) -> None:
    """Two people and a bot; the people move a fifth of a second after they are asked. A new game follows one that is over."""
    link = Link(url)
    while time.monotonic() < until:
        ask = {"game": game, "options": {"players": "3"}, "seats": [None, None, agent], "guests": [1]}
        table, _ = link.ask("/api/tables", ask)
        own = f"/api/tables/{table['id']}"
        guest = f"/api/tables/{next(it['id'] for it in table['room']['links'] if it['seats'])}"
        at, over = 0, False
        while not over and time.monotonic() < until:
            node, looked = link.ask(f"{own}/nodes/{at}")
            actor = node["actor"]
            path = own if actor == 0 else guest
            if node["person"] and actor != 0:
                node, looked = link.ask(f"{path}/nodes/{at}")
            if node["person"]:
                legal = node["legal"]
                moved, took = link.ask(f"{path}/play", {"at": at, "action": legal[at % len(legal)]["action"]})
            else:
                moved, took = link.ask(f"{path}/agent", {"at": at})
            times += [looked, took]
            at, over = moved["id"], moved["over"]
            time.sleep(0.2)


def advice(url: str, kind: dict) -> tuple[str, list[float]]:
    """The strongest level of a game, and the seconds after which it has said what it would do, at decisions of a game of the expert."""
    link = Link(url)
    agent = kind["levels"][-1]["agent"]
    table, _ = link.ask("/api/tables", {"game": kind["name"], "seed": 1, "seats": ["expert"] * kind["seats"]})
    own = f"/api/tables/{table['id']}"
    at, over, times = 0, False, []
    while not over and len(times) < 40:
        node, _ = link.ask(f"{own}/nodes/{at}")
        if not node["forced"]:
            times.append(link.ask(f"{own}/evaluation", {"at": at, "agent": agent})[1])
        moved, _ = link.ask(f"{own}/agent", {"at": at})
        at, over = moved["id"], moved["over"]
    return agent, times


def memory(server: subprocess.Popen) -> float:
    """The megabytes that the process has in memory now."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def listed(holotable: str, games: str, url: str, server: subprocess.Popen) -> tuple[list[float], int]:
    """The seconds that a page of the list takes when ten thousand games are kept, and how many there are."""
    server.terminate()
    server.wait()
    # A connection that stays open would lock the server out.
    with closing(sqlite3.connect(games)) as kept, kept:
        copied = "origin, game, begun, seen, moves + 1, summary"
        while kept.execute("SELECT count(*) FROM games").fetchone()[0] < 10_000:
            kept.execute(
                f"INSERT INTO games (origin, game, begun, seen, moves, summary) SELECT {copied} FROM games LIMIT 10000 - (SELECT count(*) FROM games)"
            )
    server, url = started(holotable, games, "0")
    try:
        link = Link(url)
        times = [link.ask(f"/api/kept?page={page}") for page in (0, 0, 0, 50, 100, 199)]
        return [took for _, took in times], times[0][0]["all"]
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("holotable", help="the binary")
    parser.add_argument("--rooms", type=int, default=50, help="rooms at once")
    parser.add_argument("--seconds", type=float, default=30, help="how long they play")
    args = parser.parse_args()
    for game, agent in (("dark_side_rising", "ppo"), ("conflict", "ppo"), ("risk", "ppo")):
        with tempfile.TemporaryDirectory() as folder:
            games = str(Path(folder) / "games.sqlite")
            server, url = started(args.holotable, games, "0")
            times: list[float] = []
            until = time.monotonic() + args.seconds
            people = [threading.Thread(target=room, args=(url, game, agent, until, times)) for _ in range(args.rooms)]
            for person in people:
                person.start()
            for person in people:
                person.join()
            times.sort()
            print(
                f"{game}, {args.rooms} rooms with {agent}: {len(times)} answers, median {1000 * statistics.median(times):.1f} ms, "
                f"95th percentile {1000 * times[len(times) * 95 // 100]:.1f} ms, at most {1000 * times[-1]:.0f} ms; {memory(server):.0f} MB"
            )
            pages, count = listed(args.holotable, games, url, server)
            print(f"{game}: a page of the list of {count} kept games in {1000 * min(pages):.1f} to {1000 * max(pages):.1f} ms")
    server, url = started(args.holotable, ":memory:", "0")
    try:
        for kind in Link(url).ask("/api/games")[0]:
            agent, times = advice(url, kind)
            print(
                f"{kind['name']}: {agent} says what it would do in {1000 * statistics.median(times):.1f} ms, the median of {len(times)} decisions, "
                f"at most {1000 * max(times):.0f} ms"
            )
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
