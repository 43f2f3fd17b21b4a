"""Other libraries read the games that holotable keeps: pyarrow and pandas find in the columns what the replays say."""

import json
import tempfile
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq

import holotable as ht
import holotable.data

for game in [game["name"] for game in ht.games()]:
    with tempfile.TemporaryDirectory() as folder:
        holotable.data.generate(game, folder, agents="random", games=20, seed=3)
        (path,) = Path(folder).glob("*.parquet")
        rows = pq.read_table(path).to_pylist()
        assert len(rows) == 20
        for row, text in zip(rows, holotable.data.replays(folder), strict=True):
            header, start, *moves, end = map(json.loads, text.splitlines())
            assert (row["game"], row["seed"], row["agents"]) == (header["game"], header["seed"], header["seats"])
            assert (row["rules_version"], row["data"]) == (header["rules_version"], header["data"])
            assert json.loads(row["options"]) == header["options"]
            assert row["start"] == start["start"]
            assert row["players"] == [move["seat"] for move in moves]
            assert row["answers"] == [len(move["picks"]) for move in moves]
            assert row["picks"] == [pick for move in moves for pick in move["picks"]]
            names = ht.Game(game, **header["options"]).action_to_string
            assert [names(action) for action in row["actions"]] == [move["action"] for move in moves]
            assert (row["scores"], row["reason"]) == (end["result"]["scores"], end["result"]["reason"])
            assert json.loads(row["counts"]) == end["result"]["counts"]
        frame = pd.read_parquet(folder)
        assert frame["decisions"].sum() == sum(len(b["action"]) for b in holotable.data.steps(folder))
        print(f"{game}: pyarrow and pandas read {len(frame)} games, {path.stat().st_size // len(frame)} bytes each")
