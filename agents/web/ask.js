// The question: who decides what, the moves as a list, and how a game has ended.
import { capital, fill, h, memory } from "./dom.js";
import { called, judgeOf, questionOf, seatOf } from "./names.js";
import { tutorSwitch } from "./tutor.js";
import { chancesDialog } from "./chances.js";

/** A kind of move in words. */
const spaced = (kind) => kind.replace(/([a-z])([A-Z])/g, "$1 $2").replace("/", ": ");

/** Adds the question to what a page can do. */
export function layAsk(page) {
  const { source, state, table, nodes, board, ask, question, judge } = page;

  function hint(text) {
    const line = ask.querySelector(".hint");
    if (line && line.textContent !== text) line.textContent = text;
  }

  function drawAsk() {
    const detail = state.detail;
    const node = nodes.get(state.at);
    document.title = `${asked(node) ? "● " : ""}${table.title} · holotable`;
    ask.hidden = false;
    // The end of a game lies in the flow of the page, and covers nothing.
    ask.classList.toggle("over", node.over);
    const undo = !question && page.undoButton();
    if (node.over) return fill(ask, ending(detail), undo);
    const seat = table.seats[node.actor];
    const label = seatOf(table, node.actor);
    const on = source.live && !seat.person && page.mayPlay() && !goes() && h("button", { type: "button", class: "big", onclick: () => page.run(true) }, `Let ${called(table, seat.who)} move`);
    if (page.together() && node.children.length) {
      return fill(ask, h("p", { class: "prompt" }, "You look back."), h("button", { type: "button", class: "big", onclick: () => ((state.follows = true), page.catchUp()) }, "To the move that is due"));
    }
    if (!detail.legal || (page.together() && !page.people.includes(node.actor))) {
      return fill(ask, past(node), h("p", { class: "prompt" }, `Next: ${label}.`), on, undo);
    }
    const own = page.people.includes(node.actor) || table.open;
    const list = detail.legal;
    const groups = new Map();
    for (const move of list) {
      const group = move.label.split(" ")[0];
      groups.set(group, [...(groups.get(group) ?? []), move]);
    }
    const kinds = [...groups].map(([group, all]) => h("div", { class: "group" },
      groups.size > 1 && all.length > 1 && h("h4", {}, spaced(group)),
      h("div", { class: "moves" }, all.map(moveButton))));
    fill(ask,
      question ? h("p", { class: "question" }, question.words) : past(node),
      h("p", { class: "prompt" }, h("b", {}, label + ": "), questionOf(detail.prompt)),
      // Below the buttons, which stay where they are when it comes and goes.
      h("div", { class: "quick" }), h("p", { class: "hint faint", role: "status" }),
      h("div", { class: "foot" }, h("details", { class: "list", open: memory.get("list", false) || !list.some((move) => move.places?.length) },
        h("summary", { onclick: (event) => memory.set("list", !event.target.parentNode.open) }, list.length === 1 ? "The one move" : `All ${list.length} moves`), h("div", { class: own ? "choices" : "choices others" }, kinds)),
        undo,
        source.live && h("details", { class: "why", ontoggle: (event) => event.target.open && whyNot(event.target, state.at) },
          h("summary", { title: "What forbids the moves that are not offered" }, "Why not others?")),
        judge && !question && page.people.includes(node.actor) && tutorSwitch(state.silent)),
      on);
  }

  /** Says where one is who looks back, and the way to the last position. */
  function past(node) {
    if (!source.live || !node.children.length) return null;
    const line = page.line();
    const undone = "Taken back. Another move begins a new line, and the old one is kept. The same move has the same dice. ";
    const back = [`You look back at move ${line.indexOf(state.at)} of ${line.length - 1}. `, asked(node) && "A move from here begins another line. "];
    return h("p", { class: "past" }, state.undone === state.at ? undone : back,
      h("button", { type: "button", class: "quiet", onclick: () => page.go(line.at(-1)) }, "To the last move"));
  }

  /** Whether agents move by themselves, as they do until somebody at this page is asked. */
  const goes = () => state.running && page.people.length > 0;

  /** Whether a person at this page is asked at a position. */
  const asked = (node) => source.live && !node.over && page.people.includes(node.actor);

  /** What forbids the moves that are not offered, each reason once. */
  async function whyNot(box, at) {
    const all = await page.trying(() => source.why(at));
    if (!all) return;
    box.querySelector("ul")?.remove();
    box.append(h("ul", {}, all.length ? all.map((it) => h("li", {}, h("b", {}, spaced(it.kind)), `: ${it.why}`, it.moves > 1 && h("span", { class: "faint" }, ` (${it.moves} moves)`)))
      : h("li", {}, "All moves of these kinds are here.")));
  }

  /** Marks on the board what a move of the list touches. */
  function point(places) {
    for (const node of board.querySelectorAll(".place")) node.classList.toggle("pointed", Boolean(places?.includes(node.dataset.place)));
  }

  function moveButton(move) {
    const words = h("button", {
      type: "button", class: "move", onclick: () => page.playMove(move.action), onmouseenter: () => point(move.places), onmouseleave: () => point(),
      onfocus: () => point(move.places), onblur: () => point(), "data-action": move.action, title: move.label,
    }, h("span", {}, capital(move.words)),
      state.evaluations.map((o) => page.shareOf(o, move.action)));
    return h("span", { class: "choice" }, words,
      source.live && h("button", { type: "button", class: "odds", title: "Every result with its exact chance", "aria-label": `Results of: ${move.words}`, "data-action": move.action, onclick: () => odds(move.action) }, "⚅"));
  }

  /** Every result of a move; one of them may be chosen. */
  async function odds(action, at = state.at) {
    const by = judgeNow();
    const chances = await page.trying(() => source.chances(at, action, by));
    if (chances) chancesDialog(chances, (picks) => page.playMove(action, { picks, at }), judgeOf(table, by));
  }

  /** Who says what results are worth; nobody where page.people play against each other. */
  function judgeNow() {
    return judge && !(page.together() && table.teams > 1) ? judge : undefined;
  }

  function ending(detail) {
    const scores = detail.scores ?? [];
    const seats = table.seats.map((seat) => `${seatOf(table, seat.seat)}: ${scores[seat.seat] === 1 ? "won" : scores[seat.seat] === 0 ? "lost" : (scores[seat.seat] ?? "?")}`);
    const last = (detail.story ?? []).findLast?.((event) => event.deed === "end");
    return [h("button", { type: "button", class: "close", onclick: close, "aria-label": "Close (Escape)", title: "Close (Escape)" }, "×"),
      h("h2", {}, last ? last.words : `The game is over: ${detail.summary.reason}`),
      h("p", {}, table.teams > 1 ? seats.join(" · ") : scores[0] === 1 ? "All have won." : "All have lost."),
      h("p", { class: "faint" }, detail.summary.counts.map(([name, n]) => `${name} ${n}`).join(" · ")),
      source.home && h("p", { class: "controls" }, h("button", { type: "button", onclick: source.home }, "New game"))];
  }

  /** Takes the end of a game away; gives whether there was one. */
  function close() {
    if (!ask.matches(".over") || ask.hidden) return false;
    ask.hidden = true;
    return true;
  }

  Object.assign(page, { closeEnding: close, drawAsk, hint, odds, point, judgeNow });
}
