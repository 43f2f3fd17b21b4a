// A first game that teaches: each step tells a rule when its situation first arises, whatever is played. What a lesson says stands in
// lessons/GAME.json. A step without conditions opens the lesson. One with `prompt` or `move` tells of a decision whose question has these
// words, or in which a move has a label that begins so; its `play` is the label of the move that is recommended. One with `deed`, and
// perhaps `words`, tells of an event. Where no step names a move, the `teacher` is asked.
import { capital, fill, h, memory } from "./dom.js";
import { questionOf } from "./names.js";
import { boxOf } from "./places.js";

/** The game whose lesson an address asks for. */
export const lessonLinked = () => new URLSearchParams(location.hash.slice(1)).get("lesson");

/** Whether the last lesson of this browser is at this table, and was not left. */
export const lessonAt = (table) => memory.get("lesson", {}).table === table;

/** The lesson of a game. */
export async function lessonOf(game) {
  const answer = await fetch(`/web/lessons/${encodeURIComponent(game)}.json`);
  if (!answer.ok) throw new Error(`there is no first game of ${game}`);
  return answer.json();
}

/** What the server takes to begin the game of a lesson: the first seat is the learner's. */
export const tableOf = ({ game, seed, options, agent }) => ({ game, seed, options, seats: [null, agent] });

/** How well a step tells of a move: 2 by its label, 1 by the question alone, else 0. */
const tellsOfMove = ({ prompt, move }, asked, label) => {
  if (prompt && !asked.includes(prompt)) return 0;
  return move ? 2 * label.startsWith(move) : prompt ? 1 : 0;
};

/** Whether a step tells of the decision that is asked for: of a move that can be made. */
const tellsOf = (when, { prompt, legal }) => legal.some(({ label }) => tellsOfMove(when, prompt, label));

/** Whether a step tells of an event. */
const tells = ({ deed, words }, event) => deed === event.deed && (!words || event.words.includes(words));

/** A lesson at a table, whose source is asked for moves of the teacher: a panel that goes on as the game does. `play` plays a move. */
export function teach({ steps, teacher }, source, play) {
  // What was read, each with the position at which it was; the page that is open, which is the last one or one to read again.
  const read = [];
  let page = 0;
  // Events that were met and not read yet: they do not come again.
  const happened = new Set();
  // The recommended move of each position; nothing while the teacher thinks.
  const advised = new Map();
  // Positions to which the recommended moves lead: for these alone a step says what to do.
  const path = new Set();
  let now = {};
  // Where the lesson came to its end; whoever plays on is not told so again.
  let endedAt;
  // Whether the last move of the learner was another than the recommended one.
  let strayed = false;
  // Whoever loads the page again goes on where the lesson was.
  if (lessonAt(source.table.id)) {
    const old = memory.get("lesson");
    read.push(...old.read.map(({ step, at }) => ({ step: steps[step], at })));
    old.happened.forEach((i) => happened.add(i));
    old.path.forEach((id) => path.add(id));
    page = old.page;
    now = { id: old.at };
    ({ endedAt, strayed } = old);
  }
  let left = false;
  let pointed;
  let said;
  // A click without a pointer is one of the keyboard.
  let byKeys = false;
  const press = (act) => (event) => ((byKeys = event.detail === 0), act());

  const title = h("h2", {});
  const text = h("div", { class: "rule" });
  const live = h("div", { "aria-live": "polite" }, title, text);
  const count = h("span", { class: "count faint" });
  const question = h("p", { class: "asked" });
  const why = h("p", { class: "faint" });
  const follow = h("button", { type: "button", class: "big follow", hidden: true, onclick: press(() => play(advised.get(now.id).action)) });
  const next = h("button", { type: "button", class: "big next", hidden: true, onclick: press(() => turn(page + 1)) }, "Next");
  const back = h("button", { type: "button", class: "quiet", "aria-label": "The step before", onclick: () => turn(page - 1) }, "‹");
  const leave = h("button", { type: "button", class: "quiet skip", onclick: close });
  const ends = h("span", { class: "ends", hidden: true },
    h("button", { type: "button", onclick: source.home }, "New game"),
    h("button", { type: "button", onclick: openRules }, "Rules"));
  const panel = h("section", { class: "panel lesson", "aria-label": "First game" }, live, question, why, h("p", { class: "go" }, next, follow, ends), h("p", { class: "foot" }, back, count, leave));

  const isRead = (step) => read.some((it) => it.step === step);
  const isHere = (step) => !isRead(step) || read.some((it) => it.step === step && it.at === now.id);
  const decision = (at) => steps.find((step) => isHere(step) && tellsOf(step.when, at));
  // What a step says to do is said where the button beside it does this.
  const toDo = (step, move) => path.has(now.id) && (!step.play || move?.label === step.play) && step.do;

  /** The next step to read here: what has happened, what opens the lesson, and one step on the decision, so that each move teaches one rule. */
  function unread() {
    const told = steps.find((step, i) => !isRead(step) && (happened.has(i) || !Object.keys(step.when).length));
    if (told || !now.legal) return told;
    const asked = read.some((it) => it.at === now.id && tellsOf(it.step.when, now));
    return asked ? undefined : decision(now);
  }

  const finished = () => read.length === steps.length || now.over;

  /** The step of a page is read when the page is first open; behind the last one stands what there is beside steps. */
  function turn(to) {
    page = Math.max(0, Math.min(to, read.length));
    const step = page === read.length && unread();
    if (step) read.push({ step, at: now.id });
    draw();
  }

  function draw() {
    const step = read[page]?.step;
    const here = !step || read[page].at === now.id;
    const more = page < read.length - 1 || unread() || (step && (!here || now.over));
    const advice = advised.get(now.id);
    const move = here && !more && advice;
    if (!step && finished()) endedAt ??= now.id;
    const end = !step && finished() && (now.over || endedAt === now.id);
    // Without a new rule the panel is as small as its buttons.
    const task = step && here && toDo(step, advice);
    const words = step ? [...step.rule, task] : end ? ending() : [];
    const head = step?.title ?? (end ? "The end of the lesson" : "");
    panel.classList.toggle("still", !head);
    panel.classList.toggle("over", Boolean(now.over));
    // What is said once is not said again because a button has changed.
    const whole = [head, ...words].join("\n");
    if (said !== whole) {
      said = whole;
      title.textContent = head;
      title.hidden = !head;
      fill(text, words.filter(Boolean).map((line, i) => h("p", { class: step && i >= step.rule.length ? "do-this" : null }, line)));
      panel.scrollTop = 0;
    }
    next.hidden = !more;
    follow.hidden = !move;
    if (move) {
      // What a card does stands on the card.
      fill(follow, capital(move.words.split(": ")[0]));
      follow.title = move.words;
    }
    ends.hidden = !end;
    back.disabled = page === 0;
    count.textContent = `${read.length} of ${steps.length}`;
    question.hidden = !move;
    question.textContent = move ? `You: ${questionOf(now.prompt)}` : "";
    // Where no step says why, the rule of the move is there to be read again.
    const fits = (it) => (move && it.step !== step ? tellsOfMove(it.step.when, now.prompt, move.label) : 0);
    const best = Math.max(0, ...read.map(fits));
    const known = best ? read.findLastIndex((it) => fits(it) === best) : -1;
    why.hidden = !move || Boolean(task);
    fill(why, strayed && "You went your own way. ", "A simple computer player would play this.", known >= 0 && [" ", h("button", { type: "button", class: "quiet", onclick: () => turn(known) }, `Rule: ${read[known].step.title}`)]);
    leave.textContent = now.over ? "Close" : finished() ? "End the lesson" : "Skip lesson";
    mark();
    if (move) point();
    keep();
    // Who plays by keys goes on at the next button.
    if (byKeys && [document.body, next, follow].includes(document.activeElement)) (move ? follow : next).focus({ preventScroll: true });
  }

  function keep() {
    if (left) return;
    const pages = read.map(({ step, at }) => ({ step: steps.indexOf(step), at }));
    memory.set("lesson", { table: source.table.id, read: pages, happened: [...happened], path: [...path], page, at: now.id, endedAt, strayed });
  }

  function ending() {
    const missed = steps.filter((step) => !isRead(step)).map((step) => step.title).join(", ");
    const met = missed ? `You have met ${read.length} of ${steps.length} steps, and not: ${missed}.` : `You have met all ${steps.length} steps.`;
    if (!now.over) return [`${met} Play on, with advice as long as you like, or begin a new game.`];
    return [`The game is over. ${met}`, "The advice was that of a simple program. Below, a stronger one judges the game, and may see a move otherwise."];
  }

  /** What touches the recommended move glows on the board. */
  function mark() {
    const places = follow.hidden ? [] : (advised.get(now.id)?.places ?? []);
    for (const node of document.querySelectorAll(".board .place")) node.classList.toggle("advised", places.includes(node.dataset.place));
  }

  /** Moves the first place of the recommended move into sight, once for each position. */
  function point() {
    if (pointed === now.id) return;
    pointed = now.id;
    const place = [...document.querySelectorAll(".board .place.advised")].find((node) => node.getClientRects().length);
    if (!place) return;
    document.querySelector(".board .picture").show?.(boxOf(place));
    place.scrollIntoView({ block: "nearest" });
  }

  function openRules() {
    const rules = document.querySelector(".rules");
    rules.open = true;
    rules.scrollIntoView();
  }

  function close() {
    panel.remove();
    follow.hidden = true;
    mark();
    left = true;
    memory.set("lesson", {});
  }

  /** Whether the recommended moves lead to a position, whose parent was shown before. */
  function follows({ parent, move }) {
    if (parent === null) return true;
    return path.has(parent) && move.dice === "same" && (!advised.has(parent) || advised.get(parent)?.action === move.action);
  }

  /** A position is shown, with what has happened since the last decision. */
  function show(detail, since) {
    const again = now.id === detail.id;
    now = { id: detail.id, over: detail.over, prompt: detail.prompt, legal: detail.person && !detail.forced ? detail.legal : null };
    if (follows(detail)) path.add(detail.id);
    const own = since.find((it) => advised.get(it.parent));
    if (own) strayed = own.move.action !== advised.get(own.parent).action;
    for (const event of since.flatMap((it) => it.story)) for (const [i, step] of steps.entries()) if (tells(step.when, event)) happened.add(i);
    if (now.legal && !advised.has(now.id)) recommend(now);
    if (!again && (now.legal || now.over)) return turn(read.length);
    if (again) return draw();
    // While others move, what was read last can be read on.
    follow.hidden = true;
    for (const it of [question, why]) it.hidden = true;
    mark();
  }

  /** What is recommended: the move that the step on this decision names, or the teacher's. */
  async function recommend({ id, legal, prompt }) {
    advised.set(id, null);
    const named = path.has(id) && legal.find((it) => it.label === decision({ legal, prompt })?.play);
    // Without a teacher the lesson goes on.
    const action = named ? named.action : await source.evaluation(id, teacher).then(({ moves }) => moves[0].action, () => null);
    advised.set(id, legal.find((it) => it.action === action) ?? null);
    if (id === now.id) draw();
  }

  keep();
  return { panel, show, mark };
}
