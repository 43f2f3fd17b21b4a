"""What a screen has to be, whatever the game: it fits, it can be read, and a screen reader finds its way."""

from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browser import SEED, settle

SIZES = {"narrow": (400, 800), "wide": (1280, 800), "4K": (3840, 2160)}
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


def fit(browser: Browser, url: str, game: str) -> str:
    """At 400 px and at 4K, dark and light; gives what was seen."""
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
        page.close()
    return "fits at 400 px and at 4K, dark and light, by the rules of WCAG 2.2 AA that axe-core checks, pictures too"


def accessible(page: Page, where: str) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    told = [f"{it['id']}: {it['help']}: {[node['html'][:120] for node in it['nodes'][:3]]}" for it in found]
    assert not told, f"{where}: {told}"
