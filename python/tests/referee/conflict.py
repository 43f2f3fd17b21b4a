"""The rules of Conflict once more, from the fragments of the rulebook, the sheet and the rulings alone.

Written to be read beside the rulebook, not to be fast. C1 to C19 are the facts of the sheet, F1 to F21 the rulings,
"page" a page of the English rulebook.
"""

from collections import Counter
from functools import partial
from math import comb
from pathlib import Path
from types import MappingProxyType

import tomllib

CONFIGS = Path(__file__).parents[3] / "env" / "games" / "configs" / "conflict"
DECKS = ("yellow", "orange", "black")
LEADERS = ("phasma", "hux", "kylo")
HERO = "hero"
# Every card that there may be: by deck and move, then the heroes, who are black cards and alike (F13).
MOVE = {f"{deck}{move:+d}": move for deck in DECKS for move in range(-3, 4)} | {HERO: 0}
DECK = {card: "black" if card == HERO else card.rstrip("+-0123") for card in MOVE}
CARDS = {deck: [card for card in MOVE if DECK[card] == deck] for deck in DECKS}
FIRST_ORDER = "first_order"
FACES = (1, 2, 3, FIRST_ORDER)
EQUAL = {2: "pair", 3: "triple"}
# The card that pays for revealing and drawing comes from the next lower deck; yellow cards are free (C6, F3).
PRICE = {"yellow": None, "orange": "yellow", "black": "orange"}


class Over(Exception):
    """The game ends at once."""


def read(name, table):
    """The entries of a file of values, by name."""
    return {entry["name"]: entry for entry in tomllib.loads((CONFIGS / name).read_text())[table]}


FORCES = read("cards.toml", "card")
GENERATOR = read("decks.toml", "deck")
STARTING = read("starting.toml", "card")
SIDES = read("board.toml", "side")


class Referee:
    """A table of Conflict."""

    def __init__(self, options):
        self.options = options
        self.players = int(options["players"])
        self.every = int(options["every"])
        for name in ("deck", "board"):
            if options[name] not in ("fixed", "random"):
                raise ValueError(f"this referee cannot draw {name}={options[name]}")

    # Set-up (page 11)

    def start(self, chance):
        """Sets the table up and rolls the first dice."""
        self.chance = chance
        names = ("track", "hand", "heroes_below", "twos", "threes", "first_order", *LEADERS)
        self.number = {name: self.drawn(self.options[name]) for name in names}
        self.sides = {2: self.number["twos"], 3: self.number["threes"], FIRST_ORDER: self.number["first_order"]}
        self.sides[1] = 6 - sum(self.sides.values())
        self.choose_board()
        self.choose_deck()
        self.top = {deck: [] for deck in DECKS}  # the known cards from the top on, each with whether it lies face up
        self.below = Counter()  # cards that somebody moved to the bottom (F16)
        self.unseen = Counter(self.copies)  # the cards in between, in an order that nobody knows
        self.black_drawn = 0  # how many cards have come from the Black deck's unknown order
        self.discards = Counter()
        self.hands = [[] for _ in range(self.players)]  # each card with whether everybody knows it (F15)
        self.covers = {}  # by leader, each card with whether everybody knows it; heroes stay there (C16)
        self.marker = self.turn = self.seat = 0
        self.stored = None
        self.freezes_next = False
        self.ending = "none"
        left = {name: card["copies"] for name, card in STARTING.items()}
        self.starting = []
        for _ in range(self.players):
            name = list(left)[self.chance.pick(list(left.values()))]
            left[name] -= 1
            self.starting.append(STARTING[name])
        for hand in self.hands:
            hand += [(self.out_of("yellow"), self.options["open_hands"]) for _ in range(self.number["hand"])]
        self.begin_turn()

    def drawn(self, option):
        """A number, or one out of a range."""
        lo, _, hi = str(option).partition("..")
        return int(lo) + self.chance.below(int(hi) - int(lo) + 1) if hi and int(hi) > int(lo) else int(lo)

    def choose_board(self):
        """The fields with an effect: every third field, say, in the order of the list and then over again (F14)."""
        fields = SIDES["advanced" if self.options["variant"] == "advanced" else "standard"]["fields"]  # F20
        if self.options["board"] == "random":
            fields = [fields[self.chance.below(len(fields))] for _ in range(20)]
        self.effects = (fields * 2)[:20]
        self.fields = dict(zip(range(self.every, self.number["track"], self.every), self.effects, strict=False))

    def choose_deck(self):
        """The Forces cards: how many there are of each, and their symbols (F13)."""
        self.copies, self.ambush, self.attack = Counter({HERO: 3}), {HERO: 0}, {HERO: 0}
        if self.options["deck"] == "fixed":
            for name, card in FORCES.items():
                self.copies[name], self.ambush[name], self.attack[name] = card["copies"], card["ambush"], card["attack"]
            return
        for deck, entry in GENERATOR.items():
            moves = entry["moves"]
            for _ in range(entry["cards"] - (3 if deck == "black" else 0)):
                self.copies[f"{deck}{moves[self.chance.below(len(moves))]:+d}"] += 1
            for card in CARDS[deck]:
                if card != HERO and self.copies[card]:
                    self.ambush[card] = self.chance.pick(entry["ambush"])
                    self.attack[card] = self.chance.pick(entry["attack"])

    # Cards (page 12)

    def size(self, deck):
        """How many cards a deck has."""
        return len(self.top[deck]) + sum(self.unseen[card] + self.below[card] for card in CARDS[deck])

    def out_of(self, deck):
        """The first card of a deck whose place nobody knows."""
        pile = self.unseen
        if not any(self.unseen[card] for card in CARDS[deck]):
            # The deck has come to the cards that were moved to its bottom: they are shuffled (F16), anew each time.
            pile = self.below
        weights = [pile[card] if DECK[card] == deck else 0 for card in MOVE]
        if deck == "black":
            if self.without_heroes():
                weights[-1] = 0
            self.black_drawn += 1
        card = list(MOVE)[self.chance.pick(weights)]
        pile[card] -= 1
        return card

    def without_heroes(self):
        """How many cards, from the first unknown one on, are no heroes: those lie among the last of the Black deck (F8)."""
        return max(GENERATOR["black"]["cards"] - self.number["heroes_below"] - self.black_drawn, 0)

    def look(self, deck, amount):
        """Everybody learns the top cards of a deck (F15)."""
        while len(self.top[deck]) < min(amount, self.size(deck)):
            self.top[deck].append((self.out_of(deck), False))

    def take(self, deck):
        """Takes the top card of a deck to the hand; its symbols move the marker (page 12, F5)."""
        self.must_have(deck)
        known = bool(self.top[deck])
        self.look(deck, 1)
        card, face_up = self.top[deck].pop(0)
        self.hands[self.seat].append((card, known or card == HERO or self.options["open_hands"]))
        self.move_marker(self.attack[card] if face_up else self.ambush[card])

    def must_have(self, deck):
        """All lose if a card must come from an empty deck (C19, F11)."""
        if not self.size(deck):
            raise Over("deck_empty")

    def from_hand(self, card):
        """A card leaves the hand: of equal ones that which everybody knows (F17)."""
        hand = self.hands[self.seat]
        copy = (card, True) if (card, True) in hand else (card, False)
        hand.remove(copy)
        return copy

    def discard(self, card):
        """A card is discarded; if it is a hero, all lose (F10)."""
        self.discards[card] += 1
        if card == HERO:
            raise Over("hero_lost")

    def cards_of_hand(self, deck=None):
        """The different cards of the hand, of one deck or of all; the starting card is not among them."""
        return {card for card, _ in self.hands[self.seat] if deck in (None, DECK[card])}

    def move_marker(self, steps):
        """Moves the Event Marker; on the last field of its track the First Order wins (C18)."""
        if self.frozen:  # C15, F18
            return
        self.marker = min(max(self.marker + steps, 0), self.number["track"])
        if self.marker == self.number["track"]:
            raise Over("first_order")

    # Step 1: the dice are rolled

    def begin_turn(self):
        """The next player rolls three dice: face by face, how many of them show it."""
        self.began = self.marker
        self.frozen, self.freezes_next = self.freezes_next, False
        self.stored_now = False
        self.dice = dict.fromkeys(FACES, 0)
        left, faces = 3, 6
        for face in FACES:
            if left:
                n = self.sides[face]
                ways = [comb(left, k) * n**k * (faces - n) ** (left - k) if k <= left else 0 for k in range(4)]
                self.dice[face] = self.chance.pick(ways)
                left, faces = left - self.dice[face], faces - n
        self.question = "dice"

    # Step 2: the dice are used (pages 14 and 15)

    def ask_dice(self):
        """How are dice used? Each at most once, and none need be (F2)."""
        choices = {"Done": self.leave_dice}
        for face in FACES:
            if not self.dice[face]:
                continue
            # A result that an earlier player stored changes a die, even one with the First Order's symbol (C7, F21).
            if self.stored and not self.stored_now and face != self.stored:
                choices[f"Help face={face}"] = partial(self.help, face)
            if face == FIRST_ORDER:
                continue
            # One die is stored in a turn; a different result takes the place of the one that lies there (C7, F4).
            if not self.stored_now and face != self.stored:
                choices[f"Store value={face}"] = partial(self.store, face)
            for deck in DECKS:
                # One die reveals so many cards (A). Equal dice draw them (B): a triple one more than a pair (C3, C4).
                if self.size(deck) >= face and self.can_pay(deck, 1):
                    choices[f"Reveal value={face} deck={deck}"] = partial(self.use, deck, face, 1, 1, self.reveal)
                for dice in range(2, self.dice[face] + 1):
                    amount = face + dice - 2
                    price = amount if self.options["draw_price"] == "each" else 1  # F3
                    if self.size(deck) >= amount and self.can_pay(deck, price):
                        choices[f"Draw dice={EQUAL[dice]} value={face} deck={deck}"] = partial(
                            self.use, deck, face, dice, price, self.draw
                        )
        return choices

    def can_pay(self, deck, price):
        """Whether the hand has the cards that a deck costs (C5, C6)."""
        return deck == "yellow" or sum(DECK[card] == PRICE[deck] for card, _ in self.hands[self.seat]) >= price

    def help(self, face):
        """A die takes the stored result, and the Cooperation Marker goes to the grey field."""
        self.dice[face] -= 1
        self.dice[self.stored] += 1
        self.stored = None

    def store(self, face):
        """A die is put aside for a following player."""
        self.dice[face] -= 1
        self.stored, self.stored_now = face, True

    def use(self, deck, face, dice, price, then):
        """Dice are used for a deck, which is paid for first."""
        self.dice[face] -= dice
        self.deck, self.amount, self.then = deck, face + max(dice - 2, 0), then
        self.due = 0 if deck == "yellow" else price
        self.pay()

    def pay(self):
        """While cards are due, asks for one more."""
        self.question = "pay"
        if not self.due:
            self.question = "dice"
            self.then()

    def ask_pay(self):
        """Which card pays?"""
        return {f"Discard card={card}": partial(self.pay_with, card) for card in self.cards_of_hand(PRICE[self.deck])}

    def pay_with(self, card):
        """A card is discarded to pay."""
        self.due -= 1
        self.discard(self.from_hand(card)[0])
        self.pay()

    def reveal(self):
        """The top cards are turned face up and put back in any order (page 12)."""
        self.look(self.deck, self.amount)
        top = self.top[self.deck]
        top[: self.amount] = [(card, True) for card, _ in top[: self.amount]]
        self.placed = 0
        self.order()

    def order(self):
        """Asks for the next card while those that are left differ."""
        rest = {card for card, _ in self.top[self.deck][self.placed : self.amount]}
        self.question = "order" if len(rest) > 1 else "dice"

    def ask_order(self):
        """Which revealed card goes back next, from the top on?"""
        rest = self.top[self.deck][self.placed : self.amount]
        return {f"Place card={card}": partial(self.place, card) for card, _ in rest}

    def place(self, card):
        """A revealed card goes back next."""
        top = self.top[self.deck]
        top.insert(self.placed, top.pop(top.index((card, True), self.placed)))
        self.placed += 1
        self.order()

    def draw(self):
        """Exactly so many cards come to the hand, one after the other (page 15)."""
        for _ in range(self.amount):
            self.take(self.deck)

    def leave_dice(self):
        """The other dice are left."""
        self.dice = dict.fromkeys(FACES, 0)
        self.question = "play"

    # Step 3: one card is played (page 15), and leaders are covered

    def ask_play(self):
        """Which one card is played?"""
        choices = {f"Play card={card}": partial(self.play_card, card) for card in self.cards_of_hand()}
        # A starting card may always be played (F7): on a deck that has cards, or where none has any, in vain.
        decks = [deck for deck in DECKS if self.size(deck)] or ["yellow"]
        for deck in ["yellow"] if self.starting[self.seat]["power"] == "take" else decks:
            choices[f"Start deck={deck}"] = partial(self.play_starting_card, deck)
        return choices

    def play_card(self, card):
        """A Forces card moves the marker and is discarded (page 13)."""
        self.discard(self.from_hand(card)[0])
        self.move_marker(MOVE[card])
        self.cover_next()

    def play_starting_card(self, deck):
        """The starting card uses its power, moves the marker and comes back to the hand (F6)."""
        power = self.starting[self.seat]["power"]
        if power == "peek":
            self.look(deck, 3)
        elif power == "take":
            self.take(deck)
        elif self.size(deck):
            self.look(deck, 1)
            card, _ = self.top[deck].pop(0)
            self.below[card] += 1
        self.move_marker(self.starting[self.seat]["symbols"])
        self.cover_next()

    def open_leaders(self):
        """The leaders who are not covered."""
        return [leader for leader in LEADERS if leader not in self.covers]

    def cover_next(self):
        """Asks for covers while a leader is left; after the last the First Order moves."""
        self.question = "cover"
        if not self.open_leaders():
            self.first_order_moves()

    def ask_cover(self):
        """Which leaders are covered, and with which cards? Phasma first, then Hux, then Kylo Ren (C9)."""
        leaders = self.open_leaders()
        if self.options["variant"] != "simplified":  # page 17
            leaders = leaders[:1]
        cards = self.cards_of_hand()
        return {"Done": self.first_order_moves} | {
            f"Cover leader={leader} card={card}": partial(self.cover, leader, card) for leader in leaders for card in cards
        }

    def cover(self, leader, card):
        """A card covers a leader; the third hero wins the game (F9)."""
        self.covers[leader] = self.from_hand(card)
        if [cover for cover, _ in self.covers.values()] == [HERO] * 3:
            raise Over("heroes_united")
        self.cover_next()

    # Step 4: the First Order moves (pages 15 and 16)

    def first_order_moves(self):
        """The open leaders move the marker (C10); then the field acts if the marker is not where it was (C11)."""
        self.move_marker(sum(self.number[leader] for leader in self.open_leaders()))
        field = self.fields.get(self.marker) if self.marker != self.began else None
        what, _, which = (field or "").partition("_")
        if what == "play":  # C12
            self.must_have(which)
            self.look(which, 1)
            card, _ = self.top[which].pop(0)
            self.discard(card)
            self.move_marker(MOVE[card])
        elif what == "draw":  # C13
            self.take(which)
        elif what == "freeze":  # C15
            self.freezes_next = True
        elif what == "discard":  # C14
            self.due = min(int(which), len(self.hands[self.seat]))  # F19
            return self.field_takes()
        self.end_turn()

    def field_takes(self):
        """While cards are due, asks for one more."""
        self.question = "field"
        if not self.due:
            self.end_turn()

    def ask_field(self):
        """Which card does the field take?"""
        return {f"Discard card={card}": partial(self.give, card) for card in self.cards_of_hand()}

    def give(self, card):
        """A card is discarded because a field asks for it."""
        self.due -= 1
        self.discard(self.from_hand(card)[0])
        self.field_takes()

    # Step 5: the turn ends (page 16)

    def end_turn(self):
        """Covers are discarded, and the dice go to the next player."""
        for card, _ in self.covers.values():
            if card != HERO:
                self.discard(card)
        self.covers = {leader: cover for leader, cover in self.covers.items() if cover[0] == HERO}
        self.seat = (self.seat + 1) % self.players
        self.turn += 1
        self.begin_turn()

    # What a comparison asks

    def actor(self):
        """The seat that decides, None at the end."""
        return None if self.question == "over" else self.seat

    def choices(self):
        """The legal actions, each with what it does."""
        return getattr(self, f"ask_{self.question}")()

    def legal(self):
        """The names of the legal actions."""
        return [] if self.question == "over" else list(self.choices())

    def play(self, action, chance):
        """Plays an action and all that follows."""
        self.chance = chance
        try:
            self.choices()[action]()
        except Over as over:
            self.question, self.ending = "over", str(over)

    def scores(self):
        """All win, or all lose."""
        return [float(self.ending == "heroes_united")] * self.players if self.question == "over" else None

    def table(self):
        """The position in words: every key that a position has."""
        number = self.number
        hands = self.hands + [[]] * (4 - self.players)
        cards = {
            card: {"copies": self.copies[card], "ambush": self.ambush.get(card, 0), "attack": self.attack.get(card, 0)}
            for card in MOVE
        }
        return {
            "world": {
                "track": number["track"],
                "hand": number["hand"],
                "heroes_below": number["heroes_below"],
                "faces": whole({str(face): n for face, n in self.sides.items() if n}),
                "leaders": {leader: number[leader] for leader in LEADERS},
                "every": self.every,
                "fields": self.effects,
                "cards": whole(cards),
            },
            "turn": self.turn,
            "active": self.seat,
            "stage": self.question,
            "ending": self.ending,
            "marker": self.marker,
            "began": self.began,
            "frozen": self.frozen,
            "freezes_next": self.freezes_next,
            "dice": whole({str(face): n for face, n in self.dice.items() if n}),
            "stored": str(self.stored) if self.stored else None,
            "stored_now": self.stored_now,
            "pending": {
                "due": self.due if self.question in ("pay", "field") else 0,
                "amount": self.amount if self.question in ("pay", "order") else 0,
                "placed": self.placed if self.question == "order" else 0,
                "draws": self.question == "pay" and self.then == self.draw,
                "deck": self.deck if self.question in ("pay", "order") else None,
            },
            "covers": whole({leader: {"card": card, "public": known} for leader, (card, known) in self.covers.items()}),
            "decks": {
                deck: {
                    "top": [{"card": card, "face_up": face_up} for card, face_up in self.top[deck]],
                    "without_heroes": self.without_heroes() if deck == "black" else 0,
                }
                for deck in DECKS
            },
            "below": whole({card: n for card, n in self.below.items() if n}),
            "discards": whole({card: n for card, n in self.discards.items() if n}),
            "starting": [{"power": card["power"], "symbols": card["symbols"]} for card in self.starting],
            "shown": [whole(Counter(card for card, known in hand if known)) for hand in hands],
            "hidden": [whole(Counter(card for card, known in hand if not known)) for hand in hands],
        }


def whole(words):
    """Keys of which the package may have no others: beside a plain dict it may."""
    return MappingProxyType(words)
