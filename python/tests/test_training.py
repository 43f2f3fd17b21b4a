"""Training from Python: the learner of the command line, callbacks, Ctrl-C, and weights that go out and come back."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

import holotable as ht
from holotable import _native, checkpoint, progress, training

SMALL = {
    "game": {"name": "secret_pig", "options": {"players": 2}},
    "total_steps": 4096,
    "num_envs": 32,
    "rollout_steps": 32,
    "minibatch_size": 256,
    "hidden_sizes": [16, 16],
    "eval_games": 40,
    "threads": 1,
}


def test_a_run_tells_of_each_update_and_leaves_an_agent(tmp_path):
    heard = []
    run = ht.train(SMALL, tmp_path / "run", callback=heard.append, learning_rate=1e-3)
    assert (run.steps, run.updates, run.finished) == (4096, 4, True), run
    assert [metrics["steps"] for metrics in heard] == [1024, 2048, 3072, 4096]
    assert heard == run.metrics() and heard[-1]["eval_score"] == run.score
    assert "learning_rate = 0.001" in (run.best / "config.toml").read_text()
    report = ht.tournament("secret_pig", ["random", run.best], games=20, players=2)
    assert len(report.agents) == 2
    with (run.folder / "metrics.jsonl").open("a") as lines:
        lines.write('{"update": 5, "ste')
    assert run.metrics() == heard, "a run that goes on may be writing a line"
    assert os.fspath(run) == str(tmp_path / "run")


def test_the_same_seed_is_the_same_network_as_from_the_command_line(tmp_path):
    weights = ht.train(SMALL, tmp_path / "python", seed=3).best / "model.safetensors"
    recipe = tmp_path / "recipe.toml"
    keys = [f"{key} = {str(value).lower()}" for key, value in SMALL.items() if key != "game"]
    recipe.write_text("\n".join([*keys, "seed = 3", "[game]", "name = 'secret_pig'", "options = { players = 2 }"]))
    command = [sys.executable, "-m", "holotable", "train", recipe, "--out", tmp_path / "command"]
    subprocess.run(command, check=True, capture_output=True)
    assert weights.read_bytes() == (tmp_path / "command" / "best" / "model.safetensors").read_bytes()


def test_false_ends_a_session_and_resume_goes_on_as_if_it_had_not(tmp_path):
    once = ht.train(SMALL, tmp_path / "once")
    half = ht.train(SMALL, tmp_path / "twice", callback=lambda metrics: metrics["update"] < 2)
    assert (half.updates, half.finished) == (2, False) and "resume" in half.ended
    with pytest.raises(ValueError, match="already holds a run; --resume|resume"):
        ht.train(SMALL, tmp_path / "twice")
    whole = ht.train(SMALL, tmp_path / "twice", resume=True)
    assert whole.finished
    models = [run.folder / "latest" / "model.safetensors" for run in (once, whole)]
    assert models[0].read_bytes() == models[1].read_bytes()


def test_an_error_in_a_callback_comes_through_and_the_run_is_saved(tmp_path):
    def broken(metrics):
        raise KeyError(metrics["update"])

    with pytest.raises(KeyError, match="1"):
        ht.train(SMALL, tmp_path / "run", callback=broken)
    assert ht.train(SMALL, tmp_path / "run", resume=True).updates == 4


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_saves_the_run(tmp_path):
    def interrupt(metrics):
        if metrics["update"] == 2:
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        ht.train(SMALL, tmp_path / "run", callback=interrupt, total_steps=10_000_000)
    run = ht.train(SMALL, tmp_path / "run", resume=True, callback=lambda metrics: False, total_steps=10_000_000)
    assert run.updates > 2


def test_games_and_names_for_games(tmp_path):
    small = {**SMALL, "total_steps": 1024}
    for i, game in enumerate([ht.Game("secret_pig", players=3), "secret_pig"]):
        run = ht.train({**small, "game": game}, tmp_path / str(i))
        assert f'players = "{3 - i}"' in (run.best / "config.toml").read_text() or i == 1


@pytest.mark.parametrize(
    ("recipe", "keys", "error", "line"),
    [
        ("no_such", {}, ValueError, "no recipe 'no_such': it is a TOML file or one of conflict, conflict_alone,"),
        ("dark_side_risin", {}, ValueError, "did you mean 'dark_side_rising'"),
        ("none.toml", {}, ValueError, "none.toml"),
        (SMALL, {"lr": 3}, ValueError, "unknown key 'lr'"),
        (SMALL, {"learning_rate": -1}, ValueError, "learning_rate is -1 but must be from"),
        (SMALL, {"learning_rate": float("nan")}, TypeError, "learning_rate is nan but must be a number"),
        (SMALL, {"game": {"name": "chess"}}, ValueError, "chess"),
        (SMALL, {"seed": object()}, TypeError, "seed is <object"),
        (SMALL, {"learner": "torch"}, ValueError, 'learner is "torch", but this holotable was built without it'),
        ({"total_steps": 5}, {}, ValueError, "unknown game"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(recipe, keys, error, line, tmp_path):
    with pytest.raises(error, match=line) as raised:
        ht.train(recipe, tmp_path / "run", **keys)
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "run" / "latest").exists()


@pytest.mark.parametrize("name", ["runs/😀", "é\x7f\t\n\"'\\", "\x00\x1f", "a, b = [1] # no comment", "null", "1e5"])
def test_any_text_is_the_same_text_in_toml(name):
    values = {"text": name, "list": [name, True, 1.5e-5, 1e300, -7, np.int64(3), np.float32(0.5)], name: {"path": Path(name)}}
    tomllib = pytest.importorskip("tomllib", reason="Python 3.11 has it")
    table = tomllib.loads(f"v = {training._toml('v', values)}")["v"]
    assert table == {"text": name, "list": [name, True, 1.5e-5, 1e300, -7, 3, 0.5], name: {"path": name}}


@pytest.mark.parametrize("value", [None, [None], "\ud83d", Path(os.fsdecode(b"\xff")), {1: 2}, float("inf"), object()])
def test_what_toml_cannot_write_is_refused(value):
    with pytest.raises((TypeError, ValueError), match="must be"):
        training._toml("start_from", value)


def test_a_run_may_start_from_a_folder_of_any_name(tmp_path):
    first = ht.train(SMALL, tmp_path / "😀 é", total_steps=1024)
    assert ht.train(SMALL, tmp_path / "second", start_from=first.folder, total_steps=1024).finished


def test_progress_that_cannot_be_written_is_no_fault(tmp_path):
    closed, read_only = (tmp_path / "closed").open("w"), (tmp_path / "closed").open()
    closed.close()
    for file in (closed, read_only):
        progress._Line(file, "games")(1, 2)
    read_only.close()


def test_a_sweep_averages_seeds_and_goes_on(tmp_path):
    space = {"learning_rate": [1e-3, 3e-3], "seed": [1, 2]}
    found = ht.sweep(SMALL, space, tmp_path / "sweep", total_steps=1024)
    assert [len(group["trials"]) for group in found.groups] == [2, 2] and found.groups[0]["seeds"] == 2
    assert {trial["trial"] for trial in found.trials} == {1, 2, 3, 4} and found.best.is_dir()
    assert str(found).count("2 seeds") == 2 and "learning_rate = 0.003" in str(found)
    again = ht.sweep(SMALL, {"grid": space}, tmp_path / "sweep", total_steps=1024, jobs=2)
    assert [group["score"] for group in again.groups] == [group["score"] for group in found.groups] and again.best == found.best
    assert ht.plot(found.folder).data["curves"]
    with pytest.raises(ValueError, match="holds a sweep of another space"):
        ht.sweep(SMALL, {"seed": [1]}, tmp_path / "sweep", total_steps=1024)
    with pytest.raises(ValueError, match="space: .*lr"):
        ht.sweep(SMALL, {"lr": [1]}, tmp_path / "other")


def test_weights_go_out_and_come_back(tmp_path):
    run = ht.train(SMALL, tmp_path / "run")
    source = checkpoint.read(run)
    arrays = source.weights(load_file)

    def save(changed, to="changed"):
        _native.save_weights(source.game, str(source.folder), str(tmp_path / to), list(changed.items()))

    save(arrays)
    assert load_file(tmp_path / "changed" / "model.safetensors").keys() == arrays.keys()
    again = ht.train(SMALL, tmp_path / "tuned", start_from=tmp_path / "changed", total_steps=1024)
    assert again.finished
    # All weights of the policy 0: every legal action is as likely.
    save({name: np.zeros_like(array) for name, array in arrays.items()}, "even")
    state = source.game.new_state(1)
    shares, score = ht.load_agent(tmp_path / "even", source.game).analyse(state)
    assert np.allclose(shares[state.legal_actions()], 1 / len(state.legal_actions())) and score == 0.5
    name = "policy.bias"
    for changed, line in [
        ({**arrays, name: arrays[name][:-1]}, "'policy.bias' has shape"),
        ({k: v for k, v in arrays.items() if k != name}, "there is no array 'policy.bias'"),
        ({**arrays, "more": arrays[name]}, "the network has no array 'more'"),
        ({**arrays, name: arrays[name] * np.nan}, "'policy.bias' holds values that are not finite"),
    ]:
        with pytest.raises(ValueError, match=line):
            save(changed, "wrong")
    assert not (tmp_path / "wrong").exists()


def test_the_torch_module_answers_as_the_agent_does(tmp_path):
    torch = pytest.importorskip("torch", reason="make interop has it")
    from holotable.torch import PolicyValueNet

    for i, keys in enumerate([{}, {"activation": "relu", "game": "secret_pig"}]):
        run = ht.train(SMALL, tmp_path / str(i), **keys)
        net = PolicyValueNet.load(run)
        agent = ht.load_agent(run.best, net.checkpoint.game)
        state = net.checkpoint.game.new_state(4)
        logits, value = net(torch.from_numpy(agent.features(state))[None])
        legal = state.legal_actions()
        shares, score = agent.analyse(state)
        assert np.allclose(torch.softmax(logits[0, legal], 0).detach().numpy(), shares[legal], atol=1e-5)
        assert abs(value.sigmoid().item() - score) < 1e-5
        with torch.no_grad():
            net.policy_bias[legal[0]] += 20.0
        net.save(tmp_path / f"tuned{i}")
        assert ht.load_agent(tmp_path / f"tuned{i}", net.checkpoint.game).act(state) == legal[0]
        with pytest.raises(ValueError, match="takes no prior"):
            net(torch.from_numpy(agent.features(state))[None], torch.zeros(1, len(shares)))
