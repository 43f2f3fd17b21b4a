"""What travels between nodes, without a cluster: `python/interop/ray_cluster.py` has one."""

import importlib.util
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import holotable as ht
import holotable.data
from holotable import _native, players
from holotable.agents import Comparison, Report
from holotable.cluster import seasons
from holotable.cluster.__main__ import main
from holotable.cluster.matches import Evaluator, form
from holotable.cluster.nodes import received, sent
from holotable.training import named, read

PIG = ht.Game("secret_pig", players=2)
GAMES, SEED = 60, 7


def merged(game, agents, evaluator=None, shards=4) -> str:
    """The JSON of all shards, each played from what a node is sent."""
    table = sent(game, None, players.entered(agents))
    provenance = _native.provenance(*received(table), *form(evaluator), SEED)
    texts = [played(table, evaluator, f"{shard}/{shards}", provenance) for shard in range(shards, 0, -1)]
    return _native.merge(game, texts)


def played(table, evaluator, shard, provenance, seed=SEED) -> str:
    return _native.play_shard(*received(table), *form(evaluator), GAMES, seed, 1, shard, provenance)


def coward(state) -> int:
    return state.legal_actions()[-1]


def test_parts_are_the_tournament():
    agents = ["random", "coward", coward]
    found = Report.read(json.loads(merged(PIG, agents)))
    assert found == ht.tournament(PIG, agents, GAMES, SEED)
    assert found.agents[0].elo == 0


def test_parts_are_the_comparison():
    found = Comparison.read(json.loads(merged(PIG, ["random", coward], Evaluator(None))))
    assert found == ht.compare(PIG, "random", coward, GAMES, SEED)


def changed(provenance, name, value) -> dict:
    """The provenance with another value of a key, or of one within an object."""
    key, _, inner = name.partition(".")
    return {**provenance, key: {**provenance[key], inner: value} if inner else value}


def test_a_node_with_other_things_is_told_what_differs():
    table = sent(PIG, None, players.entered(["random", "coward"]))
    provenance = json.loads(_native.provenance(*received(table), False, None, SEED))
    for name, value in [("data", "f00"), ("rules_version", 99), ("holotable", "9.9.9"), ("checkpoints.coward", "abc")]:
        with pytest.raises(ValueError, match=f"their {name} is .*, not "):
            played(table, None, "1/2", json.dumps(changed(provenance, name, value)))
    with pytest.raises(ValueError, match="this is no provenance of games"):
        played(table, None, "1/2", "{}")
    with pytest.raises(ValueError, match="shard '3/2' must be written K/N"):
        played(table, None, "3/2", json.dumps(provenance))


def test_agents_are_told_by_their_checkpoints():
    provenance = json.loads(_native.provenance(ht.Game("conflict"), players.entered(["ppo", "expert"]), False, None, 1))
    assert list(provenance["checkpoints"]) == ["ppo"] and len(provenance["checkpoints"]["ppo"]) == 64
    with pytest.raises(ValueError, match="did you mean 'expert'"):
        _native.provenance(ht.Game("conflict"), players.entered(["exprt"]), False, None, 1)


def test_files_that_nodes_make_are_those_of_one_program(tmp_path):
    game, games = ht.Game("rebellion_combat", value=5), 2100
    holotable.data.generate(game, tmp_path / "here", agents="random", games=games, seed=SEED)
    table = sent(game, None, players.for_seats("random"))
    provenance = _native.games_provenance(*received(table), SEED)
    place = _native.GamesFolder(tmp_path / "there", provenance, games)
    with pytest.raises(ValueError, match="another session is at work in"):
        _native.GamesFolder(tmp_path / "there", provenance, games)
    assert place.missing() == [0, 1, 2]
    for number in (2, 0):
        place.put(*played_file((table, games, SEED, provenance), number))
    assert place.missing() == [1]
    with pytest.raises(ValueError, match="there is no file 3 among the 3"):
        place.put(3, b"")
    with pytest.raises(ValueError, match="part-00001.parquet is missing"):
        list(holotable.data.replays(tmp_path / "there"))
    place.put(*played_file((table, games, SEED, provenance), 1))
    assert place.close() == []
    with pytest.raises(ValueError, match="the folder is closed"):
        place.missing()
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert here == {path.name: path.read_bytes() for path in (tmp_path / "there").iterdir()}


def played_file(common, number) -> tuple[int, bytes]:
    """What :func:`holotable.cluster.dataset.played` does on a node, whose address only Ray knows."""
    table, games, seed, provenance = common
    return number, _native.games_file(*received(table), games, seed, 1, number, provenance)


SEASON = """name = "small"
seed = 4000000000
entries = ["random.toml", "greedy.toml", "expert.toml"]
[games.conflict]
options = { track = 12 }
block = 2
least = 4
most = 4
judged = 0
shown = 0
"""


def planned(folder, plan=SEASON) -> None:
    """A season that has not begun."""
    folder.mkdir(exist_ok=True)
    (folder / "season.toml").write_text(plan)
    for name in ("random", "greedy", "expert"):
        (folder / f"{name}.toml").write_text(f"name = '{name}'\nagent = '{name}'\n")


def test_nodes_play_a_season_to_the_bytes_of_one_program(tmp_path):
    for folder in ("alone", "together"):
        planned(tmp_path / folder)
    together = str(tmp_path / "together")
    seasons.arena("play", str(tmp_path / "alone"), "--threads", "1")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda folder: seasons.arena("play", folder, "--threads", "1"), [together, together]))
    alone, both = (
        {
            path.relative_to(tmp_path / folder): path.read_bytes()
            for path in (tmp_path / folder).rglob("*.json")
            if path.name != "times.json"
        }
        for folder in ("alone", "together")
    )
    assert alone == both and len(alone) == 5
    ladder = json.loads(seasons.arena("ladder", together, "--json"))
    assert [one["games"] for one in ladder["games"][0]["standings"]] == [4, 4, 4]
    with pytest.raises(ValueError, match=r"nowhere.*season\.toml"):
        seasons.arena("play", str(tmp_path / "nowhere"))


def test_a_process_that_plays_a_season_ends_with_its_parent(tmp_path):
    planned(tmp_path, SEASON.replace("least = 4\nmost = 4", "least = 1000000\nmost = 1000000"))
    command = [sys.executable, "-m", "holotable.cluster.seasons", "play", str(tmp_path), "--threads", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as child:
        deadline = time.monotonic() + 120
        while not any(tmp_path.glob("matches/*/*/results.json")):
            assert time.monotonic() < deadline and child.poll() is None
            time.sleep(0.05)
        child.stdin.close()
        told = child.stderr.read().decode()
    assert child.returncode == 130 and "the same command goes on" in told, told


def test_trials_are_those_of_the_sweep(tmp_path):
    recipe = {"game": ht.Game("dark_side_rising", imperials=1), "total_steps": 1024}
    space = {
        "random": {
            "trials": 3,
            "seed": 2,
            "space": {"learning_rate": {"log_uniform": [1e-4, 1e-2]}, "seed": {"choice": [1, 2]}},
        }
    }
    trials = _native.Trials(*read(recipe, {}), named(space), str(tmp_path / "sweep"))
    assert trials.steps() == 1024 and trials.recipe().read_text()
    assert [sorted(point) for point in trials.points()] == [["learning_rate", "seed"]] * 3
    how = trials.distributions()
    assert how["learning_rate"]["log_uniform"] == {"lo": 1e-4, "hi": 1e-2, "whole": False}
    assert how["seed"] == {"choice": [1, 2]}
    assert not any(trials.is_finished(number) for number in (1, 2, 3))
    report = trials.report({2: "broken"}, {})
    assert [trial["failed"] for trial in report["trials"]] == [None, None, "broken"]
    with pytest.raises(ValueError, match="there is no trial 4: the trials are 1 to 3"):
        trials.folder(4)
    with pytest.raises(ValueError, match="another session"):
        _native.Trials(*read(recipe, {}), named(space), str(tmp_path / "sweep"))


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is there")
def test_without_ray_the_line_says_how_to_get_it(capsys):
    assert main(["tournament", "secret_pig", "--games", "2", "--agents", "random"]) == 2
    assert capsys.readouterr().err == "error: ray is missing: pip install 'holotable[ray]'\n"


def test_what_is_wrong_is_one_line_before_any_cluster(capsys):
    for words, says in [
        (["tournament", "secret_pg"], "unknown game 'secret_pg'"),
        (["tournament", "secret_pig", "-o", "players"], "must be written NAME=VALUE"),
        (["compare", "secret_pig", "random", "cowrad"], "did you mean 'coward'"),
        (["sweep", "no_recipe", "no_space", "--out", "x"], "no_space"),
    ]:
        assert main(words) == 2
        err = capsys.readouterr().err
        assert says in err and err.count("\n") == 1, err


def test_the_command_explains_itself():
    for words in [[], ["tournament"], ["compare"], ["games"], ["sweep"]]:
        said = subprocess.run(
            [sys.executable, "-m", "holotable.cluster", *words, "--help"], capture_output=True, text=True, check=True
        )
        assert "usage: python -m holotable.cluster" in said.stdout
