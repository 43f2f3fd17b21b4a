"""Agents of every kind as what the games ask: a name, or a function of a list of states that gives an action for each."""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Agent, Game, State

Ask = Callable[[list[State]], Sequence[int]]
Source = str | Ask
"""How a player is made: the name of an agent, or what answers for it."""

KINDS = (
    "a name, a checkpoint folder, a loaded Agent, a function of a state, an object with act(state) or act_many(states), "
    "a model with predict(), a torch module or an ONNX file"
)


def source(agent: Any) -> Source:
    """What plays for ``agent``; see :data:`KINDS`, and :func:`holotable.load_agent` for each.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(agent, Agent):
        return agent.source
    if isinstance(agent, (str, PathLike)):
        path = fspath(agent)
        if not isinstance(path, str):
            raise TypeError(f"an agent's path must be text, not {path!r}")
        return Onnx(path) if path.endswith(".onnx") else path
    if callable(getattr(agent, "act_many", None)):
        return agent.act_many
    if callable(getattr(agent, "act", None)):
        return Each(agent.act)
    if callable(getattr(agent, "predict", None)):
        return Model(agent)
    if callable(getattr(agent, "get_inputs", None)):
        return Onnx(agent)
    torch: Any = sys.modules.get("torch")
    if torch is not None and isinstance(agent, torch.nn.Module):
        return Module(agent)
    if callable(agent):
        return Each(agent)
    raise TypeError(f"an agent is {KINDS}, not a {type(agent).__name__}")


def by_name(agent: Any) -> Any:
    """The name of an agent that can be given by its name only, as a path or as a loaded :class:`Agent` too."""
    if isinstance(agent, Agent):
        agent = agent.source
    return fspath(agent) if isinstance(agent, PathLike) else agent


def title(agent: Any) -> str:
    """What reports call an agent: its ``name``, else that of its function or class."""
    if isinstance(agent, (str, PathLike)):
        return str(fspath(agent))
    name = getattr(agent, "name", None) or getattr(agent, "__name__", None)
    return name if isinstance(name, str) else type(agent).__name__


def entered(agents: Sequence[Any] | Mapping[str, Any]) -> list[tuple[str, Source]]:
    """Names for reports, and players; agents of the same name that are no strings get numbers.

    Raises:
        TypeError: no list and no dict, or :func:`source`.
    """
    if isinstance(agents, Mapping):
        return [(str(name), source(agent)) for name, agent in agents.items()]
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise TypeError(f"agents must be a list of agents or a dict of them by name, not {agents!r}")
    found: list[tuple[str, Source]] = []
    for agent in agents:
        name, known = title(agent), [name for name, _ in found]
        count = 1
        while not isinstance(agent, str) and (name if count == 1 else f"{name} {count}") in known:
            count += 1
        found.append((name if count == 1 else f"{name} {count}", source(agent)))
    return found


def for_seats(agents: Any) -> list[tuple[str, Source]]:
    """One agent for all seats, or of a list one for each, as :func:`entered` has them."""
    alone = isinstance(agents, str) or not isinstance(agents, Sequence)
    return entered([agents] if alone else agents)


def seated(agent: Any, game: Game) -> list[tuple[str, Source]]:
    """Who sits in each seat: one agent in all of them, or of a list one in each."""
    if isinstance(agent, (list, tuple)):
        if len(agent) != game.num_players:
            raise ValueError(f"{len(agent)} agents for {game.num_players} seats")
        return [(title(one), source(one)) for one in agent]
    agent = "random" if agent is None else agent
    return [(title(agent), source(agent))] * game.num_players


def against(opponent: Any, seat: Any, game: Game) -> dict[str, Any]:
    """The words of the native environments for who learns and who plays the other seats.

    Raises:
        ValueError: a seat without an opponent, or seats that are not the game's.
        TypeError: as :func:`source`.
    """
    if opponent is None or (isinstance(opponent, str) and opponent == "self"):
        if seat is not None:
            raise ValueError(f"seat is {seat!r}, but nobody plays the other seats; name an opponent too")
        return {}
    if isinstance(opponent, Mapping):
        missing = [i for i in range(game.num_players) if i not in opponent and i != seat]
        if missing or any(i not in range(game.num_players) for i in opponent):
            raise ValueError(f"opponents for the seats {sorted(opponent)} of 0 to {game.num_players - 1}, seat {seat!r} learns")
        sources = [source(opponent.get(i, "random")) for i in range(game.num_players)]
    else:
        sources = [source(opponent)] * game.num_players
    return {"seat": "alternate" if seat is None else seat, "opponents": sources}


def observations(states: Sequence[State]) -> npt.NDArray[np.float32]:
    """What whoever acts sees, of shape (states, game.observation_size)."""
    return np.stack([state.observation() for state in states])


def masks(states: Sequence[State]) -> npt.NDArray[np.bool_]:
    """The legal actions, of shape (states, game.num_actions)."""
    return np.stack([state.action_mask() for state in states]).astype(np.bool_)


def best(logits: npt.NDArray[Any], legal: npt.NDArray[np.bool_]) -> list[int]:
    """The legal action with the greatest logit in each row.

    Raises:
        ValueError: the shapes differ.
    """
    if logits.shape != legal.shape:
        raise ValueError(f"the agent gave an array of shape {logits.shape} where one of {legal.shape} is due")
    return np.where(legal, logits, -np.inf).argmax(axis=1).tolist()


@dataclass
class Each:
    """A function of one state, asked about one after the other."""

    act: Callable[[State], Any]

    def __call__(self, states: list[State]) -> list[int]:
        return [self.act(state) for state in states]


@dataclass
class Model:
    """A model of Stable-Baselines3 or sb3-contrib; without masks of its own it may choose what is not legal."""

    model: Any

    def __call__(self, states: list[State]) -> list[int]:
        space = getattr(self.model, "observation_space", None)
        obs: Any = observations(states)
        if isinstance(getattr(space, "spaces", None), Mapping):
            obs = {"observation": obs, "action_mask": masks(states).astype(np.int8)}
        masked = "action_masks" in inspect.signature(self.model.predict).parameters
        more = {"action_masks": masks(states)} if masked else {}
        actions, _ = self.model.predict(obs, deterministic=True, **more)
        return np.asarray(actions).reshape(-1).tolist()


@dataclass
class Module:
    """A torch module: observations of shape (N, game.observation_size) in, logits of shape (N, game.num_actions) out; of
    several results the first counts."""

    module: Any

    def __call__(self, states: list[State]) -> list[int]:
        torch: Any = sys.modules["torch"]
        weight = next(iter(self.module.parameters()), None)
        device = None if weight is None else weight.device
        with torch.no_grad():
            out = self.module(torch.as_tensor(observations(states), device=device))
        out = out[0] if isinstance(out, (tuple, list)) else out
        return best(out.cpu().numpy(), masks(states))


class Onnx:
    """An ONNX model, by its file or its session: its inputs are told by their names (``mask``, ``prior``) and by their
    width (observation, or features as :mod:`holotable.onnx` exports them); its output ``logits`` counts, else the first."""

    def __init__(self, model: Any) -> None:
        self.path = model if isinstance(model, str) else None
        self.session = _session(model) if isinstance(model, str) else model

    def __call__(self, states: list[State]) -> list[int]:
        legal = masks(states)
        given: dict[str, npt.NDArray[Any]] = {}
        for one in self.session.get_inputs():
            if "mask" in one.name:
                given[one.name] = legal if "bool" in one.type else legal.astype(np.float32)
            elif one.name == "prior":
                given[one.name] = np.stack([state.prior() for state in states])
            elif one.shape[-1] in (states[0].game.observation_size, None) or isinstance(one.shape[-1], str):
                given[one.name] = observations(states)
            else:
                given[one.name] = np.stack([state.features() for state in states])
        names = [one.name for one in self.session.get_outputs()]
        wanted = "logits" if "logits" in names else names[0]
        return best(self.session.run([wanted], given)[0], legal)

    def __getstate__(self) -> dict[str, Any]:
        if self.path is None:
            raise TypeError("an ONNX session cannot be pickled; give the path of its file instead")
        return {"path": self.path}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.path = kept["path"]
        self.session = _session(kept["path"])


def _session(path: str) -> Any:
    try:
        import onnxruntime  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as e:
        raise ModuleNotFoundError("onnxruntime is missing: pip install 'holotable[onnx]'", name=e.name) from e
    try:
        return onnxruntime.InferenceSession(path)
    except Exception as e:  # onnxruntime's own errors have no common base
        raise ValueError(f"cannot load {path}: {e}") from e
