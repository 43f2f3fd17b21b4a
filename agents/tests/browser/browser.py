"""Chromium, a server to look at, and what scripts that look at it share. The browser is the system's own; nothing is downloaded."""

import contextlib
import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SEED = 7


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; ends the program where there is none."""
    known = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    path = next((path for path in known if path), None)
    if path is None:
        sys.exit("there is no Chromium: apt-get install chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def started(holotable: str, games: str, port: str) -> tuple[subprocess.Popen, str]:
    """A server that keeps its games in this file, and its address."""
    server = subprocess.Popen([holotable, "serve", "--port", port, "--games", games], stdout=subprocess.PIPE, text=True)
    return server, re.search(r"http://[^ ]+/", server.stdout.readline()).group()


@contextlib.contextmanager
def served(holotable: str) -> Iterator[str]:
    """A server on a port that is free, which keeps its games in memory; gives its address."""
    server, url = started(holotable, ":memory:", "0")
    try:
        yield url
    finally:
        server.terminate()
        server.wait()


def ask(url: str, body=None):
    """What the server answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def until(page: Page, what: str, arg=None, seconds: float = 30) -> None:
    """Waits until this holds in the page. Its policy forbids it to evaluate anything, so it is asked from here."""
    end = time.monotonic() + seconds
    while not page.evaluate(what, arg):
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s it still does not hold that {what}")
        time.sleep(0.005)


def settle(page: Page) -> None:
    """Waits until a person is asked, or the game is over. Where several people share the table, the next one is handed it."""
    asked = "window.holotable?.idle() && document.querySelector('.ask h2, .ask .choices:not(.others) .move')"
    # Behind a cover whose button was pressed there may be that of the next person, after moves without a choice.
    cover = "document.querySelector('.cover button:not([data-pressed])')"
    while True:
        # Others may make a hundred moves in between.
        until(page, f"Boolean({cover} || {asked})", seconds=240)
        if not page.evaluate(f"(button => button && ((button.dataset.pressed = 'yes'), button.click(), true))({cover})"):
            return


def watched(page: Page, url: str, game: str, agent: str, options: str = "") -> None:
    """A whole game by agents, to its end."""
    page.goto(f"{url}#game={game}&seed={SEED}&seats=none&agent={agent}{options}")
    page.reload()
    page.wait_for_selector(".picture svg rect")
    page.click("[aria-label^='Play on']")
    page.wait_for_selector(".ask h2", timeout=600_000)
    until(page, "window.holotable.idle()")
