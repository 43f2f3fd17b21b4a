// A picture that is larger than its frame: moved and enlarged by wheel, fingers, buttons and keys.
import { h } from "./dom.js";
import { boxOf } from "./places.js";

const MOST = 6;
const clamp = (v, low, high) => Math.min(Math.max(v, low), high);

/** Makes an SVG image of a box of a picture one that can be moved. `view` keeps what is in sight from one picture to the next. */
export function zoomable(figure, svg, [left, top, width, height], view) {
  /** What is in sight: the frame has the shape of the element, or of the picture before it is laid out. */
  const box = () => {
    const shape = svg.clientWidth ? svg.clientHeight / svg.clientWidth : height / width;
    const w = width / view.zoom;
    return [w, w * shape];
  };
  const put = () => {
    const [w, h_] = box();
    view.x = left + (w >= width ? width / 2 : clamp(view.x - left, w / 2, width - w / 2));
    view.y = top + (h_ >= height ? height / 2 : clamp(view.y - top, h_ / 2, height - h_ / 2));
    svg.setAttribute("viewBox", `${view.x - w / 2} ${view.y - h_ / 2} ${w} ${h_}`);
    figure.classList.toggle("zoomed", view.zoom > 1);
  };
  const enlarge = (by, at = [view.x, view.y]) => {
    const before = view.zoom;
    view.zoom = clamp(view.zoom * by, 1, MOST);
    const kept = before / view.zoom;
    [view.x, view.y] = [at[0] + (view.x - at[0]) * kept, at[1] + (view.y - at[1]) * kept];
    put();
  };
  /** Where on the picture a point of the screen is. */
  const spot = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  svg.addEventListener("wheel", (event) => {
    // Where all of it is in sight, the wheel moves the page first.
    if (!event.ctrlKey && view.zoom === 1 && (event.deltaY > 0 || scrollY > 0)) return;
    event.preventDefault();
    enlarge(Math.exp(-clamp(event.deltaY, -100, 100) / 300), spot(event));
  }, { passive: false });
  const down = new Map();
  svg.addEventListener("pointerdown", (event) => {
    down.set(event.pointerId, event);
    delete svg.dataset.panned;
  });
  svg.addEventListener("pointermove", (event) => {
    const last = down.get(event.pointerId);
    if (!last) return;
    const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (down.size === 2) {
      const other = [...down.values()].find((it) => it.pointerId !== event.pointerId);
      svg.dataset.panned = "";
      enlarge(far(event, other) / Math.max(1, far(last, other)), spot(other));
    } else if (view.zoom > 1 && !("held" in svg.dataset)) {
      const begun = last.begun ?? last;
      if (!("panned" in svg.dataset) && far(event, begun) < 6) return;
      svg.dataset.panned = "";
      const [from, to] = [spot(last), spot(event)];
      view.x -= to[0] - from[0];
      view.y -= to[1] - from[1];
      put();
    } else return;
    down.set(event.pointerId, event);
  });
  const up = (event) => {
    down.delete(event.pointerId);
    // A click comes after this, and is none if the picture was moved.
    setTimeout(() => delete svg.dataset.panned);
  };
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(kind, up);
  const button = (text, label, act) => h("button", { type: "button", title: label, "aria-label": label, onclick: act }, text);
  figure.append(h("div", { class: "zoom" }, button("+", "Enlarge (+)", () => enlarge(1.4)), button("−", "Make smaller (-)", () => enlarge(1 / 1.4)),
    button("⤢", "All of it (0)", () => enlarge(1 / MOST)),
    button("◎", "To the next place that can be chosen", () => seek())));
  /** Goes from one place that can be chosen to the next. */
  function seek() {
    const places = [...svg.querySelectorAll(".place.may")];
    const to = places[(places.findIndex((it) => it.dataset.place === view.sought) + 1) % places.length];
    if (!to) return;
    view.sought = to.dataset.place;
    const [x, y, w, height_] = boxOf(to);
    [view.x, view.y] = [x + w / 2, y + height_ / 2];
    put();
    to.classList.add("pointed");
    setTimeout(() => to.classList.remove("pointed"), 900);
  }
  figure.zoom = enlarge;
  /** How far the centre of a place lies beyond the part that is in sight, by axis; 0 or less within. */
  const beyond = ([x, y, w, height_]) => {
    const [bw, bh] = box();
    return [Math.abs(x + w / 2 - view.x) - (bw - w) / 2, Math.abs(y + height_ / 2 - view.y) - (bh - height_) / 2];
  };
  /** Whether a place is in sight. */
  figure.sees = (place) => Math.max(...beyond(place)) <= 0;
  /** Moves a place into sight. */
  figure.show = (place) => {
    const [x, y, w, height_] = place;
    const [outX, outY] = beyond(place);
    if (outX > 0) view.x = x + w / 2;
    if (outY > 0) view.y = y + height_ / 2;
    put();
  };
  figure.put = put;
}
