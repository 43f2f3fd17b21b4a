"""Agents by name, and tournaments and comparisons that can be watched and stopped."""

import _thread
import sys
import threading
import time
from functools import partial

import pytest
from conftest import DSR, LOTS, RC, SHIPPED, bot

import holotable as ht

NETWORKS = {"ppo", "alone"}


def first(state):
    """An agent of one's own."""
    return state.legal_actions()[0]


def test_every_bot_plays_every_game_legally(name):
    agents = [a["name"] for g in ht.games() if g["name"] == name for a in g["agents"]]
    bots = [agent for agent in agents if agent not in NETWORKS]
    assert "random" in bots and ("ppo" in agents) == (SHIPPED / name).is_dir()
    for known in bots:
        agent = ht.load_agent(known, name, seed=3)
        state = ht.Game(name).new_state(5)
        while not state.is_terminal():
            before = state.to_bytes()
            action = agent.act(state)
            assert action in state.legal_actions() and state.to_bytes() == before
            state.apply(action)


@pytest.mark.parametrize("spec", ["flat:4", "flat:4+random"])
def test_searches_choose_legally_and_repeat_themselves(name, spec):
    state = ht.Game(name).new_state(5)
    first, again = (ht.load_agent(spec, name, seed=3).act(state) for _ in range(2))
    assert first == again and first in state.legal_actions()


def test_an_agent_plays_under_other_options_and_repeats_itself():
    agent = ht.load_agent("random", DSR, seed=1)
    for players in (2, 3, 4):
        state = ht.Game(DSR, players=players).new_state(2)
        agent.reseed(9)
        first = [agent.act(state) for _ in range(20)]
        agent.reseed(9)
        assert first == [agent.act(state) for _ in range(20)] and len(set(first)) > 1


def test_trained_agents_come_with_the_package(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where no checkpoints lie beside
    for spec, folder in (("ppo", SHIPPED / name), ("alone", SHIPPED / f"{name}_alone")):
        if not folder.is_dir():
            with pytest.raises(ValueError, match=f"unknown agent '{spec}'"):
                ht.load_agent(spec, name)
            continue
        agent, state = ht.load_agent(spec, name), ht.Game(name).new_state(1)
        assert spec == "ppo" or agent.prior(state) is None, "nothing of the expert"
        while not state.is_terminal():
            state.apply(agent.act(state))
    if name == DSR:
        ht.load_agent("ppo+dice", name).act(ht.Game(name).new_state(1))
        alone = ht.load_agent(SHIPPED / "dark_side_rising_alone", name)
        blocks = [block["name"] for block in alone.features_layout()["observation_blocks"]]
        assert "chance_cards" in blocks and not any(block.startswith("sense") for block in blocks)


def test_the_trained_agent_of_a_team_game_is_another():
    agent = ht.load_agent("ppo", "rebellion")
    for players in (2, 3, 4):
        state = ht.Game("rebellion", players=players).new_state(1)
        assert agent.act(state) in state.legal_actions()
    report = ht.tournament("rebellion", ["ppo", "random"], games=8, seed=3, players=4, progress=False)
    assert report["ppo"].wins >= 6


def test_unknown_agents():
    with pytest.raises(ValueError, match="unknown agent 'expret'; did you mean 'expert'"):
        ht.load_agent("expret", DSR)
    with pytest.raises(ValueError, match="no checkpoint folder at /no/such"):
        ht.load_agent("/no/such", DSR)
    with pytest.raises(ValueError, match="unknown game"):
        ht.load_agent("random", "chess")


def test_a_tournament_ranks_and_repeats():
    one = ht.tournament(DSR, ["random", "expert"], games=60, seed=3, threads=1, progress=False, players=3)
    two = ht.tournament(ht.Game(DSR, players=3), ["random", "expert"], games=60, seed=3, threads=2, progress=False)
    assert one == two and one.options["players"] == 3
    assert one["random"].wins == 0 < one["expert"].wins
    row = one["expert"]
    assert row.ci_low < row.win_rate < row.ci_high and sum(row.reasons.values()) == row.games == 60
    assert "expert" in str(one) and row.sides == []
    with pytest.raises(KeyError, match="no agent 'ppo'"):
        one["ppo"]


def test_a_comparison_counts_pairs():
    """A comparison plays the seeds of a tournament, and exchanged agents exchange the counts."""
    found = ht.compare(DSR, "expert", "greedy", games=60, seed=3, threads=1, progress=False)
    assert found == ht.compare(ht.Game(DSR), "expert", "greedy", games=60, seed=3, threads=2, progress=False)
    assert found.both + found.only_a + found.only_b + found.neither == found.games == 60
    report = ht.tournament(DSR, ["expert", "greedy"], games=60, seed=3, progress=False)
    assert found.win_rate_a == report["expert"].win_rate and found.win_rate_b == report["greedy"].win_rate
    assert found.difference == pytest.approx(found.win_rate_a - found.win_rate_b)
    assert found.ci_low < found.difference < found.ci_high and found.p_value < 0.05 < found.games_for_power_80
    turned = ht.compare(DSR, "greedy", "expert", games=60, seed=3, progress=False)
    assert (turned.only_a, turned.only_b) == (found.only_b, found.only_a)
    assert "expert less greedy: +" in str(found) and "of 60 seeds" in str(found)
    with pytest.raises(ValueError, match="unknown agent 'gredy'; did you mean 'greedy'"):
        ht.compare(DSR, "expert", "gredy", progress=False)
    with pytest.raises(ValueError, match="games is 0 but must be at least 1"):
        ht.compare(DSR, "expert", "greedy", games=0)


def test_a_comparison_takes_the_luck_off():
    plain = ht.compare(RC, "expert", "random", games=40, seed=3, progress=False, value=8)
    found = ht.compare(RC, "expert", "random", games=40, seed=3, progress=False, value=8, luck_adjusted=True)
    again = ht.compare(RC, "expert", "random", games=40, seed=3, threads=3, progress=False, value=8, luck_adjusted="ppo")
    assert plain.adjusted is None and found == again and found.only_a == plain.only_a
    assert found.adjusted.evaluator == "ppo" and found.adjusted.variance_ratio > 1
    assert found.adjusted.ci_low < found.adjusted.plain < found.adjusted.ci_high
    assert "luck taken off" in str(found) and "luck" not in str(plain)
    with pytest.raises(ValueError, match="the evaluator gives no evaluation"):
        ht.compare(RC, "expert", "random", games=2, luck_adjusted="greedy", progress=False)


def test_rivals_meet_from_both_sides():
    report = ht.tournament(RC, ["greedy", "expert"], games=60, seed=3, progress=False)
    for row in report.agents:
        empire, rebels = row.sides
        assert (empire.name, rebels.name) == ("empire", "rebels")
        assert empire.games == rebels.games == 30 and empire.wins + rebels.wins == row.wins
        assert empire.ci_low < empire.win_rate < empire.ci_high
    greedy, expert = report["greedy"], report["expert"]
    assert greedy.sides[0].mean_score + expert.sides[1].mean_score == pytest.approx(1)
    assert expert.win_rate > greedy.win_rate


def test_a_tournament_is_the_same_games_as_states(name):
    """Game i of a tournament is the game that a state with that seed plays."""
    who = first if name in LOTS else bot(name)
    report = ht.tournament(name, [who], games=20, seed=50, progress=False)
    game, agent, reasons = ht.Game(name), ht.load_agent(who, name), {}
    for seed in range(50, 70):
        state = game.new_state(seed)
        while not state.is_terminal():
            state.apply(agent.act(state))
        reason = state.summary()["reason"]
        reasons[reason] = reasons.get(reason, 0) + 1
    assert {k: v for k, v in report.agents[0].reasons.items() if v} == reasons


@pytest.mark.parametrize("tqdm", [True, False])
@pytest.mark.parametrize("notebook", [True, False])
def test_progress_is_shown(capsys, monkeypatch, tqdm, notebook):
    if not tqdm:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    if notebook:
        monkeypatch.setitem(sys.modules, "ipykernel", object())
    ht.tournament(DSR, ["random"], games=500, progress=True)
    shown = capsys.readouterr()
    text, other = (shown.out, shown.err) if notebook else (shown.err, shown.out)
    assert "500/500 games" in text and ("games/s]" in text) == tqdm and ("[####" in text) != tqdm
    assert other == "", "notebooks show standard error on red"
    with pytest.raises(ZeroDivisionError):
        ht.tournament(DSR, [lambda state: 1 // 0], games=5, progress=True)
    assert capsys.readouterr()[0 if notebook else 1].endswith("\n"), "the bar is closed"


def test_progress_is_not_shown_where_nobody_looks(capsys):
    ht.tournament(DSR, ["random"], games=5)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("play", [partial(ht.tournament, DSR, ["expert"]), partial(ht.compare, DSR, "expert", "greedy")])
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_it(play):
    threading.Timer(0.5, _thread.interrupt_main).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        play(games=10_000_000, progress=False)
    assert time.monotonic() - start < 20


def test_other_python_threads_run_meanwhile():
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(1)

    clock = threading.Thread(target=tick)
    clock.start()
    ht.tournament(DSR, ["expert"], games=400, threads=1, progress=False)
    stop.set()
    clock.join()
    assert len(ticks) > 5


def test_wrong_arguments():
    for wrong, error, line in [
        ({"agents": "expert"}, TypeError, "a list of agents"),
        ({"agents": []}, ValueError, "at least one"),
        ({"games": 0}, ValueError, "games is 0 but must be at least 1"),
        ({"games": -5}, ValueError, "games -5"),
        ({"games": 1.5}, TypeError, "games must be a whole number"),
        ({"threads": 5000}, ValueError, "threads 5000"),
        ({"seed": -1}, ValueError, "seed"),
        ({"agents": ["nobody"]}, ValueError, "unknown agent 'nobody'"),
        ({"players": 9}, ValueError, "from 2 to 4"),
    ]:
        with pytest.raises(error, match=line):
            ht.tournament(DSR, **{"agents": ["random"], "games": 1, "progress": False, **wrong})
