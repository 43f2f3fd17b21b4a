"""One environment: Gymnasium's own checker, options, masks, modes, pictures, pickles."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from conftest import DSR, TOYS, dealt, deep, legal
from gymnasium.utils.env_checker import check_env, data_equivalence

import holotable as ht


@pytest.mark.parametrize("obs", ["flat", "dict"])
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_gymnasiums_checker(name, obs, mode):
    check_env(gymnasium.make(ht.env_id(name), obs=obs, render_mode=mode).unwrapped)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gymnasiums_checker_for_every_number_of_players(players):
    check_env(gymnasium.make("holotable/DarkSideRising-v0", players=players, imperials=7).unwrapped)


@pytest.mark.parametrize("toy, options", TOYS)
@pytest.mark.parametrize("obs", ["flat", "dict"])
@pytest.mark.parametrize("mode", [None, "rgb_array"])
def test_gymnasiums_checker_for_the_toys(toy, options, obs, mode):
    kwargs = {"game": toy, "obs": obs, **options}
    spec = gymnasium.envs.registration.EnvSpec("toys/Toy-v0", entry_point="holotable:Env", kwargs=kwargs)
    check_env(gymnasium.make(spec, render_mode=mode).unwrapped)


def test_episodes_through_all_default_wrappers(name):
    env, rng = gymnasium.make(ht.env_id(name)), np.random.default_rng(1)
    obs, info = env.reset(seed=3)
    for _ in range(500):
        assert obs in env.observation_space
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_ and (masks == info["action_mask"]).all() and masks.any()
        assert info["action_mask"].dtype == np.int8
        obs, reward, terminated, truncated, info = env.step(legal(masks, rng))
        assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
        if terminated:
            assert info["action_mask"].all() and info["ending"]["reason"] >= 0
            obs, info = env.reset()


def test_resets_go_on_to_other_episodes_of_the_seed(name):
    env = ht.Env(dealt(name))
    first, again = env.reset(seed=5)[0], env.reset()[0]
    assert not np.array_equal(first, again)
    assert np.array_equal(first, env.reset(seed=5)[0]) and np.array_equal(again, env.reset()[0])


def test_without_a_seed_the_environment_tells_the_one_it_drew(name):
    for make in (lambda: ht.Env(dealt(name)), lambda: ht.VectorEnv(dealt(name), 2)):
        env, twin = make(), make()
        first, second = env.reset()[0], env.reset()[0]
        assert np.array_equal(first, twin.reset(seed=env.np_random_seed)[0])
        assert np.array_equal(second, twin.reset()[0])
        assert make().reset()[0].tolist() != make().reset()[0].tolist()


def test_illegal_actions(name):
    def made(illegal, **more):
        env = ht.Env(name, illegal=illegal, **more)
        obs, info = env.reset(seed=1)
        return env, obs, info, int(np.flatnonzero(info["action_mask"] == 0)[0])

    for illegal, reward in [("penalty", -1.0), ("noop", 0.0)]:
        env, obs, info, wrong = made(illegal)
        before = env.state()
        obs2, got, terminated, truncated, info2 = env.step(wrong)
        assert (got, terminated, truncated, info2["illegal"]) == (reward, False, False, True)
        assert np.array_equal(obs, obs2) and np.array_equal(info["action_mask"], info2["action_mask"])
        assert env.state().to_bytes() == before.to_bytes(), "the generator has not moved either"
        assert env.step(legal(info["action_mask"], np.random.default_rng(1)))[4]["illegal"] is False
    env, *_, wrong = made("penalty", penalty=-0.25)
    assert env.step(wrong)[1] == -0.25
    env, *_, wrong = made("terminate", penalty=-0.5)
    assert env.step(wrong)[1:4] == (-0.5, True, False)
    with pytest.raises(ht.GameOverError, match="reset"):
        env.step(wrong)
    env, *_, wrong = made("penalty", max_decisions=3)
    assert [env.step(wrong)[3] for _ in range(3)] == [False, False, True], "what is illegal is bounded too"
    env, *_, wrong = made("raise")
    before = env.state().to_bytes()
    with pytest.raises(ht.IllegalActionError, match=r"action \d+, .* is not legal"):
        env.step(wrong)
    assert env.state().to_bytes() == before


def test_max_decisions_truncates(name):
    most = deep(name, 5)
    env, rng = ht.Env(name, max_decisions=most), np.random.default_rng(0)
    _, info = env.reset(seed=2)
    for n in range(1, most + 1):
        _, _, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
        assert (terminated, truncated) == (False, n == most)
    with pytest.raises(ht.GameOverError, match="reset"):
        env.step(0)


def test_starting_from_a_state(name):
    game = ht.Game(name)
    state = game.new_state(4)
    state.apply(state.legal_actions()[-1])
    env = ht.Env(game)
    obs, info = env.reset(options={"state": state})
    assert env.state().observation().tolist() == obs.tolist()
    assert info["player"] == env.state().current_player()
    with pytest.raises(ValueError, match="other options"):
        ht.Env(DSR, players=3).reset(options={"state": state})


def test_pictures_and_words(name):
    env = gymnasium.make(ht.env_id(name), render_mode="rgb_array", **dealt(name).options)
    env.reset(seed=1)
    shapes, seen = set(), set()
    for seed in range(5):
        env.reset(seed=seed)
        picture = env.render()
        assert picture.dtype == np.uint8 and picture.shape[2] == 3
        shapes.add(picture.shape)
        seen.add(picture.tobytes())
    assert len(shapes) == 1 and len(seen) == 5
    words = gymnasium.make(ht.env_id(name), render_mode="ansi")
    words.reset(seed=1)
    assert words.render() == str(words.unwrapped.state())
    html, svg = words.unwrapped._repr_html_(), words.unwrapped.state().svg()
    assert svg.startswith("<svg ") and svg.endswith("</svg>")
    assert html == svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def test_the_picture_names_what_lies_on_the_table():
    import xml.etree.ElementTree as xml

    state = ht.Game(DSR, players=3).new_state(2)
    texts = " ".join(node.text or "" for node in xml.fromstring(state.svg()).iter())
    for part in ("Scarif", "Eadu", "Jedha", "VADER", "Imperials defeated 0/7", "Seat 2", "Tokens"):
        assert part in texts
    cards = [place["card"] for sector in __import__("json").loads(state.to_json())["sectors"].values() for place in sector]
    assert all(card in texts for card in cards)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("obs", ["flat", "dict"])
def test_copies_and_pickles_go_on_alike_at_every_ply(name, twin, obs):
    env, rng = ht.Env(dealt(name), obs=obs, illegal="raise"), np.random.default_rng(2)
    _, info = env.reset(seed=9)
    over = False
    while not over:
        other = twin(env)
        action = legal(info["action_mask"], rng)
        mine, theirs = env.step(action), other.step(action)
        assert data_equivalence(mine, theirs, exact=True)
        *_, terminated, truncated, info = mine
        over = terminated or truncated
    with pytest.raises(ht.GameOverError):
        twin(env).step(0)
    assert data_equivalence(env.reset(), twin(env).reset()) is False, "each reset is another episode"


def test_ids_come_from_the_names():
    assert ht.env_id("dark_side_rising") == "holotable/DarkSideRising-v0"
    assert ht.env_id("rebellion_combat") == "holotable/RebellionCombat-v0"
    for game in ht.games():
        assert gymnasium.spec(ht.env_id(game["name"])).entry_point == "holotable.gym:Env"
