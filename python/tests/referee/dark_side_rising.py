"""Dark Side Rising as a rulebook tells it: a second, slow and flat program of the rules.

It was written from the rulebook, its rulings and the printed values alone, in the order of the rulebook. A page such
as p9 is a page of the rulebook, a number such as R13 a ruling. The game is one generator: it stops wherever a player
is asked something, with the answers that are legal there, and goes on with the answer.
"""

import functools
import itertools
import math
import pathlib

import tomllib

# ----------------------------------------------------------------------------------------------------- components (p2-3)

DATA = pathlib.Path(__file__).parents[3] / "env/games/configs/dark_side_rising"


def printed(name):
    """What is printed on the components, by the name of the file."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


REBELS = printed("rebels")["rebel"]
IMPERIALS = printed("imperials")["imperial"]
CARDS = REBELS + IMPERIALS  # a card is known by its number in this list
TEAMS = {team["team"]: team for team in printed("teams")["team"]}
TOKENS = printed("tokens")["token"]
COMPONENTS = printed("components")["component"]
SUPPLY = {colour: dice["supply"] for colour, dice in printed("dice")["rebellion"].items()}

SECTORS = ["scarif", "eadu", "jedha"]  # clockwise
TRAITS = ["tactical", "intelligence", "support", "leadership"]
COLOURS = ["red", "blue", "green", "purple"]
FACES = ["a", "b", "c", "d", "e"]

# What a face shows, by colour and face: a trait and how many of its symbols (p8). Each colour is strong in one trait.
SHOWS = {}
for _colour, _strong in zip(COLOURS, TRAITS, strict=True):
    _others = [trait for trait in TRAITS if trait != _strong]
    for _face, _symbols in zip(FACES, [(_strong, 1), (_strong, 2), *((trait, 1) for trait in _others)], strict=True):
        SHOWS[_colour, _face] = _symbols
DICE = list(SHOWS)  # the types of dice, in order


def is_rebel(number):
    """Whether the card with this number is a Rebel."""
    return number < len(REBELS)


def number_of(name):
    """The number of the card with this name."""
    return next(number for number, card in enumerate(CARDS) if card["name"] == name)


def cost(number):
    """The symbols that recruit a Rebel or damage an Imperial."""
    return CARDS[number]["recruit" if is_rebel(number) else "attack"]


def capacity(number):
    """How many damage counters a card has space for."""
    return CARDS[number]["capacity"]


@functools.cache
def throws(n):
    """What n dice of one colour can show: the number of dice on each of the five faces, and how often of 6**n."""
    shown = [faces for faces in itertools.product(range(n, -1, -1), repeat=len(FACES)) if sum(faces) == n]
    return shown, [math.factorial(n) // math.prod(math.factorial(k) for k in faces) * 2 ** faces[0] for faces in shown]


class Referee:
    """One game. What lies on the table are plain fields; a card in play is a dict."""

    # How the package keeps an effect that is not finished, and how far it has come through a team.
    left_out = frozenset(["effects", "place_reached"])

    def __init__(self, options):
        self.options = options

    # ------------------------------------------------------------------------------------------------ the interface

    def start(self, chance):
        """Sets the table up and goes on to the first question."""
        self.chance = chance
        self.flow = self.game()
        self.answers = next(self.flow)

    def play(self, action, chance):
        """Gives the answer with this name to the question, and goes on to the next."""
        self.chance = chance
        self.answers = self.flow.send(self.answers[action])

    def legal(self):
        """The names of all answers to the question."""
        return list(self.answers)

    def actor(self):
        """The seat that is asked."""
        return None if self.ending else self.active

    def scores(self):
        """1 for all or 0 for all (p9: the players win or lose together)."""
        return [float(self.ending == "won")] * self.options["players"] if self.ending else None

    # ------------------------------------------------------------------------------------------------- set-up (p4-5)

    def game(self):
        """The whole game, from the set-up to the end (p4-9)."""
        players = self.options["players"]
        if self.options["teams"] == "random":
            names = list(TEAMS)
            for i in range(3):
                j = i + self.chance.below(4 - i)
                names[i], names[j] = names[j], names[i]
            self.teams = names[:players]
        else:
            self.teams = self.options["teams"].split(",")
        leaders = [number_of(TEAMS[team]["leader"]) for team in self.teams]
        self.rebels = [[new_member(leader)] for leader in leaders]
        # R48: the leaders of the teams that nobody plays are shuffled in.
        self.deck = [number for number in range(len(CARDS)) if number not in leaders]
        self.supply = {token["token"]: token["count"] for token in TOKENS}  # face down
        self.usable = dict.fromkeys(self.supply, 0)  # R17: one pool of all players
        self.locked = dict.fromkeys(self.supply, 0)
        self.discarded = dict.fromkeys(self.supply, 0)
        self.counters = {part["component"]: self.options["start_counters"] for part in COMPONENTS}  # variant, p12
        self.operational = []
        self.defeated = []
        self.vader = self.chance.below(3)
        self.places = [[self.from_deck() for _ in range(3)] for _ in SECTORS]
        first = self.options["first"]
        self.active = self.chance.below(players) if first == "random" else int(first)  # R46
        self.turns = 0
        self.ending = None
        self.clear()
        while not self.ending:
            yield from self.turn()
        self.stage = "over"
        yield {}

    def from_deck(self):
        """The top card of the deck, which may be any; R32: None if there is none."""
        return new_card(self.deck.pop(self.chance.below(len(self.deck)))) if self.deck else None

    def clear(self):
        """Forgets all that belongs to one turn: before the first turn and after each."""
        self.deployed = None
        self.helmet = False
        self.healing_forbidden = False
        self.fewer_dice = 0
        self.box = dict(SUPPLY)  # p9: all dice go back to the shared pool
        self.waiting = dict.fromkeys(COLOURS, 0)  # to be rolled
        self.rolled = dict.fromkeys(DICE, 0)  # showing a face, not assigned
        self.spent = dict.fromkeys(COLOURS, 0)  # assigned or forfeited
        self.opening_roll_to_come = False
        self.assigned = False  # whether a die of this roll is
        self.spots_with_dice = set()
        self.spots_in_this_roll = set()
        self.strikes = 0  # damage put on Imperials
        self.recruits = []
        self.chosen = []
        for card in itertools.chain(*self.places):
            if card:
                card["matched"] = {}
        for member in itertools.chain(*self.rebels):
            member.update(used=False, paid=0)

    # -------------------------------------------------------------------------------------------- game play (p6): a turn

    def turn(self):
        """The four steps (p6), and then the next player (p9)."""
        yield from self.deploy()
        self.dark_side()
        yield from self.rebellion_dice()
        yield from self.conclude()

    @property
    def team(self):
        """The Rebels on the team of the active seat."""
        return self.rebels[self.active]

    # ------------------------------------------------------------------------------- step 1: the deployment token (p6)

    def deploy(self):
        """The active player chooses a sector; R33: also an empty one."""
        self.stage = "deploy"
        while True:
            answers = {f"Deploy sector={sector}": ("deploy", i) for i, sector in enumerate(SECTORS)}
            if self.options["before_dark_dice"]:  # R18, R37
                answers |= self.free_abilities(["once"]) | self.removing_tokens()
            what, *which = yield answers
            if what == "deploy":
                self.deployed = which[0]
                return
            yield from self.use(what, *which)

    # ------------------------------------------------------------------------------------- step 2: the dark side (p7)

    def dark_side(self):
        """Death Star die, Vader's die, Vader's attack, the Imperials; nobody is asked anything."""
        self.death_star_die()
        face = ["clockwise", "counter_clockwise", "helmet", "death_star"][self.chance.pick([2, 2, 1, 1])]
        if face == "clockwise":
            self.vader = (self.vader + 1) % 3
        elif face == "counter_clockwise":
            self.vader = (self.vader - 1) % 3
        elif face == "helmet":
            self.helmet = True
        elif face == "death_star":
            self.death_star_die()  # R2: at once
        # R1: Vader attacks before the Imperials act; R40: only where he is.
        for card in self.rebels_at(self.vader):
            hurt(card)
        # R6: place by place; with the helmet the other sectors follow clockwise (p7).
        for sector in [(self.vader + i) % 3 for i in range(3 if self.helmet else 1)]:
            for card in self.places[sector]:
                if card and not is_rebel(card["number"]):
                    self.imperial_acts(card, sector)

    def death_star_die(self):
        """One counter on the component of the colour, or its effect if it is operational (p7, p11)."""
        part = COMPONENTS[self.chance.pick([1] * len(COMPONENTS))]
        colour = part["component"]
        if colour in self.operational:
            for effect in part["effect"]:
                self.dark_effect(effect)
        elif self.counters[colour] < part["spaces"]:  # R3: else the counter is lost
            self.counters[colour] += 1

    def rebels_at(self, sector):
        """The Rebels in a sector, with the active team if it is deployed there (p7)."""
        there = [card for card in self.places[sector] if card and is_rebel(card["number"])]
        return there + (self.team if self.deployed == sector else [])

    def imperial_acts(self, imperial, sector):
        """The ability of an Imperial; R41: 'here' is its own sector."""
        for effect in CARDS[imperial["number"]]["effect"]:
            self.dark_effect(effect, imperial, sector)

    def dark_effect(self, effect, imperial=None, sector=None):
        """An effect of an Imperial or of a component."""
        verb = effect["verb"]
        if verb == "damage":
            self.dark_damage(effect, sector)
        elif verb == "heal_imperials":
            for card in itertools.chain(*self.places):  # R42: in all sectors, but not himself
                if card and not is_rebel(card["number"]) and card is not imperial:
                    card["damage"] = max(0, card["damage"] - effect["amount"])
        elif verb == "roll_death_star":
            self.death_star_die()
        elif verb == "forbid_healing":
            self.healing_forbidden = True
        elif verb == "add_counters":
            # A counter on each component that is tied for fewest.
            open_parts = [part for part in COMPONENTS if part["component"] not in self.operational]  # R5
            fewest = min((self.counters[part["component"]] for part in open_parts), default=0)
            for part in open_parts:
                if self.counters[part["component"]] == fewest < part["spaces"]:
                    self.counters[part["component"]] += 1
        elif verb == "lose_die":
            self.fewer_dice += 1
        else:
            raise AssertionError(effect)

    def dark_damage(self, effect, sector):
        """One damage on Rebels, by reach, affiliation and pick. No text says so: the healthiest has the most spaces left."""
        reach, pick = effect["reach"], effect.get("pick")
        if reach == "here":
            groups = [self.rebels_at(sector)]
        elif reach == "clockwise":
            groups = [self.rebels_at((sector + 1) % 3)]
        elif reach == "active_team":
            groups = [self.team]
        elif reach == "every_team":
            groups = self.rebels
        for group in groups:
            if "affiliations" in effect:
                group = [card for card in group if CARDS[card["number"]]["affiliation"] in effect["affiliations"]]
            if pick:  # R43: among those that are not full, all that are tied
                group = [card for card in group if room(card)]
            if pick == "most_damaged":
                most = max((card["damage"] for card in group), default=0)
                group = [card for card in group if card["damage"] == most > 0]
            elif pick == "healthiest":
                most = max(map(room, group), default=0)
                group = [card for card in group if room(card) == most]
            elif pick == "weakest":
                least = min(map(room, group), default=0)
                group = [card for card in group if room(card) == least]
            for card in group:
                hurt(card)

    # --------------------------------------------------------------------------------- step 3: Rebellion dice (p8)

    def rebellion_dice(self):
        """Gather the dice, roll them, and assign or forfeit them until the turn is ended."""
        self.stage = "gather"
        self.opening_roll_to_come = True
        yield from self.gather()
        self.stage = "before_opening_roll"
        while True:
            what, *which = yield {"Roll": ("roll",)} | self.helpers(["once", "hurt"])
            if what == "roll":
                break
            yield from self.use(what, *which)
        self.stage = "rolled"
        self.opening_roll_to_come = False
        self.roll()
        base = TEAMS[self.teams[self.active]]
        # R22: the opening roll as it falls
        symbols = sum(n * SHOWS[die][1] for die, n in self.rolled.items() if SHOWS[die][0] == base["trait"])
        if symbols >= base["threshold"]:
            yield from self.carry_out(base["effect"])
        while True:
            what, *which = yield self.after_a_roll()
            if what == "end":
                return
            if what == "assign":
                die, spot = which
                card = self.places[self.deployed][spot]
                add_symbols(card, *SHOWS[die])
                self.spots_with_dice.add(spot)
                self.spots_in_this_roll.add(spot)
                self.spend(die)
                self.assigned = True
            elif what == "pay":
                die, member = which
                self.spend(die)
                self.assigned = True
                yield from self.pay(member, SHOWS[die][1])
            elif what == "forfeit":
                self.spend(which[0])
                self.roll()
            elif what == "roll":
                self.roll()
            else:
                yield from self.use(what, *which)

    def gather(self):
        """The dice of the base (p8) and those that Rebels add by themselves (p10)."""
        base = dict(TEAMS[self.teams[self.active]]["dice"])
        for _ in range(self.fewer_dice):
            # No text says which die is missing: of the base's dice one of the colour that it has most of, the first if tied.
            colour = max(COLOURS, key=lambda colour: base.get(colour, 0))
            base[colour] -= 1
        for colour, n in base.items():
            for _ in range(n):
                self.take_die(colour)
        able = [  # R38: conditions are determined at the start
            member for member in self.team if ability(member)["when"] == "gather" and self.holds(member)
        ]
        for member in able:
            yield from self.carry_out(ability(member)["do"], member)

    def take_die(self, colour):
        """A die out of the box, to be rolled."""
        self.box[colour] -= 1
        self.waiting[colour] += 1

    def spend(self, die):
        """A rolled die is assigned or forfeited."""
        self.rolled[die] -= 1
        self.spent[die[0]] += 1

    def roll(self):
        """Rolls all dice that are not assigned or forfeited, and those that have been added."""
        for colour in COLOURS:
            n = self.waiting[colour] + sum(self.rolled[colour, face] for face in FACES)
            self.waiting[colour] = 0
            shown = [0] * len(FACES)
            if n:
                faces, weights = throws(n)
                shown = faces[self.chance.pick(weights)]
            for face, k in zip(FACES, shown, strict=True):
                self.rolled[colour, face] = k
        self.assigned = False
        self.spots_in_this_roll = set()

    def shown(self):
        """The types of the rolled dice."""
        return [die for die, n in self.rolled.items() if n]

    def after_a_roll(self):
        """All that may be done after a roll (p8-9)."""
        answers = {}
        for die in self.shown():
            trait = SHOWS[die][0]
            for spot in range(3):
                if not self.needs(spot, trait):  # R8
                    continue
                if not self.options["several_cards_per_roll"] and self.spots_in_this_roll - {spot}:  # R7
                    continue
                answers[f"Assign die={name(die)} spot={spot}"] = "assign", die, spot
            for i, member in self.payees():
                if trait in ability(member)["pay"]:
                    answers[f"Pay die={name(die)} payee={i}"] = "pay", die, member
            if not self.assigned:  # R10, R11, R14
                answers[f"Forfeit die={name(die)}"] = "forfeit", die
        left = bool(self.shown())
        waiting = any(self.waiting.values())
        if (left or waiting) and (self.assigned or not left):
            answers["Roll"] = ("roll",)
        if self.options["early_stop"] or not (left or waiting) or not self.could_complete():  # R13
            answers["EndTurn"] = ("end",)
        return answers | self.helpers(["once", "hurt"] if self.assigned else ["once", "hurt", "roll"])

    def needs(self, spot, trait):
        """How many symbols of the trait a card in the team's sector still needs."""
        card = self.places[self.deployed][spot]
        return missing(card).get(trait, 0) if card else 0

    def could_complete(self):
        """R13: whether the luckiest faces of the dice that are left could complete a card or a price."""
        dice = dict(self.waiting)
        for die in self.shown():
            dice[die[0]] += self.rolled[die]
        wanted = [missing(card) for card in self.places[self.deployed] if card and missing(card)]
        for _, member in self.payees():
            ((trait, n),) = ability(member)["pay"].items()
            wanted.append({trait: n - member["paid"]})
        return any(lucky(symbols, dice) for symbols in wanted)

    # ----------------------------------------------------------------------------------- step 4: conclude the turn (p9)

    def conclude(self):
        """Recruits, damage, tokens, defeats, new cards, components, and the end of the game."""
        for spot, card in enumerate(self.places[self.deployed]):
            if (
                not card or missing(card) or not (spot in self.spots_with_dice or self.options["tokens_alone_complete"])
            ):  # R12, R15
                continue
            if is_rebel(card["number"]):  # R28, R30: first of all, and without damage
                self.team.append(new_member(card["number"]))
                self.recruits.append(card["number"])
                self.places[self.deployed][spot] = None
            else:
                self.strike(card)
        for _ in range(self.strikes):
            self.draw_token()
        self.stage = "struck"
        if self.strikes:
            for member in self.able("struck", self.team):
                yield from self.carry_out(ability(member)["do"], member)
        # Defeats (p10-11); R27, R29: Rebels count whether they are on a team or not.
        for cards in self.places:
            for spot, card in enumerate(cards):
                if card and not room(card):
                    self.defeated.append(card["number"])
                    cards[spot] = None
        for team in self.rebels:
            self.defeated += [member["number"] for member in team if not room(member)]
            team[:] = [member for member in team if room(member)]
        # New cards; R50: clockwise from Vader
        for i in range(3):
            cards = self.places[(self.vader + i) % 3]
            for spot in range(3):
                if not cards[spot]:
                    cards[spot] = self.from_deck()
                    if cards[spot] and not is_rebel(cards[spot]["number"]):
                        yield from self.revealed()
        # R4, p11: what is full now becomes operational
        for part in COMPONENTS:
            if self.counters[part["component"]] == part["spaces"]:
                self.operational.append(part["component"])
                self.counters[part["component"]] = 0
        self.turns += 1
        self.clear()
        self.ending = self.end_of_the_game()
        if not self.ending:
            for kind, n in self.locked.items():  # R19
                self.usable[kind] += n
                self.locked[kind] = 0
            self.active = (self.active + 1) % self.options["players"]

    def revealed(self):
        """What works whenever an Imperial is revealed; R34: on the turns of the owner, or on all."""
        watching = itertools.chain(*self.rebels) if self.options["reveal_on_any_turn"] else self.team
        for member in self.able("revealed", watching):
            yield from self.carry_out(ability(member)["do"], member)

    def able(self, when, members):
        """Those of the members whose ability works by itself then; R34: no recruit of this turn."""
        return [member for member in members if ability(member)["when"] == when and member["number"] not in self.recruits]

    # --------------------------------------------------------------------------------------- the end of the game (p9)

    def end_of_the_game(self):
        """R31: why the game is over, None if it is not; a win takes precedence."""
        rebels_lost = sum(map(is_rebel, self.defeated))
        if len(self.defeated) - rebels_lost >= self.options["imperials"]:
            return "won"
        if len(self.operational) >= self.options["components"]:
            return "death_star_complete"
        if rebels_lost >= self.options["rebels_lost"]:
            return "too_many_rebels_lost"
        if not all(self.rebels):
            return "team_wiped_out"
        return None

    # -------------------------------------------------------------------------------------- Rebels and abilities (p10)

    def holds(self, member):
        """Whether the condition of an ability does."""
        others = [CARDS[other["number"]] for other in self.team if other is not member]
        match ability(member).get("if"):
            case None:
                return True
            case "same_affiliation":
                return any(card["affiliation"] == CARDS[member["number"]]["affiliation"] for card in others)
            case "vehicle":
                return any(card["kind"] == "vehicle" for card in others)
            case "imperial_here":
                return any(card and not is_rebel(card["number"]) for card in self.places[self.deployed])
            case "vader_here":
                return self.vader == self.deployed

    def helpers(self, when):
        """Abilities and tokens that may be used in step 3."""
        return self.free_abilities(when) | self.adding_tokens() | self.removing_tokens()

    def free_abilities(self, when):
        """R26, R37: the abilities of the team that need no die."""
        answers = {}
        for place, member in enumerate(self.team):
            if member["used"] or ability(member)["when"] not in when or not self.holds(member):
                continue
            if ability(member)["when"] == "hurt" and not room(member):  # p10
                continue
            if self.possible(ability(member)["do"], member):
                answers[f"Use place={place}"] = "ability", member
        return answers

    def payees(self):
        """The own Rebels with a price, numbered, as far as one may be paid now; R36: over several rolls."""
        priced = [member for member in self.team if ability(member)["when"] == "paid"]
        return [
            (i, member)
            for i, member in enumerate(priced)
            if not member["used"] and self.possible(ability(member)["do"], member)
        ]

    def pay(self, member, n):
        """Symbols for the price of an ability; R35: it works at once when the price is complete."""
        (price,) = ability(member)["pay"].values()
        member["paid"] += n  # R9: what a double has too much is lost
        if member["paid"] >= price:
            member["used"] = True
            yield from self.carry_out(ability(member)["do"], member)

    def possible(self, effects, member=None):
        """Whether an effect would find anything to work on."""
        return any(self.targets(effect, member) for effect in effects)

    def targets(self, effect, member=None):
        """What an effect could work on now."""
        match effect["verb"]:
            case "draw_token":
                return sum(self.supply.values()) + sum(self.discarded.values())  # R20
            case "remove_counter":
                return [part for part, n in self.counters.items() if n]
            case "add_die":
                return [colour for colour in effect["colours"] if self.box[colour]]  # R39
            case "change_die":
                return [die for die in self.shown() if SHOWS[die][0] in effect["traits"]]
            case "reroll_die":
                return self.shown()
            case "strike":
                return self.imperials(effect.get("undamaged", False))
            case "heal":
                return self.patients(effect["reach"], member)

    def imperials(self, undamaged):
        """R23: the Imperials that an ability may damage, by the names of the choices."""
        return {
            f"ChooseCard sector={SECTORS[sector]} spot={spot}": card
            for sector in self.near(self.options["global_targets"])
            for spot, card in enumerate(self.places[sector])
            if card and not is_rebel(card["number"]) and room(card) and not (undamaged and card["damage"])
        }

    def near(self, everywhere):
        """The sectors that an ability reaches."""
        if everywhere:
            return range(3)
        return [] if self.deployed is None else [self.deployed]

    def patients(self, reach, member=None):
        """R23, R52: the damaged Rebels that an effect may heal, by the names of the choices."""
        if self.healing_forbidden:
            return {}
        everywhere = self.options["global_targets"]
        found = {}
        for ally in range(self.options["players"]):
            if ally and not (reach == "every_team" or everywhere or self.options["heal_waiting_teams"]):
                continue
            for place, card in enumerate(self.rebels[(self.active + ally) % self.options["players"]]):
                found[f"ChooseMember ally={ally} place={place}"] = card
        if reach != "every_team":
            for sector in self.near(everywhere):
                for spot, card in enumerate(self.places[sector]):
                    if card and is_rebel(card["number"]):
                        found[f"ChooseCard sector={SECTORS[sector]} spot={spot}"] = card
        return {choice: card for choice, card in found.items() if card["damage"] and not (reach == "others" and card is member)}

    def carry_out(self, effects, member=None):
        """The effects of an ability or a token, one after the other; a player is asked where there is a choice."""
        for effect in effects:
            targets = self.targets(effect, member)
            if not targets:
                continue
            decline = {"Decline": None} if effect.get("may") else {}
            match effect["verb"]:
                case "draw_token":
                    self.draw_token()
                case "remove_counter":
                    part = yield {f"ChooseComponent component={part}": part for part in targets} | decline
                    if part:
                        self.counters[part] -= 1
                case "add_die":
                    for _ in range(member["damage"] // 2 if effect.get("per") else effect.get("amount", 1)):
                        colours = self.targets(effect)
                        if len(colours) > 1:
                            self.take_die((yield {f"ChooseColour colour={colour}": colour for colour in colours}))
                        elif colours:
                            self.take_die(colours[0])
                case "change_die":
                    colour, face = yield {f"ChooseDie die={name(die)}": die for die in targets}
                    other = yield {f"ChooseFace face={other}": other for other in FACES if other != face}
                    self.rolled[colour, face] -= 1
                    self.rolled[colour, other] += 1
                case "reroll_die":
                    colour, face = yield {f"ChooseDie die={name(die)}": die for die in targets}
                    self.rolled[colour, face] -= 1
                    faces, weights = throws(1)
                    shown = faces[self.chance.pick(weights)]
                    self.rolled[colour, FACES[shown.index(1)]] += 1
                case "strike":
                    card = yield targets | decline
                    if card:
                        self.strike(card)
                case "heal":
                    yield from self.heal(effect, member, decline)

    def heal(self, effect, member, decline):
        """Removes damage from Rebels (p10); R44: from as many as there are, R45: from different ones."""
        amount = effect["amount"] * (self.strikes if effect.get("per") else 1)
        groups = {"one": [""], "two": ["", ""], "one_each_team": self.allies()}[effect["pick"]]
        for group in groups:  # team by team, the acting one first
            targets = {
                choice: card
                for choice, card in self.patients(effect["reach"], member).items()
                if choice.startswith(f"ChooseMember {group}" if group else "") and card["number"] not in self.chosen
            }
            if targets:
                card = yield targets | decline
                if card:
                    card["damage"] = max(0, card["damage"] - amount)
                    self.chosen.append(card["number"])
        self.chosen = []

    def allies(self):
        """The teams as the names of choices call them: 0 is that of the active seat, 1 the next."""
        return [f"ally={ally} " for ally in range(self.options["players"])]

    # ------------------------------------------------------------------------------------------------- Imperials (p11)

    def strike(self, card):
        """One damage on an Imperial, R24, R25: none above its capacity; each earns a token in step 4."""
        if room(card):
            hurt(card)
            self.strikes += 1

    # ------------------------------------------------------------------------------------------- Alliance tokens (p11)

    def draw_token(self):
        """Draws a token, which is locked in this turn; the discards are the new supply when that is empty."""
        if not any(self.supply.values()):
            self.supply, self.discarded = self.discarded, dict.fromkeys(self.supply, 0)
        if any(self.supply.values()):  # R20
            kind = list(self.supply)[self.chance.pick(list(self.supply.values()))]
            self.supply[kind] -= 1
            self.locked[kind] += 1

    def adding_tokens(self):
        """The tokens that add a die or a symbol."""
        answers = {}
        for colour in COLOURS:
            if self.usable[f"{colour}_die"] and self.box[colour]:
                answers[f"TokenDie colour={colour}"] = "token_die", colour
        for trait in TRAITS:
            if not self.usable[trait]:
                continue
            for spot in range(3):
                if self.needs(spot, trait):
                    answers[f"TokenSymbol symbol={trait} spot={spot}"] = "token_symbol", trait, spot
            if self.options["tokens_pay"]:  # R16
                for i, member in self.payees():
                    if trait in ability(member)["pay"]:
                        answers[f"TokenPay payee={i}"] = "token_pay", trait, member
        return answers

    def removing_tokens(self):
        """The tokens that remove damage or a counter."""
        answers = {}
        for answer, kind in [("TokenHeal", "heal_two"), ("TokenCounter", "remove_counter")]:
            if self.usable[kind] and self.possible(effects_of(kind)):
                answers[answer] = "token", kind
        return answers

    def use(self, what, *which):
        """Uses an ability without dice, or a token, which is discarded."""
        if what == "ability":
            (member,) = which
            member["used"] = True
            if ability(member)["when"] == "hurt":
                hurt(member)
            yield from self.carry_out(ability(member)["do"], member)
            return
        kind = f"{which[0]}_die" if what == "token_die" else which[0]
        self.usable[kind] -= 1
        self.discarded[kind] += 1
        if what == "token_symbol":
            _, spot = which
            add_symbols(self.places[self.deployed][spot], kind, 1)
        elif what == "token_pay":
            _, member = which
            yield from self.pay(member, 1)
        else:
            yield from self.carry_out(effects_of(kind))

    # ------------------------------------------------------------------------------------------ the position in words

    def table(self):
        """The position as the package words it."""
        deployed = [None] * 3 if self.deployed is None else self.places[self.deployed]
        priced = [member for member in self.team if ability(member)["when"] == "paid"]
        return {
            "turn": self.turns,
            "active_seat": self.active,
            "stage": self.stage,
            "ending": self.ending or "unfinished",
            "vader": SECTORS[self.vader],
            "deployed": None if self.deployed is None else SECTORS[self.deployed],
            "sectors": {
                sector: [card and words(card) for card in cards] for sector, cards in zip(SECTORS, self.places, strict=True)
            },
            "seats": [
                {"team": team, "rebels": [words(member) for member in rebels]}
                for team, rebels in zip(self.teams, self.rebels, strict=True)
            ],
            "deck": [CARDS[number]["name"] for number in self.deck],
            "defeated": [CARDS[number]["name"] for number in sorted(self.defeated)],
            "counters": some(self.counters),
            "operational": [part for part in self.counters if part in self.operational],
            "tokens": {
                "usable": some(self.usable),
                "locked": some(self.locked),
                "discarded": some(self.discarded),
                "face_down": some(self.supply),
            },
            "this_turn": {
                "symbols_needed": [missing(card) if card else {} for card in deployed],
                "spots_with_dice": sorted(self.spots_with_dice),
                "spots_with_dice_in_this_roll": sorted(self.spots_in_this_roll),
                "rolled": {name(die): n for die, n in self.rolled.items() if n},
                "waiting": some(self.waiting),
                "spent": some(self.spent),
                "opening_roll_to_come": self.opening_roll_to_come,
                "die_assigned_in_this_roll": self.assigned,
                "symbols_paid": {str(i): member["paid"] for i, member in enumerate(priced) if member["paid"]},
                "abilities_used": [place for place, member in enumerate(self.team) if member["used"]],
                "recruits": [CARDS[number]["name"] for number in sorted(self.recruits)],
                "damage_on_imperials": self.strikes,
                "helmet": self.helmet,
                "healing_forbidden": self.healing_forbidden,
                "fewer_dice": self.fewer_dice,
                "waits_for_choice": any(answer.startswith("Choose") for answer in self.answers),
                "chosen": [CARDS[number]["name"] for number in sorted(self.chosen)],
            },
        }


def new_card(number):
    """A card as it comes out of the deck."""
    return {"number": number, "damage": 0, "matched": {}}


def new_member(number):
    """A Rebel as it joins a team."""
    return {"number": number, "damage": 0, "used": False, "paid": 0}


def ability(member):
    """What a Rebel can do."""
    return CARDS[member["number"]]["ability"]


def room(card):
    """How much more damage a card can take (p10)."""
    return capacity(card["number"]) - card["damage"]


def hurt(card):
    """One damage on a card, none in excess of its capacity (p10)."""
    if room(card):
        card["damage"] += 1


def add_symbols(card, trait, n):
    """Symbols on a card; R9: what a double has too much is lost."""
    card["matched"][trait] = card["matched"].get(trait, 0) + n


def missing(card):
    """The symbols that a card still needs."""
    need = {trait: n - card["matched"].get(trait, 0) for trait, n in cost(card["number"]).items()}
    return {trait: n for trait, n in need.items() if n > 0}


def lucky(symbols, dice):
    """Whether dice, by colour, could show these symbols: each its strong trait twice or another trait once."""
    if not symbols:
        return True
    trait, n = next(iter(symbols.items()))
    strong = COLOURS[TRAITS.index(trait)]
    for colour in COLOURS:
        if dice[colour]:
            rest = {**symbols, trait: n - (2 if colour == strong else 1)}
            if lucky({key: k for key, k in rest.items() if k > 0}, {**dice, colour: dice[colour] - 1}):
                return True
    return False


def effects_of(kind):
    """What a token does, by its kind."""
    return next(token["effect"] for token in TOKENS if token["token"] == kind)


def name(die):
    """The name of a die, by its type."""
    return ".".join(die)


def words(card):
    """A card in play in words."""
    return {"card": CARDS[card["number"]]["name"], "damage": card["damage"]}


def some(counts):
    """The counts that are not 0."""
    return {key: n for key, n in counts.items() if n}
