// Positions: where the page is, what it may know of it, and that all of it is drawn.
import { fill, h } from "./dom.js";
import { preset } from "./choice.js";
import { since } from "./story.js";
import { lineThrough, next } from "./tree.js";
import { seatOf } from "./names.js";

/** Adds the way to positions to what a page can do. */
export function layShow(page) {
  const { source, state, table, nodes, details, chosen, mine, opponents, board, ask, told, study, note, question } = page;

  /** Whether page.people at several screens play: then there is one line, on which nobody goes back alone. */
  const together = () => Boolean(table.room?.several) && !table.open;

  const line = () => lineThrough(nodes, state.at, chosen);

  const detailOf = (id) => {
    const key = `${id}/${viewer()}`;
    if (!details.has(key)) {
      const asked = source.node(id, viewer());
      details.set(key, asked);
      // An answer that failed is asked for again.
      asked.then((it) => details.set(key, it), () => details.delete(key));
    }
    return Promise.resolve(details.get(key));
  };

  /** Whose eyes the page has: the chosen ones, or those of the person who was asked last. */
  function viewer() {
    if (!source.live) return undefined;
    if (question) return question.viewer;
    if (state.viewer !== undefined) return state.viewer;
    return mine.length && !table.open ? String(state.asked) : undefined;
  }

  function say(text) {
    note.textContent = text ?? "";
    note.classList.toggle("shown", Boolean(text));
    if (text) setTimeout(() => note.textContent === text && note.classList.remove("shown"), 6000);
  }

  async function trying(act) {
    try {
      return await act();
    } catch (error) {
      // What was broken off is not wanted any more.
      if (error.name !== "AbortError") say(error.message);
      return undefined;
    }
  }

  /** Goes to a node and shows it. Whoever looks at the last position goes along with the game. */
  async function go(id, follows = false) {
    if (id === undefined || id === null || !nodes.has(id)) return;
    const parent = nodes.get(id).parent;
    if (parent !== null) chosen.set(parent, id);
    state.at = id;
    state.follows = follows || nodes.get(id).children.length === 0;
    state.evaluation?.abort();
    state.evaluations = [];
    await show();
  }

  async function show() {
    const mine = ++page.serial;
    const node = nodes.get(state.at);
    // The next person sees the screen only after saying so, if the one before has cards to hide.
    const person = node.actor !== null && page.people.includes(node.actor);
    const hide = person && opponents && page.people.length > 1 && !table.open && node.actor !== state.asked && state.viewer === undefined;
    if (person && !hide) state.asked = node.actor;
    if (hide) return cover(node.actor);
    // The end may be heard of while it is asked for.
    const { open } = table;
    const detail = await trying(() => detailOf(state.at));
    if (mine !== page.serial) return;
    state.lost = !detail;
    if (!detail) return;
    state.detail = detail;
    state.drawn = mine;
    if (detail.open && !open) {
      // A game that is over has no secrets left: all is asked for anew.
      table.open = true;
      details.clear();
      return show();
    }
    state.chosen = preset(page.moves());
    page.lookOptions();
    page.drawAsk();
    page.drawBoard();
    page.drawTime();
    page.drawTree();
    page.drawStudy();
    page.drawCards();
    await drawStory(mine);
    for (const id of [next(nodes, state.at, chosen)]) if (id !== undefined && source.live) detailOf(id).catch(() => {});
  }

  function cover(seat) {
    fill(board, h("div", { class: "cover" }, h("h2", {}, `Seat ${seat}: ${table.seats[seat].team_name}`),
      h("p", {}, "The others look away."),
      h("button", { type: "button", class: "big", onclick: () => ((state.asked = seat), details.clear(), show()) }, "Show my cards")));
    for (const panel of [ask, told, study]) fill(panel);
    page.drawTime();
  }

  /** Whether a person at this page chose the move to a position; where nobody plays, each move counts. */
  const chose = (id) => !page.people.length || (page.people.includes(nodes.get(nodes.get(id).parent).actor) && !nodes.get(id).move.forced);

  /** The positions since the last choice of a person at this page, beginning with what that choice led to. */
  function sinceChoice(most = Infinity) {
    const ids = [];
    for (let id = state.at; nodes.get(id).parent !== null && ids.length < most; id = nodes.get(id).parent) {
      ids.unshift(id);
      if (chose(id)) break;
    }
    return ids;
  }

  /** The position at which a person at this page chose last, if any did. */
  function lastChoice() {
    const [first] = sinceChoice();
    return first !== undefined && chose(first) ? nodes.get(first).parent : undefined;
  }

  /** What happened since the viewer was last asked. */
  async function drawStory(mine) {
    const steps = sinceChoice(40);
    const all = await Promise.all(steps.map((id) => trying(() => detailOf(id))));
    if (mine !== page.serial) return;
    page.lesson?.show(state.detail, all.filter(Boolean));
    const shown = new Set(state.detail.picture.places?.map((place) => place.name));
    const touched = steps.some((id) => nodes.get(id).move.places?.some((name) => shown.has(name)));
    fill(told, h("h3", {}, page.people.length ? "Since your last decision" : "This move", touched && h("span", { class: "touched" }, "green on the board")),
      steps.length ? since(all.filter(Boolean), ({ seat, who }) => seatOf(table, seat, who)) : h("p", { class: "faint" }, "The game begins."));
    requestAnimationFrame(() => (told.scrollTop = 0));
  }

  Object.assign(page, { together, line, detailOf, viewer, say, trying, go, show, sinceChoice, lastChoice });
}
