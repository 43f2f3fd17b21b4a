"""Small positions solved exactly."""

import pytest

import holotable as ht


@pytest.fixture(scope="module")
def start():
    return ht.Game("rebellion_combat", tactics=False, value=4).new_state(seed=59)


def test_best_play_moves_and_agents(start):
    found = ht.solve(start, ["expert", "random"])
    assert sum(score.middle for score in found.best) == pytest.approx(1)
    assert {move.action for move in found.legal} == set(start.legal_actions())
    assert max(move.score.middle for move in found.legal) == pytest.approx(found.best[start.current_player()].middle)
    for agent in found.agents:
        gaps = [best.middle - own.middle for best, own in zip(found.best, agent.scores, strict=True)]
        assert min(gaps) > -1e-6
        assert agent.exploitability.middle == pytest.approx(sum(gaps) / 2, abs=1e-5)
    assert found["expert"].exploitability.low > 0


def test_lots_lose_more_to_best_replies_than_an_expert(start):
    """Over six positions; in one, lots may be lucky."""
    found = [ht.solve(start.game.new_state(seed=seed), ["expert", "random"]) for seed in range(59, 65)]
    random, expert = (sum(one[name].exploitability.middle for one in found) for name in ("random", "expert"))
    assert random > 2 * expert > 0


def test_an_agent_of_ones_own(start):
    """It is asked in Python, and plays the last legal action always."""
    found = ht.solve(start, {"last": lambda state: state.legal_actions()[-1]})
    assert found["last"].action == start.legal_actions()[-1]
    assert found["last"].exploitability.low > 0


def test_few_positions_give_bounds_around_the_truth(start):
    truth, found = ht.solve(start).best[0].middle, ht.solve(start, limit=200).best[0]
    assert found.low <= truth <= found.high and found.high - found.low > 1e-3


def test_what_cannot_be_solved(start):
    with pytest.raises(ValueError, match="something is hidden"):
        ht.solve(ht.Game("rebellion_combat", value=4).new_state(seed=1))
    for keywords in ({"limit": -1}, {"within": 0.0}, {"within": float("nan")}):
        with pytest.raises(ValueError):
            ht.solve(start, **keywords)
    with pytest.raises(ValueError, match="unknown agent 'expret'; did you mean 'expert'"):
        ht.solve(start, ["expret"])
