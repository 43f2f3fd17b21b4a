// The games that the server keeps: found, resumed, removed.
import { fill, h } from "./dom.js";
import { called } from "./names.js";

/** How long ago a time was, in the largest unit that fits. */
function ago(seconds) {
  const units = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
  const [unit, length] = units.find(([, it]) => seconds >= it) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}

/** How a game stands: whose it is, and who has won. */
function standing({ summary, moves }) {
  if (!summary.over) return `turn ${summary.turn}, ${moves} moves`;
  const won = summary.scores.flatMap((score, seat) => (score === 1 ? [seat] : []));
  const all = won.length === summary.scores.length;
  return `over after ${moves} moves: ${all ? "all have won" : won.length ? `seat ${won.join(", ")} won` : "nobody has won"}`;
}

/** The section with the games that are kept; nothing where there are none. `list` gives a page, `forget` removes a game; `games` are all there are. */
export async function keptGames(list, forget, games) {
  const names = new Map(games.map((game) => [game.name, game]));
  const section = h("section", { class: "kept panel", "aria-label": "Kept games" });
  const rows = h("ul", {});
  const more = h("button", { type: "button", class: "quiet", onclick: () => add().catch((error) => fill(count, error.message)) }, "Show more");
  const count = h("p", { class: "faint" });
  let page = 0;

  function row(game) {
    const who = game.summary.seats.map((seat) => ((seat.person && seat.name) || called(names.get(game.game) ?? { called: {} }, seat.who)));
    const item = h("li", {},
      h("a", { href: `#table=${game.id}` }, h("b", {}, game.summary.title), ` ${standing(game)}`),
      h("span", { class: "faint" }, `${who.join(" · ")}${game.summary.seed === null ? "" : ` · seed ${game.summary.seed}`} · ${ago(Date.now() / 1000 - game.seen)}`),
      h("button", { type: "button", class: "quiet", "aria-label": `Remove the game of ${game.summary.title}`, onclick: async () => {
        if (!confirm("Remove this game for good?")) return;
        const beside = item.nextElementSibling ?? item.previousElementSibling;
        const removed = () => (item.remove(), beside?.querySelector("a").focus());
        await forget(game.id).then(removed, (error) => fill(count, error.message));
      } }, "Remove"));
    return item;
  }

  async function add() {
    const { all, most, games, of_a_page } = await list(page);
    rows.append(...games.map(row));
    page += 1;
    more.hidden = page * of_a_page >= all;
    fill(count, `${all} games. Of more than ${most.toLocaleString("en")}, the one left alone for longest goes.`);
    section.hidden = all === 0;
  }

  section.append(h("h2", {}, "Go on with a game"), rows, more, count);
  await add();
  return section;
}
