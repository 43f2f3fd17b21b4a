"""Our trainer: the binary ``holotable train``."""

import json
import subprocess
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from setting import Setting


def train(binary: str, setting: Setting, steps: int, out: Path, learner: str = "fast") -> list[dict]:
    """Trains for this many decisions with a learner of ours; the record of every update."""
    out.mkdir(parents=True)
    recipe = out / "recipe.toml"
    # Neither evaluations nor checkpoints before the end.
    quiet = {"eval_every_updates": 0, "checkpoint_every_updates": 0, "eval_games": 1}
    recipe.write_text(setting.recipe(total_steps=steps, learner=learner, **quiet))
    command = [binary, "train", str(recipe), "--out", str(out / "run")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()}")
    return [json.loads(line) for line in (out / "run" / "metrics.jsonl").read_text().splitlines()]


class Ours:
    """A learner for the comparison of speeds; each measurement is a run of its own."""

    def __init__(self, setting: Setting, binary: str, learner: str = "fast", threads: int = Setting.threads) -> None:
        self.setting, self.binary = replace(setting, threads=threads), binary
        self.learner = learner
        self.name = "ours" if learner == "fast" else f'ours, learner = "torch", {threads} thread{"s" if threads > 1 else ""}'
        self.profile: Counter[str] = Counter()
        """Seconds of the parts of all measured iterations, and of what is none of them."""

    def iterate(self, n: int) -> float:
        """Seconds of ``n`` iterations after a first one that does not count."""
        with tempfile.TemporaryDirectory() as folder:
            steps, out = (n + 1) * self.setting.decisions, Path(folder, "timed")
            records = train(self.binary, self.setting, steps, out, learner=self.learner)
        assert len(records) == n + 1, f"{len(records)} updates instead of {n + 1}"
        seconds = records[-1]["seconds"] - records[0]["seconds"]
        parts = sum((Counter(record["profile"]) for record in records[1:]), Counter())
        # One game after the last iteration, whose time is not counted.
        del parts["evaluation"]
        self.profile += parts + Counter({"rest": seconds - parts.total()})
        return seconds
