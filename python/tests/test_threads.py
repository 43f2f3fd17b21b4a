"""Threads of Python that share what is not made for it are told so in Python's words."""

import threading

import pytest
from conftest import DSR, RC

import holotable as ht

SLOW = "flat:5000@all"


def at_once(work, threads=4):
    """What each thread says: its result or its exception."""
    said = []

    def one(number):
        try:
            said.append(work(number))
        except Exception as e:  # noqa: BLE001
            said.append(e)

    running = [threading.Thread(target=one, args=(i,)) for i in range(threads)]
    [thread.start() for thread in running]
    [thread.join() for thread in running]
    return said


@pytest.mark.parametrize("vector", [False, True])
def test_an_environment_that_another_thread_uses_says_so(vector):
    # Where the other seat moves first, a reset lasts as long as that one thinks.
    seat = 1 - ht.Game(RC).new_state(1).current_player()
    env = ht.VectorEnv(RC, 2, opponent=SLOW, seat=seat) if vector else ht.Env(RC, opponent=SLOW, seat=seat)
    errors = [e for e in at_once(lambda _: env.reset(seed=1) and None) if e is not None]
    assert errors, "an opponent thinks meanwhile"
    for error in errors:
        assert type(error) is RuntimeError and "this environment is used by another thread" in str(error)
    assert len(errors) < 4, "one of them has it"


def test_threads_may_ask_about_a_state_that_others_change():
    state, agent = ht.Game(DSR).new_state(1), ht.load_agent("flat:200@all", DSR)

    def use(number):
        if number % 2:
            return [agent.act(state), state.playout(), len(state.outcomes(state.legal_actions()[0]))] and None
        for _ in range(20):
            if state.legal_actions():
                state.apply(state.legal_actions()[0])

    said = [e for e in at_once(use) if e is not None]
    assert all(isinstance(e, (ht.GameOverError, ht.IllegalActionError, IndexError)) for e in said), said
