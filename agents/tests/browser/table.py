"""The table in a browser, every game played to its end by clicks on the board: `make browser-test`. Each step says what it measured."""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
import urllib.error
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from playwright.sync_api import Page

import hand
import lesson
import looks
import pages
import practise
import rooms
import start
from browser import SEED, ask, chromium, served, settle, until, watched


def play(page: Page, url: str, game: str, agent: str):
    """Plays seat 0 to the end on the board alone, now the first move, now the last; gives what was played and how long a step took."""
    page.goto(f"{url}#game={game}&seed={SEED}&seats=0&agent={agent}")
    page.reload()
    begun = time.monotonic()
    page.wait_for_selector(".picture svg rect")
    first = time.monotonic() - begun
    moves, times = [], []
    while True:
        settle(page)
        if page.query_selector(".ask h2"):
            return moves, first, times
        button = page.query_selector_all(".ask .move")[-1 if len(moves) % 3 == 2 else 0]
        moves.append(button.get_attribute("data-action"))
        at = page.evaluate("window.holotable.at()")
        begun = time.monotonic()
        hand.played(page, int(moves[-1]))
        until(page, "at => window.holotable.at() !== at", at)
        times.append(time.monotonic() - begun)


def same_as_the_command(holotable: str, page: Page, game: str, agent: str, moves: list[str]) -> None:
    """The command, typed the same, ends with the same table."""
    args = [holotable, "play", game, "--seed", str(SEED), "--seat", "0", "--agent", agent]
    said = subprocess.run(args, input="\n".join(moves) + "\n", capture_output=True, text=True, check=True).stdout
    words = page.evaluate("window.holotable.detail().text").strip()
    assert words in said and "\nOver: " in said, f"{game}: the command ends elsewhere:\n{said[-1500:]}\n---\n{words}"


def whole_game(holotable: str, page: Page, url: str, kind: dict) -> dict:
    game, agent = (
        kind["name"],
        [a["name"] for a in kind["agents"]][-1 if not kind["evaluators"] else -1 - len(kind["evaluators"])],
    )
    sent = []

    def keep(route) -> None:
        # On its way: the browser forgets bodies when it has too many of them.
        response = route.fetch()
        sent.append(response.text())
        route.fulfill(response=response)

    page.route("**/api/tables/*/nodes/*", keep)
    moves, first, times = play(page, url, game, agent)
    page.unroute("**/api/tables/*/nodes/*")
    same_as_the_command(holotable, page, game, agent, moves)
    hidden = nothing_hidden(page, url, sent)
    # The end covers nothing, and goes away.
    assert page.evaluate("getComputedStyle(document.querySelector('.ask')).position") == "static", "the end covers the analysis"
    page.keyboard.press("Escape")
    until(page, "document.querySelector('.ask').hidden")
    plies = page.evaluate("window.holotable.line().length - 1")
    # A step through time.
    steps = []
    for _ in range(min(10, plies)):
        begun = time.monotonic()
        at = page.evaluate("window.holotable.at()")
        page.keyboard.press("ArrowLeft")
        until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)
        steps.append(time.monotonic() - begun)
    page.keyboard.press("Home")
    until(page, "window.holotable.idle()")
    return {
        "agent": agent,
        "moves": len(moves),
        "plies": plies,
        "first": first,
        "step": statistics.median(steps),
        "answer": statistics.median(times),
        "hidden": hidden,
    }


def words(state) -> set[str]:
    """Every word of a state in JSON, keys included."""
    if isinstance(state, dict):
        return set(state).union(*map(words, state.values()))
    if isinstance(state, list):
        return set().union(*map(words, state))
    return {state} if isinstance(state, str) else set()


def nothing_hidden(page: Page, url: str, sent: list[str]) -> int:
    """Nothing that only others knew stands in what the page of seat 0 was sent; gives how often there was something."""
    base = f"{url}api/tables/{page.evaluate('window.holotable.table().id')}"
    hidden = 0
    for body in sent:
        if json.loads(body).get("open"):
            continue
        at = json.loads(body)["id"]
        known = words(ask(f"{base}/state?at={at}&viewer=0"))
        secret = words(ask(f"{base}/state?at={at}&viewer=all")) - known
        hidden += len(secret)
        for word in secret:
            # Longer names that everybody knows may have it in them: "Many Slaves" has "Slaves".
            for longer in (name for name in known if word in name):
                body = body.replace(longer, "")
            i = body.find(word)
            assert i < 0, f"position {at} tells of {word}: {body[max(0, i - 200) : i + 100]}"
    return hidden


def a_chosen_result(holotable: str, page: Page, url: str, game: str) -> str:
    """A result that is chosen in the page leads to the state that `outcomes` lists; gives the replay that the page saves."""
    page.goto(f"{url}#game={game}&seed={SEED}&seats=all")
    page.reload()
    settle(page)
    table = page.evaluate("window.holotable.table()")
    base = f"{url}api/tables/{table['id']}"
    hand.by_keys(page)
    settle(page)
    # What forbids the moves that are not there stands in the page.
    page.click(".why summary")
    page.wait_for_selector(".why li")
    for _ in range(400):
        at = page.evaluate("window.holotable.at()")
        for button in page.query_selector_all(".ask .move"):
            action = int(button.get_attribute("data-action"))
            try:
                chances = ask(f"{base}/chances?at={at}&action={action}")
            except urllib.error.HTTPError:
                # What is hidden decides: the hands are laid open for this.
                ask(f"{base}/open", {})
                try:
                    chances = ask(f"{base}/chances?at={at}&action={action}")
                except urllib.error.HTTPError:
                    continue  # more results than are listed
            if 1 < chances["count"] <= 2000:
                return chosen(holotable, page, base, game, at, action, chances)
        page.query_selector(".ask .move").evaluate("button => button.click()")
        until(page, "at => window.holotable.at() !== at", at)
        settle(page)
        if page.query_selector(".ask h2"):
            break
    raise AssertionError(f"{game}: no move with several results")


def chosen(holotable: str, page: Page, base: str, game: str, at: int, action: int, chances: dict) -> str:
    # What is hidden is laid open, as `outcomes` has it.
    ask(f"{base}/open", {})
    state = ask(f"{base}/state?at={at}&viewer=all")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(state))
        file.flush()
        args = [holotable, "outcomes", game, "--state", file.name, "--action", str(action), "--json"]
        listed = json.loads(subprocess.run(args, capture_output=True, text=True, check=True).stdout)["outcomes"]
    assert len(listed) == chances["count"]
    # What stands beside it in the tree.
    ask(f"{base}/play", {"at": at, "action": action})
    # The page follows what happens elsewhere.
    until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)
    page.evaluate("at => window.holotable.go(at)", at)
    settle(page)
    page.query_selector(f".odds[data-action='{action}']").evaluate("button => button.click()")
    page.wait_for_selector("dialog .results [data-result]")
    looks.accessible(page, f"{game}, results of a move")
    row = min(3, chances["count"] - 1)
    page.query_selector(f"dialog [data-result='{row}']").evaluate("button => button.click()")
    until(page, "at => window.holotable.at() !== at", at)
    child = next(node for node in ask(base)["tree"] if node["parent"] == at and node["move"]["dice"] == "chosen")
    state = ask(f"{base}/state?at={child['id']}&viewer=all")
    wanted = next(result["state"] for result in listed if result["picks"] == chances["results"][row]["picks"])
    assert state == wanted, f"{game}: the chosen result leads elsewhere"
    ask(f"{base}/name", {"at": child["id"], "name": "as it was chosen"})
    with page.expect_download() as saved:
        page.click("text=Save replay")
    return saved.value.path().read_text()


def a_curve(page: Page, url: str, kind: dict) -> float:
    """A whole game by agents, and its curve: a value for each position, and the last is the result."""
    evaluator = kind["evaluators"][0]
    watched(page, url, kind["name"], evaluator)
    begun = time.monotonic()
    page.click("text=Whole game")
    until(page, "window.holotable.analysed()", seconds=60)
    taken = time.monotonic() - begun
    line, found = page.evaluate("[window.holotable.line(), [...window.holotable.found()]]")
    found = dict(found)
    assert sorted(found) == sorted(line), "a value for each position"
    result = page.evaluate("window.holotable.detail().scores[0]")
    assert found[line[-1]]["value"] == result
    if page.evaluate("window.holotable.table().teams") > 2:
        return taken  # an evaluator speaks for whoever acts, so that luck of one team of several is nobody's to say
    plies = [found[node]["ply"] for node in line[1:]]
    total = found[line[0]]["value"] + sum(p["luck"] + p["error"] + p["correction"] for p in plies)
    assert abs(total - result) < 1e-9, f"start, luck, errors and corrections are {total}, the result is {result}"
    assert page.query_selector(".curve .value")
    return taken


def check(holotable: str, game: str, folder: Path) -> str:
    """Plays a game and looks at it, in a browser of its own; writes its study to the folder, and gives what it measured."""
    said = []
    with served(holotable) as url, chromium() as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 950})
        page.set_default_timeout(30_000)
        broken, outside = [], []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.on(
            "request",
            lambda request: outside.append(request.url) if not request.url.startswith((url, "data:", "blob:")) else None,
        )
        kind = next(kind for kind in ask(f"{url}api/games") if kind["name"] == game)
        told = whole_game(holotable, page, url, kind)
        first, step = 1000 * told["first"], 1000 * told["step"]
        said.append(
            f"{told['moves']} decisions of {told['plies']} moves against {told['agent']}, as the command plays them, {told['hidden']} secrets kept; "
            f"first picture {first:.0f} ms, a step {step:.0f} ms, a move {1000 * told['answer']:.0f} ms"
        )
        (folder / f"{game}-study.jsonl").write_text(a_chosen_result(holotable, page, url, game))
        if kind["evaluators"]:
            taken = a_curve(page, url, kind)
            said.append(f"the curve of a whole game by {kind['evaluators'][0]} in {taken:.2f} s, which ends in the result")
        said.append(looks.fit(browser, url, game))
        said.append(lesson.taught(browser, url, game))
        assert not broken, broken
        assert not outside, f"asked for {outside}"
    return "\n".join(f"{game}: {line}" for line in said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("holotable", help="the binary")
    parser.add_argument(
        "--wheel", metavar="PYTHON", help="the interpreter for which the wheel is installed, to write pages with it"
    )
    parser.add_argument("--games", nargs="*", help="only these")
    args = parser.parse_args()
    with served(args.holotable) as url:
        games = [kind["name"] for kind in ask(f"{url}api/games")]
    games = [game for game in games if not args.games or game in args.games]
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(os.cpu_count()) as pool:
        # The longest first, which the games that come last are.
        for said in pool.map(check, repeat(args.holotable), reversed(games), repeat(Path(folder))):
            print(said, flush=True)
        with chromium() as browser:
            print(rooms.check(args.holotable, browser), flush=True)
            print(practise.check(args.holotable, browser), flush=True)
            print(start.check(args.holotable, browser), flush=True)
        if args.wheel:
            with chromium() as browser:
                pages.from_wheel(browser, args.wheel, Path(folder))


if __name__ == "__main__":
    main()
