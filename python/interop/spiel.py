"""OpenSpiel's own algorithms on our games: MCTSBot against random play, CFR and NashConv on a game small enough."""

import numpy as np
from open_spiel.python.algorithms import cfr, exploitability, mcts

from holotable.openspiel import SpielGame, load_game


def match(game: SpielGame, seat: int, rng: np.random.RandomState) -> float:
    """What MCTSBot gets in this seat against random play."""
    bot = mcts.MCTSBot(game, 1.4, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            results, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(results, p=chances)))
        elif state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state.returns()[seat]


def main() -> None:
    rng = np.random.RandomState(1)
    for name, games in [("rebellion_combat", 20), ("secret_pig", 100)]:
        scores = [match(load_game(name, starts=50), i % 2, rng) for i in range(games)]
        print(f"{name}: MCTSBot gets {np.mean(scores):+.2f} against random play in {games} games")
        assert np.mean(scores) > 0.0, "search helps"

    small = load_game("minefield", players=2, zero_sum=False)
    solver = cfr.CFRSolver(small)
    gaps = []
    for iterations in (1, 9, 40):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        gaps.append(exploitability.nash_conv(small, solver.average_policy()))
    print(f"minefield: NashConv {', '.join(f'{gap:.4f}' for gap in gaps)} after 1, 10 and 50 iterations of CFR")
    assert gaps[-1] < gaps[0] / 2, "it learns an equilibrium"


if __name__ == "__main__":
    main()
