// The head of the table: its game, who sits where, whose cards are seen, and what can be saved.
import { fill, h, memory, theme } from "./dom.js";
import { sitter } from "./names.js";

/** Adds the head of a table to what a page can do. */
export function layHeader(page) {
  const { source, state, table, question, details, mine } = page;

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
      page.show();
    } });
    const button = h("button", { type: "button", class: "quiet", title: "Dark, light, or as the system has it", "aria-label": "Colours" });
    const dress = (word) => (button.textContent = { auto: "◐", dark: "☾", light: "☀" }[word]);
    dress(theme());
    button.addEventListener("click", () => {
      const words = ["auto", "dark", "light"];
      dress(theme(words[(words.indexOf(memory.get("theme", "auto")) + 1) % 3]));
      state.shown = null;
      page.drawBoard();
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
    if (!open && !page.together()) list.push(["!", "lay all open …"]);
    fill(header.look, list.map(([value, text]) => h("option", { value, selected: value === (state.viewer ?? "") }, text)));
    header.look.onchange = async (event) => {
      if (event.target.value === "!") {
        event.stopImmediatePropagation();
        if (confirm("Lay all hands open? Nobody plays against anybody any more.")) await page.trying(async () => Object.assign(table, { open: (await source.layOpen()).open }));
        state.viewer = undefined;
        details.clear();
        page.show();
      }
    };
  }

  async function take(what) {
    await page.trying(() => source.take(what, state.at));
  }

  Object.assign(page, { drawSeats, header, lookOptions });
}
