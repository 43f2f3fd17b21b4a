"""What a screen has to be, whatever the game: it fits, it can be read, and a screen reader finds its way."""

from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browser import SEED, settle

SIZES = {"narrow": (400, 800), "laptop": (1366, 768), "4K": (3840, 2160)}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# Text on what was drawn below it last; the least contrast of level AA, and of letters that are large (WCAG 2.2, 1.4.3).
CONTRASTS = """
() => {
  const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = (c) => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
  const rgb = (text) => text.match(/[\\d.]+/g)?.map(Number);
  const bad = [];
  for (const svg of document.querySelectorAll(".picture svg")) {
    if (!svg.getClientRects().length) continue;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const below = [];
    for (const node of svg.children) {
      if (node.tagName !== "text") {
        if (getComputedStyle(node).fill !== "none" && node.getAttribute("fill") !== "none" && node.isPointInFill) below.push(node);
        continue;
      }
      const box = node.getBBox();
      const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
      const ground = below.findLast((shape) => shape.isPointInFill(middle));
      if (!ground || !node.textContent.trim()) continue;
      const [one, other] = [node, ground].map((it) => light(rgb(getComputedStyle(it).fill)));
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const size = parseFloat(getComputedStyle(node).fontSize) * scale;
      if (contrast < (size >= 24 ? 3 : 4.5)) bad.push(`${contrast.toFixed(2)}: ${node.textContent} (${getComputedStyle(node).fill} on ${getComputedStyle(ground).fill})`);
    }
  }
  return [...new Set(bad)];
}
"""


# Letters of the picture that are smaller than 12 pixels on the screen, and parts to be scrolled along.
TIGHT = """
() => {
  const seen = (node) => node.getClientRects().length > 0;
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a;
  const small = [...document.querySelectorAll(".picture svg text")].filter((text) => seen(text) && size(text) < 11.95);
  const wide = [...document.querySelectorAll(".strip")].filter((strip) => strip.scrollWidth > strip.clientWidth + 1);
  return [...small.map((text) => `${size(text).toFixed(1)} px: ${text.textContent}`), ...wide.map((strip) => `scrolls: ${strip.getAttribute("aria-label")}`)];
}
"""
# What stands beside a place under the pointer: inside the window, not over the place, and no hindrance to a click.
TIP = """
node => {
  const tip = document.querySelector(".tip");
  if (tip.hidden) return null;
  const [box, place] = [tip, node].map((it) => it.getBoundingClientRect());
  const over = box.left < place.right && place.left < box.right && box.top < place.bottom && place.top < box.bottom;
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return !over && inside && getComputedStyle(tip).pointerEvents === "none";
}
"""


def tips(page: Page, where: str) -> None:
    """What is told of places covers neither them nor the edge of the window."""
    told = 0
    for node in page.query_selector_all(".whole .place")[-12:]:
        node.scroll_into_view_if_needed()
        node.hover(force=True)
        page.wait_for_timeout(350)
        right = page.evaluate(TIP, node)
        assert right is not False, f"{where}: what is told of {node.get_attribute('data-place')} is in the way"
        told += right is True
    assert told, f"{where}: nothing is told of any place"


def fit(browser: Browser, url: str, game: str) -> str:
    """At 400 px, 1,366 px and 4K, dark and light; gives what was seen."""
    for (name, size), scheme in product(SIZES.items(), ["dark", "light"]):
        # Without motion: what is still fading in has little contrast.
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"{url}#game={game}&seed={SEED}&seats=0")
        settle(page)
        where = f"{game}, {name}, {scheme}"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{where}: {wide} pixels wide"
        accessible(page, where)
        bad = page.evaluate(CONTRASTS)
        assert not bad, f"{where}: too little contrast in the picture: {bad[:8]}"
        tight = page.evaluate(TIGHT)
        assert not tight, f"{where}: {tight[:8]}"
        if (name, scheme) == ("laptop", "dark"):
            tips(page, where)
        page.close()
    return "fits at 400 px and at 4K, dark and light, by the rules of WCAG 2.2 AA that axe-core checks, pictures too"


def accessible(page: Page, where: str) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    told = [f"{it['id']}: {it['help']}: {[node['html'][:120] for node in it['nodes'][:3]]}" for it in found]
    assert not told, f"{where}: {told}"
