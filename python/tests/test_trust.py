"""What strangers hand in, forked processes, Ctrl-C and shared agents do no harm."""

import importlib.util
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import onnx
import pytest
from conftest import DSR, SHIPPED, seal

import holotable as ht
import holotable.checkpoint
from holotable.onnx import export

ROOT = Path(__file__).parents[2]
# Longer than anything here takes: whatever waits for ever fails.
LONGEST = 120


def odd_actions(rng, envs):
    """Actions for a vector: legal ones, with a few changed, or something else altogether."""
    masks = envs.action_masks()
    actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    kind = rng.integers(8)
    if kind < 3:
        return actions
    if kind == 3:
        actions[rng.integers(len(actions))] = rng.choice([-(2**63), -1, 0, masks.shape[1], 2**31, 2**63 - 1])
        return actions
    if kind == 4:
        return actions.astype(rng.choice([np.int8, np.uint8, np.int16, np.uint64, np.float32, np.bool_, object]))
    if kind == 5:
        return actions[: rng.integers(len(actions) + 1)]
    if kind == 6:
        return np.resize(actions, rng.integers(0, 4, size=rng.integers(4)))
    others = [None, [], "no", 2**70, [2**70] * len(actions), actions[::-1], actions.repeat(2)[::2], {"a": 1}]
    return others[rng.integers(len(others))]


@pytest.mark.parametrize("reset", ["next_step", "same_step"])
def test_actions_at_random(name, reset):
    rng = np.random.default_rng(17)
    mode = {"next_step": "NextStep", "same_step": "SameStep"}[reset]
    envs = ht.VectorEnv(name, 4, autoreset_mode=mode)
    envs.reset(seed=1)
    stepped, refused = 0, 0
    for _ in range(400):
        before = [envs.state(i).to_bytes() for i in range(4)]
        actions = odd_actions(rng, envs)
        try:
            observation, *_ = envs.step(actions)
        except (ValueError, TypeError, OverflowError, ht.IllegalActionError) as e:
            refused += 1
            assert len(str(e).splitlines()) == 1, actions
            assert before == [envs.state(i).to_bytes() for i in range(4)], actions
        else:
            stepped += 1
            assert np.isfinite(observation).all()
            for i in range(4):
                state = envs.state(i)
                assert state.is_terminal() or envs.game.from_bytes(state.to_bytes()) == state
    assert stepped > 100 < refused


def test_every_state_comes_back_from_json_bytes_and_pickle(name):
    import pickle

    game, rng = ht.Game(name), np.random.default_rng(3)
    state = game.new_state(3)
    while not state.is_terminal():
        for back in [game.from_json(state.to_json()), game.from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state))]:
            assert back == state and hash(back) == hash(state)
            assert back.to_json() == state.to_json()
        assert pickle.loads(pickle.dumps(state)).to_bytes() == state.to_bytes()
        state.apply(int(rng.choice(state.legal_actions())))


def test_a_key_that_is_written_twice_is_refused():
    game = ht.Game(DSR)
    text = game.new_state(1).to_json()
    text = text if isinstance(text, str) else json.dumps(text)
    twice = text.replace('"turn":', '"turn":1,"turn":', 1)
    assert twice != text
    with pytest.raises(ValueError, match="the key 'turn' is written twice"):
        game.from_json(twice)


def in_a_fork(work):
    """What `work` says in a forked process; it fails where that waits for ever."""
    ours, theirs = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=lambda: theirs.send(work()))
    process.start()
    try:
        assert ours.poll(LONGEST), "it waits for ever"
        return ours.recv()
    finally:
        process.kill()
        process.join()


fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")


@fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("used", [True, False])
@pytest.mark.parametrize("more", [{}, {"seat": 0, "opponent": "greedy"}])
def test_a_vector_with_threads_steps_in_a_forked_process(used, more):
    envs = ht.VectorEnv(DSR if not more else "rebellion_combat", 80, threads=3, **more)
    envs.reset(seed=1)
    if used:
        envs.step(envs.action_masks().argmax(1))

    def work():
        for _ in range(3):
            envs.step(envs.action_masks().argmax(1))
        return [envs.state(i).to_bytes() for i in range(80)]

    there = in_a_fork(work)
    assert there == work()


@fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_an_agent_that_was_asked_at_the_fork_says_so():
    asked, go_on = threading.Event(), threading.Event()

    def slow(state):
        asked.set()
        go_on.wait(LONGEST)
        return state.legal_actions()[0]

    state, busy, idle = ht.Game(DSR).new_state(1), ht.load_agent(slow, DSR), ht.load_agent("expert", DSR)
    thread = threading.Thread(target=lambda: busy.act(state))
    thread.start()
    assert asked.wait(LONGEST)

    def work():
        try:
            busy.act(state)
        except ValueError as e:
            return str(e), idle.act(state)

    try:
        said, action = in_a_fork(work)
    finally:
        go_on.set()
        thread.join()
    assert "load it anew in each process" in said
    assert action == ht.load_agent("expert", DSR).act(state)


@fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_networks_are_loaded_and_compared_in_a_forked_process():
    def work():
        found = ht.compare(DSR, "ppo", "greedy", games=4, threads=2)
        return ht.load_agent("ppo", DSR).act(ht.Game(DSR).new_state(1)), repr(found)

    here = work()
    assert in_a_fork(work) == here


FOR_HOURS = {
    "act": "ht.load_agent('flat:1000000000@all', 'dark_side_rising').act(game.new_state(1))",
    "analyse": "ht.load_agent('flat:1000000000', 'dark_side_rising').analyse(game.new_state(1))",
    "play": "game.play('flat:1000000000@all', seed=1)",
    "compare": "ht.compare('dark_side_rising', 'flat:1000000000@all', 'expert', games=100)",
    "tournament": "ht.tournament('dark_side_rising', ['flat:1000000000'], games=100, threads=2)",
    "step": "run(ht.Env('rebellion_combat', seat=0, opponent='flat:1000000000@all'))",
    "vector": "run(ht.VectorEnv('rebellion_combat', 4, threads=2, seat=0, opponent='flat:1000000000@all'))",
}
PROGRAM = """
import sys
import holotable as ht
game = ht.Game("dark_side_rising")
def run(env):
    env.reset(seed=1)
    while True:
        masks = env.action_masks()
        env.step(masks.argmax(-1) if masks.ndim > 1 else int(masks.argmax()))
try:
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    sys.exit(77)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize("what", FOR_HOURS)
def test_ctrl_c_ends_what_takes_hours(what):
    program = [sys.executable, "-c", PROGRAM.replace("{work}", FOR_HOURS[what])]
    # Where shells start programs in the background, these ignore Ctrl-C.
    hears = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731
    with subprocess.Popen(program, stdout=subprocess.PIPE, preexec_fn=hears) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        try:
            assert running.wait(LONGEST) == 77
        finally:
            running.kill()


def edited(tmp_path, edit):
    """The shipped checkpoint with another state, and checksums that fit."""
    folder = shutil.copytree(SHIPPED / DSR, tmp_path / "edited")
    state = json.loads((folder / "state.json").read_text())
    edit(state)
    (folder / "state.json").write_text(json.dumps(state))
    seal(folder)
    return folder


def test_a_checkpoint_chooses_no_folder_to_read(tmp_path):
    other = tmp_path / "another data set"
    other.mkdir()
    # Whoever reads it is told that it is none.
    with pytest.raises(OSError, match="another data set"):
        ht.Game(DSR, data=str(other))
    folder = edited(tmp_path, lambda state: state["game"]["options"].update(data=str(other)))
    source = holotable.checkpoint.read(folder)
    assert source.game.facts()["data_hash"] == ht.Game(DSR).facts()["data_hash"]
    state = ht.Game(DSR).new_state(1)
    for game in [DSR, ht.Game(DSR), source.game]:
        assert ht.load_agent(str(folder), game).act(state) == ht.load_agent("ppo", DSR).act(state)
    export(folder, tmp_path / "edited.onnx")
    export(SHIPPED / DSR, tmp_path / "shipped.onnx")
    edited_model, model = (onnx.load(tmp_path / f"{name}.onnx") for name in ["edited", "shipped"])
    assert edited_model.graph == model.graph


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are of Unix")
def test_a_pipe_for_a_state_keeps_nobody_waiting(tmp_path):
    folder = shutil.copytree(SHIPPED / DSR, tmp_path / "piped")
    (folder / "state.json").unlink()
    os.mkfifo(folder / "state.json")
    with pytest.raises(ValueError, match="cannot read state.json: it is not a regular file"):
        export(folder, tmp_path / "agent.onnx")


def test_no_slot_waits_where_episodes_begin_anew_at_once():
    waiting = ht.VectorEnv(DSR, 2, max_decisions=1)
    waiting.reset(seed=1)
    waiting.step(waiting.action_masks().argmax(1))
    saved = waiting.__getstate__()["_saved"]
    envs = ht.VectorEnv(DSR, 2, max_decisions=1, autoreset_mode="SameStep")
    with pytest.raises(ValueError, match="but here none waits for the next step"):
        envs._batch.restore(saved)


def libtorch():
    spec = importlib.util.spec_from_file_location("libtorch", ROOT / "agents" / "libtorch.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_wheels_of_libtorch_lead_nowhere_and_are_known(tmp_path):
    module = libtorch()
    assert module.destination("torch/include/ATen/ATen.h") == Path("include/ATen/ATen.h")
    for name in ["torch/include/../../x", "/etc/passwd", "torch/include/..\\x", "C:/x"]:
        with pytest.raises(SystemExit, match="leads out of its folder"):
            module.destination(name)
    wheel = tmp_path / "torch-2.13.0.whl"
    wheel.write_bytes(b"PK")
    with pytest.raises(SystemExit, match="torch-2.13.0.whl is none of the wheels"):
        module.must_be_known(wheel)


def test_every_package_of_the_tests_is_known_by_its_hash():
    lines = (ROOT / "python" / "constraints.txt").read_text().splitlines()
    for number, line in enumerate(lines):
        if "==" in line:
            assert line.endswith("\\") and "--hash=sha256:" in lines[number + 1], line
