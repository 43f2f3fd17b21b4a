// The table: picture, question and moves, story, time, analysis. It asks a source, a server or a page's own data, for all.
import { capital, fill, h, memory, motion, percent, theme } from "./dom.js";
import { NARROW, drawPicture } from "./picture.js";
import { choose, offer, placeless, preset, remaining } from "./choice.js";
import { focusPlace, markPlaces, neighbour } from "./places.js";
import { since } from "./story.js";
import { lineThrough, next, standAt, treeList } from "./tree.js";
import { rulesPanel } from "./rules.js";
import { roomPanel, sitter } from "./room.js";
import { tutorSwitch, warned } from "./tutor.js";
import { learned } from "./adapt.js";
import { reviewOf } from "./report.js";
import { curveOf, summaryOf } from "./curve.js";
import { chancesDialog } from "./chances.js";

const PACES = [["at once", 0], ["quick", 250], ["slow", 900]];

/** Lays the table of a source into an element; gives what is to be called when it is left. */
export function layTable(app, source) {
  const table = source.table;
  const nodes = new Map(table.tree.map((node) => [node.id, node]));
  const details = new Map();
  const chosen = new Map();
  const found = new Map();
  const names = nameFinder(table.components ?? []);
  const mine = table.room ? table.room.mine : table.seats.filter((seat) => seat.person).map((seat) => seat.seat);
  /** The seats of those who sit before this page. */
  let people = mine.filter((seat) => table.seats[seat].person);
  /** Whether people at several screens play: then there is one line, on which nobody goes back alone. */
  const together = () => Boolean(table.room?.several) && !table.open;
  const opponents = new Set(people.map((seat) => table.seats[seat].team)).size > 1;
  const state = {
    at: source.start ?? 0, viewer: undefined, asked: people[0] ?? mine[0], seen: null, shown: null, detail: null, running: false, playing: false,
    team: table.evaluated?.team ?? 0, evaluator: source.evaluator ?? table.evaluated?.agent, evaluations: [], busy: false,
    chosen: [], view: { zoom: 1, x: 0, y: 0 }, seats: JSON.stringify(table.seats),
  };
  let serial = 0;

  const board = h("section", { class: "board", "aria-label": "Table" });
  const ask = h("section", { class: "ask", "aria-label": "Your move", "aria-live": "polite" });
  const told = h("section", { class: "panel told-panel", "aria-label": "Story", tabindex: 0 });
  const time = h("section", { class: "panel time", "aria-label": "Time" });
  const tree = h("section", { class: "panel tree-panel", "aria-label": "Moves" });
  const study = h("section", { class: "panel study", "aria-label": "Analysis" });
  const cards = h("section", { class: "panel cards", "aria-label": "Cards" });
  const note = h("p", { class: "note", role: "status" });
  const nearby = h("div", { class: "nearby", role: "group", "aria-label": "What can be done there", hidden: true });
  const tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  const reasons = new Map();
  const room = table.room && roomPanel(table, {
    give: (seat, agent) => trying(() => source.give(seat, agent)),
    answer: (agree) => trying(() => source.answer(agree)),
    late: () => trying(() => source.late()),
    now: () => nodes.get(lastOf(0))?.actor,
  });
  const { question } = source;
  const warning = h("section", { class: "warning", role: "alert" });
  /** The network that warns of costly moves and finds mistakes. */
  const judge = source.live && table.evaluators[0];
  const lesson = source.lesson?.(playMove);
  const panels = question ? [ask, told, cards] : [lesson?.panel, room?.wish, warning, ask, room?.panel, source.rules && rulesPanel(source.rules), told, time, study, tree, cards];
  motion();
  fill(app, header(), h("div", { class: "table-grid" }, h("div", { class: "left" }, board), h("div", { class: "right" }, panels)), note);

  const line = () => lineThrough(nodes, state.at, chosen);
  const detailOf = (id) => {
    const key = `${id}/${viewer()}`;
    if (!details.has(key)) details.set(key, source.node(id, viewer()).then((it) => (details.set(key, it), it)));
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

  function drawSeats() {
    fill(header.seats, table.seats.map((seat) =>
      h("span", { class: `chip seat-${seat.seat}`, title: table.teams > 1 ? `Team ${seat.team_name}` : "All seats play together" },
        `${seat.seat} ${sitter(table, seat.seat)}`)));
  }

  function header() {
    header.seats = h("span", { class: "chips" });
    drawSeats();
    const look = h("select", { "aria-label": "Whose cards are seen", onchange: (event) => {
      state.viewer = event.target.value === "" ? undefined : event.target.value;
      show();
    } });
    const button = h("button", { type: "button", class: "quiet", title: "Dark, light, or as the system has it", "aria-label": "Colours" });
    const dress = (word) => (button.textContent = { auto: "◐", dark: "☾", light: "☀" }[word]);
    dress(theme());
    button.addEventListener("click", () => {
      const words = ["auto", "dark", "light"];
      dress(theme(words[(words.indexOf(memory.get("theme", "auto")) + 1) % 3]));
      state.shown = null;
      drawBoard();
    });
    header.look = look;
    return h("header", { class: "top" },
      source.home && h("a", { href: "#", class: "home", onclick: source.home }, "holotable"),
      h("h1", {}, table.title), table.seed !== null && seedChip(), header.seats, h("span", { class: "space" }),
      source.live && !question && [look,
        h("button", { type: "button", class: "quiet", onclick: () => take("replay") }, "Save replay"),
        h("button", { type: "button", class: "quiet", onclick: () => take("page") }, "Save page"),
        h("button", { type: "button", class: "quiet", title: "This position as JSON, as the command line reads it", onclick: () => take("state") }, "Save position")], button);
  }

  /** The seed, which is a link to the same game from its start. */
  function seedChip() {
    const words = `seed ${table.seed}`;
    return source.link ? h("a", { class: "seed", href: source.link, title: "A link to this game from its start" }, words) : h("span", { class: "faint seed" }, words);
  }

  function lookOptions() {
    if (!source.live) return;
    const open = table.open;
    const list = [["", open ? "all cards" : mine.length ? "your cards" : "open cards"], ["table", "no cards"]];
    for (const seat of table.seats) if (open || mine.includes(seat.seat)) list.push([String(seat.seat), `cards of seat ${seat.seat}`]);
    if (!open && !together()) list.push(["!", "lay all open …"]);
    fill(header.look, list.map(([value, text]) => h("option", { value, selected: value === (state.viewer ?? "") }, text)));
    header.look.onchange = async (event) => {
      if (event.target.value === "!") {
        event.stopImmediatePropagation();
        if (confirm("Lay all hands open? Nobody plays against anybody any more.")) await trying(async () => Object.assign(table, { open: (await source.layOpen()).open }));
        state.viewer = undefined;
        details.clear();
        show();
      }
    };
  }

  async function take(what) {
    await trying(() => source.take(what, state.at));
  }

  /** Goes to a node and shows it. */
  async function go(id, { asking = true } = {}) {
    if (id === undefined || id === null || !nodes.has(id)) return;
    const parent = nodes.get(id).parent;
    if (parent !== null) chosen.set(parent, id);
    state.at = id;
    // Whoever looks at the last position goes along with the game.
    state.follows = nodes.get(id).children.length === 0;
    state.evaluation?.abort();
    state.evaluations = [];
    await show(asking);
  }

  async function show() {
    const mine = ++serial;
    const node = nodes.get(state.at);
    // The next person sees the screen only after saying so, if the one before has cards to hide.
    const person = node.actor !== null && people.includes(node.actor);
    const hide = person && opponents && people.length > 1 && !table.open && node.actor !== state.asked && state.viewer === undefined;
    if (person && !hide) state.asked = node.actor;
    if (hide) return cover(node.actor);
    const detail = await trying(() => detailOf(state.at));
    if (!detail || mine !== serial) return;
    state.detail = detail;
    state.drawn = mine;
    if (detail.open && !table.open) {
      // A game that is over has no secrets left: all is asked for anew.
      table.open = true;
      details.clear();
      return show();
    }
    state.chosen = preset(moves());
    lookOptions();
    drawAsk();
    drawBoard();
    drawTime();
    drawTree();
    drawStudy();
    drawCards();
    await drawStory(mine);
    for (const id of [next(nodes, state.at, chosen)]) if (id !== undefined && source.live) detailOf(id).catch(() => {});
  }

  function cover(seat) {
    fill(board, h("div", { class: "cover" }, h("h2", {}, `Seat ${seat}: ${table.seats[seat].team_name}`),
      h("p", {}, "The others look away."),
      h("button", { type: "button", class: "big", onclick: () => ((state.asked = seat), details.clear(), show()) }, "Show my cards")));
    for (const panel of [ask, told, study]) fill(panel);
    drawTime();
  }

  function drawBoard() {
    const detail = state.detail;
    if (!detail) return;
    const before = state.shown;
    const act = { choose: pick, drag, hover, tell, look: lookAt };
    const figure = drawPicture(detail.picture, before, { caption: detail.text, names, look, act, view: state.view });
    state.shown = detail.picture;
    tell(null, "");
    fill(board, figure, tip, nearby, detail.text && h("details", { class: "words" }, h("summary", {}, "The table in words"), h("pre", {}, detail.text)));
    frame(figure, detail.picture);
    drawChoice();
    lesson?.mark();
    // Who plays by keys goes on where the next choice is.
    if (state.keys && document.activeElement === document.body) focusChoice();
    const then = state.then;
    state.then = undefined;
    if (then && choose(moves(), state.chosen, then)) setTimeout(() => pick(then));
  }

  /** The moves of this position, if the page may play any. */
  function moves() {
    const node = nodes.get(state.at);
    if (together() && (node.children.length || !people.includes(node.actor))) return [];
    return (source.live && !node.over && state.detail?.legal) || [];
  }

  /** On a narrow screen a map begins where something can be chosen, with letters that can be read. */
  function frame(figure, picture) {
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
  function touched() {
    const all = [];
    for (let id = state.at, n = 0; id !== null && n < 20; id = nodes.get(id).parent, n += 1) {
      const node = nodes.get(id);
      if (node.parent === null || (n > 0 && people.includes(node.actor))) break;
      all.push(...(node.move?.places ?? []));
    }
    return all;
  }

  /** Shows what can be chosen on the board now, and beside the place that was chosen last what can be done there. */
  function drawChoice() {
    const figure = board.querySelector(".picture");
    if (!figure) return;
    const all = moves();
    const { whole, places } = offer(all, state.chosen);
    const shown = new Set(state.detail.picture.places?.map((place) => place.name));
    markPlaces(figure, { offered: places, chosen: state.chosen, last: touched() }, labelOf);
    // What stands nowhere in the picture is chosen by a button, as what has no place.
    const hidden = state.chosen.length ? [] : all.filter((move) => move.places?.length && !move.places.every((name) => shown.has(name)));
    let key = 0;
    // A click without a pointer is one of the keyboard.
    const does = (move) => h("button", { type: "button", class: "do", "data-action": move.action, title: move.label, onclick: (event) => ((state.keys = event.detail === 0), playMove(move.action)) },
      ++key <= 9 && h("kbd", {}, String(key)), h("span", {}, capital(move.words)), state.evaluations.map((o) => shareOf(o, move.action)));
    fill(nearby, whole.map(does),
      begun() && h("button", { type: "button", class: "quiet", onclick: stepBack }, "Back ", h("kbd", {}, "Esc")));
    nearby.hidden = !nearby.childElementCount;
    const quick = ask.querySelector(".quick");
    if (quick) fill(quick, [...placeless(all), ...hidden].map(does));
    hint(path());
    standNearby(figure);
  }

  /** Puts the buttons beside the place that was chosen last. */
  function standNearby(figure) {
    if (nearby.hidden) return;
    const last = [...figure.querySelectorAll(".place.chosen")].filter((node) => node.getClientRects().length)
      .find((node) => node.dataset.place === state.chosen.at(-1));
    stand(nearby, last ?? figure);
  }

  /** Puts a box below a place, or above it where there is no room. */
  function stand(box, node) {
    const at = node.getBoundingClientRect();
    const frame = board.getBoundingClientRect();
    const [w, height] = [box.offsetWidth, box.offsetHeight];
    const left = Math.min(Math.max(0, at.left + at.width / 2 - w / 2 - frame.left), Math.max(0, frame.width - w));
    const below = at.bottom + 8 + height < innerHeight || at.top - 8 - height < 0;
    const top = node.matches(".place") ? (below ? at.bottom + 8 : at.top - 8 - height) : at.top + 8;
    box.style.setProperty("left", `${left}px`);
    box.style.setProperty("top", `${top - frame.top}px`);
  }

  function hint(text) {
    const line = ask.querySelector(".hint");
    if (line && line.textContent !== text) line.textContent = text;
  }

  /** Chooses a place. One move that remains is played: the tree takes every move back. */
  function pick(name) {
    if (state.chosen.includes(name) && begun()) return stepBack();
    const found = choose(moves(), state.chosen, name);
    if (!found) return;
    if (found.move) return playMove(found.move.action);
    state.chosen = found.chosen;
    drawChoice();
    if (state.keys) focusChoice(nearby.querySelector(".do"));
  }

  /** From one place to the other in one go; where the game asks for them one after the other, too. */
  function drag(from, to) {
    const both = remaining(moves(), [from, to]);
    const one = remaining(moves(), [from]).filter((move) => move.places.length === 1);
    if (both.length === 1) return playMove(both[0].action);
    if (both.length) {
      state.chosen = [from, to];
      return drawChoice();
    }
    if (one.length === 1) {
      state.then = to;
      return playMove(one[0].action);
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
    const to = node ?? places[0] ?? ask.querySelector(".quick .do");
    if (to?.matches(".place")) focusPlace(board.querySelector(".picture"), to);
    else to?.focus();
  }

  /** What forbids to choose a place, said where the pointer rests on it. */
  async function hover(name) {
    clearTimeout(state.waits);
    if (!name || !moves().length) return hint(path());
    const at = state.at;
    state.waits = setTimeout(async () => {
      const key = `${at} ${name}`;
      if (!reasons.has(key)) reasons.set(key, source.why(at, name).catch(() => []));
      const all = await reasons.get(key);
      if (state.at === at && all.length) hint(`${labelOf(name)}: ${all[0].why}`);
    }, 200);
  }

  /** What a place is, large, beside where the pointer rests or the focus is. */
  function tell(node, words) {
    clearTimeout(state.tells);
    tip.hidden = true;
    if (!words) return;
    state.tells = setTimeout(() => {
      if (!node.isConnected) return;
      const [head, ...rest] = words.split("\n");
      fill(tip, h("b", {}, capital(head)), rest.map((line) => h("span", {}, line)));
      tip.hidden = false;
      stand(tip, node);
    }, 300);
  }

  function lookAt(event) {
    const named = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.classList.contains("named"));
    if (named) look(named.dataset.name);
  }

  function drawAsk() {
    const detail = state.detail;
    const node = nodes.get(state.at);
    const asked = source.live && !node.over && people.includes(node.actor);
    document.title = `${asked ? "● " : ""}${table.title} · holotable`;
    if (node.over) return fill(ask, ending(detail));
    const seat = table.seats[node.actor];
    const label = `Seat ${node.actor} (${sitter(table, node.actor)})`;
    if (together() && node.children.length) {
      return fill(ask, h("p", { class: "prompt" }, "You look back."), h("button", { type: "button", class: "big", onclick: () => ((state.follows = true), catchUp()) }, "To the move that is due"));
    }
    if (!detail.legal || (together() && !people.includes(node.actor))) {
      const on = source.live && !seat.person && mayPlay() && h("button", { type: "button", class: "big", onclick: () => run(true) }, `Let ${seat.who} move`);
      return fill(ask, h("p", { class: "prompt" }, `${label} decides.`), on);
    }
    const own = people.includes(node.actor) || table.open;
    const list = detail.legal;
    const groups = new Map();
    for (const move of list) {
      const group = move.label.split(" ")[0];
      groups.set(group, [...(groups.get(group) ?? []), move]);
    }
    const kinds = [...groups].map(([group, all]) => h("div", { class: "group" },
      groups.size > 1 && all.length > 1 && h("h4", {}, group.replace(/([a-z])([A-Z])/g, "$1 $2")),
      h("div", { class: "moves" }, all.map(moveButton))));
    fill(ask,
      question && h("p", { class: "question" }, question.words),
      h("p", { class: "prompt" }, h("b", {}, label + ": "), capital((detail.prompt ?? "").replace(/^Seat \d+ \([^)]*\): /, ""))),
      // Below the buttons, which stay where they are when it comes and goes.
      h("div", { class: "quick" }), h("p", { class: "hint faint", role: "status" }),
      h("details", { class: "list", open: memory.get("list", false) || !list.some((move) => move.places?.length) },
        h("summary", { onclick: (event) => memory.set("list", !event.target.parentNode.open) }, list.length === 1 ? "The one move" : `All ${list.length} moves`), h("div", { class: own ? "choices" : "choices others" }, kinds)),
      !seat.person && source.live && h("button", { type: "button", class: "big", onclick: () => run(true) }, `Let ${seat.who} move`),
      judge && !question && people.includes(node.actor) && tutorSwitch(),
      source.live && h("details", { class: "why", ontoggle: (event) => event.target.open && whyNot(event.target, state.at) },
        h("summary", {}, "Why is a move not here?")));
  }

  /** What forbids the moves that are not offered, each reason once. */
  async function whyNot(box, at) {
    const all = await trying(() => source.why(at));
    if (!all) return;
    box.querySelector("ul")?.remove();
    box.append(h("ul", {}, all.length ? all.map((it) => h("li", {}, capital(it.why)))
      : h("li", {}, "All moves of these kinds are here.")));
  }

  /** Marks on the board what a move of the list touches. */
  function point(places) {
    for (const node of board.querySelectorAll(".place")) node.classList.toggle("pointed", Boolean(places?.includes(node.dataset.place)));
  }

  function moveButton(move) {
    const words = h("button", {
      type: "button", class: "move", onclick: () => playMove(move.action), onmouseenter: () => point(move.places), onmouseleave: () => point(),
      onfocus: () => point(move.places), onblur: () => point(), "data-action": move.action, title: move.label,
    }, h("span", {}, capital(move.words)),
      state.evaluations.map((o) => shareOf(o, move.action)));
    return h("span", { class: "choice" }, words,
      source.live && h("button", { type: "button", class: "odds", title: "Every result with its exact chance", "aria-label": `Results of: ${move.words}`, "data-action": move.action, onclick: () => odds(move.action) }, "⚅"));
  }

  async function odds(action) {
    const at = state.at;
    const chances = await trying(() => source.chances(at, action, judgeNow()));
    if (chances) chancesDialog(chances, (picks) => playMove(action, { picks, at }), judgeNow());
  }

  /** Who says what results are worth; nobody where people play against each other. */
  function judgeNow() {
    return judge && !(together() && table.teams > 1) ? judge : undefined;
  }

  async function playMove(action, { newDice = false, picks, at = state.at } = {}) {
    if (!source.live || state.busy) return;
    if (question) {
      const verdict = await trying(() => question.answer(action));
      if (verdict) fill(ask, verdict);
      return;
    }
    state.busy = true;
    if (!picks && !newDice && !(await allowed(action, at))) {
      state.busy = false;
      return drawChoice();
    }
    const node = await trying(() => source.play(at, action, newDice, picks));
    state.busy = false;
    if (!node) return catchUp();
    add(node);
    await go(node.id);
    run();
  }

  /** Whether a move is to be played, which the tutor may warn of first. */
  async function allowed(action, at) {
    if (!judgeNow() || !memory.get("tutor", false) || !people.includes(nodes.get(at).actor)) return true;
    const move = state.detail.legal?.find((it) => it.action === action);
    const trial = await source.trial(at, action, judge).catch((error) => {
      if (!state.told) say(`No warning here: ${error.message}`);
      state.told = true;
    });
    const better = (it) => point(state.detail.legal?.find((other) => other.action === it)?.places);
    return warned(warning, trial, move?.words ?? "", judge, better);
  }

  function add(node) {
    nodes.set(node.id, node);
    const parent = nodes.get(node.parent);
    if (parent && !parent.children.includes(node.id)) parent.children.push(node.id);
  }

  /** Lets agents move, and plays what nobody can choose, until a person is asked. */
  async function run(once = false) {
    if (!source.live || question || state.running || !mayPlay()) return;
    state.running = true;
    await letMove(once).finally(() => (state.running = false));
    if (nodes.get(state.at)?.over) ended();
    drawTime();
    await catchUp();
  }

  /** The loop of `run`: move after move, until a person is asked or the game has gone on elsewhere. */
  async function letMove(once) {
    let first = once;
    for (;;) {
      const node = nodes.get(state.at);
      if (!node || node.over || (node.children.length && !first)) break;
      const person = table.seats[node.actor].person;
      if (person && !people.includes(node.actor)) break;
      if (person) {
        const detail = await trying(() => source.node(node.id, String(node.actor)));
        if (!detail?.forced || !memory.get("forced", true)) break;
      } else if (!people.length && !first && !state.playing) break;
      first = false;
      const at = state.at;
      const child = await trying(() => source.agent(at));
      if (!child) break;
      add(child);
      if (state.at !== at || state.left) break;
      const pace = memory.get("pace", 0);
      await go(child.id);
      if (pace) await new Promise((then) => setTimeout(then, pace));
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
    if (review?.decisions && nodes.get(state.at).over) ask.append(reviewOf(review, judge));
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
    await go(lastOf(lost ? 0 : state.at));
    run();
  }

  /** What was done at this table elsewhere. */
  async function hear(news) {
    if (news.error) return say(news.error);
    // A game that is over has no secrets left: all is asked for anew.
    if (news.open && !table.open) details.clear();
    Object.assign(table, { seats: news.seats, open: table.open || news.open, room: { ...news.room, links: table.room.links } });
    people = mine.filter((seat) => table.seats[seat].person);
    if (news.tree) {
      nodes.clear();
      for (const node of news.tree) nodes.set(node.id, node);
      details.clear();
    }
    for (const node of news.new ?? []) if (!nodes.has(node.id)) add(node);
    drawSeats();
    room.hear();
    const seats = JSON.stringify(table.seats);
    const changed = seats !== state.seats;
    state.seats = seats;
    // What was asked for from here shows it, too.
    if (state.busy || state.running || state.drawn === undefined) return;
    if (changed && nodes.has(state.at)) await show();
    await catchUp();
    if (changed) run();
  }

  function ending(detail) {
    const scores = detail.scores ?? [];
    const seats = table.seats.map((seat) => `Seat ${seat.seat} (${sitter(table, seat.seat)}): ${scores[seat.seat] === 1 ? "won" : scores[seat.seat] === 0 ? "lost" : (scores[seat.seat] ?? "?")}`);
    const last = (detail.story ?? []).findLast?.((event) => event.deed === "end");
    return [h("h2", {}, last ? last.words : `The game is over: ${detail.summary.reason}`),
      h("p", {}, table.teams > 1 ? seats.join(" · ") : scores[0] === 1 ? "All have won." : "All have lost."),
      h("p", { class: "faint" }, detail.summary.counts.map(([name, n]) => `${name} ${n}`).join(" · "))];
  }

  /** What happened since the viewer was last asked. */
  async function drawStory(mine) {
    const steps = [];
    for (let id = state.at; id !== null && steps.length < 40; id = nodes.get(id).parent) {
      if (nodes.get(id).parent === null) break;
      steps.unshift(id);
      const before = nodes.get(nodes.get(id).parent);
      if (!people.length || (people.includes(before.actor) && !nodes.get(id).move.forced)) break;
    }
    const all = await Promise.all(steps.map((id) => trying(() => detailOf(id))));
    if (mine !== serial) return;
    lesson?.show(state.detail, all.filter(Boolean));
    fill(told, h("h3", {}, people.length ? "Since your last decision" : "This move"),
      steps.length ? since(all.filter(Boolean), (seat) => sitter(table, seat)) : h("p", { class: "faint" }, "The game begins."));
    requestAnimationFrame(() => (told.scrollTop = 0));
  }

  function drawTime() {
    const all = line();
    const i = all.indexOf(state.at);
    const step = (to) => () => go(all[Math.min(all.length - 1, Math.max(0, to))]);
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
      h("input", { type: "range", min: 0, max: all.length - 1, value: i, "aria-label": "Move", oninput: (event) => go(all[Number(event.target.value)]) }),
      again && h("div", { class: "again" },
        people.length > 0 && button(together() ? "Ask to take back" : "Undo", together() ? "Ask the others to go back to your last decision" : "Back to your last decision (Backspace)", undo),
        !together() && [button("Other dice", "The same move with new dice", () => branch(true)), button("Choose the result …", "The same move with a result of your choice", () => branch(false))]));
  }

  async function branch(newDice) {
    const node = nodes.get(state.at);
    const parent = node.parent;
    // What others do unseen cannot be done again.
    const action = await trying(() => source.actionOf(node.id));
    if (action === undefined || action === null) return;
    if (newDice) return playMove(action, { newDice: true, at: parent });
    const chances = await trying(() => source.chances(parent, action, judgeNow()));
    if (chances) chancesDialog(chances, (picks) => playMove(action, { picks, at: parent }), judgeNow());
  }

  function undo() {
    let id = nodes.get(state.at).parent;
    while (id !== null && nodes.get(id).parent !== null && !(people.includes(nodes.get(id).actor) && !forcedAt(id))) id = nodes.get(id).parent;
    if (id === null) return;
    if (together()) trying(() => source.takeback(id));
    else go(id);
  }

  function forcedAt(id) {
    return nodes.get(id).children.some((child) => nodes.get(child)?.move?.forced);
  }

  async function toggle() {
    state.playing = !state.playing;
    drawTime();
    while (state.playing && !state.left) {
      const all = line();
      const i = all.indexOf(state.at);
      if (i < all.length - 1) {
        await go(all[i + 1]);
        await new Promise((then) => setTimeout(then, Math.max(60, memory.get("pace", 0))));
      } else if (source.live && !nodes.get(state.at).over && !people.includes(nodes.get(state.at).actor)) {
        await run(true);
        if (people.includes(nodes.get(state.at).actor)) break;
      } else break;
    }
    state.playing = false;
    drawTime();
  }

  /** The moves. A step along the line that was drawn last moves the mark alone, unless what stands in the list has changed. */
  function drawTree(changed = false) {
    const all = line();
    const tools = source.live && !together() && mayPlay() ? {
      drop: (id) => trying(async () => {
        const { at, tree: left } = await source.remove(id);
        nodes.clear();
        for (const node of left) nodes.set(node.id, node);
        go(at);
      }),
      rename: (id) => {
        const name = prompt("What is this variation called?", nodes.get(id).name ?? "");
        if (name !== null) trying(async () => (add(Object.assign(nodes.get(id), await source.name(id, name))), drawTree(true)));
      },
    } : {};
    const marks = (id) => {
      const cost = Math.abs(found.get(id)?.ply?.error ?? 0);
      return cost > 0.05 && h("span", { class: "tag mistake" }, "−" + (100 * cost).toFixed(0));
    };
    if (changed || all.length !== drawTree.line?.length || all.some((id, i) => id !== drawTree.line[i])) {
      drawTree.line = all;
      fill(tree, h("h3", {}, "Moves"), treeList(nodes, all, { go, marks }));
    }
    standAt(tree.querySelector(".tree"), state.at, tools);
  }

  function drawStudy() {
    const all = line();
    const team = table.teams > 1 ? table.seats.find((seat) => seat.team === state.team)?.team_name : "the team";
    const options = source.evaluators?.() ?? [];
    const controls = source.live && h("p", { class: "controls" },
      h("label", {}, "Evaluator ", h("select", { onchange: (event) => ((state.evaluator = event.target.value), state.analysis?.abort(), found.clear(), drawStudy()) },
        options.map((name) => h("option", { value: name, selected: name === state.evaluator }, name)))),
      table.teams > 1 && h("select", { "aria-label": "Whose chance", onchange: (event) => ((state.team = Number(event.target.value)), state.analysis?.abort(), found.clear(), drawStudy()) },
        [...new Set(table.seats.map((seat) => seat.team))].map((t) => h("option", { value: t, selected: t === state.team }, table.seats.find((seat) => seat.team === t).team_name))),
      h("button", { type: "button", onclick: evaluation }, "What would it do?"), h("button", { type: "button", onclick: analyse }, "Whole game"));
    fill(study, h("h3", {}, "Analysis"), controls, state.evaluations.map(evaluationBars),
      evaluated() && [curveOf(all, state.at, found, go, team), summaryOf(all, found, nodes, go, state.evaluator, (node) => node.ply.better)]);
    if (source.lacks) study.append(h("p", { class: "faint" }, source.lacks));
    if (!source.live && !found.size && !source.lacks) study.hidden = true;
  }

  /** Whether the evaluator has an evaluation: at the end the result is the value, whatever agent evaluates. */
  function evaluated() {
    return [...found].some(([id, it]) => typeof nodes.get(id)?.actor === "number" && typeof it.value === "number");
  }

  function shareOf(o, action) {
    const weight = o.moves.find((m) => m.action === action);
    return weight && h("span", { class: "share", title: o.agent }, percent(weight.share));
  }

  function evaluationBars(o) {
    const head = o.score === null ? `${o.agent} analyses no moves, and would do this:` : [`${o.agent} expects seat ${o.actor} to win `, h("b", {}, percent(o.score))];
    return h("div", { class: "evaluation" }, h("p", {}, head),
      o.moves.slice(0, 8).map((m) => h("button", { type: "button", class: "bar", onclick: () => playMove(m.action), title: "Play it" },
        h("i", { style: { width: `${100 * m.share}%` } }), h("span", {}, m.words), h("b", {}, percent(m.share)))));
  }

  async function evaluation() {
    state.evaluation?.abort();
    state.evaluation = new AbortController();
    const said = await trying(() => source.evaluation(state.at, state.evaluator, state.evaluation.signal));
    if (!said) return;
    // Beside those of others, so that two can be compared.
    state.evaluations = [...state.evaluations.filter((o) => o.agent !== said.agent), said];
    drawStudy();
    if (state.detail?.legal) {
      drawAsk();
      drawChoice();
    }
  }

  async function analyse() {
    found.clear();
    state.analysed = false;
    state.analysis?.abort();
    state.analysis = new AbortController();
    const mine = state.analysis.signal;
    let last = 0;
    const leaf = line().at(-1);
    await trying(() => source.curve(leaf, state.evaluator, state.team, mine, (it) => {
      if (it.error) return say(it.error);
      if (it.id !== undefined && (it.ply || it.value !== undefined)) found.set(it.id, { ...(found.get(it.id) ?? {}), ...it });
      if (performance.now() - last > 120 || it.done) {
        last = performance.now();
        state.analysed = Boolean(it.done);
        drawStudy();
        if (it.done) drawTree(true);
      }
    }));
    if (!mine.aborted && !evaluated()) say(`${state.evaluator} gives no evaluation of the position; take a network or a search`);
  }

  function look(name) {
    state.card = name;
    drawCards();
  }

  function drawCards() {
    if (!table.components?.length) return (cards.hidden = true);
    const box = h("input", { type: "search", placeholder: "Look a card up …", "aria-label": "Look a card up", value: state.card ?? "", oninput: (event) => ((state.card = event.target.value), list()) });
    const out = h("div", { class: "found" });
    const list = () => {
      const word = (state.card ?? "").toLowerCase();
      const hits = word ? table.components.filter((c) => c.name.toLowerCase().includes(word)).slice(0, 6) : [];
      fill(out, hits.map((c) => h("article", { class: "card" }, h("h4", {}, c.name, h("span", { class: "faint" }, ` ${c.kind}`)),
        h("dl", {}, c.values.map(([key, value, source_]) => [h("dt", {}, key), h("dd", { title: `Where it comes from: ${source_}` }, value)])))));
    };
    list();
    fill(cards, h("h3", {}, "Cards"), box, out);
  }

  document.onkeydown = (event) => {
    if (event.target.closest("input,select,textarea,dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const figure = board.querySelector(".picture");
    const zoom = { "+": () => figure?.zoom?.(1.4), "-": () => figure?.zoom?.(1 / 1.4), 0: () => figure?.zoom?.(0), Escape: stepBack }[event.key];
    if (zoom) return zoom();
    const place = event.target.closest(".place");
    if (place && (event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow"))) {
      event.preventDefault();
      state.keys = true;
      if (!event.key.startsWith("Arrow")) return pick(place.dataset.place);
      const to = neighbour(figure, place, event.key);
      figure.show?.(state.detail.picture.places.find((it) => it.name === to.dataset.place).box);
      return focusPlace(figure, to);
    }
    // A button does what it says.
    if (event.key === " " && event.target.closest("button,summary")) return;
    const all = line();
    const i = all.indexOf(state.at);
    const act = {
      ArrowLeft: () => go(all[Math.max(0, i - 1)]), ArrowRight: () => go(all[Math.min(all.length - 1, i + 1)]),
      Home: () => go(all[0]), End: () => go(all.at(-1)), Backspace: undo, " ": toggle,
    }[event.key];
    if (act) {
      event.preventDefault();
      state.keys = false;
      act();
    } else if (/^[1-9]$/.test(event.key)) {
      document.querySelectorAll(".nearby .do, .quick .do")[Number(event.key) - 1]?.click();
    }
  };
  document.onpointerdown = () => (state.keys = false);
  window.onresize = () => {
    const figure = board.querySelector(".picture");
    figure?.put?.();
    if (figure) standNearby(figure);
  };
  matchMedia("(prefers-color-scheme: light)").onchange = () => drawBoard();
  NARROW.onchange = () => {
    state.framed = false;
    state.view.zoom = 1;
    drawBoard();
  };
  for (const [id, it] of source.analysis?.() ?? []) found.set(id, it);
  // For scripts, tests among them.
  window.holotable = {
    at: () => state.at, go, chosen: () => state.chosen, idle: () => !state.busy && !state.running && state.drawn === serial, detail: () => state.detail, table: () => table,
    line, found: () => found, analysed: () => state.analysed,
  };
  go(state.at).then(() => run());
  const listening = new AbortController();
  source.listen?.(() => ({ nodes: table.room.nodes, removals: table.room.removals }), hear, listening.signal);
  return () => {
    state.left = true;
    listening.abort();
    room?.leave();
    state.evaluation?.abort();
    state.analysis?.abort();
  };
}

/** Finds the component that a text of the picture names. */
function nameFinder(components) {
  const all = components.map((c) => c.name).filter((name) => /^[A-Z]/.test(name)).sort((a, b) => b.length - a.length);
  const known = new Map();
  return {
    find(text) {
      if (!known.has(text)) {
        const cut = text.endsWith("…") && text.length > 5 ? text.slice(0, -1) : null;
        known.set(text, all.find((name) => name === text || name.startsWith(`${text} (`) || (cut && name.startsWith(cut))));
      }
      return known.get(text);
    },
    says(name) {
      const found = components.find((c) => c.name === name);
      return [`${name} (${found.kind})`, ...found.values.map(([key, value]) => `${key}: ${value}`)].join("\n");
    },
  };
}
