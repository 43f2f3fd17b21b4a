"""The way of a new user as `python/README.md` shows it: its block with an agent of one's own and a learner, as it stands."""

import os
import re
import tempfile
import time
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
MOST_LINES = 20


def main() -> None:
    block = next(text for text in re.findall(r"```python\n(.*?)```", README.read_text(), re.S) if "MaskablePPO" in text)
    lines = [line for line in block.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES, f"{len(lines)} lines"
    os.environ["MPLBACKEND"] = "agg"
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        exec(compile(block, README.name, "exec"), {})  # noqa: S102
        assert Path("learnt.png").stat().st_size > 1000
    print(f"the way of a new user: {len(lines)} lines, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
