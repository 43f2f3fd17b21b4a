"""Writes pages with what is installed, and with nothing else: `python -I write_pages.py FOLDER SEED`, run in an empty folder.

Of each game GAME.html, and of each replay in the folder a page beside it. Says in JSON what the games were.
"""

import json
import subprocess
import sys
from pathlib import Path

import holotable as ht

COMMAND = Path(sys.executable).parent / "holotable"


def evaluator(game: ht.Game) -> str | None:
    """The trained agent, where one is installed."""
    try:
        ht.load_agent("ppo", game)
    except (OSError, ValueError):
        return None
    return "ppo"


def page(replay: Path, agent: str | None) -> None:
    """Writes it by the command and by Python, which must be the same."""
    options = ["--agent", agent] if agent else []
    out = replay.with_suffix(".html")
    subprocess.run([COMMAND, "replay", "page", replay, "--out", out, *options], check=True, capture_output=True)
    assert ht.Table(replay, agent=agent).html == out.read_text(encoding="utf-8"), f"{replay.name}: two different pages"


def main(folder: Path, seed: int) -> None:
    for replay in folder.glob("*.jsonl"):
        page(replay, None)
    told = {}
    for name in (game["name"] for game in ht.games()):
        game = ht.Game(name)
        replay = folder / f"{name}.jsonl"
        replay.write_text(game.play("expert", seed=seed), encoding="utf-8")
        agent = evaluator(game)
        page(replay, agent)
        told[name] = {"evaluator": agent, "moves": len(game.replay(replay.read_text(encoding="utf-8"))) - 1}
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
