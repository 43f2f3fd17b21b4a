// What is printed on the components of a game, to be looked up.
import { fill, h } from "./dom.js";

/** What no player looks up: where our map draws a system, and whether a leader is there from the start. */
const UNASKED = ["at", "start"];

/** What is printed on a component, in words: each value with its source, but not its name once more. */
const printed = ({ name, values }) => values
  .filter(([key, value]) => !UNASKED.includes(key) && value !== name)
  .map(([key, value, source]) => [key.replaceAll("_", " "), value.replaceAll("_", " "), source]);

/** Adds the cards to what a page can do. */
export function layCards(page) {
  const { state, table, cards } = page;

  function look(name) {
    state.card = name;
    drawCards();
  }

  function lookAt(event) {
    const named = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.classList.contains("named"));
    if (named) look(named.dataset.name);
  }

  function drawCards() {
    if (!table.components?.length) return (cards.hidden = true);
    const box = h("input", { type: "search", placeholder: "Look a card up …", "aria-label": "Look a card up", value: state.card ?? "", oninput: (event) => ((state.card = event.target.value), list()) });
    const out = h("div", { class: "found" });
    const list = () => {
      const word = (state.card ?? "").toLowerCase();
      const hits = word ? table.components.filter((c) => c.name.toLowerCase().includes(word)).slice(0, 6) : [];
      fill(out, hits.map((c) => h("article", { class: "card" }, h("h4", {}, c.name, h("span", { class: "faint" }, ` ${c.kind}`)),
        h("dl", {}, printed(c).map(([key, value, source]) => [h("dt", {}, key), h("dd", { title: `Where it comes from: ${source}` }, value)])))));
    };
    list();
    fill(cards, h("h3", {}, "Cards"), box, out);
  }

  Object.assign(page, { look, lookAt, drawCards });
}

/** Finds the component that a text of the picture names. */
export function nameFinder(components) {
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
      // A leader of a campaign is one of its battles, too.
      const found = components.filter((c) => c.name === name);
      return [`${name} (${found[0].kind})`, ...found.flatMap(printed).map(([key, value]) => `${key}: ${value}`)].join("\n");
    },
  };
}
