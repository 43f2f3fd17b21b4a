"""One battle of RISK, written from the rulebook and the rulings alone, and a comparison of its exact odds with the package.

    python -m referee.risk_battle --agent random --games 50 --seed 0 -o players=3

It goes through played games. Wherever attacks are legal, it compares every result of some of them, and its probability, with
the dice that are rolled here one by one. Some of these positions get other troops, ships, bases and cards first. It prints
how many attacks agreed and stops at the first that does not. In comments, p9 is a page of the rulebook; R3 is a ruling.
"""

import itertools
import json
import math
import random
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import holotable as ht

from .compare import arguments

FIGHTER, BOMBER, CAPITAL = range(3)
SHIPS = ("fighter", "bomber", "capital")


# ---- The rules. Ships are (fighters, bombers, capital ships).


@cache
def roll(dice, ships, base, plus):
    """Every result of so many dice that one side rolls one by one, highest first, with its weight among all."""
    # p17: a capital ship replaces a six-sided die with an eight-sided one, a base replaces all dice of its defender.
    sizes = [8 if base or i < ships[CAPITAL] else 6 for i in range(dice)]
    results = Counter()
    for faces in itertools.product(*(range(1, size + 1) for size in sizes)):
        # p17: a fighter rolls a one again until it is no one. R3: larger dice first, and they stand first here.
        again = [i for i in range(dice) if faces[i] == 1][: ships[FIGHTER]]
        weight = math.prod(sizes[i] - 1 for i in range(dice) if i not in again)  # And 1 for each face of a second roll.
        for second in itertools.product(*(range(2, sizes[i] + 1) for i in again)):
            shown = {**dict(enumerate(faces)), **dict(zip(again, second, strict=True))}
            shown = sorted(shown.values(), reverse=True)
            # p17: bombers add one each to the highest dice, never two to one die. R3: they work last. R5: a card adds to all.
            results[tuple(face + (i < ships[BOMBER]) + plus for i, face in enumerate(shown))] += weight
    return results


@cache
def battle(attack, defence):
    """The chances of the losses (of the attacker, of the defender) in one battle; each side is what `roll` takes."""
    losses = Counter()
    for ours, p in roll(*attack).items():
        for theirs, q in roll(*defence).items():
            # p9: the highest dice are compared, then the next; the rest is ignored. R1: the defender wins a tie.
            wins = [a > d for a, d in zip(ours, theirs, strict=False)]
            losses[wins.count(False), wins.count(True)] += p * q
    return {lost: Fraction(weight, losses.total()) for lost, weight in losses.items()}


def attackers(troops, limit):
    """How many dice an attacker rolls: up to three (p8), up to a limit of the attacker's own, and one troop stays behind (p8)."""
    return min(3, limit, troops - 1)


def helping(ships, dice):
    """R2: in each class, as many ships as dice are rolled take part."""
    return tuple(min(count, dice) for count in ships)


@cache
def invasion(until_one_breaks, ours, theirs):
    """The chances of the troops (of the attacker, of the defender) that are left after one battle, or after the last of many."""
    troops, limit, ships, plus = ours
    defenders, most, their_ships, base, parry = theirs
    ends, going_on = defaultdict(Fraction), defaultdict(Fraction, {(troops, defenders): Fraction(1)})
    while going_on:
        troops, defenders = max(going_on, key=sum)  # No battle leads back to more troops: all ways to this are known.
        chance = going_on.pop((troops, defenders))
        dice, answer = attackers(troops, limit), min(defenders, most)  # p8: one die or two, no more than troops.
        attack = dice, helping(ships, dice), False, plus
        for (lost, won), p in battle(attack, (answer, helping(their_ships, answer), base, parry)).items():
            left = troops - lost, defenders - won
            goes_on = until_one_breaks and left[0] > 1 and left[1] > 0  # p8: the last troop cannot attack.
            (going_on if goes_on else ends)[left] += chance * p
    return dict(ends)


@cache
def star_falls(dice, ships, plus, force):
    """U12: the chance that dice with ships and cards, and the Force for the Rebels (U4), come to 18 or more."""
    results = roll(dice, helping(ships, dice), False, plus)
    return Fraction(sum(p for shown, p in results.items() if sum(shown) + force >= 18), results.total())


# ---- A whole attack, in the words of `State.to_json`. An order is what its key `now.order` holds while the defender answers.

DICE = {"Marksmen": 1, "Surprise": 2, "Drill": 1, "Elite Troops": 2, "Thugs": 1, "Ambush": 1}
SEATS = ("rebels empire", "rebels hutts empire", "rebels empire rebels empire", "rebels empire hutts rebels empire")  # p13


def faction(army, options):
    """The faction of an army; in standard RISK the army itself."""
    if options["variant"] == "standard":
        return army
    return "hutts" if army == "neutral" else SEATS[options["players"] - 2].split()[int(army.removeprefix("seat_"))]


def fleet(planet, left=None):
    """The ships on a planet, without those that are left out."""
    return tuple(max(0, planet.get(ship + "s", 0) - (left or {}).get(ship, 0)) for ship in SHIPS)


def put(planet, troops, ships):
    """A planet with other troops and ships."""
    return {**planet, "troops": troops, **{ship + "s": n for ship, n in zip(SHIPS, ships, strict=True)}}


def view(table, planets=None, **changes):
    """What a battle may change, of a position with some changes: the planets, the Death Star and the Force Meter."""
    table = {**table, **changes, "board": {**table["board"], **(planets or {})}}
    rows = ((name, at.get("army"), at["troops"], *fleet(at), at.get("bases", 0)) for name, at in table["board"].items())
    return tuple(rows), table["star"], table["meter"]


def results(table, order, options):
    """Every position after an attack with its chance, as `view` has it."""
    start, goal = table["board"][order["from"]], table["board"][order["to"]]
    limit, plus, ships = order["with"]["dice"] or 3, order["with"]["plus"], fleet(start, order["with"]["left"])
    rebels = faction(start["army"], options) == "rebels"
    lighter = {"meter": min(table["meter"] + 1, 3)}  # U4: three spaces a side; the meter stops at its ends.
    after = defaultdict(Fraction)

    def leave(troops):
        """The planet of the attack without the dice that so many troops roll and their ships; those dice and ships."""
        dice = attackers(troops, limit)
        gone = helping(ships, dice)
        return put(start, troops - dice, (n - g for n, g in zip(fleet(start), gone, strict=True))), dice, gone

    if table["star"] == order["to"]:
        # U12: the Death Star falls, and the Force moves a space to the light (p15). Or who rolled and helped is lost.
        rest, dice, _ = leave(start["troops"])
        chance = star_falls(dice, ships, plus, table["meter"] if rebels else 0)
        after[view(table, star=None, **lighter)] += chance
        after[view(table, {order["from"]: rest})] += 1 - chance
        return after

    ours = start["troops"], limit, ships, plus
    theirs = goal["troops"], 1 if order["one_die"] else 2, fleet(goal), goal.get("bases", 0) > 0, order["parry"]
    for (troops, defenders), chance in invasion(order["how"] == "break", ours, theirs).items():
        if defenders:
            both = {order["from"]: {**start, "troops": troops}, order["to"]: {**goal, "troops": defenders}}
            after[view(table, both)] += chance
            continue
        # U27, R2: the troops that rolled and the ships that took part in the last battle move in. The attacker lost nobody
        # in it, for it compared as many dice as the defender lost. p17: the defender's ships are destroyed.
        rest, dice, moved = leave(troops)
        both = {order["from"]: rest, order["to"]: put({"army": start["army"]}, dice, moved)}
        # p15: Rebels who take a base destroy it, and the Force moves to the light: one space for any number of bases (R13).
        after[view(table, both, **(lighter if rebels and goal.get("bases", 0) else {}))] += chance
    return after


# ---- The comparison.


class Check:
    """Compares attacks of the package with the rules above, and counts those that agree."""

    def __init__(self, game, rng):
        self.game, self.rng, self.counts = game, rng, Counter()
        self.routes = sorted(game.layout()["relations"]["edges"][0]["rows"])

    def order(self, table, action):
        """What an attack orders; None for another action."""
        words = self.game.action_to_struct(action)
        if words["kind"] != "Attack":
            return None
        start, goal = (list(table["board"])[planet] for planet in self.routes[words["route"]])
        ready = table["this_turn"]["ready"]
        return {"from": start, "to": goal, "how": words["how"], "with": ready, "parry": 0, "one_die": False}

    def position(self, state, where, edited, route=None):
        """Compares two attacks of a position, along one route if it is given, unless they have too many results to list."""
        table = json.loads(state.to_json())
        orders = [(a, order) for a in state.legal_actions() if (order := self.order(table, a))]
        orders = [(a, order) for a, order in orders if route in (None, (order["from"], order["to"]))]
        for action, order in self.rng.sample(orders, min(2, len(orders))):
            try:
                self.follow(state, action, table, order, self.asked(table, order))
                self.counts[f"attacks in {edited} positions"] += 1
            except ht.TooManyOutcomesError:
                self.counts["attacks not compared: too many results to list"] += 1
            except AssertionError as difference:
                here = {name: table["board"][name] for name in (order["from"], order["to"])}
                here = f"{here}, Death Star {table['star']}, meter {table['meter']}, {order}"
                raise SystemExit(f"{where}, {edited}: {here}: {difference}") from None

    def follow(self, state, action, table, order, asked=None):
        """Compares the results of an attack, or of an answer to it, and of all that the defender may answer."""
        found = [(p, after, json.loads(after.to_json())) for p, after in state.outcomes(action, limit=2000)]
        question, now = found[0][1:]
        assert asked in (None, now["stage"] == "defend"), f"whether the defender is asked: {asked} here"
        if now["stage"] == "defend":
            assert len(found) == 1 and view(now) == view(table), "the question to the defender changes the position"
            assert now["now"]["order"] == order, f"the defender is asked about {now['now']['order']}"
            return self.answers(question, table, order)
        theirs, ours, before = defaultdict(float), results(table, order, self.game.options), view(table)[0]
        for p, _, after in found:
            theirs[view(after)] += p
        for after in ours.keys() | theirs.keys():
            p, q = float(ours.get(after, 0)), theirs.get(after, 0.0)
            new = [row for row in after[0] if row not in before]
            assert abs(p - q) <= 1e-12, f"answer {order['parry'], order['one_die']}: {new, after[1:]}: {p} here, {q} there"
        start, goal, star = table["board"][order["from"]], table["board"][order["to"]], table["star"] == order["to"]
        self.counts["distributions"] += 1
        self.counts["on the Death Star" if star else f"how={order['how']}"] += 1
        self.counts["with ships"] += any(fleet(start, order["with"]["left"]) + fleet(goal))
        self.counts["against a base"] += not star and goal.get("bases", 0) > 0
        self.counts["with fewer dice by choice"] += order["with"]["dice"] > 0 or order["one_die"]
        self.counts["with a card that adds"] += order["with"]["plus"] + order["parry"] > 0

    def asked(self, table, order):
        """Whether the defender is asked: about cards (R6), or how many dice to roll (U24)."""
        goal = table["board"][order["to"]]
        choice = self.game.options.get("defence_dice") == "chosen" and goal["army"] != "neutral" and goal["troops"] > 1
        cards = self.game.options["variant"] != "standard" and table["hands"].get(goal["army"])
        return bool(cards) or (choice and any(fleet(goal)) and table["star"] != order["to"])

    def answers(self, state, table, order):
        """Compares what follows the answers of a defender: nothing, one die only, or a card that adds to the dice."""
        for action in state.legal_actions():
            words = self.game.action_to_struct(action)
            card = state.action_to_string(action).removeprefix("play ").split(" (")[0]
            if words["kind"] != "Play":
                self.follow(state, action, table, {**order, "one_die": order["one_die"] or words.get("dice") == "one"})
            elif card in DICE:
                self.follow(state, action, table, {**order, "parry": DICE[card]})

    def edit(self, table):
        """Puts other troops, ships, bases and cards where an attack may come; the route of the attack, None if there is none."""
        rng, board, army = self.rng, table["board"], f"seat_{table['turn']}"
        sides = {name: faction(at["army"], self.game.options) for name, at in board.items() if "army" in at}
        routes = [(list(board)[a], list(board)[b]) for a, b in self.routes]
        routes = [(a, b) for a, b in routes if board[a].get("army") == army and sides.get(b, sides[a]) != sides[a]]
        if not routes:
            return None
        route = rng.choice(routes)
        start, goal = (board[name] for name in route)
        start["troops"], goal["troops"] = rng.randint(2, 9), rng.randint(1, 6)
        ready = table["this_turn"]["ready"] = {"plus": 0, "dice": rng.choice((0, 0, 1, 2)), "left": {}}
        if self.game.options["variant"] == "standard":
            return route
        ready["plus"], table["meter"] = rng.choice((0, 0, 1, 2)), rng.randint(-3, 3)
        for name, at in board.items():
            if at.get("army") in (army, goal["army"]):  # No army has more than three ships of a class.
                most = 3 if name == route[0] or (name == route[1] and at["army"] != "neutral") else 0
                at.update({ship + "s": rng.randint(0, most) for ship in SHIPS})
        ready["left"] = {ship: n for ship in SHIPS if (n := rng.choice((0, rng.randint(0, start[ship + "s"]))))}
        if sides[route[1]] == "empire" and rng.random() < 0.2:
            table["star"] = route[1]
        if sides[route[1]] == "empire" and table["stack"] and not goal.get("bases", 0) and rng.random() < 0.5:
            goal["bases"], table["stack"] = 1, table["stack"] - 1
            if table["emperor"] == "stack" and (not table["stack"] or rng.random() < 0.3):
                table["emperor"] = route[1]
        deck, hand = table["decks"][sides[route[1]]], table["hands"].get(goal["army"])
        cards = [card for card in deck if card.split(" (")[0] in DICE]
        if cards and hand is not None and rng.random() < 0.5:
            card = rng.choice(cards)
            deck[card], hand[card] = deck[card] - 1, hand.get(card, 0) + 1
        return route

    def play(self, agent, seed):
        """Compares attacks in one game."""
        for number, state in enumerate(self.game.replay(self.game.play(agent, seed=seed))):
            table, where = json.loads(state.to_json()), f"seed {seed}, decision {number}"
            if table["stage"] == "invade":
                self.position(state, where, "played")
                if route := self.edit(table):
                    self.position(self.game.from_json(table), where, "edited", route)


def main():
    """Compares attacks in so many games and prints how many agreed."""
    args = arguments(__doc__, games=50)
    check = Check(ht.Game("risk", **args.option), random.Random(args.seed))
    for seed in range(args.seed, args.seed + args.games):
        check.play(args.agent, seed)
    print(f"{args.games} games, no difference")
    for kind, number in check.counts.items():
        print(f"{number:8} {kind}")


if __name__ == "__main__":
    main()
