// What happened, as a list of events: a mark for what each is, and its words.
import { h } from "./dom.js";

/** A sign for each deed, so that the eye finds damage and dice without reading. */
const SIGNS = {
  begin: "▸", effect: "✦", roll: "⚄", gain: "+", lose: "−", build: "⚒", attack: "⚔", damage: "✖", heal: "♥", block: "⛨",
  add: "◉", remove: "○", complete: "✓", join: "★", move: "→", reveal: "◈", look: "◎", defeat: "☠", draw: "↥", discard: "↧",
  note: "·", end: "■",
};

/** The events of a step. */
export function storyList(events) {
  return h(
    "ul",
    { class: "story" },
    events.map((event) =>
      h(
        "li",
        { class: "deed-" + event.deed },
        h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[event.deed] ?? "·"),
        h("span", {}, event.deed === "begin" ? event.words.replaceAll("—", "").trim() : event.words),
      ),
    ),
  );
}

/** What happened since somebody was last asked: the moves on the way, each with its events. `mover` says who made a move. */
export function since(steps, mover) {
  return runs(steps).map(({ move, story, times }) => [
    move && h("p", { class: move.forced ? "told forced" : "told" },
      h("b", {}, `${mover(move)}: `), move.words, times > 1 && ` (${times} times)`, move.forced && " (the only move)"),
    storyList(story),
  ]);
}

/** Moves of a seat in a row that came to the same are told once, by the last of them; where nothing was told, the same moves are. */
function runs(steps) {
  const same = (a, b) => a.move && b.move && a.move.seat === b.move.seat && (a.story.length > 0 || a.move.words === b.move.words) && a.story.length === b.story.length && a.story.every((event, i) => event.words === b.story[i].words);
  const told = [];
  for (const step of steps) {
    const last = told.at(-1);
    if (last && same(last, step)) told[told.length - 1] = { ...step, times: last.times + 1 };
    else told.push({ ...step, times: 1 });
  }
  return told;
}
