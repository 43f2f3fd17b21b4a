"""Sweeps by Ray Tune: trials of a recipe on a cluster, stopped early or changed on the way if that is wanted."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from .. import _native, training
from ..training import Recipe, Sweep
from . import nodes

Scheduler = Literal["fifo", "asha", "pbt"]
STATE = "tune"
"""The folder of Tune's own state, in that of the sweep."""
FAILED = -1.0
"""Below all scores."""
RETRIES = 3
"""So often a trial is taken up again whose node died."""


def sweep(
    recipe: Recipe,
    space: str | os.PathLike[str] | Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    scheduler: Scheduler = "fifo",
    cores: int = 1,
    address: str | None = None,
    **overrides: Any,
) -> Sweep:
    """The same as :func:`holotable.sweep`, by Ray Tune on a cluster. A trial whose node dies goes on elsewhere from its last
    evaluation, to the same weights; one that fails stops no other. Called again with the same arguments it goes on with what was
    stopped.

    Args:
        recipe, space, overrides: as for :func:`holotable.sweep`.
        out: the folder of the sweep, which every node sees; it becomes what :func:`holotable.sweep` makes.
        scheduler: ``"fifo"`` trains all trials to their ends. ``"asha"`` ends at each evaluation those that are not among the best
            third there (Li et al. 2020). ``"pbt"`` has trials that are behind go on from the weights of those that are ahead, with
            changed values of the keys that are drawn from ranges (Jaderberg et al. 2017); that depends on who comes first.
        cores: of a trial; its weights do not depend on it.
        address: as for :func:`holotable.cluster.tournament`.

    Raises:
        ValueError: as :func:`holotable.sweep`, an unknown scheduler, or one without evaluations to go by.
        ModuleNotFoundError: Ray is missing.
        KeyboardInterrupt: Ctrl-C.
    """
    file, keys = training.read(recipe, overrides)
    return swept(file, keys, training.named(space), Path(out), scheduler, cores, address)


def swept(
    recipe: str | None,
    overrides: list[str],
    space: tuple[str, str],
    out: Path,
    scheduler: Scheduler,
    cores: int,
    address: str | None,
) -> Sweep:
    """The sweep of a recipe, if it has a file, and overrides as TOML over a space by its name and text."""
    if scheduler not in ("fifo", "asha", "pbt"):
        raise ValueError(f"scheduler is {scheduler!r} but must be 'fifo', 'asha' or 'pbt'")
    folder = out.absolute()
    trials = _native.Trials(recipe, overrides, space, os.fspath(folder))
    points = dict(enumerate(trials.points(), 1))
    left = [number for number in points if not trials.is_finished(number)]
    failed: dict[int, str] = {}
    changed: dict[int, dict[str, Any]] = {}
    with nodes.connected(address):
        results = tuned(trials, [{"trial": number, **points[number]} for number in left], folder, scheduler, cores)
        for result in results:
            number = int(Path(result.path).name.removeprefix("trial-"))
            why = failure(result)
            if why is not None:
                failed[number] = why
            if result.checkpoint is not None:
                place = trials.folder(number)
                shutil.rmtree(place, ignore_errors=True)
                result.checkpoint.to_directory(place)
            values = {key: value for key, value in result.config.items() if key != "trial"}
            if scheduler == "pbt":
                changed[number] = values
            elif why is None:
                trials.close(number)
    report = trials.report(failed, changed)
    shutil.rmtree(folder / STATE, ignore_errors=True)
    return Sweep.read(out, report)


def failure(result: Any) -> str | None:
    """Why a trial failed, if it did."""
    if result.error is not None:
        return str(result.error).strip().splitlines()[-1]
    return (result.metrics or {}).get("failed")


def tuned(trials: Any, points: list[dict[str, Any]], folder: Path, scheduler: Scheduler, cores: int) -> Any:
    """Trains these points; what Tune has to say of each."""
    if not points:
        return []
    # Tables on standard output, which belongs to whoever calls.
    os.environ.setdefault("RAY_AIR_NEW_OUTPUT", "0")
    from ray import tune  # pyright: ignore[reportMissingImports]
    from ray.tune.search import BasicVariantGenerator  # pyright: ignore[reportMissingImports]

    trainable = tune.with_resources(
        tune.with_parameters(train, recipe=trials.recipe().read_text(encoding="utf-8"), cores=cores, place=os.getcwd()),
        {"cpu": cores},
    )
    state = folder / STATE
    if tune.Tuner.can_restore(state):
        return ended(tune.Tuner.restore(os.fspath(state), trainable, resume_errored=True).fit())
    keys = {key for point in points for key in point}
    # Only the points count; a distribution says that a key varies.
    varying = {key: tune.choice([point[key] for point in points]) for key in keys}
    tuner = tune.Tuner(
        trainable,
        param_space=varying,
        tune_config=tune.TuneConfig(
            metric="score",
            mode="max",
            num_samples=len(points),
            search_alg=BasicVariantGenerator(points_to_evaluate=points),
            scheduler=scheduler_of(scheduler, trials),
            trial_dirname_creator=folder_name,
        ),
        run_config=tune.RunConfig(
            name=STATE,
            storage_path=os.fspath(folder),
            verbose=0,
            failure_config=tune.FailureConfig(max_failures=RETRIES),
            # Populations go back to checkpoints of others, which may be older than the latest two.
            checkpoint_config=tune.CheckpointConfig(num_to_keep=4 if scheduler == "pbt" else 2),
        ),
    )
    return ended(tuner.fit())


def scheduler_of(scheduler: Scheduler, trials: Any) -> Any:
    """The scheduler of this name."""
    from ray.tune import schedulers  # pyright: ignore[reportMissingImports]

    if scheduler == "asha":
        most = trials.steps()
        return schedulers.ASHAScheduler(time_attr="steps", max_t=most, grace_period=max(1, most // 9), reduction_factor=3)
    if scheduler == "pbt":
        return population(trials)
    return schedulers.FIFOScheduler()


def population(trials: Any) -> Any:
    """Training by populations: of the keys that are drawn from ranges, values are changed and stay in them."""
    from ray import tune  # pyright: ignore[reportMissingImports]
    from ray.tune import schedulers  # pyright: ignore[reportMissingImports]

    ranges = {}
    for key, how in trials.distributions().items():
        if (ends := how.get("uniform") or how.get("log_uniform")) and key != "seed":
            ranges[key] = (ends, "log_uniform" in how)
    if not ranges:
        raise ValueError("scheduler is 'pbt', but no key of the space is drawn from a range ({ uniform } or { log_uniform })")

    def within(config: dict[str, Any]) -> dict[str, Any]:
        for key, (ends, _) in ranges.items():
            value = min(max(config[key], ends["lo"]), ends["hi"])
            config[key] = round(value) if ends["whole"] else float(value)
        return config

    mutations = {
        key: tune.loguniform(ends["lo"], ends["hi"]) if log else tune.uniform(ends["lo"], ends["hi"])
        for key, (ends, log) in ranges.items()
    }
    return schedulers.PopulationBasedTraining(
        time_attr="steps",
        perturbation_interval=max(1, trials.steps() // 10),
        hyperparam_mutations=mutations,
        custom_explore_fn=within,
    )


def folder_name(trial: Any) -> str:
    """The name of a trial's folder, by the number that it began with."""
    return f"trial-{trial.config['trial']:03}"


def ended(results: Any) -> Any:
    """The results of all trials, unless Ctrl-C came before."""
    if any(result.error is None and not (result.metrics or {}).get("done") for result in results):
        raise KeyboardInterrupt
    return results


def train(config: dict[str, Any], recipe: str, cores: int, place: str) -> None:
    """Trains one trial, on a node: from evaluation to evaluation, after each of which its folder is the checkpoint."""
    from ray import tune  # pyright: ignore[reportMissingImports]

    values = {key: value for key, value in config.items() if key != "trial"}
    nodes.enter(place)
    with tempfile.TemporaryDirectory() as scratch:
        file, run = Path(scratch) / "recipe.toml", Path(scratch) / "run"
        file.write_text(recipe, encoding="utf-8")
        if (checkpoint := tune.get_checkpoint()) is not None:
            checkpoint.to_directory(run)
        while True:
            try:
                done = training.train(file, run, resume=True, callback=goes_on, progress=False, threads=cores, **values)
            except ValueError as e:
                # It would fail again wherever it is tried.
                tune.report({"score": FAILED, "steps": 0, "failed": str(e)})
                return
            score = FAILED if done.score is None else done.score
            told = {"score": score, "steps": done.steps, "updates": done.updates, "failed": None}
            shutil.rmtree(run / "earlier", ignore_errors=True)
            tune.report(told, checkpoint=tune.Checkpoint.from_directory(run))
            if done.finished:
                return


def goes_on(metrics: dict[str, Any]) -> bool:
    """Whether a session goes on after an update: not after an evaluation, so that it is saved where it was evaluated."""
    return metrics["eval_score"] is None
