"""Somebody plays badly, is warned, and is asked the same decisions again: `table.py` calls this."""

from playwright.sync_api import Browser, Page

import looks
from browser import ask, served, settle, until

GAME = "dark_side_rising"
# In this game whole games are sure of three costly decisions.
SEED = 4


def badly(page: Page) -> int:
    """Plays the last move of the list to the end of the game, against every warning; gives how many there were."""
    warned = 0
    while not page.query_selector(".ask h2"):
        at = page.evaluate("window.holotable.at()")
        page.query_selector_all(".ask .choices .move")[-1].evaluate("button => button.click()")
        until(page, "at => window.holotable.at() !== at || Boolean(document.querySelector('.warning .big'))", at)
        if page.query_selector(".warning .big"):
            warned += 1
            if warned == 1:
                page.click(".warning button:text-is('Hint')")
                assert "Better" in page.inner_text(".warning")
                looks.accessible(page, "a warning")
            page.click(".warning button:has-text('anyway')")
            until(page, "at => window.holotable.at() !== at", at)
        settle(page)
    return warned


def check(holotable: str, browser: Browser) -> str:
    """A game with the tutor, and its mistakes asked again."""
    with served(holotable) as url:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(f"{url}#game={GAME}&seed={SEED}&seats=0&agent=expert")
        page.reload()
        settle(page)
        page.check(".tutor input")
        warned = badly(page)
        assert warned > 0, "nothing was worth a warning"
        until(page, "async () => (await (await fetch('/api/practise')).json()).all > 0")
        due = ask(f"{url}api/practise")["due"]
        page.goto(url)
        page.reload()
        page.wait_for_selector(".kept li")
        page.select_option("[name='!seat1']", "guest")
        looks.accessible(page, "the start with kept games")
        page.click(".practise a")
        page.wait_for_selector(".question")
        looks.accessible(page, "a mistake to be mended")
        assert page.query_selector(".tree") is None, "the answer stands in the page"
        page.query_selector_all(".ask .choices .move")[-1].evaluate("button => button.click()")
        page.wait_for_selector(".ask h2")
        said = page.inner_text(".ask")
        assert "Not yet" in said and "points of the chance to win" in said and "The best move" in said, said
        assert "Your move, “" in said and "% to win" in said, f"nothing says where the moves lead: {said}"
        assert "marked on the board" not in said or page.query_selector(".place.pointed"), "the best move is marked"
        assert not page.query_selector(".place.may"), "a question is answered once"
        assert ask(f"{url}api/practise")["due"] == due - 1
        page.close()
        assert not broken, broken
    return f"a game played badly: {warned} warnings, {due} decisions to be mended, one asked and explained"
