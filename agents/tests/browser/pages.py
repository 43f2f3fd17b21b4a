"""Pages that stand alone: the installed wheel writes them, and a browser without a network opens them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from browser import SEED, until

# The most bytes of a page of a game.
MOST = 450_000


def from_wheel(browser: Browser, python: str, folder: Path) -> None:
    """Of every game, and of the studies that lie in the folder."""
    studies = sorted(folder.glob("*-study.jsonl"))
    script = Path(__file__).with_name("write_pages.py")
    with tempfile.TemporaryDirectory() as empty:
        # Where nothing of the repository can be taken for what is installed.
        args = [Path(python).absolute(), "-I", script.absolute(), folder, str(SEED)]
        told = json.loads(subprocess.run(args, cwd=empty, check=True, stdout=subprocess.PIPE, text=True).stdout)
    for game, what in told.items():
        file = folder / f"{game}.html"
        with_offline(browser, file, lambda page, what=what: to_the_end(page, what))
        size = file.stat().st_size
        assert size < MOST, f"{game}: a page of {size} bytes"
        print(
            f"{game}: a page of {size / 1000:.0f} kB for {what['moves']} moves, evaluated by {what['evaluator'] or 'nobody'}, from the wheel and with the network off"
        )
    for study in studies:
        with_offline(browser, study.with_suffix(".html"), into_a_variation)
        print(f"{study.stem}: the page keeps the variation and its name")


def with_offline(browser: Browser, file: Path, look) -> None:
    """Opens a page with the network off; nothing may be asked for, and nothing may fail."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked, broken = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector(".picture svg rect")
    look(page)
    context.close()
    assert asked == [file.as_uri()], f"{file.name} asks for {asked[1:]}"
    assert not broken, f"{file.name}: {broken}"


def to_the_end(page: Page, what: dict) -> None:
    assert page.evaluate("window.holotable.line().length") == what["moves"] + 1
    first = page.inner_html(".picture")
    page.keyboard.press("End")
    page.wait_for_selector(".ask h2")
    assert page.inner_html(".picture") != first
    assert bool(page.query_selector(".curve .value")) == bool(what["evaluator"])


def into_a_variation(page: Page) -> None:
    """From the line of the page into the one that stands beside it, and back."""
    line = page.evaluate("window.holotable.line()")
    # Not `inner_text`, which leaves out what is not on the screen.
    assert "as it was chosen" in page.text_content(".tree")
    page.query_selector(".variation .ply").evaluate("button => button.click()")
    until(page, "line => !line.includes(window.holotable.at()) && window.holotable.idle()", line)
    at, other = page.evaluate("[window.holotable.at(), window.holotable.line()]")
    assert other[: other.index(at)] == line[: other.index(at)], "it departs from the line"
    assert page.query_selector(".story li"), "what happened there is told"
    page.keyboard.press("ArrowLeft")
    until(page, "at => window.holotable.at() !== at && window.holotable.idle()", at)
    assert page.evaluate("window.holotable.at()") in line


if __name__ == "__main__":
    sys.exit("see table.py")
