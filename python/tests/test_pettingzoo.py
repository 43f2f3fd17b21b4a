"""Every seat an agent: PettingZoo's own suites, unmodified."""

import contextlib
import copy
import io
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from conftest import DSR, GAMES, RC, TOYS, illegal, legal
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import holotable as ht
from holotable import zoo

# PettingZoo knows by name which of its own environments have masks in their observations; others are told this.
ADVICE = ["Observation space for each agent probably should be", "Observation is not a NumPy array"]


TABLES = [(DSR, {"players": 2}), (DSR, {"players": 3}), (DSR, {"players": 4})]
TABLES += [(name, {}) for name in GAMES if name != DSR] + TOYS


@pytest.mark.parametrize("name, options", TABLES)
@pytest.mark.parametrize("obs", ["dict", "flat"])
def test_pettingzoos_suites(name, options, obs):
    def aec(**kwargs):
        return ht.aec_env(name, obs=obs, **options, **kwargs)

    def parallel():
        # Its suite plays unmasked actions.
        return ht.parallel_env(name, obs=obs, illegal="penalty", **options)

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for advice in ADVICE if obs == "dict" else []:
            warnings.filterwarnings("ignore", advice)
        api_test(aec(), num_cycles=1000)
        seed_test(aec, num_cycles=500)
        parallel_api_test(parallel(), num_cycles=1000)
        parallel_seed_test(parallel, num_cycles=500)
        unmasked = {} if obs == "dict" else {"illegal": "penalty"}
        render_test(lambda **kwargs: aec(**kwargs, **unmasked))
        playing = aec(illegal="penalty")
        playing.reset(seed=1)
        state_test(playing, parallel())


def test_a_whole_game_of_turns():
    env, rng = ht.aec_env(DSR, players=3), np.random.default_rng(1)
    env.reset(seed=4)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        obs, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        assert obs["action_mask"].dtype == np.int8 and obs["action_mask"].any()
        env.step(None if terminated or truncated else legal(obs["action_mask"], rng))
    assert not env.agents and len(set(total.values())) == 1 and abs(total["player_0"]) == 1.0
    assert info["ending"]["reason"] >= 0


def test_rivals_get_opposite_rewards():
    env, rng = ht.aec_env(RC), np.random.default_rng(1)
    seen = set()
    for seed in range(20):
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            obs, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            env.step(None if terminated or truncated else legal(obs["action_mask"], rng))
        assert total["player_0"] == -total["player_1"]
        seen.add(total["player_0"])
    assert {-1.0, 1.0} <= seen


def test_a_whole_game_at_once():
    env, rng = ht.parallel_env(DSR, players=2), np.random.default_rng(1)
    observations, _ = env.reset(seed=4)
    while env.agents:
        others = [seen["action_mask"] for agent, seen in observations.items() if agent != env.acting]
        assert all(mask[-1] == mask.sum() == 1 for mask in others), "who waits may pass and no more"
        assert observations[env.acting]["action_mask"][-1] == 0
        actions = {agent: legal(observations[agent]["action_mask"], rng) for agent in env.agents}
        observations, rewards, terminations, *_ = env.step(actions)
        assert np.array_equal(env.state()[: env.game.observation_size], observations["player_0"]["observation"])
    assert rewards["player_0"] == rewards["player_1"] and all(terminations.values())
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_illegal_actions_raise_and_change_nothing(name):
    env = ht.aec_env(name)
    env.reset(seed=1)
    before = env.position().to_bytes()
    with pytest.raises(ht.IllegalActionError):
        env.step(illegal(env.last()[0]["action_mask"]))
    assert env.position().to_bytes() == before


def test_the_turn_must_be_answered(name):
    env = ht.parallel_env(name)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="turn of player_"):
        env.step({})


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(name, twin):
    env, rng = ht.aec_env(name), np.random.default_rng(3)
    env.reset(seed=5)
    while not any(env.last()[2:4]):
        other = twin(env)
        action = legal(env.last()[0]["action_mask"], rng)
        env.step(action)
        other.step(action)
        assert data_equivalence(env.last(), other.last(), exact=True)


@pytest.mark.parametrize("kind, made", [("aec", zoo.AEC), ("parallel", zoo.Parallel)])
def test_made_by_pettingzoos_registry(name, kind, made):
    env = pettingzoo.make(kind, ht.env_id(name), max_cycles=7)
    assert isinstance(env, made) and env.game.name == name
    env.reset(seed=1)
    steps = 0
    while env.agents and steps < 100:
        if kind == "aec":
            over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
            env.step(None if over else legal(env.action_mask(env.agent_selection), np.random.default_rng(steps)))
            steps += not over
        else:
            env.step({agent: legal(env.action_mask(agent), np.random.default_rng(steps)) for agent in env.agents})
            steps += 1
    assert steps <= 7 and not env.agents


def test_to_pass_in_turn_is_illegal(name):
    env = ht.parallel_env(name)
    env.reset(seed=1)
    passes = dict.fromkeys(env.agents, env.game.num_actions)
    before = env.position().to_bytes()
    with pytest.raises(ht.IllegalActionError, match="to pass"):
        env.step(passes)
    assert env.position().to_bytes() == before
    env = ht.parallel_env(name, illegal="terminate")
    env.reset(seed=1)
    acting = env.acting
    _, rewards, terminations, truncations, _ = env.step(passes)
    assert all(terminations.values()) and not any(truncations.values()) and not env.agents
    assert rewards == {agent: -1.0 if agent == acting else 0.0 for agent in rewards}
