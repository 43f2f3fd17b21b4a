"""Ctrl-C is heard soon by whatever can last, and what was interrupted goes on as if it had not begun."""

import os
import signal
import threading
import time

import numpy as np
import pytest
from conftest import DSR, RC

import holotable as ht
import holotable.data

pytestmark = pytest.mark.usefixtures("interruptible")
# It is heard within 0.2 s on a machine that has nothing else to do.
SOON = 2.0
SLOW = "flat:10000000@all"


def interrupted(work, after=0.4):
    """How long it took from the signal until it was heard."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()
        timer.join()
    return time.monotonic() - sent[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Games to look back at."""
    path = tmp_path_factory.mktemp("games")
    holotable.data.generate(DSR, path, agents="expert", games=40, progress=False)
    return path


def slow_batches(folder):
    return list(holotable.data.steps(folder, agent=SLOW, threads=2))


# Every public function and class of the package, and what of it can last.
LASTS = {
    "Agent": [
        lambda _: ht.load_agent(SLOW, DSR).act(ht.Game(DSR).new_state(1)),
        lambda _: ht.load_agent(SLOW + "+ppo", DSR).weigh(ht.Game(DSR).new_state(1)),
    ],
    "Game": [lambda _: ht.Game(DSR).play(SLOW, seed=1)],
    "Env": [lambda _: ht.Env(RC, opponent=SLOW, seat=1).reset(seed=1)],
    "VectorEnv": [
        lambda _: ht.VectorEnv(DSR, 64, opponent=SLOW).reset(seed=1),
        lambda _: ht.VectorEnv(DSR, 64, opponent=SLOW, threads=2).reset(seed=1),
    ],
    "Table": [lambda _: ht.Table(ht.Game(DSR).play("greedy", seed=7), agent=SLOW)],
    "compare": [
        lambda _: ht.compare(DSR, SLOW, "expert", games=10, progress=False),
        lambda _: ht.compare(RC, "expert", "greedy", games=100_000, luck_adjusted=True, progress=False),
    ],
    "tournament": [
        lambda _: ht.tournament(DSR, [SLOW], games=10, progress=False),
        lambda _: ht.tournament(DSR, ["expert"], games=10_000_000, progress=False),
    ],
    "solve": [
        lambda _: ht.solve(ht.Game(RC, tactics=False, value=8).new_state(seed=3), limit=100_000_000),
        lambda _: ht.solve(ht.Game(RC, tactics=False, value=4).new_state(seed=59), [SLOW]),
    ],
    "data": [slow_batches, lambda folder: holotable.data.generate(DSR, folder / "more", agents=SLOW, games=10, progress=False)],
}
# Raise Ctrl-C themselves once what they have learned is kept; see test_training.py.
TRAIN = {"train", "sweep"}
QUICK = {
    *("GameOverError", "IllegalActionError", "Plot", "Report", "RivalsWarning", "Row", "Run", "Side", "Solution", "State", "Sweep"),
    *("Comparison", "TooManyOutcomesError", "aec_env", "env_id", "games", "load_agent", "parallel_env", "plot", "register_envs"),
}


def test_all_that_is_public_is_known_to_last_or_not():
    assert set(LASTS) - {"data"} | TRAIN | QUICK == set(ht.__all__)


@pytest.mark.parametrize("name, number", [(name, i) for name, calls in LASTS.items() for i in range(len(calls))])
def test_ctrl_c_is_heard_soon(name, number, folder, record_property):
    took = interrupted(lambda: LASTS[name][number](folder))
    record_property("took", took)
    assert took < SOON


def test_an_environment_is_as_before_the_call_that_was_interrupted():
    env = ht.Env(DSR, opponent=SLOW, seat=0, players=2)
    _, info = env.reset(seed=3)
    while env.state().current_player() == 0:
        before = env.state().to_bytes()
        action = int(np.flatnonzero(info["action_mask"])[0])
        try:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            _, _, _, _, info = env.step(action)
            time.sleep(0.5)
        except KeyboardInterrupt:
            break
    assert env.state().to_bytes() == before
    assert interrupted(lambda: env.step(action)) < SOON
    assert env.state().to_bytes() == before


def test_a_vector_says_that_its_reset_was_interrupted_and_can_be_reset():
    envs = ht.VectorEnv(RC, 2, opponent={0: "random", 1: SLOW}, seat=0)
    acts = [i for i in range(200) if ht.Game(RC).new_state(i).current_player() == 1]
    slow, quick = acts[0], next(i for i in range(200) if i not in acts)
    _, info = envs.reset(seed=[quick, quick])
    interrupted(lambda: envs.reset(seed=[slow, quick]))
    with pytest.raises(RuntimeError, match="reset again"):
        envs.step(info["action_mask"].argmax(1))
    _, again = envs.reset(seed=[quick, quick])
    assert (again["action_mask"] == info["action_mask"]).all()


def test_an_agent_answers_as_if_it_had_not_been_interrupted():
    agent, state = ht.load_agent(SLOW, DSR, seed=5), ht.Game(DSR).new_state(1)
    luck = agent.__reduce__()[2]
    interrupted(lambda: agent.act(state))
    assert agent.__reduce__()[2] == luck
