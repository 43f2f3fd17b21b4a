"""Replays games of the package through a referee, and stops at the first difference.

    python -m referee.compare dark_side_rising --agent random --games 100 --seed 1 -o players=3

A referee is a module with a class ``Referee``, made with the options of a game. It has these methods:

- ``start(chance)``: sets the table up.
- ``begin(table)``, if there is one: takes the first position of ``State.to_json`` over, or returns False to have ``start`` called.
- ``actor()``: the seat that decides, None at the end.
- ``legal()``: the names of the legal actions.
- ``play(action, chance)``: plays the action with this name, and all that follows until the next decision.
- ``scores()``: the result of each seat from 0 to 1, None before the end.
- ``table()``: the position in the words of ``State.to_json``. A key that it leaves out is not compared, unless the class has
  ``left_out``, the only keys that are not.

``chance.pick(weights)`` answers with an index into the weights, ``chance.below(n)`` with a number below n.
"""

import argparse
import importlib
import json

import holotable as ht


class Tape:
    """The answers of chance that the package had."""

    def __init__(self, picks):
        self.picks = list(reversed(picks))

    def pick(self, weights):
        """The next answer, which must be possible."""
        assert self.picks, f"the referee asks chance for one of {weights}, the package does not"
        answer = self.picks.pop()
        assert answer < len(weights) and weights[answer] > 0, f"chance answered {answer}, not possible among {weights}"
        return answer

    def below(self, n):
        """The next answer, a number below n."""
        return self.pick([1] * n)

    def end(self):
        """Fails unless every answer was asked for."""
        assert not self.picks, f"the package asks chance {len(self.picks)} more times than the referee"


def differences(ours, theirs, left_out, where=""):
    """Each place in which the referee's words differ from those of the package; without ``left_out`` only its keys."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = ours if left_out is None else sorted({*ours, *theirs}.difference(left_out))
        return [line for key in keys for line in differences(ours.get(key), theirs.get(key), left_out, f"{where}.{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [
            line
            for i, (a, b) in enumerate(zip(ours, theirs, strict=True))
            for line in differences(a, b, left_out, f"{where}[{i}]")
        ]
    return [] if ours == theirs else [f"{where or 'table'}: the referee has {ours}, the package {theirs}"]


def compare(referee, game, replay):
    """Plays a replay through a referee; how many decisions agreed. AssertionError names the first that does not."""
    _, start, *moves, _ = (json.loads(line) for line in replay.splitlines())
    states = game.replay(replay)
    tape, what = Tape(start["start"]), "set-up"
    try:
        if hasattr(referee, "begin") and referee.begin(json.loads(states[0].to_json())):
            tape = Tape([])
        else:
            referee.start(tape)
        for i, state in enumerate(states):
            tape.end()
            assert referee.actor() == state.current_player(), f"the referee asks seat {referee.actor()}"
            wrong = differences(referee.table(), json.loads(state.to_json()), getattr(referee, "left_out", None))
            assert not wrong, "; ".join(wrong)
            if i == len(moves):
                break
            names = {game.action_to_string(action) for action in state.legal_actions()}
            legal = set(referee.legal())
            assert legal == names, f"only the referee allows {legal - names}, only the package {names - legal}"
            tape, what = Tape(moves[i]["picks"]), f"decision {i + 1}, {moves[i]['action']}"
            referee.play(moves[i]["action"], tape)
        scores = zip(referee.scores(), states[-1].scores(), strict=True)
        assert all(abs(a - b) < 1e-6 for a, b in scores), f"the referee scores {referee.scores()}"
    except AssertionError as difference:
        raise AssertionError(f"after {what}: {difference}") from None
    return len(moves)


def arguments(about, *names, games):
    """What a referee's command line says, with these arguments by position; ``option`` is a dict of the options of the game."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in names:
        parser.add_argument(name)
    parser.add_argument("--agent", default="random")
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    args.option = dict(map(_option, args.option))
    return args


def main():
    """Compares so many games and prints how many decisions agreed."""
    args = arguments(__doc__, "game", games=100)
    game = ht.Game(args.game, **args.option)
    rules = importlib.import_module(f"{__package__}.{args.game}")
    decisions = 0
    for seed in range(args.seed, args.seed + args.games):
        try:
            decisions += compare(rules.Referee(game.options), game, game.play(args.agent, seed=seed))
        except AssertionError as difference:
            raise SystemExit(f"seed {seed}, {difference}") from None
    print(f"{args.games} games, {decisions} decisions, no difference")


def _option(text):
    name, value = text.split("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)


if __name__ == "__main__":
    main()
