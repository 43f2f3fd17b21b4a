// A game in figures: what each kind of decision of each seat cost, so that one sees where to look.
import { h, points } from "./dom.js";

/** A table of the decisions by seat and kind, the costliest kind first. `found` holds a ply for each evaluated move; `who` says whose a seat is. */
export function reportOf(line, found, nodes, who) {
  const rows = new Map();
  for (const id of line) {
    const { move } = nodes.get(id);
    const error = found.get(id)?.ply?.error;
    // A move without a choice is nobody's decision, and of one that was hidden nobody knows the kind.
    if (typeof error !== "number" || !move.kind || move.forced) continue;
    const key = `${move.seat} ${move.kind}`;
    const row = rows.get(key) ?? { seat: move.seat, kind: move.kind, decisions: 0, cost: 0, worst: 0 };
    row.decisions += 1;
    row.cost += Math.abs(error);
    row.worst = Math.max(row.worst, Math.abs(error));
    rows.set(key, row);
  }
  if (!rows.size) return null;
  const words = (kind) => kind.replace(/([a-z])([A-Z])/g, "$1 $2");
  const sorted = [...rows.values()].sort((a, b) => b.cost - a.cost);
  return h("details", { class: "report" }, h("summary", {}, "Errors by kind of decision"), h("p", { class: "faint" }, "In points of the chance to win; what cost most in all comes first."),
    h("table", {}, h("thead", {}, h("tr", {}, ["Seat", "Decision", "Times", "Each", "Worst"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, sorted.map((row) => h("tr", {}, h("td", {}, who(row.seat)), h("td", {}, words(row.kind)), h("td", {}, String(row.decisions)),
        [row.cost / row.decisions, row.worst].map((cost) => h("td", {}, cost < 5e-4 ? "0" : points(-cost))))))));
}

/** What one's own decisions of a game cost, beside those of the games before. */
export function reviewOf(review, judge) {
  const each = (cost) => `${(100 * cost).toFixed(1)} points`;
  const before = review.games_before > 0 && ` In your ${review.games_before === 1 ? "game" : `${review.games_before} games`} before: ${each(review.each_before)}.`;
  const sure = review.mistakes === 0 ? "none of them surely cost much." : `${review.mistakes} of them surely cost much. `;
  return h("p", { class: "review" }, `By the estimate of ${judge}, your ${review.decisions} decisions cost ${each(review.each)} of the chance to win each, on average.`, before,
    ` By whole games that were played on from there, ${sure}`, review.mistakes > 0 && h("a", { href: "#practise" }, "Practise them"));
}
