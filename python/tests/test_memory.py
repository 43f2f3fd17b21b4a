"""Memory stays flat, and threads do not disturb each other."""

import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import DSR, SHIPPED, seal

import holotable as ht

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
MEGABYTE = 1 << 20


def resident() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def single(name, n):
    env = ht.Env(name, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    for i in range(n):
        _, _, terminated, _, info = env.step(int(info["action_mask"].argmax()))
        if terminated:
            _, info = env.reset()
        if i % 20_000 == 0:
            env.render()


def illegal(name, n):
    env = ht.Env(name)
    env.reset(seed=1)
    for _ in range(n // 10):
        env.step(env.game.num_actions - 1)
        try:
            env.step(env.game.num_actions)
        except ValueError:
            pass


def vector(name, n):
    for mode in ("NextStep", "SameStep"):
        envs = ht.VectorEnv(name, 100, obs="dict", autoreset_mode=mode)
        _, info = envs.reset(seed=1)
        for _ in range(n // 200):
            *_, info = envs.step(info["action_mask"].argmax(1))


def states(name, n):
    game = ht.Game(name)
    state = game.new_state(1)
    for i in range(n // 10):
        twin = game.from_bytes(state.clone().to_bytes())
        child = twin.sample(twin.legal_actions()[0])
        child.observation()
        if i % 500 == 0:
            state.outcomes(state.legal_actions()[0])
            game.from_json(state.to_json())
            state.describe()
            state.svg()
            game.replay(game.play(seed=i))


def seats(name, n):
    env = ht.aec_env(name)
    for seed in range(n // 2000):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            obs, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else int(obs["action_mask"].argmax()))


@linux
@pytest.mark.parametrize("work", [single, illegal, vector, states, seats])
def test_memory_is_flat_over_a_million_steps(name, work):
    work(name, 200_000)
    before = resident()
    work(name, 1_000_000)
    assert resident() - before < 4 * MEGABYTE


def test_threads_play_as_alone(name):
    def game(seed):
        env, rng = ht.VectorEnv(name, 8), np.random.default_rng(seed)
        obs, info = env.reset(seed=seed)
        total = obs.sum()
        for _ in range(300):
            masks = info["action_mask"]
            obs, *_, info = env.step((masks * rng.random(masks.shape)).argmax(1))
            total += obs.sum()
        return float(total)

    alone = [game(seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(game, range(8))) == alone


def test_one_object_shared_by_threads_never_tears(name):
    env = ht.Env(name, illegal="noop")
    env.reset(seed=1)
    agent, state = ht.load_agent("expert", name), ht.Game(name).new_state(2)

    def use(seed):
        rng = np.random.default_rng(seed)
        for _ in range(500):
            try:
                env.step(int(rng.integers(env.game.num_actions)))
                assert agent.act(state) in state.legal_actions()
            except ht.GameOverError:
                env.reset()
            except RuntimeError as busy:
                assert "borrowed" in str(busy).lower()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    assert env.state().game.from_json(env.state().to_json()) == env.state()


@linux
def test_layouts_that_are_refused_are_forgotten(tmp_path):
    folder = shutil.copytree(SHIPPED / DSR, tmp_path / "agent")
    layout = json.loads((folder / "layout.json").read_text())
    for block in layout["observation_blocks"]:
        block["name"], block["doc"] = block["name"][::-1], "x" * (MEGABYTE // 10)
    (folder / "layout.json").write_text(json.dumps(layout))
    seal(folder)

    def refused(times):
        for _ in range(times):
            with pytest.raises(ValueError, match="layout"):
                ht.load_agent(str(folder), DSR)

    refused(20)
    before = resident()
    refused(100)
    assert resident() - before < 30 * MEGABYTE
