"""``python -m holotable.mcp_seat COMMAND``: a client of the Model Context Protocol as a program that ``exec:`` names.

The program serves two tools, ``look`` and ``act``, by streamable HTTP on a free port of this computer. COMMAND starts the client,
such as a coding agent. ``{url}`` in COMMAND and ``HOLOTABLE_MCP_URL`` in its environment are the address. The module needs
``holotable[mcp]``.
"""

import argparse
import asyncio
import json
import os
import queue
import secrets
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import Any

from . import text
from ._native import Game, State
from .program import serve

OVER = "The games are over: end now."
ABOUT = (
    "You play a game at a table. Call look, which has the rules at first. Then answer each question with act. An answer shows "
    f"the next question. Several games may follow each other. Go on until you read: {OVER}"
)
LOOK = "What your seat sees and is asked, with its legal actions; the rules too at first. Waits until your seat is asked."
ACT = "Takes a legal action and answers like look. An illegal action is refused with the reason, and the question stands."
SCHEMA = {
    "type": "object",
    "properties": {"action": {"type": "string", "description": "a legal action: its name, its number, or what it means"}},
    "required": ["action"],
}
GRACE = 0.1
"""Seconds that the client has to end by itself; holotable gives this program 0.2."""


class Seat:
    """The open question and the client that answers it.

    The protocol of programs does not say where a game ends. So the client runs for as many questions as it likes. A question that
    finds it ended starts it anew. So a language model chooses how much context it keeps: it ends after an answer, or plays on.

    Args:
        command: starts the client in the shell.
    """

    def __init__(self, command: str) -> None:
        self.command, self.url = command, ""
        self._changed = threading.Condition()
        self._client: subprocess.Popen[bytes] | None = None
        self._head = ""
        self._state: State | None = None
        self._action: int | None = None
        self._refused = 0
        self._over = self._knows_rules = self._seen = self._answered = False

    def sit(self, game: Game) -> "Seat":
        """The same seat, for questions about a game."""
        self._head = f"{game.rules_text()}\n## Notation\n\n{text.notation(game)}\n\n"
        return self

    def answer(self, state: State) -> dict[str, Any]:
        """Asks the client: the number of its legal action under ``action``, and under ``retries`` how many were refused before.

        Raises:
            ValueError: the client has ended without an answer.
            EOFError: the games are over.
        """
        with self._changed:
            self._state, self._action, self._refused, self._seen = state, None, 0, False
            while self._action is None:
                if self._over:
                    raise EOFError
                if self._client is None or self._client.poll() is not None:
                    self._start_client()
                self._changed.wait(0.1)
            return {"action": self._action, "retries": self._refused}

    def _start_client(self) -> None:
        if self._client is not None:
            kill(self._client)
            if not self._answered:
                raise ValueError(f"the client has ended without an answer (exit status {self._client.returncode})")
        self._knows_rules = self._seen = self._answered = False
        self._client = subprocess.Popen(
            self.command.replace("{url}", self.url),
            shell=True,
            stdin=subprocess.DEVNULL,
            # Standard output belongs to the protocol.
            stdout=sys.stderr,
            env={**os.environ, "HOLOTABLE_MCP_URL": self.url},
            start_new_session=True,
        )

    def asked(self) -> bool:
        """Whether :meth:`look` has something to show: a question, or that the games are over."""
        with self._changed:
            return self._over or self._state is not None

    def look(self) -> str:
        """What the seat sees and is asked; the rules too where the client has not read them."""
        with self._changed:
            if self._over:
                return OVER
            if self._state is None:
                return "You are not asked yet: the others decide. Call look again, which waits."
            parts = [] if self._knows_rules else [self._head]
            if self._seen:
                parts.append("You have seen this question already: answer it with act.\n\n")
            self._knows_rules = self._seen = True
            return "".join([*parts, text.view(self._state)])

    def act(self, answer: str) -> None:
        """Takes the legal action that an answer says.

        Raises:
            ValueError: it says none, or nobody asks, or the client has not looked at the question; the line says why.
        """
        with self._changed:
            if self._over:
                return
            if self._state is None:
                raise ValueError("You are not asked: call look, which waits for your next question.")
            if not self._seen:
                raise ValueError("You have not seen this question: call look first.")
            try:
                self._action = text.read(self._state, answer)
            except ValueError as refused:
                self._refused += 1
                raise ValueError(f"That was not taken: {refused}. The question stands.") from None
            self._state, self._answered = None, True
            self._changed.notify_all()

    def stop(self) -> None:
        """Tells the client that the games are over."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def end(self) -> None:
        """As :meth:`stop`, and ends the client after a moment."""
        self.stop()
        if self._client is not None:
            with suppress(subprocess.TimeoutExpired):
                self._client.wait(GRACE)
            kill(self._client)


def kill(client: subprocess.Popen[bytes]) -> None:
    """Ends a process with its group. On Windows, it ends the shell alone."""
    if sys.platform == "win32":
        client.kill()
    else:
        # The group may have ended, which macOS tells as a lack of permission.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(client.pid, signal.SIGKILL)
    client.wait()


def listen(seat: Seat, wait: float) -> str:
    """Serves the tools of a seat on a thread. The address, which nobody can guess.

    Args:
        wait: seconds that a call waits for the next question.

    Raises:
        ModuleNotFoundError: the library ``mcp`` is missing, or older than 2.3.
    """
    try:
        # By name, as type checkers look for libraries that are not installed.
        uvicorn: Any = import_module("uvicorn")
        server_of: Any = import_module("mcp.server").Server
        types: Any = import_module("mcp_types")
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError(f"{e.name} is missing: pip install 'holotable[mcp]'", name=e.name) from e

    async def list_tools(context: Any, params: Any) -> Any:
        look = types.Tool(name="look", description=LOOK, input_schema={"type": "object", "properties": {}})
        return types.ListToolsResult(tools=[look, types.Tool(name="act", description=ACT, input_schema=SCHEMA)])

    async def call(context: Any, params: Any) -> Any:
        failed = False
        try:
            if params.name == "act":
                said = (params.arguments or {}).get("action", "")
                seat.act(said if isinstance(said, str) else json.dumps(said))
            elif params.name != "look":
                raise ValueError(f"There is no tool {params.name[:40]!r}: the tools are look and act.")
            until = monotonic() + wait
            while not seat.asked() and monotonic() < until:
                await asyncio.sleep(0.01)
            told = seat.look()
        except ValueError as refused:
            told, failed = str(refused), True
        return types.CallToolResult(content=[types.TextContent(type="text", text=told)], is_error=failed)

    path = f"/{secrets.token_urlsafe(16)}/mcp"
    server = server_of("holotable", instructions=ABOUT, on_list_tools=list_tools, on_call_tool=call)
    app = server.streamable_http_app(streamable_http_path=path, stateless_http=True, json_response=True)
    listening = socket.create_server(("127.0.0.1", 0))
    # Else the second part of each answer waits 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    web = uvicorn.Server(uvicorn.Config(app, log_config=None))
    threading.Thread(target=web.run, kwargs={"sockets": [listening]}, daemon=True).start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}{path}"


def main() -> None:
    """Plays as a program until its standard input ends."""
    parser = argparse.ArgumentParser(
        prog="python -m holotable.mcp_seat",
        description="A client of the Model Context Protocol as a program: exec:python3 -m holotable.mcp_seat 'my_client {url}'.",
    )
    parser.add_argument("command", help="starts the client in the shell; {url} becomes the address of the tools")
    parser.add_argument(
        "--wait", type=float, default=20.0, metavar="SECONDS", help="how long a call waits for the next question (default 20)"
    )
    args = parser.parse_args()
    seat = Seat(args.command)
    # Signals come in between: this queue bears that.
    questions: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def stop(*_: object) -> None:
        seat.stop()
        questions.put(None)

    def read() -> None:
        for line in sys.stdin:
            questions.put(line)
        stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        if not args.wait >= 0:
            raise ValueError(f"--wait is {args.wait} and must be at least 0")
        seat.url = listen(seat, args.wait)
        threading.Thread(target=read, daemon=True).start()
        with suppress(EOFError):
            serve(seat.sit, iter(questions.get, None), sys.stdout)
    except (ValueError, OSError, ModuleNotFoundError) as e:
        sys.exit(f"error: {e}")
    finally:
        seat.end()


if __name__ == "__main__":
    main()
