"""The rules of one battle of Rebellion once more, from the rules reference, the sheet and the rulings alone.

Written to be read beside the rulebook, not to be fast: the battle is one function, and all that it calls follows in the
order in which it happens. "p5" is a page of the rules reference, C1 to C23 are the rulings.
"""

from collections import Counter
from math import factorial
from pathlib import Path

import tomllib

CONFIGS = Path(__file__).parents[3] / "env" / "games" / "configs" / "rebellion_combat"
SIDES = ("empire", "rebels")
THEATRES = ("space", "ground")
COLOURS = ("black", "red")
FACES = ("hit", "direct", "special", "blank")
MOST_ROUNDS = 250  # C22


def read(name):
    """The tables of a file of values."""
    return tomllib.loads((CONFIGS / f"{name}.toml").read_text())


UNITS = {unit["name"]: unit for unit in read("units")["unit"]}
LEADERS = {leader["name"]: leader for leader in read("leaders")["leader"]}
CARDS = {f"{card['name']} ({card['theatre']})": card for card in read("tactics")["card"]}
SCENARIOS = {scenario["name"]: scenario for scenario in read("scenarios")["scenario"]}
DICE = read("dice")
# Actions name cards by their place in the file, leaders and units by their place among those of their side.
KINDS = list(UNITS)
PLACE = {name: i for i, name in enumerate(CARDS)}
for side in SIDES:
    for table in (UNITS, LEADERS):
        PLACE |= {name: i for i, name in enumerate(name for name, entry in table.items() if entry["side"] == side)}


class Unit:
    """A unit in the system."""

    def __init__(self, name, markers=0):
        self.name = name
        self.markers = markers  # damage of earlier attacks
        self.assigned = 0  # damage of this attack, which can still be blocked
        self.chosen = False  # by the effect of the card being played

    @property
    def alike(self):
        """Units with the same value are one choice."""
        return KINDS.index(self.name), self.markers, self.assigned, self.chosen


class Referee:
    """A battle."""

    # The campaign around the battle; counters within a card, whose choices are compared instead.
    left_out = ("by_campaign", "verbs_left", "memo")

    def __init__(self, options):
        self.options = options
        self.health_colour = {name: unit.get("colour") for name, unit in UNITS.items()}
        self.health_colour["Death Star Under Construction"] = options["dsuc_health"]  # C1

    # Set-up

    def start(self, chance):
        """Sets a battle with a name up."""
        scenario = SCENARIOS[self.options["scenario"]]
        self.current = scenario["current"]
        self.loyalty = scenario.get("loyalty")
        self.plans = scenario.get("plans", False)
        self.neighbours = [
            {"origin": n.get("origin", False), "loyalty": n.get("loyalty"), "units": set(n.get("units", []))}
            for n in scenario.get("neighbours", [])
        ]
        self.units = {
            side: [Unit(name) for name in UNITS for _ in range(scenario[side]["units"].get(name, 0))] for side in SIDES
        }
        self.here = {side: set(scenario[side].get("leaders", [])) for side in SIDES}
        self.pool = {side: set(scenario[side].get("pool", [])) for side in SIDES}
        self.set_up(chance)

    def begin(self, table):
        """Takes a generated battle over as it was set up; False for a battle with a name, which is set up from its own data."""
        if self.options["scenario"] != "random":
            return False
        self.current, self.plans = table["current"], table["plans"]
        self.loyalty = None if table["loyalty"] == "neutral" else table["loyalty"]
        self.neighbours = [
            {"origin": n["origin"], "loyalty": n["loyalty"] if n["loyalty"] in SIDES else None, "units": set(n["units"])}
            for n in table["neighbours"]
        ]
        self.units = {
            side: [Unit(name, n) for name, markers in table[side]["units"].items() for n in markers] for side in SIDES
        }
        self.here = {side: set(table[side]["leaders"]) for side in SIDES}
        self.pool = {side: set(table[side]["pool"]) for side in SIDES}
        self.set_up(None)
        return True

    def set_up(self, chance):
        """What is alike in all battles."""
        self.deck = Counter({name: card["copies"] for name, card in CARDS.items()})
        self.hand = {side: Counter() for side in SIDES}
        self.discards = Counter()
        self.theatre = "space"  # of the step that is being played
        self.playing = None
        self.parked = {side: [] for side in SIDES}  # destroyed in this battle step, in which they still attack
        self.lost = {side: Counter() for side in SIDES}
        self.retreated = {side: Counter() for side in SIDES}
        self.leaders_retreated = {side: [] for side in SIDES}
        self.fled_to = dict.fromkeys(SIDES)
        self.cannot_retreat = dict.fromkeys(SIDES, False)
        self.needs_no_carriers = dict.fromkeys(SIDES, False)
        self.cannot_block = False
        self.dice = Counter()
        self.chosen_dice = Counter()
        self.room = 0  # for units that must be carried
        self.round = 0
        self.won = {}
        self.battles = [theatre for theatre in THEATRES if self.contested(theatre)]
        values = [UNITS[unit.name]["value"] for side in SIDES for unit in self.units[side]]
        self.at_stake = sum(values) + self.options["hold"]
        self.side = self.question = self.reason = None
        self.choices = {}
        self.chance = chance
        self.flow = self.battle()
        self.go_on(None)

    def go_on(self, action):
        """Plays on until the next question, or to the end."""
        try:
            self.flow.send(action)
        except StopIteration:
            self.side = self.question = None
            self.choices = {}

    def ask(self, side, question, choices):
        """Asks a side; the choices are the names of actions, each with what it stands for."""
        self.side, self.question, self.choices = side, question, choices
        return choices[(yield)]

    # The battle (p4)

    def battle(self):
        """Add leaders, draw tactic cards, then round after round."""
        order = self.order()
        for side in order:
            yield from self.add_leader(side)
        for side in order:
            yield from self.draw_for_leaders(side)
        while not self.reason:
            self.round += 1
            for self.theatre in THEATRES:
                yield from self.battle_step(order)
            self.see_who_won()
            for side in order:
                yield from self.retreat(side)
            self.cannot_retreat = dict.fromkeys(SIDES, False)
            self.needs_no_carriers = dict.fromkeys(SIDES, False)
            self.lose_the_helpless()
            self.see_who_won()
            self.judge()

    def order(self):
        """The current player comes first (p4)."""
        return (self.current, self.other(self.current))

    def other(self, side):
        """The enemy of a side."""
        return SIDES[1 - SIDES.index(side)]

    def there(self, side, theatre):
        """The units of a side that belong to a theatre."""
        return [unit for unit in self.units[side] if UNITS[unit.name]["theatre"] == theatre]

    def contested(self, theatre):
        """Whether both sides have units in a theatre."""
        return all(self.there(side, theatre) for side in SIDES)

    # Step 1: a leader is added (p4, C7)

    def add_leader(self, side):
        """A side that has no leader with tactic values there may add one from its pool."""
        if any(self.has_values(name) for name in self.here[side]):
            return
        addable = [name for name in self.pool[side] if self.options["add_leader"] == "any" or self.has_values(name)]
        if not addable:
            return
        leaders = {f"AddLeader leader={PLACE[name]}": name for name in addable}
        name = yield from self.ask(side, "leaders", {"Done": None} | leaders)
        if name:
            self.pool[side].remove(name)
            self.here[side].add(name)

    def has_values(self, leader):
        """Whether a leader has a tactic value in either theatre."""
        return any(LEADERS[leader][theatre] for theatre in THEATRES)

    # Step 2: tactic cards are drawn (p4)

    def draw_for_leaders(self, side):
        """The best value of the leaders there, in each theatre where both sides have units."""
        for self.theatre in THEATRES:
            best = max((LEADERS[name][self.theatre] for name in self.here[side]), default=0)
            if best and self.contested(self.theatre) and self.can_draw(self.theatre):
                yield from self.ask(side, "tactics", {"Proceed": None})
                for _ in range(best):
                    self.draw(side, self.theatre)

    def can_draw(self, theatre):
        """Whether a deck has a card, or may be made of its discards (C2)."""
        if not self.options["tactics"]:
            return False
        return bool(self.of(self.deck, theatre)) or (self.options["reshuffle"] and bool(self.of(self.discards, theatre)))

    def of(self, cards, theatre):
        """The kinds of cards of a theatre among these."""
        return [name for name, card in CARDS.items() if card["theatre"] == theatre and cards[name]]

    def draw(self, side, theatre):
        """Draws one card, if there is one."""
        if not self.can_draw(theatre):
            return
        if not self.of(self.deck, theatre):  # C2; a card that is being played is in no pile yet
            for name in self.of(self.discards, theatre):
                self.deck[name] = self.discards.pop(name)
        kinds = [name for name, card in CARDS.items() if card["theatre"] == theatre]
        name = kinds[self.chance.pick([self.deck[name] for name in kinds])]
        self.deck[name] -= 1
        self.hand[side][name] += 1

    # Step 3: a round: the battles in space and on the ground

    def battle_step(self, order):
        """The current player attacks, then the enemy, if both have units there."""
        if not self.contested(self.theatre):
            return
        if self.theatre == "ground":
            for side in order:
                yield from self.draw_for_structures(side)
        for side in order:
            yield from self.attack(side)
        for side in SIDES:
            self.lost[side].update(self.parked[side])
            self.parked[side] = []
        if self.theatre == "space":
            yield from self.try_plans()

    def draw_for_structures(self, side):
        """A Shield Generator draws a card at the start of each ground battle, several one each (C8)."""
        cards = sum(UNITS[unit.name].get("draws", 0) for unit in self.units[side])
        if cards and self.options["tactics"]:  # asked even if the deck is empty
            yield from self.ask(side, "structures", {"Proceed": None})
            for _ in range(cards):
                self.draw(side, "ground")

    def try_plans(self):
        """The plans of the Death Star: a direct hit among three dice destroys a station (C14, C16)."""
        if not self.can_try_plans():
            return
        if not (yield from self.ask("rebels", "plans", {"UsePlans": True, "Done": False})):
            return
        if self.roll({"red": 3})["red", "direct"]:
            self.plans = False
            choices = self.names("Damage target", self.stations())
            station = next(iter(choices.values()))
            if len(choices) > 1:  # the Rebels choose, while the die lies there
                self.dice = Counter({("red", "direct"): 1})
                station = yield from self.ask("rebels", "plans", choices)
                self.dice = Counter()
            self.units["empire"].remove(station)
            self.lost["empire"][station.name] += 1

    def can_try_plans(self):
        """Whether the Rebels hold the plans, and have a fighter and a target left."""
        fighters = any(UNITS[unit.name]["class"] == "fighter" for unit in self.units["rebels"])
        return self.plans and fighters and bool(self.stations())

    def stations(self):
        """The Death Stars, finished or not (C14)."""
        return [unit for unit in self.units["empire"] if UNITS[unit.name]["class"] == "station"]

    # An attack (p4 and p5)

    def attack(self, side):
        """Roll dice, combat actions, assign damage, block damage, destroy units."""
        self.attacker = side
        numbers = self.numbers(side, self.theatre)
        self.dice = Counter()
        if any(numbers.values()):
            yield from self.ask(side, "roll", {"Proceed": None})
            self.dice = self.roll(numbers)
        yield from self.combat_actions(side)
        yield from self.assign(side)
        yield from self.block(self.other(side))
        self.dice = Counter()
        self.cannot_block = False
        self.destroy(self.other(side))

    # 1: dice are rolled

    def numbers(self, side, theatre):
        """How many dice of each colour a side rolls; what is taken off comes off before the limit (p4)."""
        names = [unit.name for unit in self.there(side, theatre)]
        names += [name for name in self.parked[side] if UNITS[name]["theatre"] == theatre]
        numbers = {colour: sum(UNITS[name][colour] for name in names) for colour in COLOURS}
        if theatre == "space":
            numbers["red"] -= sum(UNITS[unit.name].get("cuts_red", 0) for unit in self.units[self.other(side)])
        return {colour: min(max(numbers[colour], 0), DICE[colour]["most"]) for colour in COLOURS}

    def roll(self, numbers):
        """Rolls dice: one answer of chance for each colour, which says how many dice show each face."""
        shown = Counter()
        for colour in COLOURS:
            n = numbers.get(colour, 0)
            if not n:
                continue
            rolls = [
                (hits, directs, specials, n - hits - directs - specials)
                for hits in range(n, -1, -1)
                for directs in range(n - hits, -1, -1)
                for specials in range(n - hits - directs, -1, -1)
            ]
            roll = rolls[self.chance.pick([self.ways(colour, roll) for roll in rolls])]
            shown.update({(colour, face): count for face, count in zip(FACES, roll, strict=True)})
        return shown

    def ways(self, colour, roll):
        """In how many ways dice can show these faces."""
        ways = factorial(sum(roll))
        for face, count in zip(FACES, roll, strict=True):
            ways = ways // factorial(count) * DICE[colour]["faces"].count(face) ** count
        return ways

    # 2: combat actions: draw cards and play cards, any number in any order

    def combat_actions(self, side):
        """Asks while there is a special to draw with or a card of this theatre in the hand."""
        while True:
            draws = {f"Draw colour={colour}": colour for colour in self.specials() if self.can_draw(self.theatre)}
            if not draws and not self.of(self.hand[side], self.theatre):
                return
            plays = {f"Play card={PLACE[name]}": name for name in self.playable(side, "attack")}
            answer = yield from self.ask(side, "actions", {"Done": None} | draws | plays)
            if not answer:
                return
            if answer in COLOURS:
                self.dice[answer, "special"] -= 1
                self.draw(side, self.theatre)
            else:
                yield from self.play_card(side, answer)

    def specials(self):
        """The colours of which a die shows a special."""
        return [colour for colour in COLOURS if self.dice[colour, "special"]]

    def playable(self, side, when):
        """The cards in the hand that can be played now: each effect must change something (C9)."""
        return [
            name
            for name in self.of(self.hand[side], self.theatre)
            if CARDS[name]["when"] == when
            and (self.specials() or not CARDS[name]["special"])
            and all(self.would_change(side, name, effect) for effect in CARDS[name]["effect"])
        ]

    def would_change(self, side, name, effect):
        """Whether an effect of a card would change anything."""
        enemy = self.other(side)
        match effect["verb"]:
            case "reroll":
                return any(self.dice.values())
            case "damage":
                return self.amount(side, effect) > 0 and bool(self.targets(side))
            case "forbid_block":
                return not self.cannot_block
            case "draw":
                return any(self.can_draw(theatre) for theatre in THEATRES)
            case "forbid_retreat":
                return self.options["retreat"] and self.fled_to[enemy] is None and not self.cannot_retreat[enemy]
            case "free_retreat":
                return self.options["retreat"] and self.fled_to[side] is None and not self.needs_no_carriers[side]
            case "discard":
                return sum(self.hand[side][other] for other in self.of(self.hand[side], self.theatre)) > 1
            case "block":
                return any(unit.assigned for unit in self.units[side])

    def amount(self, side, effect):
        """How much damage a card does; Bombardment counts the red dice of an own ship in the system (C11)."""
        if effect.get("per") == "red_of_a_ship":
            return effect["n"] * max((UNITS[unit.name]["red"] for unit in self.there(side, "space")), default=0)
        return effect["n"]

    def play_card(self, side, name):
        """Pays for a card, does what it says, and discards it."""
        self.hand[side][name] -= 1
        self.playing = name
        if CARDS[name]["special"]:
            colours = self.specials()
            colour = colours[0]
            if len(colours) > 1:
                colour = yield from self.ask(side, "special", {f"Spend colour={colour}": colour for colour in colours})
            self.dice[colour, "special"] -= 1
        for effect in CARDS[name]["effect"]:
            match effect["verb"]:
                case "reroll":
                    yield from self.reroll(side, effect["n"])
                case "damage":
                    yield from self.damage_by_card(side, effect)
                case "forbid_block":
                    self.cannot_block = True
                case "draw":
                    yield from self.draw_by_card(side, effect["n"])
                case "forbid_retreat":
                    self.cannot_retreat[self.other(side)] = True
                case "free_retreat":
                    self.needs_no_carriers[side] = True
                case "discard":
                    cards = {f"Discard card={PLACE[card]}": card for card in self.of(self.hand[side], self.theatre)}
                    card = yield from self.ask(side, "card", cards)
                    self.hand[side][card] -= 1
                    self.discards[card] += 1
                case "block":
                    yield from self.block_by_card(side, effect["n"])
        self.discards[name] += 1
        self.playing = None

    def reroll(self, side, n):
        """Chooses dice, all of which are then rolled again at the same time (p5)."""
        chosen = self.chosen_dice = Counter()
        while sum(chosen.values()) < n:
            shown = [(colour, face) for colour in COLOURS for face in FACES if self.dice[colour, face]]
            dice = {f"Reroll die={colour}.{face}": (colour, face) for colour, face in shown}
            if not dice:
                break
            stop = {"Done": None} if sum(chosen.values()) else {}
            die = yield from self.ask(side, "die", dice | stop)
            if not die:
                break
            self.dice[die] -= 1
            chosen[die[0]] += 1
        self.dice.update(self.roll(chosen))
        self.chosen_dice = Counter()

    def draw_by_card(self, side, n):
        """Draws cards one after the other; the deck is chosen for each (C10), unless only one has cards."""
        for _ in range(n):
            decks = [theatre for theatre in THEATRES if self.can_draw(theatre)]
            deck = decks[0] if decks else None
            if len(decks) > 1:
                deck = yield from self.ask(side, "deck", {f"DrawFrom deck={theatre}": theatre for theatre in decks})
            if deck:
                self.draw(side, deck)

    def damage_by_card(self, side, effect):
        """Damage without a colour on enemy units of the theatre (p5): on any, on one, or on each of up to so many."""
        to, n = effect.get("to", "any"), self.amount(side, effect)
        for i in range(1 if to == "one" else n):
            targets = self.names("Damage target", self.targets(side))
            if not targets:
                break
            stop = {"Done": None} if to == "each" and i else {}
            unit = yield from self.ask(side, "target", targets | stop)
            if not unit:
                break
            unit.assigned += n if to == "one" else 1
            unit.chosen = to == "each"
        for unit in self.units[self.other(side)]:
            unit.chosen = False

    def targets(self, side, colour=None):
        """The enemy units of the theatre that can take damage, of a colour of health or of any."""
        targets = [
            unit
            for unit in self.there(self.other(side), self.theatre)
            if UNITS[unit.name]["health"] and colour in (None, self.health_colour[unit.name]) and not unit.chosen
        ]
        if not self.options["overkill"]:  # C3, C4
            targets = [unit for unit in targets if not self.is_doomed(unit)] or targets
        return targets

    def is_doomed(self, unit):
        """Whether a unit has enough damage to be destroyed."""
        return 0 < UNITS[unit.name]["health"] <= unit.markers + unit.assigned

    def names(self, action, units):
        """The actions that name these units; equal ones are one choice.

        A unit that this attack has hurt is named by its place among all those, others by their kind and their markers.
        """
        wounded = [unit.alike for unit in self.wounded()]
        names = {}
        for unit in units:
            if action == "Block unit":
                name = wounded.index(unit.alike)
            elif unit.assigned:
                name = f"wounded.{wounded.index(unit.alike)}"
            else:
                name = f"{PLACE[unit.name]}.{unit.markers}"
            names[f"{action}={name}"] = unit
        return names

    def wounded(self):
        """The units that this attack has hurt, in the order of their kinds, markers and damage."""
        units = [unit for side in SIDES for unit in self.units[side] if unit.assigned]
        return sorted(units, key=lambda unit: unit.alike)

    # 3: damage is assigned

    def assign(self, side):
        """Die after die: hits before direct hits, black before red (C6); each that can be assigned must be (p5, C4)."""
        for face in ("hit", "direct"):
            for colour in COLOURS:
                while self.dice[colour, face]:
                    targets = self.names("Damage target", self.targets(side, colour if face == "hit" else None))
                    if not targets:
                        break
                    unit = yield from self.ask(side, "assign", targets)
                    self.dice[colour, face] -= 1
                    unit.assigned += 1

    # 4: damage is blocked

    def block(self, side):
        """The defender plays cards that block damage of this attack, while there is any and a card of the theatre."""
        while not self.cannot_block and self.of(self.hand[side], self.theatre) and any(u.assigned for u in self.units[side]):
            plays = {f"Play card={PLACE[name]}": name for name in self.playable(side, "block")}
            name = yield from self.ask(side, "block", {"Done": None} | plays)
            if not name:
                return
            yield from self.play_card(side, name)

    def block_by_card(self, side, n):
        """Takes up to so much damage of this attack off; markers stay (p5)."""
        for i in range(n):
            units = self.names("Block unit", [unit for unit in self.units[side] if unit.assigned])
            if not units:
                return
            unit = yield from self.ask(side, "own unit", units | ({"Done": None} if i else {}))
            if not unit:
                return
            unit.assigned -= 1

    # 5: units are destroyed (C5)

    def destroy(self, side):
        """Units with as much damage as health are destroyed; on the others the damage stays."""
        for unit in self.units[side][:]:
            if self.is_doomed(unit):
                self.units[side].remove(unit)
                self.parked[side].append(unit.name)
            unit.markers += unit.assigned
            unit.assigned = 0

    # A round: retreats (p5)

    def retreat(self, side):
        """A side may retreat with one of its leaders, once in a combat."""
        if not self.may_retreat(side):
            return
        choices = {f"Retreat to={to}": to for to in self.destinations(side)}
        if not (side == "rebels" and self.is_stuck()):  # C17
            choices["Done"] = None
        to = yield from self.ask(side, "retreat", choices)
        if to is None:
            return
        self.fled_to[side] = to
        leader = yield from self.ask(side, "lead", {f"Lead leader={PLACE[name]}": name for name in self.here[side]})
        self.here[side].remove(leader)  # the others stay (C19)
        self.leaders_retreated[side].append(leader)
        ships = self.movers(side, "free")
        for ship in ships:
            self.leave(side, ship)
        self.room = sum(UNITS[ship.name]["carries"] for ship in ships)
        while self.room or self.needs_no_carriers[side]:
            staying = self.names("Take unit", self.movers(side, "carried"))
            if not staying:
                break
            stop = {"Done": None} if self.retreated[side] else {}
            unit = yield from self.ask(side, "take", staying | stop)
            if not unit:
                break
            self.leave(side, unit)
            if not self.needs_no_carriers[side]:
                self.room -= 1
        self.room = 0
        self.neighbours[to]["units"].add(side)

    def leave(self, side, unit):
        """A unit retreats."""
        self.units[side].remove(unit)
        self.retreated[side][unit.name] += 1

    def movers(self, side, moves):
        """The units that move in this way: free, carried or immobile."""
        return [unit for unit in self.units[side] if UNITS[unit.name]["moves"] == moves]

    def may_retreat(self, side):
        """Whether a side may retreat now."""
        can_go = self.movers(side, "free") or (self.needs_no_carriers[side] and self.movers(side, "carried"))
        return bool(
            self.options["retreat"]
            and self.fled_to[side] is None
            and not self.cannot_retreat[side]
            and self.units[self.other(side)]
            and self.here[side]
            and not (side == "empire" and self.stations())  # C14
            and can_go  # a leader only goes with units
            and self.destinations(side)
        )

    def destinations(self, side):
        """The neighbours that are open: with own units or loyalty if there are any, otherwise without units (C20, C21)."""
        open_ones = {
            i: n
            for i, n in enumerate(self.neighbours)
            if self.other(side) not in n["units"] and (side == self.current or not n["origin"])
        }
        own = [i for i, n in open_ones.items() if side in n["units"] or n["loyalty"] == side]
        return own or [i for i, n in open_ones.items() if not n["units"]]

    # A round: the end (p4)

    def lose_the_helpless(self):
        """Transports, structures and stations under construction that are left alone with the enemy are lost (C18)."""
        alone = [(side, theatre) for side in SIDES for theatre in THEATRES if self.is_helpless(side, theatre)]
        for side, theatre in alone:
            for unit in self.there(side, theatre):
                self.units[side].remove(unit)
                self.lost[side][unit.name] += 1

    def is_helpless(self, side, theatre):
        """Whether all that a side has in a theatre is helpless, and the enemy is there."""
        return self.contested(theatre) and all(UNITS[unit.name].get("helpless") for unit in self.there(side, theatre))

    def is_stuck(self):
        """Whether a combat would go on although neither side can do any damage; the plans may still do some (C17)."""
        contested = [theatre for theatre in THEATRES if self.contested(theatre)]
        for theatre in contested:
            for side in SIDES:
                dice = any(self.numbers(side, theatre).values())
                if dice and any(UNITS[unit.name]["health"] for unit in self.there(self.other(side), theatre)):
                    return False
        goes_on = any(not any(self.is_helpless(side, theatre) for side in SIDES) for theatre in contested)  # C18
        return goes_on and not self.can_try_plans()

    def judge(self):
        """Whether the combat is over, and why."""
        if not any(self.contested(theatre) for theatre in THEATRES):
            holder = self.holder()
            if holder:
                self.reason = "empire_holds" if holder == "empire" else "rebels_hold"
            else:
                self.reason = "apart" if self.units["empire"] else "empty"
        elif self.is_stuck():
            self.reason = "stalemate"
        elif self.round == MOST_ROUNDS:
            self.reason = "endless"

    def holder(self):
        """The side that alone has units in the system."""
        left = [side for side in SIDES if self.units[side]]
        return left[0] if len(left) == 1 else None

    # Who has won (C23)

    def see_who_won(self):
        """A side has won the battle of a theatre if the enemy had units there and has none left, and it has some (p5).

        This is seen before and after the retreats of a round; what is won stays won.
        """
        for theatre in self.battles:
            left = [side for side in SIDES if self.there(side, theatre)]
            if len(left) == 1:
                self.won.setdefault(theatre, left[0])

    def points(self, side):
        """The value of the enemy units destroyed, and the points for holding the system at the end."""
        points = sum(UNITS[name]["value"] * n for name, n in self.lost[self.other(side)].items())
        return points + (self.options["hold"] if self.holder() == side else 0)

    # What a comparison asks

    def actor(self):
        """The seat that decides, None at the end."""
        return SIDES.index(self.side) if self.question else None

    def legal(self):
        """The names of the legal actions."""
        return set(self.choices)

    def play(self, action, chance):
        """Plays an action and all that follows until the next decision."""
        self.chance = chance
        self.go_on(action)

    def scores(self):
        """The result of each seat, None before the end."""
        if self.question:
            return None
        empire, rebels = (self.points(side) for side in SIDES)
        share = (empire > rebels) - (empire < rebels)
        if self.options["score"] == "margin":
            # The texts only say that it grows with the difference; this is the share of all that could be won.
            share = (empire - rebels) / self.at_stake
        return [(1 + share) / 2, (1 - share) / 2]

    def table(self):
        """The position in the words of the package; outside the attacks it keeps a theatre and a side too."""
        order = {name: i for i, name in enumerate([*UNITS, *LEADERS, *CARDS])}
        table = {
            "loyalty": self.loyalty or "neutral",
            "current": self.current,
            "plans": self.plans,
            "neighbours": [
                {"loyalty": n["loyalty"] or "neutral", "units": [s for s in SIDES if s in n["units"]], "origin": n["origin"]}
                for n in self.neighbours
            ],
            # The package lays a card on the discards at once, and only leaves it out of a new deck (C2).
            "discards": self.pile(self.discards + Counter([self.playing] if self.playing else [])),
            "round": self.round,
            "stage": self.stage(),
            "ending": self.reason or "unfinished",
            "won": self.won,
            "now": {
                "theatre": self.theatre if self.question else "space",
                "side": self.attacker if self.stage() == "block" else self.side or self.current,
                "dice": {f"{colour}.{face}": n for (colour, face), n in self.dice.items() if n},
                "rolled_again": {colour: n for colour, n in self.chosen_dice.items() if n},
                "hits": [
                    {"unit": unit.name, "markers": unit.markers, "assigned": unit.assigned, "chosen": unit.chosen}
                    for unit in self.wounded()
                ],
                "no_block": self.cannot_block,
                "playing": self.playing and {"theatre": CARDS[self.playing]["theatre"], "card": CARDS[self.playing]["name"]},
                "room": self.room,
            },
        }
        for side in SIDES:
            healthy = {name: sorted(u.markers for u in self.units[side] if u.name == name and not u.assigned) for name in UNITS}
            table[side] = {
                "units": {name: markers for name, markers in healthy.items() if markers},
                "leaders": sorted(self.here[side], key=order.get),
                "pool": sorted(self.pool[side], key=order.get),
                "leaders_retreated": self.leaders_retreated[side],
                "hand": self.pile(self.hand[side]),
                "destroyed_in_this_step": dict(Counter(self.parked[side])),
                "lost": dict(+self.lost[side]),
                "retreated": dict(+self.retreated[side]),
                "fled_to": self.fled_to[side],
                "cannot_retreat_in_this_round": self.cannot_retreat[side],
                "retreats_without_carriers_in_this_round": self.needs_no_carriers[side],
            }
        return table

    def pile(self, cards):
        """Cards by theatre and name."""
        return {
            theatre: {CARDS[name]["name"]: n for name, n in cards.items() if n and CARDS[name]["theatre"] == theatre}
            for theatre in THEATRES
        }

    def stage(self):
        """The step of the battle; while a card asks it is the step in which it is played."""
        if not self.question:
            return "over"
        if self.playing:
            return "actions" if CARDS[self.playing]["when"] == "attack" else "block"
        return self.question
