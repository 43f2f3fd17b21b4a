"""The games against rules that were written from the rulebooks alone (:mod:`referee`), decision by decision."""

import importlib
import random

import pytest

import holotable as ht

pytest.importorskip("tomllib", reason="the referees read the data sets with it, from Python 3.11 on")
from referee.compare import compare
from referee.risk_battle import Check

# The agent, the decisions at least, and the options, each with its possible values.
CHECKS = {
    "dark_side_rising": [
        ("random", 5_000, {"players": [2, 3, 4]}),
        ("greedy", 5_000, {"players": [2, 3, 4], "imperials": [3, 7]}),
        ("expert", 5_000, {"players": [2, 3, 4], "early_stop": [True, False], "tokens_pay": [True, False]}),
        (
            "expert",
            5_000,
            {
                "players": [2, 3, 4],
                "several_cards_per_roll": [True, False],
                "tokens_alone_complete": [True, False],
                "global_targets": [True, False],
                "reveal_on_any_turn": [True, False],
                "before_dark_dice": [True, False],
                "heal_waiting_teams": [True, False],
                "start_counters": [0, 1],
            },
        ),
    ],
    "conflict": [
        ("random", 5_000, {"players": [2, 3, 4]}),
        ("greedy", 5_000, {"players": [2, 3, 4], "variant": ["standard", "simplified", "advanced"]}),
        ("expert", 5_000, {"draw_price": ["once", "each"], "deck": ["fixed", "random"], "board": ["fixed", "random"]}),
        ("expert", 5_000, {"open_hands": [True, False], "every": [2, 3, 5], "track": ["24..36"], "hand": ["0..8"]}),
    ],
    "rebellion_combat": [
        ("random", 3_000, {}),
        ("expert", 3_000, {"tactics": [True, False], "overkill": [True, False]}),
        ("greedy", 3_000, {"scenario": ["ice_field", "forest_moon", "blockade"]}),
    ],
}


@pytest.mark.parametrize(
    ("name", "agent", "least", "options"),
    [pytest.param(name, *check, id=f"{name}-{i}") for name, checks in CHECKS.items() for i, check in enumerate(checks)],
)
def test_a_referee_who_never_saw_the_code_agrees(name, agent, least, options):
    rules = importlib.import_module(f"referee.{name}")
    chosen, decisions, seed = random.Random(1), 0, 5_000_000
    while decisions < least:
        game = ht.Game(name, **{option: chosen.choice(values) for option, values in options.items()})
        decisions += compare(rules.Referee(game.options), game, game.play(agent, seed=seed))
        seed += 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_battles_of_risk_are_as_dice_rolled_one_by_one(players):
    check = Check(ht.Game("risk", players=players), random.Random(1))
    check.play("random", seed=1)
    assert sum(check.counts.values()) > 20
