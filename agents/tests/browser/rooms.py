"""Two people and somebody who looks on, each with a browser: `table.py` calls this. The server is killed while they play."""

import json
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import APIResponse, Browser, Error, Page, Route
from playwright.sync_api import TimeoutError as Late

import looks
from browser import ask, started, until

GAME = "rebellion_combat"
# A page must show a move of another page after this many seconds.
SOON = 0.2


class Screen:
    """A browser of somebody's own at a link; keeps all that it is sent of the table, and when it got no answer."""

    def __init__(self, browser: Browser, url: str, link: str, lost: list[float], hold: bool = False):
        self.page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        self.sent: list[str] = []
        self.lost = lost
        self.held: list[tuple[Route, APIResponse]] | None = [] if hold else None
        self.page.on("pageerror", lambda error: self.sent.append(f"ERROR {error}"))
        # Events never end, so they cannot be read on their way; the server's own tests read them.
        for what in ("nodes/*", "play", "agent"):
            self.page.route(f"**/api/tables/*/{what}", self.answer)
        self.page.goto(f"{url}#table={link}")

    def answer(self, route: Route) -> None:
        """Passes an answer on to the page, at once or once it is released."""
        try:
            response = route.fetch()
        except Error:
            self.lost.append(time.monotonic())
            return route.abort()
        self.sent.append(response.text())
        if self.held is not None:
            self.held.append((route, response))
        else:
            route.fulfill(response=response)

    def close(self) -> None:
        """Closes the browser, once no answer is on its way."""
        self.page.unroute_all(behavior="wait")
        self.page.context.close()

    def wait(self) -> None:
        """Waits until an answer is held back."""
        while not self.held:
            self.page.wait_for_timeout(10)

    def release(self, lose: bool = False) -> None:
        """Passes on all answers that were held back, or loses them."""
        held, self.held = self.held, None
        for route, response in held:
            route.abort() if lose else route.fulfill(response=response)


def ready(page: Page) -> None:
    page.wait_for_selector(".picture svg rect")
    until(page, "window.holotable?.idle()")


def is_asked(page: Page) -> bool:
    """Whether a page asks its person to choose."""
    return page.evaluate(
        "window.holotable.idle() && !window.holotable.detail().forced && Boolean(document.querySelector('.ask .choices:not(.others) .move'))"
    )


def asked(pages: list[Page]) -> Page | None:
    """The page whose person has to choose; none once the game is over. A move without a choice is played by the page itself."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for page in pages:
            if is_asked(page):
                return page
        if pages[0].query_selector(".ask h2"):
            return None
        time.sleep(0.01)
    raise AssertionError("nobody is asked to move")


def together(pages: list[Page], at: int) -> None:
    """Waits until all pages show a position."""
    for page in pages:
        until(page, "at => window.holotable.at() === at && window.holotable.idle()", at)


def press(page: Page, n: int) -> None:
    """Presses a button of a move."""
    buttons = page.query_selector_all(".ask .choices .move")
    buttons[n % len(buttons)].evaluate("button => button.click()")


def move(pages: list[Page], page: Page, n: int) -> float:
    """Plays a move of a page; gives after how many seconds all pages show the position that it led to."""
    at = page.evaluate("window.holotable.at()")
    together(pages, at)
    press(page, n)
    until(page, "at => window.holotable.at() !== at", at)
    begun = time.monotonic()
    for other in pages:
        until(other, "at => window.holotable.at() !== at", at)
    return time.monotonic() - begun


def watching(browser: Browser, url: str, link: str, lost: list[float], players: list[Page]) -> Screen:
    """Somebody who looks on, and gets the first position only after the next move was heard of."""
    screen = Screen(browser, url, link, lost, hold=True)
    screen.wait()
    page = asked(players)
    at = page.evaluate("window.holotable.at()")
    press(page, 0)
    for page in players:
        until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)
    asked(players)
    screen.page.wait_for_timeout(500)
    screen.release()
    ready(screen.page)
    return screen


def late(url: str, browser: Browser) -> None:
    """A page whose answer comes after the move that another made meanwhile shows that move."""
    # The seats of this game decide in turn.
    table = ask(f"{url}api/tables", {"game": "conflict", "seats": [None, None], "guests": [1]})
    words = [table["id"], next(link["id"] for link in table["room"]["links"] if link["seats"] == [1])]
    screens = [Screen(browser, url, word, []) for word in words]
    pages = [screen.page for screen in screens]
    for page in pages:
        ready(page)
    mine, other = screens[0], pages[1]
    while True:
        page = asked(pages)
        assert page, "the game ended before the other was asked after a move"
        at = page.evaluate("window.holotable.at()")
        together(pages, at)
        mine.held = []
        press(page, 0)
        until(other, "at => window.holotable.at() !== at", at)
        # What nobody can choose is played meanwhile.
        other.wait_for_timeout(500)
        if page is not other and is_asked(other):
            break
        mine.release()
    at = other.evaluate("window.holotable.at()")
    press(other, 0)
    until(other, "at => window.holotable.at() > at", at)
    mine.release()
    until(mine.page, "at => window.holotable.at() > at && window.holotable.idle()", at)
    for screen in screens:
        screen.close()


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
        lost: list[float] = []
        times = []
        server, url = started(holotable, games, "0")
        try:
            table = ask(f"{url}api/tables", {"game": GAME, "seats": [None, None], "guests": [1]})
            links = {tuple(link["seats"]): link["id"] for link in table["room"]["links"]}
            words = [table["id"], links[(1,)], links[()]]
            screens = [Screen(browser, url, word, lost) for word in words[:2]]
            for screen in screens:
                ready(screen.page)
            screens.append(watching(browser, url, words[2], lost, [screen.page for screen in screens]))
            pages = [screen.page for screen in screens]
            looks.accessible(pages[0], "a room")
            for n in range(3):
                times.append(move(pages, asked(pages[:2]), n))
            late(url, browser)
            back(pages)
            # A position whose answer was lost is shown once the page hears of the table again.
            screens[2].held = []
            move(pages, asked(pages[:2]), 0)
            at = asked(pages[:2]).evaluate("window.holotable.at()")
            until(pages[2], "at => window.holotable.at() === at", at)
            pages[2].wait_for_timeout(500)
            screens[2].release(lose=True)
            assert not pages[2].evaluate("window.holotable.idle()"), "nothing was lost"
            killed = time.monotonic()
            server.kill()
            server.wait()
            server, again = started(holotable, games, url.rstrip("/").rsplit(":", 1)[1])
            assert again == url
            assert ask(f"{url}api/tables/{words[0]}")["tree"][-1]["id"] == at, "the game goes on where it was"
            times.append(move(pages, asked(pages[:2]), 3))
            there = time.monotonic()
            n = 4
            while page := asked(pages[:2]):
                times.append(move(pages, page, n))
                n += 1
            assert all(killed < at < there for at in lost), "only a killed server gives no answer"
            hidden = sum(nothing_told(url, words[0], seat, screens[seat].sent) for seat in (0, 1))
            assert hidden > 0, "nothing was hidden"
            pages[0].goto(url)
            pages[0].reload()
            pages[0].click(".kept li a")
            ready(pages[0])
            assert pages[0].evaluate("window.holotable.table().id") == words[0]
        finally:
            server.kill()
            server.wait()
        for screen in screens:
            screen.close()
        for text in (text for screen in screens for text in screen.sent):
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
