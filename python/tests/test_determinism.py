"""The same seed is the same episode, bit for bit: Rust's replay, a state, one environment, a vector's slot, PettingZoo."""

import json

import numpy as np
import pytest
from conftest import LONG, RISK

import holotable as ht

SEEDS = 1000
FIRST = 4321


def decisions(game, names, seed):
    """The decisions of Rust's random game that are not forced: the state before each, and the action."""
    text = game.play("random", seed=seed)
    frames = game.replay(text)
    moves = [names[json.loads(line)["action"]] for line in text.splitlines()[2:-1]]
    real = [(s, a) for s, a in zip(frames, moves, strict=False) if not s.is_forced()]
    return frames, moves, real


def test_a_thousand_whole_episodes(name):
    game = ht.Game(name)
    seeds = SEEDS // 10 if name in LONG else SEEDS  # its random games are ten times as long
    names = {game.action_to_string(a): a for a in range(game.num_actions)}
    games = [decisions(game, names, FIRST + i) for i in range(seeds)]
    single, aec = ht.Env(game, illegal="raise"), ht.aec_env(game)
    vector = ht.VectorEnv(game, seeds, illegal="raise", autoreset_mode="Disabled")
    rows, info = vector.reset(seed=FIRST)
    for row, (*_, real) in zip(rows, games, strict=True):
        assert np.array_equal(row, real[0][0].observation())
    for i, (frames, moves, real) in enumerate(games):
        state = game.new_state(FIRST + i)
        for frame, action in zip(frames, moves, strict=False):
            assert state == frame
            state.apply(action)
        assert state == frames[-1]

        obs, info = single.reset(seed=FIRST + i)
        aec.reset(seed=FIRST + i)
        last = None
        for frame, action in real:
            assert np.array_equal(obs, frame.observation())
            assert np.array_equal(info["action_mask"], frame.action_mask())
            while aec.terminations[aec.agent_selection]:
                aec.step(None)  # whoever is out has no more to say
            dict_obs = aec.last()[0]
            assert aec.agent_selection == f"player_{frame.current_player()}" == f"player_{info['player']}"
            assert np.array_equal(dict_obs["observation"], obs)
            assert np.array_equal(dict_obs["action_mask"], info["action_mask"])
            last = obs, _, terminated, truncated, info = single.step(action)
            aec.step(action)
        assert last[2] and not last[3] and last[1] in frames[-1].returns()
        returns = {f"player_{seat}": reward for seat, reward in enumerate(frames[-1].returns())}
        assert all(reward == returns[agent] for agent, reward in aec.rewards.items()) and all(aec.terminations.values())
        assert name == RISK or len(aec.rewards) == len(returns), "who was out before has been told"
        assert np.array_equal(obs, frames[-1].observation(info["player"])) and info["ending"] == ending(frames[-1])
    # All slots together, until the longest game is over; nobody looks at what a slot plays after its own.
    done, told = np.zeros(seeds, bool), np.zeros((seeds, game.num_players))
    for ply in range(max(len(real) for *_, real in games)):
        if done.any():
            vector.reset(options={"reset_mask": done})
        actions = vector.action_masks().argmax(1)
        for i, (*_, real) in enumerate(games):
            if ply < len(real):
                actions[i] = real[ply][1]
        rows, _, terminated, truncated, info = vector.step(actions)
        done = terminated | truncated
        for i, (frames, _, real) in enumerate(games):
            told[i] += info["rewards"][i] if ply < len(real) else 0.0
            if ply + 1 < len(real):
                assert not terminated[i]
                assert np.array_equal(rows[i], real[ply + 1][0].observation())
                assert np.array_equal(info["action_mask"][i], real[ply + 1][0].action_mask())
            elif ply + 1 == len(real):
                assert terminated[i] and told[i].tolist() == frames[-1].returns()
                assert {k: info["ending"][k][i] for k in frames[-1].summary()} == ending(frames[-1])


def ending(last):
    """How a game ended, as environments tell it in numbers."""
    summary = last.summary()
    return {**summary, "reason": last.game.facts()["reasons"].index(summary["reason"])}


@pytest.mark.parametrize("players", [3, 4])
def test_other_options_too(players):
    game = ht.Game("dark_side_rising", players=players, imperials=11)
    names = {game.action_to_string(a): a for a in range(game.num_actions)}
    single = ht.Env(game, illegal="raise")
    for seed in range(50):
        frames, _, real = decisions(game, names, seed)
        obs, info = single.reset(seed=seed)
        for frame, action in real:
            assert np.array_equal(obs, frame.observation())
            obs, *_, info = single.step(action)
        assert info["ending"] == ending(frames[-1])


def test_what_is_forced(name):
    """Only a single legal action is; whether every single one is, hangs on what the others may know."""
    game = ht.Game(name)
    names = {game.action_to_string(a): a for a in range(game.num_actions)}
    private = 0
    for seed in range(50):
        frames, *_ = decisions(game, names, seed)
        for state in frames:
            single = len(state.legal_actions()) == 1
            assert single or not state.is_forced()
            private += single and not state.is_forced()
    assert (private > 0) == (name != "dark_side_rising"), "cards in hand say what may be done"
