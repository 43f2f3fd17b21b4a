// The places of a picture that moves touch: what can be chosen glows, by mouse, finger and key alike.
import { s } from "./dom.js";

/**
 * Lays the places over an SVG image. `act` has what is done: `choose(name)`, `drag(from, to)`, `hover(name or null)`,
 * `tell(node, words)`, `look(event)`; `words` says what a place is.
 */
export function layPlaces(svg, places, act, words) {
  // A small place lies over a large one that it is part of.
  const sorted = [...places].sort((a, b) => b.box[2] * b.box[3] - a.box[2] * a.box[3]);
  const nodes = sorted.map((place) => {
    const [x, y, width, height] = place.box;
    const node = s("rect", { x: x + 1, y: y + 1, width: Math.max(1, width - 2), height: Math.max(1, height - 2), rx: 6, class: "place", "data-place": place.name });
    if (!act) node.append(s("title", {}, words(place)));
    return node;
  });
  const told = new Map(sorted.map((place) => [place.name, place]));
  // What lies over a place that can be chosen, and cannot be chosen itself, is taken for that place: a card for its sector.
  const chooses = (event) => (event.target.matches(".may, .chosen") ? event.target : document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.parentNode === layer && node.matches(".may")) ?? event.target);
  const layer = s("g", { class: "places" }, nodes);
  svg.append(layer);
  if (!act) return;
  const under = (place) => nodes.forEach((node) => node.classList.toggle("under", node === place));
  let from = null;
  layer.addEventListener("pointerdown", (event) => {
    const node = chooses(event);
    from = node.dataset.place ?? null;
    if (node.matches(".may")) layer.ownerSVGElement.dataset.held = "";
    // Where a finger is lifted counts, not where it was put down.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  layer.addEventListener("pointerup", (event) => {
    delete layer.ownerSVGElement.dataset.held;
    const to = chooses(event).dataset.place;
    if (from && to && from !== to && !layer.ownerSVGElement.dataset.panned) act.drag(from, to);
    from = null;
  });
  layer.addEventListener("click", (event) => {
    const node = chooses(event);
    if (node.ownerSVGElement.dataset.panned) return;
    if (node.matches(".may, .chosen")) act.choose(node.dataset.place);
    else act.look(event);
  });
  const tell = (event) => {
    const place = event.pointerType !== "touch" && told.get(event.target.dataset.place);
    act.tell(event.target, place ? words(place) : "");
  };
  layer.addEventListener("pointerover", (event) => {
    const through = chooses(event);
    under(through === event.target ? null : through);
    event.target.classList.toggle("through", through !== event.target);
    act.hover(through.matches(".may, .chosen") ? null : event.target.dataset.place);
    tell(event);
  });
  layer.addEventListener("pointerleave", () => {
    under(null);
    act.hover(null);
    act.tell(null, "");
  });
  layer.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && tell(event));
  layer.addEventListener("focusout", () => act.tell(null, ""));
}

/** Marks on a figure what can be chosen, what is chosen, and what the last moves touched. */
export function markPlaces(figure, { offered, chosen, last }, label) {
  let first = true;
  for (const node of figure.querySelectorAll(".place")) {
    const name = node.dataset.place;
    const may = offered.has(name);
    const picked = chosen.includes(name);
    node.classList.toggle("may", may);
    node.classList.toggle("later", may && !offered.get(name));
    node.classList.toggle("chosen", picked);
    node.classList.toggle("last", last.includes(name));
    if (may || picked) {
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", label(name) + (picked ? ", chosen" : ""));
      node.setAttribute("tabindex", first && node.getClientRects().length ? "0" : "-1");
      if (node.getClientRects().length) first = false;
    } else for (const attribute of ["role", "aria-label", "tabindex"]) node.removeAttribute(attribute);
  }
}

/** Where a place lies in its picture. */
export const boxOf = (node) => ["x", "y", "width", "height"].map((key) => Number(node.getAttribute(key)));

const centre = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The nearest place that can be chosen in the direction of an arrow key, or the place itself. */
export function neighbour(figure, node, key) {
  const [x, y] = centre(node);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = node;
  let least = Infinity;
  for (const other of figure.querySelectorAll(".place.may, .place.chosen")) {
    if (other === node || !other.getClientRects().length) continue;
    const [ox, oy] = centre(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    // What lies aside counts twice, so that a row is walked along.
    const cost = along + 2 * Math.abs((ox - x) * dy - (oy - y) * dx);
    if (along > 1 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

/** Moves the one stop of the tabulator key among the places, and the focus with it. */
export function focusPlace(figure, node) {
  for (const other of figure.querySelectorAll('.place[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
  node.focus();
}
