"""``python -m holotable.program AGENT``: an agent of yours as a program that ``exec:`` names and that enters an arena.

AGENT is what :func:`holotable.load_agent` accepts, by where it is found:

- ``MODULE:NAME``: a function of a :class:`holotable.State`, an object with ``act(state)``, or a class of such objects
- ``FILE.zip``: a model of Stable-Baselines3 or sb3-contrib
- ``FILE.onnx``: an ONNX model
- any other name: an agent of holotable

With ``--answers``, ``MODULE:NAME`` is a function from a prompt to an answer in words, such as a language model. It may give
``(answer, tokens)``; an arena then tells the tokens for each decision.
"""

import argparse
import importlib
import json
import os
import sys
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ._native import Game, State
from .agents import load_agent
from .gym import as_game
from .kaggle import Harness, ParseResult, Respond, ask


def found(name: str) -> Any:
    """What ``MODULE:NAME`` names; the module is looked for in the working directory too.

    Raises:
        ValueError: there is no such module, or nothing of that name in it.
    """
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise ValueError(f"{name!r} must be MODULE:NAME, such as my_bot:choose")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        thing = importlib.import_module(module)
    except ModuleNotFoundError as e:
        raise ValueError(f"there is no module {e.name!r}") from e
    for part in attribute.split("."):
        if not hasattr(thing, part):
            raise ValueError(f"{module!r} has no {attribute!r}")
        thing = getattr(thing, part)
    return thing() if isinstance(thing, type) else thing


def model(path: str) -> Any:
    """The model of Stable-Baselines3 or sb3-contrib in a file.

    Raises:
        ValueError: none of their algorithms reads it.
    """
    if not zipfile.is_zipfile(path):
        raise ValueError(f"{path} is no model of Stable-Baselines3: no zip file")
    refused = "neither stable-baselines3 nor sb3-contrib is installed"
    for library, names in (("sb3_contrib", ("MaskablePPO", "QRDQN", "TRPO")), ("stable_baselines3", ("PPO", "DQN", "A2C"))):
        try:
            algorithms = importlib.import_module(library)
        except ModuleNotFoundError:
            continue
        for name in names:
            try:
                return getattr(algorithms, name).load(path, device="cpu")
            # What does not fit an algorithm fails in it somewhere, each time elsewhere.
            except (ValueError, TypeError, KeyError, AttributeError, RuntimeError, AssertionError) as e:
                refused = f"{name}: {e}"
    raise ValueError(f"{path} is no model that can be read: {refused}")


class Asked:
    """An agent that is asked about states."""

    def __init__(self, name: str, game: Game) -> None:
        if name.endswith(".zip"):
            agent = model(name)
        elif ":" in name and not name.startswith(("flat:", "slips:")):
            agent = found(name)
        else:
            agent = name
        self.agent = load_agent(agent, game)

    def answer(self, state: State) -> dict[str, Any]:
        """What is answered: the number of a legal action."""
        return {"action": self.agent.act(state)}


class Log:
    """Prompts and answers, one JSON object a line. Where the file may not grow any more, as an arena limits files, it ends there, and
    the program plays on."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "ab", buffering=0)

    def keep(self, line: dict[str, Any]) -> None:
        """Adds a line, if the whole line may be written."""
        if self.file.closed:
            return
        text = json.dumps(line, default=str).encode() + b"\n"
        try:
            whole = self.file.write(text) == len(text)
        except OSError:
            whole = False
        if not whole:
            self.file.close()
            print(f"{self.file.name} may not grow any more: nothing more is kept", file=sys.stderr)


class Answering:
    """A function from prompts to answers in words, as a harness of Kaggle's form asks it."""

    def __init__(self, respond: Respond, game: Game, retries: int, log: Log | None) -> None:
        self.respond, self.retries, self.log = respond, retries, log
        self.attempts = self.tokens = 0
        self.harness = Harness(game, legal=True)

    def answer(self, state: State) -> dict[str, Any]:
        """What is answered: the number of a legal action, or the last answer where none of the answers says one; how often the
        function was asked again; and its tokens if it counts them."""
        self.attempts = self.tokens = 0
        action, response, _ = ask(self.harness, state, self._counted, self.retries, self._heard)
        said = {"action": (response or "") if action is None else action, "retries": max(0, self.attempts - 1)}
        return {**said, "tokens": self.tokens} if self.tokens else said

    def _counted(self, prompt: str) -> Any:
        answer = self.respond(prompt)
        if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], int):
            answer, tokens = answer
            self.tokens += tokens
        return answer

    def _heard(self, attempt: int, prompt: str, answer: Any, said: ParseResult) -> None:
        self.attempts += 1
        if self.log is not None:
            line = {"prompt": prompt, "answer": answer, "attempt": attempt, "action": said.legal_action, "error": said.error}
            self.log.keep(line)


def serve(make: Callable[[Game], Any], lines: Iterator[str], out: TextIO) -> None:
    """Answers questions until there are no more; ``make`` makes the player of a game. See agents/PROGRAMS.md for the protocol."""

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=out, flush=True)

    player: Any = None
    game: Game | None = None
    for line in lines:
        message = json.loads(line)
        if message["type"] == "game":
            game = as_game(message["game"], None, message["options"])
            player = make(game)
        elif message["type"] == "act":
            say({"id": message["id"], "want": "position"})
        elif message["type"] == "position":
            if game is None:
                raise ValueError("a position came before its game")
            say({"id": message["id"], **player.answer(game.from_json(message["position"]))})


def main() -> None:
    """Plays as a program until its standard input ends."""
    parser = argparse.ArgumentParser(
        prog="python -m holotable.program",
        description="An agent of yours as a program, such as 'exec:python3 -m holotable.program my_bot:choose'.",
    )
    parser.add_argument("agent", help="MODULE:NAME, FILE.zip, FILE.onnx, or an agent of holotable; see agents/PROGRAMS.md")
    parser.add_argument("--answers", action="store_true", help="MODULE:NAME is a function from a prompt to an answer in words")
    parser.add_argument(
        "--retries", type=int, default=2, metavar="N", help="with --answers: how often it is asked again (default 2)"
    )
    parser.add_argument("--log", metavar="FILE", help="with --answers: keep prompts and answers here, one JSON object a line")
    args = parser.parse_args()
    # The protocol has standard output for itself: what an agent prints is no answer.
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        if args.retries < 0:
            raise ValueError(f"--retries is {args.retries} and must be at least 0")
        if args.answers:
            respond = found(args.agent)
            log = None if args.log is None else Log(args.log)
            serve(lambda game: Answering(respond, game, args.retries, log), sys.stdin, out)
        else:
            serve(lambda game: Asked(args.agent, game), sys.stdin, out)
    except (ValueError, TypeError, OSError) as e:
        sys.exit(f"error: {e}")


if __name__ == "__main__":
    main()
