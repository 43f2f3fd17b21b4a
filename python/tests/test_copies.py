"""Copies and pickles of all that remembers go on as the original does."""

import copy
import pickle

import pytest
from conftest import DSR, RISK

import holotable as ht
from holotable.kaggle import Harness
from holotable.text import TextEnv

TWINS = [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))]


def first(state):
    """An agent of one's own."""
    return state.legal_actions()[0]


class Last:
    """One with a method."""

    def act(self, state):
        return state.legal_actions()[-1]


def choices(agent, state, n=30):
    return [agent.act(state) for _ in range(n)]


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("name", ["random", "expert", "ppo", "flat:8@all", first, Last()])
def test_a_copied_agent_goes_on_as_the_original(twin, name):
    state = ht.Game(DSR).new_state(1)
    agent = ht.load_agent(name, DSR, seed=9)
    choices(agent, state, 7)
    other = twin(agent)
    assert (other.name, other.game) == (agent.name, agent.game)
    assert choices(other, state) == choices(agent, state)
    if name == "random":
        assert choices(other, state) != choices(ht.load_agent(name, DSR, seed=9), state)


@pytest.mark.parametrize("twin", [copy.deepcopy, TWINS[2]])
def test_a_copied_environment_of_text_goes_on_as_the_original(twin):
    env = TextEnv(RISK, opponent="random", instead="random", retries=0)
    env.reset(seed=4)
    for _ in range(5):
        env.step("nothing")
    other = twin(env)
    for _ in range(20):
        said = env.step("nothing")
        assert said == other.step("nothing")
        if said[2]:
            break


@pytest.mark.parametrize("twin", [copy.deepcopy, TWINS[2]])
def test_environments_with_loaded_agents_and_harnesses_are_copied(twin):
    opponent = ht.load_agent("random", DSR)
    for make in (ht.Env, ht.VectorEnv):
        env = make(DSR, opponent=opponent)
        seen, _ = env.reset(seed=2)
        again, _ = twin(env).reset(seed=2)
        assert (seen == again).all()
    assert twin(Harness(DSR)).head == Harness(DSR).head
