"""Pages of games: what a notebook shows and a browser opens."""

import base64
import gzip
import json
import re

import pytest
from conftest import DSR, bot

import holotable as ht


def told(page: str) -> dict:
    """The game that stands in a page."""
    packed = re.search(r'id="game">([^<]*)<', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_a_page_holds_every_position_of_a_game(name, tmp_path):
    game = ht.Game(name)
    replay = game.play(bot(name), seed=5)
    table = ht.Table(replay)
    data = told(table.html)
    assert data["table"]["game"] == name and data["table"]["seed"] == 5 and data["analysis"] is None
    assert len(data["nodes"]) == len(game.replay(replay))
    assert re.findall(r"https?://(?!www\.w3\.org/)", table.html) == []
    file = tmp_path / "replay.jsonl"
    file.write_text(replay)
    assert ht.Table(file).html == ht.Table(str(file)).html == table.html
    assert table.save(tmp_path / "game.html").read_text() == table.html
    frame = table._repr_html_()
    assert frame.count("<") == 2 and 'sandbox="allow-scripts"' in frame


def test_variations_and_names_are_in_the_page():
    game = ht.Game(DSR)
    header, start, *moves, last = game.play("greedy", seed=6).splitlines()
    first = len(moves) + 1  # the positions of the game come first
    added = {
        "variations": [{"from": 2, "moves": [json.loads(move) for move in moves[2:5]]}],
        "names": {str(first): "once more"},
    }
    data = told(ht.Table("\n".join([header, start, *moves, json.dumps(json.loads(last) | added)])).html)
    assert len(data["nodes"]) == first + 3
    assert data["nodes"][2]["children"] == [3, first] and data["nodes"][first]["parent"] == 2
    assert data["nodes"][first]["name"] == "once more"
    # Of the same moves with the same chance comes the same.
    assert [data["nodes"][first + i]["picture"] for i in range(3)] == [data["nodes"][3 + i]["picture"] for i in range(3)]


def test_a_position_stands_alone():
    state = ht.Game(DSR).new_state(seed=3)
    data = told(ht.Table(state).html)
    assert len(data["nodes"]) == 1 and data["table"]["seed"] is None
    assert {seat["who"] for seat in data["table"]["seats"]} == {"unknown"}


def test_a_judged_game_has_a_curve_that_ends_in_its_result():
    game = ht.Game(DSR)
    replay = game.play("expert", seed=7)
    line = told(ht.Table(replay, agent="ppo").html)["analysis"]
    result = json.loads(replay.splitlines()[-1])["result"]
    assert len(line) == len(game.replay(replay)) and line[-1]["value"] == result["scores"][0]


def test_hidden_cards_are_left_out():
    replay = ht.Game("rebellion_combat").play("greedy", seed=3)
    pages = [ht.Table(replay, viewer=viewer).html for viewer in (None, 0, 1, "table")]
    assert len(set(pages)) == 4


def test_what_is_no_game_is_refused(tmp_path):
    with pytest.raises(ValueError, match="a replay has a header"):
        ht.Table("{}")
    with pytest.raises(ValueError, match="viewer is 'me' but must be a seat or 'table'"):
        ht.Table(ht.Game(DSR).new_state(seed=1), viewer="me")
    with pytest.raises(ValueError, match="player 7 is not in 0..1"):
        ht.Table(ht.Game(DSR).new_state(seed=1), viewer=7)
    with pytest.raises(FileNotFoundError):
        ht.Table(tmp_path / "nothing.jsonl")
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        ht.Table(ht.Game(DSR).play("greedy", seed=1), agent="nobody")
