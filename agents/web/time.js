// Steps through the moves of a game, forwards and back, and other results of a move.
import { fill, h, memory, motion } from "./dom.js";

const PACES = [["at once", 0], ["quick", 250], ["slow", 900]];

/** Adds steps through time to what a page can do. */
export function layTime(page) {
  const { source, state, nodes, time } = page;

  /** How many milliseconds a position stands; whoever learns a game sees each move of the others. */
  const pace = () => memory.get("pace", page.lesson ? PACES[1][1] : 0);

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
          PACES.map(([text, ms]) => h("option", { value: ms, selected: ms === pace() }, text))),
        h("label", { title: "Pieces move and dice roll between positions" }, h("input", { type: "checkbox", checked: motion(), onchange: (event) => motion(event.target.checked) }), " Motion")),
      h("input", { type: "range", min: 0, max: all.length - 1, value: i, "aria-label": "Move", oninput: (event) => page.go(all[Number(event.target.value)]) }),
      again && !page.together() && h("div", { class: "again" },
        button("Other dice", "The same move with new dice", () => branch(true)), button("Choose the result …", "The same move with a result of your choice", () => branch(false))));
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

  /** Takes the last choice back, where a person at this page made one. */
  function undoButton() {
    if (!source.live || !page.people.length || page.lastChoice() === undefined) return null;
    const [words, title] = page.together() ? ["Ask to take back", "Ask the others to go back to your last decision"] : ["Undo", "Back to your last decision (Backspace)"];
    return h("button", { type: "button", class: "undo", title, onclick: undo }, words);
  }

  function undo() {
    const to = page.lastChoice();
    if (to === undefined) return;
    if (page.together()) page.trying(() => source.takeback(to));
    else {
      state.undone = to;
      page.go(to);
    }
  }

  async function toggle() {
    state.playing = !state.playing;
    drawTime();
    while (state.playing && !state.left) {
      const all = page.line();
      const i = all.indexOf(state.at);
      if (i < all.length - 1) {
        await page.go(all[i + 1]);
        await new Promise((then) => setTimeout(then, Math.max(60, pace())));
      } else if (source.live && !nodes.get(state.at).over && !page.people.includes(nodes.get(state.at).actor)) {
        await page.run(true);
        if (page.people.includes(nodes.get(state.at).actor)) break;
      } else break;
    }
    state.playing = false;
    drawTime();
  }

  Object.assign(page, { drawTime, pace, undo, undoButton, toggle });
}
