"""``python -m holotable.mcp_seat``: clients of the Model Context Protocol as programs that ``exec:`` names."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holotable as ht
from holotable import mcp_seat

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the clients here are commands of a Unix shell")

GAME = ht.Game("rebellion_combat")
PROGRAM = [sys.executable, "-m", "holotable.mcp_seat"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Asking:
    """A seat that is asked one question on a thread."""

    def __init__(self, command: str) -> None:
        self.seat = mcp_seat.Seat(command).sit(GAME)
        self.state = GAME.new_state(seed=1)
        self.answers: list[dict[str, Any]] = []
        self.errors: list[Exception] = []
        self.ask()

    def ask(self) -> None:
        self.thread = threading.Thread(target=self._ask)
        self.thread.start()
        while self.thread.is_alive() and not self.seat.asked():
            time.sleep(0.01)

    def _ask(self) -> None:
        try:
            self.answers.append(self.seat.answer(self.state))
        except (ValueError, EOFError) as e:
            self.errors.append(e)


@pytest.fixture
def asking() -> Iterator[Asking]:
    one = Asking("sleep 60")
    yield one
    one.seat.end()
    one.thread.join()


def test_a_question_is_looked_at_and_answered(asking: Asking) -> None:
    seat, legal = asking.seat, asking.state.legal_actions()
    with pytest.raises(ValueError, match="have not seen this question"):
        seat.act(str(legal[0]))
    first = seat.look()
    assert "## Notation" in first and first.endswith(ht.text.view(asking.state))
    again = seat.look()
    assert "seen this question already" in again and "## Notation" not in again
    with pytest.raises(ValueError, match=r"no action 'Castle'\. The question stands\."):
        seat.act("Castle")
    seat.act(f"Therefore.\nAction: {GAME.action_to_string(legal[-1])}")
    asking.thread.join()
    assert asking.answers == [{"action": legal[-1], "retries": 1}]
    with pytest.raises(ValueError, match="You are not asked"):
        seat.act(str(legal[0]))
    assert "Call look again" in seat.look()
    asking.ask()
    assert seat.look() == ht.text.view(asking.state)


def test_the_end_of_the_games_is_told_and_ends_the_client(asking: Asking) -> None:
    client = asking.seat._client
    assert client is not None and client.poll() is None
    asking.seat.end()
    asking.thread.join()
    assert isinstance(asking.errors[0], EOFError)
    assert asking.seat.look() == mcp_seat.OVER
    asking.seat.act("0")
    assert client.returncode is not None


def test_a_client_that_ends_after_an_answer_is_started_anew(tmp_path: Path) -> None:
    asking = Asking(f"echo $$ >>{tmp_path}/starts; while [ ! -e {tmp_path}/end ]; do sleep 0.01; done")
    try:
        for _ in range(2):
            assert "## Notation" in asking.seat.look()
            asking.seat.act(str(asking.state.legal_actions()[0]))
            asking.thread.join()
            (tmp_path / "end").touch()
            asking.seat._client.wait()  # pyright: ignore[reportOptionalMemberAccess]
            (tmp_path / "end").unlink()
            asking.ask()
        (tmp_path / "end").touch()
        asking.thread.join()
        assert str(asking.errors[0]) == "the client has ended without an answer (exit status 0)"
        assert len((tmp_path / "starts").read_text().split()) == 3
    finally:
        asking.seat.end()


def questions() -> str:
    state = GAME.new_state(seed=1)
    lines = [
        {"type": "game", "game": GAME.name, "options": GAME.options},
        {"type": "act", "id": 1},
        {"type": "position", "id": 1, "position": json.loads(state.to_json())},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_a_client_without_an_answer_is_one_line() -> None:
    pytest.importorskip("mcp")
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "echo hello; exit 3"], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdin is not None and program.stdout is not None and program.stderr is not None
        program.stdin.write(questions())
        program.stdin.flush()
        assert program.wait(60) == 1
        assert json.loads(program.stdout.read()) == {"id": 1, "want": "position"}
        assert program.stderr.read() == "hello\nerror: the client has ended without an answer (exit status 3)\n"


@pytest.mark.parametrize("how", ["close", "terminate"])
def test_the_end_of_the_program_leaves_nothing_behind(tmp_path: Path, how: str) -> None:
    pytest.importorskip("mcp")
    client = tmp_path / "client"
    command = f"sleep 600 & echo $! $HOLOTABLE_MCP_URL {{url}} >{client}; wait"
    with subprocess.Popen([*PROGRAM, command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as program:
        assert program.stdin is not None
        program.stdin.write(questions())
        program.stdin.flush()
        while program.poll() is None and not (client.exists() and client.read_text()):
            time.sleep(0.01)
        number, *urls = client.read_text().split()
        assert len(set(urls)) == 1 and urls[0].startswith("http://127.0.0.1:")
        if how == "close":
            program.stdin.close()
        else:
            program.terminate()
        assert program.wait(60) == 0
    with pytest.raises(ProcessLookupError):
        for _ in range(500):
            os.kill(int(number), 0)
            time.sleep(0.01)


def test_mistakes_are_one_line() -> None:
    done = subprocess.run([*PROGRAM, "--wait", "-1", "true"], input="", capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == "error: --wait is -1.0 and must be at least 0\n"


def test_without_the_library_the_line_says_what_to_install() -> None:
    try:
        import mcp_types  # noqa: F401
    except ModuleNotFoundError:
        done = subprocess.run([*PROGRAM, "true"], input="", capture_output=True, text=True, check=False)
        assert done.returncode == 1 and done.stderr.endswith("is missing: pip install 'holotable[mcp]'\n")
    else:
        pytest.skip("the library is installed")
