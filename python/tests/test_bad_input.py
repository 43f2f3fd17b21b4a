"""Whatever is wrong raises a fitting exception of one line, and changes nothing."""

import inspect
import json
import math
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from conftest import DSR, RC

import holotable as ht
import holotable.data
import holotable.stats
from holotable import _native

NUMBERS = [
    (640, ValueError, "640 is not in 0..639"),
    (-1, ValueError, "-1 is not in 0..639"),
    (2**70, ValueError, "is not in 0..639"),
    (np.int64(2000), ValueError, "is not in 0..639"),
    (1.0, TypeError, "whole number from 0 to 639, not float 1.0"),
    (math.nan, TypeError, "not float nan"),
    (np.float32(3), TypeError, "whole number"),
    ("1", TypeError, "not str '1'"),
    (None, TypeError, "not NoneType None"),
    ([1], TypeError, "not list"),
    (np.array([1, 2]), TypeError, "not ndarray"),
]


@pytest.mark.parametrize("action, error, line", NUMBERS)
def test_actions(action, error, line):
    game = ht.Game(DSR)
    state, env, aec = game.new_state(1), ht.Env(game), ht.aec_env(game)
    env.reset(seed=1)
    aec.reset(seed=1)
    calls = [state.apply, state.sample, state.outcomes, state.why_illegal, state.action_to_string]
    before = state.to_bytes(), env.state().to_bytes(), aec.position().to_bytes()
    for call in [*calls, game.action_to_string, env.step, aec.step]:
        with pytest.raises(error, match=line.replace("..", r"\.\.")) as caught:
            call(action)
        assert "\n" not in str(caught.value)
    assert before == (state.to_bytes(), env.state().to_bytes(), aec.position().to_bytes())


@pytest.mark.parametrize(
    "actions, error, line",
    [
        ([0.0, 1.0, 2.0], TypeError, "whole numbers, not float64"),
        ([math.nan] * 3, TypeError, "not float64"),
        ([0, 1], ValueError, "2 actions for 3 environments"),
        (np.zeros((3, 1), int), ValueError, "one dimension"),
        (0, ValueError, "one dimension"),
        ([0, 0, 640], ValueError, r"action 640 of environment 2 is not in 0\.\.639"),
        ([0, -1, 0], ValueError, "action -1 of environment 1"),
        (["a", "b", "c"], TypeError, "whole numbers"),
        ([True, False, True], TypeError, "whole numbers, not bool"),
        (None, ValueError, "one dimension"),
        ([[0], [1, 2], 3], ValueError, "inhomogeneous"),
    ],
)
def test_actions_of_a_vector(actions, error, line):
    envs = ht.VectorEnv(DSR, 3)
    envs.reset(seed=1)
    before = [envs.state(i).to_bytes() for i in range(3)]
    with pytest.raises(error, match=line):
        envs.step(actions)
    assert before == [envs.state(i).to_bytes() for i in range(3)]


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint16, np.uint64, np.int64])
def test_every_kind_of_whole_number_is_an_action(dtype):
    envs = ht.VectorEnv(DSR, 3, illegal="raise")
    _, info = envs.reset(seed=1)
    envs.step(info["action_mask"].argmax(1).astype(dtype))
    envs.step(envs.action_masks().argmax(1).astype(np.int64)[::1])


def test_finished_games():
    env, state = ht.Env(DSR, max_decisions=1), ht.Game(DSR).new_state(1)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    with pytest.raises(ht.GameOverError, match="reset"):
        env.step(0)
    while not state.is_terminal():
        state.apply(state.legal_actions()[0])
    before = state.to_bytes()
    for call in (state.apply, state.sample, state.outcomes):
        with pytest.raises(ht.GameOverError, match="over"):
            call(0)
    with pytest.raises(ht.GameOverError, match="over"):
        ht.load_agent("random", DSR).act(state)
    with pytest.raises(ht.GameOverError, match="over"):
        env.reset(options={"state": state})
    assert state.to_bytes() == before and state.why_illegal(0) == "the game is over"


@pytest.mark.parametrize(
    "options, error, line",
    [
        ({"players": 5}, ValueError, "'players' is '5' but must be a whole number from 2 to 4"),
        ({"playres": 3}, TypeError, "did you mean 'players'"),
        ({"players": 2.0}, TypeError, "'players' must be a whole number"),
        ({"players": None}, TypeError, "not NoneType None"),
        ({"players": "two"}, ValueError, "'two'"),
        ({"players": math.nan}, TypeError, "nan"),
        ({"teams": "tatooine,hoth"}, ValueError, "no team 'hoth'"),
        ({"data": "/no/such/folder"}, (OSError, ValueError), "/no/such/folder"),
    ],
)
def test_options(options, error, line):
    for make in (ht.Game, ht.Env, ht.VectorEnv, ht.aec_env, ht.parallel_env):
        with pytest.raises(error, match=line):
            make(DSR, **options)


def test_environments_are_not_made_of_nonsense():
    for make in (ht.Env, ht.VectorEnv, ht.aec_env):
        for wrong, error, line in [
            ({"illegal": "ignore"}, ValueError, "'raise', 'penalty', 'noop' or 'terminate'"),
            ({"penalty": math.nan}, ValueError, "finite"),
            ({"obs": "image"}, ValueError, "'flat' or 'dict'"),
            ({"render_mode": "cinema"}, ValueError, "'ansi' or 'rgb_array'"),
            ({"max_decisions": -1}, ValueError, "max_decisions -1"),
        ]:
            with pytest.raises(error, match=line):
                make(DSR, **wrong)
        with pytest.raises(ValueError, match="unknown game 'dark_side_risng'; did you mean 'dark_side_rising'"):
            make("dark_side_risng")
        with pytest.raises(TypeError, match="a name or a Game"):
            make(7)
        with pytest.raises(ValueError, match="has its options already"):
            make(ht.Game(DSR), players=3)
    for n, error in [(0, ValueError), (-1, ValueError), (2.5, TypeError), (2**40, ValueError)]:
        with pytest.raises(error):
            ht.VectorEnv(DSR, n)
    with pytest.raises(ValueError, match="AutoresetMode"):
        ht.VectorEnv(DSR, 1, autoreset_mode="sometimes")
    with pytest.raises(ValueError, match="threads"):
        ht.VectorEnv(DSR, 1, threads=10_000)


def test_seeds():
    env, game = ht.Env(DSR), ht.Game(DSR)
    for seed in (-1, 2**64, 2**70):
        with pytest.raises(ValueError, match=r"seed is a whole number from 0 to 2\*\*64 - 1"):
            game.new_state(seed)
        with pytest.raises((ValueError, __import__("gymnasium").error.Error)):
            env.reset(seed=seed)
    for seed in (1.5, "7", math.nan):
        with pytest.raises(TypeError, match="seed"):
            game.new_state(seed)
    envs = ht.VectorEnv(DSR, 3)
    envs.reset(seed=1)
    before = [envs.state(i).to_bytes() for i in range(3)]
    for seed, error in [
        (-1, ValueError),
        ([1, 2, -3], ValueError),
        ("one", TypeError),
        (2.5, TypeError),
        ([1, 2, 3.5], TypeError),
    ]:
        with pytest.raises(error, match="seed is a whole number"):
            envs.reset(seed=seed)
    assert before == [envs.state(i).to_bytes() for i in range(3)]
    assert game.new_state(2**64 - 1) == game.new_state(np.uint64(2**64 - 1))


def test_reset_options():
    env, envs = ht.Env(DSR), ht.VectorEnv(DSR, 3)
    with pytest.raises(ValueError, match="unknown reset option 'stat'"):
        env.reset(options={"stat": 1})
    with pytest.raises(TypeError, match="must be a State"):
        env.reset(options={"state": b""})
    for mask, error in [
        (np.zeros(3, bool), ValueError),
        (np.ones(2, bool), ValueError),
        (np.ones(3), TypeError),
        ([True] * 3, TypeError),
    ]:
        with pytest.raises(error, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})


def test_foreign_json_and_bytes():
    game = ht.Game(DSR)
    state = game.new_state(1)
    for text, line in [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[]", "not a state of dark_side_rising"),
        ("{}", "is missing"),
        ("null", "not a state"),
        ("NaN", "not JSON"),
        (state.to_json().replace('"turn":0', '"turn":-1'), "turn|invalid"),
        (state.to_json().replace("Leia Organa", "Jar Jar"), "no card 'Jar Jar'"),
        ({"turn": math.nan}, "not JSON"),
    ]:
        with pytest.raises(ValueError, match=line):
            game.from_json(text)
    with pytest.raises(TypeError):
        game.from_json(b"{}")


def test_foreign_bytes(name):
    game = ht.Game(name)
    saved = game.new_state(1).to_bytes()
    for wrong in (b"", b"x", saved[:-1], saved + b"\0", saved[::-1], bytes(len(saved)), b"\x80\x04K\x01."):
        with pytest.raises(ValueError, match=f"not a state of {name}"):
            game.from_bytes(wrong)
    for i in range(len(saved)):
        with pytest.raises(ValueError):
            game.from_bytes(saved[:i] + bytes([saved[i] ^ 1]) + saved[i + 1 :])
    with pytest.raises(ValueError, match="other options"):
        ht.Game(DSR, players=4).from_bytes(ht.Game(DSR).new_state(1).to_bytes())
    for wrong in ("text", 7, None):
        with pytest.raises(TypeError, match="read from bytes"):
            game.from_bytes(wrong)


def test_players():
    state = ht.Game(DSR).new_state(1)
    for player in (2, -1):
        for call in (state.observation, state.describe, state.redeal):
            with pytest.raises(ValueError, match=r"player .* is not in 0\.\.1"):
                call(player)


# What only those know who write in Rust.
RUST = re.compile(
    r"\b([ui](8|16|32|64|128|size)|[f](32|64)|structs?|borrow\w*|unwrap|panick\w*|serde|Vec|Option|Result|enum|tuple variant|integral type"
    r"|expected (a |an )?(map|sequence|string|borrowed|integer|unit)|invalid type|missing field|unknown field)\b|&str|::"
)
WRONG = [
    None,
    "x",
    "",
    -1,
    2**70,
    1.5,
    math.nan,
    True,
    [],
    ["x"],
    [1],
    {},
    {"x": 1},
    (),
    b"x",
    object,
    np.zeros(2),
    Path("/no/such"),
]


def messages(call, *others):
    """What is said when every argument is wrong in turn, and all of them at once."""
    try:
        parameters = list(inspect.signature(call).parameters.values())
    except ValueError:
        parameters = []
    names = [
        p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD) and p.name not in ("progress", "args")
    ]
    needed = [p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    for wrong in WRONG:
        tries = [((wrong,) * len(needed), {}), ((wrong,), {})]
        tries += [(others, {name: wrong}) for name in names]
        for given, keywords in tries:
            try:
                call(*given, **keywords)
            except Exception as e:  # noqa: BLE001
                yield call, given, keywords, f"{type(e).__name__}: {e}"


def walked():
    """Every public class and function that takes arguments, with arguments that it takes."""
    game = ht.Game(DSR)
    state, env, envs, aec = game.new_state(1), ht.Env(game), ht.VectorEnv(game, 2), ht.aec_env(game)
    parallel, agent = ht.parallel_env(game), ht.load_agent("expert", game)
    for one in (env, envs, aec, parallel):
        one.reset(seed=1)
    objects = (game, state, env, envs, aec, parallel, agent, env._episode, envs._batch)
    # What shows, ends, or plays for long.
    left_out = {"play", "render", "close", "close_extras", "last", "agent_iter", "get_wrapper_attr", "has_wrapper_attr"}
    for one in objects:
        for name, _ in inspect.getmembers(type(one), callable):
            if not name.startswith("_") and name not in left_out:
                yield getattr(one, name), ()
        if hasattr(one, "__setstate__") and one is agent:
            yield one.__setstate__, ()
    for make in (ht.Game, ht.Env, ht.VectorEnv, ht.aec_env, ht.parallel_env):
        yield make, (DSR,)
    yield from [
        (ht.load_agent, ("random", DSR)),
        (ht.Table, (state,)),
        (ht.tournament, (DSR, ["random"], 1)),
        (ht.compare, (DSR, "random", "random", 1)),
        (ht.solve, (ht.Game(RC, tactics=False, value=4).new_state(1),)),
        (ht.plot, ()),
        (ht.env_id, ()),
        (holotable.stats.wilson, (1, 2)),
        (holotable.stats.newcombe, (1, 2, 1, 2)),
        (lambda folder: list(holotable.data.steps(folder)), ()),
        (lambda path: _native.Games(path), ()),
        (lambda recipe: ht.train(recipe, out="/no/such/folder/run"), ()),
    ]


@pytest.mark.filterwarnings("ignore")
def test_no_error_speaks_rust():
    said = [one for call, others in walked() for one in messages(call, *others)]
    assert len(said) > 1000
    wrong = sorted({f"{getattr(call, '__qualname__', call)}: {line[:200]}" for call, _, _, line in said if RUST.search(line)})
    assert not wrong, "\n".join(wrong)


def test_foreign_json_is_refused_in_words_of_json():
    game = ht.Game(DSR)
    good = json.loads(game.new_state(1).to_json())
    for key in good:
        for wrong in (None, "x", -1, 1.5, [], {}, 2**70):
            try:
                game.from_json({**good, key: wrong})
            except ValueError as e:
                assert not RUST.search(str(e)), (key, wrong, str(e))


def test_paths_are_paths_of_any_kind(tmp_path):
    for make in (ht.Game, ht.Env, ht.VectorEnv, ht.aec_env, ht.parallel_env):
        with pytest.raises((OSError, ValueError), match="such"):
            make(DSR, data=Path("/no/such/folder"))
    with pytest.raises((OSError, ValueError), match="such"):
        ht.tournament(DSR, ["random"], games=1, data=Path("/no/such/folder"))
    text = ht.Game(DSR).play("random", seed=1)
    for call in [
        lambda: ht.load_agent(tmp_path / "none", DSR),
        lambda: ht.Table(text, agent=tmp_path / "none"),
        lambda: ht.compare(DSR, "random", "random", games=1, luck_adjusted=tmp_path / "none"),
        lambda: ht.Env(DSR, opponent=tmp_path / "none"),
    ]:
        with pytest.raises(ValueError, match=f"no checkpoint folder at {tmp_path / 'none'}"):
            call()
    assert ht.Table(text, agent=ht.load_agent("ppo", DSR)).html
    assert pickle.loads(pickle.dumps(ht.Game(DSR))).data is None
