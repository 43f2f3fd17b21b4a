"""OpenEnv's own checks and clients on a server of ``holotable_openenv``, with a scripted model."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
from holotable_openenv import GameAction, HolotableEnv
from openenv import GenericEnvClient
from openenv.validation import Level, run_validation

import scripted_model
from holotable.text import TextEnv

PACKAGE = Path(__file__).resolve().parents[1] / "adapters" / "openenv"
BIN = Path(sys.executable).parent
GAMES = [
    {"game": "rebellion_combat", "seed": 1},
    {"game": "rebellion_combat", "seed": 1},
    {"game": "rebellion_combat", "seed": 2, "seat": 1, "rules": False},
    {"game": "dark_side_rising", "seed": 3, "options": {"players": 3}, "opponent": "greedy"},
]


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a server, which is stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [BIN / "holotable-openenv", "--port", str(port)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        url, until = f"http://127.0.0.1:{port}", time.monotonic() + 60
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{url}/health").status_code == 200:
                    break
            assert server.poll() is None and time.monotonic() < until, "the server does not start"
            time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait()


def validate(*arguments: object) -> str:
    """What ``openenv validate`` says, if it passes."""
    done = subprocess.run([BIN / "openenv", "validate", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0 and "Verdict: PASS" in done.stdout, done.stdout + done.stderr
    return done.stdout


class Running:
    """Stands for the image that OpenEnv would build and start: its graders speak to a server that runs without a sandbox."""

    name = "process"
    capabilities = frozenset({"image_build"})
    supported_network_modes = frozenset({"public", "no-network"})

    def __init__(self, url: str) -> None:
        self.base_url = url

    def build(self, root: Path, execution: object) -> str:
        """The name of an image that is none."""
        return f"sha256:{'0' * 64}"

    def start(self, spec: object) -> "Running":
        """The server itself."""
        return self

    def inspect(self) -> dict:
        """Nothing is known of the process."""
        return {}

    def stop(self) -> None:
        """The server stays."""


def check_library(url: str) -> None:
    """The library's checks of the package, of a server, and of an episode."""
    validate(PACKAGE, "--level", "static")
    criteria = validate("--url", url).count("  PASS")
    report = run_validation(PACKAGE, max_level=Level.RUNTIME, provider=Running(url))
    graded = {result.check_id: result.status.value for result in report.results if result.status.value != "skip"}
    wanted = {
        "static.manifest",
        "runtime.startup",
        "runtime.reward_well_formed",
        "runtime.observation_schema",
        "runtime.state_contract",
    }
    assert graded == dict.fromkeys(wanted, "pass"), [result for result in report.results if result.status.value != "skip"]
    print(f"openenv validate: the package, {criteria} criteria of a server, and {', '.join(sorted(graded))} pass", flush=True)


def alone(model: str, seed: int, **game: object) -> tuple[list[str], float]:
    """A game without the library: what the model is told, and the result."""
    options = game.pop("options", {})
    env = TextEnv(**game, **options)
    prompts, reward, over = [env.reset(seed=seed)[0]], 0.0, False
    while not over:
        prompt, reward, over, *_ = env.step(scripted_model.answer(model, prompts))
        prompts.append(prompt)
    return prompts, reward


def play(url: str, model: str, game: dict) -> tuple[list[str], float]:
    """The same game in a session of its own."""
    with HolotableEnv(base_url=url).sync() as env:
        result = env.reset(**game)
        prompts, illegal = [result.observation.text], 0
        assert result.reward is None and result.observation.legal_actions
        while not result.done:
            result = env.step(GameAction(answer=scripted_model.answer(model, prompts)))
            prompts.append(result.observation.text)
            illegal += result.observation.error is not None
        state = env.state()
        assert state.step_count == len(prompts) - 1 and state.illegal_answers == illegal and state.seed == game["seed"]
        try:
            env.step(GameAction(answer="0"))
        except RuntimeError as error:
            assert "the game is over: call reset first" in str(error)
        else:
            raise AssertionError("a game went on after its end")
        return prompts, result.reward


def check_games(url: str) -> None:
    """Whole games one by one and at once are those of :class:`TextEnv`."""
    expected = [alone("sloppy", **game) for game in GAMES]
    assert [play(url, "sloppy", game) for game in GAMES] == expected
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda game: play(url, "sloppy", game), GAMES * 4)) == expected * 4
    assert expected[0] == expected[1] and any("That was not taken: no action" in prompt for prompt in expected[0][0])
    print(
        f"HolotableEnv: {len(GAMES)} games one by one, and {len(GAMES) * 4} in 8 sessions at once, are the same games",
        flush=True,
    )


def check_answers(url: str) -> None:
    """An illegal answer, a forfeit, and arguments that are refused and leave the game as it is."""
    with HolotableEnv(base_url=url).sync() as env:
        first = env.reset(seed=5, retries=1, rules=False).observation
        told = env.step(GameAction(answer=scripted_model.NONSENSE))
        assert told.observation.error in told.observation.text and told.reward == 0 and not told.done
        assert told.observation.legal_actions == first.legal_actions and told.observation.retries == 0
        for wrong, line in (
            ({"game": "chess"}, "unknown game 'chess'"),
            ({"seat": 5}, "seat is 5 but must be a number from 0 to 1"),
            ({"opponent": "exec:ls"}, "opponent is 'exec:ls' but this server allows random, greedy, expert"),
            ({"options": {"data": "/"}}, "a client may not choose a folder"),
            ({"games": 1}, "games: Extra inputs are not permitted (the arguments are seed, episode_id, game"),
            ({"seed": -1}, "seed is -1 but must be a whole number from 0 to 2**64 - 1"),
        ):
            try:
                env.reset(**wrong)
            except RuntimeError as error:
                assert line in str(error), error
            else:
                raise AssertionError(f"{wrong} was taken")
        lost = env.step(GameAction(answer=scripted_model.NONSENSE))
        assert lost.done and lost.reward == -1 and lost.observation.forfeit == lost.observation.error
    with GenericEnvClient(base_url=url).sync() as env:
        result = env.reset(seed=5, rules=False)
        result = env.step({"answer": result.observation["legal_actions"][-1]})
        assert result.observation["action"] == first.legal_actions[-1] and result.observation["error"] is None
    print("OpenEnv: an illegal answer is told its reason, a forfeit gets -1, wrong arguments are refused", flush=True)


def main() -> None:
    with served() as url:
        check_library(url)
        check_games(url)
        check_answers(url)


if __name__ == "__main__":
    main()
