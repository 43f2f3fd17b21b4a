"""The first game that teaches a game, played by its own button: every step is met, and nothing fails."""

from playwright.sync_api import Browser, Page

from browser import settle, until
from looks import accessible

# The steps that were met, and all.
COUNT = "document.querySelector('.lesson .count').textContent.split(' of ').map((it) => parseInt(it))"
# What the lesson says, and how far it is.
SHOWN = "document.querySelector('.lesson').innerText"
# Something to press: the next page, or the move that is recommended.
READY = "window.holotable?.idle() && document.querySelector('.lesson :is(.next, .follow, .ends):not([hidden])')"


def pages(page: Page, url: str, game: str) -> tuple[int, int]:
    """Reads and plays a lesson until its last step is met; gives how many steps and how many moves there were."""
    page.goto(f"{url}#lesson={game}")
    # From its first moment on a lesson survives that its page is loaded again.
    until(page, "location.hash.startsWith('#table=')")
    page.reload()
    moves = 0
    while True:
        until(page, f"Boolean({READY})", seconds=60)
        met, total = page.evaluate(COUNT)
        if met == total:
            return total, moves
        at = page.evaluate("window.holotable.at()")
        button = page.query_selector(".lesson .next:not([hidden])") or page.query_selector(".lesson .follow:not([hidden])")
        assert button, f"{game}: the lesson ends at {met} of {total}"
        moves += "follow" in button.get_attribute("class")
        button.click()
        if "follow" in button.get_attribute("class"):
            until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)


def own_way(page: Page, url: str, game: str) -> None:
    """Whoever plays something else learns on, goes on after loading the page again, and may leave the lesson and stay at the table."""
    page.goto(f"{url}#lesson={game}")
    page.reload()
    for _ in range(5):
        until(page, f"Boolean({READY}) && Boolean(document.querySelector('.ask .move'))", seconds=60)
        at = page.evaluate("window.holotable.at()")
        page.query_selector_all(".ask .move")[-1].evaluate("button => button.click()")
        until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)
        first = page.query_selector(".told-panel .told")
        assert "forced" not in first.get_attribute("class"), f"{game}: the story begins with an only move: {first.inner_text()}"
    until(page, f"Boolean({READY})", seconds=60)
    table = page.evaluate("window.holotable.table().id")
    shown = page.evaluate(SHOWN)
    page.reload()
    until(page, f"shown => {READY} && {SHOWN} === shown", shown, seconds=60)
    page.click(".lesson .skip")
    assert not page.query_selector(".lesson"), "the lesson is gone"
    page.reload()
    settle(page)
    assert page.evaluate("location.hash") == f"#table={table}"
    assert not page.query_selector(".lesson"), "the lesson is back"


def taught(browser: Browser, url: str, game: str) -> str:
    """Plays a lesson wide and narrow; gives what was seen."""
    broken = []
    for size, scheme in [((1366, 768), "dark"), ((400, 800), "light")]:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
        page.on("pageerror", lambda error: broken.append(str(error)))
        # Nobody looks at the moves of the others here.
        page.add_init_script("localStorage.setItem('holotable.pace', '0')")
        steps, moves = pages(page, url, game)
        accessible(page, f"{game}, lesson, {scheme}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{game}: the lesson is {wide} pixels wide"
        own_way(page, url, game)
        page.close()
    assert not broken, broken
    return f"the first game teaches {steps} steps in {moves} moves"
