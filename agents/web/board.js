// The table: picture, question and moves, story, time, analysis. It asks a source, a server or a page's own data, for all.
import { fill, h, motion } from "./dom.js";
import { NARROW } from "./picture.js";
import { rulesPanel } from "./rules.js";
import { roomPanel } from "./room.js";
import { layHeader } from "./header.js";
import { layShow } from "./show.js";
import { layTouch } from "./touch.js";
import { layBeside } from "./beside.js";
import { layAsk } from "./ask.js";
import { layPlay } from "./play.js";
import { layTime } from "./time.js";
import { layStudy } from "./study.js";
import { layCards, nameFinder } from "./cards.js";
import { layKeys } from "./keys.js";

/** What a page knows and shows of the table of a source; the modules above add what it can do. */
function pageOf(source) {
  const { table, question } = source;
  const mine = table.room ? table.room.mine : table.seats.filter((seat) => seat.person).map((seat) => seat.seat);
  const people = mine.filter((seat) => table.seats[seat].person);
  return {
    source, table, question, mine,
    nodes: new Map(table.tree.map((node) => [node.id, node])),
    details: new Map(),
    chosen: new Map(),
    found: new Map(source.analysis?.() ?? []),
    names: nameFinder(table.components ?? []),
    /** The seats of those who sit before this page. */
    people,
    opponents: new Set(people.map((seat) => table.seats[seat].team)).size > 1,
    /** The network that warns of costly moves and finds mistakes. */
    judge: source.live && table.evaluators[0],
    state: {
      at: source.start ?? 0, viewer: undefined, asked: people[0] ?? mine[0], seen: null, shown: null, detail: null, running: false, playing: false,
      team: table.evaluated?.team ?? 0, evaluator: source.evaluator ?? table.evaluated?.agent, evaluations: [], busy: false,
      chosen: [], view: { zoom: 1, x: 0, y: 0 }, seats: JSON.stringify(table.seats),
    },
    serial: 0,
    board: h("section", { class: "board", "aria-label": "Table" }),
    ask: h("section", { class: "ask", "aria-label": "Your move", "aria-live": "polite" }),
    told: h("section", { class: "panel told-panel", "aria-label": "Story", tabindex: 0 }),
    time: h("section", { class: "panel time", "aria-label": "Time" }),
    tree: h("section", { class: "panel tree-panel", "aria-label": "Moves" }),
    study: h("section", { class: "panel study", "aria-label": "Analysis" }),
    cards: h("section", { class: "panel cards", "aria-label": "Cards" }),
    note: h("p", { class: "note", role: "status" }),
    nearby: h("div", { class: "nearby", role: "group", "aria-label": "What can be done there", hidden: true }),
    tip: h("div", { class: "tip", hidden: true, "aria-hidden": "true" }),
    warning: h("section", { class: "warning", role: "alert" }),
  };
}

/** The panels beside the board, in their order. */
function panelsOf({ source, table, question, lesson, room, warning, ask, told, time, study, tree, cards }) {
  if (question) return [ask, told, cards];
  return [lesson?.panel, room?.wish, warning, ask, told, time, room?.panel, source.rules && rulesPanel(source.rules, table.options), study, tree, cards];
}

/** Lays the table of a source into an element; gives what is to be called when it is left. */
export function layTable(app, source) {
  const page = pageOf(source);
  for (const lay of [layShow, layHeader, layTouch, layBeside, layAsk, layPlay, layTime, layStudy, layCards]) lay(page);
  const { table, nodes, state, board } = page;
  page.room = table.room && roomPanel(table, {
    call: (seat, name) => source.call(seat, name),
    give: (seat, agent) => source.give(seat, agent),
    answer: (agree) => source.answer(agree),
    late: () => page.trying(() => source.late()),
    now: () => nodes.get(page.lastOf(0))?.actor,
  });
  page.lesson = source.lesson?.(page.playMove);
  motion();
  fill(app, page.header(), h("div", { class: source.live ? "table-grid" : "table-grid replay" }, h("div", { class: "left" }, board), h("div", { class: "right" }, panelsOf(page))), page.note);
  layKeys(page);
  document.onpointerdown = () => (state.keys = false);
  window.onresize = () => {
    const figure = board.querySelector(".picture");
    for (const it of [figure, ...(figure?.querySelectorAll(".strip") ?? [])]) it?.put?.();
    if (figure) page.standNearby(figure);
  };
  matchMedia("(prefers-color-scheme: light)").onchange = () => page.drawBoard();
  NARROW.onchange = () => {
    state.framed = false;
    state.view.zoom = 1;
    page.drawBoard();
  };
  // For scripts, tests among them.
  window.holotable = {
    at: () => state.at, go: page.go, chosen: () => state.chosen, idle: () => !state.busy && !state.running && state.drawn === page.serial,
    detail: () => state.detail, table: () => table, line: page.line, found: () => page.found, analysed: () => state.analysed,
  };
  // What was heard before the first picture is shown after it.
  page.go(state.at).then(page.catchUp).then(() => page.run());
  const listening = new AbortController();
  source.listen?.(() => ({ nodes: table.room.nodes, removals: table.room.removals }), page.hear, listening.signal);
  return () => {
    state.left = true;
    listening.abort();
    page.room?.leave();
    state.evaluation?.abort();
    state.analysis?.abort();
  };
}
