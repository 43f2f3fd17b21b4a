// Steps through the moves of a game, forwards and back, and other results of a move.
import { fill, h, memory, motion } from "./dom.js";

const PACES = [["at once", 0], ["quick", 250], ["slow", 900]];

/** Adds steps through time to what a page can do. */
export function layTime(page) {
  const { source, state, nodes, time } = page;

  function drawTime() {
    const all = page.line();
    const i = all.indexOf(state.at);
    const step = (to) => () => page.go(all[Math.min(all.length - 1, Math.max(0, to))]);
    const button = (text, label, act, off) => h("button", { type: "button", title: label, "aria-label": label, onclick: act, disabled: off }, text);
    const node = nodes.get(state.at);
    const again = source.live && node.move && node.parent !== null;
    fill(time,
      h("div", { class: "controls" },
        button("«", "To the start (Home)", step(0), i === 0), button("‹", "One move back (←)", step(i - 1), i === 0),
        button(state.playing ? "■" : "▶", "Play on (Space)", toggle), button("›", "One move on (→)", step(i + 1), i === all.length - 1),
        button("»", "To the end (End)", step(all.length - 1), i === all.length - 1),
        h("span", { class: "count" }, `${i} / ${all.length - 1}`),
        h("select", { "aria-label": "Pace", onchange: (event) => memory.set("pace", Number(event.target.value)) },
          PACES.map(([text, ms]) => h("option", { value: ms, selected: ms === memory.get("pace", 0) }, text))),
        h("label", { title: "Pieces move and dice roll between positions" }, h("input", { type: "checkbox", checked: motion(), onchange: (event) => motion(event.target.checked) }), " Motion")),
      h("input", { type: "range", min: 0, max: all.length - 1, value: i, "aria-label": "Move", oninput: (event) => page.go(all[Number(event.target.value)]) }),
      again && h("div", { class: "again" },
        page.people.length > 0 && button(page.together() ? "Ask to take back" : "Undo", page.together() ? "Ask the others to go back to your last decision" : "Back to your last decision (Backspace)", undo),
        !page.together() && [button("Other dice", "The same move with new dice", () => branch(true)), button("Choose the result …", "The same move with a result of your choice", () => branch(false))]));
  }

  async function branch(newDice) {
    const node = nodes.get(state.at);
    const parent = node.parent;
    // What others do unseen cannot be done again.
    const action = await page.trying(() => source.actionOf(node.id));
    if (action === undefined || action === null) return;
    if (newDice) return page.playMove(action, { newDice: true, at: parent });
    page.odds(action, parent);
  }

  function undo() {
    let id = nodes.get(state.at).parent;
    while (id !== null && nodes.get(id).parent !== null && !(page.people.includes(nodes.get(id).actor) && !forcedAt(id))) id = nodes.get(id).parent;
    if (id === null) return;
    if (page.together()) page.trying(() => source.takeback(id));
    else page.go(id);
  }

  function forcedAt(id) {
    return nodes.get(id).children.some((child) => nodes.get(child)?.move?.forced);
  }

  async function toggle() {
    state.playing = !state.playing;
    drawTime();
    while (state.playing && !state.left) {
      const all = page.line();
      const i = all.indexOf(state.at);
      if (i < all.length - 1) {
        await page.go(all[i + 1]);
        await new Promise((then) => setTimeout(then, Math.max(60, memory.get("pace", 0))));
      } else if (source.live && !nodes.get(state.at).over && !page.people.includes(nodes.get(state.at).actor)) {
        await page.run(true);
        if (page.people.includes(nodes.get(state.at).actor)) break;
      } else break;
    }
    state.playing = false;
    drawTime();
  }

  Object.assign(page, { drawTime, undo, toggle });
}
