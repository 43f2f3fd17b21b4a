"""``python -m holotable.bench``: our figures beside other libraries', in one run on one machine.

Decisions per second say little without the decisions of a game, so these are printed too. Everything runs on one
thread with random legal play unless it says so; each figure is the best of several short runs. EnvPool and OpenSpiel are measured
where they are installed.
"""

import argparse
import importlib.util
import json
import platform
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from . import __version__, data, games
from ._native import Game
from .gym import Env, env_id
from .vector import VectorEnv

SECONDS = 0.5
REPEATS = 5


def rate(run: Callable[[int], int], start: int = 64) -> float:
    """The most units a second of ``run``, which says how many units it did of about as many as it was asked for."""
    asked, best = start, 0.0
    while True:
        begin = time.perf_counter()
        done = run(asked)
        taken = time.perf_counter() - begin
        if taken > SECONDS / 5:
            break
        asked *= 4
    asked = max(int(asked * SECONDS / max(taken, 1e-9)), 1)
    best = done / taken
    for _ in range(REPEATS):
        begin = time.perf_counter()
        done = run(asked)
        best = max(best, done / (time.perf_counter() - begin))
    return best


def one_of_each(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action of each row: the first legal one in a random order, the same for all rows."""
    order = rng.permutation(masks.shape[1])
    return order[masks[:, order].argmax(1)]


def vector_rate(game: Game, num_envs: int, **keywords: Any) -> float:
    """Decisions a second of ``step`` alone; choosing actions is not counted."""
    envs, rng = VectorEnv(game, num_envs, opponent="self", **keywords), np.random.default_rng(0)
    _, info = envs.reset(seed=1)
    best = 0.0
    for _ in range(REPEATS):
        steps, inside = 0, 0.0
        while inside < SECONDS:
            actions = one_of_each(info["action_mask"], rng)
            begin = time.perf_counter()
            *_, info = envs.step(actions)
            inside += time.perf_counter() - begin
            steps += 1
        best = max(best, steps * num_envs / inside)
    return best


def episode(game: Game, seed: int) -> list[int]:
    """The actions of a random episode."""
    env, rng, actions, over = Env(game, opponent="self"), np.random.default_rng(seed), [], False
    _, info = env.reset(seed=seed)
    while not over:
        actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        _, _, terminated, truncated, info = env.step(actions[-1])
        over = terminated or truncated
    return actions


def step_rate(game: Game, env: Any) -> float:
    """Steps a second of one environment along episodes chosen before."""
    episodes = [(seed, episode(game, seed)) for seed in range(20)]

    def run(n: int) -> int:
        done = 0
        while done < n:
            for seed, actions in episodes:
                env.reset(seed=seed)
                for action in actions:
                    env.step(action)
                done += len(actions)
        return done

    return rate(run)


def calls(f: Callable[..., Any], *args: Any) -> float:
    """Calls a second."""

    def run(n: int) -> int:
        for _ in range(n):
            f(*args)
        return n

    return rate(run, 4096)


def command_rate(program: str, name: str) -> float:
    """Decisions a second that the command measures of itself, with one thread."""
    words = [program, "bench", name, "--json", "--seconds", str(SECONDS * REPEATS)]
    return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)["decisions_per_s_one_thread"]


def data_rate(name: str) -> float:
    """Rows of a data set that are read in a second of processor time, on all cores together."""
    best = 0.0
    with tempfile.TemporaryDirectory() as folder:
        data.generate(name, folder, agents="random", games=500)
        for _ in range(REPEATS):
            begin = time.process_time()
            rows = sum(len(batch["action"]) for batch in data.steps(folder))
            best = max(best, rows / (time.process_time() - begin))
    return best


def ours(name: str, command: str | None) -> None:
    game = Game(name)
    state = game.new_state(1)
    for action in episode(game, 1)[:40]:
        if action in state.legal_actions():
            state.apply(action)
    saved = state.to_bytes()
    lengths = [len(episode(game, seed)) for seed in range(200)]
    show(f"{name}: decisions a random game", float(np.mean(lengths)))
    vector = vector_rate(game, 256)
    show(f"{name}: vector of 256, decisions/s", vector, 2_000_000)
    if command:
        show(f"{name}: the same beside the command's 64 games", vector / command_rate(command, name), 0.9)
    show(f"{name}: vector of 256, observations as dicts", vector_rate(game, 256, obs="dict"))
    show(f"{name}: vector of 256, observations without zeros", vector_rate(game, 256, obs="sparse"))
    both = vector_rate(game, 1024, threads=2) / vector_rate(game, 1024)
    show(f"{name}: vector of 1,024, two threads to one", both)
    show(f"{name}: data.steps, rows/s of processor time", data_rate(name), 1_000_000)
    show(f"{name}: one environment, steps/s", step_rate(game, Env(game, opponent="self")), 250_000)
    made = gymnasium.make(env_id(name), opponent="self", disable_env_checker=True)
    show(f"{name}: the same in gymnasium.make's wrappers", step_rate(game, made))
    show(f"{name}: state.clone()/s", calls(state.clone), 2_000_000)
    show(f"{name}: state.to_bytes()/s ({len(saved)} bytes)", calls(state.to_bytes), 1_000_000)
    show(f"{name}: game.from_bytes()/s", calls(game.from_bytes, saved), 1_000_000)
    show(f"{name}: state.legal_actions()/s", calls(state.legal_actions))


def cartpole() -> None:
    env = gymnasium.make("CartPole-v1", disable_env_checker=True).unwrapped

    def run(n: int) -> int:
        env.reset(seed=1)
        for i in range(n):
            if env.step(i & 1)[2]:
                env.reset()
        return n

    show("Gymnasium CartPole: one environment, steps/s", rate(run, 1024))
    envs = gymnasium.make_vec("CartPole-v1", num_envs=256, vectorization_mode="vector_entry_point")
    actions = np.arange(256) & 1

    def step(n: int) -> int:
        envs.reset(seed=1)
        for _ in range(n):
            envs.step(actions)
        return n * 256

    show("Gymnasium CartPole: numpy vector of 256, steps/s", rate(step))


def envpool_backgammon() -> None:
    import envpool  # pyright: ignore[reportMissingImports]

    task = min((t for t in envpool.list_all_envs() if "ackgammon" in t), default=None)
    if task is None:
        return missing("EnvPool Backgammon", "this version has none")
    envs, rng = envpool.make(task, env_type="gymnasium", num_envs=256, num_threads=1), np.random.default_rng(0)
    _, info = envs.reset()
    key = next((key for key in info if "mask" in key), None)
    if key is None:
        return missing(f"EnvPool {task}", "this version says nothing of legal actions")
    steps, inside = 0, 0.0
    while inside < SECONDS * REPEATS:
        actions = one_of_each(info[key], rng).astype(np.int32)
        begin = time.perf_counter()
        *_, info = envs.step(actions)
        inside += time.perf_counter() - begin
        steps += 256
    show(f"EnvPool {task}: vector of 256, decisions/s", steps / inside)


def openspiel(name: str) -> None:
    import pyspiel  # pyright: ignore[reportMissingImports]

    game, rng = pyspiel.load_game(name), random.Random(0)

    def run(n: int) -> int:
        done = 0
        while done < n:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    results, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(results, chances)[0])
                    continue
                legal = state.legal_actions()
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
                state.apply_action(rng.choice(legal))
                done += 1
        return done

    show(f"OpenSpiel {name}: one environment, decisions/s", rate(run))
    state = game.new_initial_state()
    show(f"OpenSpiel {name}: state.clone()/s", calls(state.clone))


def show(what: str, value: float, bar: float | None = None) -> None:
    """A line of the table; the bar is what we ask of ourselves."""
    figure = f"{value:14,.2f}" if value < 1000 else f"{value:14,.0f}"
    print(f"{what:<64}{figure}{'' if bar is None else f'   bar {bar:,}: {value / bar:.2f}'}", flush=True)


def missing(what: str, why: str) -> None:
    print(f"{what:<64}{'-':>14}   {why}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m holotable.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter runs, rougher figures")
    parser.add_argument(
        "--command", metavar="PROGRAM", help="the command holotable, whose decisions/s stand beside those of Python"
    )
    args = parser.parse_args()
    if args.quick:
        global SECONDS, REPEATS
        SECONDS, REPEATS = 0.05, 2
    print(f"holotable {__version__}, Python {platform.python_version()}, {platform.machine()}, one thread")
    for game in games():
        ours(game["name"], args.command)
    cartpole()
    if importlib.util.find_spec("envpool"):
        envpool_backgammon()
    else:
        missing("EnvPool Backgammon", "envpool is not installed")
    if importlib.util.find_spec("pyspiel"):
        for name in ("hanabi", "backgammon"):
            openspiel(name)
    else:
        missing("OpenSpiel Hanabi, Backgammon", "open_spiel is not installed")


if __name__ == "__main__":
    main()
