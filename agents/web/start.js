// Where a game is chosen: rules, seats, seed, or a replay to look back at.
import { adapted } from "./adapt.js";
import { fill, h, memory, theme } from "./dom.js";
import { faultsOf, field, optionField, optionValue } from "./fields.js";

/** Asks for the trained network of the game, or for its strongest bot where the rules are not those that it was trained on. */
export const BEST = "best";

/** What a link says after #: game, seed, seats, agent, and options as they are named. */
export function linked() {
  const values = new URLSearchParams(location.hash.slice(1));
  if (!values.has("game")) return null;
  const { game, seed, seats, agent, ...options } = Object.fromEntries(values);
  return { game, seed: Number(seed ?? 1), seats: seats ?? "0", agent, options };
}

/** The seats as the server takes them: a person where one is named, and the agent elsewhere. */
export function seated(text, agent) {
  const words = text.trim().toLowerCase();
  if (words === "all") return [null];
  if (words === "none" || words === "") return [agent];
  const people = words.split(/[\s,]+/).map(Number);
  if (people.some((seat) => !Number.isInteger(seat) || seat < 0 || seat > 15)) throw new Error("your seats are numbers such as 0 or 0,1, or all, or none");
  return [...Array(Math.max(...people) + 2).keys()].map((seat) => (people.includes(seat) ? null : agent)).slice(0, Math.max(...people) + 2);
}

/** Who may have a seat of a new game. */
const SITTERS = [["you", "You"], ["computer", "Computer"], ["guest", "A guest at another screen"]];

/** The seats that a person has who was here before. */
const own = () => String(memory.get("seats", "0")).split(/[\s,]+/).filter((seat) => /^\d+$/.test(seat)).map(Number);

/** The choice of a level, of one that adapts, or of any agent. */
function levelSelect(game) {
  const now = memory.get("level", "adapts");
  const options = [["adapts", `adapts to you: now level ${adapted(game) + 1}`],
    ...game.levels.map((level, i) => [String(i), `${i + 1} ${level.name}: wins ${Math.round(level.wins)} %`]), ["agent", "an agent by name"]];
  const select = h("select", { name: "!level", onchange: () => {
    memory.set("level", select.value);
    select.closest("fieldset").querySelector('[name="!agent"]').closest(".option").hidden = select.value !== "agent";
  } }, options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
  return select;
}

/** The agents of a game to choose from, and a search. */
function agentSelect(game) {
  const all = [{ name: BEST, about: "the strongest that knows these rules" }, ...game.agents, { name: "flat:200", about: "a search of 200 games a move" }];
  return h("select", { name: "!agent" }, all.map(({ name, about }) => h("option", { value: name }, `${name}: ${about}`)));
}

/** The choice of an agent by name, shown where the level is none. */
function agentField(game) {
  const box = field("!agent", "Agent", agentSelect(game));
  box.hidden = memory.get("level", "adapts") !== "agent";
  return box;
}

/** The page on which a game is chosen; `begin` is called with what the server takes. */
export function layStart(app, games, begin) {
  theme();
  let game = games.find((g) => g.name === memory.get("game")) ?? games[0];
  const form = h("form", { class: "start", novalidate: true, onsubmit: (event) => (event.preventDefault(), submit()) });
  const faults = faultsOf(form);
  const sitters = h("div", { class: "fields seat-fields" });
  const clock = h("div", { class: "fields guests", hidden: true },
    h("p", { class: "faint whole" }, "Each guest has a link, sees the cards of that seat only, and moves from there."),
    field("!minutes", "Minutes a seat", h("input", { type: "number", name: "!minutes", min: 0, max: 1000, value: 0, required: true }), "For all moves of the game. A seat without time goes to an agent. 0: no clock."),
    field("!added", "Seconds a move adds", h("input", { type: "number", name: "!added", min: 0, max: 3600, value: 0, required: true }), "Added to the clock of a seat for each of its moves."));
  const seatSelects = () => [...sitters.querySelectorAll("select")];
  const showClock = () => (clock.hidden = !seatSelects().some((select) => select.value === "guest"));

  /** A choice for each seat of so many players. */
  function drawSeats(players) {
    const now = seatSelects().map((select) => select.value);
    const mine = own();
    fill(sitters, Array.from({ length: players }, (_, seat) => {
      const who = now[seat] ?? (mine.includes(seat) ? "you" : "computer");
      return field(`!seat${seat}`, `Seat ${seat}`, h("select", { name: `!seat${seat}`, onchange: showClock }, SITTERS.map(([value, text]) => h("option", { value, selected: value === who }, text))));
    }));
    showClock();
  }

  /** How many seats there are: as the option of that name says, where the game has one. */
  function players() {
    const box = form.elements.players;
    return box ? Math.min(Math.max(Number(box.value), Number(box.min)), Number(box.max)) : game.seats;
  }

  function draw() {
    const choices = games.map((g) =>
      h("label", { class: g === game ? "game chosen" : "game" },
        h("input", { type: "radio", name: "game", checked: g === game, onchange: () => ((game = g), memory.set("game", g.name), fill(sitters), draw(), form.querySelector("[name=game]:checked").focus()) }),
        h("b", {}, g.title), h("span", { class: "faint" }, g.about)));
    const [first, rest] = [game.options.slice(0, 3), game.options.slice(3)];
    fill(form,
      h("h1", {}, "holotable"), h("p", { class: "faint" }, "Play, watch and study tabletop games. Nothing leaves this machine."),
      h("fieldset", { class: "games" }, h("legend", {}, "Game"), choices,
        game.lesson && h("p", { class: "newcomer" }, `New to ${game.title}? `, h("a", { class: "first", href: `#lesson=${game.name}` }, "Play a first game"), " that tells the rules on the way.")),
      h("fieldset", { class: "fields" }, h("legend", {}, "Rules"), first.map(optionField),
        rest.length > 0 && h("details", {}, h("summary", {}, `${rest.length} more, none of which a first game needs`), h("div", { class: "fields" }, rest.map(optionField)))),
      h("fieldset", {}, h("legend", {}, "Seats"), sitters, clock,
        h("div", { class: "fields" },
          field("!level", "The computer", levelSelect(game), `How many of 100 games each level wins ${game.together ? "with partners of the same level" : "against all five"}. One that adapts is stronger after you win.`),
          agentField(game),
          field("!seed", "Seed", h("input", { type: "number", name: "!seed", min: 0, max: Number.MAX_SAFE_INTEGER, required: true, value: 1 + Math.floor(Math.random() * 9999) }), "The same number deals the same cards and dice again."))),
      h("p", { class: "go" }, h("button", { type: "submit", class: "big" }, "Begin"),
        h("span", { class: "option" }, h("label", {}, "or look back at a replay: ", h("input", { type: "file", name: "!replay", accept: ".jsonl,.txt", onchange: (event) => replay(event.target.files[0]) })))),
      faults.rest);
    form.elements.players?.addEventListener("input", () => drawSeats(players()));
    drawSeats(players());
  }

  /** What the server calls a field, as the form does. */
  const nameOf = (said) => ({ seats: "!seat0", guests: "!seat0", agent: "!agent", clock: "!minutes", replay: "!replay" })[said] ?? said;
  const failed = (error) => faults.show([[nameOf(error.field), error.message]]);

  function submit() {
    if (!faults.checked()) return;
    const data = new FormData(form);
    const options = {};
    for (const o of game.options) if (optionValue(o, data) !== o.default) options[o.name] = optionValue(o, data);
    const who = seatSelects().map((select) => select.value);
    const of = (word) => who.flatMap((it, seat) => (it === word ? [seat] : []));
    memory.set("seats", of("you").join(","));
    const level = game.levels[data.get("!level") === "adapts" ? adapted(game) : Number(data.get("!level"))];
    const agent = level?.agent ?? data.get("!agent");
    const [seconds, added, guests] = [60 * data.get("!minutes"), Number(data.get("!added")), of("guest")];
    const what = { game: game.name, seed: Number(data.get("!seed")), options, seats: who.map((it) => (it === "computer" ? agent : null)), guests };
    begin(guests.length && seconds + added > 0 ? { ...what, clock: { seconds, added } } : what, { adapts: data.get("!level") === "adapts" }).catch(failed);
  }

  async function replay(file) {
    if (file) begin({ replay: await file.text() }).catch(failed);
  }

  draw();
  fill(app, form);
}
