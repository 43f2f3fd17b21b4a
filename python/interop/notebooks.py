"""The notebooks that need more than the base package."""

import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

for name in ("agents", "maskable_ppo"):
    path, scope = Path(__file__).parents[1] / "notebooks" / f"{name}.ipynb", {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), path.name, "exec"), scope)  # noqa: S102
    print(f"{name}.ipynb: ran")
