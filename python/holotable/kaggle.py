"""A harness with the three methods of Kaggle's game arena, and :func:`play`, which seats answering functions at one table.

:class:`Harness` has ``get_legal_moves``, ``make_prompt`` and ``parse_response`` as that arena calls them; an observation is a
:class:`holotable.State` at which somebody decides. Prompts hold the rules and the notation of actions, not the legal moves, as that arena
wants it; ``legal=True`` adds them.
"""

import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from . import players, text
from ._native import Agent, Game, State
from .gym import as_game

Respond = Callable[[str], str]
"""Answers a prompt: a model of yours, or a script."""


@dataclass(frozen=True)
class ParseResult:
    """What an answer says."""

    legal_action: int | None
    """The number of the legal action, or None."""
    raw_action: str | None
    """What the answer said was its action, or None if it said nothing."""
    error: str | None = None
    """Why there is no legal action in it."""


class Harness:
    """The three methods, for any game."""

    def __init__(
        self, game: str | Game, *, legal: bool = False, data: str | os.PathLike[str] | None = None, **options: int | bool | str
    ) -> None:
        self.game = as_game(game, data, options)
        self.legal = legal
        self.head = f"{self.game.rules_text()}\n## Notation\n\n{text.notation(self.game)}\n"

    def get_legal_moves(self, observation: State) -> dict[int, str]:
        """The legal actions by number, as they are written."""
        return {action: self.game.action_to_string(action) for action in observation.legal_actions()}

    def make_prompt(
        self,
        observation: State,
        history: Sequence[str] = (),
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """What is asked: the rules, what has happened, what the seat sees. ``previous_response`` is an answer to this very question that
        was not taken, and ``previous_action`` what was read from it."""
        parts = [self.head]
        if history:
            parts.append("# What has been played\n\n" + "\n".join(history) + "\n")
        parts.append("# What you see\n\n" + text.view(observation, legal=self.legal) + "\n")
        if previous_response is not None:
            what = f"'{previous_action[:200]}'" if previous_action else "Your last answer"
            parts.append(f"{what} was not taken: {self.parse_response(previous_response, observation).error}.\n")
        parts.append('Think, then end with one line of JSON: {"action": "NAME argument=value ..."}')
        return "\n".join(parts)

    def parse_response(self, response: str, observation: State) -> ParseResult:
        """The legal action that an answer says, as :func:`holotable.text.read` finds it."""
        if not isinstance(response, str):
            return ParseResult(None, None, f"the answer is a {type(response).__name__}, not text")
        return ParseResult(*text.parse(observation, response))


@dataclass
class Match:
    """How a game went."""

    scores: list[float]
    """Of each seat, 0 lost to 1 won."""
    state: State
    """The last position."""
    moves: list[tuple[int, int]] = field(default_factory=list)
    """Seat and action of each decision."""
    forfeit: tuple[int, str] | None = None
    """The seat that lost by its answers, and why."""
    fallbacks: list[int] = field(default_factory=list)
    """How many decisions of each seat another agent took in its place."""


def play(
    harness: Harness,
    responds: Respond | Mapping[int, Any] | Sequence[Any],
    *,
    seed: int | None = None,
    retries: int = 2,
    seconds: float = 60.0,
    instead: Any = None,
) -> Match:
    """One game, to its end or until a seat forfeits.

    Args:
        harness: of the game.
        responds: who answers for each seat: one function for all, or one for each; the name of an agent plays by itself.
        seed: of the game and of the agents' own choices: agents by name play the game that ``holotable play`` plays with this seed and
            the same choices of the others. None for one of the system's.
        retries: how often a seat is asked again after an answer that is no legal action.
        seconds: how long an answer may take, and all its retries together.
        instead: who decides where a seat gives no legal action in time; None: it forfeits.

    Nothing that an answering function does stops the game: what it raises, what it says too late or at too great length is no
    answer. A function that never returns keeps its thread, which ends with Python.
    """
    game = harness.game
    if callable(responds) and not isinstance(responds, Agent):
        responds = [responds] * game.num_players
    seed = secrets.randbits(63) if seed is None else seed
    seated = [responds[i] for i in range(game.num_players)]
    agents = [None if callable(one) and not isinstance(one, Agent) else _agent(one, game) for one in seated]
    spares = [None if instead is None or agent is not None else _agent(instead, game) for agent in agents]
    for seat, (agent, spare) in enumerate(zip(agents, spares, strict=True)):
        if agent is not None:
            agent.reseed(seed, seat=seat)
        if spare is not None:
            spare.reseed(seed, seat=seat, substitute=True)
    desks = [None if agent is not None else _Desk(one) for one, agent in zip(seated, agents, strict=True)]
    state = game.new_state(seed)
    match = Match([], state, fallbacks=[0] * game.num_players)
    while (seat := state.current_player()) is not None:
        legal, desk, agent, spare = state.legal_actions(), desks[seat], agents[seat], spares[seat]
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        if agent is not None:
            action = agent.act(state)
        else:
            assert desk is not None
            found, _, why = ask(harness, state, desk.within(seconds), retries)
            if found is not None:
                action = found
            elif spare is not None:
                match.fallbacks[seat] += 1
                action = spare.act(state)
            else:
                match.forfeit = (seat, why)
                break
        match.moves.append((seat, action))
        state.apply(action)
    match.scores = state.scores() or _forfeited(game, match.forfeit)
    return match


def _agent(agent: Any, game: Game) -> Agent:
    return Agent(players.source(agent), game, seed=0, name=players.title(agent))


def _forfeited(game: Game, forfeit: tuple[int, str] | None) -> list[float]:
    """The team of whoever forfeits loses, the others share the win."""
    assert forfeit is not None
    teams = game.facts()["teams"]
    lost, others = teams[forfeit[0]], len(set(teams)) - 1
    return [0.0 if team == lost else 1.0 / others for team in teams]


def ask(
    harness: Harness,
    state: State,
    respond: Callable[[str], Any],
    retries: int,
    heard: Callable[[int, str, Any, ParseResult], None] | None = None,
) -> tuple[int | None, str | None, str]:
    """The action that an answering function says, or None; its last answer that said none, or None; why it said none. It is asked again
    up to ``retries`` times. ``heard`` is told of each answer: the number of the attempt, the prompt, the answer, what it says."""
    response = raw = None
    why = "no answer"
    for attempt in range(retries + 1):
        prompt = harness.make_prompt(state, (), response, raw)
        answer = respond(prompt)
        if isinstance(answer, _Silent):
            return None, response, answer.why
        parsed = harness.parse_response(answer, state)
        if heard is not None:
            heard(attempt, prompt, answer, parsed)
        if parsed.legal_action is not None:
            return parsed.legal_action, response, why
        response, raw = str(answer)[-text.MOST_ANSWER :], parsed.raw_action
        why = parsed.error or why
    return None, response, why


@dataclass(frozen=True)
class _Silent:
    why: str


class _Clock:
    """How much of the time for a decision is left."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self._end - monotonic())


class _Desk:
    """Asks a function on a thread of its own, one question at a time, and waits no longer than it is told to."""

    def __init__(self, respond: Respond) -> None:
        self._respond = respond
        self._busy: threading.Thread | None = None

    def within(self, seconds: float) -> Callable[[str], Any]:
        """Asks with so many seconds for all questions together."""
        clock = _Clock(seconds)
        return lambda prompt: self.ask(prompt, clock.left())

    def ask(self, prompt: str, seconds: float) -> Any:
        """The answer, or that there is none."""
        if self._busy is not None:
            # What it says late, to an earlier question, is dropped.
            self._busy.join(seconds)
            if self._busy.is_alive():
                return _Silent("it still thinks about an earlier question")
        found: list[Any] = []

        def work() -> None:
            try:
                found.append(self._respond(prompt))
            except BaseException as e:  # noqa: BLE001
                found.append(_Silent(f"it raises {type(e).__name__}: {str(e)[:200]}"))

        self._busy = threading.Thread(target=work, daemon=True)
        self._busy.start()
        self._busy.join(seconds)
        if not found:
            return _Silent(f"no answer within {seconds:g} s")
        self._busy = None
        return found[0]
