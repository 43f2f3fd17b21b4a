"""The commands of the library verifiers check, play and rate games of ``holotable_verifiers`` with a scripted model."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from holotable_verifiers import GameData, GameTaskset, load_environment

import scripted_model
from holotable.text import TextEnv

ID = "holotable-verifiers"
DSR = {"game": "dark_side_rising", "options": {"players": 3}, "seat": 1, "opponent": "greedy"}


def command(name: str, *arguments: object) -> str:
    """Runs a command of the library; what it says, if it succeeds."""
    program = Path(sys.executable).with_name(name)
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"{name} {arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def traces(run: Path) -> list[dict]:
    """The rollouts of a run, in the order of their tasks."""
    episodes = [json.loads(line) for line in (run / "traces.jsonl").read_text().splitlines()]
    assert all(episode["ok"] and not episode["errors"] for episode in episodes)
    return sorted(
        (trace for episode in episodes for trace in episode["traces"]), key=lambda trace: trace["task"]["data"]["idx"]
    )


def told(trace: dict) -> list[str]:
    """The words of a rollout, of both sides."""
    return [node["message"]["content"] for node in trace["nodes"] if node["message"]["role"] in ("user", "assistant")]


def alone(model: str, data: dict) -> tuple[list[str], float]:
    """The same game without the library: its words, and the result from -1 to +1."""
    env = TextEnv(
        data["game"], **{key: data[key] for key in ("opponent", "seat", "retries", "rules", "legal")}, **data["options"]
    )
    prompt, _ = env.reset(seed=data["seed"])
    words, prompts, reward, over = [prompt], [prompt], 0.0, False
    while not over:
        words.append(scripted_model.answer(model, prompts))
        prompt, reward, over, *_ = env.step(words[-1])
        words.append(prompt)
        prompts.append(prompt)
    return words[:-1], reward


def evaluate(folder: Path, url: str, model: str, games: int, rollouts: int, concurrent: int, taskset: dict) -> Path:
    """One run of ``vf-eval``."""
    chosen = [word for key, value in taskset.items() for word in (f"--env.taskset.{key}", said(value))]
    run = f"{model}-{taskset['game']}-{concurrent}"
    client = ["--client.base-url", url, "--client.api-key-var", "HOLOTABLE_NO_KEY", "--no-rich", "--no-push"]
    command(
        "vf-eval",
        ID,
        "-m",
        model,
        "-n",
        games,
        "-r",
        rollouts,
        "-c",
        concurrent,
        "-o",
        folder,
        "--run.name",
        run,
        *client,
        *chosen,
    )
    return folder / run


def said(value: object) -> str:
    """A value as the command line takes it."""
    return value if isinstance(value, str) else json.dumps(value)


def check_rollouts(run: Path, model: str, rollouts: int) -> list[dict]:
    """Every rollout is the game that :class:`TextEnv` plays with the same answers."""
    found = traces(run)
    for number, trace in enumerate(found):
        words, result = alone(model, trace["task"]["data"])
        assert told(trace) == words, f"rollout {number}"
        counts = trace["metrics"]
        assert trace["rewards"]["result"]["score"] == (result + 1) / 2 and counts["finished"] == 1
        illegal = sum(word.startswith("That was not taken: ") for word in words) + counts["forfeits"]
        assert counts["illegal_answers"] == illegal
        assert counts["decisions"] + counts["illegal_answers"] == len(words) // 2
    seeds = [trace["task"]["data"]["seed"] for trace in found]
    assert len(set(seeds)) * rollouts == len(seeds)
    return found


def check_settings() -> None:
    """Splits, and values that do not exist."""
    seeds = {
        split: {task.data.seed for task in load_environment(split=split, first=3, games=5).taskset}
        for split in ("eval", "train")
    }
    assert len(seeds["eval"]) == len(seeds["train"]) == 5 and not seeds["eval"] & seeds["train"]
    assert isinstance(load_environment(games=1).taskset, GameTaskset) and GameTaskset.task_type().data_type() is GameData
    for wrong, line in (
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"options": {"castle": 3}}, "'castle'"),
        ({"seat": 5}, "seat is 5 but must be a number from 0 to 1"),
        ({"opponent": "nobody"}, "unknown agent 'nobody'"),
        ({"first": 999_999}, "first + games is 1000099 but split 'eval' has 1000000 seeds"),
        ({"retries": -1}, "greater than or equal to 0"),
        ({"split": "test"}, "'eval' or 'train'"),
    ):
        try:
            load_environment(**wrong)
        except ValueError as error:
            assert line in str(error) and "\n" not in str(error), error
        else:
            raise AssertionError(f"{wrong} was taken")


def main() -> None:
    check_settings()
    with tempfile.TemporaryDirectory() as place, scripted_model.served() as url:
        folder = Path(place)
        command("vf-validate", ID, "-n", 5, "--runtime.type", "subprocess", "--no-rich", "-o", folder, "--run.name", "valid")
        summary = json.loads((folder / "valid" / "summary.json").read_text())
        assert summary["valid_rate"] == 1.0 and summary["checks"]["gold"]["valid"] == summary["checks"]["noop"]["valid"] == 5
        print(f"vf-validate: {summary['total']} tasks, each solved by a legal game and by nothing else", flush=True)

        combat = {"game": "rebellion_combat"}
        together = evaluate(folder, url, "sloppy", 3, 2, 8, combat)
        found = check_rollouts(together, "sloppy", 2)
        assert all(told(one) == told(two) for one, two in zip(found[::2], found[1::2], strict=True)), "one seed is one game"
        assert any("That was not taken: no action" in word for word in told(found[0])), "an illegal answer is told its reason"
        alone_too = check_rollouts(evaluate(folder, url, "sloppy", 3, 1, 1, combat), "sloppy", 1)
        assert [told(trace) for trace in alone_too] == [told(trace) for trace in found[::2]], "rollouts do not mix"
        (longer,) = check_rollouts(evaluate(folder, url, "careful", 1, 1, 1, DSR), "careful", 1)
        print(f"vf-eval: {len(found)} rollouts at once and {len(alone_too)} alone are the same games", flush=True)
        print(f"vf-eval: a game of Dark Side Rising takes {longer['metrics']['decisions']:.0f} decisions", flush=True)

        (lost,) = check_rollouts(evaluate(folder, url, "silent", 1, 1, 1, {**combat, "retries": 1}), "silent", 1)
        assert lost["rewards"]["result"]["score"] == 0 and lost["metrics"]["forfeits"] == 1
        assert lost["metrics"]["illegal_answers"] == 2 and lost["metrics"]["decisions"] == 0
        print(f"vf-eval: a seat that says nothing gets 0: {lost['info']['game']['ending'][:60]}")

        command("vf-replay", together, "-o", folder / "again", "--no-rich")
        again = [json.loads(line) for line in (folder / "again" / "traces.jsonl").read_text().splitlines()]
        again = [trace for episode in again for trace in episode["traces"]]
        rated = {trace["id"]: (trace["rewards"], trace["metrics"]) for trace in again}
        assert rated == {trace["id"]: (trace["rewards"], trace["metrics"]) for trace in found}
        print(f"vf-replay: {len(rated)} rollouts get their rewards again")


if __name__ == "__main__":
    main()
