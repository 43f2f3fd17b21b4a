"""Ctrl-C is heard soon by whatever can last, and what was interrupted goes on as if it had not begun."""

import functools
import itertools
import os
import re
import signal
import sys
import threading
import time

import numpy as np
import pytest
from conftest import DSR, RC, RISK, illegal

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
    holotable.data.generate(DSR, path, agents="expert", games=8, progress=False)
    vast()
    return path


@functools.cache
def vast():
    """A position, and an action in it with a million results or so."""
    game = ht.Game(RISK, defence_dice="most")
    games = (game.replay(game.play("random", seed=seed)) for seed in range(50))
    for state in itertools.chain.from_iterable(games):
        for action in [] if state.is_terminal() else state.legal_actions():
            try:
                state.outcomes(action, limit=100_000)
            except ht.TooManyOutcomesError as error:
                # A larger number is guessed from the first result; up to this one, 100,000 have been walked through.
                if 1e6 < float(re.search(r"about (\d+)", str(error))[1]) <= 1e7:
                    return state, action
    raise AssertionError("every action of these games has few results")


def all_outcomes():
    state, action = vast()
    for _ in range(1000):
        state.outcomes(action, limit=sys.maxsize)


def states(game):
    """Those of a game: where one move alone is worth a search, a network's favourite is played at once."""
    return game.replay(game.play("greedy", seed=1))


def env_resets(env):
    """Many: where the other seat moves first it thinks."""
    for seed in range(100):
        env.reset(seed=seed)


def slow_batches(folder):
    return list(holotable.data.steps(folder, agent=SLOW, threads=2))


# Every public function and class of the package, and what of it can last.
LASTS = {
    "Agent": [
        lambda _: ht.load_agent(SLOW, DSR).act(ht.Game(DSR).new_state(1)),
        lambda _: [ht.load_agent(SLOW + "+ppo", DSR).analyse(s) for s in states(ht.Game(DSR)) if not s.is_terminal()],
    ],
    "State": [lambda _: all_outcomes()],
    "Game": [lambda _: ht.Game(DSR).play(SLOW, seed=1)],
    "Env": [lambda _: env_resets(ht.Env(DSR, opponent=SLOW))],
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
        lambda _: ht.solve(ht.Game(RC, tactics=False, value=40).new_state(seed=3), limit=100_000_000),
        lambda _: ht.solve(ht.Game(RC, tactics=False, value=4).new_state(seed=59), [SLOW]),
    ],
    "data": [slow_batches, lambda folder: holotable.data.generate(DSR, folder / "more", agents=SLOW, games=10, progress=False)],
}
# Raise Ctrl-C themselves once what they have learned is kept; see test_training.py.
TRAIN = {"train", "sweep"}
QUICK = {
    *("GameOverError", "IllegalActionError", "Plot", "Report", "OpponentWarning", "Row", "Run", "Side", "Solution", "Sweep"),
    *(
        "Adjusted",
        "Comparison",
        "TooManyOutcomesError",
        "aec_env",
        "env_id",
        "games",
        "load_agent",
        "parallel_env",
        "plot",
        "register_envs",
    ),
}


def test_all_that_is_public_is_known_to_last_or_not():
    assert set(LASTS) - {"data"} | TRAIN | QUICK == set(ht.__all__)


@pytest.mark.parametrize("name, number", [(name, i) for name, calls in LASTS.items() for i in range(len(calls))])
def test_ctrl_c_is_heard_soon(name, number, folder):
    took = interrupted(lambda: LASTS[name][number](folder))
    print(f"heard after {took:.3f} s")
    assert took < SOON


class Choosing:
    """An opponent that knows how often it had a choice."""

    def __init__(self):
        self.choices = 0

    def act(self, state):
        self.choices += len(state.legal_actions()) > 1
        return state.legal_actions()[0]


def test_an_environment_is_as_before_the_call_that_was_interrupted():
    game, opponent = ht.Game(DSR), Choosing()
    start = next(s for s in map(game.new_state, range(100)) if s.current_player() == 0)
    # The actions up to the first after which the opponent thinks.
    quick, actions = ht.Env(game, opponent=opponent, seat=0), []
    _, info = quick.reset(options={"state": start})
    while not opponent.choices:
        actions.append(int(np.flatnonzero(info["action_mask"])[0]))
        _, _, _, _, info = quick.step(actions[-1])
    env = ht.Env(game, opponent=SLOW, seat=0)
    env.reset(options={"state": start})
    for action in actions[:-1]:
        env.step(action)
    before = env.state().to_bytes()
    for _ in range(2):
        assert interrupted(lambda: env.step(actions[-1])) < SOON
        assert env.state().to_bytes() == before
    env.reset(options={"state": start})
    assert env.state() == start


def test_a_vector_says_that_its_reset_was_interrupted_and_can_be_reset():
    opponent = Choosing()
    quick, seeds = ht.VectorEnv(RC, 4, opponent=opponent), {}
    # One with which the opponent thinks before the first step, and one with which it does not.
    for seed in range(1000):
        before = opponent.choices
        quick.reset(seed=seed)
        seeds.setdefault(opponent.choices > before, seed)
        if len(seeds) == 2:
            break
    envs = ht.VectorEnv(RC, 4, opponent=SLOW, illegal="raise", threads=2)
    _, info = envs.reset(seed=seeds[False])
    actions = [illegal(row) for row in info["action_mask"]]
    for _ in range(20):
        assert interrupted(lambda: envs.reset(seed=seeds[True])) < SOON
        try:
            envs.step(actions)
        except ht.IllegalActionError:
            # The signal came before the reset had begun.
            continue
        except RuntimeError as error:
            assert "reset again" in str(error)
            break
    else:
        pytest.fail("no reset was interrupted")
    _, again = envs.reset(seed=seeds[False])
    assert (again["action_mask"] == info["action_mask"]).all()


def test_an_agent_answers_as_if_it_had_not_been_interrupted():
    agent, state = ht.load_agent(SLOW, DSR, seed=5), ht.Game(DSR).new_state(1)
    rng = agent.__reduce__()[2]
    interrupted(lambda: agent.act(state))
    assert agent.__reduce__()[2] == rng
