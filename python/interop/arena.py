"""A season of eight entrants, from a shell script to a model of sb3-contrib and a scripted language model, is killed twice, split over two
processes, and comes to its page. Usage: arena.py HOLOTABLE"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sb3_contrib import MaskablePPO

from holotable.sb3 import VecEnv

FIRST = r"""sed -un 's/^{"type":"act","id":\([0-9]*\),"legal":\[\([0-9]*\).*/{"id":\1,"action":\2}/p'"""

BOTS = '''
import subprocess
import time

def model(prompt):
    """A language model by a script: it says no action first, and the last legal one when it is asked again."""
    if "was not taken" not in prompt:
        return "Let me think.", 3
    name = prompt.split("Legal actions:\\n")[1].split("\\n\\n")[0].splitlines()[-1][2:].split("  (")[0]
    return f"I end with this. Action: {name}", 5

class Hostile:
    """Answers 70 times, then forks: twice in the check, which is borne, and once in each block of games."""

    def __init__(self):
        self.asked = 0

    def act(self, state):
        self.asked += 1
        if self.asked > 70:
            [subprocess.Popen(["sleep", "600"], start_new_session=True) for _ in range(40)]
            # Long enough to be found: whether it answers first is chance.
            time.sleep(3)
        return state.legal_actions()[0]
'''

LIMITS = "[limits]\nseconds = 5.0\nstart_seconds = 60.0\nfiles_mb = 16\nprocesses = 12\n"


def main(holotable: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(temporary) / name for name in ("whole", "split")]
        for folder in folders:
            prepare(folder)
        whole, split = folders
        play = [holotable, "arena", "play"]
        ladder = subprocess.run([*play, str(whole)], check=True, capture_output=True, text=True).stdout
        print(ladder)
        for seconds in (20, 60):
            child = subprocess.Popen([*play, str(split)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(seconds)
            child.kill()
            child.wait()
        two = [
            subprocess.Popen([*play, str(split)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for _ in range(2)
        ]
        assert [child.communicate()[0] for child in two] == [ladder, ladder]
        pages = [files(folder) for folder in folders]
        assert pages[0] == pages[1], [name for name in pages[0] if pages[0][name] != pages[1].get(name)]
        done = subprocess.run([holotable, "arena", "page", str(whole)], check=True, capture_output=True, text=True)
        print(done.stdout)
        index = (whole / "page/index.html").read_text()
        times = (whole / "page/times.html").read_text()
        assert "Tokens for each decision" in times and "8.00" in times, "the scripted model takes two answers"
        sheet = (whole / "page/entrants/model.html").read_text()
        assert "What it said" in sheet and "refused: " in sheet, "the scripted model is refused once a decision"
        found = json.loads(subprocess.check_output([holotable, "arena", "ladder", "--json", str(whole)]))
        forfeits = {one["name"]: one["forfeits"] for one in found["games"][0]["standings"]}
        assert forfeits.pop("hostile") > 0 and not any(forfeits.values()), forfeits
        assert all(f"entrants/{name}.html" in index for name in ("first", "sb3", "model", "hostile"))
        assert subprocess.run(["pgrep", "-f", "^sleep 600$"], check=False).returncode == 1, "something was left behind"


def prepare(folder: Path) -> None:
    (folder / "entries").mkdir(parents=True)
    (folder / "entries/bots.py").write_text(BOTS)
    model = MaskablePPO(
        "MlpPolicy", VecEnv("rebellion_combat", 2, opponent="random", seed=1), n_steps=64, batch_size=64, seed=1, device="cpu"
    )
    model.learn(256)
    model.save(folder / "entries/model.zip")
    program = f"exec:{sys.executable} -m holotable.program"
    agents = {
        **{name: name for name in ("random", "greedy", "expert", "ppo")},
        "first": f"exec:{FIRST}",
        "sb3": f"{program} model.zip",
        "model": f"{program} --answers bots:model --log said.jsonl",
        "hostile": f"{program} bots:Hostile",
    }
    for name, agent in agents.items():
        log = "log = 'said.jsonl'\n" if name == "model" else ""
        (folder / f"entries/{name}.toml").write_text(f"name = '{name}'\nagent = '''{agent}'''\n{log}{LIMITS}")
    entries = ", ".join(f'"entries/{name}.toml"' for name in agents)
    (folder / "season.toml").write_text(
        f'name = "eight"\nseed = 5000000000\nentries = [{entries}]\n'
        "[games.rebellion_combat]\noptions = { value = 8 }\nblock = 15\nleast = 30\nmost = 60\nwithin = 50.0\njudged = 2\n"
    )


def files(folder: Path) -> dict[str, bytes]:
    """What is to be the same: all but times, locks and models, which hold a date."""
    left_out = ("times.json", ".lock", "model.zip", "said.jsonl")
    paths = (
        path for path in folder.rglob("*") if path.is_file() and path.name not in left_out and "__pycache__" not in path.parts
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


if __name__ == "__main__":
    main(sys.argv[1])
