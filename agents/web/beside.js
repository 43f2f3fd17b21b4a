// Boxes beside a place: what can be done there, and what it is.
import { capital, fill, h } from "./dom.js";

/** Adds the boxes beside places to what a page can do. */
export function layBeside(page) {
  const { state, board, nearby, tip } = page;

  /** Puts the buttons beside the place that was chosen last. */
  function standNearby(figure) {
    if (nearby.hidden) return;
    const last = [...figure.querySelectorAll(".place.chosen")].filter((node) => node.getClientRects().length)
      .find((node) => node.dataset.place === state.chosen.at(-1));
    stand(nearby, last ?? figure);
  }

  /** Puts a box below a place, or above it where there is no page.room. */
  function stand(box, node) {
    const at = node.getBoundingClientRect();
    const frame = board.getBoundingClientRect();
    const [w, height] = [box.offsetWidth, box.offsetHeight];
    const left = Math.min(Math.max(0, at.left + at.width / 2 - w / 2 - frame.left), Math.max(0, frame.width - w));
    const below = at.bottom + 8 + height < innerHeight || at.top - 8 - height < 0;
    const top = node.matches(".place") ? (below ? at.bottom + 8 : at.top - 8 - height) : at.top + 8;
    box.style.setProperty("left", `${left}px`);
    box.style.setProperty("top", `${top - frame.top}px`);
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
      stand(tip, node);
    }, 300);
  }

  Object.assign(page, { standNearby, tell });
}
