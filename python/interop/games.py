"""The games that the checkers and learners meet: Gymnasium's id and options of each."""

GAMES = {
    "dark_side_rising": ("holotable/DarkSideRising-v0", {"players": 3, "imperials": 7}),
    "rebellion_combat": ("holotable/RebellionCombat-v0", {}),
}
