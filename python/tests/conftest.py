"""What the tests share: every registered game, and random legal play."""

import hashlib
import signal
from pathlib import Path

import numpy as np
import pytest

import holotable as ht

GAMES = [game["name"] for game in ht.games()]
# Small games that prove what the kit can do: hidden hands, seats that are out early, large chances, a game in a game.
TOYS = [
    ("secret_pig", {"players": 2}),
    ("secret_pig", {"players": 5}),
    ("minefield", {"players": 2}),
    ("minefield", {"players": 5}),
    ("guess", {}),
    ("league", {}),
]
SHIPPED = Path(__file__).parents[2] / "checkpoints"
DSR = "dark_side_rising"
RC = "rebellion_combat"
RISK = "risk"
REBELLION = "rebellion"
# Random games of these have some hundred decisions.
LONG = (RISK, REBELLION)
# Bots that draw lots among equal moves, from generators that a state does not know.
LOTS = (RISK, REBELLION)
# Options with which their first positions differ: by default they begin alike, and players choose next.
DEALT = {RISK: {"setup": "dealt"}, REBELLION: {"setup": "normal"}}


@pytest.fixture(params=GAMES)
def name(request) -> str:
    """Each registered game in turn."""
    return request.param


@pytest.fixture
def interruptible():
    """Ctrl-C raises, also where the tests were started in the background of a shell, which makes programs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def legal(mask, rng) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def illegal(mask) -> int:
    """An action that is not legal."""
    return int(np.flatnonzero(np.asarray(mask) == 0)[0])


def bot(name) -> str:
    """The first hand-written bot of a game; `random` and the networks are no bots."""
    return next(game for game in ht.games() if game["name"] == name)["agents"][1]["name"]


def dealt(name) -> ht.Game:
    """A game whose first positions differ."""
    return ht.Game(name, **DEALT.get(name, {}))


def deep(name, n) -> int:
    """`n` for the games of rulebooks, which are long; few for another, which may be over soon."""
    return n if name in (DSR, RC) else 2


def random_state(game: ht.Game, seed: int, decisions: int) -> ht.State:
    """A position some way into a random game."""
    state, rng = game.new_state(seed), np.random.default_rng(seed)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply(legal(state.action_mask(), rng) if not state.is_terminal() else 0)
    return state


def gamble(game: ht.Game) -> tuple[ht.State, int]:
    """A position and an action in it with several results, but not thousands."""
    rng = np.random.default_rng(3)
    while True:
        state = game.new_state(3)
        while not state.is_terminal():
            action = state.legal_actions()[0] if game.name not in LONG else legal(state.action_mask(), rng)
            if 1 < len(results(state, action)) < 5_000:
                return state, action
            state.apply(action)


def results(state: ht.State, action: int) -> list[tuple[float, ht.State]]:
    """Every result of an action; none where a refresh of Rebellion has more than are listed."""
    try:
        return state.outcomes(action)
    except ht.TooManyOutcomesError:
        assert state.game.name == REBELLION
        return []


def opponents(game: ht.Game) -> bool:
    """Whether seats play against each other."""
    return len(set(game.facts()["teams"])) > 1


def seal(folder):
    """Makes the checksums of a checkpoint fit its files."""
    names = [line.split()[1] for line in (folder / "SHA256SUMS").read_text().splitlines()]
    sums = [hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names]
    (folder / "SHA256SUMS").write_text("".join(f"{s}  {name}\n" for s, name in zip(sums, names, strict=True)))
