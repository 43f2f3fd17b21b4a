"""``python -m holotable.program``: agents of Python as programs that ``exec:`` names."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import holotable as ht
from holotable import program

PROGRAM = f"{sys.executable} -m holotable.program"

BOTS = '''
import holotable as ht

def last(state):
    print("what is printed is no answer")
    return state.legal_actions()[-1]

class Object:
    def act(self, state):
        return state.legal_actions()[0]

def fails(state):
    raise RuntimeError("oh dear")

def model(prompt):
    """Says what is no action first, and the first legal one when it is asked again."""
    if "was not taken" not in prompt:
        return "I think. Action: Fly"
    name = prompt.split("Legal actions:\\n- ")[1].split("  (")[0]
    return f"Then this.\\n{{\\"action\\": \\"{name}\\"}}"

def stubborn(prompt):
    return "no"
'''


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("agent", ["bots:last", "bots:Object", "expert"])
def test_an_agent_plays_as_a_program(bots: Path, agent: str) -> None:
    report = ht.tournament("rebellion_combat", [f"exec:{PROGRAM} {agent}", "random"], games=4, seed=1, threads=1)
    assert report.agents[0].reasons.get("forfeit", 0) == 0
    assert report.agents[0].games == 4


def test_a_program_plays_as_the_agent_that_it_asks(bots: Path) -> None:
    """Where nothing is hidden and the agent draws nothing, both are asked about the same states."""

    def last(state: ht.State) -> int:
        return state.legal_actions()[-1]

    found = [
        ht.tournament("dark_side_rising", [agent], games=3, seed=1, threads=1).agents[0]
        for agent in (f"exec:{PROGRAM} bots:last", last)
    ]
    assert [(row.wins, row.mean_turns, row.decisions_per_game) for row in found[:1]] == [
        (row.wins, row.mean_turns, row.decisions_per_game) for row in found[1:]
    ]


def test_answers_in_words_are_asked_for_again_and_kept(bots: Path) -> None:
    agents = [f"exec:{PROGRAM} --answers --log said.jsonl bots:model", "random"]
    report = ht.tournament("rebellion_combat", agents, games=1, seed=1, threads=1)
    assert report.agents[0].reasons.get("forfeit", 0) == 0
    said = [json.loads(line) for line in (bots / "said.jsonl").read_text().splitlines()]
    assert [line["attempt"] for line in said[:2]] == [0, 1]
    assert said[0]["action"] is None and "Fly" in said[0]["error"]
    assert said[1]["action"] is not None and "# What you see" in said[1]["prompt"]


def test_a_log_that_may_not_grow_ends(bots: Path) -> None:
    resource = pytest.importorskip("resource")
    line = {"prompt": "p" * 100, "answer": "a", "attempt": 0, "action": 1, "error": None}
    short = f"""
import resource
from holotable.program import Log
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, {resource.RLIM_INFINITY}))
log = Log("short.jsonl")
for _ in range(20):
    log.keep({line!r})
"""
    done = subprocess.run([sys.executable, "-c", short], capture_output=True, text=True, check=True)
    assert done.stderr == "short.jsonl may not grow any more: nothing more is kept\n"
    kept = (bots / "short.jsonl").read_text().split("\n")
    assert len(kept) > 3 and all(json.loads(it) == line for it in kept[:-1])


def test_an_answer_that_says_nothing_forfeits_with_the_reason(bots: Path) -> None:
    report = ht.tournament("rebellion_combat", [f"exec:{PROGRAM} --answers bots:stubborn", "random"], games=2, seed=1)
    assert report.agents[0].reasons["forfeit"] == 2


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["bots"], "unknown agent 'bots'"),
        (["bots:nothing"], "'bots' has no 'nothing'"),
        (["nowhere:bot"], "no module 'nowhere'"),
        (["--answers", "bots"], "must be MODULE:NAME"),
        (["--answers", "--retries", "-1", "bots:model"], "--retries is -1"),
        (["bots.py.zip"], "no zip file"),
    ],
)
def test_mistakes_are_one_line(bots: Path, arguments: list[str], part: str) -> None:
    game = json.dumps({"type": "game", "game": "conflict", "options": {}})
    done = subprocess.run(
        [sys.executable, "-m", "holotable.program", *arguments], input=game + "\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("error: ") and part in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_agent_that_fails_ends_with_its_traceback(bots: Path) -> None:
    report = ht.tournament("rebellion_combat", [f"exec:{PROGRAM} bots:fails", "random"], games=1, seed=1)
    assert report.agents[0].reasons["forfeit"] == 1


def test_a_model_of_stable_baselines3_plays(bots: Path) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from holotable.sb3 import VecEnv

    model = contrib.MaskablePPO("MlpPolicy", VecEnv("rebellion_combat", 2, opponent="random"), n_steps=8, batch_size=8, seed=1)
    model.save(bots / "model.zip")
    assert type(program.model(str(bots / "model.zip"))).__name__ == "MaskablePPO"
    report = ht.tournament("rebellion_combat", [f"exec:{PROGRAM} model.zip", "random"], games=2, seed=1, threads=1)
    assert report.agents[0].reasons.get("forfeit", 0) == 0
