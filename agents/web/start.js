// Where a game is chosen: rules, seats, seed, or a replay to look back at.
import { adapted } from "./adapt.js";
import { capital, fill, h, memory, theme } from "./dom.js";

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

/** The numbers of seats that a text lists. */
function numbers(text) {
  return text.trim() === "" ? [] : text.trim().split(/[\s,]+/).map(Number);
}

/** What an option may be, and what it is where nobody says. */
function rangeOf({ range, default: usual }) {
  if ("flag" in range) return `Usually ${usual === "true" ? "yes" : "no"}.`;
  return "low" in range ? `${range.low} to ${range.high}, usually ${usual}.` : `${capital(range.words)}${usual ? `, usually ${usual}` : ""}.`;
}

/** The choice of a level, of one that adapts, or of any agent. */
function levelSelect(game) {
  const now = memory.get("level", "adapts");
  const options = [["adapts", `adapts to you: now level ${adapted(game) + 1}`],
    ...game.levels.map((level, i) => [String(i), `${i + 1} ${level.name}: wins ${Math.round(level.wins)} %`]), ["agent", "an agent by name"]];
  const select = h("select", { name: "!level", onchange: () => {
    memory.set("level", select.value);
    select.closest("fieldset").querySelector('[name="!agent"]').closest("label").hidden = select.value !== "agent";
  } }, options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
  return select;
}

/** The page on which a game is chosen; `begin` is called with what the server takes. */
export function layStart(app, games, begin) {
  theme();
  let game = games.find((g) => g.name === memory.get("game")) ?? games[0];
  const form = h("form", { class: "start", onsubmit: (event) => (event.preventDefault(), submit()) });
  const note = h("p", { class: "note", role: "status" });
  const draw = () => {
    const choices = games.map((g) =>
      h("label", { class: g === game ? "game chosen" : "game" },
        h("input", { type: "radio", name: "game", checked: g === game, onchange: () => ((game = g), memory.set("game", g.name), draw()) }),
        h("b", {}, g.title), h("span", { class: "faint" }, g.about)));
    const option = (o) => {
      const field = "flag" in o.range
        ? h("select", { name: o.name }, ["true", "false"].map((v) => h("option", { value: v, selected: v === o.default }, v === "true" ? "yes" : "no")))
        : "low" in o.range
          ? h("input", { type: "number", name: o.name, min: o.range.low, max: o.range.high, value: o.default })
          : h("input", { type: "text", name: o.name, value: o.default, placeholder: o.range.words });
      return h("label", { class: "option" }, h("b", {}, capital(o.name.replaceAll("_", " "))), field, h("small", { class: "faint" }, `${o.about} ${rangeOf(o)}`));
    };
    const first = game.options.slice(0, 3);
    const rest = game.options.slice(3);
    fill(form,
      h("h1", {}, "holotable"), h("p", { class: "faint" }, "Play, watch and study tabletop games. Nothing leaves this machine."),
      h("fieldset", { class: "games" }, h("legend", {}, "Game"), choices,
        game.lesson && h("p", { class: "newcomer" }, `New to ${game.title}? `, h("a", { class: "first", href: `#lesson=${game.name}` }, "Play a first game"), " that tells the rules on the way.")),
      h("fieldset", { class: "fields" }, h("legend", {}, "Seats"),
        h("label", { class: "option" }, h("b", {}, "Your seats"), h("input", { type: "text", name: "!seats", value: memory.get("seats", "0"), list: "seats" }),
          h("small", { class: "faint" }, "0 for the first seat, 0,1 for two, all to share the table, none to watch.")),
        h("datalist", { id: "seats" }, ["0", "1", "0,1", "all", "none"].map((value) => h("option", { value }))),
        h("label", { class: "option" }, h("b", {}, "The others"), levelSelect(game),
          h("small", { class: "faint" }, `How many of 100 games each level wins ${game.together ? "with partners of the same level" : "against all five"}. One that adapts is stronger after you win.`)),
        h("label", { class: "option", hidden: memory.get("level", "adapts") !== "agent" }, h("b", {}, "Agent"), h("input", { type: "text", name: "!agent", value: BEST, list: "agents" }),
          h("small", { class: "faint" }, "best is the strongest that knows these rules.")),
        h("datalist", { id: "agents" }, h("option", { value: BEST }, "the best one that knows these rules"), game.agents.map((a) => h("option", { value: a.name }, a.about)), h("option", { value: "flat:200" })),
        h("label", { class: "option" }, h("b", {}, "Seed"), h("input", { type: "number", name: "!seed", min: 0, value: 1 + Math.floor(Math.random() * 9999) }),
          h("small", { class: "faint" }, "The same number deals the same cards and dice again."))),
      h("details", { class: "guests" }, h("summary", {}, "With others at their own screens"),
        h("div", { class: "fields" },
          h("label", { class: "option" }, h("b", {}, "Seats of guests"), h("input", { type: "text", name: "!guests", placeholder: "none" }),
            h("small", { class: "faint" }, "1 or 1,2 say. Each guest has a link, sees the cards of that seat only, and moves from there.")),
          h("label", { class: "option" }, h("b", {}, "Minutes a seat"), h("input", { type: "number", name: "!minutes", min: 0, max: 1000, value: 0 }),
            h("small", { class: "faint" }, "For all moves of the game. A seat without time goes to an agent. 0: no clock.")),
          h("label", { class: "option" }, h("b", {}, "Seconds a move adds"), h("input", { type: "number", name: "!added", min: 0, max: 3600, value: 0 }),
            h("small", { class: "faint" }, "Added to the clock of a seat for each of its moves.")))),
      h("fieldset", { class: "fields" }, h("legend", {}, "Rules"), first.map(option),
        rest.length > 0 && h("details", {}, h("summary", {}, `${rest.length} more, none of which a first game needs`), h("div", { class: "fields" }, rest.map(option)))),
      h("p", { class: "go" }, h("button", { type: "submit", class: "big" }, "Begin"), " or look back at a replay: ",
        h("input", { type: "file", accept: ".jsonl,.txt", "aria-label": "A replay", onchange: (event) => replay(event.target.files[0]) })),
      note);
  };
  const failed = (error) => {
    note.textContent = error.message;
    note.classList.add("shown");
  };
  const submit = () => {
    const data = new FormData(form);
    const options = {};
    for (const o of game.options) if (String(data.get(o.name) ?? o.default) !== o.default) options[o.name] = String(data.get(o.name));
    memory.set("seats", data.get("!seats"));
    try {
      const level = game.levels[data.get("!level") === "adapts" ? adapted(game) : Number(data.get("!level"))];
      const agent = level?.agent ?? data.get("!agent").trim();
      const guests = numbers(data.get("!guests"));
      const own = data.get("!seats").trim().toLowerCase();
      const twice = guests.find((seat) => own !== "all" && own !== "none" && numbers(own).includes(seat));
      if (twice !== undefined) throw new Error(`seat ${twice} is yours already; guests need other seats`);
      // A guest is a person whom the seats of this screen do not name.
      const people = own === "all" ? own : [...(own === "none" ? [] : numbers(own)), ...guests].join(",");
      const [seconds, added] = [60 * data.get("!minutes"), Number(data.get("!added"))];
      const clock = guests.length && seconds + added > 0 ? { seconds, added } : undefined;
      begin({ game: game.name, seed: Number(data.get("!seed")), options, seats: seated(people, agent), guests, clock },
        { adapts: data.get("!level") === "adapts" }).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
  const replay = async (file) => {
    if (file) begin({ replay: await file.text() }).catch(failed);
  };
  draw();
  fill(app, form);
}
