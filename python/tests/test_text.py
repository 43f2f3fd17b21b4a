"""Games as text: rules, structures, :class:`TextEnv`, Kaggle's three methods, and players that answer anything but what they should."""

import json
import random
import sys
import threading
import time

import pytest
from conftest import DSR, GAMES, RC, TOYS

import holotable as ht
from holotable import kaggle, text


def first(prompt: str) -> str:
    """A scripted model: the first action that the prompt lists."""
    line = prompt.split("Legal actions:\n- ")[1].splitlines()[0]
    return "I take the first.\n" + json.dumps({"action": line.split("  (")[0]})


@pytest.mark.parametrize("name", GAMES + [name for name, _ in TOYS])
def test_rules_are_told_with_options_and_components(name):
    game = ht.Game(name)
    told = game.rules_text()
    assert told.startswith("# Rules: ")
    for option, value in game.options.items():
        assert f"| `{option}` | {str(value).lower() if isinstance(value, bool) else value} |" in told
    for entry in game.catalogue():
        assert entry["name"] in told
    notation = text.notation(game)
    assert all(f"- {block['name']}" in notation for block in game.layout()["action_blocks"])


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_structs_and_back(name):
    game = ht.Game(name)
    for action in range(game.num_actions):
        struct = game.action_to_struct(action)
        assert game.struct_to_action(struct) == action
        assert game.struct_to_action(dict(reversed(struct.items()))) == action
    with pytest.raises(ValueError, match="no action 'Fly'"):
        game.struct_to_action({"kind": "Fly"})
    with pytest.raises(ValueError, match="an action is an object with kind"):
        game.struct_to_action({"action": 3})


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_may_stand_in_many_ways(name):
    state = ht.Game(name).new_state(seed=5)
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    for action in state.legal_actions():
        name, struct = state.game.action_to_string(action), json.dumps(state.game.action_to_struct(action))
        for answer in (
            str(action),
            name,
            f"Let me think {{about}} it.\n\n**{name}**",
            f'```json\n{{"why": "it is best", "action": "{name}"}}\n```\nThat is all.',
            json.dumps({"action": action}),
            f'{{"action": {struct}}}',
            f"I play {struct}",
            f'{{"action": "nonsense"}} no, rather {{"action": {action}}}',
        ):
            assert text.read(state, answer) == action, answer


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "there is no action"),
        ("\n \n", "there is no action"),
        ("I do not know", "no action 'I do not know'"),
        ('{"action": [1]}', "an action is a number, a name or an object"),
        ('{"action": true}', "an action is a number, a name or an object"),
        ('{"action": 640}', "there is no action 640: the actions are 0 to 639"),
        ("9" * 5000, "the number is too great"),
        ('{"action": -1}', "there is no action -1: the actions are 0 to 639"),
        ("Action: Deploy sector=eadu or Deploy sector=endor", "no action|names two"),
        ("\ud800", "no action"),
        ('{"action": "EndTurn"}', "EndTurn is not legal"),
        ("{" * 100_000, "no action"),
        ("[" * 100_000, "no action"),
    ],
)
def test_what_is_no_legal_action_is_refused_in_one_line(answer, why):
    state = ht.Game(DSR).new_state(seed=5)
    with pytest.raises(ValueError, match=why) as refused:
        text.read(state, answer)
    assert len(str(refused.value)) < 1000 and "\n" not in str(refused.value).strip()


def test_the_last_statement_of_an_action_counts():
    state = ht.Game(DSR).new_state(seed=5)
    first, second = (state.game.action_to_string(action) for action in state.legal_actions()[:2])
    for answer in (
        f'First I thought of {{"action": "{first}"}}, but no.\nAction: {second}',
        f"Action: {first}\nOn second thought:\n**Final action:** `{second.lower()}`.",
        f"\\boxed{{{first}}} <answer>{second}</answer>",
        f"{{'move': '{second}',}}",
    ):
        assert text.read(state, answer) == state.legal_actions()[1], answer
        assert kaggle.Harness(DSR).parse_response(answer, state).legal_action == state.legal_actions()[1]
    with pytest.raises(ValueError, match="names two actions") as refused:
        text.read(state, f"Action: {first} or {second}")
    assert first in str(refused.value) and second in str(refused.value)


def answers(seed, instead="random", env=None):
    """All that a text environment tells a player whose answers say nothing but every third time."""
    env = env or text.TextEnv(DSR, opponent="random", instead=instead, retries=0, rules=False)
    told, over, count = [env.reset(seed=seed)[0]], False, 0
    while not over:
        count += 1
        prompt, _, over, *_ = env.step(first(told[-1]) if count % 3 == 0 else "no idea")
        told.append(prompt)
    return told


def test_a_reset_with_a_seed_begins_every_generator_again():
    env = text.TextEnv(DSR, opponent="random", instead="random", retries=0, rules=False)
    once = answers(5, env=env)
    assert once != answers(6, env=env)
    assert once == answers(5, env=env) == answers(5)


@pytest.mark.parametrize("name", GAMES)
def test_a_text_environment_plays_the_games_of_the_command(name):
    env = text.TextEnv(name, opponent="greedy", rules=False)
    prompt, info = env.reset(seed=3)
    players = [first, *["greedy"] * (env.game.num_players - 1)]
    match = kaggle.play(kaggle.Harness(name, legal=True), players, seed=3)
    own = iter(action for seat, action in match.moves if seat == 0)
    over = False
    while not over:
        prompt, _, over, _, info = env.step(first(prompt))
        assert info["action"] == next(own)
    assert next(own, None) is None and env.state == match.state


@pytest.mark.parametrize("name", GAMES)
def test_seats_of_a_match_have_streams_of_their_own(name):
    harness = kaggle.Harness(name)
    players = ["random"] * harness.game.num_players
    replay = harness.game.play("random", seed=11)
    match = kaggle.play(harness, players, seed=11)
    assert match.state == harness.game.replay(replay)[-1], "the game that a tournament plays"
    assert kaggle.play(harness, players, seed=11).moves == match.moves
    games = {tuple(kaggle.play(harness, players, seed=seed).moves[:6]) for seed in range(20)}
    assert len(games) > 10


def test_first_choices_differ_between_seeds_and_seats():
    harness = kaggle.Harness(RC)
    firsts = []
    for seed in range(60):
        moves = kaggle.play(harness, ["random", "random"], seed=seed).moves
        firsts.append(tuple(next((action for seat, action in moves if seat == wanted), None) for wanted in (0, 1)))
    for seat in (0, 1):
        assert len({pair[seat] for pair in firsts} - {None}) > 1
    assert sum(one == two for one, two in firsts) < 40
    assert len({kaggle.play(harness, ["random", "random"]).moves[0] for _ in range(40)}) > 1, "without a seed each is another"


def test_substitutes_of_a_match_depend_on_the_seed_and_the_seat_alone():
    harness = kaggle.Harness(RC)

    def play(seed):
        return kaggle.play(harness, [garbage, garbage], seed=seed, retries=0, instead="random").moves

    assert play(4) == play(4) != play(5)


@pytest.mark.parametrize("name", GAMES)
def test_a_scripted_player_plays_a_text_environment_to_its_end(name):
    env = ht.text.TextEnv(name, opponent="greedy", seat=1)
    prompt, info = env.reset(seed=3)
    assert prompt.startswith("# Rules: ") and "You are seat 1" in prompt
    over, rewards = False, []
    while not over:
        prompt, reward, over, truncated, info = env.step(first(prompt))
        assert info["error"] is None and info["forfeit"] is None and not truncated
        rewards.append(reward)
    assert rewards[-1] in (-1.0, 0.0, 1.0) and not any(rewards[:-1])
    assert "The game is over" in prompt
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step("0")


def test_a_seat_is_told_nothing_of_other_hands():
    game = ht.Game(RC, scenario="ice_field")
    bot = ht.load_agent("expert", game)
    for seed in range(5):
        state = game.new_state(seed=seed)
        while not state.is_terminal():
            seat = state.current_player()
            assert text.view(state) == text.view(state.redeal(seat))
            state.apply(bot.act(state))


def test_wrong_answers_change_nothing_until_they_forfeit():
    env = text.TextEnv(DSR, retries=2, rules=False)
    before, _ = env.reset(seed=3)
    for left in (1, 0):
        again, reward, over, _, info = env.step("EndTurn")
        assert again.endswith(before) and again.startswith("That was not taken: EndTurn is not legal: ")
        assert (reward, over, info["retries"]) == (0.0, False, left)
    told, reward, over, _, info = env.step("EndTurn")
    assert (reward, over) == (-1.0, True) and "forfeited" in told and "EndTurn" in info["forfeit"]
    with pytest.raises(RuntimeError):
        env.step("0")


def test_another_agent_may_decide_instead():
    env = text.TextEnv(DSR, retries=0, instead="expert", rules=False)
    env.reset(seed=3)
    over, decisions = False, 0
    while not over:
        _, _, over, _, info = env.step("no idea")
        assert info["error"] and info["action"] is not None and info["forfeit"] is None
        decisions += 1
    assert decisions > 10


def test_equal_seeds_are_equal_texts():
    def play():
        env = text.TextEnv(RC, opponent="expert")
        prompt, _ = env.reset(seed=4)
        texts, over = [prompt], False
        while not over:
            prompt, _, over, *_ = env.step(first(prompt))
            texts.append(prompt)
        return texts

    assert play() == play()


def test_bad_settings_are_named():
    with pytest.raises(ValueError, match="seat is 2 but must be"):
        text.TextEnv(RC, seat=2)
    with pytest.raises(ValueError, match="retries is -1"):
        text.TextEnv(RC, retries=-1)
    with pytest.raises(ValueError, match="unknown agent"):
        text.TextEnv(RC, opponent="gredy")


@pytest.mark.parametrize("name", GAMES)
def test_kaggles_three_methods_play_a_game(name):
    harness = kaggle.Harness(name, legal=True)
    match = kaggle.play(harness, first, seed=2)
    assert match.forfeit is None and match.state.is_terminal() and match.scores == match.state.scores()
    state = harness.game.new_state(seed=2)
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    moves = harness.get_legal_moves(state)
    assert list(moves) == state.legal_actions()
    hidden = kaggle.Harness(name)
    prompt = hidden.make_prompt(state, ["seat 0 did something"])
    assert "Legal actions" not in prompt and "## Notation" in prompt and "did something" in prompt
    action, label = next(iter(moves.items()))
    assert hidden.parse_response(f'so {{"action": "{label}"}}', state) == kaggle.ParseResult(action, label)
    refused = hidden.parse_response("Fly", state)
    assert refused.legal_action is None and refused.raw_action == "Fly" and "no action 'Fly'" in refused.error
    assert refused.error in hidden.make_prompt(state, (), "Fly", "Fly")


def garbage(_):
    """Answers with bytes of no meaning."""
    return "".join(map(chr, random.Random(1).choices(range(1, 0x2FFF), k=2000)))


def flood(_):
    """Answers with ten megabytes."""
    return "{" * 10_000_000


def failing(_):
    """Raises."""
    raise OSError("the line is dead")


def leaving(_):
    """Tries to end the program."""
    sys.exit(3)


def silent(_):
    """Never answers, as far as a test waits."""
    time.sleep(30)


def nothing(_):
    """Answers with what is no text."""
    return None


@pytest.mark.parametrize("respond", [garbage, flood, failing, leaving, silent, nothing])
def test_who_gives_no_answer_forfeits_and_the_rival_wins(respond):
    harness = kaggle.Harness(RC, scenario="ice_field")
    begun = time.monotonic()
    match = kaggle.play(harness, [respond, "greedy"], seed=1, seconds=0.5, retries=1)
    assert time.monotonic() - begun < 10
    assert match.forfeit[0] == 0 and match.scores == [0.0, 1.0], match.forfeit


@pytest.mark.parametrize("respond", [garbage, failing, silent])
def test_or_another_agent_decides(respond):
    harness = kaggle.Harness("secret_pig")
    match = kaggle.play(harness, [respond, "random"], seed=1, seconds=0.05, instead="random")
    assert match.forfeit is None and match.fallbacks[0] > 0 and match.state.is_terminal()


def test_a_late_answer_is_dropped():
    asked = []

    def slow(prompt):
        asked.append(prompt)
        if len(asked) == 1:
            time.sleep(0.4)
            return "Hold"
        return "Roll"

    harness = kaggle.Harness("secret_pig")
    match = kaggle.play(harness, [slow, "random"], seed=1, seconds=0.2, retries=0, instead="random")
    assert match.fallbacks[0] >= 1 and match.state.is_terminal()
    assert threading.active_count() < 20


def test_a_program_plays_from_python(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'act':\n"
        "        print(json.dumps({'id': said['id'], 'action': said['legal'][-1]}), flush=True)\n"
    )
    program = f"exec:{sys.executable} {bot}"
    report = ht.tournament(RC, [program, "random"], games=4, seed=1)
    assert "forfeit" not in report.agents[0].reasons
    state = ht.Game(RC).new_state(seed=1)
    assert ht.load_agent(program, RC).act(state) == state.legal_actions()[-1]
    env = ht.Env(RC, opponent=program)
    env.reset(seed=1)


def test_a_program_that_fails_is_named_in_python():
    report = ht.tournament(RC, ["exec@1s+greedy:echo no", "random"], games=2, seed=1)
    assert sum(report.agents[0].stood_in.values()) > 0 and not report.agents[1].stood_in
    report = ht.tournament(RC, ["exec:echo no", "random"], games=2, seed=1)
    assert report.agents[0].reasons["forfeit"] == 2 and report.agents[1].wins == 2
    state = ht.Game(DSR).new_state(seed=1)
    with pytest.raises(RuntimeError, match="exec:echo no forfeits: its answer is no JSON object: no"):
        ht.load_agent("exec:echo no", DSR).act(state)
    with pytest.raises(RuntimeError, match="forfeits"):
        ht.Game(DSR).play("exec:echo no", seed=1)
    env = ht.Env(RC, opponent="exec:echo no", seat=1)
    with pytest.raises(RuntimeError, match="forfeits"):
        for seed in range(3):
            env.reset(seed=seed)
