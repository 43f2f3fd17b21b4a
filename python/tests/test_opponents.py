"""One seat learns, others play against it or with it: the same games as tournaments play, rewards of the learner alone."""

import copy
import json
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import DSR, RC, RISK, bot, deep, legal, opponents
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import holotable as ht

# As in `env/src/streams.rs`.
AGENTS_STREAM = 7 << 61


def first(state):
    """An agent of one's own."""
    return state.legal_actions()[0]


class Many:
    """One that is asked about many games at once."""

    name = "last"

    def __init__(self):
        self.asked = []

    def act_many(self, states):
        self.asked.append(len(states))
        return [state.legal_actions()[-1] for state in states]


def broken(state):
    raise KeyError("no idea")


def play(env, agent, **reset):
    """Plays one episode; the seat that learnt, the decisions, the last step."""
    _, info = env.reset(**reset)
    seat, decisions, over = info["player"], 0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(agent(env, info))
        decisions += 1
        over = terminated or truncated
        assert info["player"] == seat, "nobody else is asked"
        assert reward == 0.0 or over
    return seat, decisions, reward, info


def by(player):
    return lambda env, info: player.act(env.unwrapped.state())


def test_only_one_seat_is_asked_and_rewarded(name):
    for opponent in ("random", bot(name), first, Many()):
        env = ht.Env(name, opponent=opponent, seat=1)
        rng = np.random.default_rng(3)
        for seed in range(5):
            seat, decisions, reward, info = play(env, lambda env, info, rng=rng: legal(info["action_mask"], rng), seed=seed)
            state = env.state()
            assert seat == 1 and decisions > 0
            if not state.is_terminal():  # out of the game, which goes on without it
                assert name == RISK and reward == -1.0
                continue
            assert reward == state.returns()[1]
            assert {**state.summary(), "reason": info["ending"]["reason"]} == info["ending"]


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_same_games_as_a_match(name, opponent):
    """Against `Game.play`, whose seats draw random numbers as a tournament's do."""
    game, asked, compared = ht.Game(name), [], 0

    def mine(state):
        asked.append(state)
        return first(state)

    for seed in range(20):
        for seat in range(2):
            seats = [opponent] * game.num_players
            seats[seat] = mine
            asked.clear()
            frames = game.replay(game.play(seats, seed=seed))
            if not asked:
                continue  # an episode without a decision of the learner is passed over
            compared += 1
            env = ht.Env(game, opponent=opponent, seat=seat, illegal="raise")
            env.reset(seed=seed)
            over = False
            while not over:
                _, reward, terminated, truncated, _ = env.step(first(env.state()))
                over = terminated or truncated
            if name == RISK and env.state() != frames[-1]:  # out of the game, which goes on without it
                assert reward == -1.0 and env.state() in frames
            else:
                assert env.state() == frames[-1]
    assert compared > 20


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_same_seed_is_the_same_game_again(name, opponent):
    env, envs = ht.Env(name, opponent=opponent), ht.VectorEnv(name, 4, opponent=opponent)
    state = ht.Game(name).new_state(6)

    def games(**reset):
        seen, (obs, info) = [], env.reset(**reset)
        over = False
        while not over:
            seen.append(obs)
            obs, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            over = terminated or truncated
        return [*seen, obs]

    def rows(seed):
        seen = [envs.reset(seed=seed)[0].copy()]
        for _ in range(15):
            seen.append(envs.step([int(np.flatnonzero(mask)[-1]) for mask in envs.action_masks()])[0].copy())
        return seen

    for play_again in (lambda: games(seed=3), lambda: games(seed=3, options={"state": state}), lambda: rows(8)):
        first_time, again = play_again(), play_again()
        assert len(first_time) == len(again) and all(map(np.array_equal, first_time, again))


def test_seats(name):
    players = ht.Game(name).num_players
    rng = np.random.default_rng(0)

    def seats(seat, seed, episodes):
        env = ht.Env(name, opponent="random", seat=seat)
        found = []
        for i in range(episodes):
            found.append(play(env, lambda env, info: legal(info["action_mask"], rng), seed=None if i else seed)[0])
        return found

    assert seats(0, 5, 3) == [0, 0, 0]
    assert seats("alternate", 4, 4) == [(4 + i) % players for i in range(4)]
    drawn = seats("random", 9, 12)
    assert set(drawn) == set(range(players)) and drawn == seats("random", 9, 12)
    envs = ht.VectorEnv(name, 6, opponent="random")
    _, info = envs.reset(seed=10)
    if name == DSR:  # in every episode each seat is asked
        assert info["player"].tolist() == [(10 + i) % players for i in range(6)]
    assert set(info["player"].tolist()) == set(range(players))


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("threads", [1, 3])
def test_vectors_play_what_single_environments_play(name, mode, threads):
    kwargs = {"opponent": "random", "seat": "random", "max_decisions": deep(name, 12)}
    ours = ht.VectorEnv(name, 5, autoreset_mode=mode, threads=threads, **kwargs)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: ht.Env(name, **kwargs)] * 5, autoreset_mode=mode)
    rng, ends = np.random.default_rng(3), 0
    (obs, info), (obs2, _) = ours.reset(seed=11), theirs.reset(seed=11)
    assert np.array_equal(obs, obs2)
    for _ in range(150):
        actions = [legal(mask, rng) for mask in info["action_mask"]]
        mine, other = ours.step(actions), theirs.step(actions)
        info = mine[4]
        for a, b in zip(mine[:4], other[:4], strict=True):
            assert np.array_equal(a, b)
        assert np.array_equal(info["action_mask"], other[4]["action_mask"])
        assert np.array_equal(info["player"], other[4]["player"])
        done = mine[2] | mine[3]
        ends += done.sum()
        if done.any() and mode is AutoresetMode.SAME_STEP:
            for a, b in zip(info["final_obs"], other[4]["final_obs"], strict=True):
                assert np.array_equal(a, b)
        if done.any() and mode is AutoresetMode.DISABLED:
            obs, info = ours.reset(options={"reset_mask": done})
            assert np.array_equal(obs, theirs.reset(options={"reset_mask": done})[0])
    assert ends > 10


def test_python_opponents_are_asked_about_many_games_at_once(name):
    many = Many()
    envs, rng = ht.VectorEnv(name, 16, opponent=many, seat=0), np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    for _ in range(20):
        info = envs.step([legal(mask, rng) for mask in info["action_mask"]])[4]
    assert max(many.asked) > 4


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponent", ["random", first])
def test_copies_and_pickles_go_on_alike(name, twin, opponent):
    env, rng = ht.Env(name, opponent=opponent, seat=0), np.random.default_rng(2)
    _, info = env.reset(seed=9)
    envs = ht.VectorEnv(name, 3, opponent=opponent, seat=0)
    envs.reset(seed=4)
    over = False
    while not over:
        other, others = twin(env), twin(envs)
        action = legal(info["action_mask"], rng)
        mine, theirs = env.step(action), other.step(action)
        assert mine[1:4] == theirs[1:4] and np.array_equal(mine[0], theirs[0]) and env.state() == other.state()
        actions = [legal(mask, rng) for mask in envs.action_masks()]
        assert np.array_equal(envs.step(actions)[0], others.step(actions)[0])
        *_, terminated, truncated, info = mine
        over = terminated or truncated


def test_an_opponent_that_fails_changes_nothing(name):
    failing = {"now": False}

    def sometimes(state):
        return broken(state) if failing["now"] else first(state)

    env = ht.Env(name, opponent=sometimes, seat=0)
    _, info = env.reset(seed=2)
    rng = np.random.default_rng(5)
    failures = 0
    for _ in range(30):
        before, action = env.state().to_bytes(), legal(info["action_mask"], rng)
        failing["now"] = True
        try:
            *_, terminated, truncated, info = env.step(action)
        except KeyError:
            failures += 1
            assert env.state().to_bytes() == before
            failing["now"] = False
            *_, terminated, truncated, info = env.step(action)
        failing["now"] = False
        if terminated or truncated:
            _, info = env.reset()
    assert failures


def test_the_learners_decisions_alone_are_counted(name):
    most = deep(name, 3)
    env, rng = ht.Env(name, opponent="random", seat=0, max_decisions=most), np.random.default_rng(1)
    for seed in range(10):
        _, decisions, _, _ = play(env, lambda env, info: legal(info["action_mask"], rng), seed=seed)
        assert decisions <= most


def test_seats_that_are_out_end_the_episode():
    env, rng = ht.Env("minefield", players=5, opponent="random", seat=2), np.random.default_rng(1)
    early = 0
    for seed in range(40):
        _, _, reward, _ = play(env, lambda env, info: legal(info["action_mask"], rng), seed=seed)
        if not env.state().is_terminal():
            early += 1
            assert -1.0 <= reward <= 1.0
    assert early > 5


def test_opponents_by_seat():
    env = ht.Env(DSR, players=3, opponent={1: "greedy", 2: first}, seat=0)
    play(env, lambda env, info: int(np.flatnonzero(info["action_mask"])[0]), seed=1)
    with pytest.raises(ValueError, match="seats"):
        ht.Env(DSR, players=3, opponent={1: "greedy"}, seat=0)


def test_gymnasiums_checker(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(ht.Env(name, opponent="random"))


def test_what_is_refused(name):
    with pytest.raises(ValueError, match="name an opponent"):
        ht.Env(name, seat=0)
    with pytest.raises(ValueError, match="'alternate', 'random' or a number"):
        ht.Env(name, opponent="random", seat="both")
    with pytest.raises(ValueError, match="seat 9"):
        ht.Env(name, opponent="random", seat=9)
    with pytest.raises(ValueError, match="unknown agent"):
        ht.Env(name, opponent="radnom")
    with pytest.raises(TypeError, match="an agent is"):
        ht.Env(name, opponent=3)


@pytest.mark.parametrize(
    "made", [lambda name, **more: ht.Env(name, **more), lambda name, **more: ht.VectorEnv(name, 2, **more)]
)
def test_rivals_without_an_opponent_are_warned_of(name, made):
    for more, warned in [({}, opponents(ht.Game(name))), ({"opponent": "self"}, False), ({"opponent": "random"}, False)]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made(name, **more)
        assert [one.category for one in caught] == [ht.OpponentWarning] * warned


def test_agents_of_ones_own_in_tournaments(name):
    game, many = ht.Game(name), Many()
    report = ht.tournament(game, {"mine": first, "many": many, "theirs": "random"}, games=60, seed=3)
    assert [row.name for row in report.agents] == ["mine", "many", "theirs"] and max(many.asked) > 1
    again = ht.tournament(game, [first, many, "random"], games=60, seed=3, threads=1)
    assert [row.name for row in again.agents] == ["first", "last", "random"]
    assert [row.wins for row in again.agents] == [row.wins for row in report.agents]
    assert [row.name for row in ht.tournament(game, [first, first], games=5).agents] == ["first", "first 2"]
    pair = ht.compare(game, first, "random", games=60, seed=3)
    assert (pair.a, pair.b) == ("first", "random")


def test_loaded_agents_enter_as_what_they_are(name):
    game = ht.Game(name)
    loaded = ht.load_agent(bot(name), game)
    named, own = ht.tournament(game, [loaded, bot(name)], games=40).agents
    # RISK's bots draw lots among equal moves, one that was loaded from a generator of its own.
    assert named.name == own.name and (name == RISK or named.wins == own.wins)
    mine = ht.load_agent(first, game)
    state = game.new_state(1)
    assert mine.name == "first" and mine.act(state) == first(state) and mine.analyse(state) is None


@pytest.mark.parametrize(
    "agent, error",
    [(broken, KeyError), (lambda state: 10**6, ValueError), (lambda state: "a", TypeError), (lambda state: None, TypeError)],
)
def test_errors_of_ones_own_agents(name, agent, error):
    game = ht.Game(name)
    for ask in (
        lambda: ht.tournament(game, [agent, "random"], games=200),
        lambda: ht.compare(game, agent, "random", games=200),
        lambda: game.play(agent, seed=1),
        lambda: ht.load_agent(agent, game).act(game.new_state(1)),
        lambda: play(ht.Env(game, opponent=agent), lambda env, info: first(env.state()), seed=1),
    ):
        with pytest.raises(error):
            ask()


def test_an_illegal_choice_is_named():
    def wrong(state):
        return next(a for a in range(state.game.num_actions) if a not in state.legal_actions())

    with pytest.raises(ht.IllegalActionError, match="the agent chose action"):
        ht.tournament(RC, [wrong, "random"], games=5)


def test_what_hides_from_a_seat_is_dealt_anew_for_its_agent():
    """In `secret_pig` nobody sees the others' goals: an agent must not find in its states what is on the table."""
    game = ht.Game("secret_pig", players=2)
    seen = []

    def spy(state):
        seen.append(state.to_json())
        return first(state)

    state = game.new_state(5)
    while len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])
    for seed in range(20):
        ht.load_agent(spy, game, seed=seed).act(state)
    assert len(set(seen)) > 1, "the same state looks different, since what is hidden is dealt anew"


def test_the_luck_of_agents_is_not_that_of_states():
    """A guess at random and the spin that follows, from one seed: alike only where they share a stream by force."""
    game = ht.Game("guess")
    start = game.new_state(1)

    def likeness(**stream):
        guesses, spins = [], []
        for seed in range(300):
            state = start.clone()
            state.reseed(seed, **stream)
            guesses.append(ht.load_agent("random", game, seed=seed).act(state))
            state.apply(guesses[-1])
            spins.append(json.loads(state.to_json())["shown"])
        return abs(np.corrcoef(guesses, spins)[0, 1])

    assert likeness(episode=AGENTS_STREAM) > 0.9, "the test would see it"
    assert likeness() < 0.3
