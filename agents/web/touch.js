// The board: the picture, the places that can be chosen, and what comes of choosing them.
import { capital, fill, h } from "./dom.js";
import { NARROW, drawPicture } from "./picture.js";
import { beginning, choose, offer, placeless, preset, remaining } from "./choice.js";
import { boxOf, focusPlace, markPlaces } from "./places.js";

/** Adds the board to what a page can do. */
export function layTouch(page) {
  const { source, state, nodes, names, board, ask, nearby, tip } = page;
  const reasons = new Map();

  function drawBoard() {
    const detail = state.detail;
    if (!detail) return;
    const before = state.shown;
    const act = { choose: pick, drag, hover, tell: page.tell, look: page.lookAt };
    const figure = drawPicture(detail.picture, before, { caption: detail.text, names, look: page.look, act, view: state.view });
    state.shown = detail.picture;
    page.tell(null, "");
    // On a narrow screen a map shows a part of itself, and its heading is not in sight.
    const heading = figure.put && detail.text && h("p", { class: "heading" }, detail.text.split("\n", 2).join(" "));
    fill(board, heading, figure, tip, nearby, detail.text && h("details", { class: "words" }, h("summary", {}, "The table in words"), h("pre", {}, detail.text)));
    frame(figure, detail.picture);
    drawChoice();
    page.lesson?.mark();
    // Who plays by keys goes on where the next choice is.
    if (state.keys && document.activeElement === document.body) focusChoice();
    const then = state.then;
    state.then = undefined;
    if (then && choose(moves(), state.chosen, then)) setTimeout(() => pick(then));
    if (before) newScene(figure, before, detail.picture);
    if (state.sighted !== state.at) intoSight(figure);
  }

  /** A picture of other places, such as that of a battle after a map, is shown from its top. */
  function newScene(figure, before, { places }) {
    const old = new Set(before.places?.map((place) => place.name));
    if (NARROW.matches || !old.size || !places?.length || places.some((place) => old.has(place.name))) return;
    if (figure.getBoundingClientRect().top < 0) figure.scrollIntoView();
  }

  /** Scrolls to what can be chosen, once for each new position, where none of it is in sight. */
  function intoSight(figure) {
    state.sighted = state.at;
    if (nodes.get(state.at).children.length) return;
    // Of a map, what can be chosen on it is shown, or else where the last move was: an attack that is answered by a card.
    const offered = [...figure.querySelectorAll(".place.may:not(.later)")];
    const spots = offered.length ? offered : [...figure.querySelectorAll(".place.last")];
    if (spots.length && figure.show && !spots.some((node) => figure.sees(boxOf(node)))) figure.show(boxOf(spots[0]));
    const laid = offered.filter((node) => node.getClientRects().length);
    const seen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    if (!laid.some((node) => seen(node.getBoundingClientRect()))) laid[0]?.scrollIntoView({ block: "center" });
  }

  /** The moves of this position, if the page may play any. */
  function moves() {
    const node = nodes.get(state.at);
    if (state.answered) return [];
    if (page.together() && (node.children.length || !page.people.includes(node.actor))) return [];
    return (source.live && !node.over && state.detail?.legal) || [];
  }

  /** On a narrow screen a map begins where something can be chosen, with letters that can be read. */
  function frame(figure, picture) {
    // What was laid out knows its size.
    for (const strip of figure.querySelectorAll(".strip")) strip.put?.();
    if (!figure.put) return;
    if (NARROW.matches && !state.framed) {
      state.framed = true;
      state.view.zoom = Math.max(1, picture.size[0] / Math.max(1, figure.clientWidth * 0.96));
      const first = picture.places.find((place) => offer(moves(), state.chosen).places.has(place.name));
      const [x, y, w, height] = first?.box ?? [0, 0, ...picture.size];
      [state.view.x, state.view.y] = [x + w / 2, y + height / 2];
    }
    figure.put();
  }

  const labelOf = (name) => state.detail.picture.places.find((place) => place.name === name)?.label ?? name;

  /** Whether somebody has chosen more than every move touches. */
  const begun = () => state.chosen.length > preset(moves()).length;

  /** The places that were chosen, in words. */
  const path = () => (begun() ? state.chosen.map(labelOf).join(" → ") : "");

  /** What the moves since the last decision touched. */
  const touched = () => page.sinceChoice(20).flatMap((id) => nodes.get(id).move.places ?? []);

  /** Shows what can be chosen on the board now, and beside the place that was chosen last what can be done there. */
  function drawChoice() {
    const figure = board.querySelector(".picture");
    if (!figure) return;
    const all = moves();
    const { whole, places } = offer(all, state.chosen);
    // Nobody has chosen what all moves touch.
    const given = begun() ? [] : state.chosen;
    given.forEach((name) => places.set(name, false));
    const shown = new Set(state.detail.picture.places?.map((place) => place.name));
    markPlaces(figure, { offered: places, chosen: begun() ? state.chosen : [], last: touched() }, labelOf);
    // What stands nowhere in the picture is chosen by a button, as what has no place.
    const hidden = state.chosen.length ? [] : all.filter((move) => move.places?.length && !move.places.every((name) => shown.has(name)));
    // What has no place is numbered first, so that its keys stay the same while places are chosen.
    let key = 0;
    // A click without a pointer is one of the keyboard.
    const does = (move, said = "") => h("button", { type: "button", class: "do", "data-action": move.action, title: move.label, onclick: (event) => ((state.keys = event.detail === 0), page.playMove(move.action)) },
      ++key <= 9 && h("kbd", {}, String(key)), h("span", {}, capital(move.words.slice(said.length).trimStart())), state.evaluations.map((o) => page.shareOf(o, move.action)));
    const quick = ask.querySelector(".quick");
    // Unasked, what could be done is beside the place only where nothing else is to be chosen.
    const beside = begun() || places.size === given.length ? whole : [];
    if (quick) fill(quick, [...placeless(all), ...hidden, ...whole.filter((move) => !beside.includes(move))].map((move) => does(move)));
    const said = beginning(beside.map((move) => move.words));
    fill(nearby, said && h("span", {}, capital(said)), beside.map((move) => does(move, said)), begun() && !whole.length && h("span", { class: "faint" }, "Now choose what glows."),
      begun() && h("button", { type: "button", class: "quiet", onclick: stepBack }, "Back ", h("kbd", {}, "Esc")));
    nearby.hidden = !nearby.childElementCount;
    page.hint(path());
    page.standNearby(figure);
  }

  /** Chooses a place. One move that remains is played: the tree takes every move back. */
  function pick(name) {
    state.picked = name;
    if (state.chosen.includes(name) && begun()) return stepBack();
    const found = choose(moves(), state.chosen, name);
    if (!found) return;
    if (found.move) return page.playMove(found.move.action);
    state.chosen = found.chosen;
    drawChoice();
    if (state.keys) focusChoice(nearby.querySelector(".do"));
  }

  /** From one place to the other in one go; where the game asks for them one after the other, too. */
  function drag(from, to) {
    const both = remaining(moves(), [from, to]);
    const one = remaining(moves(), [from]).filter((move) => move.places.length === 1);
    if (both.length === 1) return page.playMove(both[0].action);
    if (both.length) {
      state.chosen = [from, to];
      return drawChoice();
    }
    if (one.length === 1) {
      state.then = to;
      return page.playMove(one[0].action);
    }
    if (remaining(moves(), [from]).length) pick(from);
  }

  function stepBack() {
    if (begun()) state.chosen = state.chosen.slice(0, -1);
    drawChoice();
    if (state.keys) focusChoice();
  }

  function focusChoice(node) {
    const places = [...board.querySelectorAll(".place.may:not(.later)"), ...board.querySelectorAll(".place.may")].filter((it) => it.getClientRects().length);
    // Who goes on at the same place does not look for it.
    const to = node ?? places.find((it) => it.dataset.place === state.picked) ?? places[0] ?? ask.querySelector(".quick .do");
    if (to?.matches(".place")) focusPlace(board.querySelector(".picture"), to);
    else to?.focus();
  }

  /** What forbids to choose a place, said where the pointer rests on it. */
  async function hover(name) {
    clearTimeout(state.waits);
    if (!name || !moves().length) return page.hint(path());
    const at = state.at;
    // What the last move has just touched lies under the pointer still.
    if (touched().includes(name)) return;
    state.waits = setTimeout(async () => {
      const key = `${at} ${name}`;
      if (!reasons.has(key)) reasons.set(key, source.why(at, name).catch(() => []));
      const all = await reasons.get(key);
      if (state.at === at && all.length) page.hint(`${labelOf(name)}: ${all[0].why}`);
    }, 200);
  }

  Object.assign(page, { drawBoard, moves, drawChoice, pick, stepBack });
}
