"""The games that the checkers and learners meet: Gymnasium's id and options of each."""

import warnings

import holotable as ht

# Most of them move for all sides of a competitive game, which is meant here.
warnings.simplefilter("ignore", ht.OpponentWarning)

GAMES = {
    "dark_side_rising": ("holotable/DarkSideRising-v0", {"players": 3, "imperials": 7}),
    "rebellion_combat": ("holotable/RebellionCombat-v0", {}),
    "risk": ("holotable/Risk-v0", {"setup": "dealt", "rounds": 5}),
    "rebellion": ("holotable/Rebellion-v0", {}),
    "conflict": ("holotable/Conflict-v0", {"players": 3}),
}
