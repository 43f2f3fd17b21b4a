"""Many environments: Gymnasium's conventions, all three auto-reset modes, seeds, threads, memory."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import RISK, dealt, illegal, legal
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import holotable as ht
from holotable.sparse import csr


def legal_actions(masks, rng):
    """A random legal action of each row."""
    return (masks * rng.random(masks.shape)).argmax(1)


def play(envs, rng, steps, seed=0):
    """What each of some steps returned."""
    out = [envs.reset(seed=seed)]
    for _ in range(steps):
        out.append(envs.step(legal_actions(out[-1][-1]["action_mask"], rng)))
    return out


@pytest.mark.parametrize("obs", ["flat", "dict"])
def test_made_by_gymnasium(name, obs):
    envs = gymnasium.make_vec(ht.env_id(name), num_envs=7, obs=obs)
    assert isinstance(envs, ht.VectorEnv) and envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    for out in play(envs, np.random.default_rng(0), 300):
        assert out[0] in envs.observation_space
        masks = out[-1]["action_mask"]
        assert masks.dtype == np.int8 and masks.any(1).all()
        if len(out) == 5:
            _, rewards, terminated, truncated, _ = out
            assert rewards.dtype == np.float64 and terminated.dtype == truncated.dtype == np.bool_


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_sparse_rows_are_the_dense_ones(name, mode):
    """Observations and last observations, with their columns and row starts as numpy finds them."""
    kwargs = {"max_decisions": 40, "autoreset_mode": mode}
    dense, sparse = (ht.VectorEnv(name, 5, obs=form, **kwargs) for form in ("flat", "sparse"))
    assert sparse.observation_space == dense.observation_space
    rng, finals = np.random.default_rng(4), 0
    (rows, info), (found, _) = dense.reset(seed=3), sparse.reset(seed=3)
    for _ in range(120):
        at, columns = np.nonzero(rows)
        assert found.shape == rows.shape and np.array_equal(found.dense(), rows)
        assert np.array_equal(found.indices, columns) and np.array_equal(found.values, rows[at, columns])
        assert np.array_equal(np.diff(found.indptr), np.bincount(at, minlength=5)) and found.indptr[0] == 0
        actions = legal_actions(info["action_mask"], rng)
        (rows, *_, info), (found, *_, other) = dense.step(actions), sparse.step(actions)
        for i in np.flatnonzero(info.get("_final_obs", [])):
            finals += 1
            assert np.array_equal(other["final_obs"][i].dense(), info["final_obs"][i][None])
    assert (finals > 0) == (mode is AutoresetMode.SAME_STEP)


def test_sparse_rows_of_any_matrix():
    rows = np.zeros((3, 4), np.float32)
    rows[0, 2], rows[2, 0], rows[2, 3] = 0.5, -1.0, np.nan
    found = csr(rows)
    assert [it.dtype for it in found[:3]] == [np.float32, np.int32, np.int32]
    assert found.indices.tolist() == [2, 0, 3] and found.indptr.tolist() == [0, 1, 1, 3]
    assert np.array_equal(found.dense(), rows, equal_nan=True)
    assert np.array_equal(csr(rows.T[::2]).dense(), rows.T[::2], equal_nan=True)
    assert csr(rows[:0]).dense().shape == (0, 4) and csr(rows[:, :0]).dense().shape == (3, 0)
    with pytest.raises(ValueError, match="1 rows of 65536 numbers are too many"):
        csr(np.zeros((1, 65536), np.float32))
    for wrong in (rows[0], rows.astype(np.float64), rows.tolist()):
        with pytest.raises(TypeError, match="rows must be a float32 array of two dimensions, not "):
            csr(wrong)
    with pytest.raises(ValueError, match="'flat' or 'dict', or in a VectorEnv 'sparse'"):
        ht.VectorEnv("conflict", 2, obs="csr")
    with pytest.raises(ValueError, match="obs is 'sparse'"):
        ht.Env("conflict", obs="sparse")


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_same_as_gymnasiums_own_vectors(name, mode):
    """Step for step what Gymnasium's SyncVectorEnv makes of single environments."""
    kwargs = {"render_mode": None, "max_decisions": 40}
    ours = ht.VectorEnv(name, 4, autoreset_mode=mode, **kwargs)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: ht.Env(name, **kwargs)] * 4, autoreset_mode=mode)
    rng, ends = np.random.default_rng(3), 0
    (obs, info), (obs2, _) = ours.reset(seed=11), theirs.reset(seed=11)
    assert np.array_equal(obs, obs2)
    for _ in range(400):
        actions = legal_actions(info["action_mask"], rng)
        mine, other = ours.step(actions), theirs.step(actions)
        info = mine[4]
        assert all(data_equivalence(a, b, exact=True) for a, b in zip(mine[:4], other[:4], strict=True))
        assert np.array_equal(info["action_mask"], other[4]["action_mask"])
        assert np.array_equal(info["player"], other[4]["player"])
        done = mine[2] | mine[3]
        ends += done.sum()
        if done.any() and mode is AutoresetMode.SAME_STEP:
            assert np.array_equal(info["_final_obs"], other[4]["_final_obs"])
            for a, b in zip(info["final_obs"], other[4]["final_obs"], strict=True):
                assert np.array_equal(a, b)
            assert data_equivalence(info["final_info"]["ending"], other[4]["final_info"]["ending"], exact=True)
        for key in ("illegal", "ending"):
            assert data_equivalence(info[key], other[4][key], exact=True)
            assert np.array_equal(info[f"_{key}"], other[4][f"_{key}"])
        if done.any() and mode is AutoresetMode.DISABLED:
            with pytest.raises(ht.GameOverError, match="reset it"):
                ours.step(actions)
            obs, info = ours.reset(options={"reset_mask": done})
            obs2, _ = theirs.reset(options={"reset_mask": done})
            assert np.array_equal(obs, obs2)
    assert ends > 10


def test_next_step_resets_ignore_the_action(name):
    envs, rng = ht.VectorEnv(name, 1, illegal="raise", max_decisions=3), np.random.default_rng(1)
    *_, last = play(envs, rng, 3)
    assert last[3][0] and last[4]["action_mask"].all()
    before = last[0]
    obs, reward, terminated, truncated, info = envs.step([envs.game.num_actions - 1])
    assert (reward[0], terminated[0], truncated[0]) == (0.0, False, False)
    assert not np.array_equal(obs, before) and not info["action_mask"].all() and not info["illegal"].any()


def test_illegal_actions_leave_their_slot_alone(name):
    ours, other = ht.VectorEnv(name, 5, penalty=-0.5), ht.VectorEnv(name, 4)
    rng = np.random.default_rng(5)
    obs, info = ours.reset(seed=20)
    other.reset(seed=[20, 21, 23, 24])
    for _ in range(300):
        mask = info["action_mask"]
        actions = legal_actions(mask, rng)
        wrong = int(np.flatnonzero(mask[2] == 0)[0])
        actions[2] = wrong
        state = ours.state(2).to_bytes()
        obs, rewards, terminated, _, info = ours.step(actions)
        rest = other.step(np.delete(actions, 2))
        assert info["illegal"].tolist() == [False, False, True, False, False]
        assert rewards[2] == -0.5 and not terminated[2] and ours.state(2).to_bytes() == state
        assert np.array_equal(np.delete(obs, 2, 0), rest[0]) and np.array_equal(np.delete(rewards, 2), rest[1])
        assert np.array_equal(np.delete(info["action_mask"], 2, 0), rest[4]["action_mask"])
    strict = ht.VectorEnv(name, 3, illegal="raise")
    _, info = strict.reset(seed=1)
    before = [strict.state(i).to_bytes() for i in range(3)]
    with pytest.raises(ht.IllegalActionError, match="slot 1"):
        strict.step([legal(info["action_mask"][0], rng), illegal(info["action_mask"][1]), legal(info["action_mask"][2], rng)])
    assert before == [strict.state(i).to_bytes() for i in range(3)]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(name, threads):
    one, many = ht.VectorEnv(name, 64), ht.VectorEnv(name, 64, threads=threads)
    for a, b in zip(play(one, np.random.default_rng(4), 200), play(many, np.random.default_rng(4), 200), strict=True):
        assert data_equivalence(a, b, exact=True)


def test_what_is_held_is_never_written_again(name):
    envs, rng = ht.VectorEnv(name, 8), np.random.default_rng(6)
    held = play(envs, rng, 60)
    copies = copy.deepcopy(held)
    views = [out[0][3] for out in held]
    play(envs, rng, 60)
    assert all(data_equivalence(a, b, exact=True) for a, b in zip(held, copies, strict=True))
    kept = [view.copy() for view in views]
    del held, copies
    play(envs, rng, 60)
    assert all(np.array_equal(a, b) for a, b in zip(views, kept, strict=True)), "views keep their arrays too"


def test_whatever_is_done_to_arrays_that_were_held(name):
    envs, twin, rng = ht.VectorEnv(name, 4), ht.VectorEnv(name, 4), np.random.default_rng(8)
    _, info = envs.reset(seed=3)
    twin.reset(seed=3)

    def reshape(a):
        a.shape = (-1,)

    def retype(a):
        a.dtype = np.uint8

    def lock(a):
        a.flags.writeable = False

    def shrink(a):
        a.resize((1, 1), refcheck=False)

    for spoil in (lock, reshape, retype, shrink, lambda a: a.fill(7)) * 8:
        actions = legal_actions(info["action_mask"], rng)
        del info
        out = envs.step(actions)
        other = twin.step(actions)
        assert all(data_equivalence(a, b, exact=True) for a, b in zip(out, other, strict=True))
        info = {"action_mask": out[4]["action_mask"].copy()}  # noqa: F841
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            for array in (out[0], out[4]["rewards"], out[4]["action_mask"].base):
                spoil(array)
        del out, other, array


def test_memory_is_used_again(name):
    envs, rng = ht.VectorEnv(name, 8), np.random.default_rng(6)
    obs, info = envs.reset(seed=1)
    places = set()
    for _ in range(50):
        obs, *_, info = envs.step(legal_actions(info["action_mask"], rng))
        places.add(obs.__array_interface__["data"][0])
    assert len(places) <= 3


def test_seeds(name):
    envs = ht.VectorEnv(dealt(name), 3)
    obs, _ = envs.reset(seed=8)
    assert np.array_equal(obs[2], ht.Env(dealt(name)).reset(seed=10)[0])
    again, _ = envs.reset(seed=[8, None, 10])
    assert np.array_equal(obs[0], again[0]) and not np.array_equal(obs[1], again[1])
    assert np.array_equal(envs.reset(seed=np.array([8, 9, 10]))[0], obs)
    with pytest.raises(ValueError, match="2 seeds for 3"):
        envs.reset(seed=[1, 2])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_pickles_go_on_alike(name, mode):
    envs, rng = ht.VectorEnv(name, 5, autoreset_mode=mode, max_decisions=30), np.random.default_rng(7)
    _, info = envs.reset(seed=1)
    for step in range(200):
        actions = legal_actions(info["action_mask"], rng)
        twin = pickle.loads(pickle.dumps(envs)) if step % 10 == 9 else None
        out = envs.step(actions)
        if twin:
            assert np.array_equal(twin.action_masks(), info["action_mask"])
            assert all(data_equivalence(a, b, exact=True) for a, b in zip(out[:4], twin.step(actions)[:4], strict=True))
        info = out[4]
        if mode is AutoresetMode.DISABLED and (done := out[2] | out[3]).any():
            _, info = envs.reset(options={"reset_mask": done})


def test_pictures(name):
    envs = gymnasium.make_vec(ht.env_id(name), num_envs=2, render_mode="rgb_array")
    envs.reset(seed=1)
    assert len(envs.render()) == 2 and envs.render()[0].shape == envs.render()[1].shape


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasiums_own_vectors_play_the_same(name, mode):
    theirs = gymnasium.make_vec(ht.env_id(name), num_envs=2, vectorization_mode=mode, obs="dict")
    ours = ht.VectorEnv(name, 2, obs="dict")
    for a, b in zip(play(ours, np.random.default_rng(2), 150), play(theirs, np.random.default_rng(2), 150), strict=True):
        assert all(data_equivalence(x, y, exact=True) for x, y in zip(a[:-1], b[:-1], strict=True))
    theirs.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasiums_wrappers_count_episodes(name, mode):
    made = gymnasium.make_vec(ht.env_id(name), num_envs=3, autoreset_mode=mode)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(made)
    finished = [out[-1]["episode"] for out in play(envs, np.random.default_rng(1), 2500) if "episode" in out[-1]]
    results = {0.0, 1.0, 0.33333} if name == RISK else {0.0, 1.0}  # whose draws are shared by three
    assert len(finished) > 3 and all(set(np.abs(episode["r"]).astype(float).round(5)) <= results for episode in finished)
