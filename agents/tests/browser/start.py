"""The start page: what is wrong stands beside its field, and the lists of seats and options begin the game that they say."""

from playwright.sync_api import Browser, Page

import looks
from browser import ask, served, until

SIZES = [((1366, 768), "dark"), ((400, 800), "light")]


def beside(page: Page, name: str) -> str:
    """What is said of a field, which has the focus and is in sight."""
    page.wait_for_selector(f"[name='{name}'][aria-invalid='true']")
    field = page.query_selector(f"[name='{name}']")
    told = page.query_selector(f"[id='{field.get_attribute('aria-describedby').split()[0]}']")
    assert page.evaluate("field => document.activeElement === field", field), f"{name} has not the focus"
    one, other = field.bounding_box(), told.bounding_box()
    assert one and other and 0 <= other["y"] - one["y"] < 300, f"what is wrong with {name} stands far from it"
    return told.inner_text()


def refused(page: Page) -> None:
    """What the page itself finds, in a fold too, and what only the server knows."""
    page.click("text=Dark Side Rising >> nth=0")
    page.fill("[name='players']", "9")
    page.click("button[type=submit]")
    assert beside(page, "players")
    looks.accessible(page, "a field that is wrong")
    page.fill("[name='players']", "3")
    assert page.locator(".seat-fields select").count() == 3
    page.evaluate("document.querySelector('[name=\"components\"]').value = 99")
    page.click("button[type=submit]")
    assert beside(page, "components")
    page.fill("[name='components']", "6")
    page.select_option("[name='teams']", "!other")
    page.fill("[name='teams!other']", "nowhere")
    page.click("button[type=submit]")
    page.wait_for_selector("[name='teams!other'][aria-invalid='true']")
    assert not page.query_selector("[name='players'][aria-invalid]"), "what is right again is not called wrong"


def begun(page: Page) -> None:
    """A game with the options and seats of the lists."""
    page.select_option("[name='teams']", "random")
    page.select_option("[name='!seat0']", "you")
    page.select_option("[name='!seat1']", "computer")
    page.select_option("[name='!seat2']", "guest")
    assert page.is_visible("[name='!minutes']"), "a guest may have a clock"
    page.select_option("[name='!level']", "1")
    page.click("button[type=submit]")
    until(page, "window.holotable?.idle()")
    table = page.evaluate("window.holotable.table()")
    assert [seat["person"] for seat in table["seats"]] == [True, False, True]
    assert table["options"]["players"] == 3
    words = page.inner_text("body")
    assert "Computer, level 2" in words and "slips:" not in words, "agents are called as people know them"
    looks.accessible(page, "a room that was begun")
    # A name is text, whatever it looks like.
    page.fill(".called input", "<b>Ann</b>")
    page.click(".called button")
    page.wait_for_selector(".seats b:text-is('<b>Ann</b>')")


def check(holotable: str, browser: Browser) -> str:
    """The start page, wide and narrow."""
    with served(holotable) as url:
        games = ask(f"{url}api/games")
        broken: list[str] = []
        for size, scheme in SIZES:
            page = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme).new_page()
            page.on("pageerror", lambda error: broken.append(str(error)))
            page.goto(url)
            page.wait_for_selector(".start")
            for kind in games:
                page.click(f".game:has-text('{kind['title']}') >> nth=0")
                assert page.locator(".seat-fields select").count() == kind["seats"]
                looks.accessible(page, f"the start, {kind['name']}")
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= size[0], f"the start is {wide} pixels wide"
            refused(page)
            begun(page)
            page.context.close()
        assert not broken, broken
    return f"the start page: {len(games)} games, faults beside their fields, a room with names"
