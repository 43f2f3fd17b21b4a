"""A cluster of Ray with two nodes on this machine, one of which dies in the middle: tournaments, games as data, seasons and sweeps end
with the bytes of one program. Nodes with other things are refused, Ctrl-C leaves nothing behind, and what a second node is worth is printed."""

import filecmp
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import holotable as ht
import holotable.cluster
import holotable.data
from holotable import players
from holotable.cluster import matches, nodes

HOLOTABLE = Path(sys.executable).with_name("holotable")
ROOT = Path(__file__).resolve().parents[2]
AGENTS = ["flat:20", "expert", "greedy"]
GAMES, SEED = 240, 1_000_000
RECIPE = {
    "game": ht.Game("dark_side_rising", imperials=1),
    "total_steps": 60_000,
    "num_envs": 16,
    "rollout_steps": 64,
    "hidden_sizes": [64],
    "eval_every_updates": 8,
    "eval_games": 40,
}
SPACE = {"learning_rate": [1e-3, 3e-3], "start_from": ["", "no/such/folder"]}


@contextmanager
def two_nodes(second: dict | None = None) -> Iterator[tuple[Cluster, object]]:
    """A cluster of two nodes with a core each, and the second of them, whose environment may differ."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        node = cluster.add_node(num_cpus=1, env_vars=second or {})
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield cluster, node
    finally:
        ray.shutdown()
        cluster.shutdown()


@contextmanager
def dying(cluster: Cluster, node: object, ready: Callable[[], bool]) -> Iterator[dict]:
    """Has the node die as soon as it is ready to; says afterwards whether it did."""
    said, over = {"died": False}, threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            if ready():
                cluster.remove_node(node, allow_graceful=False)
                said["died"] = True
                return

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield said
    finally:
        over.set()
        thread.join()


def one_program(*words: object) -> str:
    """What the command line prints."""
    return subprocess.run([HOLOTABLE, *map(str, words)], check=True, capture_output=True, text=True).stdout


def tournament(bar: Callable[[int, int], None] | None = None) -> str:
    """The JSON of a tournament on the cluster."""
    return spread_out("rebellion_combat", AGENTS, None, bar)


def spread_out(game: str, agents: list[str], evaluator: matches.Evaluator | None, bar=None) -> str:
    shown, matches.progress_bar = matches.progress_bar, lambda *_: as_bar(bar)
    try:
        return matches.found(nodes.sent(ht.Game(game), None, players.entered(agents)), evaluator, GAMES, SEED, 24, None, None)
    finally:
        matches.progress_bar = shown


@contextmanager
def as_bar(bar):
    yield bar


def tournaments(scratch: Path) -> None:
    alone = one_program("tournament", "rebellion_combat", "--agents", ",".join(AGENTS), "--games", GAMES, "--json")
    pairs = one_program("compare", "dark_side_rising", "expert", "greedy", "--games", GAMES, "--json")
    with two_nodes() as (cluster, node):
        start = time.perf_counter()
        assert tournament() == alone
        calm = time.perf_counter() - start
        assert spread_out("dark_side_rising", ["expert", "greedy"], matches.Evaluator(None)) == pairs
        done = []
        start = time.perf_counter()
        with dying(cluster, node, lambda: len(done) >= 5) as said:
            assert tournament(lambda n, _: done.append(n)) == alone
        killed = time.perf_counter() - start
        assert said["died"]
    print(f"tournament: {calm:.1f} s calm, {killed:.1f} s with a node killed: the bytes of one program", flush=True)


SEASON = """name = "cluster"
seed = 4000000000
entries = ["random.toml", "greedy.toml", "expert.toml", "search.toml"]
[games.rebellion_combat]
options = { value = 8 }
block = 10
least = 200
most = 200
judged = 1
shown = 1
"""


def planned(folder: Path, games: int = 200) -> Path:
    """A season that has not begun."""
    folder.mkdir()
    (folder / "season.toml").write_text(SEASON.replace("200", str(games)))
    for name, agent in [("random", "random"), ("greedy", "greedy"), ("expert", "expert"), ("search", "flat:40")]:
        (folder / f"{name}.toml").write_text(f"name = '{name}'\nagent = '{agent}'\n")
    return folder


def seasons(scratch: Path) -> None:
    folders = [planned(scratch / name) for name in ("made", "calm", "killed")]
    one_program("arena", "play", folders[0])
    alone = json.loads(one_program("arena", "ladder", folders[0], "--json"))
    with two_nodes() as (cluster, node):
        assert holotable.cluster.season(folders[1]) == alone
        with dying(cluster, node, lambda: any(folders[2].glob("matches/*/*/results.json"))) as said:
            assert holotable.cluster.season(folders[2]) == alone
        assert said["died"]
    made, *others = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.json*") if path.name != "times.json"}
        for folder in folders
    )
    assert all(made == other for other in others) and len(made) > 7
    print("season: the bytes of one program, also with a node killed", flush=True)


def games(scratch: Path) -> None:
    made, calm, killed = (scratch / name for name in ("made", "calm", "killed"))
    count = 5200
    one_program("generate", "rebellion_combat", "--agents", "greedy", "--count", count, "--out", made)
    with two_nodes() as (cluster, node):
        holotable.cluster.games("rebellion_combat", calm, agents="greedy", games=count)
        with dying(cluster, node, lambda: any(killed.glob("*.parquet"))) as said:
            holotable.cluster.games("rebellion_combat", killed, agents="greedy", games=count)
        assert said["died"]
        assert ray.data.read_parquet(str(killed)).count() == count, "Ray Data reads what was played"
    names = sorted(path.name for path in made.iterdir() if path.name != ".lock")
    assert len(names) == 7
    for other in (calm, killed):
        assert filecmp.cmpfiles(made, other, names, shallow=False)[0] == names, other
        assert sorted(path.name for path in other.iterdir() if path.name != ".lock") == names
    print(f"games: {count} in {len(names) - 1} files: the bytes of one program, calm and with a node killed", flush=True)


def weights(run: Path) -> bytes:
    return (run / "latest" / "model.safetensors").read_bytes()


def sweeps(scratch: Path) -> None:
    alone = {}
    for number, rate in enumerate(SPACE["learning_rate"]):
        alone[number] = weights(ht.train(RECIPE, scratch / f"alone-{number}", learning_rate=rate).folder)
    for name in ("calm", "killed"):
        out = scratch / f"sweep-{name}"
        with two_nodes() as (cluster, node):
            reported = lambda out=out: len(list(out.glob("tune/trial-*/checkpoint_*"))) >= 2  # noqa: E731
            with dying(cluster, node, reported if name == "killed" else lambda: False) as said:
                start = time.perf_counter()
                found = holotable.cluster.sweep(RECIPE, SPACE, out)
                seconds = time.perf_counter() - start
            assert said["died"] == (name == "killed")
        failed = {trial["trial"]: trial["failed"] for trial in found.trials if trial["failed"]}
        assert len(found.trials) == 4 and len(failed) == 2, failed
        assert all("no/such/folder" in why for why in failed.values()), failed
        for trial in found.trials:
            if trial["trial"] in failed:
                continue
            number = SPACE["learning_rate"].index(trial["set"]["learning_rate"])
            assert weights(out / f"trial-{trial['trial']:03}") == alone[number], trial
        assert found.best is not None and not (out / "tune").exists()
        print(f"sweep, {name}: {seconds:.1f} s, two trials with the weights of one program, two that fail", flush=True)


def schedulers(scratch: Path) -> None:
    """ASHA ends trials early, and populations change what is drawn from ranges: every trial is told of and can be played with."""
    rates = {"learning_rate": {"log_uniform": [1e-4, 1e-2]}}
    space = {"random": {"trials": 4, "seed": 1, "space": rates}}
    with two_nodes():
        for name in ("asha", "pbt"):
            out = scratch / name
            found = holotable.cluster.sweep(RECIPE, space, out, scheduler=name)
            assert len(found.trials) == 4 and not any(trial["failed"] for trial in found.trials), found.trials
            states = [json.loads((out / f"trial-{i:03}" / "latest" / "state.json").read_text()) for i in range(1, 5)]
            steps = sorted(state["progress"]["steps"] for state in states)
            assert steps[-1] >= RECIPE["total_steps"] and (name == "pbt" or steps[0] < RECIPE["total_steps"]), steps
            assert all(1e-4 <= trial["set"]["learning_rate"] <= 1e-2 for trial in found.trials), found.trials
            assert not (out / "tune").exists()
            ht.tournament(RECIPE["game"], ["random", found.best], games=20)
            print(f"sweep, {name}: four trials of {', '.join(map(str, steps))} steps", flush=True)


def refusals(scratch: Path) -> None:
    """The second node has another home folder, and in it another data set and another network under the same names."""
    homes = {name: scratch / name for name in ("first", "second")}
    for name, checkpoint in (("first", "dark_side_rising"), ("second", "dark_side_rising_alone")):
        shutil.copytree(ROOT / "configs" / "dark_side_rising", homes[name] / "cards")
        shutil.copytree(ROOT / "checkpoints" / checkpoint, homes[name] / "net")
    changed = homes["second"] / "cards" / "rebels.toml"
    changed.write_text(changed.read_text().replace("capacity = 6", "capacity = 5", 1))
    here, os.environ["HOME"] = os.environ.get("HOME", ""), str(homes["first"])
    try:
        with two_nodes({"HOME": str(homes["second"])}):
            for what, words in {
                "data": {"agents": ["greedy"], "data": "~/cards"},
                "checkpoints.~/net": {"agents": ["~/net"]},
            }.items():
                try:
                    holotable.cluster.tournament("dark_side_rising", games=20_000, shards=20, **words)
                except ValueError as e:
                    assert f"their {what} is " in str(e) and "node " in str(e), e
                    print(f"another {what}: {str(e)[:150]}", flush=True)
                else:
                    raise AssertionError(f"a node with other {what} played")
    finally:
        os.environ["HOME"] = here


def ctrl_c(scratch: Path) -> None:
    """Whatever the command has started is gone when Ctrl-C has ended it: told by a mark in its environment."""
    recipe, space = scratch / "recipe.toml", scratch / "space.toml"
    keys = {**RECIPE, "total_steps": 10**9}
    del keys["game"]
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    recipe.write_text("\n".join([*lines, "[game]", 'name = "dark_side_rising"', ""]))
    space.write_text("[grid]\nlearning_rate = [1e-3, 3e-3]\n")
    started = lambda place: any(place.glob("tune/trial-*"))  # noqa: E731
    endless = planned(scratch / "endless", 1_000_000)
    rated = lambda _: any(endless.glob("matches/*/*/results.json"))  # noqa: E731
    commands = {
        "tournament": (["rebellion_combat", "--agents", "flat:2000,expert", "--games", "100000"], None),
        "games": (["rebellion_combat", "--agents", "flat:2000", "--count", "9000", "--out", "OUT"], None),
        "season": ([endless], rated),
        "sweep": ([recipe, space, "--out", "OUT"], started),
    }
    for name, (words, begun) in commands.items():
        mark, out = uuid.uuid4().hex, scratch / f"interrupted-{name}"
        command = [sys.executable, "-m", "holotable.cluster", name, *(out if word == "OUT" else word for word in words)]
        child = subprocess.Popen(
            command,
            env={**os.environ, "HOLOTABLE_MARK": mark},
            start_new_session=True,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        wait_for(lambda b=begun, o=out, m=mark: b(o) if b else len(marked(m, b"ray::")) >= 1)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=180)
        assert child.returncode == 130, (child.returncode, said.decode())
        wait_for(lambda m=mark: not marked(m))
        print(f"Ctrl-C: {name} ended with 130 and left no process", flush=True)


def marked(mark: str, title: bytes = b"") -> list[int]:
    """The processes with a mark in their environment, that have this in their title."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (place / "environ").read_bytes() and title in (place / "cmdline").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue
    return found


def wait_for(ready: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.1)


def speed(scratch: Path) -> None:
    """What more nodes of one core are worth; this machine may have fewer cores than nodes."""
    agents, games = ["flat:256+ppo"], 80
    start = time.perf_counter()
    one = ht.tournament("dark_side_rising", agents, games=games, seed=SEED, threads=1)
    print(f"speed: {time.perf_counter() - start:.1f} s as one program on one thread", flush=True)
    for n in (1, 2, 4):
        start = time.perf_counter()
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            for _ in range(n - 1):
                cluster.add_node(num_cpus=1)
            ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
            spread_out("rebellion_combat", ["expert", "greedy"], None)  # the workers start
            begun = time.perf_counter()
            report = holotable.cluster.tournament("dark_side_rising", agents, games=games, seed=SEED)
            end = time.perf_counter()
        finally:
            ray.shutdown()
            cluster.shutdown()
        assert report == one
        print(f"speed: {end - begun:.1f} s on nodes of one core: {n}, which took {begun - start:.1f} s to start", flush=True)


def main(*names: str) -> None:
    parts = [tournaments, games, seasons, sweeps, schedulers, refusals, ctrl_c, speed]
    for part in parts:
        if not names or part.__name__ in names:
            with tempfile.TemporaryDirectory() as scratch:
                part(Path(scratch))


if __name__ == "__main__":
    main(*sys.argv[1:])
