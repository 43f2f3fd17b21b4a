"""The native half: shapes, types, units and errors of every class. Import from :mod:`holotable` instead."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

Ask = Callable[[list[State]], Sequence[int]]

class IllegalActionError(ValueError):
    """An action that the rules do not allow now; the line names the action and the rule. Nothing has changed."""

class GameOverError(RuntimeError):
    """A finished game was asked to go on. Nothing has changed."""

class TooManyOutcomesError(ValueError):
    """An action has more results than the limit; the line says about how many."""

def games() -> list[dict[str, Any]]:
    """Every game as a dict: ``name``, ``about``, ``options`` (name, values, default, about), ``agents`` (name, about)."""

@final
class Game:
    """The rules of a game with its options; immutable, compared by name, version, options and data set.

    Args:
        name: as in :func:`games`.
        data: a folder with another data set than the built-in one.
        options: whole numbers, flags or strings, as :func:`games` lists them.

    Raises:
        ValueError: an unknown name (the line names the nearest) or a value outside its range.
        TypeError: an unknown option (the line names the nearest), or one of another type.
        OSError: a data set that cannot be read.
    """

    def __new__(cls, name: str, *, data: str | os.PathLike[str] | None = None, **options: int | bool | str) -> Game: ...
    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def num_players(self) -> int:
        """How many seats there are."""
    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""
    @property
    def observation_size(self) -> int:
        """How many values a seat observes."""
    @property
    def data(self) -> str | None:
        """The folder of the data set, None for the built-in one."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option in force."""
    def facts(self) -> dict[str, Any]:
        """What is fixed: ``about``, ``rules_version``, ``data_hash``, ``layout_hash``, ``options``, ``teams`` (of each
        seat), ``reasons`` (why games end, wins first), ``max_decisions``."""
    def layout(self) -> dict[str, Any]:
        """What numbers mean: ``actions``, ``observation`` (counts), ``action_blocks`` (name, doc, offset, len, fields),
        ``observation_blocks`` (name, doc, rows, fields with name, unit, lo, hi) and, where there are any, ``relations``:
        for each block of ``names`` pairs of an action and the row that it names, of ``edges`` pairs of neighbours."""
    def catalogue(self) -> list[dict[str, Any]]:
        """Every printed value of the data set with where it comes from."""
    def rules_text(self) -> str:
        """The rules in our own words with the options in force and what is printed on the components, as Markdown: enough to
        play by for a person or a language model who has never seen the game."""
    def new_state(self, seed: SupportsIndex | None = None, *, episode: SupportsIndex | None = None) -> State:
        """A fresh game with the generator of that seed and episode: what an environment reset with ``seed`` plays.
        Without a seed, one of the system's entropy."""
    def from_json(self, json: str | dict[str, Any]) -> State:
        """A state from its words, without a generator. ValueError says which invariant is broken."""
    def from_bytes(self, bytes: bytes) -> State:
        """A state as :meth:`State.to_bytes` wrote it for the same game, options and data set; else ValueError."""
    def action_to_string(self, action: SupportsIndex) -> str:
        """The name of an action, as replays write it; see :meth:`State.action_to_string` for its meaning in a state."""
    def string_to_action(self, name: str) -> int:
        """The number of the action with this name; ValueError names the nearest."""
    def action_to_struct(self, action: SupportsIndex) -> dict[str, Any]:
        """An action as a dict: ``kind``, as :meth:`layout` calls the block, and its arguments by name, each a number or a word."""
    def struct_to_action(self, action: dict[str, Any]) -> int:
        """The number of an action that is given as such a dict, its arguments in any order; ValueError names the nearest."""
    def play(self, agent: Any = None, *, seed: SupportsIndex | None = None) -> str:
        """One game, as the text of a replay that plays back without a generator: of an agent against itself, or of one
        for each seat; agents as for :func:`holotable.load_agent`."""
    def replay(self, text: str) -> list[State]:
        """The state before each move of a replay, and the last; ValueError where it does not fit this game."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class State:
    """A position, with a generator of its own unless it was made without one.

    Made by :class:`Game`. Copies, pickles and ``copy.deepcopy`` keep the generator. Two states are equal if their
    positions are, whatever their generators. In a notebook a state shows itself as a picture of the table.
    """

    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def has_generator(self) -> bool:
        """Whether chance can be sampled here."""
    def current_player(self) -> int | None:
        """The seat that decides now; None when the game is over."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def scores(self) -> list[float] | None:
        """The result of each seat, 0 lost to 1 won; None before the end."""
    def returns(self) -> list[float]:
        """The result of each seat as the environments reward it: -1 lost to +1 won; all 0 before the end."""
    def legal_actions(self) -> list[int]:
        """The legal actions in order of their numbers; empty only when the game is over."""
    def is_forced(self) -> bool:
        """Whether there is one legal action only and everybody can see that: environments with ``skip_forced`` play it at once."""
    def action_mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action, of shape ``(game.num_actions,)``; all 1 when the game is over."""
    def apply(self, action: SupportsIndex) -> None:
        """Plays an action and all that follows until the next decision; chance is drawn from the generator.

        Raises:
            IllegalActionError: naming the action and the rule.
            GameOverError: nothing can be played any more.
            ValueError: no such action; or the action needs chance and the state has no generator.
            TypeError: not a whole number.
        """
    def sample(self, action: SupportsIndex) -> State:
        """One result of an action as a new state with a generator forked from this one's; raises as :meth:`apply`.
        This position stays as it is; its generator moves on, so that the next sample is another."""
    def outcomes(self, action: SupportsIndex, limit: SupportsIndex | None = None) -> list[tuple[float, State]]:
        """Every result of an action with its probability, summing to 1; the states have no generator.

        Raises:
            TooManyOutcomesError: more than ``limit`` results (by default 100,000); sample instead.
        """
    def clone(self, *, generator: bool = True) -> State:
        """A copy, with a copy of the generator or without one."""
    def assign(self, other: State) -> None:
        """Becomes ``other``, generator included: undo by copy. ValueError for a state of another game."""
    def reseed(self, seed: SupportsIndex | None = None, *, episode: SupportsIndex | None = None) -> None:
        """Another generator from here on; without a seed, one of the system's entropy."""
    def redeal(self, player: SupportsIndex) -> State:
        """A copy in which what ``player`` cannot see is dealt anew, with a forked generator; see :meth:`sample`."""
    def playout(self) -> list[float]:
        """The :meth:`returns` at the end of a random game from here; see :meth:`sample` for the generator."""
    def to_json(self, *, viewer: SupportsIndex | Literal["table"] | None = None) -> str:
        """The position in the rulebook's words, without the generator. With the number of a seat as ``viewer`` what that seat
        cannot know is left out, with ``"table"`` all that is hidden; :meth:`Game.from_json` reads it without a viewer."""
    def text(self, *, viewer: SupportsIndex | Literal["table"] | None = None) -> str:
        """The table in words for a ``viewer`` as in :meth:`to_json`; ``str(state)`` is the whole."""
    def prompt(self) -> str | None:
        """What the acting seat is asked: what asks, what it will do, how much is left; None when the game is over."""
    def to_bytes(self) -> bytes:
        """Position and generator in at most 1 KiB; :meth:`Game.from_bytes` reads them."""
    def observation(self, player: SupportsIndex | None = None) -> npt.NDArray[np.float32]:
        """What a seat (by default whoever acts) may know, of shape ``(game.observation_size,)``."""
    def features(self, player: SupportsIndex | None = None) -> npt.NDArray[np.float32]:
        """:meth:`observation` and after it what the game's bots work out from it, as :meth:`Agent.features` is for a network
        that takes both."""
    def prior(self) -> npt.NDArray[np.float32]:
        """How likely the game's own bot is to play each action here, of shape ``(game.num_actions,)``, as :meth:`Agent.prior`
        has it: 1 + ln(probability) / 8, at least 0."""
    def describe(self, player: SupportsIndex | None = None) -> list[tuple[str, float, str]]:
        """:meth:`observation` by name: ``(name, value, unit)``, in order."""
    def action_to_string(self, action: SupportsIndex) -> str:
        """What an action means here, with the names of what it concerns."""
    def why_illegal(self, action: SupportsIndex) -> str | None:
        """The rule that forbids an action here; None when it is legal."""
    def summary(self) -> dict[str, Any]:
        """How the game ended or stands: ``reason`` and named counts."""
    def rgb(self, *, viewer: SupportsIndex | Literal["table"] | None = None) -> npt.NDArray[np.uint8]:
        """The table as a picture of shape ``(height, width, 3)`` for a ``viewer`` as in :meth:`to_json`."""
    def svg(self, *, viewer: SupportsIndex | Literal["table"] | None = None) -> str:
        """The table as an SVG image for a ``viewer`` as in :meth:`to_json`."""
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def read_answer(state: State, answer: str) -> tuple[int | None, str | None, str | None]:
    """The legal action that an answer in words says or None, what stands where an action is due or None, and why there is no action
    or None. See :func:`holotable.text.read`."""

@final
class Agent:
    """A player of a game; made by :func:`holotable.load_agent`. Its choices do not depend on what it cannot see."""

    def __new__(cls, agent: str | Ask, game: Game, *, seed: SupportsIndex | None = None, name: str | None = None) -> Agent: ...
    @property
    def name(self) -> str:
        """As it was asked for."""
    @property
    def source(self) -> str | Ask:
        """What it was made of: the name by which its players are loaded, or a function of a list of states."""
    @property
    def game(self) -> Game:
        """The game for which it was loaded; it plays the same game under other options too."""
    def act(self, state: State) -> int:
        """A legal action for whoever acts; ValueError for another game, GameOverError at the end."""
    def analyse(self, state: State) -> tuple[npt.NDArray[np.float64], float] | None:
        """What a network or a search thinks of a state: the share of every action (float64 of shape
        ``(game.num_actions,)``, summing to 1: a network's probability, or the part of a search's simulations), and the
        score that whoever acts expects, from 0 to 1: the chance to win. None from an agent that analyses nothing. Raises as
        :meth:`act`."""
    def features(self, state: State) -> npt.NDArray[np.float32] | None:
        """What a network is shown in a state, for whoever acts: float32, the observation and what the player works out
        from it. None from an agent that is no network. Raises as :meth:`act`."""
    def features_layout(self) -> dict[str, Any] | None:
        """What the numbers of :meth:`features` mean, as :meth:`Game.layout` has it, with its ``hash``. None from an agent
        that is no network."""
    def prior(self, state: State) -> npt.NDArray[np.float32] | None:
        """What a network takes beside the mask: float32 of shape ``(game.num_actions,)``, for each action how likely the
        game's best bot is to play it, as 1 + ln(probability) / 8 but at least 0, so from 0 to 1. None from an agent that
        takes none. Raises as :meth:`act`."""
    def reseed(self, seed: SupportsIndex, *, seat: SupportsIndex | None = None, substitute: bool = False) -> None:
        """Starts the generator of its own choices anew. With a seat, that of the player of this seat in the game of the seed, as every
        face of the package plays it; with ``substitute``, that of who decides where this seat has no answer."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, rng: tuple[int, int, int]) -> None: ...

@final
class Episode:
    """One environment; the engine of :class:`holotable.Env`."""

    def __new__(
        cls,
        game: Game,
        *,
        seed: SupportsIndex | None = None,
        illegal: Literal["raise", "penalty", "noop", "terminate"] = "raise",
        penalty: float = -1.0,
        skip_forced: bool = True,
        max_decisions: int = 0,
        nested: bool = False,
        seat: SupportsIndex | str | None = None,
        opponents: Sequence[str | Ask] | None = None,
    ) -> Episode: ...
    @property
    def game(self) -> Game: ...
    @property
    def player(self) -> int: ...
    @property
    def rewards(self) -> list[float]: ...
    @property
    def terminated(self) -> bool: ...
    @property
    def ended(self) -> list[bool]: ...
    @property
    def truncated(self) -> bool: ...
    def reset(self, seed: SupportsIndex | None = None, state: State | None = None) -> tuple[Any, dict[str, Any]]: ...
    def look(self) -> tuple[Any, dict[str, Any]]: ...
    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def miss(self) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def action_mask(self) -> npt.NDArray[np.int8]: ...
    def action_masks(self) -> npt.NDArray[np.bool_]: ...
    def observe(self, player: SupportsIndex) -> npt.NDArray[np.float32]: ...
    def state(self) -> State: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

@final
class Batch:
    """Games stepped together; the engine of :class:`holotable.VectorEnv`."""

    def __new__(
        cls,
        game: Game,
        n: SupportsIndex,
        *,
        seed: SupportsIndex | None = None,
        auto_reset: str = "next_step",
        illegal: str = "raise",
        penalty: float = -1.0,
        skip_forced: bool = True,
        max_decisions: int = 0,
        threads: SupportsIndex | None = None,
        seat: SupportsIndex | str | None = None,
        opponents: Sequence[str | Ask] | None = None,
    ) -> Batch: ...
    @property
    def game(self) -> Game: ...
    def __len__(self) -> int: ...
    def look(self) -> dict[str, Any]: ...
    def step(self, actions: npt.ArrayLike) -> dict[str, Any]: ...
    def reset(self, slot: SupportsIndex, seed: SupportsIndex | None) -> None: ...
    def state(self, slot: SupportsIndex) -> State: ...
    def endings(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]: ...
    def save(self) -> list[bytes]: ...
    def restore(self, saved: list[bytes]) -> None: ...

def compare(
    game: Game,
    agents: Sequence[tuple[str, str | Ask]],
    evaluator: str | None,
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]: ...
def solve(
    state: State,
    agents: Sequence[tuple[str, str | Ask]],
    limit: SupportsIndex,
    within: float,
) -> dict[str, Any]: ...
def tournament(
    game: Game,
    agents: Sequence[tuple[str, str | Ask]],
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    check: bool,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]: ...
def train(
    recipe: str | None,
    overrides: Sequence[str],
    out: str,
    resume: bool,
    progress: bool,
    callback: Callable[[dict[str, Any]], Any] | None,
) -> dict[str, Any]:
    """Trains by a recipe and what overrides it; see :func:`holotable.train`."""

def sweep(
    recipe: str | None,
    overrides: Sequence[str],
    space: tuple[str, str],
    out: str,
    jobs: int,
    progress: Callable[[int, int], None] | None,
) -> dict[str, Any]:
    """Trains once for every point of a space, a name and a text; see :func:`holotable.sweep`."""

@final
class Trials:
    """The trials of a sweep in its folder, which is kept from other sweeps; who trains them is up to the caller.

    Raises:
        ValueError: an invalid recipe or space, or a folder that holds another sweep.
    """

    def __new__(cls, recipe: str | None, overrides: Sequence[str], space: tuple[str, str], out: str) -> Trials: ...
    def recipe(self) -> Path:
        """The file with the recipe of all trials."""
    def steps(self) -> int:
        """Decisions of a trial."""
    def points(self) -> list[dict[str, Any]]:
        """The values of the keys that vary, for each trial."""
    def distributions(self) -> dict[str, dict[str, Any]]:
        """How the values of each key are drawn."""
    def folder(self, number: int) -> Path:
        """The folder of the trial with this number, from 1."""
    def is_finished(self, number: int) -> bool:
        """Whether a trial has been finished before."""
    def close(self, number: int) -> None:
        """Keeps the result of a trial that lies in its folder now, so that it is not trained again."""
    def report(self, failed: Mapping[int, str], changed: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
        """Writes ``sweep.json`` and returns it: of the results that are kept, and of failures, by the numbers of the trials. What
        trials had come to that changed their values on the way is said by ``changed``."""

def provenance(
    game: Game, agents: Sequence[tuple[str, str | Ask]], comparison: bool, evaluator: str | None, seed: SupportsIndex
) -> str:
    """What the games of a tournament or comparison have in common, as JSON."""

def play_shard(
    game: Game,
    agents: Sequence[tuple[str, str | Ask]],
    comparison: bool,
    evaluator: str | None,
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    shard: str,
    expected: str,
) -> str:
    """Plays the games of one shard, such as ``2/8``; the results as JSON. ValueError where they are not of the provenance ``expected``."""

def merge(game: Game, results: Sequence[str]) -> str:
    """The report of all shards, as ``holotable tournament --json`` and ``holotable compare --json`` print it."""

def games_provenance(game: Game, agents: Sequence[tuple[str, str | Ask]], seed: SupportsIndex) -> str:
    """What the games of a data set have in common, as JSON."""

def games_file(
    game: Game,
    agents: Sequence[tuple[str, str | Ask]],
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    number: int,
    expected: str,
) -> bytes:
    """Plays the games of one file and gives its bytes. ValueError where they are not of the provenance ``expected``."""

@final
class GamesFolder:
    """A folder for so many games of this provenance, as JSON; made if there is none, and gone on with if there is one.

    Raises:
        ValueError: it cannot be written, is in use, or holds other games, more of them, or files that are none of them.
    """

    def __new__(cls, folder: str | os.PathLike[str], provenance: str, games: int) -> GamesFolder: ...
    def missing(self) -> list[int]:
        """The numbers of the files that are not there, not whole or not as they were written."""
    def put(self, number: int, contents: bytes) -> None:
        """Puts a file into its place."""
    def close(self) -> list[str]:
        """Gives the folder free; what was not as it should be, a line each."""

def generate(
    game: Game,
    agents: Sequence[tuple[str, Any]],
    folder: str | os.PathLike[str],
    games: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    progress: Callable[[int, int], None] | None = None,
) -> list[str]:
    """Plays games and keeps them, and tells what was not as it should be; see :func:`holotable.data.generate`."""

def parts(folder: str | os.PathLike[str], verify: bool = True) -> list[tuple[Path, int, list[str] | None]]:
    """The files with games in a folder, each with the number of its first game and the checksums of which it must have one; without
    ``verify`` the files as they are. ValueError if there are none, or if they are not those that were written."""

@final
class Games:
    """The games of one file.

    Raises:
        ValueError: it has none of the checksums, or holds no games, or games of another version or data set than here.
    """

    def __new__(
        cls,
        path: str | os.PathLike[str],
        data: str | os.PathLike[str] | None = None,
        sums: Sequence[str] | None = None,
    ) -> Games: ...
    def __len__(self) -> int: ...
    def game(self, number: SupportsIndex) -> Game:
        """The rules of a game."""
    def decisions(self) -> npt.NDArray[np.int64]:
        """How many decisions each game has."""
    def replay(self, number: SupportsIndex) -> str:
        """A game as the text of a replay."""
    def steps(self, chosen: Sequence[SupportsIndex], threads: SupportsIndex, agent: str | None = None) -> dict[str, np.ndarray]:
        """The decisions of these games, one after the other; see :func:`holotable.data.steps`."""

def set_program(words: Sequence[str]) -> None:
    """Says which words start the command ``holotable``, as :func:`sweep` does for each of its trials."""

def write_file(path: str | os.PathLike[str], contents: bytes) -> None:
    """Writes a file beside its place and renames it; what is there and is no regular file is written to. OSError where it cannot."""

def read_state(folder: str | os.PathLike[str]) -> bytes:
    """The ``state.json`` of a checkpoint, not checked yet. OSError if it is no regular file, or too large."""

def save_weights(game: Game, folder: str, out: str, arrays: Sequence[tuple[str, npt.NDArray[np.float32]]]) -> None:
    """Writes the checkpoint in ``folder`` once more with other weights; ValueError for arrays that do not fit it."""

def page(
    of: str | State,
    *,
    viewer: int | str | None = None,
    agent: str | None = None,
    data: str | os.PathLike[str] | None = None,
) -> str:
    """See :class:`holotable.Table`."""

def plot(runs: Sequence[str], x: str) -> tuple[str, dict[str, Any]]: ...
def csr(rows: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """See :func:`holotable.sparse.csr`."""

def wilson(wins: SupportsIndex, games: SupportsIndex) -> tuple[float, float]:
    """See :func:`holotable.stats.wilson`."""

def newcombe(
    wins_a: SupportsIndex, games_a: SupportsIndex, wins_b: SupportsIndex, games_b: SupportsIndex
) -> tuple[float, float]:
    """See :func:`holotable.stats.newcombe`."""

def main(args: Sequence[str]) -> int:
    """Runs the command ``holotable`` with these arguments, the first of them the program's name; the exit code."""
