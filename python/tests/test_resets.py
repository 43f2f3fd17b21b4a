"""What a reset takes: positions, options of the game; what a specification of an environment says."""

import json

import gymnasium
import numpy as np
import pytest
from conftest import DSR, legal

import holotable as ht
from holotable.gym import env_id

DSR_ID = env_id(DSR)


def test_options_of_the_game_hold_from_a_reset_on():
    env = ht.Env(DSR, imperials=7)
    env.reset(seed=1)
    seen, _ = env.reset(seed=5, options={"imperials": 3})
    wanted, _ = ht.Env(DSR, imperials=3).reset(seed=5)
    assert (seen == wanted).all() and env.game.options["imperials"] == 3
    env.reset()
    assert env.game.options["imperials"] == 3, "until they are changed again"
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_episodes_under_other_options_without_a_seed_follow_from_the_last_seed():
    def second(seed):
        env = ht.Env(DSR)
        env.reset(seed=seed)
        return env.reset(options={"imperials": 3})[0].tolist()

    assert second(1) == second(1) != second(2)


def test_options_that_change_the_table_are_refused_and_nothing_changes():
    env, envs = ht.Env(DSR), ht.VectorEnv(DSR, 2)
    env.reset(seed=1)
    envs.reset(seed=1)
    before = env.state().to_bytes()
    for one in (env, envs):
        for options, error, line in [
            ({"players": 3}, ValueError, "with players=3 observations or seats are others: make another environment"),
            ({"imperials": 99}, ValueError, "'imperials' is '99'"),
            ({"imperails": 3}, ValueError, "unknown reset option 'imperails'; there are .*'imperials'"),
        ]:
            with pytest.raises(error, match=line):
                one.reset(options=options)
    assert env.state().to_bytes() == before and env.game == ht.Game(DSR)
    with pytest.raises(ValueError, match="rules of all environments"):
        envs.reset(options={"imperials": 3, "reset_mask": np.array([True, False])})


def test_vectors_and_pettingzoo_take_options_of_the_game_by_reset():
    envs = ht.VectorEnv(DSR, 2)
    seen, _ = envs.reset(seed=5, options={"imperials": 3})
    wanted, _ = ht.Env(DSR, imperials=3).reset(seed=5)
    assert (seen[0] == wanted).all()
    aec, parallel = ht.aec_env(DSR, obs="flat"), ht.parallel_env(DSR, obs="flat")
    aec.reset(seed=5, options={"imperials": 3, "unknown": 1})
    seen, _ = parallel.reset(seed=5, options={"imperials": 3})
    assert (aec.observe(aec.agent_selection) == wanted).all() and (seen[parallel.acting] == wanted).all()


def out_at_once(seats=3):
    """A position of minefield in which seat 0 is out and others play on."""
    game, rng = ht.Game("minefield", players=seats), np.random.default_rng(1)
    for seed in range(1000):
        env = ht.aec_env(game)
        env.reset(seed=seed)
        while env.agents and env.agents[0] == "player_0" and len(env.agents) == seats:
            state = env.position()
            env.step(legal(state.action_mask(), rng))
            out = [agent for agent, is_out in env.terminations.items() if is_out]
            if out == ["player_0"]:
                return game, env.position()
            if out:
                break
    raise AssertionError("there is none")


def test_a_position_in_which_the_learner_is_out_is_refused_by_name():
    game, state = out_at_once()
    env = ht.Env(game, opponent="random", seat=0)
    env.reset(seed=1)
    before = env.state().to_bytes()
    with pytest.raises(ht.GameOverError, match="the result of seat 0, which learns, is final"):
        env.reset(options={"state": state})
    assert env.state().to_bytes() == before
    env = ht.Env(game, opponent="self")
    env.reset(options={"state": state})
    assert env.state() == state, "whoever moves for all seats plays it"
    for make in (ht.aec_env, ht.parallel_env):
        env = make(game)
        env.reset(options={"state": state})
        assert env.position() == state


def test_a_vector_made_by_gymnasium_is_cut_after_so_many_steps():
    envs = gymnasium.make_vec(DSR_ID, num_envs=2, max_episode_steps=3, autoreset_mode="SameStep")
    _, info = envs.reset(seed=1)
    for step in range(3):
        _, _, _, truncated, info = envs.step(info["action_mask"].argmax(1))
        assert truncated.all() == (step == 2)
    assert info["_final_obs"].all() and info["final_obs"][0].shape == envs.single_observation_space.shape
    with pytest.raises(ValueError, match="give one of them"):
        ht.VectorEnv(DSR, 2, max_episode_steps=3, max_decisions=4)


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_specification_is_json_and_makes_the_same_environment(make):
    env = make(DSR_ID, game=ht.Game(DSR, players=3), opponent=ht.load_agent("random", DSR))
    text = env.spec.to_json()
    assert json.loads(text)["kwargs"]["players"] == 3
    if make is gymnasium.make:
        again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(text))
        assert again.unwrapped.game == ht.Game(DSR, players=3)


def test_what_is_no_json_in_a_specification_is_named():
    env = gymnasium.make(DSR_ID, opponent=lambda state: 0)
    with pytest.raises((TypeError, ValueError)):
        env.spec.to_json()
