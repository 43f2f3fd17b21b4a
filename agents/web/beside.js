// Boxes beside a place: what can be done there, and what it is.
import { capital, fill, h } from "./dom.js";

/** Adds the boxes beside places to what a page can do. */
export function layBeside(page) {
  const { state, board, nearby, tip } = page;

  /** Puts the buttons beside the place that was chosen last. */
  function standNearby(figure) {
    if (nearby.hidden) return;
    const last = [...figure.querySelectorAll(".place")].find((node) => node.dataset.place === state.chosen.at(-1) && node.getClientRects().length);
    // Where the place takes the whole window, they lie over it.
    if (last && stand(nearby, last)) return;
    const { left, top } = figure.getBoundingClientRect();
    put(nearby, [left + 8, Math.max(8, top + 8)]);
  }

  /** Puts a box at a point of the window. */
  function put(box, [x, y]) {
    const frame = board.getBoundingClientRect();
    box.style.setProperty("left", `${x - frame.left}px`);
    box.style.setProperty("top", `${y - frame.top}px`);
  }

  /** Puts a box beside a node and inside the window, where it covers least of what can be chosen; gives whether there is room for it. */
  function stand(box, node) {
    const [at, w, height] = [node.getBoundingClientRect(), box.offsetWidth, box.offsetHeight];
    const within = (v, size, most) => Math.max(8, Math.min(v, most - size - 8));
    const [x, y] = [within(at.left + at.width / 2 - w / 2, w, innerWidth), within(at.top + at.height / 2 - height / 2, height, innerHeight)];
    const corners = [[x, at.bottom + 8], [x, at.top - 8 - height], [at.right + 8, y], [at.left - 8 - w, y]]
      .filter(([left, top]) => left >= 0 && top >= 0 && left + w <= innerWidth && top + height <= innerHeight);
    const taken = [...document.querySelectorAll(".place.may, .place.chosen, .nearby .do, .ask, .lesson")].filter((it) => it !== node && !box.contains(it))
      .map((it) => it.getBoundingClientRect());
    const covered = ([left, top]) => taken.reduce((sum, it) =>
      sum + Math.max(0, Math.min(it.right, left + w) - Math.max(it.left, left)) * Math.max(0, Math.min(it.bottom, top + height) - Math.max(it.top, top)), 0);
    const best = corners.map((corner) => [covered(corner), corner]).sort(([a], [b]) => a - b)[0];
    if (best) put(box, best[1]);
    return Boolean(best);
  }

  /** What a place is, large, beside where the pointer rests or the focus is. */
  function tell(node, words) {
    clearTimeout(state.tells);
    tip.hidden = true;
    if (!words) return;
    state.tells = setTimeout(() => {
      if (!node.isConnected) return;
      const [head, ...rest] = words.split("\n");
      fill(tip, h("b", {}, capital(head)), rest.map((line) => h("span", {}, line)));
      tip.hidden = false;
      tip.hidden = !stand(tip, node);
    }, 300);
  }

  Object.assign(page, { standNearby, tell });
}
