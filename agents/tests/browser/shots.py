"""Pictures of the table in a browser, for people who read about it: `make screenshots`."""

import sys
from pathlib import Path

from playwright.sync_api import Page

from browser import SEED, ask, chromium, served, settle, until, watched

# Options in the link, and how many moves are made before there is something to see.
SHOWN = {"risk": ("&setup=dealt", 14), "rebellion": ("", 60), "rebellion_combat": ("&scenario=ice_field", 9)}


def some_moves(page: Page, n: int) -> None:
    for _ in range(n):
        settle(page)
        button = page.query_selector(".ask .move")
        if button is None:
            return
        at = page.evaluate("window.holotable.at()")
        button.evaluate("button => button.click()")
        until(page, "at => window.holotable.at() !== at", at)
    settle(page)


def shoot(page: Page, path: Path) -> None:
    # What is new has appeared by then.
    page.wait_for_timeout(900)
    page.screenshot(path=path)
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def main(holotable: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served(holotable) as url, chromium() as browser:
        for kind in ask(f"{url}api/games"):
            game = kind["name"]
            options, moves = SHOWN.get(game, ("", 3))
            for name, size, scheme in [("wide", (1280, 800), "dark"), ("narrow", (400, 800), "light")]:
                page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
                page.goto(f"{url}#game={game}&seed={SEED}&seats=0{options}")
                some_moves(page, moves)
                shoot(page, folder / f"{game}-{name}.png")
                page.close()
            if not kind["evaluators"]:
                continue
            page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
            watched(page, url, game, "greedy", options)
            page.click("text=Whole game")
            until(page, "window.holotable.analysed()", seconds=60)
            page.evaluate("document.querySelector('.study').scrollIntoView()")
            shoot(page, folder / f"{game}-analysis.png")
            page.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
