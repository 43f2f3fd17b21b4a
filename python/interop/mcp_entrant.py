"""The official client of the Model Context Protocol, by a script and no model, plays a season of an arena.

Usage: mcp_entrant.py HOLOTABLE
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CLIENT = """
import asyncio
import subprocess
import sys
import traceback
from pathlib import Path

from mcp import Client

async def play(url):
    subprocess.Popen(["sleep", "611"])
    # Either way of greeting the server in turn.
    with open("starts", "a+") as starts:
        starts.write(".")
        mode = ("auto", "legacy")[starts.tell() % 2]
    async with Client(url, mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["look", "act"]

        async def tell(tool, refused=False, **arguments):
            result = await client.call_tool(tool, arguments)
            (content,) = result.content
            assert bool(result.is_error) == refused, content.text
            return content.text

        assert "look first" in await tell("act", refused=True, action="0")
        told = await tell("look")
        assert "## Notation" in told
        assert "seen this question already" in await tell("look")
        assert "'castle'" in await tell("castle", refused=True)
        # Then it ends, and the next question starts it anew.
        for _ in range(60):
            while "Legal actions:" not in told:
                told = await tell("look")
            assert "The question stands" in await tell("act", refused=True, action="Castle")
            name = told.split("Legal actions:\\n")[1].splitlines()[-1][2:].split("  (")[0]
            told = await tell("act", action=f"I end with this. Action: {name}")
            if told.startswith("The games are over"):
                return

try:
    asyncio.run(play(sys.argv[1]))
except BaseException:
    # Where the games end, the seat may be gone before it answers; what this script expects is another matter.
    if "AssertionError" in traceback.format_exc():
        Path("failed").write_text(traceback.format_exc())
    raise
"""

SEASON = """name = "clients"
seed = 5000000000
entries = ["entries/random.toml", "entries/client.toml", "entries/absent.toml"]
[games.rebellion_combat]
options = { value = 8 }
block = 5
least = 10
most = 10
within = 50.0
judged = 0
"""


def main(holotable: str) -> None:
    seat = f"exec:{sys.executable} -m holotable.mcp_seat"
    agents = {
        "random": "random",
        "client": f"{seat} '{sys.executable} client.py {{url}}'",
        "absent": f"{seat} 'exit 3'",
    }
    with tempfile.TemporaryDirectory() as temporary:
        folder, entries = Path(temporary), Path(temporary) / "entries"
        entries.mkdir()
        (entries / "client.py").write_text(CLIENT)
        for name, agent in agents.items():
            (entries / f"{name}.toml").write_text(f'name = "{name}"\nagent = """{agent}"""\n[limits]\nstart_seconds = 60.0\n')
        (folder / "season.toml").write_text(SEASON)
        ladder = subprocess.run([holotable, "arena", "play", str(folder)], check=True, capture_output=True, text=True).stdout
        print(ladder)
        failed = entries / "failed"
        assert not failed.exists(), failed.read_text()
        assert (entries / "starts").stat().st_size > 2
        told = subprocess.check_output([holotable, "arena", "ladder", str(folder), "--json"], text=True)
        (of,) = json.loads(told)["games"]
        assert {row["name"]: row["forfeits"] for row in of["standings"]} == {"client": 0, "random": 0}, told
        ((name, why),) = of["refused"]
        assert name == "absent" and why.endswith("the client has ended without an answer (exit status 3)"), told
        print("a client of the Model Context Protocol plays a season; one that ends at once forfeits")
    assert subprocess.run(["pgrep", "-f", "^sleep 611$"], check=False).returncode == 1, "something was left behind"


if __name__ == "__main__":
    main(sys.argv[1])
