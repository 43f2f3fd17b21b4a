// Moves of people and agents, and what is heard of those that are made elsewhere.
import { fill, h, memory } from "./dom.js";
import { judgeOf } from "./names.js";
import { next } from "./tree.js";
import { warned } from "./tutor.js";
import { learned } from "./adapt.js";
import { reviewOf } from "./report.js";

/** Adds moves to what a page can do. */
export function layPlay(page) {
  const { source, state, table, nodes, details, chosen, mine, ask, warning, question, judge } = page;

  async function playMove(action, { newDice = false, picks, at = state.at } = {}) {
    if (!source.live || state.busy) return;
    if (question) {
      if (state.answered) return;
      const { legal } = state.detail;
      const slow = setTimeout(() => page.hint("The computer looks at your answer …"), 300);
      const verdict = await page.trying(() => question.answer(action, legal));
      clearTimeout(slow);
      if (!verdict) return;
      Object.assign(state, { answered: true, chosen: [] });
      fill(ask, verdict.words);
      page.drawChoice();
      page.point(verdict.better?.places);
      return;
    }
    state.busy = true;
    if (!picks && !newDice && !(await allowed(action, at))) {
      state.busy = false;
      return page.drawChoice();
    }
    const node = await page.trying(() => source.play(at, action, newDice, picks));
    state.busy = false;
    if (!node) return catchUp();
    add(node);
    // The others may have moved on by now: then this page goes along.
    await page.go(node.id, page.together());
    run();
  }

  /** Whether a move is to be played, which the tutor may warn of first. */
  async function allowed(action, at) {
    if (!page.judgeNow() || !memory.get("tutor", false) || !page.people.includes(nodes.get(at).actor)) return true;
    const move = state.detail.legal?.find((it) => it.action === action);
    const slow = setTimeout(() => fill(warning, h("p", { class: "faint" }, "The tutor looks at the move …")), 300);
    const trial = await source.trial(at, action, judge).then((it) => ((state.silent = ""), it), (error) => void (state.silent = error.message));
    clearTimeout(slow);
    fill(warning);
    const better = (it) => page.point(state.detail.legal?.find((other) => other.action === it)?.places);
    return warned(warning, trial, move?.words ?? "", judgeOf(table, judge), better);
  }

  /** Adds a node; of one that was heard of before its own answer came, the children are kept. */
  function add(node) {
    const known = nodes.get(node.id)?.children ?? [];
    nodes.set(node.id, { ...node, children: [...new Set([...node.children, ...known])] });
    const parent = nodes.get(node.parent);
    if (parent && !parent.children.includes(node.id)) parent.children.push(node.id);
  }

  /** Lets agents move, and plays what nobody can choose, until a person is asked. */
  async function run(once = false) {
    if (!source.live || question || state.running || !mayPlay()) return;
    state.running = true;
    await letMove(once).finally(() => (state.running = false));
    // An agent that did not move may be asked again.
    const node = nodes.get(state.at);
    if (node && page.people.length && !node.over && !page.people.includes(node.actor) && !state.left) page.drawAsk();
    if (node?.over) ended();
    page.drawTime();
    await catchUp();
  }

  /** The loop of `run`: move after move, until a person is asked or the game has gone on elsewhere. */
  async function letMove(once) {
    let first = once;
    for (;;) {
      const node = nodes.get(state.at);
      if (!node || node.over || (node.children.length && !first)) break;
      const person = table.seats[node.actor].person;
      if (person && !page.people.includes(node.actor)) break;
      if (person) {
        const detail = await page.trying(() => source.node(node.id, String(node.actor)));
        if (!detail?.forced || !memory.get("forced", true)) break;
      } else if (!page.people.length && !first && !state.playing) break;
      first = false;
      const at = state.at;
      const child = await page.trying(() => source.agent(at));
      if (!child) break;
      add(child);
      if (state.at !== at || state.left) break;
      await page.go(child.id, page.together());
      if (page.pace()) await new Promise((then) => setTimeout(then, page.pace()));
    }
  }

  /** Once a game of ours is over, its mistakes are kept to be practised. */
  async function ended() {
    state.playing = false;
    const scores = state.detail?.scores;
    if (scores && mine.length) learned(table.id, table.game, mine.some((seat) => scores[seat] === 1));
    if (!judge || !mine.length || state.looked) return;
    state.looked = true;
    const review = await source.mistakes(judge).catch(() => null);
    if (review?.decisions && nodes.get(state.at).over) ask.append(reviewOf(review, judgeOf(table, judge)));
  }

  /** Whether this page plays, and does not only look on. */
  function mayPlay() {
    return !table.room || table.room.host || mine.length > 0;
  }

  /** The last position of the line through one. */
  function lastOf(id) {
    for (;;) {
      const after = next(nodes, id, new Map());
      if (after === undefined) return id;
      id = after;
    }
  }

  /** Goes on to the last position if the game has gone on elsewhere, or back to the line if this one was taken off. */
  async function catchUp() {
    const lost = !nodes.has(state.at);
    if (lost) chosen.clear();
    else if (!state.follows || !nodes.get(state.at).children.length) return;
    await page.go(lastOf(lost ? 0 : state.at));
    run();
  }

  /** What was done at this table elsewhere. */
  async function hear(news) {
    if (news.error) return page.say(news.error);
    // A game that is over has no secrets left: all is asked for anew.
    if (news.open && !table.open) details.clear();
    Object.assign(table, { seats: news.seats, open: table.open || news.open, room: { ...news.room, links: table.room.links } });
    page.people = mine.filter((seat) => table.seats[seat].person);
    if (news.tree) {
      nodes.clear();
      for (const node of news.tree) nodes.set(node.id, node);
      details.clear();
    }
    for (const node of news.new ?? []) if (!nodes.has(node.id)) add(node);
    page.drawSeats();
    page.room.hear();
    const seats = JSON.stringify(table.seats);
    const changed = seats !== state.seats;
    state.seats = seats;
    // What was asked for from here shows it, too.
    if (state.busy || state.running || state.drawn === undefined) return;
    // So does a position whose answer was lost.
    if ((changed || state.lost) && nodes.has(state.at)) await page.show();
    await catchUp();
    if (changed) run();
  }

  Object.assign(page, { playMove, add, run, mayPlay, lastOf, catchUp, hear });
}
