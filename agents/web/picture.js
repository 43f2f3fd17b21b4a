// The table as the game draws it: elements of an SVG image, whole or in the parts that fit a narrow screen.
import { h, isLight, s } from "./dom.js";
import { layPlaces } from "./places.js";
import { zoomable } from "./zoom.js";

/** What a game may draw with; anything else is left out. */
const DRAWN = new Set(["rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "g", "title"]);
const FONT = "Hack, 'DejaVu Sans Mono', 'Bitstream Vera Sans Mono', ui-monospace, Menlo, Consolas, monospace";
/** The size of the smallest letters that games draw, in units of the picture. */
const SMALLEST = 11.63;
/** How many times as large as the game draws a part it is shown at most. */
const LARGEST = 1.4;
const parsed = new Map();
/** Where the parts stand below one another in place of the whole; the style sheet has the same width. */
export const NARROW = matchMedia("(max-width: 44rem)");

/** The element that a markup of ours is, parsed once. */
function element(markup) {
  let known = parsed.get(markup);
  if (known === undefined) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    known = clean(root.firstElementChild);
    parsed.set(markup, known);
  }
  return known && known.cloneNode(true);
}

function clean(found) {
  if (!found || !DRAWN.has(found.tagName)) return null;
  const kept = s(found.tagName);
  for (const { name, value } of found.attributes) {
    if (!/^(on|href|style|xlink)/i.test(name)) kept.setAttribute(name, value);
  }
  for (const child of found.childNodes) {
    if (child.nodeType === 3) kept.append(child.data);
    else if (child.nodeType === 1) kept.append(...[clean(child)].filter(Boolean));
  }
  return kept;
}

const linear = (v) => (v <= 10.31475 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (v) => Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
/** Red, green and blue of a colour, linear. */
const channels = (colour) => [1, 3, 5].map((i) => linear(parseInt(colour.slice(i, i + 2), 16)));
/** The relative luminance of WCAG 2. */
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** A colour for a light page, of the same hue: two that were turned have the contrast that they had, so that what can be read stays so. */
function turned(colour) {
  const rgb = channels(colour);
  const wanted = 1.05 * 0.05 / (luminance(rgb) + 0.05) - 0.05;
  // Darker in proportion, or halfway between the hue at its brightest and the colour itself, mixed with as much white as it takes.
  const most = Math.max(...rgb);
  const full = most ? rgb.map((v) => v / most) : rgb;
  const back = (from) => (wanted <= luminance(from) ? scaled(from, wanted) : whitened(from, wanted));
  const [bright, pale] = [back(full), back(rgb)];
  return `rgb(${bright.map((v, i) => encoded((v + pale[i]) / 2)).join(",")})`;
}

const scaled = (rgb, wanted) => rgb.map((v) => (v * wanted) / luminance(rgb));
const whitened = (rgb, wanted) => rgb.map((v) => v + ((1 - v) * (wanted - luminance(rgb))) / (1 - luminance(rgb)));

/** The ink of what is black in a game, such as a die; `BLACK` of the pictures. */
const BLACK = "#08090c";

/**
 * Paints elements for a light page. What is bright or black in the game stays as it is, with what lies on it: a yellow card is yellow, a
 * black die black. All else is turned. `below` are the shapes that were painted before.
 */
function paint(node, below) {
  const ground = below.findLast((shape) => holds(shape.node, middle(node)));
  const fill = node.getAttribute("fill");
  const kept = Boolean(ground?.kept) || (node.tagName !== "text" && isColour(fill) && (fill === BLACK || luminance(channels(fill)) > 0.18));
  if (isColour(fill) && !kept) node.setAttribute("fill", turned(fill));
  const stroke = node.getAttribute("stroke");
  if (isColour(stroke) && !ground?.kept) node.setAttribute("stroke", turned(stroke));
  if (isColour(fill) && node.tagName !== "text") below.push({ node, kept });
}

const isColour = (text) => /^#[0-9a-f]{6}$/i.test(text ?? "");

/** Whether a point lies in an element, of those that hold texts. */
function holds(node, [x, y]) {
  const n = (name) => Number(node.getAttribute(name) ?? 0);
  if (node.tagName === "rect") return x >= n("x") && x <= n("x") + n("width") && y >= n("y") && y <= n("y") + n("height");
  return node.tagName === "circle" && (x - n("cx")) ** 2 + (y - n("cy")) ** 2 <= n("r") ** 2;
}

/** Where an element lies, roughly. */
function middle(node) {
  const n = (name) => Number(node.getAttribute(name) ?? 0);
  if (node.tagName === "rect") return [n("x") + n("width") / 2, n("y") + n("height") / 2];
  if (node.tagName === "circle" || node.tagName === "ellipse") return [n("cx"), n("cy")];
  if (node.tagName === "text") return [n("x") + n("textLength") / 2, n("y") - n("font-size") / 3];
  const first = /-?[\d.]+[ ,]+-?[\d.]+/.exec(node.getAttribute("d") ?? node.getAttribute("points") ?? "");
  return first ? first[0].split(/[ ,]+/).map(Number) : [0, 0];
}

/**
 * The picture as a figure. `before` is the one that was shown last: what is new in this one appears softly. `names` finds the
 * component that a text names and what it says, and `look` looks it up. `act` has what is done with places, and `view` keeps what
 * of a map is in sight.
 */
export function drawPicture(picture, before, { caption, names, look, act, view }) {
  const light = isLight();
  const known = new Map();
  for (const markup of before?.shapes ?? []) known.set(markup, (known.get(markup) ?? 0) + 1);
  const [all, below] = [[], []];
  for (const markup of picture.shapes) {
    const node = element(markup);
    if (!node) continue;
    const left = known.get(markup) ?? 0;
    known.set(markup, left - 1);
    if (before && left <= 0) move(node, picture.places ?? [], before.places ?? []);
    if (light) paint(node, below);
    if (node.tagName === "text") named(node, names, look);
    all.push(node);
  }
  const [w, height] = picture.size;
  const ground = light ? turned(picture.ground) : picture.ground;
  const parts = NARROW.matches ? (picture.parts ?? []) : [];
  const whole = sheet([0, 0, w, height], ground, all, "whole");
  const places = picture.places ?? [];
  const says = (place) => {
    const name = names?.find(place.label) ?? names?.find(place.label.split(/[:,(]/)[0].trim());
    if (!name) return place.label;
    return name === place.label ? names.says(name) : `${place.label}\n${names.says(name)}`;
  };
  layPlaces(whole, places, act, says);
  const pieces = parts.map((part) => {
    const inside = all.filter((node) => within(middle(node), part.box));
    if (!inside.length) return null;
    const copies = inside.map((node) => {
      const copy = node.cloneNode(true);
      copy.querySelector("title")?.remove();
      if (copy.tagName === "text") named(copy, names, look);
      return copy;
    });
    const piece = sheet(part.box, ground, copies, "part", part.label);
    layPlaces(piece, places.filter(({ box }) => within([box[0] + box[2] / 2, box[1] + box[3] / 2], part.box)), act, says);
    return strip(piece, part, view);
  });
  // Without parts it is a map, which is moved and enlarged.
  const map = !picture.parts?.length && view;
  const figure = h("figure", { class: parts.length ? "picture has-parts" : map ? "picture map" : "picture" }, whole, pieces);
  if (map) zoomable(figure, whole, [0, 0, w, height], view);
  figure.append(h("figcaption", { class: "unseen" }, caption ?? "The table"));
  return figure;
}

/**
 * Sets a shape that was not there before in motion: with the piece that came from elsewhere, as a die that was rolled, or else softly.
 * A piece is a place that has kept its name and its size; of those that lie in each other the smallest counts.
 */
function move(node, places, before) {
  const at = middle(node);
  const around = places.filter(({ box }) => within(at, box)).sort((a, b) => a.box[2] * a.box[3] - b.box[2] * b.box[3]);
  const old = before.find(({ name }) => name === around[0]?.name);
  const [dx, dy] = old ? [old.box[0] - around[0].box[0], old.box[1] - around[0].box[1]] : [0, 0];
  const same = old && old.box[2] === around[0].box[2] && old.box[3] === around[0].box[3];
  if (same && (dx || dy)) {
    node.classList.add("moving");
    node.style.setProperty("--from", `${dx}px ${dy}px`);
  } else node.classList.add(around[0]?.name.startsWith("die.") && !old ? "rolled" : "fresh");
}

/** A part as it is, or one that can be moved where its letters would be smaller than 12 pixels. */
function strip(piece, { label, box }, view) {
  const large = 12 / SMALLEST;
  const around = h("div", { class: "strip", role: "group", "aria-label": label }, piece);
  // A small part would fill the screen with few large letters.
  piece.style.setProperty("max-width", `${box[2] * LARGEST}px`);
  const zoom = (box[2] * large) / (innerWidth - 16);
  if (zoom <= 1 || !view) return around;
  piece.style.setProperty("height", `${box[3] * large}px`);
  view.parts ??= new Map();
  if (!view.parts.has(label)) view.parts.set(label, { zoom, x: box[0], y: box[1] });
  zoomable(around, piece, box, view.parts.get(label));
  return around;
}

/** Whether a point lies in a box. */
const within = ([px, py], [x, y, w, height]) => px >= x && px <= x + w && py >= y && py <= y + height;

function sheet([x, y, w, height], ground, nodes, kind, label) {
  return s(
    "svg",
    {
      viewBox: `${x} ${y} ${w} ${height}`,
      class: kind,
      role: "group",
      "aria-label": label ?? "The table, as it is told below",
      "font-family": FONT,
    },
    s("rect", { x, y, width: w, height, fill: ground }),
    nodes,
  );
}

/** Makes the name of a component something to click on. */
function named(node, names, look) {
  const name = names?.find(node.textContent);
  if (!name) return;
  node.append(s("title", {}, names.says(name)));
  node.classList.add("named");
  node.dataset.name = name;
  node.addEventListener("click", () => look(name));
}
