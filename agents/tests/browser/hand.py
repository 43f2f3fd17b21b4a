"""A hand at the table: it touches places of the picture as a mouse and as keys do, and buttons only where a move has no place."""

import json

from playwright.sync_api import Page

from browser import until

# A point at which a click meets the node itself: a card lies over the sector that it lies in.
POINT = """
selector => {
  const seen = [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
  for (const node of seen) {
    node.scrollIntoView({ block: "center", inline: "center" });
    const box = node.getBoundingClientRect();
    const shares = [0.5, 0.06, 0.94, 0.25, 0.75];
    for (const y of shares) for (const x of shares) {
      const point = [box.left + x * box.width, box.top + y * box.height];
      const met = document.elementFromPoint(...point);
      if (met && (met === node || node.contains(met))) return point;
    }
  }
  return null;
}
"""


def touch(page: Page, selector: str) -> None:
    """Clicks on what the selector names, where it is in sight."""
    point = page.evaluate(POINT, selector)
    assert point, f"nothing can be clicked on that is {selector}"
    page.mouse.click(*point)


def played(page: Page, action: int) -> None:
    """Plays a move by touching its places one after the other, and the button beside the last one if more than one move is left."""
    at = page.evaluate("window.holotable.at()")
    places = page.evaluate("action => window.holotable.detail().legal.find((move) => move.action === action).places", action)
    begun = "at => window.holotable.at() !== at || !window.holotable.idle()"
    for name in places:
        if name not in page.evaluate("window.holotable.chosen()"):
            touch(page, f".place.may[data-place={json.dumps(name)}]")
            if page.evaluate(begun, at):
                return
    touch(page, f":is(.nearby, .quick) .do[data-action='{action}']")


def by_keys(page: Page) -> None:
    """The same without a mouse: a place has the focus, arrows go to the next one, Enter chooses, Escape steps back."""
    if not page.query_selector(".place.may"):
        return
    at = page.evaluate("window.holotable.at()")
    page.evaluate("document.querySelector('.place[tabindex=\"0\"]').focus()")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.matches('.place.may')"), "the arrows lose the focus"
    assert page.evaluate("window.holotable.at()") == at, "the arrows go through time"
    before = page.evaluate("window.holotable.chosen()")
    page.keyboard.press("Enter")
    until(page, "([at, n]) => window.holotable.at() !== at || window.holotable.chosen().length > n", [at, len(before)])
    if page.evaluate("window.holotable.at()") == at:
        page.keyboard.press("Escape")
        until(page, "n => window.holotable.chosen().length === n", len(before))
