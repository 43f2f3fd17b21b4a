"""A network exported to ONNX answers as our own inference does."""

import dataclasses
import importlib
import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
import pytest
from conftest import DSR, SHIPPED, random_state, seal
from safetensors.numpy import save_file

import holotable as ht
from holotable.onnx import export
from holotable.rows import named

CELLS = [(players, imperials) for players in (2, 3, 4) for imperials in (7, 11)]


def widths(network: dict, layout: dict) -> dict[str, tuple[int, ...]]:
    """The arrays of a network."""
    arrays, actions = {}, layout["actions"]
    inputs = layout["observation"] + (actions if network["prior"] else 0)
    for i, width in enumerate(network["hidden_sizes"]):
        arrays |= {f"trunk.{i}.weight": (inputs, width), f"trunk.{i}.bias": (width,)}
        inputs = width
    heads = {"policy.weight": (actions, inputs), "policy.bias": (actions,), "value.weight": (inputs,), "value.bias": (1,)}
    return arrays | heads | ({"prior.gain": (1,)} if network["prior"] else {}) | row_widths(network, layout, inputs)


def row_widths(network: dict, layout: dict, hidden: int) -> dict[str, tuple[int, ...]]:
    """The arrays by which a network scores actions by the rows that they name."""
    arrays, width = {}, network.get("row_width")
    blocks, kinds = named(layout) if width else ([], [])
    for block in blocks:
        arrays |= {f"rows.{block.name}.weight": (block.fields, width), f"rows.{block.name}.bias": (width,)}
    for kind in kinds:
        at = f"named.{kind.name}"
        arrays |= {f"{at}.context.weight": (hidden, width), f"{at}.context.bias": (width,), f"{at}.score": (width,)}
        arrays |= {f"{at}.{view.block.name}.weight": (width, width) for view in kind.views}
    return arrays


def checkpoint(folder, sizes, activation, *, prior=False, expert_features=True, row_width=0):
    """A checkpoint of a network with odd weights; the shipped one's otherwise."""
    shutil.copytree(SHIPPED / DSR, folder)
    if not expert_features:
        (folder / "layout.json").write_text(json.dumps(ht.Game(DSR).layout()))
    elif row_width:
        layout = ht.load_agent("ppo", DSR).features_layout()
        (folder / "layout.json").write_text(json.dumps({k: v for k, v in layout.items() if k != "hash"}))
    layout = json.loads((folder / "layout.json").read_text())
    state = json.loads((folder / "state.json").read_text())
    form = {"hidden_sizes": sizes, "activation": activation, "prior": prior}
    state["network"] = form | ({"row_width": row_width} if row_width else {})
    (folder / "state.json").write_text(json.dumps(state))
    rng = np.random.default_rng(1)
    shapes = widths(state["network"], layout)
    # Neither so small that all actions are alike nor so great that one is certain.
    draw = {name: rng.normal(size=shape, scale=shape[-1] ** -0.5).astype(np.float32) for name, shape in shapes.items()}
    save_file(draw, folder / "model.safetensors")
    seal(folder)
    return folder


def positions(agent: ht.Agent, count: int):
    """Positions in which the agent has a choice, along its own games and random ones."""
    found = []
    for seed in range(count):
        players, imperials = CELLS[seed % len(CELLS)]
        state = random_state(ht.Game(DSR, players=players, imperials=imperials), seed, 5 * (seed % 7))
        for _ in range(8):
            if state.is_terminal():
                break
            found.append(state.clone())
            state.apply(agent.act(state))
    return found


def differences(folder, out, count: int) -> tuple[int, float]:
    """How many positions were compared, and the greatest difference of a probability or a value."""
    export(folder, out)
    session = onnxruntime.InferenceSession(out, providers=["CPUExecutionProvider"])
    agent = ht.load_agent(str(folder), DSR)
    states = positions(agent, count)
    observation = np.stack([agent.features(s) for s in states])
    mask = np.stack([s.action_mask() for s in states]).astype(bool)
    inputs = {"observation": observation, "action_mask": mask}
    if agent.prior(states[0]) is not None:
        inputs["prior"] = np.stack([agent.prior(s) for s in states])
    assert {i.name for i in session.get_inputs()} == set(inputs)
    logits, probabilities, value = session.run(["logits", "probabilities", "value"], inputs)
    ours = [agent.analyse(s) for s in states]
    shares, scores = np.stack([w[0] for w in ours]), np.array([w[1] for w in ours])
    assert (probabilities[~mask] == 0).all() and (logits[~mask] == np.finfo(np.float32).min).all()
    assert np.allclose(shares.sum(1), 1) and scores.std() > 1e-3 and shares[mask].std() > 1e-2
    greatest = max(np.abs(probabilities - shares).max(), np.abs(value - scores).max())
    assert [int(row.argmax()) for row in logits] == [agent.act(s) for s in states]
    return len(states), greatest


def test_the_shipped_agent_answers_alike(tmp_path):
    count, greatest = differences(SHIPPED / DSR, tmp_path / "agent.onnx", 60)
    assert count >= 300 and greatest < 1e-5, (count, greatest)


@pytest.mark.parametrize(
    ("sizes", "activation", "more"),
    [
        ([24], "relu", {"expert_features": False}),
        ([40, 16, 8], "tanh", {}),
        ([16, 16], "tanh", {"prior": True}),
        ([16], "relu", {"prior": True}),
        ([24], "relu", {"prior": True, "expert_features": False}),
        ([16, 16], "tanh", {"row_width": 16}),
        ([24], "relu", {"prior": True, "row_width": 32}),
    ],
)
def test_networks_of_other_forms_answer_alike(tmp_path, sizes, activation, more):
    checkpoint(tmp_path / "run" / "best", sizes, activation, **more)
    count, greatest = differences(tmp_path / "run", tmp_path / "agent.onnx", 30)
    assert count >= 150 and greatest < 1e-5, (count, greatest)


def test_the_model_says_what_it_is_for(tmp_path):
    export(SHIPPED / DSR, tmp_path / "agent.onnx")
    model = onnx.load(tmp_path / "agent.onnx")
    told = {p.key: p.value for p in model.metadata_props}
    facts, layout = ht.Game(DSR).facts(), ht.load_agent("ppo", DSR).features_layout()
    assert told["game"] == DSR and told["data_hash"] == facts["data_hash"]
    assert int(told["rules_version"]) == facts["rules_version"]
    assert json.loads(told["options"])["players"] == ["2", "3", "4"]
    assert told["layout_hash"] == layout.pop("hash") and json.loads(told["layout"]) == layout
    assert model.producer_name == "holotable" and model.producer_version == ht.__version__


def of_another_format(folder):
    path = folder / "state.json"
    path.write_text(path.read_text().replace('"format":5', '"format":3'))
    seal(folder)


def spoil_model(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-4])


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (shutil.rmtree, "no checkpoint folder at .*agent"),
        (lambda f: (f / "state.json").unlink(), "cannot read state.json"),
        (lambda f: (f / "state.json").write_text("{"), "state.json is damaged"),
        (lambda f: (f / "state.json").write_text("[]"), "state.json is damaged"),
        (lambda f: (f / "state.json").write_text("[" * 200_000), "state.json is damaged"),
        (lambda f: (f / "layout.json").unlink(), "cannot read layout.json"),
        (spoil_model, "model.safetensors was damaged or edited"),
        (of_another_format, "it has form 3, this program reads 5"),
    ],
)
def test_what_is_no_checkpoint_is_refused_in_one_line(tmp_path, spoil, line):
    folder = shutil.copytree(SHIPPED / DSR, tmp_path / "agent")
    spoil(folder)
    with pytest.raises(ValueError, match=line) as refused:
        export(folder, tmp_path / "agent.onnx")
    assert "\n" not in str(refused.value) and list(tmp_path.glob("*.onnx*")) == []
    command = [sys.executable, "-m", "holotable.onnx", str(folder), str(tmp_path / "agent.onnx")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and re.fullmatch(f"error: .*{line}.*\n", done.stderr), done.stderr


def command(out, *, limit=None):
    """What the command says that writes the shipped network to a file, of at most ``limit`` bytes."""
    program = [sys.executable, "-m", "holotable.onnx", str(SHIPPED / DSR), str(out)]
    if limit is None:
        return subprocess.run(program, capture_output=True)

    def small():
        # Else the first byte too many would end the process by a signal.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(program, capture_output=True, preexec_fn=small)


@pytest.mark.skipif(sys.platform == "win32", reason="limits are of Unix")
def test_a_failed_export_leaves_what_was_there(tmp_path):
    out = tmp_path / "agent.onnx"
    for before in [None, b"the old one"]:
        if before is not None:
            out.write_bytes(before)
        done = command(out, limit=1000)
        assert done.returncode == 2 and re.fullmatch(rb"error: cannot write .*agent\.onnx: .*\n", done.stderr), done.stderr
        assert [f.read_bytes() for f in tmp_path.iterdir()] == ([] if before is None else [before])
    done = command(tmp_path / "nowhere" / "agent.onnx")
    assert done.returncode == 2 and b"cannot write" in done.stderr and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are of Unix")
def test_links_pipes_and_devices_are_written_to(tmp_path):
    done = command(tmp_path / "agent.onnx")
    model = (tmp_path / "agent.onnx").read_bytes()
    assert done.returncode == 0 and done.stdout.decode() == f"{tmp_path / 'agent.onnx'}\n"
    link, pipe = tmp_path / "link.onnx", tmp_path / "pipe.onnx"
    link.symlink_to("linked.onnx")
    assert command(link).returncode == 0 and link.is_symlink()
    assert (tmp_path / "linked.onnx").read_bytes() == model
    os.mkfifo(pipe)
    with (tmp_path / "read").open("wb") as read, subprocess.Popen(["cat", str(pipe)], stdout=read) as reader:
        assert command(pipe).returncode == 0 and reader.wait(60) == 0
    assert (tmp_path / "read").read_bytes() == model
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    if os.path.exists("/dev/stdout"):
        done = command("/dev/stdout")
        assert (done.returncode, done.stdout, done.stderr) == (0, model, b"")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["agent.onnx", "link.onnx", "linked.onnx", "pipe.onnx", "read"]


def test_networks_of_subgoals_are_refused():
    import holotable.checkpoint

    shipped = holotable.checkpoint.read(SHIPPED / DSR)
    shipped.must_choose_actions("the export to ONNX")
    other = dataclasses.replace(shipped, network={**shipped.network, "subgoals": True})
    with pytest.raises(ValueError, match=r"its network chooses by subgoals, but the export to ONNX takes actions only$"):
        other.must_choose_actions("the export to ONNX")


def test_a_missing_package_is_named(monkeypatch):
    import holotable.onnx

    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ModuleNotFoundError, match=r"onnx is missing: pip install 'holotable\[onnx\]'"):
        importlib.reload(holotable.onnx)


def test_only_networks_have_features():
    bot, network, state = ht.load_agent("expert", DSR), ht.load_agent("ppo", DSR), ht.Game(DSR).new_state(1)
    assert bot.analyse(state) is None and bot.features(state) is None and bot.features_layout() is None
    features, layout = network.features(state), network.features_layout()
    assert features.dtype == np.float32 and features.shape == (layout["observation"],)
    plain = state.observation()
    assert np.array_equal(features[: len(plain)], plain) and len(features) > len(plain)


def test_a_prior_is_what_the_expert_would_do(tmp_path):
    network, bot, state = ht.load_agent("ppo", DSR), ht.load_agent("expert", DSR), ht.Game(DSR).new_state(1)
    without = ht.load_agent(str(checkpoint(tmp_path / "agent", [8], "relu")), DSR)
    assert bot.prior(state) is None and without.prior(state) is None and without.features(state) is not None
    likely = 0
    for _ in range(100):
        prior, choice = network.prior(state), bot.act(state)
        assert prior.dtype == np.float32 and prior.shape == (network.game.num_actions,)
        assert (0 <= prior).all() and (prior <= 1).all() and (prior[state.action_mask() == 0] == 0).all()
        # The probabilities from which it comes, but for those below e to the minus 8.
        assert np.exp(8 * (prior[prior > 0] - 1)).sum() == pytest.approx(1, abs=0.02)
        likely += prior[choice] == prior.max()
        state.apply(choice)
    assert likely > 95


def test_networks_of_aims_are_refused_by_name(tmp_path):
    folder = checkpoint(tmp_path / "subgoals", [16], "relu")
    state = json.loads((folder / "state.json").read_text())
    state["network"]["subgoals"] = True
    (folder / "state.json").write_text(json.dumps(state))
    seal(folder)
    assert ht.load_agent(folder, DSR).act(ht.Game(DSR).new_state(1)) >= 0
    with pytest.raises(ValueError, match="its network chooses by subgoals, but the export to ONNX takes actions only"):
        export(folder, tmp_path / "agent.onnx")


def test_a_search_analyses_too():
    state = ht.Game(DSR).new_state(1)
    shares, score = ht.load_agent("flat:30", DSR, seed=1).analyse(state)
    assert shares.sum() == pytest.approx(1) and 0 <= score <= 1 and (shares[state.action_mask() == 0] == 0).all()


def test_nothing_is_weighed_at_the_end():
    state, agent = ht.Game(DSR).new_state(1), ht.load_agent("ppo", DSR)
    while not state.is_terminal():
        state.apply(agent.act(state))
    for question in (agent.analyse, agent.features, agent.prior):
        with pytest.raises(ht.GameOverError, match="the game is over"):
            question(state)


def test_an_exported_network_plays_as_an_agent(tmp_path):
    export(SHIPPED / DSR, tmp_path / "agent.onnx")
    pair = ht.compare(DSR, str(tmp_path / "agent.onnx"), "ppo", games=20, seed=5)
    assert (pair.a, pair.only_a, pair.only_b) == (str(tmp_path / "agent.onnx"), 0, 0), "they play the same games"
    state = ht.Game(DSR).new_state(1)
    ppo, model = ht.load_agent("ppo", DSR), ht.load_agent(tmp_path / "agent.onnx", DSR)
    assert model.act(state) == ppo.act(state)
    with pytest.raises(ValueError, match="cannot load"):
        ht.load_agent(str(tmp_path / "no.onnx"), DSR)
