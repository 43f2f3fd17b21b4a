"""Games and states for search: chance, copies, words, bytes."""

import copy
import json
import math
import pickle

import numpy as np
import pytest
from conftest import DSR, RC, REBELLION, bot, deep, gamble, legal, opponents, random_state, results

import holotable as ht


def test_playing_a_game(name):
    game, rng = ht.Game(name), np.random.default_rng(0)
    for seed in range(20):
        state = game.new_state(seed)
        while not state.is_terminal():
            assert state.current_player() in range(game.num_players)
            assert state.returns() == [0.0] * game.num_players and state.scores() is None
            actions = state.legal_actions()
            assert actions == sorted(set(actions)) and actions
            assert np.flatnonzero(state.action_mask()).tolist() == actions
            state.apply(actions[rng.integers(len(actions))])
        assert state.legal_actions() == [] and state.current_player() is None
        assert state.action_mask().all() and state.action_mask().dtype == np.int8
        assert state.returns() == [2 * score - 1 for score in state.scores()]
        assert state.summary()["reason"] in game.facts()["reasons"]


def test_outcomes_are_every_result_with_its_chance(name):
    game = ht.Game(name)
    for seed in range(30):
        state = random_state(game, seed, seed)
        for action in state.legal_actions()[:3]:
            every = results(state, action)
            if not every:
                continue
            assert abs(sum(p for p, _ in every) - 1) < 1e-9
            states = {result for _, result in every}
            assert not any(result.has_generator for result in states)
            assert all(state.sample(action) in states for _ in range(5))
            after = state.clone()
            after.apply(action)
            assert after in states


def test_samples_follow_the_chances(name):
    state, action = gamble(ht.Game(name))
    chances = {}
    for p, result in state.outcomes(action):
        chances[result] = chances.get(result, 0.0) + p
    counts = dict.fromkeys(chances, 0)
    n = 20_000
    for _ in range(n):
        counts[state.sample(action)] += 1
    for result, p in chances.items():
        assert abs(counts[result] - n * p) < 6 * (n * p * (1 - p)) ** 0.5 + 1


def test_the_chances_of_all_outcomes_are_1_as_nearly_as_they_can_be_added(name):
    game = ht.Game(name)
    state, rng, seen = game.new_state(4), np.random.default_rng(4), 0
    while not state.is_terminal() and seen < 30:
        action = int(rng.choice(state.legal_actions()))
        chances = [p for p, _ in results(state, action)]
        if len(chances) > 1:
            seen += 1
            assert abs(math.fsum(chances) - 1.0) < 1e-15 and abs(sum(chances) - 1.0) < 1e-12
        state.apply(action)
    assert seen


def test_too_many_outcomes_are_an_error(name):
    state, action = gamble(ht.Game(name))
    with pytest.raises(ht.TooManyOutcomesError, match="about .* results, over the limit of 1"):
        state.outcomes(action, limit=1)


def test_clones_and_generators(name):
    game = ht.Game(name)
    state, action = gamble(game)
    a, b = state.clone(), state.clone()
    a.apply(action)
    b.apply(action)
    assert a.to_bytes() == b.to_bytes()
    bare = state.clone(generator=False)
    assert bare == state and hash(bare) == hash(state) and not bare.has_generator
    with pytest.raises(ValueError, match=r"no generator; give it one with reseed"):
        bare.apply(action)
    assert bare == state
    for needs in (bare.sample, lambda _: bare.playout()):
        with pytest.raises(ValueError, match="reseed"):
            needs(action)
    bare.reseed(5)
    bare.apply(action)


def test_redealing_needs_a_generator():
    bare = ht.Game(DSR).new_state(1).clone(generator=False)
    with pytest.raises(ValueError, match="reseed"):
        bare.redeal(0)


def test_actions_without_chance_need_no_generator(name):
    game = ht.Game(name)
    applied = 0
    for seed in range(40):
        state = random_state(game, seed, deep(name, 12)).clone(generator=False)
        for action in state.legal_actions():
            every = results(state, action)
            if len(every) == 1:
                child = state.clone()
                child.apply(action)
                assert child == every[0][1]
                applied += 1
    assert applied > deep(name, 20)


def test_undo_by_copy(name):
    state = random_state(ht.Game(name), 2, deep(name, 8))
    kept = state.clone()
    state.apply(state.legal_actions()[0])
    assert state != kept
    state.assign(kept)
    assert state.to_bytes() == kept.to_bytes()
    state.assign(state)
    assert state.to_bytes() == kept.to_bytes()
    with pytest.raises(ValueError, match="other"):
        state.assign(ht.Game(DSR, players=4).new_state(1))
    with pytest.raises(TypeError, match="only a State"):
        state.assign("state")


def test_bytes_json_and_pickles_at_every_ply(name):
    game, rng = ht.Game(name), np.random.default_rng(4)
    for seed in range(5):
        state = game.new_state(seed)
        while True:
            saved = state.to_bytes()
            assert len(saved) <= (1536 if name == REBELLION else 1024)
            for twin in (game.from_bytes(saved), pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
                assert twin == state and twin.to_bytes() == saved and twin.game == game
            assert game.from_json(state.to_json()) == state
            assert game.from_json(json.loads(state.to_json())) == state
            if state.is_terminal():
                break
            state.apply(legal(state.action_mask(), rng))


def test_what_a_player_sees(name):
    game = ht.Game(name)
    state = random_state(game, 3, 15)
    for player in range(game.num_players):
        seen = state.observation(player)
        described = state.describe(player)
        assert seen.dtype == np.float32 and [value for _, value, _ in described] == seen.tolist()
        assert len({what for what, _, _ in described}) == game.observation_size
        again = state.redeal(player)
        assert np.array_equal(again.observation(player), seen), "redealing changes nothing that the player sees"
    assert np.array_equal(state.observation(), state.observation(state.current_player()))


def test_words():
    game = ht.Game(DSR)
    state = game.new_state(1)
    names = [game.action_to_string(a) for a in range(game.num_actions)]
    assert len(set(names)) == game.num_actions
    assert all(game.string_to_action(name) == a for a, name in enumerate(names))
    assert state.action_to_string(state.legal_actions()[0]) == "deploy to Scarif"
    assert state.why_illegal(state.legal_actions()[0]) is None
    why = state.why_illegal(game.string_to_action("EndTurn"))
    assert "stands at deploy" in why
    with pytest.raises(ValueError, match="did you mean 'EndTurn'"):
        game.string_to_action("EndTrun")
    assert str(state).startswith(f"Turn 1, Seat {state.current_player()}")
    assert f"player {state.current_player()} to act" in repr(state)
    assert repr(game).startswith("Game('dark_side_rising', ") and "players=2" in repr(game)


def test_playouts_are_random_games(name):
    state = ht.Game(name).new_state(1)
    kept = state.clone(generator=False)
    # One random game in a hundred finds the base of Rebellion.
    ended = {tuple(state.playout()) for _ in range(1000 if name == REBELLION else 50)}
    assert state == kept and all(len(result) == state.game.num_players for result in ended)
    if opponents(state.game):
        assert len(ended) > 1 and all(-1 <= min(result) and max(result) <= 1 for result in ended)
        assert name != RC or all(sum(result) == 0 for result in ended)
    else:
        assert ended <= {(score,) * state.game.num_players for score in (-1.0, 1.0)}


def test_games_are_compared_and_pickled(name):
    game = ht.Game(name)
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game) and hash(game) == hash(ht.Game(name))
    assert ht.Game(DSR, players=3) != ht.Game(DSR, players=2)
    assert ht.Game(DSR, players=3) == ht.Game(DSR, players=np.int64(3))


def test_layout_and_catalogue(name):
    game = ht.Game(name)
    layout = game.layout()
    assert layout["actions"] == game.num_actions == sum(block["len"] for block in layout["action_blocks"])
    sizes = [block["rows"] * len(block["fields"]) for block in layout["observation_blocks"]]
    assert layout["observation"] == game.observation_size == sum(sizes)
    assert isinstance(game.catalogue(), list) and game.facts()["max_decisions"] > 0


def test_replays(name):
    game = ht.Game(name)
    text = game.play(bot(name), seed=5)
    frames = game.replay(text)
    assert frames[0] == game.new_state(5) and frames[-1].is_terminal()
    assert len(frames) == len(text.splitlines()) - 2
    with pytest.raises(ValueError, match="line 1"):
        game.replay("{}\n{}\n{}")


def test_replays_are_of_a_game_under_its_options():
    text = ht.Game(DSR, players=3).play("greedy", seed=5)
    with pytest.raises(ValueError, match="options"):
        ht.Game(DSR).replay(text)
    with pytest.raises(ValueError, match="dark_side_rising"):
        ht.Game(RC).replay(text)
