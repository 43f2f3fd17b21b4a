"""Two people and somebody who looks on, each with a browser: `table.py` calls this. The server is killed while they play."""

import json
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Error, Page
from playwright.sync_api import TimeoutError as Late

import looks
from browser import ask, started, until

GAME = "rebellion_combat"
# A page must show a move of another page after this many seconds.
SOON = 0.2


def opened(browser: Browser, url: str, link: str, sent: list[str], lost: list[float]) -> Page:
    """A browser of somebody's own at a link; keeps all that it is sent of the table, and when it got no answer."""
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.on("pageerror", lambda error: sent.append(f"ERROR {error}"))

    def keep(route) -> None:
        try:
            response = route.fetch()
        except Error:
            lost.append(time.monotonic())
            return route.abort()
        sent.append(response.text())
        route.fulfill(response=response)

    # Events never end, so they cannot be read on their way; the server's own tests read them.
    page.route("**/api/tables/*/nodes/*", keep)
    page.route("**/api/tables/*/play", keep)
    page.route("**/api/tables/*/agent", keep)
    page.goto(f"{url}#table={link}")
    ready(page)
    return page


def ready(page: Page) -> None:
    page.wait_for_selector(".picture svg rect")
    until(page, "window.holotable?.idle()")


def asked(pages: list[Page]) -> Page | None:
    """The page whose person has to choose; none once the game is over. A move without a choice is played by the page itself."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for page in pages:
            if page.evaluate(
                "window.holotable.idle() && !window.holotable.detail().forced && Boolean(document.querySelector('.ask .choices .move'))"
            ):
                return page
        if pages[0].query_selector(".ask h2"):
            return None
        time.sleep(0.01)
    raise AssertionError("nobody is asked to move")


def move(pages: list[Page], page: Page, n: int) -> float:
    """Plays a move of a page; gives after how many seconds all pages show the position that it led to."""
    for other in pages:
        until(other, "at => window.holotable.at() === at && window.holotable.idle()", page.evaluate("window.holotable.at()"))
    at = page.evaluate("window.holotable.at()")
    buttons = page.query_selector_all(".ask .choices .move")
    buttons[n % len(buttons)].evaluate("button => button.click()")
    until(page, "at => window.holotable.at() !== at", at)
    begun = time.monotonic()
    for other in pages:
        until(other, "at => window.holotable.at() !== at", at)
    return time.monotonic() - begun


def nothing_told(url: str, link: str, seat: int, sent: list[str]) -> int:
    """What a page of a seat was sent names no card that the other seat alone knew; gives how many such cards there were."""
    names = [c["name"].split(" (")[0] for c in ask(f"{url}api/tables/{link}")["components"] if "tactic" in c["kind"]]
    hidden = 0
    line = ask(f"{url}api/tables/{link}")["tree"]
    public = {node["id"]: ask(f"{url}api/tables/{link}/nodes/{node['id']}?viewer=table").get("move") for node in line}
    for text in sent:
        body = json.loads(text)
        # What was taken back cannot be looked up any more, and a game that is over has no secrets.
        if body["id"] not in public or body.get("open") or body["over"]:
            continue
        shown = "".join(json.dumps(public[n]) for n in sorted(public) if n <= body["id"])
        state = ask(f"{url}api/tables/{link}/state?at={body['id']}&viewer=all")
        hands = [json.dumps(state[side]["hand"]) for side in ("empire", "rebels")]
        known = shown + hands[seat] + json.dumps(state["discards"])
        for name in names:
            if name in hands[1 - seat] and name not in known:
                hidden += 1
                assert name not in text, f"position {body['id']} tells seat {seat} of {name}"
    return hidden


def check(holotable: str, browser: Browser) -> str:
    """Plays a battle in a room to its end, with the server killed in between, and goes on with it from the start page."""
    with tempfile.TemporaryDirectory() as folder:
        games = str(Path(folder) / "games.sqlite")
        sent: list[list[str]] = [[], [], []]
        lost: list[float] = []
        times = []
        server, url = started(holotable, games, "0")
        try:
            table = ask(f"{url}api/tables", {"game": GAME, "seats": [None, None], "guests": [1]})
            links = {tuple(link["seats"]): link["id"] for link in table["room"]["links"]}
            words = [table["id"], links[(1,)], links[()]]
            pages = [opened(browser, url, word, kept, lost) for word, kept in zip(words, sent, strict=True)]
            looks.accessible(pages[0], "a room")
            for n in range(6):
                times.append(move(pages, asked(pages[:2]), n))
            back(pages)
            at = pages[0].evaluate("window.holotable.at()")
            killed = time.monotonic()
            server.kill()
            server.wait()
            server, again = started(holotable, games, url.rstrip("/").rsplit(":", 1)[1])
            assert again == url
            assert ask(f"{url}api/tables/{words[0]}")["tree"][-1]["id"] == at, "the game goes on where it was"
            times.append(move(pages, asked(pages[:2]), 6))
            there = time.monotonic()
            n = 7
            while page := asked(pages[:2]):
                times.append(move(pages, page, n))
                n += 1
            assert all(killed < at < there for at in lost), "only a killed server gives no answer"
            hidden = sum(nothing_told(url, words[0], seat, sent[seat]) for seat in (0, 1))
            assert hidden > 0, "nothing was hidden"
            pages[0].goto(url)
            pages[0].reload()
            pages[0].click(".kept li a")
            ready(pages[0])
            assert pages[0].evaluate("window.holotable.table().id") == words[0]
        finally:
            server.kill()
            server.wait()
        for page in pages:
            page.context.close()
        for text in (text for kept in sent for text in kept):
            assert not text.startswith("ERROR"), text
        # The greatest is that of the move after the server came back.
        middle, most = statistics.median(times), max(times)
        assert middle < SOON, f"moves of others came after {middle:.2f} s"
    return f"a room: {len(times)} moves on three screens after {1000 * middle:.0f} ms, at most {1000 * most:.0f} ms, {hidden} secrets kept, the server killed in between"


def back(pages: list[Page]) -> None:
    """The first to have moved asks to take moves back, and the other agrees."""
    # A move that is made meanwhile, also one without a choice, ends the wish: then it is asked once more.
    for tries in range(3):
        asked(pages[:2])
        at = pages[0].evaluate("window.holotable.at()")
        who = next(page for page in pages[:2] if page.query_selector("text=Ask to take back"))
        other = next(page for page in pages[:2] if page is not who)
        who.click("text=Ask to take back")
        try:
            other.click("text=Agree", timeout=5_000)
            break
        except Late:
            assert tries < 2, "nobody was asked to take moves back"
    for page in pages:
        until(page, "at => window.holotable.at() < at && window.holotable.idle()", at)
