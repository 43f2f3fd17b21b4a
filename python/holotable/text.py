"""Games in words, for language models: what a seat sees, how an answer is read, and :class:`TextEnv`, an environment of text.

No model is called here. Whoever gives an answer is a function from text to text of yours.
"""

from typing import Any

from . import players
from ._native import Agent, Game, State, read_answer
from .gym import as_game

MOST_ANSWER = 1 << 16
"""How much of an answer is read, from its end: models decide last."""
MOST_VALUES = 24


def view(state: State, *, legal: bool = True) -> str:
    """What the acting seat sees and is asked, in words; with its legal actions and what each means unless ``legal`` is False.

    Raises:
        ValueError: the game is over, so nobody is asked.
    """
    seat = state.current_player()
    if seat is None:
        raise ValueError("the game is over: nobody is asked")
    lines = [state.text(viewer=seat).rstrip(), "", f"You are seat {seat}. {state.prompt()}"]
    if legal:
        name = state.game.action_to_string
        lines += ["", "Legal actions:"]
        lines += [f"- {name(action)}  ({state.action_to_string(action)})" for action in state.legal_actions()]
    return "\n".join(lines)


def notation(game: Game) -> str:
    """How the actions of a game are written: each kind with its arguments and the values that these have."""
    lines = []
    for block in game.layout()["action_blocks"]:
        names = [game.action_to_string(a) for a in range(block["offset"], block["offset"] + block["len"])]
        values: dict[str, dict[str, None]] = {}
        for name in names:
            for word in name.split(" ")[1:]:
                argument, _, value = word.partition("=")
                values.setdefault(argument, {})[value] = None
        arguments = "".join(f" {argument}={_short(list(known))}" for argument, known in values.items())
        lines.append(f"- {block['name']}{arguments}: {block['doc']}")
    return "\n".join(lines)


def _short(values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    if len(values) > MOST_VALUES:
        return f"<{values[0]}|{values[1]}|...|{values[-1]}>"
    return f"<{'|'.join(values)}>"


def read(state: State, answer: str) -> int:
    r"""The legal action that an answer says.

    The last statement of an action counts, in whatever form: behind a label (``Action: X``, with any marks around it), in a JSON object
    under ``action``, ``move`` or the like, as a struct, in ``\boxed{X}``, in ``<answer>X</answer>``; without any of these the last line.
    X may be a number, the name of an action, its struct, or the words that :func:`view` has for it. Tools, harnesses and programs are
    read by the same rules.

    Raises:
        ValueError: it says none, or one that is not legal, or names two after its last statement; the line says why.
    """
    action, _, why = parse(state, answer)
    if action is None:
        raise ValueError(why)
    return action


def parse(state: State, answer: str) -> tuple[int | None, str | None, str | None]:
    """As :func:`read`, without an exception: the action or None, what stands where one is due or None, and why there is none or None."""
    # Halves of characters, which JSON can hold, are none.
    return read_answer(state, answer[-MOST_ANSWER:].encode("utf-8", "replace").decode())


class TextEnv:
    """One seat of a game as text: an observation is what it sees, an action is an answer in words.

    >>> from holotable.text import TextEnv
    >>> env = TextEnv("secret_pig", opponent="random")
    >>> text, info = env.reset(seed=1)
    >>> text, reward, terminated, truncated, info = env.step("I hold. Action: Roll")

    Args:
        game: a name (with ``options``) or a :class:`holotable.Game`.
        opponent: who plays the other seats: any agent as for :func:`holotable.load_agent`, or a dict of these by seat.
        seat: the number of the seat.
        retries: after so many answers that are no legal action in a row the seat has had its chance at this decision.
        instead: who decides then; None: the seat forfeits, which ends the game with the reward of a loss.
        rules: whether the first observation begins with the rules and the notation of actions.
        legal: whether observations list the legal actions.
        data: a folder with another data set.

    ``info`` has ``error`` (why the last answer was not taken, else None), ``retries`` (left at this decision), ``action`` (the number
    that was played, or None), ``forfeit`` (why the seat lost the game by its answers, else None) and ``legal_actions``.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Any = "random",
        seat: int = 0,
        retries: int = 3,
        instead: Any = None,
        rules: bool = True,
        legal: bool = True,
        data: str | None = None,
        **options: int | bool | str,
    ) -> None:
        self.game = as_game(game, data, options)
        if seat not in range(self.game.num_players):
            raise ValueError(f"seat is {seat!r} but must be a number from 0 to {self.game.num_players - 1}")
        if retries < 0:
            raise ValueError(f"retries is {retries} but must be at least 0")
        self.seat, self.retries, self.rules, self.legal = seat, retries, rules, legal
        others = players.against(opponent, seat, self.game)["opponents"]
        self._others = [
            None if i == seat else Agent(other, self.game, seed=i, name=players.title(opponent))
            for i, other in enumerate(others)
        ]
        self._instead = (
            None if instead is None else Agent(players.source(instead), self.game, seed=seat, name=players.title(instead))
        )
        self.state: State | None = None
        self._left = retries

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """A fresh game: what the seat sees at its first decision. The same seed and the same answers give the same game, whatever was
        played before; without a seed the chance of the game is new, and agents go on with theirs."""
        self.state = self.game.new_state(seed)
        if seed is not None:
            for i, agent in enumerate(self._others):
                if agent is not None:
                    agent.reseed(seed, seat=i)
            if self._instead is not None:
                self._instead.reseed(seed, seat=self.seat, substitute=True)
        self._play_on(self.state)
        head = f"{self.game.rules_text()}\n## Notation\n\n{notation(self.game)}\n\n" if self.rules else ""
        return head + self._look(self.state), self._info(self.state)

    def step(self, answer: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays what an answer says: the next observation, the reward (0 before the end, then -1 lost to +1 won), whether the game is
        over, False, and ``info``. An answer that is no legal action changes nothing, and the observation says why.

        Raises:
            RuntimeError: before :meth:`reset`, and after the end.
        """
        state = self.state
        if state is None or state.is_terminal():
            raise RuntimeError("the game is over: call reset first")
        try:
            action = read(state, answer)
        except ValueError as refused:
            if self._left > 0:
                self._left -= 1
                text = f"That was not taken: {refused}\n\n{self._look(state)}"
                return text, 0.0, False, False, self._info(state, error=str(refused))
            if self._instead is None:
                self.state = None
                info = self._info(state, error=str(refused), forfeit=str(refused))
                return f"You have forfeited the game: {refused}", -1.0, True, False, info
            action = self._instead.act(state)
            return self._played(state, action, str(refused))
        return self._played(state, action, None)

    def _played(self, state: State, action: int, error: str | None) -> tuple[str, float, bool, bool, dict[str, Any]]:
        state.apply(action)
        self._play_on(state)
        reward = state.returns()[self.seat]
        over = state.is_terminal()
        return self._look(state), reward, over, False, self._info(state, error=error, action=action)

    def _play_on(self, state: State) -> None:
        """Plays until the seat has a choice or the game is over."""
        self._left = self.retries
        while (seat := state.current_player()) is not None:
            legal = state.legal_actions()
            other = self._others[seat]
            if len(legal) == 1:
                state.apply(legal[0])
            elif other is None:
                return
            else:
                state.apply(other.act(state))

    def _look(self, state: State) -> str:
        if state.is_terminal():
            return f"{state.text(viewer=self.seat).rstrip()}\n\nThe game is over: {state.summary()['reason']}."
        return view(state, legal=self.legal)

    def _info(
        self, state: State, *, error: str | None = None, action: int | None = None, forfeit: str | None = None
    ) -> dict[str, Any]:
        legal = [] if state.is_terminal() or forfeit is not None else state.legal_actions()
        return {"error": error, "retries": self._left, "action": action, "forfeit": forfeit, "legal_actions": legal}
