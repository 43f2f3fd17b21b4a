"""The official client of the Model Context Protocol plays games of ``holotable mcp``, by either way of greeting it.

``python python/interop/mcp_client.py path/to/holotable``
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import Client, MCPError, StdioServerParameters

ACTION = re.compile(r"^(\d+): (.*?)  \(", re.M)
TOOLS = ["games", "rules", "new", "look", "act", "history", "chances", "result", "hint"]


async def play(holotable: str, game: str, mode: str, folder: str) -> list[str]:
    """All that a scripted player is told in one game."""
    server = StdioServerParameters(command=holotable, args=["mcp", "--coach", "--replays", folder])
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS
        assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)

        async def tell(tool: str, *, refused: bool = False, **arguments: object) -> str:
            result = await client.call_tool(tool, arguments)
            assert bool(result.is_error) == refused, result
            (content,) = result.content
            return content.text

        assert f"# {game}\n" in await tell("games")
        assert len((await tell("rules", game=game)).split()) > 500
        assert "no agent" in await tell("new", refused=True, game=game, opponents=["../agent"])
        told = [await tell("new", game=game, seed=11, opponents=["greedy"])]
        assert "no action 'Castle'" in await tell("act", refused=True, action="Castle")
        await tell("hint")
        while legal := ACTION.findall(told[-1]):
            number, name = legal[len(told) * 7919 % len(legal)]
            told.append(await tell("act", action=name if len(told) % 2 else number))
        assert (await tell("result")).startswith("Over: ")
        assert "the game is over" in await tell("act", refused=True, action="0")
        try:
            await client.call_tool("castle", {})
        except MCPError as error:
            assert "there is no tool 'castle'" in str(error)
        else:
            raise AssertionError("a tool that is none was called")
        return told


def main(holotable: str) -> None:
    games = [game["name"] for game in json.loads(subprocess.check_output([holotable, "games", "--json"]))]
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            by_discovery, by_handshake = (asyncio.run(play(holotable, game, mode, folder)) for mode in ("auto", "legacy"))
            assert by_discovery == by_handshake
            replays = sorted(Path(folder).glob("*.jsonl"))
            assert len(replays) == 2 and replays[0].read_bytes() == replays[1].read_bytes()
            subprocess.run([holotable, "replay", "check", replays[0]], check=True, stdout=subprocess.DEVNULL)
        decisions, size = len(by_discovery) - 1, sum(map(len, by_discovery))
        print(
            f"{game}: the official client played {decisions} decisions, {size // len(by_discovery)} characters each", flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1])
