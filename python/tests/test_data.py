"""Games as data: what is kept plays back to what was seen."""

import multiprocessing
import os
from pathlib import Path

import numpy as np
import pytest

import holotable as ht
import holotable.data
from holotable._native import Games, parts

GAMES = 6
KEYS = ["obs", "action_mask", "action", "return", "player", "game"]


def made(folder, name, agents="random", games=GAMES, **options) -> ht.Game:
    game = ht.Game(name, **options)
    holotable.data.generate(game, folder, agents=agents, games=games, seed=5)
    return game


def whole(folder, **keywords) -> dict[str, np.ndarray]:
    """All decisions as one batch."""
    (batch,) = holotable.data.steps(folder, batch=1_000_000, **keywords)
    return batch


def test_steps_are_what_the_states_of_the_replays_show(name, tmp_path):
    game = made(tmp_path, name)
    batch = whole(tmp_path)
    assert list(batch) == KEYS
    assert [batch[key].dtype for key in KEYS] == [np.float32, np.int8, np.int64, np.float32, np.uint8, np.int64]
    n = 0
    for number, text in enumerate(holotable.data.replays(tmp_path)):
        assert text == game.play("random", seed=5 + number)
        states = game.replay(text)
        for state in states[:-1]:
            if n == len(batch["action"]) or batch["game"][n] != number or not same(state, batch, n):
                # What everybody could see that it was forced is no decision.
                assert len(state.legal_actions()) == 1
                continue
            assert batch["return"][n] == np.float32(states[-1].scores()[state.current_player()])
            n += 1
    assert n == len(batch["action"]) > 20


def same(state, batch, n) -> bool:
    return (
        state.current_player() == batch["player"][n]
        and np.array_equal(state.observation(), batch["obs"][n])
        and np.array_equal(state.action_mask(), batch["action_mask"][n])
        and batch["action"][n] in state.legal_actions()
    )


def test_batches_hold_every_decision_once_in_any_size_order_and_number_of_threads(tmp_path):
    made(tmp_path, "dark_side_rising", games=40)
    all_of = whole(tmp_path)
    total = len(all_of["action"])
    batches = list(holotable.data.steps(tmp_path, batch=300, threads=3))
    assert [len(batch["action"]) for batch in batches[:-1]] == [300] * (total // 300)
    for key in KEYS:
        assert np.array_equal(np.concatenate([batch[key] for batch in batches]), all_of[key])
    assert sum(len(b["action"]) for b in holotable.data.steps(tmp_path, batch=300, drop_last=True)) == total // 300 * 300

    mixed, again, other = (whole(tmp_path, shuffle=seed) for seed in (1, 1, 2))

    def key(batch):
        columns = batch["game"].tolist(), batch["action"].tolist(), batch["obs"].sum(axis=1).tolist()
        return sorted(zip(*columns, strict=True))

    assert key(mixed) == key(all_of)
    assert all(np.array_equal(mixed[k], again[k]) for k in KEYS)
    assert not np.array_equal(mixed["action"], all_of["action"])
    assert not np.array_equal(mixed["action"], other["action"])


def test_an_agent_says_what_it_makes_of_every_decision(tmp_path):
    game = made(tmp_path, "rebellion_combat", agents="ppo", games=6)
    batch, agent = whole(tmp_path, agent="ppo"), ht.load_agent("ppo", game)
    assert list(batch) == [*KEYS, "policy", "value", "evaluated"]
    assert batch["policy"].shape == batch["action_mask"].shape and batch["value"].dtype == np.float32
    states = [s for text in holotable.data.replays(tmp_path) for s in game.replay(text) if not s.is_terminal()]
    n = 0
    for state in states:
        if n < len(batch["action"]) and same(state, batch, n):
            shares, score = agent.analyse(state)
            assert np.allclose(batch["policy"][n], shares, atol=1e-6) and abs(batch["value"][n] - score) < 1e-6
            n += 1
    assert n == len(batch["action"]) > 20
    assert batch["evaluated"].all()
    with pytest.raises(
        ValueError, match="greedy gives no evaluation: policies and values are those of networks and searches, such as"
    ):
        whole(tmp_path, agent="greedy")


def test_decisions_of_which_a_search_has_no_evaluation_are_told_apart(tmp_path):
    made(tmp_path, "dark_side_rising", games=2)
    batch, all_of_them = whole(tmp_path, agent="flat:4"), whole(tmp_path, agent="flat:4@all")
    evaluated = batch["evaluated"]
    assert 0 < evaluated.sum() < len(evaluated) and all_of_them["evaluated"].all()
    assert np.isnan(batch["value"][~evaluated]).all() and np.isnan(batch["policy"][~evaluated]).all()
    assert np.isfinite(batch["value"][evaluated]).all()
    assert np.allclose(batch["policy"][evaluated].sum(axis=1), 1.0)


def test_numbers_of_games_go_on_over_files_and_a_folder_can_be_added_to(tmp_path):
    made(tmp_path, "rebellion_combat", games=1001, value=5)
    made(tmp_path, "rebellion_combat", games=1004, value=5)
    assert sorted(path.name for path in Path(tmp_path).glob("*.parquet")) == ["part-00000.parquet", "part-00001.parquet"]
    counts = np.concatenate([Games(path, sums=sums).decisions() for path, _, sums in parts(tmp_path)])
    # Some of these battles were forced from their start to their end.
    assert len(counts) == 1004 and 0 < (counts == 0).sum() < 10
    assert np.array_equal(np.bincount(whole(tmp_path)["game"], minlength=1004), counts)
    with pytest.raises(ValueError, match=r"holds other games: their options.value is 5, not 6"):
        made(tmp_path, "rebellion_combat", games=1004, value=6)


def test_agents_of_ones_own_play(tmp_path):
    made(tmp_path, "risk", agents=["greedy", lambda state: state.legal_actions()[0], "random"], games=2)
    (text, _) = holotable.data.replays(tmp_path)
    assert '"seats":["greedy","<lambda>","random"]' in text


def test_what_is_wrong_is_one_line(tmp_path):
    with pytest.raises(ValueError, match="batch is 0 but must be at least 1"):
        holotable.data.steps(tmp_path, batch=0)
    with pytest.raises(ValueError, match="there are no games in .*: no file ends in .parquet"):
        next(holotable.data.steps(tmp_path))
    with pytest.raises(ValueError, match="2 agents are named, but it takes one for all seats or one for each of the 3"):
        made(tmp_path / "a", "risk", agents=["random", "random"])
    made(tmp_path, "conflict", games=2)
    with pytest.raises(ValueError, match="holds 2 games already, more than the 1 that are asked for"):
        made(tmp_path, "conflict", games=1)
    with pytest.raises(ValueError, match="games is 0"):
        made(tmp_path, "conflict", games=0)


def test_what_was_changed_is_refused_by_name_and_made_anew(tmp_path):
    made(tmp_path, "rebellion_combat", games=2100, value=5)
    files = sorted(tmp_path.glob("*.parquet"))
    contents = [path.read_bytes() for path in files]
    all_of = whole(tmp_path)

    def refuses(says):
        for reading in (holotable.data.steps(tmp_path, batch=1_000_000), holotable.data.replays(tmp_path)):
            with pytest.raises(ValueError, match=says):
                list(reading)

    for harm, says in [
        (lambda path: path.unlink(), "part-00001.parquet is missing"),
        (lambda path: path.write_bytes(contents[1][:-9]), "cannot read .*part-00001.parquet: it was damaged or edited"),
        (lambda path: path.write_bytes(contents[0]), "cannot read .*part-00001.parquet: it was damaged or edited"),
    ]:
        harm(files[1])
        refuses(says)
        with pytest.warns(holotable.data.DataWarning, match="part-00001.parquet was .*: it is made anew"):
            made(tmp_path, "rebellion_combat", games=2100, value=5)
        assert [path.read_bytes() for path in files] == contents
    (tmp_path / "backup.parquet").write_bytes(contents[2])
    refuses("backup.parquet is none of the parts that _games.json lists")
    # As they are, they are read with what lies beside them.
    as_they_are = whole(tmp_path, verify=False)
    assert as_they_are["game"].max() == 2199 and len(as_they_are["action"]) > len(all_of["action"])
    (tmp_path / "backup.parquet").unlink()
    (tmp_path / "_games.json").write_text("{}")
    refuses("cannot read .*_games.json: it has no checksum at its end")
    assert all(np.array_equal(all_of[key], whole(tmp_path, verify=False)[key]) for key in KEYS)


def test_no_bit_of_a_file_ends_in_anything_but_a_value_error(tmp_path):
    made(tmp_path, "rebellion_combat", games=30)
    (path,) = tmp_path.glob("*.parquet")
    contents = path.read_bytes()
    for place in range(0, len(contents), len(contents) // 150):
        path.write_bytes(contents[:place] + bytes([contents[place] ^ (1 << place % 8)]) + contents[place + 1 :])
        with pytest.raises(ValueError, match="it was damaged or edited"):
            next(holotable.data.steps(tmp_path))
        try:
            whole(tmp_path, verify=False)
        except ValueError as e:
            assert "\n" not in str(e)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_plays_back_too(tmp_path):
    made(tmp_path, "conflict")
    here = whole(tmp_path)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        there = pool.apply(whole, (tmp_path,))
    assert np.array_equal(here["obs"], there["obs"])
